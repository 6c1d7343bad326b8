import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { packageOf } from '../../../shared/package-names';
import { libraryFrames, moduleOf } from '../../shared/code-owner';
import { messageOrLog } from '../../signs';
import { versionOf } from '../../shared/stack';
import {
  argumentEdit,
  argumentToday,
  REMOVED_ARGUMENTS
} from './lightning-arguments';
import { keywordGiven } from '../../shared/edits/calls';
import { attributeToday, REMOVED_ATTRIBUTES } from './trainer-attributes';

const REFUSED = String.raw`__init__\(\) got an unexpected keyword argument ['"](?<argument>${REMOVED_ARGUMENTS})['"]`;

/** Python names the class since 3.10. */
const ARGUMENT = new RegExp(String.raw`\bTrainer\.${REFUSED}`);
const UNNAMED = new RegExp(String.raw`(?<![\w.])${REFUSED}`);

/** lightning/pytorch/trainer/configuration_validator.py, since 2.0. */
const HOOK =
  /Support for `(?<hook>(?:training|validation|test)_epoch_end)` has been removed in v2\.\d\.\d/;

/** lightning/pytorch/trainer/configuration_validator.py, 1.8 and 1.9. */
const RENAMED_HOOK =
  /The `(?<owner>Callback|LightningModule)\.(?<hook>on_\w{1,40})` hook was removed in v1\.8\. Please use `(?:Callback|LightningModule)\.(?<today>on_\w{1,40})` instead/;

/** transformers' Trainer has these names neither, but nobody asks it for them. */
const ATTRIBUTE = new RegExp(
  String.raw`^'Trainer' object has no attribute '(?<attribute>${REMOVED_ATTRIBUTES})'`
);

/** lightning/pytorch/trainer/connectors/accelerator_connector.py. */
const STRATEGY =
  /You selected an invalid strategy name: `?strategy=(?:None|['"](?<strategy>[\w.]{1,30})['"])/;

/** pytorch_lightning/trainer/connectors/callback_connector.py, 1.4. */
const CALLBACK =
  /Invalid type provided for checkpoint_callback: Expected bool but received/;

/** lightning/pytorch/trainer/configuration_validator.py, since 2.0. */
const OPTIMIZERS =
  /Training with multiple optimizers is only supported with manual optimization/;

/** What only hands on the arguments of a user's own configuration. */
const HANDS_ON =
  /^(?:pytorch_lightning|lightning|lightning_fabric|hydra|omegaconf|jsonargparse)$/;

/** The package that makes the Trainer for the user. */
function askerOf(reading: IReading): string | undefined {
  const [first] = libraryFrames(reading);
  const module = first && moduleOf(first);
  return module === undefined || HANDS_ON.test(module) ? undefined : module;
}

/** What Lightning 2 has in place of a hook at the end of an epoch. */
function newHook(hook: string): string {
  const stage = hook.replace(/_epoch_end$/, '');
  const short = stage === 'training' ? 'train' : stage;
  return `def ${stage}_step(self, batch, batch_idx):\n    ...\n    self.outputs.append(loss.detach())  # a list made in __init__\n\ndef on_${short}_epoch_end(self):\n    mean = torch.stack(self.outputs).mean()\n    self.outputs.clear()`;
}

/** What a hook gets, by its name and by whose it is. */
function renamedHook(owner: string | undefined, today: string): string {
  const batch = today.endsWith('_batch_end')
    ? ', outputs, batch, batch_idx'
    : ', batch, batch_idx';
  const trainer = owner === 'Callback' ? ', trainer, pl_module' : '';
  return `def ${today}(self${trainer}${today.includes('_batch_') ? batch : ''}):`;
}

function titleOf(trans: ITranslate, name: string | undefined): string {
  return name
    ? trans.__('Lightning 2 no longer has “%1”', name)
    : trans.__('Lightning 2 wants the strategy by its name');
}

