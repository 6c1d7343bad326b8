import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import {
  distributionCause,
  distributionFix,
  distributionTitle
} from './distribution-words';

/** The title of `tensor/nan`. */
export function nanTitle(trans: ITranslate, values: Values): string {
  const { func, kind } = values;
  if (func) {
    return trans.__('A gradient became nan');
  }
  switch (kind) {
    case 'distribution':
      return trans.__('A distribution got nan as parameter');
    case 'parameter':
    case 'support':
      return distributionTitle(trans, values);
    case 'scale':
      return trans.__('float16 overflows at every step');
    case 'printed':
      return trans.__('A tensor that was printed is nan');
    default:
      return trans.__('The loss or a gradient became nan or infinite');
  }
}

/** Its cause. */
export function nanCause(trans: ITranslate, values: Values): string {
  const { func, kind } = values;
  if (func) {
    return trans.__(
      'Going backward, %1 gave nan: often the root or the logarithm of 0, a division by 0, or nan that came in from the data. The traceback above the error shows the forward line.',
      func
    );
  }
  switch (kind) {
    case 'distribution':
      return trans.__(
        'A probability distribution got nan as its parameter: the network that computes it gives nan, often since an update several steps ago.'
      );
    case 'parameter':
    case 'support':
      return distributionCause(trans, values);
    case 'scale':
      return trans.__(
        'In float16 the loss is multiplied by a scale, which is made smaller after each overflow: now nothing is left of it. Usually the loss grows without limit, or a value is nan whatever the scale.'
      );
    default:
      return trans.__(
        'Once a value is nan or infinite, everything computed from it is, the weights included. Usual: too high a learning rate, log(0), the root of 0, a division by 0, nan in the data, or float16 that overflows.'
      );
  }
}

/** Its fixes. */
export function nanFixes(trans: ITranslate, values: Values): IFix[] {
  const { func, kind } = values;
  const find: IFix = {
    safety: 'diagnostic',
    title: trans.__('Find the first nan'),
    detail: trans.__(
      'Test with torch.isnan or torch.isfinite: nan is not equal to itself, so == finds nothing.'
    ),
    code: "assert torch.isfinite(x).all(), 'input'\nwith torch.autograd.set_detect_anomaly(True):\n    loss = criterion(model(x), y)\n    loss.backward()"
  };
  if (kind === 'parameter' || kind === 'support') {
    return [distributionFix(trans, values), find];
  }
  const epsilon: IFix = {
    safety: 'check',
    title: trans.__('Keep log, sqrt and division away from 0'),
    detail: trans.__(
      'For losses take the stable forms: cross_entropy on logits, binary_cross_entropy_with_logits, log_softmax.'
    ),
    code: 'norm = (x.pow(2).sum() + 1e-12).sqrt()\nlog_p = p.clamp(min=1e-8).log()'
  };
  const mixed: IFix = {
    safety: 'check',
    title: trans.__('Mixed precision: bfloat16, or GradScaler with float16'),
    code: "with torch.autocast('cuda', dtype=torch.bfloat16):\n    loss = criterion(model(x), y)"
  };
  return [
    ...(kind === 'scale' ? [mixed] : []),
    ...(func ? [epsilon, find] : [find, epsilon]),
    {
      safety: 'check',
      title: trans.__('Lower the learning rate and clip the gradients'),
      code: 'torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)  # before optimizer.step()'
    },
    {
      safety: 'check',
      title: trans.__('Clean the data'),
      detail: trans.__(
        'Missing values, empty images, or a standard deviation of 0 when normalising.'
      ),
      code: 'print(torch.isfinite(x).all(), x.min(), x.max())'
    },
    ...(kind === 'scale' ? [] : [mixed])
  ];
}
