/** Changes of a statement that splits a value into names. */
import { childrenOf, type SyntaxNode } from '../../../code/tree';
import type { Edit, ICode, IFailedCode, IStatement } from '../../../code/types';
import { isWithin, only } from './find';
import { withMethods } from './values';

/** The statement that failed, in the innermost line of the user's own. */
function failedStatement({
  places: [place]
}: IFailedCode): (IStatement & { readonly code: ICode }) | null {
  const statement = place?.code.statementAt(place.line);
  return statement ? { ...statement, code: place.code } : null;
}

/** The names that a statement splits a value into, and that value. */
interface ITargets {
  readonly code: ICode;
  readonly names: readonly SyntaxNode[];
  readonly value: SyntaxNode;
}

const GROUPS: ReadonlySet<string> = new Set([
  'TupleExpression',
  'ParenthesizedExpression',
  'ArrayExpression'
]);
const PUNCTUATION: ReadonlySet<string> = new Set([
  ',',
  '(',
  ')',
  '[',
  ']',
  'async',
  'for'
]);

/** What the failing statement splits, where it does that once, into so many names. */
function targetsOf(failed: IFailedCode, count: number): ITargets | null {
  const statement = failedStatement(failed);
  const parts = statement ? childrenOf(statement.node) : [];
  const sign = statement?.node.name === 'ForStatement' ? 'in' : 'AssignOp';
  const at = parts.findIndex(({ name }) => name === sign);
  const isOne = parts.filter(({ name }) => name === sign).length === 1;
  const value = parts[at + 1];
  if (!statement || !isOne || !value) {
    return null;
  }
  const isName = ({ name }: SyntaxNode): boolean => !PUNCTUATION.has(name);
  let names = parts.slice(0, at).filter(isName);
  if (names.length === 1 && GROUPS.has(names[0].name)) {
    names = childrenOf(names[0]).filter(isName);
  }
  return names.length === count && names.every(({ name }) => name !== '*')
    ? { code: statement.code, names, value }
    : null;
}

/**
 * One more name for what is left: `a, b, _ = t`, `a, b, *rest = t`.
 *
 * @param isFirst - whether the names that there are take the last values
 */
export function restTaken(
  expected: number,
  got: number,
  isFirst = false
): Edit {
  return failed => {
    const targets = got > expected ? targetsOf(failed, expected) : null;
    if (!targets) {
      return null;
    }
    const { code, names } = targets;
    const [at, insert] = isFirst
      ? [names[0].from, '*_, ']
      : [names[expected - 1].to, got === expected + 1 ? ', _' : ', *rest'];
    return [{ code, from: at, to: at, insert }];
  };
}

/** `for i, x, y in enumerate(…)` as `for i, (x, y) in enumerate(…)`. */
export function itemGrouped(expected: number): Edit {
  return failed => {
    const targets = targetsOf(failed, expected);
    if (!targets || expected < 3) {
      return null;
    }
    const { code, names } = targets;
    const { from } = names[1];
    const { to } = names[expected - 1];
    return [
      { code, from, to: from, insert: '(' },
      { code, from: to, to, insert: ')' }
    ];
  };
}

/** `for k, v in d` as `for k, v in d.items()`. */
export function itemsOf(source: string): Edit {
  return failed => {
    const targets = targetsOf(failed, 2);
    return targets && targets.code.textOf(targets.value) === source
      ? withMethods(targets.code, targets.value, ['items'])
      : null;
  };
}

/** `x.shape`, or `x.size()`, of `x` with a dimension before the first. */
export function batchAdded(source: string, added: string): Edit {
  return failed => {
    const statement = failedStatement(failed);
    const found = statement
      ? statement.code.nodes.filter(
          node =>
            node.name === 'MemberExpression' &&
            isWithin(node, statement) &&
            [`${source}.shape`, `${source}.size`].includes(
              statement.code.textOf(node)
            )
        )
      : [];
    const to = only(found)?.firstChild?.to;
    return statement && to !== undefined
      ? [{ code: statement.code, from: to, to, insert: added }]
      : null;
  };
}
