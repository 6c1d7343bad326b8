import { define } from '../../define';
import type { Sign } from '../../define';
import { nothingRaised } from '../../predicates';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { textReplaced } from '../../shared/edits/texts';

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

type Name = 'name' | 'metrics' | 'watcher';

/**
 * Raised; or only warned of, as long as no validation has run. A warning is not
 * why another error was raised.
 */
function watching(
  pattern: RegExp,
  watcher?: 'ModelCheckpoint' | 'EarlyStopping'
): Sign<Name>[] {
  const read = ({ name, metrics }: Values): { [name in Name]?: string } => ({
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

function title(trans: ITranslate, name: string | undefined): string {
  return name && name.length <= 30
    ? trans.__('“%1” is not among the metrics', name)
    : trans.__('The metric to watch is not among the metrics');
}

function callbackCause(
  trans: ITranslate,
  { watcher, name, metrics }: Values
): string {
  if (name === undefined) {
    return trans.__(
      'A callback watches a value by its name, and no value of that name was logged. The names must agree letter by letter.'
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

function callbackFixes(trans: ITranslate, values: Values): IFix[] {
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
          edit: textReplaced(name, `'${other}'`),
          code: `callback = ${watcher}(monitor='${other}')`
        },
        log,
        validate
      ];
}

function trainerFixes(trans: ITranslate, values: Values): IFix[] {
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

export default define({
  id: 'model/monitored-metric',
  answers: [
    "`ModelCheckpoint(monitor='val_loss')` could not find the monitored key in the returned metrics: ['train_loss', 'epoch', 'step'].",
    'Early stopping conditioned on metric `val_loss` which is not available.',
    "The `metric_for_best_model` training argument is set to 'eval_f1', which is not found in the evaluation metrics."
  ],
  values: ['name', 'metrics', 'watcher'],
  kinds: {
    /** Lightning's callbacks. */
    callback: {
      signs: [
        // lightning/pytorch/callbacks/model_checkpoint.py; 1.0 to 1.5 said `not found`.
        ...watching(
          /ModelCheckpoint\(monitor=["'`](?<name>[\w/.-]{1,60})["'`]\)["'`]? (?:could not find the monitored key|not found) in the returned metrics: \[(?<metrics>[^\]]{0,500})/,
          'ModelCheckpoint'
        ),
        // lightning/pytorch/callbacks/early_stopping.py.
        ...watching(
          /Early stopping conditioned on metric ["'`](?<name>[\w/.-]{1,60})["'`] which is not available\b(?:\. Pass in or modify your ["'`]EarlyStopping["'`] callback to use any of the following: (?<metrics>["'`][\w/.,"'` -]{0,500}["'`]))?/,
          'EarlyStopping'
        )
      ],
      words: (trans, values) => ({
        title: title(trans, values.name),
        cause: callbackCause(trans, values),
        fixes: callbackFixes(trans, values)
      })
    },
    trainer: {
      // transformers/trainer.py.
      signs: watching(
        /The ["'`]metric_for_best_model["'`] training argument is set to ["'`](?<name>[\w/.-]{1,60})["'`], which is not found in the evaluation metrics(?:\. The available evaluation metrics are: \[(?<metrics>[^\]]{0,500}))?/
      ),
      words: (trans, values) => ({
        title: title(trans, values.name),
        cause: trans.__(
          'metric_for_best_model is “%1”, and the evaluation gave %2. Trainer puts “eval_” before the names that compute_metrics() returns.',
          values.name ?? 'eval_loss',
          values.metrics ?? trans.__('other metrics')
        ),
        fixes: trainerFixes(trans, values)
      })
    }
  },
  common: trans => ({
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
  })
});
