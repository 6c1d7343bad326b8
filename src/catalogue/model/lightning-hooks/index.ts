import type { ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { ownValue } from '../../../shared/own-value';
import { define, type IWords } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { parameterAdded } from '../../shared/edits/functions';
import { keywordOfMade } from '../../shared/edits/options';

/** lightning/pytorch/core/module.py and hooks.py, 2.6: what the Trainer gives. */
const SIGNATURES: Readonly<Record<string, string>> = {
  training_step: 'self, batch, batch_idx',
  validation_step: 'self, batch, batch_idx, dataloader_idx=0',
  test_step: 'self, batch, batch_idx, dataloader_idx=0',
  predict_step: 'self, batch, batch_idx, dataloader_idx=0',
  on_train_batch_start: 'self, batch, batch_idx',
  on_train_batch_end: 'self, outputs, batch, batch_idx',
  on_validation_batch_start: 'self, batch, batch_idx, dataloader_idx=0',
  on_validation_batch_end: 'self, outputs, batch, batch_idx, dataloader_idx=0',
  on_test_batch_end: 'self, outputs, batch, batch_idx, dataloader_idx=0',
  on_train_epoch_end: 'self',
  on_validation_epoch_end: 'self',
  on_test_epoch_end: 'self',
  optimizer_step: 'self, epoch, batch_idx, optimizer, optimizer_closure=None',
  optimizer_zero_grad: 'self, epoch, batch_idx, optimizer',
  configure_gradient_clipping:
    'self, optimizer, gradient_clip_val=None, gradient_clip_algorithm=None',
  lr_scheduler_step: 'self, scheduler, metric'
};

const HOOKS = Object.keys(SIGNATURES).join('|');

/** Python names the class since 3.10. */
const CALLED = new RegExp(
  String.raw`^(?:\w{1,80}\.)?(?<hook>${HOOKS})\(\) (?:takes (?:from \d{1,2} to )?\d{1,2} positional arguments? but \d{1,2} (?:were|was) given|missing \d{1,2} required positional arguments?:|got an unexpected keyword argument)`
);

/** Before 2.0 it was given whether the method takes it or not. */
const LOADERS_OLD =
  /^(?:\w{1,80}\.)?(?<hook>(?:validation|test|predict)_step)\(\) takes 3 positional arguments but 4 were given/;

const LOADER_OLD =
  /^(?:\w{1,80}\.)?(?<hook>(?:validation|test|predict)_step)\(\) missing 1 required positional argument: ["']dataloader_idx["']/;

/** Lightning's hooks by names that others have, too, need Lightning at hand. */
function isLightning(reading: IReading): boolean {
  return (
    reading.mentions('lightning') ||
    reading.mentions('Lightning') ||
    reading.exceptions.some(({ message }) =>
      /(?:validation|test|predict)_step\(\)/.test(message)
    )
  );
}

/** What makes the trainer need a loader, by the loader's name. */
const STAGES: Readonly<Record<string, string>> = {
  train: 'trainer.fit(model, train_loader)',
  val: 'trainer.fit(model, train_loader, val_loader)',
  test: 'trainer.test(model, test_loader)',
  predict: 'trainer.predict(model, predict_loader)'
};

function takesIndex(
  trans: ITranslate,
  hook: string | undefined,
  title: string,
  cause: string
): IWords {
  return {
    title,
    cause,
    fixes: [
      {
        ...check(
          trans.__('Take the index, with a default'),
          `def ${hook ?? 'validation_step'}(self, batch, batch_idx, dataloader_idx=0):\n    ...`
        ),
        edit: parameterAdded(hook ?? 'validation_step', 'dataloader_idx', '0')
      }
    ]
  };
}

export default define({
  id: 'model/lightning-hooks',
  answers: [
    'MisconfigurationException: `train_dataloader` must be implemented to be used with the Lightning Trainer',
    'You provided multiple `val_dataloader`, but no `dataloader_idx` argument in `Net.validation_step()`.',
    'TypeError: Net.validation_step() takes 3 positional arguments but 4 were given',
    'No `training_step()` method defined. Lightning `Trainer` expects as minimum a `training_step()`',
    "TypeError: Net.on_train_epoch_end() missing 1 required positional argument: 'outputs'"
  ],
  refines: ['python/call-arguments', 'version/libraries-differ'],
  values: ['hook', 'stage', 'call'],
  kinds: {
    several: {
      signs: [
        ...messageOrLog(
          /You provided multiple `\w{1,20}_dataloader`, but no `dataloader_idx` argument in `\w{1,80}\.(?<hook>\w{1,20})\(\)`/
        ),
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: LOADERS_OLD,
          when: isLightning,
          confidence: 'likely'
        }
      ],
      words: (trans, { hook }) =>
        takesIndex(
          trans,
          hook,
          trans.__('%1() has no dataloader_idx', hook ?? 'validation_step'),
          trans.__(
            'The Trainer was given several loaders for this stage and says with dataloader_idx which one a batch is from. %1() does not take it.',
            hook ?? 'validation_step'
          )
        )
    },
    single: {
      signs: [
        ...messageOrLog(
          /You provided only a single `\w{1,20}_dataloader`, but have included `dataloader_idx` in `\w{1,80}\.(?<hook>\w{1,20})\(\)`/
        ),
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: LOADER_OLD,
          when: isLightning,
          confidence: 'likely'
        }
      ],
      words: (trans, { hook }) =>
        takesIndex(
          trans,
          hook,
          trans.__('%1() insists on dataloader_idx', hook ?? 'validation_step'),
          trans.__(
            'The Trainer gives dataloader_idx only where a stage has several loaders. Here it has one, and %1() cannot go without the index.',
            hook ?? 'validation_step'
          )
        )
    },
    arguments: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: CALLED,
          when: reading =>
            isLightning(reading) &&
            !reading.exceptions.some(
              ({ message }) =>
                LOADERS_OLD.test(message) || LOADER_OLD.test(message)
            ),
          confidence: 'likely'
        }
      ],
      words: (trans, { hook = 'validation_step' }) => ({
        title: trans.__('%1() takes other arguments', hook),
        cause: trans.__(
          'The Trainer calls %1() by itself, with the arguments that Lightning has for it. The method as it is written does not take these.',
          hook
        ),
        fixes: [
          check(
            trans.__('Write it as Lightning 2 calls it'),
            `def ${hook}(${ownValue(SIGNATURES, hook) ?? 'self, batch, batch_idx'}):\n    ...`,
            hook.startsWith('on_')
              ? trans.__('In a Callback, trainer and pl_module follow on self.')
              : undefined
          ),
          {
            safety: 'diagnostic',
            title: trans.__(
              'Changed already: see that the new class is in use'
            ),
            detail: trans.__(
              'An object that was made before keeps the old method: run the cell that makes the model again.'
            )
          }
        ],
        notThis: [
          trans.__(
            'Your own code calls the method: then the call is what to change.'
          )
        ]
      })
    },
    loader: {
      signs: messageOrLog(
        /`(?<stage>train|val|test|predict)_dataloader` must be implemented to be used with the Lightning Trainer/
      ),
      words: (trans, { stage }) => ({
        title: stage
          ? trans.__('The Trainer has no loader for “%1”', stage)
          : trans.__('The Trainer has no loader'),
        cause: trans.__(
          'No loader was given to the Trainer, and the module or data module defines no method %1_dataloader().',
          stage ?? 'train'
        ),
        fixes: [
          {
            ...check(
              trans.__('Give the loader with the call'),
              ownValue(STAGES, stage) ?? STAGES.train
            ),
            edit: keywordOfMade(['fit'], 'train_dataloaders', call =>
              /DataLoader$/.test(call)
            )
          },
          check(
            trans.__('Or define the method, on the module or the data module'),
            `def ${stage ?? 'train'}_dataloader(self):\n    return DataLoader(self.${stage ?? 'train'}_set, batch_size=32)`
          ),
          check(
            trans.__('A data module goes in by name'),
            'trainer.fit(model, datamodule=data)'
          )
        ],
        notThis: [
          trans.__(
            'The method is there: look whether it is spelled so and stands in the class, not inside another method.'
          )
        ]
      })
    },
    method: {
      signs: messageOrLog(
        /No `(?<hook>\w{1,40})\(\)` method defined(?: to run `Trainer\.(?<call>\w{1,20})`|\. Lightning `Trainer` expects as minimum)/
      ),
      words: (trans, { hook = 'training_step', call }) => ({
        title: trans.__('The module has no %1()', hook),
        cause: call
          ? trans.__(
              'Trainer.%1() needs %2() on the module, and the module as it is does not define it.',
              call,
              hook
            )
          : trans.__(
              'The Trainer needs training_step() and configure_optimizers() on the module, and %1() is not defined.',
              hook
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See whether the class has it, spelled so'),
            detail: trans.__(
              'A method that is indented into another one, or spelled otherwise, does not count. Run the cells of the class and of the model again after a change.'
            ),
            code: `print('${hook}' in vars(type(model)))`
          },
          check(
            trans.__('Define it'),
            hook === 'configure_optimizers'
              ? 'def configure_optimizers(self):\n    return torch.optim.Adam(self.parameters(), lr=1e-3)'
              : hook === 'training_step'
                ? 'def training_step(self, batch, batch_idx):\n    x, y = batch\n    return F.cross_entropy(self(x), y)'
                : `def ${hook}(self, batch, batch_idx):\n    x, y = batch\n    return self(x)`
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The Trainer of transformers has the same name and other methods: look at what is imported.'
      )
    ],
    links: [
      {
        title: trans.__('Lightning: LightningModule, its methods and hooks'),
        url: 'https://lightning.ai/docs/pytorch/stable/common/lightning_module.html'
      }
    ]
  })
});
