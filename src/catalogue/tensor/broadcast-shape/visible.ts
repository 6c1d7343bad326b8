/** The two operands of the failed line, with the shapes that the visible code gives them. */
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { printedShape, shapeOf } from '../../shared/literal-shapes';
import { twinOf, type Twin } from '../../shared/near-variable';
import { lastValue, ownLine } from '../../shared/ran-code';
import {
  BETWEEN,
  clashOf,
  NAME,
  operatorOf,
  stretched
} from '../shared/line-operands';

export type Operands = ValuesOf<
  | 'left'
  | 'right'
  | 'operator'
  | 'leftShape'
  | 'rightShape'
  | 'remade'
  | 'classes'
  | 'parts'
  | 'masks'
  | 'kept'
> &
  Twin;

const CALLED = new RegExp(
  String.raw`\btorch\.(?<call>add|sub|mul|div|multiply|eq|ne|maximum|minimum)\((?<left>${NAME}), ?(?<right>${NAME})\)`,
  'i'
);

/** What speaks of parts that are joined in one tensor and not in the other. */
const PARTS =
  /\bheads?\b|n_?heads?|num_heads|\bgates?\b|\.chunk\(|patch|attention|attn/i;

function known(
  name: string | undefined,
  reading: IReading
): readonly number[] | null {
  const told = reading.incident.tensors?.tensors.find(({ names }) =>
    names.some(one => one.name === name)
  );
  return name === undefined
    ? null
    : (told?.shape ?? shapeOf(name, reading) ?? printedShape(name, reading));
}

/** The line that makes a tensor, with `sizes` in place of its own; where it is a literal. */
function remadeAs(
  name: string,
  shape: readonly number[],
  sizes: readonly number[],
  reading: IReading
): string | undefined {
  const line = lastValue(name, reading)?.line.trim() ?? '';
  const old = shape.join(', ');
  const packed = line
    .split(',')
    .map(part => part.trim())
    .join(', ');
  return packed.includes(`(${old})`) || packed.includes(`[${old}]`)
    ? packed.replace(old, sizes.join(', '))
    : undefined;
}

/** A largest entry or its place, taken along the samples. */
const OVER_SAMPLES =
  /(?:\b(?:torch|np)\.(?:arg)?max\([\w.]{1,40}, ?|\.(?:arg)?max\()(?:(?:dim|axis) ?= ?)?0 ?[,)]/;

/** The line that takes predictions of all samples as one, with `1` for its dimension. */
function overClasses(reading: IReading): string | undefined {
  const own = ownLine(reading);
  if (!/[=!]=|\beq\(/.test(own)) {
    return undefined;
  }
  const names = own.match(/(?<![\w.])[a-z_]\w{0,30}/gi) ?? [];
  return [own, ...names.map(name => lastValue(name, reading)?.line ?? '')]
    .find(line => OVER_SAMPLES.test(line))
    ?.trim()
    .replace(OVER_SAMPLES, call => call.replace(/0( ?[,)])$/, '1$1'));
}

/** A sum over another dimension than the first, which takes that dimension away. */
const REDUCED =
  /(?<![\w.])(?<call>[a-z_][\w.]{0,40}\.(?:sum|mean|std|var|norm|prod|amax|amin|logsumexp)\((?:p ?= ?\d, ?)?(?:dim|axis)? ?=? ?-?[1-9])\)/i;

/** The line that takes a dimension away which the failed one needs, with it kept. */
function keptDimension(
  names: readonly (string | undefined)[],
  reading: IReading
): string | undefined {
  const own = ownLine(reading);
  const lines = names.flatMap(
    name => (name && lastValue(name, reading)?.line.trim()) || []
  );
  return (
    / ?[-+*/] ?/.test(own.replace(REDUCED, 'x')) ? [own, ...lines] : lines
  )
    .find(line => REDUCED.test(line) && line.length <= 120)
    ?.replace(new RegExp(REDUCED, 'gi'), '$<call>, keepdim=True)');
}

/** A comparison in brackets beside another mask: `(pred == c) & valid`. */
const BESIDE = new RegExp(
  String.raw`\((?<left>${NAME}) ?[=!]= ?(?<number>${NAME})\) ?(?<operator>[&|^*]) ?(?<right>${NAME})(?![\w.([])`,
  'i'
);

/** Two operands of a line; what a loop counts is a number, and none of them. */
function pairIn(line: string, reading: IReading): Values {
  const beside = BESIDE.exec(line)?.groups;
  const isCounted =
    beside !== undefined &&
    new RegExp(String.raw`\bfor ${beside.number} in range\(`).test(
      `${reading.code}\n${printedText(reading)}`
    );
  return isCounted
    ? beside
    : ((CALLED.exec(line) ?? BETWEEN.exec(line))?.groups ?? {});
}

/** What segments images: their masks have height and width. */
const MASKS =
  /\b(?:\w{0,8}_?m?iou|dice\w{0,6}|segment\w{0,12}|jaccard\w{0,8}|pixel_acc\w{0,8})\b/i;

/** The operands of the failed line, where it has just two. */
export function operandsOf(reading: IReading): Operands {
  const line = ownLine(reading);
  const { left, right, operator, call } = pairIn(line, reading);
  const shapes = [known(left, reading), known(right, reading)];
  const [a, b] = shapes;
  const back = a && b ? clashOf(a, b) : undefined;
  const fitting =
    b && back !== undefined
      ? b.map((size, at) => (at === b.length - back ? 1 : size))
      : undefined;
  return {
    ...twinOf(reading),
    left,
    right,
    operator: operator ?? operatorOf(call),
    // Shapes that fit each other are those of an earlier moment.
    leftShape: back === undefined ? undefined : a?.join(', '),
    rightShape: back === undefined ? undefined : b?.join(', '),
    remade:
      fitting && right && b && clashOf(a ?? [], fitting) === undefined
        ? remadeAs(right, b, fitting, reading)
        : undefined,
    classes: overClasses(reading),
    kept: keptDimension([left, right], reading),
    parts: PARTS.test(printedText(reading)) ? 'yes' : undefined,
    masks: MASKS.test(`${reading.code}\n${printedText(reading)}`)
      ? 'yes'
      : undefined
  };
}

function sizesIn(shape: string | undefined): readonly number[] {
  return shape === undefined || shape === ''
    ? []
    : shape.split(', ').map(Number);
}

/** The cause, where both shapes are known. */
export function shapesCause(
  trans: ITranslate,
  { left, right, leftShape, rightShape }: Operands
): string | null {
  const [a, b] = [sizesIn(leftShape), sizesIn(rightShape)];
  const back = clashOf(a, b);
  return left === undefined || right === undefined || back === undefined
    ? null
    : trans.__(
        '%1 is [%2], %3 is [%4]. Counted from the last dimension, sizes must be equal, or one of them 1: here %5 meets %6.',
        left,
        leftShape,
        right,
        rightShape,
        a[a.length - back],
        b[b.length - back]
      );
}

/** What makes two known shapes fit, best first. */
export function shapesFixes(
  trans: ITranslate,
  {
    left = '',
    right = '',
    operator = '+',
    leftShape,
    rightShape,
    remade
  }: Operands
): IFix[] {
  const [a, b] = [sizesIn(leftShape), sizesIn(rightShape)];
  if (clashOf(a, b) === undefined) {
    return [];
  }
  const product =
    operator === '*' && a.length === 2 && b.length === 2 && a[1] === b[0]
      ? [
          check(
            trans.__('“*” goes value by value; a matrix product is “@”'),
            `c = ${left} @ ${right}`
          )
        ]
      : [];
  const turned =
    a.length === 2 &&
    clashOf(a, [...b].reverse()) === undefined &&
    b.length === 2
      ? [
          check(
            trans.__('Value by value: transpose the second one'),
            `c = ${left} ${operator} ${right}.T`
          )
        ]
      : [];
  const [forRight, forLeft] = [
    stretched(right, b, a),
    a.length < b.length ? stretched(left, a, b) : undefined
  ];
  // Two rows would become a table of all with all, which is seldom meant.
  const isOfRows = a.length === 1 && b.length === 1;
  const column =
    (forRight || forLeft) && !isOfRows
      ? [
          check(
            trans.__('Add the dimension of size 1 that is meant to stretch'),
            `c = ${forLeft ?? left} ${operator} ${forLeft ? right : (forRight ?? right)}`
          )
        ]
      : [];
  const back = clashOf(a, b) ?? 1;
  const made =
    remade === undefined
      ? []
      : [
          check(
            trans.__(
              'Make %1 with size 1 there, or with %2',
              right,
              a[a.length - back]
            ),
            remade
          )
        ];
  return isOfRows ? made : [...product, ...turned, ...column, ...made];
}

/** Names for the beginnings and for the ends of the same stretches. */
const PAIR =
  /(?<![\w.])(?<from>(?:\w{1,20}_)?(?:bos|start|begin|starts|left|open)\w{0,20})(?:\[\w\])? ?(?:==|-) ?(?<to>(?:\w{1,20}_)?(?:eos|end|ends|stop|right|close)\w{0,20})/i;

/** The two lists of places that a line compares, where these are such. */
export function pairOf(reading: IReading): ValuesOf<'from' | 'to'> {
  const last = reading.exceptions[0]?.frames.at(-1)?.code ?? ownLine(reading);
  const { from, to } = PAIR.exec(last)?.groups ?? {};
  return { from, to };
}
