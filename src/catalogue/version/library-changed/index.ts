import type { IFix, ILink, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { ownValue } from '../../../shared/own-value';
import { define, type IWords } from '../../define';
import { check, pip } from '../../fix';
import { versionOf } from '../../shared/stack';
import {
  argumentEdit,
  argumentSince,
  argumentToday,
  NEWER_ARGUMENTS,
  REMOVED_ARGUMENTS,
  TELLING_ARGUMENTS
} from './library-arguments';
import { messageOrLog } from '../../signs';
import { fitting } from '../../shared/fitting';
import { restTakenBy } from '../../shared/edits/functions';

/** Trainer tells compute_loss() since transformers 4.46. */
const LOSS =
  /(?<!\bTrainer\.)\bcompute_loss\(\) got an unexpected keyword argument ["']num_items_in_batch["']/;

/** Trainer's own, called by a class that was written for 4.46. */
const OLDER_LOSS =
  /\bTrainer\.compute_loss\(\) got an unexpected keyword argument ["']num_items_in_batch["']/;

/** The classes of torchmetrics that stand for several, by task. */
const METRICS =
  'Accuracy|Precision|Recall|F1Score|FBetaScore|Specificity|StatScores|ConfusionMatrix|CohenKappa|MatthewsCorrCoef|JaccardIndex|HammingDistance|HingeLoss|CalibrationError|AUROC|ROC|AveragePrecision|PrecisionRecallCurve|ExactMatch';

const TASK = new RegExp(
  String.raw`\b(?<metric>${METRICS})\.__new__\(\) missing 1 required positional argument: ["']task["']`
);

/** Before Python 3.10, and of the functions, which others have too. */
const BARE_TASK =
  /^(?:__new__|(?<metric>accuracy|precision|recall|f1_score|fbeta_score|specificity|stat_scores|confusion_matrix|cohen_kappa|matthews_corrcoef|jaccard_index|hamming_distance|auroc|roc|average_precision|precision_recall_curve))\(\) missing 1 required positional argument: ["']task["']/;

const ADAMW = /cannot import name ["']AdamW["'] from ["']transformers["']/;

/** `from_pretrained(name, config=config, num_labels=2)`. */
const REST =
  /__init__\(\) got an unexpected keyword argument ["'](?<name>\w{1,60})["']/;

/** With a config the other keywords go to the class, and not into the config. */
function givesBoth({ code, exceptions }: IReading): boolean {
  const name = REST.exec(exceptions[0]?.message ?? '')?.groups?.name;
  const call = /\.from_pretrained\(/.exec(code);
  const given = call ? code.slice(call.index, call.index + 400) : '';
  return (
    name !== undefined &&
    /\bconfig ?=/.test(given) &&
    new RegExp(String.raw`\b${name} ?=`).test(given)
  );
}

/** pytorch-crf 0.7 and torchcrf have it, pytorch-crf up to 0.6 has not. */
const CRF =
  /__init__\(\) got an unexpected keyword argument ["']batch_firs\w?["']/;

/** Pipelines that transformers 5.0 dropped, pipelines/__init__.py. */
const PIPELINE =
  /Unknown task (?<name>summarization|text2text-generation|translation(?:_\w{2,20})?|image-to-text), available tasks are/;

function seeVersion(trans: ITranslate, library: string): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See which version is installed'),
    code: `import ${library}\nprint(${library}.__version__)`
  };
}

/** What holds for the libraries of Hugging Face. */
function aboutTrainer(
  trans: ITranslate,
  library?: string
): Required<Pick<IWords, 'notThis' | 'links'>> {
  const trainer: ILink = {
    title: trans.__('Transformers: Trainer and TrainingArguments'),
    url: 'https://huggingface.co/docs/transformers/main_classes/trainer'
  };
  return {
    notThis: [
      trans.__(
        'The Trainer of Lightning has the same name and other arguments: look at what is imported.'
      )
    ],
    links:
      library === 'trl'
        ? [
            {
              title: trans.__('TRL: SFTTrainer and SFTConfig'),
              url: 'https://huggingface.co/docs/trl/sft_trainer'
            },
            trainer
          ]
        : [
            {
              title: trans.__('Transformers: migration to version 5'),
              url: 'https://github.com/huggingface/transformers/blob/main/MIGRATION_GUIDE_V5.md'
            },
            trainer
          ]
  };
}

export default define({
  id: 'version/library-changed',
  answers: [
    "TrainingArguments.__init__() got an unexpected keyword argument 'evaluation_strategy'",
    "Trainer.__init__() got an unexpected keyword argument 'tokenizer'",
    "compute_loss() got an unexpected keyword argument 'num_items_in_batch'",
    "SFTTrainer.__init__() got an unexpected keyword argument 'dataset_text_field'",
    "SFTTrainer.__init__() got an unexpected keyword argument 'max_seq_length'",
    "Accuracy.__new__() missing 1 required positional argument: 'task'",
    "cannot import name 'AdamW' from 'transformers'",
    "TrainingArguments.__init__() got an unexpected keyword argument 'eval_strategy'"
  ],
  refines: ['version/library-argument'],
  values: [
    'library',
    'call',
    'name',
    'metric',
    'transformers',
    'trl',
    'torchmetrics'
  ],
  known: reading => ({
    transformers: versionOf(reading, 'transformers'),
    trl: versionOf(reading, 'trl'),
    torchmetrics: versionOf(reading, 'torchmetrics')
  }),
  kinds: {
    argument: {
      signs: [...REMOVED_ARGUMENTS, ...TELLING_ARGUMENTS],
      words: (trans, { library, call, name, ...versions }) => ({
        title:
          library && name
            ? trans.__('%1 no longer takes “%2”', library, name)
            : trans.__('The library no longer takes this argument'),
        cause:
          library && name
            ? trans.__(
                'The code was written for an older %1 than %2: “%3” was renamed, moved or dropped since.',
                library,
                ownValue(versions, library) ?? trans.__('the installed one'),
                name
              )
            : trans.__(
                'The code was written for an older version of the library: the argument was renamed, moved or dropped since.'
              ),
        fixes: [
          {
            ...check(
              trans.__(
                'Say it as %1 of today wants it',
                library ?? 'transformers'
              ),
              argumentToday(call, name) ??
                'import inspect, transformers\nprint(inspect.signature(transformers.TrainingArguments))'
            ),
            ...argumentEdit(name)
          },
          seeVersion(trans, library ?? 'transformers')
        ],
        ...aboutTrainer(trans, library)
      })
    },
    loss: {
      signs: [{ where: 'message', pattern: LOSS }],
      words: (trans, { transformers }) => ({
        title: trans.__('compute_loss() does not take what Trainer passes'),
        cause: transformers
          ? trans.__(
              'Since transformers 4.46 Trainer passes num_items_in_batch to compute_loss(), and the compute_loss() of your own Trainer was written for an older one than the installed %1.',
              transformers
            )
          : trans.__(
              'Since transformers 4.46 Trainer passes num_items_in_batch to compute_loss(), and the compute_loss() of your own Trainer does not take it.'
            ),
        fixes: [
          {
            ...check(
              trans.__('Let it take the arguments of today and of tomorrow'),
              'def compute_loss(self, model, inputs, return_outputs=False, **kwargs):\n    ...'
            ),
            edit: restTakenBy('compute_loss')
          },
          seeVersion(trans, 'transformers')
        ],
        ...aboutTrainer(trans)
      })
    },
    older: {
      signs: [{ where: 'message', pattern: OLDER_LOSS, confidence: 'likely' }],
      words: (trans, { transformers }) => ({
        title: trans.__('compute_loss() of this transformers is older'),
        cause: transformers
          ? trans.__(
              'Trainer.compute_loss() takes num_items_in_batch since transformers 4.46; installed is %1. The class that calls it was written for a newer one.',
              transformers
            )
          : trans.__(
              'Trainer.compute_loss() takes num_items_in_batch since transformers 4.46. The class that calls it was written for a newer one than is installed.'
            ),
        fixes: [
          check(
            trans.__('Bring transformers up to date, then restart the kernel'),
            '%pip install --upgrade "transformers>=4.46"'
          ),
          seeVersion(trans, 'transformers')
        ],
        ...aboutTrainer(trans)
      })
    },
    pipeline: {
      signs: messageOrLog(PIPELINE, { confidence: 'likely' }),
      words: (trans, { name = 'summarization', transformers }) => ({
        title: fitting(name, 24)
          ? trans.__('transformers 5 has no pipeline “%1”', name)
          : trans.__('transformers 5 has no such pipeline'),
        cause: transformers
          ? trans.__(
              'transformers 5.0 dropped pipelines such as %1, and the kernel uses %2. The models themselves are still there.',
              name,
              transformers
            )
          : trans.__(
              'transformers 5.0 dropped pipelines such as %1. The models themselves are still there.',
              name
            ),
        fixes: [
          check(
            trans.__('Ask the model itself'),
            name === 'image-to-text'
              ? "from transformers import pipeline\npipe = pipeline('image-text-to-text', model=name)"
              : "from transformers import AutoModelForSeq2SeqLM, AutoTokenizer\ntokenizer = AutoTokenizer.from_pretrained(name)\nmodel = AutoModelForSeq2SeqLM.from_pretrained(name)\nids = model.generate(**tokenizer(text, return_tensors='pt', truncation=True))\nprint(tokenizer.batch_decode(ids, skip_special_tokens=True))"
          ),
          check(
            trans.__('Or take the last transformers that has it'),
            '%pip install "transformers<5"',
            trans.__('Then restart the kernel.')
          )
        ],
        ...aboutTrainer(trans)
      })
    },
    task: {
      signs: [
        { where: 'message', pattern: TASK },
        {
          where: 'message',
          pattern: BARE_TASK,
          when: reading => reading.mentions('torchmetrics'),
          confidence: 'likely'
        }
      ],
      words: (trans, { metric, torchmetrics }) => ({
        title: trans.__('torchmetrics wants to know the task'),
        cause: torchmetrics
          ? trans.__(
              'The code was written for a torchmetrics before 0.11, and %1 is installed: there %2 stands for several metrics, and task says which: “binary”, “multiclass” or “multilabel”.',
              torchmetrics,
              metric ?? trans.__('such a metric')
            )
          : trans.__(
              'Since torchmetrics 0.11 %1 stands for several metrics, and task says which: “binary”, “multiclass” or “multilabel”.',
              metric ?? trans.__('such a metric')
            ),
        fixes: [
          check(
            trans.__('Name the task, and how many classes there are'),
            /^[a-z]/.test(metric ?? '')
              ? `value = ${metric}(output, y, task='multiclass', num_classes=10)`
              : `metric = ${metric ?? 'Accuracy'}(task='multiclass', num_classes=10)`
          ),
          seeVersion(trans, 'torchmetrics')
        ],
        notThis: [
          trans.__(
            'Metrics of scikit-learn, and MulticlassAccuracy and its like, take no task: look at what is imported.'
          )
        ],
        links: [
          {
            title: trans.__('TorchMetrics: Accuracy, task'),
            url: 'https://lightning.ai/docs/torchmetrics/stable/classification/accuracy.html'
          }
        ]
      })
    },
    import: {
      signs: [{ where: 'message', pattern: ADAMW }],
      words: (trans, { transformers }) => ({
        title: trans.__('transformers no longer has an AdamW of its own'),
        cause: transformers
          ? trans.__(
              'The code was written for an older transformers than the installed %1, which has dropped it; that of torch takes its place.',
              transformers
            )
          : trans.__(
              'It was removed from transformers; that of torch takes its place.'
            ),
        fixes: [
          check(
            trans.__('Take that of torch'),
            'from torch.optim import AdamW'
          ),
          seeVersion(trans, 'transformers')
        ],
        ...aboutTrainer(trans)
      })
    },
    config: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: REST,
          when: givesBoth
        }
      ],
      words: (trans, { name = 'num_labels' }) => ({
        title: trans.__('With config=, “%1” goes to the class', name),
        cause: trans.__(
          'Without a config, from_pretrained() puts keywords such as %1 into the one that it loads. With config= it passes them to the class of the model, which does not take it.',
          name
        ),
        fixes: [
          check(
            trans.__('Set it in the config'),
            `config.${name} = …\nmodel = AutoModel.from_pretrained(name, config=config)`
          ),
          check(
            trans.__('Or leave config= out'),
            `model = AutoModel.from_pretrained(name, ${name}=…)`
          )
        ],
        ...aboutTrainer(trans)
      })
    },
    crf: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: CRF,
          when: ({ code }) => /\bCRF\(/.test(code),
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('This CRF is too old for batch_first'),
        cause: trans.__(
          'CRF comes from pytorch-crf (imported as torchcrf), and takes batch_first since version 0.7. The installed one is older, or another package.'
        ),
        fixes: [
          pip({
            title: trans.__('Update it, then restart the kernel'),
            line: "%pip install --upgrade 'pytorch-crf>=0.7'",
            isInUse: true
          }),
          check(
            trans.__('Import it from there'),
            'from torchcrf import CRF\ncrf = CRF(num_tags, batch_first=True)'
          )
        ],
        ...aboutTrainer(trans)
      })
    },
    newer: {
      signs: NEWER_ARGUMENTS,
      words: (trans, { name = 'eval_strategy', transformers }) => {
        const { since, before } = argumentSince(name) ?? {};
        return {
          title: trans.__('This transformers is too old for “%1”', name),
          cause: trans.__(
            '“%1” came with transformers %2, and %3 does not know it. Before, it was called “%4”.',
            name,
            since,
            transformers
              ? trans.__('the installed %1', transformers)
              : trans.__('the installed one'),
            before
          ),
          fixes: [
            pip({
              title: trans.__('Install a transformers that has it'),
              line: `%pip install --upgrade 'transformers>=${since}'`,
              isInUse: true
            }),
            {
              safety: 'check',
              title: trans.__('Or use its old name: %1', before)
            },
            seeVersion(trans, 'transformers')
          ],
          ...aboutTrainer(trans)
        };
      }
    }
  }
});