function causeOf(trans: ITranslate, installed: string | undefined): string {
  return installed
    ? trans.__(
        'The code was written for Lightning 1 and the installed Lightning is %1. Many arguments and hooks were renamed or removed with release 2.',
        installed
      )
    : trans.__(
        'The code was written for Lightning 1 and the installed Lightning is a 2. Many arguments and hooks were renamed or removed with it.'
      );
}

function oldLightning(trans: ITranslate, below = '2'): IFix {
  return check(
    trans.__('Or install the Lightning it was written for'),
    `%pip install 'pytorch-lightning<${below}'`,
    trans.__('In an environment of its own: it wants an older torch, too.')
  );
}

export default define({
  id: 'version/lightning-removed',
  answers: [
    "Trainer.__init__() got an unexpected keyword argument 'gpus'",
    "Trainer.__init__() got an unexpected keyword argument 'resume_from_checkpoint'",
    'Support for `training_epoch_end` has been removed in v2.0.0.',
    "You selected an invalid strategy name: `strategy='dp'`.",
    'The `Callback.on_batch_end` hook was removed in v1.8.',
    "'Trainer' object has no attribute 'lr_schedulers'"
  ],
  refines: ['version/library-argument'],
  values: [
    'argument',
    'attribute',
    'hook',
    'owner',
    'today',
    'strategy',
    'installed',
    'asker'
  ],
  known: reading => ({
    asker: askerOf(reading),
    installed:
      versionOf(reading, 'pytorch_lightning') ?? versionOf(reading, 'lightning')
  }),
  kinds: {
    argument: {
      signs: [
        ...messageOrLog(ARGUMENT),
        ...messageOrLog(UNNAMED, {
          when: reading =>
            reading.code === '' ||
            reading.mentions('Trainer(') ||
            reading.mentions('lightning'),
          confidence: 'likely'
        })
      ],
      words: (trans, { argument, installed, asker }) => ({
        title: titleOf(trans, argument),
        cause: asker
          ? installed
            ? trans.__(
                '%1 makes the Trainer, not a line of yours, and makes it as Lightning 1 wanted it. The installed Lightning is %2.',
                asker,
                installed
              )
            : trans.__(
                '%1 makes the Trainer, not a line of yours, and makes it as Lightning 1 wanted it. The installed Lightning is a 2.',
                asker
              )
          : causeOf(trans, installed),
        fixes: asker
          ? [
              check(
                trans.__('Update %1, then restart the kernel', asker),
                `%pip install --upgrade ${packageOf(asker)}`
              ),
              oldLightning(trans)
            ]
          : [
              {
                ...check(
                  trans.__('Say it as Lightning 2 wants it'),
                  argumentToday(argument) ?? 'trainer = Trainer()'
                ),
                edit: argumentEdit(argument)
              },
              oldLightning(trans)
            ]
      })
    },
    hook: {
      signs: messageOrLog(HOOK),
      words: (trans, { hook = 'training_epoch_end', installed }) => ({
        title: titleOf(trans, hook),
        cause: causeOf(trans, installed),
        fixes: [
          check(
            trans.__('Keep the outputs yourself, and use the new hook'),
            newHook(hook)
          ),
          oldLightning(trans)
        ]
      })
    },
    // core/lightning.py: the wheel of 1.2.10 has a setter, that of 1.3.0 has none.
    hparams: {
      signs: [
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern:
            /^(?:can't set attribute(?: ["']?hparams["']?)?$|property ["']hparams["'] of .{1,80} has no setter)/,
          when: ({ exceptions }) =>
            exceptions.some(({ frames }) =>
              frames.some(({ code }) => /\bself\.hparams ?=(?!=)/.test(code))
            ),
          confidence: 'likely'
        }
      ],
      words: (trans, { installed }) => ({
        title: trans.__('hparams can only be read in this Lightning'),
        cause: installed
          ? trans.__(
              'Lightning %1 makes hparams itself, from what save_hyperparameters() is given. Older releases let a model assign it.',
              installed
            )
          : trans.__(
              'Lightning makes hparams itself, from what save_hyperparameters() is given. Releases before 1.3 let a model assign it.'
            ),
        fixes: [
          check(
            trans.__('Have it saved in place of the assignment'),
            'self.save_hyperparameters(hparams)  # then self.hparams.lr …'
          ),
          oldLightning(trans, '1.3')
        ]
      })
    },
    'renamed hook': {
      signs: messageOrLog(RENAMED_HOOK),
      words: (
        trans,
        { owner, hook = 'on_batch_end', today = 'on_train_batch_end' }
      ) => ({
        title: trans.__('Lightning no longer calls “%1”', hook),
        cause: trans.__(
          'The code was written for an older Lightning. Since 1.8 “%1” stands in its place, and Lightning refuses to start where the old hook would be left out silently.',
          today
        ),
        fixes: [
          check(
            trans.__('Rename the hook, with what the new one gets'),
            renamedHook(owner, today)
          ),
          check(
            trans.__('Or install the Lightning it was written for'),
            "%pip install 'pytorch-lightning<1.8'",
            trans.__(
              'In an environment of its own: it wants an older torch, too.'
            )
          )
        ]
      })
    },
    attribute: {
      signs: messageOrLog(ATTRIBUTE, {
        when: reading => !reading.mentions('transformers'),
        confidence: 'likely'
      }),
      words: (trans, { attribute = 'lr_schedulers', installed }) => ({
        title: trans.__('Lightning’s Trainer no longer has “%1”', attribute),
        cause: installed
          ? trans.__(
              'The code was written for an earlier Lightning than the installed %1, whose Trainer says it in another way.',
              installed
            )
          : trans.__(
              'The code was written for an earlier Lightning than the installed one, whose Trainer says it in another way.'
            ),
        fixes: [
          check(
            trans.__('Say it as Lightning does today'),
            attributeToday(attribute) ?? 'trainer.strategy'
          ),
          oldLightning(trans)
        ]
      })
    },
    optimizers: {
      signs: messageOrLog(OPTIMIZERS),
      words: (trans, { installed }) => ({
        title: titleOf(trans, 'optimizer_idx'),
        cause: causeOf(trans, installed),
        fixes: [
          check(
            trans.__('Step each optimizer yourself'),
            'self.automatic_optimization = False  # in __init__\n\ndef training_step(self, batch, batch_idx):\n    opt_g, opt_d = self.optimizers()\n    opt_g.zero_grad()\n    self.manual_backward(loss_g)\n    opt_g.step()'
          ),
          oldLightning(trans)
        ]
      })
    },
    callback: {
      signs: messageOrLog(CALLBACK),
      words: trans => ({
        title: trans.__('A callback goes into callbacks today'),
        cause: trans.__(
          'Up to Lightning 1.3 checkpoint_callback took the ModelCheckpoint itself. The installed one takes True or False there, and every callback in the list callbacks.'
        ),
        fixes: [
          check(
            trans.__('Hand it over in the list'),
            'trainer = Trainer(callbacks=[checkpoint_callback])  # in place of checkpoint_callback=…'
          ),
          check(
            trans.__('Or install the Lightning it was written for'),
            "%pip install 'pytorch-lightning<1.4'",
            trans.__(
              'In an environment of its own: it wants an older torch, too.'
            )
          )
        ]
      })
    },
    strategy: {
      signs: messageOrLog(STRATEGY),
      words: (trans, { strategy, installed }) => ({
        title: titleOf(trans, strategy),
        cause: causeOf(trans, installed),
        fixes: [
          {
            ...check(
              trans.__('Name a strategy of today'),
              strategy === undefined
                ? "trainer = Trainer(strategy='auto')"
                : "trainer = Trainer(strategy='ddp')  # or 'auto', 'fsdp'"
            ),
            edit: keywordGiven(['Trainer'], 'strategy', "'auto'")
          },
          oldLightning(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The Trainer of transformers has the same name and other arguments: look at what is imported.'
      )
    ],
    links: [
      {
        title: trans.__('Lightning: migration from 1 to 2'),
        url: 'https://lightning.ai/docs/pytorch/stable/upgrade/migration_guide.html'
      }
    ]
  })
});
