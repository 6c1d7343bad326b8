import type { IEntry, IFix, ITranslate, Values } from '../../diagnosis/types';
import { nothingRaised } from '../said';

/** lightning/pytorch/callbacks/model_checkpoint.py; 1.0 to 1.5 said `not found`. */
const CHECKPOINT =
  /ModelCheckpoint\(monitor=["'`](?<name>[\w/.-]{1,60})["'`]\)["'`]? (?:could not find the monitored key|not found) in the returned metrics: \[(?<metrics>[^\]]{0,500})/;

/** lightning/pytorch/callbacks/early_stopping.py. */
const STOPPING =
  /Early stopping conditioned on metric ["'`](?<name>[\w/.-]{1,60})["'`] which is not available\b(?:\. Pass in or modify your ["'`]EarlyStopping["'`] callback to use any of the following: (?<metrics>["'`][\w/.,"'` -]{0,500}["'`]))?/;

/** transformers/trainer.py. */
const BEST =
  /The ["'`]metric_for_best_model["'`] training argument is set to ["'`](?<name>[\w/.-]{1,60})["'`], which is not found in the evaluation metrics(?:\. The available evaluation metrics are: \[(?<metrics>[^\]]{0,500}))?/;

/** What a callback is given besides the values that were logged. */
const ALWAYS = /^(?:epoch|step)$/;

/** So many names are shown, of a list that may fill a page. */
const MAX_NAMES = 8;

function metricsIn(text: string | undefined): string | undefined {
  const found = (text?.match(/[\w/.-]{1,60}/g) ?? []).filter(
    name => !ALWAYS.test(name)
  );
  const shown = found.slice(0, MAX_NAMES).join(', ');
  return (found.length > MAX_NAMES ? `${shown}, …` : shown) || undefined;
}

/**
 * Raised; or only warned of, as long as no validation has run. A warning is not
 * why another error was raised.
 */
function signs(pattern: RegExp, watcher: string): IEntry['signs'] {
  const read = ({ name, metrics }: Values): Values => ({
    watcher,
    name,
    metrics: metricsIn(metrics)
  });
  return [
    { where: 'message', pattern, read },
    { where: 'log', pattern, read, when: nothingRaised }
  ];
}

/** `loss` of `val_loss`, `val/loss` and `val-loss`. */
function lastWord(name: string): string {
  return name.split(/[_/.-]/).pop() ?? '';
}

/** A value that is there and may well be the one that was meant. */
function meant({ name = '', metrics = '' }: Values): string | undefined {
  return metrics
    .split(', ')
    .find(
      metric =>
        lastWord(metric) === lastWord(name) &&
        metric.startsWith('train') === name.startsWith('train')
    );
}

function cause(trans: ITranslate, values: Values): string {
  const { watcher, name, metrics } = values;
  if (name === undefined) {
    return trans.__(
      'A callback watches a value by its name, and no value of that name was logged. The names must agree letter by letter.'
    );
  }
  if (watcher === 'metric_for_best_model') {
    return trans.__(
      'metric_for_best_model is “%1”, and the evaluation gave %2. Trainer puts “eval_” before the names that compute_metrics() returns.',
      name,
      metrics ?? trans.__('other metrics')
    );
  }
  return metrics
    ? trans.__(
        '%1 watches “%2”, and what was logged is %3. The names must agree letter by letter.',
        watcher,
        name,
        metrics
      )
    : trans.__(
        '%1 watches “%2”, and no value of that name was logged with self.log().',
        watcher,
        name
      );
}

function ofLightning(trans: ITranslate, values: Values): IFix[] {
  const { watcher = 'ModelCheckpoint', name = 'val_loss' } = values;
  const other = meant(values);
  const log: IFix = {
    safety: 'check',
    title: trans.__('Log it under this name, in validation_step()'),
    code: `def validation_step(self, batch, batch_idx):\n    x, y = batch\n    loss = F.cross_entropy(self(x), y)\n    self.log('${name}', loss)`
  };
  const validate: IFix = {
    safety: 'check',
    title: trans.__('Give fit() the data for validation'),
    detail: trans.__(
      'Without it, or without a validation_step(), no validation runs.'
    ),
    code: 'trainer.fit(model, train_loader, val_loader)'
  };
  return other === undefined
    ? [log, validate]
    : [
        {
          safety: 'check',
          title: trans.__('Watch the name that is logged'),
          code: `callback = ${watcher}(monitor='${other}')`
        },
        log,
        validate
      ];
}

function ofTrainer(trans: ITranslate, values: Values): IFix[] {
  const name = (values.name ?? '').replace(/^eval_/, '');
  const other = meant(values);
  if (name === 'loss') {
    return [
      {
        safety: 'check',
        title: trans.__('The evaluation saw no labels: name their column'),
        detail: trans.__(
          'A loss is computed where the model gets labels. With PEFT, Trainer cannot see their name by itself.'
        ),
        code: "args = TrainingArguments('out', label_names=['labels'])"
      }
    ];
  }
  return [
    {
      safety: 'check',
      title: trans.__('Return it from compute_metrics(), without “eval_”'),
      detail: trans.__(
        'And give this function to the Trainer: compute_metrics=compute_metrics.'
      ),
      code: `def compute_metrics(prediction):\n    logits, labels = prediction\n    return {'${name}': score(labels, logits.argmax(-1))}`
    },
    ...(other === undefined
      ? []
      : [
          {
            safety: 'check' as const,
            title: trans.__('Or watch a metric that is there'),
            code: `args = TrainingArguments('out', metric_for_best_model='${other}')`
          }
        ])
  ];
}

const entry: IEntry = {
  id: 'model/monitored-metric',
  answers: [
    "`ModelCheckpoint(monitor='val_loss')` could not find the monitored key in the returned metrics: ['train_loss', 'epoch', 'step'].",
    'Early stopping conditioned on metric `val_loss` which is not available.',
    "The `metric_for_best_model` training argument is set to 'eval_f1', which is not found in the evaluation metrics."
  ],
  signs: [
    ...signs(CHECKPOINT, 'ModelCheckpoint'),
    ...signs(STOPPING, 'EarlyStopping'),
    ...signs(BEST, 'metric_for_best_model')
  ],
  page(trans, values) {
    const { watcher, name } = values;
    return {
      title:
        name && name.length <= 30
          ? trans.__('“%1” is not among the metrics', name)
          : trans.__('The metric to watch is not among the metrics'),
      cause: cause(trans, values),
      fixes:
        watcher === 'metric_for_best_model'
          ? ofTrainer(trans, values)
          : ofLightning(trans, values),
      notThis: [
        trans.__(
          '“ReduceLROnPlateau conditioned on metric …” is about the scheduler: the name stands in configure_optimizers().'
        )
      ],
      links: [
        {
          title: trans.__('Lightning: ModelCheckpoint'),
          url: 'https://lightning.ai/docs/pytorch/stable/api/lightning.pytorch.callbacks.ModelCheckpoint.html'
        },
        {
          title: trans.__('Lightning: logging'),
          url: 'https://lightning.ai/docs/pytorch/stable/extensions/logging.html'
        },
        {
          title: trans.__('Transformers: Trainer and TrainingArguments'),
          url: 'https://huggingface.co/docs/transformers/main_classes/trainer'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'MisconfigurationException',
      evalue:
        "`ModelCheckpoint(monitor='val_loss')` could not find the monitored key in the returned metrics: ['lr-AdamW', 'train_loss', 'valid_loss', 'valid_acc', 'epoch', 'step']. HINT: Did you call `log('val_loss', value)` in the `LightningModule`?",
      torch: '2.13',
      origin: 'run',
      values: {
        watcher: 'ModelCheckpoint',
        name: 'val_loss',
        metrics: 'lr-AdamW, train_loss, valid_loss, valid_acc'
      }
    },
    {
      ename: 'MisconfigurationException',
      evalue:
        "`ModelCheckpoint(monitor='val_loss')` could not find the monitored key in the returned metrics: ['epoch', 'step']. HINT: Did you call `log('val_loss', value)` in the `LightningModule`?",
      torch: '2.13',
      origin: 'run',
      values: { name: 'val_loss' }
    },
    {
      ename: 'MisconfigurationException',
      evalue:
        "ModelCheckpoint(monitor='val_loss') not found in the returned metrics: ['train_loss']. HINT: Did you call self.log('val_loss', tensor) in the LightningModule?",
      torch: '1.7',
      origin: 'reference',
      values: { name: 'val_loss', metrics: 'train_loss' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Early stopping conditioned on metric `val_loss` which is not available. Pass in or modify your `EarlyStopping` callback to use any of the following: `train_loss`, `valid_loss`',
      torch: '2.13',
      origin: 'run',
      values: {
        watcher: 'EarlyStopping',
        name: 'val_loss',
        metrics: 'train_loss, valid_loss'
      }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Early stopping conditioned on metric `val_loss` which is not available. Pass in or modify your `EarlyStopping` callback to use any of the following: ``',
      torch: '2.13',
      origin: 'run',
      values: { watcher: 'EarlyStopping', name: 'val_loss' }
    },
    {
      ename: 'KeyError',
      evalue:
        "\"The `metric_for_best_model` training argument is set to 'eval_f1', which is not found in the evaluation metrics. The available evaluation metrics are: ['eval_loss', 'eval_runtime', 'eval_samples_per_second', 'eval_steps_per_second', 'epoch']. Consider changing the `metric_for_best_model` via the TrainingArguments.\"",
      torch: '2.13',
      origin: 'run',
      values: { watcher: 'metric_for_best_model', name: 'eval_f1' }
    }
  ],
  nearMisses: [
    {
      ename: 'MisconfigurationException',
      evalue:
        "ReduceLROnPlateau conditioned on metric val_loss which is not available. Available metrics are: ['train_loss']. Condition can be set using `monitor` key in lr scheduler dict"
    },
    {
      ename: 'KeyError',
      evalue: "'val_loss'",
      stderr:
        "UserWarning: `ModelCheckpoint(monitor='val_loss')` could not find the monitored key in the returned metrics: ['epoch', 'step']. HINT: Did you call `log('val_loss', value)` in the `LightningModule`?\n"
    }
  ]
};

export default entry;
