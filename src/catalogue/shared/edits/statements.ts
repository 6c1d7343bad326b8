/** Changes of statements: what stands before one, and what one gives its names. */
import {
  around,
  childOf,
  childrenOf,
  type SyntaxNode
} from '../../../code/tree';
import type { Edit, ICode, IFailedCode, IStatement } from '../../../code/types';
import { assignedTo, failingCall, isWithin, only } from './find';
import { withMethods } from './values';

/** The statement that failed, in the innermost line of the user's own. */
function failedStatement({
  places: [place]
}: IFailedCode): (IStatement & { readonly code: ICode }) | null {
  const statement = place?.code.statementAt(place.line);
  return statement ? { ...statement, code: place.code } : null;
}

/** A line of its own before the assertion that failed. */
export function beforeAssertion(line: string): Edit {
  return failed => {
    const statement = failedStatement(failed);
    if (statement?.node.name !== 'AssertStatement') {
      return null;
    }
    const { code, node, from } = statement;
    const start = Math.max(
      code.text.lastIndexOf('\n', from),
      code.text.lastIndexOf('\r', from)
    );
    const indent = code.text.slice(start + 1, from);
    const before = node.prevSibling;
    const isThere = before !== null && code.textOf(before) === line;
    const end = code.text.includes('\r\n') ? '\r\n' : '\n';
    return isThere || indent.trim() !== ''
      ? null
      : [{ code, from, to: from, insert: `${line}${end}${indent}` }];
  };
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

/** `items = items.append(x)` as `items.append(x)`, where the cell makes `items` itself. */
export function callAlone(held: string, line: number): Edit {
  return ({ places: [place] }) => {
    const statement = place?.code.statementAt(line)?.node;
    if (statement?.name !== 'AssignStatement') {
      return null;
    }
    const { code } = place;
    const [target, sign, value, more] = childrenOf(statement);
    const isIts =
      code.textOf(target) === held &&
      sign.name === 'AssignOp' &&
      value?.name === 'CallExpression' &&
      code.textOf(value).startsWith(`${held}.`) &&
      !more;
    const isMade = code.nodes.some(
      node =>
        node.to <= statement.from &&
        node.name === 'VariableName' &&
        code.textOf(node) === held &&
        node.parent?.name === 'AssignStatement'
    );
    return isIts && isMade
      ? [{ code, from: statement.from, to: value.from, insert: '' }]
      : null;
  };
}

/** `super(Net, self)` as `super()`. */
export const superAlone: Edit = failed => {
  const call = failingCall(failed, ({ name }) => name === 'super');
  return call?.args.length === 2
    ? [
        {
          code: call.code,
          from: call.list.from + 1,
          to: call.list.to - 1,
          insert: ''
        }
      ]
    : null;
};

/** The methods of a name in a class of a name, in all cells. */
function methodsNamed(
  { cells }: IFailedCode,
  owner: string,
  name: string
): { readonly code: ICode; readonly node: SyntaxNode }[] {
  return cells.flatMap(code =>
    code.nodes
      .filter(node => {
        const own = childOf(node, 'VariableName');
        const kind = around(node, ['ClassDefinition', 'FunctionDefinition']);
        const kindName = childOf(kind, 'VariableName');
        return (
          node.name === 'FunctionDefinition' &&
          kind?.name === 'ClassDefinition' &&
          own !== null &&
          code.textOf(own) === name &&
          kindName !== null &&
          code.textOf(kindName) === owner
        );
      })
      .map(node => ({ code, node }))
  );
}

/** `self` as the first parameter of a method. */
export function selfTaken(owner: string, name: string): Edit {
  return failed => {
    const method = only(methodsNamed(failed, owner, name));
    const list = childOf(method?.node ?? null, 'ParamList');
    const [, first] = list ? childrenOf(list) : [];
    if (!method || !list || !first || method.code.textOf(first) === 'self') {
      return null;
    }
    const at = list.from + 1;
    const insert = first.name === ')' ? 'self' : 'self, ';
    return [{ code: method.code, from: at, to: at, insert }];
  };
}

/** Another name for a method, where its class defines it. */
export function methodDefinedAs(
  owner: string,
  name: string,
  today: string
): Edit {
  return failed => {
    const method = only(methodsNamed(failed, owner, name));
    const node = childOf(method?.node ?? null, 'VariableName');
    return method && node
      ? [{ code: method.code, from: node.from, to: node.to, insert: today }]
      : null;
  };
}

/** `model = Net` as `model = Net()`, where the notebook says it once. */
export function objectMade(held: string): Edit {
  return failed => {
    const assigned = assignedTo(failed, held);
    const { code, value } = assigned ?? {};
    return code && value && code.nameOf(value) !== null
      ? [{ code, from: value.to, to: value.to, insert: '()' }]
      : null;
  };
}
