import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** The title of `tensor/cat-size`. */
export function catTitle(
  trans: ITranslate,
  { first, second, kind }: Values
): string {
  if (kind === 'empty') {
    return trans.__('There is nothing to join: the list is empty');
  }
  if (!first || !second) {
    return trans.__('Tensors to be joined differ in size');
  }
  return kind === 'dims'
    ? trans.__('Joined tensors have %1 and %2 dimensions', first, second)
    : trans.__('Joined tensors differ in size: %1 and %2', first, second);
}

/** Whether sizes differ as those that were halved three times and doubled again. */
function isHalved(first: number, second: number): boolean {
  return !(Math.abs(first - second) > 8);
}

/** Its cause. */
export function catCause(trans: ITranslate, values: Values): string {
  const { first, second, along, dim, kind } = values;
  if (kind === 'empty') {
    return trans.__(
      'torch.cat() and torch.stack() need at least one tensor. Often a loop collected nothing, since the loader or the selection before it was empty.'
    );
  }
  if (kind === 'dims') {
    return trans.__(
      'torch.cat() joins tensors with the same number of dimensions, and none without any. Numbers are joined with torch.stack(), a missing dimension is added with unsqueeze().'
    );
  }
  if (dim === '0') {
    return trans.__(
      'The tensors have %1 and %2 in dimension 0, which is the batch. Often the last batch of a loader is shorter, or one of the tensors was made for a fixed batch size.',
      first ?? '?',
      second ?? '?'
    );
  }
  if (first && second && !isHalved(Number(first), Number(second))) {
    return trans.__(
      'Tensors that are joined along dimension %3 must agree in all others, and here %1 meets %2. Often one was made for a fixed batch size and the last batch is shorter, or the sizes of two branches differ.',
      first,
      second,
      along ?? '0'
    );
  }
  return first && second
    ? trans.__(
        'Tensors that are joined along dimension %3 must agree in all others, and here %1 meets %2. Often an odd size was halved and doubled again: 25 becomes 12, then 24.',
        first,
        second,
        along ?? '0'
      )
    : trans.__(
        'Tensors that are joined must agree in all dimensions but the one they are joined along. Often an odd size was halved and doubled again, or one tensor lacks a dimension.'
      );
}

/** Its fixes, best first. */
export function catFixes(
  trans: ITranslate,
  { dim, kind, first, second }: Values
): IFix[] {
  const shapes: IFix = {
    safety: 'diagnostic',
    title: trans.__('Print the shapes just before the line'),
    code: 'print([t.shape for t in tensors])'
  };
  const last: IFix = {
    safety: 'check',
    title: trans.__('Skip the shorter last batch'),
    code: 'loader = DataLoader(dataset, batch_size=16, shuffle=True, drop_last=True)'
  };
  const resize: IFix = {
    safety: 'check',
    title: trans.__('Skip connections: bring one to the size of the other'),
    detail: trans.__(
      'Or use image sizes that can be divided by 2 as often as the network does it.'
    ),
    code: 'up = F.interpolate(up, size=skip.shape[-2:])'
  };
  const lift: IFix = {
    safety: 'check',
    title: trans.__('Give the tensor the dimension it lacks'),
    code:
      Math.max(Number(first), Number(second)) > 2
        ? 'x = x.unsqueeze(0)  # one sample becomes a batch of one'
        : 'x = x.unsqueeze(1)  # [N] becomes [N, 1]; unsqueeze(0): [1, N]'
  };
  if (kind === 'dims') {
    return [lift, shapes];
  }
  if (kind === 'empty') {
    return [
      {
        safety: 'diagnostic',
        title: trans.__('See where the list should have been filled'),
        code: 'print(len(tensors))'
      }
    ];
  }
  const same: IFix = {
    safety: 'check',
    title: trans.__('Made for a fixed batch: take the size of this one'),
    code: 'z = torch.randn(x.size(0), z_dim, device=x.device)'
  };
  if (dim === '0') {
    return [last, shapes, resize];
  }
  return isHalved(Number(first), Number(second))
    ? [resize, shapes, same]
    : [shapes, same, resize];
}
