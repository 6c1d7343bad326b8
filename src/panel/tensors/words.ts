import type { TranslationBundle } from '@jupyterlab/translation';

import type { Clash } from '../../diagnosis/tensor-clash';
import type { IOther, ITensor, ITensorName } from '../../incident/tensors';

/** The name that a reader knows best: the user's own, else a layer's. */
function best({ names }: ITensor): ITensorName {
  return (
    names.find(({ isOwn }) => isOwn) ??
    names.find(({ name }) => name.includes('.')) ??
    names[0]
  );
}

/** What the user's code calls a tensor, else what a library does. */
export function nameOf(tensor: ITensor): string {
  return best(tensor).name;
}

/** A name as a sentence says it: that of a library says whose it is. */
function spoken(tensor: ITensor, trans: TranslationBundle): string {
  const { name, isOwn, function: func } = best(tensor);
  return isOwn || func === '' || name.includes('.')
    ? name
    : trans.__('%1 of %2()', name, func);
}

/** Where in the chain of calls a tensor has which name. */
export function placesOf(
  { names }: ITensor,
  trans: TranslationBundle
): string[] {
  return names.map(({ name, function: func }) =>
    func === '' ? name : trans.__('%1 in %2()', name, func)
  );
}

export function shapeOf({ shape }: Pick<ITensor, 'shape'>): string {
  return `[${shape.join(', ')}]`;
}

/** Shape, type and what else there is to say of a tensor. */
export function whatOf(tensor: ITensor, trans: TranslationBundle): string {
  const { dtype, requiresGrad, values } = tensor;
  const what = `${shapeOf(tensor)} ${dtype}`;
  if (values) {
    return trans.__('%1, values %2 … %3', what, ...values);
  }
  return requiresGrad ? trans.__('%1, requires grad', what) : what;
}

/** What went in, its shape, and the layer: `images`, `[8, 3, 28, 28]`, `self.fc`. */
function wayIn(
  { one, other, from }: Extract<Clash, { from: ITensor | null }>,
  trans: TranslationBundle
): [name: string, shape: string, layer: string] {
  const first = from ?? one;
  const layer = best(other).name.replace(/\.weight$/, '');
  return [spoken(first, trans), shapeOf(first), layer];
}

/** The last size of a tensor, and what it was flattened from: `16 × 13 × 13 = 2704`. */
function productOf({ shape, parts }: ITensor): string {
  const size = String(shape[shape.length - 1]);
  return parts ? `${parts.join(' × ')} = ${size}` : size;
}

/** What does not go together, in a sentence. */
export function clashWords(clash: Clash, trans: TranslationBundle): string {
  const { one, other } = clash;
  const names = [spoken(one, trans), spoken(other, trans)] as const;
  switch (clash.kind) {
    case 'classes':
      return trans._n(
        '%2 holds %4; %3 has %1 class.',
        '%2 holds %4; %3 has %1 classes.',
        clash.count,
        ...names,
        clash.value
      );
    case 'rows':
      return trans._n(
        '%2 holds %4; %3 has %1 row.',
        '%2 holds %4; %3 has %1 rows.',
        clash.count,
        ...names,
        clash.value
      );
    case 'layer':
      return trans.__(
        '%1 is %2; %3 expects %4, it gets %5.',
        ...wayIn(clash, trans),
        clash.takes,
        productOf(one)
      );
    case 'channels':
      return trans._n(
        '%2 is %3; %4 expects %1 channel, it gets %5.',
        '%2 is %3; %4 expects %1 channels, it gets %5.',
        clash.takes,
        ...wayIn(clash, trans),
        clash.gets
      );
    case 'sizes':
      return trans.__(
        '%1 is %2 and %3 is %4: %5 meets %6.',
        names[0],
        shapeOf(one),
        names[1],
        shapeOf(other),
        clash.gets,
        clash.takes
      );
    case 'device':
      return trans.__(
        '%1 is on %2, %3 is on %4.',
        names[0],
        one.device,
        names[1],
        other.device
      );
    case 'dtype':
      return trans.__(
        '%1 is %2, %3 is %4.',
        names[0],
        one.dtype,
        names[1],
        other.dtype
      );
  }
}

/** The variables that would fit, in a sentence. */
export function fittingWords(
  others: readonly IOther[],
  trans: TranslationBundle
): string {
  return trans._n(
    '%2 would fit.',
    'Each of these would fit: %2.',
    others.length,
    others.map(other => `${other.name} ${shapeOf(other)}`).join(', ')
  );
}
