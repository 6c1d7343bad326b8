import type { IEntry, IFix, Values } from '../../diagnosis/types';
import { ARGUMENT_SIGNS, argumentSince } from './shared/library-arguments';
import {
  libraryCause,
  libraryLinks,
  libraryTitle,
  today
} from './shared/library-words';

/** Trainer tells compute_loss() since transformers 4.46. */
const LOSS =
  /\bcompute_loss\(\) got an unexpected keyword argument ["'](?<name>num_items_in_batch)["']/;

/** The classes of torchmetrics that stand for several, by task. */
const METRICS =
  'Accuracy|Precision|Recall|F1Score|FBetaScore|Specificity|StatScores|ConfusionMatrix|CohenKappa|MatthewsCorrCoef|JaccardIndex|HammingDistance|HingeLoss|CalibrationError|AUROC|ROC|AveragePrecision|PrecisionRecallCurve|ExactMatch';

const TASK = new RegExp(
  String.raw`\b(?<metric>${METRICS})\.__new__\(\) missing 1 required positional argument: ["'](?<name>task)["']`
);

/** Before Python 3.10, and of the functions, which others have too. */
const BARE_TASK =
  /^(?:__new__|(?<metric>accuracy|precision|recall|f1_score|fbeta_score|specificity|stat_scores|confusion_matrix|cohen_kappa|matthews_corrcoef|jaccard_index|hamming_distance|auroc|roc|average_precision|precision_recall_curve))\(\) missing 1 required positional argument: ["'](?<name>task)["']/;

const ADAMW =
  /cannot import name ["'](?<name>AdamW)["'] from ["']transformers["']/;

const readTask = ({ name, metric }: Values): Values => ({
  library: 'torchmetrics',
  kind: 'task',
  name,
  metric
});

const entry: IEntry = {
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
  signs: [
    ...ARGUMENT_SIGNS,
    {
      where: 'message',
      pattern: LOSS,
      read: ({ name }) => ({ library: 'transformers', kind: 'loss', name })
    },
    {
      where: 'message',
      pattern: TASK,
      read: readTask
    },
    {
      where: 'message',
      pattern: BARE_TASK,
      when: reading => reading.mentions('torchmetrics'),
      confidence: 'likely',
      read: readTask
    },
    {
      where: 'message',
      pattern: ADAMW,
      read: ({ name }) => ({ library: 'transformers', kind: 'import', name })
    }
  ],
  page(trans, values) {
    const { kind, library = 'transformers' } = values;
    const see: IFix = {
      safety: 'diagnostic',
      title: trans.__('See which version is installed'),
      code: `import ${library}\nprint(${library}.__version__)`
    };
    const before = kind === 'newer' && argumentSince(values.name)?.before;
    return {
      title: libraryTitle(trans, values),
      cause: libraryCause(trans, values),
      fixes: before
        ? [
            today(trans, values),
            {
              safety: 'check',
              title: trans.__('Or use its old name: %1', before)
            },
            see
          ]
        : [today(trans, values), see],
      notThis: [
        library === 'torchmetrics'
          ? trans.__(
              'Metrics of scikit-learn, and MulticlassAccuracy and its like, take no task: look at what is imported.'
            )
          : trans.__(
              'The Trainer of Lightning has the same name and other arguments: look at what is imported.'
            )
      ],
      links: libraryLinks(trans, values)
    };
  },
  examples: [
    {
      ename: 'TypeError',
      evalue:
        "TrainingArguments.__init__() got an unexpected keyword argument 'evaluation_strategy'",
      torch: '2.13',
      origin: 'run',
      values: { library: 'transformers', name: 'evaluation_strategy' }
    },
    {
      ename: 'TypeError',
      evalue:
        "Seq2SeqTrainingArguments.__init__() got an unexpected keyword argument 'per_gpu_train_batch_size'",
      torch: '2.13',
      origin: 'reference',
      values: { library: 'transformers', name: 'per_gpu_train_batch_size' }
    },
    {
      ename: 'TypeError',
      evalue:
        "__init__() got an unexpected keyword argument 'evaluation_strategy'",
      source: "args = TrainingArguments('out', evaluation_strategy='epoch')",
      torch: '2.0',
      origin: 'reference',
      values: { library: 'transformers', name: 'evaluation_strategy' }
    },
    {
      ename: 'TypeError',
      evalue:
        "Trainer.__init__() got an unexpected keyword argument 'tokenizer'",
      torch: '2.13',
      origin: 'run',
      values: { library: 'transformers', kind: 'trainer', name: 'tokenizer' }
    },
    {
      ename: 'TypeError',
      evalue:
        "FocalTrainer.compute_loss() got an unexpected keyword argument 'num_items_in_batch'",
      torch: '2.13',
      origin: 'run',
      values: { library: 'transformers', kind: 'loss' }
    },
    {
      ename: 'TypeError',
      evalue:
        "BertForSequenceClassification.__init__() got an unexpected keyword argument 'load_in_8bit'",
      torch: '2.13',
      origin: 'run',
      values: { library: 'transformers', name: 'load_in_8bit' }
    },
    {
      ename: 'TypeError',
      evalue:
        "SFTTrainer.__init__() got an unexpected keyword argument 'dataset_text_field'",
      torch: '2.13',
      origin: 'run',
      values: { library: 'trl', name: 'dataset_text_field' }
    },
    {
      ename: 'TypeError',
      evalue:
        "SFTConfig.__init__() got an unexpected keyword argument 'max_seq_length'",
      torch: '2.13',
      origin: 'run',
      values: { library: 'trl', name: 'max_seq_length' }
    },
    {
      ename: 'TypeError',
      evalue: "DPOTrainer.__init__() got an unexpected keyword argument 'beta'",
      torch: '2.13',
      origin: 'run',
      values: { library: 'trl', name: 'beta' }
    },
    {
      ename: 'TypeError',
      evalue:
        "Accuracy.__new__() missing 1 required positional argument: 'task'",
      torch: '2.13',
      origin: 'run',
      values: { library: 'torchmetrics', name: 'task', metric: 'Accuracy' }
    },
    {
      ename: 'TypeError',
      evalue: "f1_score() missing 1 required positional argument: 'task'",
      source:
        'from torchmetrics.functional import f1_score\nf1_score(output, y, num_classes=3)',
      torch: '2.13',
      origin: 'run',
      values: { library: 'torchmetrics', name: 'task', metric: 'f1_score' }
    },
    {
      ename: 'ImportError',
      evalue:
        "cannot import name 'AdamW' from 'transformers' (/usr/lib/python3.11/site-packages/transformers/__init__.py)",
      torch: '2.13',
      origin: 'run',
      values: { library: 'transformers', name: 'AdamW' }
    },
    {
      ename: 'TypeError',
      evalue:
        "TrainingArguments.__init__() got an unexpected keyword argument 'eval_strategy'",
      torch: '2.2',
      origin: 'reference',
      values: { library: 'transformers', kind: 'newer', name: 'eval_strategy' }
    }
  ],
  nearMisses: [
    {
      ename: 'TypeError',
      evalue: "Trainer.__init__() got an unexpected keyword argument 'learner'"
    },
    {
      ename: 'TypeError',
      evalue:
        "TrainingArguments.__init__() got an unexpected keyword argument 'epochs'"
    },
    {
      ename: 'TypeError',
      evalue: "__init__() got an unexpected keyword argument 'tokenizer'",
      source: 'vectorizer = Vectorizer(tokenizer=split)'
    },
    {
      ename: 'TypeError',
      evalue: "schedule() missing 1 required positional argument: 'task'",
      source: 'schedule()'
    }
  ]
};

export default entry;
