/** Changes of a value before it is used. */
import { childOf, type SyntaxNode } from '../../../code/tree';
import type { Edit, ICall, ICode, IChange } from '../../../code/types';
import { calledName, failingCall } from './find';

/** A method may follow these as they stand. */
const PRIMARY: ReadonlySet<string> = new Set([
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

/** What a method is called on: `x` of `x.numpy()`. */
export function receiverOf({ func }: ICall): SyntaxNode | null {
  return func.name === 'MemberExpression' ? func.firstChild : null;
}

/** The first argument, where it is an expression by itself. */
function firstValue({ args }: ICall): SyntaxNode | null {
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
