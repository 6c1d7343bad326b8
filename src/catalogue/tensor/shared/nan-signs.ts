import type { IReading, ISign, Values } from '../../../diagnosis/types';
import { ofKind, said } from '../../said';
import { failedAt } from '../../shown';
import { anomalyAlone } from './anomaly';
import { DISTRIBUTION_SIGNS } from './distribution-words';

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
  /\b(?:network|model|net|encoder|decoder|generator|logits)(?:["']s)?(?: outputs?| predictions?| logits| weights?)? (?:is|are|was|were|has|have|became|contains?) (?:nan|non-finite)\b(?!-)|\bnan[!.,:;]{0,3} stop(?:ping)? training|\bnan (?:was |were |is )?(?:detected|found|encountered) in (?:the )?(?:latents?|loss|outputs?|logits|gradients?)\b/i;

const PRINTED = /\btensor\(\[{1,6}\s?nan, {1,4}nan\b/;

const scale = { read: (): Values => ({ kind: 'scale' }) };

/** The signs of `tensor/nan`. */
export const NAN_SIGNS: readonly ISign[] = [
  ...said(
    /Function ["'](?<func>\w+)["'] returned nan values in its \d{1,3}th output/
  ),
  ...said(
    /total norm (?:of order [\d.a-z]{1,8} )?(?:for|of) (?:the )?gradients? from `?parameters`? is non-finite|input matrix contained non-finite values|input tensor should not contain infs or NaNs|range of \[nan, nan\] is not finite/
  ),
  ...said(
    /(?:boxes or scores contain Inf\/Na[nN]|Detected nan and\/or inf values|NaN or Inf found in input tensor|[Nn]on-finite (?:loss|gradient)|loss returned in `?training_step`? is nan|tensor with (?:all )?NaNs was produced in)/
  ),
  ...said(
    /loss is probably exploding|Minimum loss scale reached|Current loss scale already at minimum|[Ll]oss scaling factor has reached its minimum/,
    scale
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
  // An image of nan, about to be written.
  ...said(/RuntimeWarning: invalid value encountered in cast/, {
    when: reading =>
      ['diffusers', 'x_sample', 'torch'].some(word => reading.mentions(word)),
    confidence: 'possible',
    ...ofKind('printed')
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
];
