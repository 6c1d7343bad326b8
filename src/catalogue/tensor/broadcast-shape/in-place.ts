/** A result that is larger than the tensor that it was to be written into. */
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { check } from '../../fix';
import { ownLine, visibleCode } from '../../shared/ran-code';
import { NAME, operatorOf } from '../shared/line-operands';
import { sizesOf } from '../shared/shapes';

/** What the failed line says of it. */
export type InPlace = ValuesOf<
  'left' | 'right' | 'operator' | 'looped' | 'data'
>;

/** `x += y`, and `x.add_(y)`. */
const WRITTEN = new RegExp(
  String.raw`^(?<left>${NAME}) ?(?<operator>[-+*/])= ?(?<right>\S.{0,60})$`,
  'i'
);
const CALLED = new RegExp(
  String.raw`(?<![\w.])(?<left>${NAME})\.(?<call>add|sub|mul|div)_\((?<right>${NAME})\)`,
  'i'
);

/** Data sets of torchvision whose images are grey: no file is there to be opened. */
const GREY =
  /\b(?<data>MNIST|FashionMNIST|KMNIST|EMNIST|QMNIST|USPS|Omniglot)\(/;

/** What the line writes into which tensor, and whether each round of a loop does. */
export function inPlaceOf(reading: IReading): InPlace {
  const line = ownLine(reading);
  const { left, operator, call, right } =
    WRITTEN.exec(line)?.groups ?? CALLED.exec(line)?.groups ?? {};
  const { own, text } = visibleCode(reading);
  const place = own.find(one => line !== '' && one.includes(line)) ?? '';
  return {
    left,
    operator: operator ?? operatorOf(call),
    right,
    looped:
      left !== undefined &&
      /^\s/.test(place) &&
      own.some(one => /^\s*for\b/.test(one))
        ? 'yes'
        : undefined,
    data: GREY.exec(text)?.groups?.data
  };
}

type Shapes = ValuesOf<'out' | 'grown'> & InPlace;

/** How many dimensions the result has in front of those of the tensor; 0 for none. */
function extraOf({ out, grown }: Shapes): number {
  const [given, made] = [out, grown].map(
    shape => sizesOf(`[${shape ?? ''}]`) ?? []
  );
  return made.length > given.length &&
    given.length > 0 &&
    String(made.slice(made.length - given.length)) === String(given)
    ? made.length - given.length
    : 0;
}

/** Whether it is `[N, N]` of `[N]`: one of the two is a column. */
function isSquare({ out, grown }: Shapes): boolean {
  return out !== undefined && grown === `${out}, ${out}`;
}

/** Whether the tensor itself is the column: `[N, N]` of `[N, 1]`. */
function isColumn({ out, grown }: Shapes): boolean {
  const rows = /^(?<rows>\d{1,12}), 1$/.exec(out ?? '')?.groups?.rows;
  return rows !== undefined && grown === `${rows}, ${rows}`;
}

/** What went into it, and what came of it. */
export function inPlaceCause(trans: ITranslate, shapes: Shapes): string {
  const { out = '', grown = '', left, right } = shapes;
  if (left === undefined || right === undefined) {
    return trans.__(
      'The result has the shape [%1], and it was to be written into a tensor of the shape [%2]: in place nothing can grow.',
      grown,
      out
    );
  }
  return extraOf(shapes) === 1 && !isSquare(shapes)
    ? trans.__(
        '%1 is [%2], and with “%3” the result would be [%4], one row for each of %5: in place nothing can grow.',
        left,
        out,
        right,
        grown,
        grown.split(', ')[0]
      )
    : trans.__(
        '%1 is [%2], and with “%3” the result would be [%4]: in place nothing can grow.',
        left,
        out,
        right,
        grown
      );
}

/** A new tensor in its place, and the rows taken together first where there are some. */
export function inPlaceFixes(trans: ITranslate, shapes: Shapes): IFix[] {
  const { left = 'x', right = 'y', operator = '+', looped } = shapes;
  const named = shapes.left !== undefined && shapes.right !== undefined;
  const whole = /^[\w.[\]]+$/.test(right) ? right : `(${right})`;
  if (isColumn(shapes)) {
    return [
      check(
        trans.__('One is [N, 1], the other [N]: bring both to one shape'),
        `${left} = ${left}.squeeze(-1)`
      )
    ];
  }
  if (isSquare(shapes)) {
    return [
      check(
        trans.__('One is [N, 1], the other [N]: bring both to one shape'),
        named
          ? `${left} ${operator}= ${whole}.squeeze(-1)`
          : 'x = x.squeeze(-1)'
      )
    ];
  }
  const anew = check(
    trans.__('Make a new tensor instead of changing the old one'),
    `${left} = ${left} ${operator} ${right}  # not ${left} ${operator}= ${right}`
  );
  if (!named || extraOf(shapes) !== 1 || !/^[-+]$/.test(operator)) {
    return [anew];
  }
  const sum = check(
    trans.__('Take the rows together first: their sum or mean'),
    `${left} ${operator}= ${whole}.sum(dim=0)  # or mean(dim=0)`
  );
  return looped || operator === '-' ? [sum, anew] : [anew, sum];
}
