import type { IEntry, IReading, Values } from '../../diagnosis/types';
import { said } from '../said';

/** pytorch/utilities/compile.py and trainer.py, 1.6 to 2.x. */
const MODEL =
  /`model` must be a `LightningModule`(?: or `torch\._dynamo\.OptimizedModule`)?, got `(?<class>[\w.<>]{1,100})`|`Trainer\.\w{2,12}\(\)` requires a `LightningModule`, got: ?`?(?<older>[\w.<>]{1,100})|`model` is expected to be a compiled LightningModule\. Found a `(?<compiled>[\w.<>]{1,100})`/;

/** The same package, model_helpers.py: it knows the other one by its name. */
const STYLE =
  /You passed a `(?<given>pytorch_lightning|lightning\.pytorch)` object \((?<class>[\w.<>]{1,100})\) to a `(?<trainer>pytorch_lightning|lightning\.pytorch)` Trainer/;

/** A data module of the other package is taken for a loader. */
const DATA =
  /An invalid dataloader was passed to `Trainer\.\w{2,12}\((?:train_|val_)?dataloaders=\.\.\.\)`\. Found <(?<class>[\w.]{0,90}DataModule\w{0,30}) object/;

/** The package of the trainer, from the files of the frames. */
function trainerOf({ exceptions }: IReading): string | undefined {
  const files = exceptions
    .flatMap(({ frames }) => frames.map(({ file }) => file))
    .filter(file => /[\\/]trainer[\\/]/.test(file))
    .join('\n');
  if (/[\\/]lightning[\\/]pytorch[\\/]/.test(files)) {
    return 'lightning.pytorch';
  }
  return /[\\/]pytorch_lightning[\\/]/.test(files)
    ? 'pytorch_lightning'
    : undefined;
}

const model = (groups: Values, reading: IReading): Values => {
  const name = groups.class ?? groups.older ?? groups.compiled;
  return {
    kind: name === 'NoneType' ? 'none' : undefined,
    class: name,
    trainer: trainerOf(reading)
  };
};

const entry: IEntry = {
  id: 'version/lightning-mixed',
  answers: [
    'TypeError: `model` must be a `LightningModule` or `torch._dynamo.OptimizedModule`, got `MyModel`',
    'TypeError: `model` must be a `LightningModule`, got `MyModel`',
    'TypeError: `Trainer.fit()` requires a `LightningModule`, got: MyModel',
    'TypeError: You passed a `pytorch_lightning` object (MyModel) to a `lightning.pytorch` Trainer. Please switch to a single import style.'
  ],
  signs: [
    ...said(STYLE),
    ...said(MODEL, { confidence: 'likely', read: model }),
    ...said(DATA, {
      confidence: 'likely',
      read: (groups, reading) => ({ kind: 'data', trainer: trainerOf(reading) })
    })
  ],
  page(trans, { kind, class: name, given, trainer }) {
    const shown = name?.replace(/^.*\./, '').slice(0, 40);
    const own = trainer ?? 'lightning.pytorch';
    return {
      title:
        kind === 'none'
          ? trans.__('The Trainer was given None instead of a model')
          : kind === 'data'
            ? trans.__('The Trainer does not know this data module')
            : given
              ? trans.__('Two Lightning packages are mixed')
              : trans.__('The Trainer does not know this model as its own'),
      cause:
        kind === 'none'
          ? trans.__(
              'The model passed to the Trainer is None. Usually the function that builds it has no return.'
            )
          : given
            ? trans.__(
                '%1 is built from %2, the Trainer comes from %3. They are two packages with the same classes twice, and neither accepts those of the other.',
                shown ?? trans.__('The model'),
                given,
                own
              )
            : trans.__(
                'The Trainer takes only classes of its own package%1, and %2 is none of these. Usually one file imports pytorch_lightning and another lightning: the same classes exist in both, and each is strange to the other.',
                trainer ? ` (${trainer})` : '',
                shown ??
                  (kind === 'data'
                    ? trans.__('the data module')
                    : trans.__('the model'))
              ),
      fixes:
        kind === 'none'
          ? [
              {
                safety: 'safe',
                title: trans.__('Return the model from the function'),
                code: 'def build():\n    model = Net()\n    return model'
              }
            ]
          : [
              {
                safety: 'safe',
                title: trans.__('Import everything from one package'),
                detail: trans.__(
                  'Trainer, LightningModule, LightningDataModule, callbacks and loggers alike. If a library brings the model, import the Trainer from the package which that library uses.'
                ),
                code:
                  own === 'pytorch_lightning'
                    ? 'import pytorch_lightning as pl'
                    : 'import lightning.pytorch as pl'
              },
              {
                safety: 'diagnostic',
                title: trans.__('See which package each class comes from'),
                code: "print(pl.Trainer.__module__)\nprint([c.__module__ for c in type(model).__mro__ if 'lightning' in c.__module__])"
              },
              {
                safety: 'check',
                title: trans.__('Or wrap a plain nn.Module'),
                detail: trans.__(
                  'If the second list is empty, the model is no LightningModule of either package: give it training_step and configure_optimizers.'
                ),
                code: 'class Task(pl.LightningModule):\n    def __init__(self, model):\n        super().__init__()\n        self.model = model'
              }
            ],
      notThis: [
        trans.__(
          'If the class named in the error is None or a plain nn.Module, nothing is mixed: the wrong object was passed.'
        )
      ],
      links: [
        {
          title: trans.__('Lightning: LightningModule'),
          url: 'https://lightning.ai/docs/pytorch/stable/common/lightning_module.html'
        },
        {
          title: trans.__('Lightning: the repository'),
          url: 'https://github.com/Lightning-AI/pytorch-lightning'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'TypeError',
      evalue:
        '`model` must be a `LightningModule` or `torch._dynamo.OptimizedModule`, got `Classifier`',
      torch: '2.1',
      origin: 'reference',
      values: { class: 'Classifier' }
    },
    {
      ename: 'TypeError',
      evalue: '`model` must be a `LightningModule`, got `Classifier`',
      torch: '1.13',
      origin: 'reference',
      values: { class: 'Classifier' }
    },
    {
      ename: 'TypeError',
      evalue:
        '`model` must be a `LightningModule` or `torch._dynamo.OptimizedModule`, got `NoneType`',
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'none' }
    },
    {
      ename: 'TypeError',
      evalue: '`Trainer.fit()` requires a `LightningModule`, got: Classifier',
      torch: '1.12',
      origin: 'reference',
      values: { class: 'Classifier' }
    },
    {
      ename: 'TypeError',
      evalue:
        'You passed a `pytorch_lightning` object (Classifier) to a `lightning.pytorch` Trainer. Please switch to a single import style.',
      torch: '2.1',
      origin: 'reference',
      values: { given: 'pytorch_lightning', trainer: 'lightning.pytorch' }
    },
    {
      ename: 'TypeError',
      evalue:
        'An invalid dataloader was passed to `Trainer.fit(train_dataloaders=...)`. Found <__main__.DigitsDataModule object at 0x7f2b5c0d3a90>. Either pass the dataloader to the `.fit()` method OR implement `def train_dataloader(self):` in your LightningModule/LightningDataModule.',
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'data', class: '__main__.DigitsDataModule' }
    }
  ],
  nearMisses: [
    {
      ename: 'TypeError',
      evalue:
        'An invalid dataloader was passed to `Trainer.fit(train_dataloaders=...)`. Found None.'
    },
    {
      ename: 'TypeError',
      evalue: '`module` must be a `LightningModule`, got `Linear`'
    },
    {
      ename: 'ModuleNotFoundError',
      evalue: "No module named 'pytorch_lightning'"
    }
  ]
};

export default entry;
