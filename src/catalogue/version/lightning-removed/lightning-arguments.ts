import type { Edit } from '../../../code/types';
import { keywordWritten } from '../../shared/edits/options';

/**
 * What became of the Trainer's arguments that Lightning 2 no longer takes, as
 * code of today. Source: Lightning's migration guides from 1.4 to 2.0.
 */
const ARGUMENTS = new Map<string, string>(
  Object.entries({
    gpus: "Trainer(accelerator='gpu', devices=1)",
    tpu_cores: "Trainer(accelerator='tpu', devices=8)",
    ipus: 'Trainer(devices=1)',
    num_processes: "Trainer(accelerator='cpu', devices=2)",
    auto_select_gpus: "Trainer(accelerator='gpu', devices=1)",
    resume_from_checkpoint: "trainer.fit(model, ckpt_path='last.ckpt')",
    checkpoint_callback: 'Trainer(enable_checkpointing=True)',
    progress_bar_refresh_rate:
      'from lightning.pytorch.callbacks import TQDMProgressBar\nTrainer(callbacks=[TQDMProgressBar(refresh_rate=20)])',
    weights_summary:
      'from lightning.pytorch.callbacks import ModelSummary\nTrainer(callbacks=[ModelSummary(max_depth=2)])',
    stochastic_weight_avg:
      'from lightning.pytorch.callbacks import StochasticWeightAveraging\nTrainer(callbacks=[StochasticWeightAveraging(swa_lrs=1e-2)])',
    terminate_on_nan: 'Trainer(detect_anomaly=True)',
    replace_sampler_ddp: 'Trainer(use_distributed_sampler=True)',
    distributed_backend: "Trainer(strategy='ddp')",
    weights_save_path:
      'from lightning.pytorch.callbacks import ModelCheckpoint\nTrainer(callbacks=[ModelCheckpoint(dirpath="checkpoints")])',
    reload_dataloaders_every_epoch:
      'Trainer(reload_dataloaders_every_n_epochs=1)',
    auto_lr_find:
      'from lightning.pytorch.tuner import Tuner\nTuner(trainer).lr_find(model)',
    auto_scale_batch_size:
      'from lightning.pytorch.tuner import Tuner\nTuner(trainer).scale_batch_size(model)',
    log_gpu_memory:
      'from lightning.pytorch.callbacks import DeviceStatsMonitor\nTrainer(callbacks=[DeviceStatsMonitor()])',
    flush_logs_every_n_steps: 'Trainer()  # an option of the logger now',
    track_grad_norm:
      'def on_before_optimizer_step(self, optimizer):\n    self.log_dict(grad_norm(self, norm_type=2))  # of lightning.pytorch.utilities',
    amp_backend: "Trainer(precision='16-mixed')",
    amp_level: "Trainer(precision='16-mixed')",
    multiple_trainloader_mode: 'Trainer()  # an option of CombinedLoader now'
  })
);

/** The arguments by name, as the source of a pattern. */
export const REMOVED_ARGUMENTS = [...ARGUMENTS.keys()].join('|');

/** Today's code for an argument that is gone, if it is one of those known. */
export function argumentToday(name: string | undefined): string | undefined {
  return name === undefined ? undefined : ARGUMENTS.get(name);
}

/** Today's arguments, where they are all that the code of today says. */
const ALONE = /^Trainer\((\w+)=([^(),]+)(?:, (\w+)=([^(),]+))?\)$/;

/** The argument written as its code of today says, a number or a flag kept. */
export function argumentEdit(name: string | undefined): Edit | undefined {
  const [, first, value, second, other] =
    ALONE.exec(argumentToday(name) ?? '') ?? [];
  if (name === undefined || first === undefined) {
    return undefined;
  }
  return keywordWritten(name, old => {
    const isKept = /^(?:\d+|True|False)$/.test(old);
    const kept = (text: string): string =>
      isKept && /^(?:\d+|True|False)$/.test(text) ? old : text;
    return second === undefined
      ? `${first}=${kept(value)}`
      : `${first}=${value}, ${second}=${kept(other)}`;
  });
}
