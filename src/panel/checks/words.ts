import type { TranslationBundle } from '@jupyterlab/translation';

/** What the operand checks look at, and what they cannot see. */
export function checksText(finite: boolean, trans: TranslationBundle): string {
  const checks = trans.__(
    'Labels, indices, probabilities and shapes are looked at before each call of torch, which makes it slower. Not seen: the backward pass, scripted and compiled code, other threads and processes, kernels of your own.'
  );
  return finite ? `${checks} ${finiteText(trans)}` : checks;
}

/** What the search for the first NaN or Inf takes for one, and what it cannot see. */
function finiteText(trans: TranslationBundle): string {
  return trans.__(
    'The run ends at the first call that makes NaN or Inf of finite numbers, also where you mean it. Not seen: what came with the data, gradients (torch.autograd.set_detect_anomaly(True) finds those), calls inside of torch’s own functions.'
  );
}

/** That the next run of a cell is checked. */
export function checkedText(finite: boolean, trans: TranslationBundle): string {
  return finite
    ? trans.__('The next run of this cell is checked, for NaN and Inf, too.')
    : trans.__('The next run of this cell is checked.');
}

/** What hooks on the layers tell, in one run. */
export function layersText(trans: TranslationBundle): string {
  return trans.__(
    'A checked run also tells the shapes that each layer of the Sequential got and gave, and the tensors of a replica.'
  );
}
