/** Changes of classes, their methods and the objects made of them. */
import {
  around,
  childOf,
  childrenOf,
  type SyntaxNode
} from '../../../code/tree';
import type { Edit, ICode, IFailedCode } from '../../../code/types';
import { assignedTo, failingCall, only } from './find';

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
