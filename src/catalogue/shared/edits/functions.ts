/** Changes of methods that the notebook defines: what they take and return. */
import {
  around,
  childOf,
  childrenOf,
  type SyntaxNode
} from '../../../code/tree';
import type { Edit, ICode, IFailedCode } from '../../../code/types';
import { isWithin, only } from './find';
import { lineEnd, ownLine } from './statements';

/** A method that a class of the notebook defines. */
interface IMethod {
  readonly code: ICode;
  readonly node: SyntaxNode;
}

/** The one method of such a name. */
function methodNamed({ cells }: IFailedCode, name: string): IMethod | null {
  return only(
    cells.flatMap(code =>
      code.nodes
        .filter(node => {
          const own = childOf(node, 'VariableName');
          return (
            node.name === 'FunctionDefinition' &&
            around(node, ['ClassDefinition', 'FunctionDefinition'])?.name ===
              'ClassDefinition' &&
            own !== null &&
            code.textOf(own) === name
          );
        })
        .map(node => ({ code, node }))
    )
  );
}

/** Return what the last line of a method makes, where it returns nothing. */
export function returnAdded(name: string): Edit {
  return failed => {
    const method = methodNamed(failed, name);
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
    const found = methodNamed(failed, method);
    const list = childOf(found?.node ?? null, 'ParamList');
    const parts = list ? childrenOf(list) : [];
    const isThere = parts.some(
      part =>
        part.name === 'VariableName' && found?.code.textOf(part) === parameter
    );
    const last = parts[parts.length - 2];
    // Behind `*args` or `**kwargs` a parameter is another one, or none.
    const hasStars = parts.some(({ name }) => /^(?:\*\*?|\/)$/.test(name));
    if (!found || !last || isThere || hasStars || last.name === '(') {
      return null;
    }
    const comma = last.name === ',' ? ' ' : ', ';
    const insert = `${comma}${parameter}=${value}`;
    return [{ code: found.code, from: last.to, to: last.to, insert }];
  };
}

/** What comes on top, taken by a method: `**kwargs`. */
export function restTakenBy(method: string): Edit {
  return failed => {
    const found = methodNamed(failed, method);
    const list = childOf(found?.node ?? null, 'ParamList');
    const parts = list ? childrenOf(list) : [];
    const last = parts[parts.length - 2];
    const isThere = parts.some(({ name }) => name === '**');
    if (!found || !last || isThere || last.name === '(') {
      return null;
    }
    const insert = `${last.name === ',' ? ' ' : ', '}**kwargs`;
    return [{ code: found.code, from: last.to, to: last.to, insert }];
  };
}
