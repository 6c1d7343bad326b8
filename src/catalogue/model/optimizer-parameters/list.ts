import type { IFix, ITranslate } from '../../../diagnosis/types';

/** The last fix of every kind. */
export function listParameters(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('List the parameters'),
    code: 'print([(n, tuple(p.shape), p.requires_grad) for n, p in model.named_parameters()])'
  };
}
