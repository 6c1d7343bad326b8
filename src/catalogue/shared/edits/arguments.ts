/** Changes of the arguments of a call. */
import { childrenOf, type SyntaxNode } from '../../../code/tree';
import type { IArgument, ICall, IChange } from '../../../code/types';

/** The argument of a name; null where the call does not write it out. */
export function keywordOf(call: ICall, name: string): IArgument | null {
  return call.args.find(({ keyword }) => keyword === name) ?? null;
}

/** What stands for a parameter, by its keyword or its place. */
export function argumentAt(
  call: ICall,
  at: number,
  name: string
): SyntaxNode | null {
  const positional = call.args[at];
  return (
    (
      keywordOf(call, name) ??
      (positional?.keyword === null && positional.star === ''
        ? positional
        : null)
    )?.value ?? null
  );
}

/** Whether arguments come from elsewhere: `f(**options)`. */
export function hasStars({ args }: ICall): boolean {
  return args.some(({ star }) => star !== '');
}

/** A stretch of code without a comment, which a change would lose. */
function isBare({ code }: ICall, from: number, to: number): boolean {
  return !code.nodes.some(
    node => node.name === 'Comment' && node.from < to && node.to > from
  );
}

/**
 * Give a keyword a value, and leave every other argument alone.
 *
 * @returns null where the call takes arguments from elsewhere, or a comment would
 * be lost
 */
export function withKeyword(
  call: ICall,
  name: string,
  value: string
): readonly IChange[] | null {
  const { code, args, list } = call;
  const known = keywordOf(call, name);
  if (known) {
    const { value: old } = known;
    return old && isBare(call, old.from, old.to)
      ? [{ code, from: old.from, to: old.to, insert: value }]
      : null;
  }
  if (hasStars(call)) {
    return null;
  }
  const insert = `${name}=${value}`;
  const last = args[args.length - 1];
  const at = last ? last.to : list.from + 1;
  if (last && last.value === null) {
    return null; // A generator stands alone.
  }
  return [{ code, from: at, to: at, insert: last ? `, ${insert}` : insert }];
}

/** Where the comma behind an argument ends; null where there is none. */
function commaAfter({ list }: ICall, { to }: IArgument): number | null {
  const next = childrenOf(list).find(
    ({ name, from }) => from >= to && name !== 'Comment'
  );
  return next?.name === ',' ? next.to : null;
}

/** The stretch that goes with the arguments from `begin` to `end`. */
function stretchOf(
  call: ICall,
  begin: number,
  end: number
): readonly [number, number] {
  const { args } = call;
  const next = args[end + 1];
  const before = args[begin - 1];
  if (next) {
    return [args[begin].from, next.from];
  }
  return before && isBare(call, before.to, args[begin].from)
    ? [before.to, args[end].to]
    : // Behind the comma before, which may end the list.
      [args[begin].from, commaAfter(call, args[end]) ?? args[end].to];
}

/**
 * Leave arguments out, with their commas.
 *
 * @returns null where a comment would be lost
 */
export function withoutArguments(
  call: ICall,
  isLeftOut: (argument: IArgument) => boolean
): readonly IChange[] | null {
  const { code, args } = call;
  const changes: IChange[] = [];
  for (let at = 0; at < args.length; at++) {
    const begin = at;
    while (at < args.length && isLeftOut(args[at])) {
      at += 1;
    }
    if (at > begin) {
      const [from, to] = stretchOf(call, begin, at - 1);
      if (!isBare(call, from, to)) {
        return null;
      }
      changes.push({ code, from, to, insert: '' });
    }
  }
  return changes;
}
