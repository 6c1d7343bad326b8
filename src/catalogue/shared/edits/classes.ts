/** Changes of classes, their methods and the objects made of them. */
import {
  around,
  childOf,
  childrenOf,
  type SyntaxNode
} from '../../../code/tree';
import type { Edit, ICode, IFailedCode } from '../../../code/types';
import { assignedTo, calledName, failingCall, only } from './find';
import { receiverOf } from './values';

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

/** A method that a class of the notebook defines. */
export interface IMethod {
  readonly code: ICode;
  readonly node: SyntaxNode;
}

/** The methods of a name in all cells, of any class or of one. */
export function methodsNamed(
  { cells }: IFailedCode,
  name: string,
  owner?: string
): readonly IMethod[] {
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
          (owner === undefined ||
            (kindName !== null && code.textOf(kindName) === owner))
        );
      })
      .map(node => ({ code, node }))
  );
}

/** `self` as the first parameter of a method. */
export function selfTaken(owner: string, name: string): Edit {
  return failed => {
    const method = only(methodsNamed(failed, name, owner));
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
    const method = only(methodsNamed(failed, name, owner));
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

/** `Net().parameters()` for `Net.parameters()`, of a class that takes nothing. */
export function classCalled(method: string): Edit {
  return failed => {
    const call = failingCall(failed, one => calledName(one) === method);
    const owner = call && receiverOf(call);
    const name = owner && call.code.nameOf(owner);
    if (!call || !owner || !name) {
      return null;
    }
    // A name that the notebook gives the class gets its brackets there.
    const held = assignedTo(failed, name);
    const source = held ? held.code.nameOf(held.value) : name;
    const at = held ? held.value.to : owner.to;
    const { code } = held ?? call;
    return source !== null && takesNothing(failed, source)
      ? [{ code, from: at, to: at, insert: '()' }]
      : null;
  };
}

/** Whether a class may be called with nothing: as far as the notebook has it. */
function takesNothing({ cells }: IFailedCode, name: string): boolean {
  return cells.every(code =>
    code.nodes.every(node => {
      const own = childOf(node, 'VariableName');
      const kind = around(node, ['ClassDefinition']);
      const kindName = childOf(kind, 'VariableName');
      const isInit =
        node.name === 'FunctionDefinition' &&
        own !== null &&
        code.textOf(own) === '__init__' &&
        kindName !== null &&
        code.textOf(kindName) === name;
      const list = isInit ? childOf(node, 'ParamList') : null;
      const parameters = list
        ? childrenOf(list).filter(
            part =>
              part.name === 'VariableName' &&
              part.nextSibling?.name !== 'AssignOp' &&
              part.prevSibling?.name !== 'AssignOp'
          )
        : [];
      return parameters.length <= 1;
    })
  );
}
