/** Two operands of a line, and what makes their shapes fit. */
import { ownValue } from '../../../shared/own-value';

/** A name as people write it, or an entry of it. */
export const NAME = String.raw`[a-z_]\w{0,30}(?:\.[a-z_]\w{0,30}|\[\d\]){0,3}`;

/** Two names with one of these signs between them, or with a comparison. */
function between(signs: string): RegExp {
  return new RegExp(
    String.raw`(?<![\w.\])])(?<left>${NAME}) ?(?<operator>[${signs}]|[<>=!]=|[<>]) ?(?<right>${NAME})(?![\w.([])`,
    'i'
  );
}

/** Two names with an operator that goes value by value between them. */
export const BETWEEN = between('-+*/');

/** `left @ right` as well as what goes value by value. */
export const PAIR = between('-+*/@');

const OPERATORS: Readonly<Record<string, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  multiply: '*',
  div: '/'
};

/** The sign that stands for a function of torch: `+` for `add`. */
export function operatorOf(call: string | undefined): string | undefined {
  return ownValue(OPERATORS, call);
}

/** The shapes of two tensors compared from the right: where they first clash. */
export function clashOf(
  a: readonly number[],
  b: readonly number[]
): number | undefined {
  for (let back = 1; back <= Math.min(a.length, b.length); back++) {
    const [one, other] = [a[a.length - back], b[b.length - back]];
    if (one !== other && one !== 1 && other !== 1) {
      return back;
    }
  }
  return undefined;
}

/**
 * `mean[:, None, None]`: a tensor with as few dimensions of size 1 at its end
 * as make it fit; undefined where none do.
 */
export function stretched(
  name: string,
  shape: readonly number[],
  to: readonly number[],
  kind: 'tensor' | 'array' = 'tensor'
): string | undefined {
  const most = Math.max(to.length - shape.length, shape.length === 1 ? 1 : 0);
  for (let count = 1; count <= most; count++) {
    const ones = Array.from({ length: count }, () => 1);
    if (clashOf([...shape, ...ones], to) === undefined) {
      return count === 1 && kind === 'tensor'
        ? `${name}.unsqueeze(-1)`
        : `${name}[..., ${ones.map(() => 'None').join(', ')}]`;
    }
  }
  return undefined;
}
