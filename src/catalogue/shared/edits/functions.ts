/** Changes of methods that the notebook defines: what they take and return. */
import { childOf, childrenOf, type SyntaxNode } from '../../../code/tree';
import type { Edit, ICode, IFailedCode } from '../../../code/types';
import { methodsNamed } from './classes';
import { isWithin, only } from './find';
import { lineEnd, ownLine } from './statements';

/** What a method takes, brackets and commas among it. */
interface ITaken {
  readonly code: ICode;
  readonly parts: readonly SyntaxNode[];
  /** What stands before the closing bracket. */
  readonly last: SyntaxNode;
}

/** What the one method of such a name takes; null where that is nothing. */
function takenBy(failed: IFailedCode, name: string): ITaken | null {
  const method = only(methodsNamed(failed, name));
  const list = childOf(method?.node ?? null, 'ParamList');
  const parts = list ? childrenOf(list) : [];
  const last = parts[parts.length - 2];
  return method && last && last.name !== '('
    ? { code: method.code, parts, last }
    : null;
}

/** One more of what a method takes, behind the others. */
function added({ code, last: { name, to } }: ITaken, text: string) {
  return [
    { code, from: to, to, insert: `${name === ',' ? ' ' : ', '}${text}` }
  ];
}

/** Return what the last line of a method makes, where it returns nothing. */
export function returnAdded(name: string): Edit {
  return failed => {
    const method = only(methodsNamed(failed, name));
    const body = childOf(method?.node ?? null, 'Body');
    const last = body && lastStatement(body);
    if (!method || !body || last?.name !== 'AssignStatement') {
      return null;
    }
    const { code } = method;
    const own = ownLine({ code, line: code.lineOf(last.from) });
    const [target, equals] = childrenOf(last);
    const returns = code.nodes.some(
      node =>
        ['ReturnStatement', 'YieldExpression', 'YieldStatement'].includes(
          node.name
        ) && isWithin(node, body)
    );
    if (
      returns ||
      own?.node.from !== last.from ||
      target.name !== 'VariableName' ||
      equals.name !== 'AssignOp'
    ) {
      return null;
    }
    const at = lineEnd(code, last.to);
    const insert = `${own.end}${own.indent}return ${code.textOf(target)}`;
    return [{ code, from: at, to: at, insert }];
  };
}

function lastStatement(body: SyntaxNode): SyntaxNode | null {
  const parts = childrenOf(body).filter(({ name }) => name !== 'Comment');
  return parts[parts.length - 1] ?? null;
}

/** One more parameter, with a default, behind those that a method has. */
export function parameterAdded(
  method: string,
  parameter: string,
  value = 'None'
): Edit {
  return failed => {
    const taken = takenBy(failed, method);
    // Behind `*args` or `**kwargs` a parameter is another one, or none.
    const isFit = taken?.parts.every(
      part =>
        !/^(?:\*\*?|\/)$/.test(part.name) &&
        (part.name !== 'VariableName' || taken.code.textOf(part) !== parameter)
    );
    return taken && isFit ? added(taken, `${parameter}=${value}`) : null;
  };
}

/** What comes on top, taken by a method: `**kwargs`. */
export function restTakenBy(method: string): Edit {
  return failed => {
    const taken = takenBy(failed, method);
    const isThere = taken?.parts.some(({ name }) => name === '**');
    return taken && !isThere ? added(taken, '**kwargs') : null;
  };
}
