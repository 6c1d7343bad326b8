import { define } from '../../define';
import { failedAt } from '../../predicates';
import { messageOrLog } from '../../signs';
import { anomalyAlone } from '../shared/anomaly';
import { LINKS } from '../shared/links';
import { parameter, support } from './distributions';
import {
  clean,
  clip,
  find,
  keepFromZero,
  mixed,
  seeForward,
  startFromZeros,
  usualFixes
} from './fixes';
import { unfilledIn } from './unfilled';
import type { ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';

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

/** apex, fairseq and DeepSpeed, when almost nothing is left of the loss scale. */
const SCALE =
  /(?:(?:setting|[Rr]educing) (?:dynamic )?loss scale (?:to:? |from [\d.]{1,20} to )|ttempted loss scale: [\d.]{1,20}, reducing to )(?:0\.0\d{0,20}|\d(?:\.\d{1,20})?e-\d{1,3})|ttempted loss scale: 1(?:\.0)?, reducing to 1\b/;

function usualCause(trans: ITranslate): string {
  return trans.__(
    'Once a value is nan or infinite, everything computed from it is, the weights included. Usual: too high a learning rate, log(0), the root of 0, a division by 0, nan in the data, or float16 that overflows.'
  );
}

/** Functions whose gradient is infinite or nan at 0, by the names of their nodes. */
const OF_ZERO =
  /^(?:Sqrt|Rsqrt|Log(?!Softmax|Sigmoid|SumExp|cumsumexp)|Pow|Div|Reciprocal|Norm|LinalgVectorNorm|Std|Cdist|Atan2|Acos|Asin)/;

function causeOfBackward(trans: ITranslate, func: string | undefined): string {
  if (func === undefined) {
    return usualCause(trans);
  }
  return OF_ZERO.test(func)
    ? trans.__(
        'Going backward, %1 gave nan: often the root or the logarithm of 0, a division by 0, or nan that came in from the data. The traceback above the error shows the forward line.',
        func
      )
    : trans.__(
        'Going backward, %1 gave nan, and it has no gradient that is infinite at 0: usually what it was given in the forward pass was nan or infinite already. The traceback above the error shows the forward line.',
        func
      );
}

export default define({
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
  values: ['func', 'parameter', 'name', 'constraint', 'line'],
  known: reading => ({ line: unfilledIn(reading) }),
  // Signs of nan somewhere: a kind that shows beside them says more.
  signs: [
    ...messageOrLog(
      /total norm (?:of order [\d.a-z]{1,8} )?(?:for|of) (?:the )?gradients? from `?parameters`? is non-finite|input matrix contained non-finite values|input tensor should not contain infs or NaNs|range of \[nan, nan\] is not finite/
    ),
    ...messageOrLog(
      /(?:boxes or scores contain Inf\/Na[nN]|Detected nan and\/or inf values|NaN or Inf found in input tensor|[Nn]on-finite (?:loss|gradient)|loss returned in `?training_step`? is nan|tensor with (?:all )?NaNs was produced in)/
    ),
    // engine.py of DeiT, MAE and ConvNeXt, and of those that took it over.
    {
      where: 'message',
      ename: /^AssertionError$/,
      pattern: /^/,
      when: reading =>
        failedAt(
          /^assert (?:math|np|torch)\.isfinite\((?:\w{1,20}_)?loss(?:_\w{1,20})?[.)]/,
          reading
        ),
      confidence: 'likely'
    },
    ...messageOrLog(
      /\bgrad[_ ]?norm["']? ?[=:] ?nan\b|\bassert (?:not )?torch\.is(?:finite|nan)\(/i,
      { confidence: 'likely' }
    ),
    // Anomaly mode names the forward line; the error after it is cut off.
    anomalyAlone(),
    { where: 'message', pattern: LOSS, when: ours },
    // A part of the model that is said to give nan, in somebody's own words.
    {
      where: 'message',
      pattern:
        /\b(?:network|model|net|encoder|decoder|generator|logits)(?:["']s)?(?: outputs?| predictions?| logits| weights?)? (?:is|are|was|were|has|have|became|contains?) (?:nan|non-finite)\b(?!-)|\bnan[!.,:;]{0,3} stop(?:ping)? training|\bnan (?:was |were |is )?(?:detected|found|encountered) in (?:the )?(?:latents?|loss|outputs?|logits|gradients?)\b/i,
      when: ours,
      confidence: 'likely'
    },
    { where: 'log', pattern: LOSS, when: printedLoss, confidence: 'likely' }
  ],
  kinds: {
    loss: {
      words: (trans, { line }) => ({
        title: trans.__('The loss or a gradient became nan or infinite'),
        cause: usualCause(trans),
        fixes: [
          ...(line ? [startFromZeros(trans, line)] : []),
          ...usualFixes(trans)
        ]
      })
    },
    backward: {
      signs: messageOrLog(
        /Function ["'](?<func>\w+)["'] returned nan values in its \d{1,3}th output/
      ),
      words: (trans, { func, line }) => ({
        title: trans.__('A gradient became nan'),
        cause: causeOfBackward(trans, func),
        fixes: [
          ...(line ? [startFromZeros(trans, line)] : []),
          ...(func && !OF_ZERO.test(func)
            ? [seeForward(trans), clean(trans)]
            : [keepFromZero(trans), seeForward(trans), clean(trans)]),
          clip(trans),
          mixed(trans)
        ]
      })
    },
    scale: {
      signs: [
        ...messageOrLog(
          /loss is probably exploding|Minimum loss scale reached|Current loss scale already at minimum|[Ll]oss scaling factor has reached its minimum/
        ),
        {
          where: 'message',
          pattern: /^Minimum loss\b/,
          ename: /^FloatingPointError$/
        },
        { where: 'message', pattern: SCALE },
        // A scale that shrinks explains what the scaling itself ends in.
        {
          where: 'log',
          pattern: SCALE,
          when: ({ exceptions }) =>
            exceptions.every(({ name }) =>
              /^(?:KeyboardInterrupt|OverflowError|FloatingPointError)?$/.test(
                name
              )
            ),
          confidence: 'likely'
        },
        // apex divides by the scale, which has become 0.
        {
          where: 'message',
          pattern: /^float division by zero$/,
          ename: /^ZeroDivisionError$/,
          when: ({ log }) => SCALE.test(log),
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('float16 overflows at every step'),
        cause: trans.__(
          'In float16 the loss is multiplied by a scale, which is made smaller after each overflow: now nothing is left of it. Usually the loss grows without limit, or a value is nan whatever the scale.'
        ),
        fixes: [
          mixed(trans),
          find(trans),
          keepFromZero(trans),
          clip(trans),
          clean(trans)
        ]
      })
    },
    distribution: {
      signs: [
        ...messageOrLog(/but found invalid values:[^:]*\bnan\b/),
        // What is no real number is nan, also where the values are cut off.
        ...messageOrLog(
          /to (?:satisfy the constraint|be within the support) \(?(?:IndependentConstraint\()?Real\(/
        ),
        ...messageOrLog(
          /The (?:parameter \w+|value argument) has invalid values/,
          { confidence: 'likely' }
        )
      ],
      words: trans => ({
        title: trans.__('A distribution got nan as parameter'),
        cause: trans.__(
          'A probability distribution got nan as its parameter: the network that computes it gives nan, often since an update several steps ago.'
        ),
        fixes: usualFixes(trans)
      })
    },
    parameter,
    support,
    printed: {
      signs: [
        // An image of nan, about to be written.
        ...messageOrLog(/RuntimeWarning: invalid value encountered in cast/, {
          when: reading =>
            ['diffusers', 'x_sample', 'torch'].some(word =>
              reading.mentions(word)
            ),
          confidence: 'possible'
        }),
        // A tensor whose first and last values are nan, printed before the
        // stop.
        {
          where: 'log',
          pattern: /\btensor\(\[{1,6}\s?nan, {1,4}nan\b/,
          when: printedLoss,
          confidence: 'possible'
        }
      ],
      words: trans => ({
        title: trans.__('A tensor that was printed is nan'),
        cause: usualCause(trans),
        fixes: usualFixes(trans)
      })
    }
  },
  common: trans => ({
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
  })
});
