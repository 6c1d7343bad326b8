import { fitting } from '../../shared/fitting';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { printedText } from '../../predicates';
import { messageOrLog } from '../../signs';
import { packageImported } from '../../shared/edits/packages';

/** pytorch/utilities/compile.py and trainer.py, 1.6 to 2.x. */
const MODEL =
  /`model` must be a `LightningModule`(?: or `torch\._dynamo\.OptimizedModule`)?, got `(?<class>[\w.<>]{1,100})`|`Trainer\.\w{2,12}\(\)` requires a `LightningModule`, got: ?`?(?<older>[\w.<>]{1,100})|`model` is expected to be a compiled LightningModule\. Found a `(?<compiled>[\w.<>]{1,100})`/;

/**
 * What is left of a model without its wrappers is of neither package: also where
 * an attribute of it is called `module`.
 */
const UNWRAPPED = /Unwrapping the module did not yield a `LightningModule`/;

function usesBoth(reading: IReading): boolean {
  return (
    reading.mentions('pytorch_lightning') &&
    /\b(?:from|import) lightning\b|[\\/]lightning[\\/]pytorch[\\/]/.test(
      printedText(reading)
    )
  );
}

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

function readModel(groups: Values, reading: IReading) {
  const name = groups.class ?? groups.older ?? groups.compiled;
  return {
    kind: name === 'NoneType' ? 'none' : 'model',
    class: name,
    trainer: trainerOf(reading)
  } as const;
}

/** A class as the code names it, without its module. */
function shortName(name: string | undefined): string | undefined {
  return fitting(name?.replace(/^.*\./, ''), 40);
}

function notItsOwn(
  trans: ITranslate,
  trainer: string | undefined,
  what: string
): string {
  return trans.__(
    'The Trainer takes only classes of its own package%1, and %2 is none of these. Usually one file imports pytorch_lightning and another lightning: the same classes exist in both, and neither package knows those of the other.',
    trainer ? ` (${trainer})` : '',
    what
  );
}

function onePackageFixes(
  trans: ITranslate,
  trainer: string | undefined
): IFix[] {
  return [
    {
      safety: 'safe',
      title: trans.__('Import everything from one package'),
      edit: packageImported('pytorch_lightning', 'lightning.pytorch'),
      detail: trans.__(
        'Trainer, LightningModule, LightningDataModule, callbacks and loggers alike. If a library brings the model, import the Trainer from the package which that library uses.'
      ),
      code:
        trainer === 'pytorch_lightning'
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
  ];
}

export default define({
  id: 'version/lightning-mixed',
  answers: [
    'TypeError: `model` must be a `LightningModule` or `torch._dynamo.OptimizedModule`, got `MyModel`',
    'TypeError: `model` must be a `LightningModule`, got `MyModel`',
    'TypeError: `Trainer.fit()` requires a `LightningModule`, got: MyModel',
    'TypeError: You passed a `pytorch_lightning` object (MyModel) to a `lightning.pytorch` Trainer. Please switch to a single import style.'
  ],
  values: ['class', 'given', 'trainer'],
  signs: [
    ...messageOrLog(MODEL, { confidence: 'likely', read: readModel }),
    ...messageOrLog(UNWRAPPED, {
      when: usesBoth,
      confidence: 'likely',
      read: readModel
    })
  ],
  kinds: {
    model: {
      words: (trans, { class: name, trainer }) => ({
        title: trans.__('The Trainer does not know this model as its own'),
        cause: notItsOwn(
          trans,
          trainer,
          shortName(name) ?? trans.__('the model')
        ),
        fixes: onePackageFixes(trans, trainer)
      })
    },
    mixed: {
      signs: messageOrLog(STYLE),
      words: (
        trans,
        { class: name, given, trainer = 'lightning.pytorch' }
      ) => ({
        title: trans.__('Two Lightning packages are mixed'),
        cause: trans.__(
          '%1 is built from %2, the Trainer comes from %3. They are two packages with the same classes twice, and neither accepts those of the other.',
          shortName(name) ?? trans.__('The model'),
          given,
          trainer
        ),
        fixes: onePackageFixes(trans, trainer)
      })
    },
    data: {
      signs: messageOrLog(DATA, {
        confidence: 'likely',
        read: (groups, reading) => ({
          ...groups,
          trainer: trainerOf(reading)
        })
      }),
      words: (trans, { class: name, trainer }) => ({
        title: trans.__('The Trainer does not know this data module'),
        cause: notItsOwn(
          trans,
          trainer,
          shortName(name) ?? trans.__('the data module')
        ),
        fixes: onePackageFixes(trans, trainer)
      })
    },
    none: {
      words: trans => ({
        title: trans.__('The Trainer was given None instead of a model'),
        cause: trans.__(
          'The model passed to the Trainer is None. Usually the function that builds it has no return.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Return the model from the function'),
            code: 'def build():\n    model = Net()\n    return model'
          }
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
