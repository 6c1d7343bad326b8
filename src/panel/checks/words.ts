import type { TranslationBundle } from '@jupyterlab/translation';

/** What the operand checks look at, and what they cannot see. */
export function checksText(trans: TranslationBundle): string {
  return trans.__(
    'Labels, indices, probabilities and shapes are looked at before each call of torch, which makes it slower. Not seen: the backward pass, scripted and compiled code, other threads, kernels of your own.'
  );
}
