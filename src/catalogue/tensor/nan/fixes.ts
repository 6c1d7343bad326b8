import type { IFix, ITranslate } from '../../../diagnosis/types';

export function find(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Find the first nan'),
    detail: trans.__(
      'Test with torch.isnan or torch.isfinite: nan is not equal to itself, so == finds nothing.'
    ),
    code: "assert torch.isfinite(x).all(), 'input'\nwith torch.autograd.set_detect_anomaly(True):\n    loss = criterion(model(x), y)\n    loss.backward()"
  };
}

export function keepFromZero(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Keep log, sqrt and division away from 0'),
    detail: trans.__(
      'For losses take the stable forms: cross_entropy on logits, binary_cross_entropy_with_logits, log_softmax.'
    ),
    code: 'norm = (x.pow(2).sum() + 1e-12).sqrt()\nlog_p = p.clamp(min=1e-8).log()'
  };
}

export function clip(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Lower the learning rate and clip the gradients'),
    code: 'torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)  # before optimizer.step()'
  };
}

export function clean(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Clean the data'),
    detail: trans.__(
      'Missing values, empty images, or a standard deviation of 0 when normalising.'
    ),
    code: 'print(torch.isfinite(x).all(), x.min(), x.max())'
  };
}

export function mixed(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Mixed precision: bfloat16, or GradScaler with float16'),
    code: "with torch.autocast('cuda', dtype=torch.bfloat16):\n    loss = criterion(model(x), y)"
  };
}

/** Where anomaly mode has named the call already: look at what went into it. */
export function seeForward(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See what that call was given, in the forward pass'),
    code: 'print(torch.isfinite(x).all(), x.abs().max())  # before the forward line'
  };
}

/** Numbers that were never written. */
export function startFromZeros(trans: ITranslate, line: string): IFix {
  return {
    safety: 'check',
    title: trans.__('Start from zeros: torch.empty() holds leftovers'),
    detail: trans.__(
      'It gives memory as it lies there, with any number, nan and infinite ones too. No line of its cell writes into it.'
    ),
    code: line
      .replace('empty_like(', 'zeros_like(')
      .replace('new_empty(', 'new_zeros(')
      .replace('empty(', 'zeros(')
  };
}

/** Where nothing tells where the nan comes from. */
export function usualFixes(trans: ITranslate): IFix[] {
  return [
    find(trans),
    keepFromZero(trans),
    clip(trans),
    clean(trans),
    mixed(trans)
  ];
}
