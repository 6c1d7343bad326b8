import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { failedLine } from '../../predicates';
import { isTorchInPlay } from '../../shared/torch-in-play';

/** Calls of scikit-learn that score what a model gave. */
const SCORES =
  /\b(?:\w{1,30}_score|\w{1,30}_(?:absolute|squared)_error|confusion_matrix|classification_report|roc_curve|log_loss)\(/;

/** Whether it is the function that Trainer has the scores worked out by. */
function isInMetrics({ exceptions }: IReading): boolean {
  return exceptions.some(({ frames }) =>
    frames.some(({ func }) => /metric/i.test(func))
  );
}

export default define({
  id: 'model/score-input',
  answers: [
    "ValueError: Classification metrics can't handle a mix of multiclass and continuous-multioutput targets",
    'ValueError: Number of classes, 3, does not match size of target_names, 4.',
    'ValueError: Only one class present in y_true. ROC AUC score is not defined in that case.',
    "ValueError: Target is multiclass but average='binary'. Please choose another average setting",
    "ValueError: multi_class must be in ('ovo', 'ovr')",
    'ValueError: Optional arg `num_classes` must be type `int` when task is multiclass',
    'ValueError: Input contains NaN.'
  ],
  refines: ['tensor/numpy-object', 'tensor/numpy-shape'],
  values: ['truth', 'given', 'first', 'second'],
  kinds: {
    kinds: {
      // sklearn/metrics/_classification.py.
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^Classification metrics can['’]t handle a mix of (?<truth>[\w-]{1,40}) and (?<given>[\w-]{1,40}) targets/,
          when: isTorchInPlay
        },
        {
          where: 'message',
          pattern:
            /^y should be a 1d array, got an array of shape \((?<first>\d{1,9}), (?<second>\d{1,9})\) instead/,
          when: isTorchInPlay,
          confidence: 'likely'
        }
      ],
      words: (trans, { truth, given, second }) => ({
        title: trans.__('The metric got outputs, not classes'),
        cause:
          truth && given
            ? trans.__(
                'The labels are %1, and what stands for the predictions is %2: numbers of the network, or one column for each class. This metric compares classes.',
                truth,
                given
              )
            : second
              ? trans.__(
                  'What stands for the predictions has %1 columns, one for each class. This metric compares classes.',
                  second
                )
              : trans.__(
                  'What stands for the predictions are numbers of the network, one for each class. This metric compares classes.'
                ),
        fixes:
          truth === 'binary' && given === 'continuous'
            ? [
                check(
                  trans.__('Make classes of the probabilities'),
                  'pred = (torch.sigmoid(logits) > 0.5).int().cpu().numpy()'
                )
              ]
            : [
                check(
                  trans.__('Take the class of the largest output'),
                  'pred = logits.argmax(dim=1).cpu().numpy()',
                  trans.__(
                    'With several labels for each sample: (torch.sigmoid(logits) > 0.5).int().'
                  )
                ),
                {
                  safety: 'diagnostic',
                  title: trans.__('Look at both'),
                  code: 'print(np.shape(y_true), np.shape(y_pred), y_true[:3], y_pred[:3])'
                }
              ]
      })
    },
    names: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^Number of classes, (?<first>\d{1,6}), does not match size of target_names, (?<second>\d{1,6})/,
          when: isTorchInPlay
        }
      ],
      words: (trans, { first, second }) => ({
        title: trans.__('There are more class names than classes seen'),
        cause:
          first && second
            ? trans.__(
                'target_names has %1 names, and only %2 classes occur in labels and predictions together.',
                second,
                first
              )
            : trans.__(
                'target_names has another number of names than there are classes in labels and predictions.'
              ),
        fixes: [
          check(
            trans.__('Say which classes there are'),
            'print(classification_report(y_true, y_pred, labels=range(len(names)), target_names=names, zero_division=0))'
          )
        ]
      })
    },
    one: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^Only one class (?:is )?present in y_true\. ROC AUC score is not defined/,
          when: isTorchInPlay
        }
      ],
      words: trans => ({
        title: trans.__('All labels of this score are of one class'),
        cause: trans.__(
          'The area under the curve compares samples of two classes. Of a single batch, or of a validation set that was cut off an ordered file, all labels can be the same.'
        ),
        fixes: [
          check(
            trans.__('Score all batches at once'),
            'score = roc_auc_score(torch.cat(labels).numpy(), torch.cat(scores).numpy())'
          ),
          check(
            trans.__('Split so that each part has both classes'),
            'train, valid = train_test_split(data, test_size=0.2, stratify=labels, random_state=0)'
          )
        ]
      })
    },
    average: {
      // precision_score(), recall_score(), f1_score().
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^Target is (?<truth>multiclass|multilabel-indicator) but average=["']binary["']/,
          when: isTorchInPlay
        }
      ],
      words: (trans, { truth }) => ({
        title: trans.__('This score is for two classes unless told otherwise'),
        cause:
          truth === 'multiclass'
            ? trans.__(
                'precision, recall and F1 belong to one class. With more than two of them average= says how their scores become one number.'
              )
            : trans.__(
                'precision, recall and F1 belong to one class. Where a sample has several labels average= says how their scores become one number.'
              ),
        fixes: [
          check(
            trans.__('Say how the classes count'),
            "score = f1_score(y_true, y_pred, average='macro')",
            trans.__(
              'macro: each class alike; weighted: each by its number of samples; None: one score for each class.'
            )
          ),
          {
            safety: 'diagnostic',
            title: trans.__('Only two classes were meant: see the labels'),
            code: 'print(sorted(set(y_true)), sorted(set(y_pred)))'
          }
        ]
      })
    },
    area: {
      // roc_auc_score().
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^multi_class must be in \(["']ovo["'], ["']ovr["']\)|^Target scores need to be probabilities for multiclass roc_auc|^multiclass format is not supported|^Number of classes in y_true not equal to the number of columns in ["']y_score["']/,
          when: isTorchInPlay
        }
      ],
      words: trans => ({
        title: trans.__('The area under the curve of several classes'),
        cause: trans.__(
          'ROC is a curve of two classes. For more of them roc_auc_score() wants multi_class, and for each sample a probability of every class that add up to 1: neither logits nor the predicted class.'
        ),
        fixes: [
          check(
            trans.__('Give softmax probabilities, each class against the rest'),
            "scores = torch.softmax(logits, dim=1).cpu().numpy()\nauc = roc_auc_score(y_true, scores, multi_class='ovr', labels=range(scores.shape[1]))",
            trans.__('labels= counts where a class does not occur in y_true.')
          ),
          check(
            trans.__('Two classes: the probability of the second alone'),
            'auc = roc_auc_score(y_true, torch.softmax(logits, dim=1)[:, 1].cpu().numpy())'
          )
        ]
      })
    },
    classes: {
      // torchmetrics/classification.
      signs: [
        {
          where: 'message',
          pattern:
            /^(?:Optional arg|Expected argument) `num_(?<given>classes|labels)` (?:must be type `int` when task is|to be an integer larger than)/
        }
      ],
      words: (trans, { given }) => ({
        title:
          given === 'labels'
            ? trans.__('The metric was not told how many labels there are')
            : trans.__('The metric was not told how many classes there are'),
        cause: trans.__(
          'A metric of torchmetrics counts for each class, and cannot learn from a batch how many there are.'
        ),
        fixes: [
          check(
            trans.__('Name the task, and how many there are'),
            given === 'labels'
              ? "metric = Accuracy(task='multilabel', num_labels=10)"
              : "metric = Accuracy(task='multiclass', num_classes=10)"
          ),
          ...(given === 'labels'
            ? []
            : [
                check(
                  trans.__('Two classes and one output'),
                  "metric = Accuracy(task='binary')"
                )
              ])
        ]
      })
    },
    nan: {
      signs: [
        {
          where: 'message',
          pattern: /^Input (?:[\w.]{1,20} )?contains (?<given>NaN|infinity)\b/,
          when: reading =>
            isTorchInPlay(reading) && SCORES.test(failedLine(reading)),
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('The network gave nan, and the metric refuses it'),
        cause: trans.__(
          'The metric got numbers that are not finite. Usually the training diverged, or gaps in the input went through the network.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See where it begins'),
            code: 'print(torch.isfinite(x).all(), torch.isfinite(model(x)).all())\nprint([n for n, p in model.named_parameters() if not torch.isfinite(p).all()])'
          },
          check(
            trans.__('Weights are nan: train anew, with smaller steps'),
            'optimizer = torch.optim.Adam(model.parameters(), lr=1e-4)\n# after loss.backward():\ntorch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)'
          ),
          check(
            trans.__('The input has gaps: fill them'),
            'df = df.fillna(df.mean(numeric_only=True))'
          )
        ]
      })
    },
    expected: {
      // evaluate/module.py.
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^Predictions and\/or references don['’]t match the expected format/,
          // It wants texts: no logits are in play.
          when: ({ exceptions }) =>
            !exceptions.some(({ message }) =>
              message.includes("'predictions': Value(dtype='string'")
            )
        },
        {
          where: 'message',
          pattern:
            /^'tuple' object has no attribute '(?<given>argmax|shape|reshape|flatten)'/,
          ename: /^AttributeError$/,
          when: isInMetrics,
          confidence: 'likely'
        },
        {
          // np.argmax() of the tuple.
          where: 'message',
          pattern:
            /^setting an array element with a sequence\. The requested array has an (?<given>inhomogeneous) shape/,
          ename: /^ValueError$/,
          when: reading =>
            isInMetrics(reading) &&
            /argmax\(|np\.array\(/.test(failedLine(reading)),
          confidence: 'likely'
        }
      ],
      words: (trans, { given }) => ({
        title: given
          ? trans.__('The predictions are a tuple of several outputs')
          : trans.__('The metric of evaluate wants another form'),
        cause: given
          ? trans.__(
              'Trainer hands compute_metrics() all that the model gives but the loss. Where that is more than the logits, predictions is a tuple with the logits first.'
            )
          : trans.__(
              'The message prints what the metric takes and what it got: as a rule it takes one class for each sample, and got the logits.'
            ),
        fixes: [
          check(
            trans.__('Make classes of the logits'),
            'def compute_metrics(prediction):\n    logits, labels = prediction\n    if isinstance(logits, tuple):\n        logits = logits[0]\n    return metric.compute(predictions=logits.argmax(axis=-1), references=labels)'
          ),
          check(
            trans.__('Several outputs: let Trainer keep the logits only'),
            'trainer = Trainer(..., preprocess_logits_for_metrics=lambda logits, labels: logits[0] if isinstance(logits, tuple) else logits)'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A score that is only low, or a loss that PyTorch itself refuses, is something else.'
      )
    ],
    links: [
      {
        title: trans.__('scikit-learn: metrics and scoring'),
        url: 'https://scikit-learn.org/stable/modules/model_evaluation.html'
      }
    ]
  })
});
