/** Changes of a value before it is used. */
import { childOf, type SyntaxNode } from '../../../code/tree';
import type {
  Edit,
  ICall,
  IChange,
  ICode,
  IFailedCode
} from '../../../code/types';
import { calledName, callsAt, failingCall, isWithin, only } from './find';

/** A method may follow these as they stand. */
export const PRIMARY: ReadonlySet<string> = new Set([
  'VariableName',
  'MemberExpression',
  'CallExpression',
  'ParenthesizedExpression'
]);

/** The methods at the end of a value: `cpu`, `detach` of `x.detach().cpu()`. */
export function methodsOf(code: ICode, node: SyntaxNode | null): string[] {
  const methods: string[] = [];
  let value = node;
  while (value?.name === 'CallExpression') {
    const func = value.firstChild;
    const property = func && childOf(func, 'PropertyName');
    if (!func || !property) {
      break;
    }
    methods.push(code.textOf(property));
    value = func.firstChild;
  }
  return methods;
}

/**
 * Call methods on a value, those that it does not have yet.
 *
 * @param methods - in their order, `detach` and `cpu`
 */
export function withMethods(
  code: ICode,
  value: SyntaxNode,
  methods: readonly string[]
): readonly IChange[] {
  const has = methodsOf(code, value);
  const calls = methods
    .filter(method => !has.includes(method))
    .map(method => `.${method}()`)
    .join('');
  const { from, to } = value;
  if (calls === '') {
    return [];
  }
  return PRIMARY.has(value.name)
    ? [{ code, from: to, to, insert: calls }]
    : [
        { code, from, to: from, insert: '(' },
        { code, from: to, to, insert: `)${calls}` }
      ];
}

/** Let something follow a value that does not follow it yet: `.squeeze(1)`. */
export function behind(
  code: ICode,
  value: SyntaxNode,
  end: string
): readonly IChange[] | null {
  const { from, to } = value;
  if (code.textOf(value).endsWith(end)) {
    return null;
  }
  return PRIMARY.has(value.name)
    ? [{ code, from: to, to, insert: end }]
    : [
        { code, from, to: from, insert: '(' },
        { code, from: to, to, insert: `)${end}` }
      ];
}

/** A value within a call that it does not stand in yet: `torch.sigmoid(x)`. */
export function wrapped(
  code: ICode,
  value: SyntaxNode,
  begin: string,
  end: string
): readonly IChange[] | null {
  const { from, to } = value;
  return code.textOf(value).startsWith(begin)
    ? null
    : [
        { code, from, to: from, insert: begin },
        { code, from: to, to, insert: end }
      ];
}

/** What a method is called on: `x` of `x.numpy()`. */
export function receiverOf({ func }: ICall): SyntaxNode | null {
  return func.name === 'MemberExpression' ? func.firstChild : null;
}

/** The first argument, where it is an expression by itself. */
export function firstValue({ args }: ICall): SyntaxNode | null {
  const [first] = args;
  return first?.keyword === null && first.star === '' ? first.value : null;
}

/** Functions that make a NumPy array of a tensor. */
const TO_NUMPY = /^(?:np|numpy)\.(?:as)?array$/;

/** Take a tensor out of the graph, and to the CPU, before NumPy reads it. */
export function beforeNumpy(...methods: string[]): Edit {
  return failed => {
    const call = failingCall(
      failed,
      one => calledName(one) === 'numpy' || TO_NUMPY.test(one.name ?? '')
    );
    const value =
      call &&
      (TO_NUMPY.test(call.name ?? '') ? firstValue(call) : receiverOf(call));
    return call && value ? withMethods(call.code, value, methods) : null;
  };
}

/** Call a method on the first argument of the failing call of these names. */
export function argumentWith(names: readonly string[], method: string): Edit {
  return failed => {
    const call = failingCall(failed, one =>
      names.includes(calledName(one) ?? '')
    );
    const value = call && firstValue(call);
    return call && value ? withMethods(call.code, value, [method]) : null;
  };
}

/** Calls of the failing statement that take no other call's result. */
export function leafCall(failed: IFailedCode): ICall | null {
  const place = failed.places[0];
  const calls = place ? callsAt(place) : [];
  return only(
    calls.filter(
      call =>
        !calls.some(other => other !== call && isWithin(other, call.list)) &&
        call.args.length > 0
    )
  );
}

/**
 * Call a method on what the failing line hands over: the first argument of the
 * one call, or its last (a target, an index).
 */
export function inputWith(method: string, which: 'first' | 'last'): Edit {
  return failed => {
    const call = leafCall(failed);
    const plain = call?.args.filter(
      ({ keyword, star }) => keyword === null && star === ''
    );
    const value = plain?.[which === 'first' ? 0 : plain.length - 1]?.value;
    // Of a name it is sure what is changed; its parts may be of any type.
    const root = value && withoutMethods(value);
    return call && value && root?.name === 'VariableName'
      ? withMethods(call.code, value, [method])
      : null;
  };
}

/** The value before its methods: `x` of `x.flip(0).long()`. */
function withoutMethods(node: SyntaxNode): SyntaxNode {
  let value = node;
  while (value.name === 'CallExpression') {
    const receiver = value.firstChild?.firstChild;
    if (!receiver) {
      break;
    }
    value = receiver;
  }
  return value;
}

/** Call a method on the index in the brackets of the failing line. */
export function indexWith(method: string): Edit {
  return ({ places: [place] }) => {
    const statement = place?.code.statementAt(place.line);
    if (!statement) {
      return null;
    }
    const { code } = place;
    const found = code.nodes.flatMap(node => {
      const index = isWithin(node, statement)
        ? childOf(node, '[')?.nextSibling
        : null;
      const isAlone =
        node.name === 'MemberExpression' && index?.nextSibling?.name === ']';
      return index && isAlone && index.name !== 'Number' ? [index] : [];
    });
    const index = only(found);
    return index && withoutMethods(index).name === 'VariableName'
      ? withMethods(code, index, [method])
      : null;
  };
}

/** Call a method on what a method of that name is called on. */
export function receiverWith(name: string, method: string): Edit {
  return failed => {
    const call = failingCall(failed, one => calledName(one) === name);
    const value = call && receiverOf(call);
    return call && value ? withMethods(call.code, value, [method]) : null;
  };
}

/**
 * Let something follow what the failing line hands over, where that is a name:
 * `.permute(0, 3, 1, 2)`.
 */
export function inputThen(end: string): Edit {
  return failed => {
    const call = leafCall(failed);
    const [first] = call?.args ?? [];
    const value = first?.keyword === null && first.star === '' && first.value;
    return call && value && withoutMethods(value).name === 'VariableName'
      ? behind(call.code, value, end)
      : null;
  };
}

/** Let something follow what a method of that name is called on. */
export function receiverThen(name: string, end: string): Edit {
  return failed => {
    const call = failingCall(failed, one => calledName(one) === name);
    const value = call && receiverOf(call);
    return call && value ? behind(call.code, value, end) : null;
  };
}
