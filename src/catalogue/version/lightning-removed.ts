import type { IEntry, IFix, ITranslate, Values } from '../../diagnosis/types';
import { said } from '../said';
import { argumentToday, REMOVED_ARGUMENTS } from './shared/lightning-arguments';

const REFUSED = String.raw`__init__\(\) got an unexpected keyword argument ['"](?<argument>${REMOVED_ARGUMENTS})['"]`;

/** Python names the class since 3.10. */
const ARGUMENT = new RegExp(String.raw`\bTrainer\.${REFUSED}`);
const UNNAMED = new RegExp(String.raw`(?<![\w.])${REFUSED}`);

/** lightning/pytorch/trainer/configuration_validator.py, since 2.0. */
const HOOK =
  /Support for `(?<hook>(?:training|validation|test)_epoch_end)` has been removed in v2\.\d\.\d/;

/** lightning/pytorch/trainer/connectors/accelerator_connector.py. */
const STRATEGY =
  /You selected an invalid strategy name: `?strategy=(?:None|['"](?<strategy>[\w.]{1,30})['"])/;

/** lightning/pytorch/trainer/configuration_validator.py, since 2.0. */
const OPTIMIZERS =
  /Training with multiple optimizers is only supported with manual optimization/;

/** The first fix, by what is gone. */
function today(
  trans: ITranslate,
  { argument, hook, kind, strategy }: Values
): IFix {
  if (hook !== undefined) {
    const stage = hook.replace(/_epoch_end$/, '');
    const short = stage === 'training' ? 'train' : stage;
    return {
      safety: 'check',
      title: trans.__('Keep the outputs yourself, and use the new hook'),
      code: `def ${stage}_step(self, batch, batch_idx):\n    ...\n    self.outputs.append(loss.detach())  # a list made in __init__\n\ndef on_${short}_epoch_end(self):\n    mean = torch.stack(self.outputs).mean()\n    self.outputs.clear()`
    };
  }
  if (kind === 'optimizers') {
    return {
      safety: 'check',
      title: trans.__('Step each optimizer yourself'),
      code: 'self.automatic_optimization = False  # in __init__\n\ndef training_step(self, batch, batch_idx):\n    opt_g, opt_d = self.optimizers()\n    opt_g.zero_grad()\n    self.manual_backward(loss_g)\n    opt_g.step()'
    };
  }
  if (kind === 'strategy') {
    return {
      safety: 'check',
      title: trans.__('Name a strategy of today'),
      code:
        strategy === undefined
          ? "trainer = Trainer(strategy='auto')"
          : "trainer = Trainer(strategy='ddp')  # or 'auto', 'fsdp'"
    };
  }
  return {
    safety: 'check',
    title: trans.__('Say it as Lightning 2 wants it'),
    code: argumentToday(argument) ?? 'trainer = Trainer()'
  };
}

const entry: IEntry = {
  id: 'version/lightning-removed',
  answers: [
    "Trainer.__init__() got an unexpected keyword argument 'gpus'",
    "Trainer.__init__() got an unexpected keyword argument 'resume_from_checkpoint'",
    'Support for `training_epoch_end` has been removed in v2.0.0.',
    "You selected an invalid strategy name: `strategy='dp'`."
  ],
  signs: [
    ...said(ARGUMENT),
    ...said(UNNAMED, {
      when: reading =>
        reading.mentions('Trainer(') || reading.mentions('lightning'),
      confidence: 'likely'
    }),
    ...said(HOOK),
    ...said(OPTIMIZERS, {
      read: () => ({ kind: 'optimizers', argument: 'optimizer_idx' })
    }),
    ...said(STRATEGY, {
      read: ({ strategy }) => ({ kind: 'strategy', strategy })
    })
  ],
  page(trans, values) {
    const { argument, hook, strategy } = values;
    const name = argument ?? hook ?? strategy;
    return {
      title: name
        ? trans.__('Lightning 2 no longer has “%1”', name)
        : trans.__('Lightning 2 wants the strategy by its name'),
      cause: trans.__(
        'The code was written for Lightning 1 and the installed Lightning is a 2. Many arguments and hooks were renamed or removed with it.'
      ),
      fixes: [
        today(trans, values),
        {
          safety: 'check',
          title: trans.__('Or install the Lightning it was written for'),
          detail: trans.__(
            'In an environment of its own: it wants an older torch, too.'
          ),
          code: "%pip install 'pytorch-lightning<2'"
        }
      ],
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
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'Training with multiple optimizers is only supported with manual optimization. Remove the `optimizer_idx` argument from `training_step`, set `self.automatic_optimization = False` and access your optimizers in `training_step` with `opt1, opt2, ... = self.optimizers()`.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'optimizers' }
    },
    {
      ename: 'TypeError',
      evalue: "Trainer.__init__() got an unexpected keyword argument 'gpus'",
      torch: '2.0',
      origin: 'reference',
      values: { argument: 'gpus' }
    },
    {
      ename: 'TypeError',
      evalue:
        "__init__() got an unexpected keyword argument 'resume_from_checkpoint'",
      source: "trainer = pl.Trainer(resume_from_checkpoint='last.ckpt')",
      torch: '1.13',
      origin: 'reference',
      values: { argument: 'resume_from_checkpoint' }
    },
    {
      ename: 'NotImplementedError',
      evalue:
        'Support for `validation_epoch_end` has been removed in v2.0.0. `Net` implements this method. You can use the `on_validation_epoch_end` hook instead. To access outputs, save them in-memory as instance attributes.',
      torch: '2.0',
      origin: 'reference',
      values: { hook: 'validation_epoch_end' }
    },
    {
      ename: 'ValueError',
      evalue:
        "You selected an invalid strategy name: `strategy='dp'`. It must be either a string or an instance of `pytorch_lightning.strategies.Strategy`.",
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'strategy', strategy: 'dp' }
    },
    {
      ename: 'ValueError',
      evalue:
        'You selected an invalid strategy name: `strategy=None`. It must be either a string or an instance of `pytorch_lightning.strategies.Strategy`.',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'strategy' }
    }
  ],
  nearMisses: [
    {
      ename: 'TypeError',
      evalue: "Trainer.__init__() got an unexpected keyword argument 'colour'"
    },
    {
      ename: 'TypeError',
      evalue: "Job.__init__() got an unexpected keyword argument 'gpus'"
    },
    {
      ename: 'TypeError',
      evalue: "__init__() got an unexpected keyword argument 'gpus'",
      source: 'job = Job(gpus=1)'
    }
  ]
};

export default entry;
