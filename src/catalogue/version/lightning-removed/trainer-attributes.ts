/**
 * Attributes that Lightning's Trainer had in a release 1 and lacks in 2.6, and
 * what it has in their place. Source: the classes of the wheels of
 * pytorch-lightning 1.1, 1.4, 1.5, 1.7, 1.9 and 2.6.
 */
const ATTRIBUTES = new Map<string, string>(
  Object.entries({
    accelerator_backend: 'trainer.strategy',
    training_type_plugin: 'trainer.strategy',
    lr_schedulers:
      'for config in trainer.lr_scheduler_configs:\n    print(config.scheduler.get_last_lr())',
    progress_bar_dict: 'trainer.progress_bar_metrics',
    train_loop: 'trainer.fit_loop',
    gpus: 'trainer.num_devices',
    num_gpus: 'trainer.num_devices',
    devices: 'trainer.num_devices',
    num_processes: 'trainer.num_devices',
    data_parallel_device_ids: 'trainer.device_ids',
    root_gpu: 'trainer.strategy.root_device',
    resume_from_checkpoint: "trainer.fit(model, ckpt_path='last.ckpt')",
    get_model: 'trainer.lightning_module',
    running_sanity_check: 'trainer.sanity_checking',
    weights_save_path: 'trainer.default_root_dir',
    tune: 'from lightning.pytorch.tuner import Tuner\nTuner(trainer).lr_find(model)',
    tuner: 'from lightning.pytorch.tuner import Tuner\ntuner = Tuner(trainer)'
  })
);

/** The attributes by name, as the source of a pattern. */
export const REMOVED_ATTRIBUTES = [...ATTRIBUTES.keys()].join('|');

/** Today's code for an attribute that is gone, if it is one of those known. */
export function attributeToday(name: string | undefined): string | undefined {
  return name === undefined ? undefined : ATTRIBUTES.get(name);
}
