/** A product that a line writes out, or that attention makes. */
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import {
  failedAt,
  passedFunction,
  passedThrough,
  printedText
} from '../../predicates';
import { callsIn } from '../../shared/call-text';
import { ownLine, visibleCode } from '../../shared/ran-code';
import { compareShapes } from './advice';

/** Where a Linear layer multiplies: up to torch 1.7 in Python, by matmul(). */
const LAYER = /nn[\\/](?:functional|modules[\\/]linear)\.py$/;

/** A product of two tensors, written out. */
const PRODUCT = / @ |\bmatmul\(|\bmm\(/;

/** What a cell has where a layer of the model may have multiplied. */
const MODEL = /\bnn\.|\bmodel|\bnet\b|\bF\.linear|\bforward\b/i;

/** Whether the line that failed multiplies two tensors itself. */
export function multipliesItself(reading: IReading): boolean {
  const { own } = visibleCode(reading);
  // No frame was kept: the cell has products, and nothing else that multiplies.
  const isOnlyWay =
    reading.exceptions.every(({ frames }) => frames.length === 0) &&
    own.some(line => PRODUCT.test(line)) &&
    !own.some(line => MODEL.test(line));
  return (
    (failedAt(PRODUCT, reading) || isOnlyWay) && !passedThrough(reading, LAYER)
  );
}

/** The factors of a product of matrices, and whether one_hot() made one of them. */
export function readFactors(
  reading: IReading
): ValuesOf<'first' | 'second' | 'encoded'> {
  const call = callsIn(ownLine(reading)).find(
    ({ name, args }) =>
      /^torch\.(?:b?mm|mv|dot)$/.test(name) && args.length === 2
  );
  const [first, second] = (call?.args ?? []).map(argument =>
    /^[a-z_][\w.]{0,30}$/i.test(argument) ? argument : undefined
  );
  const names = first && second ? { first, second } : {};
  const isEncoded =
    call !== undefined && printedText(reading).includes('one_hot(');
  return {
    ...names,
    encoded: isEncoded ? `${call.name}()` : undefined
  };
}

/** Whether the product is that of attention, as frames say. */
export function attends(reading: IReading): string | undefined {
  return passedFunction(reading, /attention|attn/i) ||
    /CrossAttention|\bcontext\b/.test(printedText(reading))
    ? 'yes'
    : undefined;
}

/** The transposed one of a name, or what it is before that. */
function turned(name: string): string {
  return /\.T$/.test(name) ? name.slice(0, -2) : `${name}.transpose(-2, -1)`;
}

/** Which of two matrices [rows, given] and [wanted, outputs] fits transposed. */
export function transposed(
  trans: ITranslate,
  { rows, given, wanted, outputs, first = 'a', second = 'b' }: Values
): IFix[] {
  const turnSecond: IFix = {
    safety: 'check',
    title: trans.__('Transpose the second one'),
    code: `product = ${first} @ ${turned(second)}`
  };
  const turnFirst: IFix = {
    safety: 'check',
    title: trans.__('Transpose the first one'),
    detail: trans.__(
      'Where the line turns it already, by .t() or .T: leave that away.'
    ),
    code: `product = ${turned(first)} @ ${second}`
  };
  if (rows === undefined || outputs === undefined) {
    return rows === undefined
      ? [turnSecond]
      : rows === wanted
        ? [turnFirst]
        : [];
  }
  if (rows === outputs && rows !== wanted && given !== outputs) {
    return [
      check(
        trans.__(
          'Exchange the two: [%1, %2] @ [%3, %4]',
          wanted,
          outputs,
          rows,
          given
        ),
        `product = ${second} @ ${first}`
      )
    ];
  }
  return [
    ...(given === outputs ? [turnSecond] : []),
    ...(rows === wanted ? [turnFirst] : []),
    ...(rows === wanted && given === outputs
      ? [
          {
            safety: 'check' as const,
            title: trans.__('Element by element instead: both are equal'),
            code: `product = ${first} * ${second}`
          }
        ]
      : [])
  ];
}

/** One of the two products in torch's attention, which turns the key by itself. */
export function sdpaWords(
  trans: ITranslate,
  { given, wanted }: ValuesOf<'given' | 'wanted'>
): IWords {
  return {
    title: trans.__('Query, key and value do not fit each other'),
    cause: trans.__(
      'Attention multiplies the query with the key, which must be as wide, and the result with the value, which must be as long as the key: here %1 meets %2. Usually key or value was cut, or comes from another input.',
      given,
      wanted
    ),
    fixes: [
      compareShapes(trans, 'print(query.shape, key.shape, value.shape)'),
      check(
        trans.__('Make key and value from the same input'),
        'key, value = to_key(context), to_value(context)',
        trans.__(
          'In a model of a library, a cache of other lengths or a mixture of releases does the same: switch the cache off (use_cache=False), or install the release that the code asks for.'
        )
      )
    ]
  };
}
