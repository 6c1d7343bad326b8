/** What helps where a tensor has to be of another number type. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { ownValue } from '../../../shared/own-value';
import type { ValuesOf } from '../../define';
import { check } from '../../fix';
import { inputWith } from '../../shared/edits/values';

/** Tensor methods that convert, by number type. */
const METHODS: Readonly<Record<string, string>> = {
  Float: 'float()',
  Double: 'double()',
  Half: 'half()',
  BFloat16: 'bfloat16()',
  Long: 'long()',
  Int: 'int()',
  Bool: 'bool()'
};

/** Whether numbers of this type have 16 bits or fewer. */
export function isShort(type = ''): boolean {
  return /^(?:Half|BFloat16|Float8\w*)$/.test(type);
}

/** Whether numbers of this type have no fraction. */
export function isWhole(type = ''): boolean {
  return /^(?:Byte|Char|Short|Int|Long|Bool)$/.test(type);
}

/** The same as a change of what the failing line hands over. */
function conversionEdit(
  given: string | undefined,
  to: string
): Pick<IFix, 'edit'> {
  const method = ownValue(METHODS, to)?.replace('()', '');
  return method === undefined || given === 'Byte' || given === to
    ? {}
    : { edit: inputWith(method, to === 'Long' ? 'last' : 'first') };
}

function conversionCode(given: string | undefined, to: string): string {
  const method = ownValue(METHODS, to);
  if (method === undefined) {
    return 'x = x.to(next(model.parameters()).dtype)';
  }
  // The numbers of an image are 0 … 255.
  return `x = x.${method}${given === 'Byte' && to === 'Float' ? ' / 255' : ''}`;
}

/**
 * Fixes that bring the `given` number type to the one that is `wanted`.
 *
 * @param title - of the conversion itself, where the usual one does not fit
 */
export function conversionFixes(
  trans: ITranslate,
  { given, wanted }: ValuesOf<'given' | 'wanted'>,
  title?: string
): IFix[] {
  // Whole numbers are what to convert, and of two types with a fraction float32 is the one to keep.
  const kept =
    isWhole(wanted) && wanted !== 'Long' && given && !isWhole(given)
      ? given
      : wanted;
  const to = kept === 'Double' && !isWhole(given) ? 'Float' : (kept ?? 'Float');
  if (/^qu?int/i.test(given ?? '')) {
    return [
      check(
        trans.__('Go back from quantized to ordinary numbers'),
        'x = x.dequantize()'
      )
    ];
  }
  if (/^Complex/.test(given ?? '') && to === 'Float') {
    return [
      check(
        trans.__('Take the size of the complex numbers, or a part'),
        'x = x.abs()  # or x.real'
      )
    ];
  }
  return [
    {
      ...(to === 'Long'
        ? check(
            trans.__('Make labels and indices int64'),
            'target = target.long()'
          )
        : check(
            title ?? trans.__('Convert the tensor that differs to %1', to),
            conversionCode(given, to)
          )),
      ...conversionEdit(given, to)
    },
    ...(isShort(given) || isShort(wanted)
      ? [
          check(
            trans.__('Let autocast choose, instead of calling half()'),
            "with torch.autocast('cuda'):\n    output = model(x)"
          )
        ]
      : []),
    ...(given === 'Double' || wanted === 'Double'
      ? [
          check(
            trans.__('Or compute everything in float64'),
            'model = model.double()',
            trans.__('Twice the memory and much slower on most GPUs.')
          )
        ]
      : [])
  ];
}

export function printTypes(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See the number types'),
    code: 'print(x.dtype, target.dtype, next(model.parameters()).dtype)'
  };
}
