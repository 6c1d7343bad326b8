import type { IEntry, IReading, Values } from '../../diagnosis/types';
import { ofKind, said } from '../said';
import { anomalyAlone } from './shared/anomaly';
import {
  DISTRIBUTION_EXAMPLES,
  DISTRIBUTION_SIGNS
} from './shared/distribution-words';
import { LINKS } from './shared/links';
import { nanCause, nanFixes, nanTitle } from './shared/nan-words';

/** Keras, XGBoost and others print a loss, too. */
const ours = ({ exceptions, log }: IReading): boolean =>
  ![log, ...exceptions.map(one => one.message)].some(text =>
    /keras|tensorflow|\/step\b|xgboost|lightgbm/i.test(text)
  );

/** A printed loss explains a stop by hand, not another error. */
const printedLoss = (reading: IReading): boolean =>
  ours(reading) &&
  reading.exceptions.every(({ name }) => /^(?:KeyboardInterrupt)?$/.test(name));

const LOSS =
  /(?<![a-z])loss(?:es)?["']?(?: is| was| are| became| becomes| contains)? ?[=:]? ?(?:tensor\()?(?:nan|inf|infinite|non-finite|not finite)\b|\b(?:nan|non-finite|infinite) (?:values? )?(?:in |for )?(?:the )?(?:loss|gradients?)\b|\bgradients? (?:is|are|has|have|contains?) (?:nan|non-finite)\b/i;

const distribution = { read: (): Values => ({ kind: 'distribution' }) };

/** apex, fairseq and DeepSpeed, when almost nothing is left of the loss scale. */
const SCALE =
  /(?:(?:setting|[Rr]educing) (?:dynamic )?loss scale (?:to:? |from [\d.]{1,20} to )|ttempted loss scale: [\d.]{1,20}, reducing to )(?:0\.0\d{0,20}|\d(?:\.\d{1,20})?e-\d{1,3})|ttempted loss scale: 1(?:\.0)?, reducing to 1\b/;

/** A scale that shrinks explains what the scaling itself ends in. */
const scaling = ({ exceptions }: IReading): boolean =>
  exceptions.every(({ name }) =>
    /^(?:KeyboardInterrupt|OverflowError|FloatingPointError)?$/.test(name)
  );

/** A part of the model that is said to give nan, in somebody's own words. */
const OUTPUT =
  /\b(?:network|model|net|encoder|decoder|generator|logits)(?:["']s)?(?: outputs?| predictions?| logits| weights?)? (?:is|are|was|were|has|have|became|contains?) (?:nan|non-finite)\b(?!-)|\bnan[!.,:;]{0,3} stop(?:ping)? training|\bnan (?:was |were |is )?(?:detected|found) in (?:the )?(?:latents?|loss|outputs?|logits|gradients?)\b/i;

const PRINTED = /\btensor\(\[{1,6}\s?nan, {1,4}nan\b/;

const scale = { read: (): Values => ({ kind: 'scale' }) };

const entry: IEntry = {
  id: 'tensor/nan',
  answers: [
    'loss is nan',
    "Function 'SqrtBackward0' returned nan values in its 0th output.",
    'The total norm of order 2.0 for gradients from `parameters` is non-finite, so it cannot be clipped.',
    'Loss became infinite or NaN',
    'Minimum loss scale reached (0.0001). Your loss is probably exploding.',
    'Current loss scale already at minimum - cannot decrease scale anymore. Exiting run.',
    'to satisfy the constraint Real(), but found invalid values: nan',
    'to satisfy the constraint Simplex(), but found invalid values',
    'to satisfy the constraint GreaterThan(lower_bound=0.0), but found invalid values',
    'Expected value argument to be within the support of the distribution, but found invalid values',
    'The algorithm failed to converge because the input matrix contained non-finite values'
  ],
  signs: [
    ...said(
      /Function ["'](?<func>\w+)["'] returned nan values in its \d{1,3}th output/
    ),
    ...said(
      /total norm (?:of order [\d.a-z]{1,8} )?(?:for|of) (?:the )?gradients? from `?parameters`? is non-finite|input matrix contained non-finite values|input tensor should not contain infs or NaNs|range of \[nan, nan\] is not finite/
    ),
    ...said(
      /(?:boxes or scores contain Inf\/Na[nN]|Detected nan and\/or inf values|NaN or Inf found in input tensor|[Nn]on-finite (?:loss|gradient)|loss returned in `?training_step`? is nan)/
    ),
    ...said(
      /loss is probably exploding|Minimum loss scale reached|Current loss scale already at minimum|[Ll]oss scaling factor has reached its minimum/,
      scale
    ),
    {
      where: 'message',
      pattern: /^Minimum loss\b/,
      ename: /^FloatingPointError$/,
      ...scale
    },
    { where: 'message', pattern: SCALE, ...scale },
    {
      where: 'log',
      pattern: SCALE,
      when: scaling,
      confidence: 'likely',
      ...scale
    },
    // apex divides by the scale, which has become 0.
    {
      where: 'message',
      pattern: /^float division by zero$/,
      ename: /^ZeroDivisionError$/,
      when: ({ log }) => SCALE.test(log),
      confidence: 'likely',
      ...scale
    },
    ...said(
      /\bgrad[_ ]?norm["']? ?[=:] ?nan\b|\bassert (?:not )?torch\.is(?:finite|nan)\(/i,
      { confidence: 'likely' }
    ),
    ...said(/but found invalid values:[^:]*\bnan\b/, distribution),
    ...DISTRIBUTION_SIGNS,
    // Anomaly mode names the forward line; the error after it is cut off.
    anomalyAlone(),
    ...said(/The (?:parameter \w+|value argument) has invalid values/, {
      confidence: 'likely',
      ...distribution
    }),
    // A tensor whose first and last values are nan, printed before the stop.
    {
      where: 'log',
      pattern: PRINTED,
      when: printedLoss,
      confidence: 'possible',
      ...ofKind('printed')
    },
    { where: 'message', pattern: LOSS, when: ours },
    { where: 'message', pattern: OUTPUT, when: ours, confidence: 'likely' },
    { where: 'log', pattern: LOSS, when: printedLoss, confidence: 'likely' }
  ],
  page(trans, values) {
    return {
      title: nanTitle(trans, values),
      cause: nanCause(trans, values),
      fixes: nanFixes(trans, values),
      notThis: [
        trans.__(
          'scikit-learn says “Input contains NaN”: there the data that was passed to it is meant.'
        ),
        trans.__(
          'A loss that is nan only for the mean of an empty batch or mask: then there was nothing to average.'
        )
      ],
      links: [
        LINKS.anomaly(trans),
        {
          title: trans.__('PyTorch: isfinite'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.isfinite.html'
        },
        {
          title: trans.__('PyTorch: clip_grad_norm_'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.clip_grad_norm_.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: 'NaN detected in latents: train/5_x/0.npz',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'ValueError',
      evalue: 'Loss is not finite and patience is exhausted.',
      torch: '1.10',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        "tensor([[nan, nan, nan],\n        [nan, nan, nan]], device='mps:0', grad_fn=<LinearBackward0>)\n",
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'printed' }
    },
    {
      kind: 'text',
      stderr:
        ' iteration     5426/  250000 | loss scale: 1.0 | grad norm: nan | number of skipped iterations:   0 |\n',
      torch: '1.10',
      origin: 'reference'
    },
    ...DISTRIBUTION_EXAMPLES,
    {
      kind: 'text',
      stderr: '***WARNING*** Bad grad_norm detected (grad_norm=nan)\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: "Function 'SqrtBackward0' returned nan values in its 0th output.",
      torch: '2.13',
      origin: 'run',
      values: { func: 'SqrtBackward0' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'The total norm of order 2.0 for gradients from `parameters` is non-finite, so it cannot be clipped. To disable this error and scale the gradients by the non-finite norm anyway, set `error_if_nonfinite=False`',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'ValueError',
      evalue:
        'Expected parameter loc (Tensor of shape ()) of distribution Normal(loc: nan, scale: 1.0) to satisfy the constraint Real(), but found invalid values:\nnan',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'distribution' }
    },
    {
      ename: 'FloatingPointError',
      evalue:
        'Minimum loss scale reached (0.0001). Your loss is probably exploding. Try lowering the learning rate, using gradient clipping or increasing the batch size.',
      torch: '1.4',
      origin: 'reference',
      values: { kind: 'scale' }
    },
    {
      ename: 'ZeroDivisionError',
      evalue: 'float division by zero',
      stdout:
        'Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 3.1e-05\nGradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 0.0\n',
      torch: '1.4',
      origin: 'reference',
      values: { kind: 'scale' }
    },
    {
      stderr:
        '| WARNING: overflow detected, setting loss scale to: 0.03125\n| WARNING: overflow detected, setting loss scale to: 0.015625\n',
      torch: '1.0',
      origin: 'reference',
      values: { kind: 'scale' }
    },
    {
      ename: 'ValueError',
      evalue: 'Model outputs are NaN, stopping training',
      origin: 'reference'
    },
    {
      ename: 'KeyboardInterrupt',
      evalue: '',
      traceback:
        'KeyboardInterrupt                         Traceback (most recent call last)\nCell In[4], line 9\n----> 9     optimizer.step()\nFile ~/lib/python3.11/site-packages/torch/optim/adam.py:247, in Adam.step(self, closure)\nKeyboardInterrupt: ',
      stdout: 'epoch 3 train_loss: nan val_loss: nan\n',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'ValueError',
      evalue:
        'Expected parameter covariance_matrix (Tensor of shape (2, 2)) of distribution MultivariateNormal(loc: torch.Size([2]), covariance_matrix: torch.Size([2, 2])) to satisfy the constraint PositiveDefinite(), but found invalid values:\ntensor([[1., 2.],\n        [0., 1.]])'
    },
    {
      ename: 'ValueError',
      evalue: 'Normal distribution got invalid scale parameter.'
    },
    { ename: 'ZeroDivisionError', evalue: 'float division by zero' },
    {
      stdout:
        'Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 32768.0\n'
    },
    {
      ename: 'ValueError',
      evalue:
        "Input contains NaN, infinity or a value too large for dtype('float64')."
    },
    {
      ename: 'KeyError',
      evalue: "'accuracy'",
      stdout: 'epoch 3 loss: nan\n'
    },
    {
      ename: 'KeyboardInterrupt',
      evalue: '',
      stdout: '1875/1875 [=====] - 3s 2ms/step - loss: nan - accuracy: 0.0987\n'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'x = torch.zeros(3, requires_grad=True)',
      'with torch.autograd.set_detect_anomaly(True):',
      '    norm = x.pow(2).sum().sqrt()',
      '    norm.backward()'
    ].join('\n'),
    fixed: [
      'import torch',
      'x = torch.zeros(3, requires_grad=True)',
      'with torch.autograd.set_detect_anomaly(True):',
      '    norm = (x.pow(2).sum() + 1e-12).sqrt()',
      '    norm.backward()'
    ].join('\n')
  }
};

export default entry;
