/** Changes of a value in the failing line: a call, an index, what is around it. */
import { childrenOf, type SyntaxNode } from '../../../code/tree';
import type { Edit, ICall, ICode, IFailedCode } from '../../../code/types';
import { callOf, isCallOf } from './calls';
import { calledName, failingCall, isWithin, namesMadeBy, only } from './find';
import { PRIMARY, receiverOf } from './values';

/** Around these an operator needs no brackets. */
const LOOSE: ReadonlySet<string> = new Set([
  'AssignStatement',
  'ExpressionStatement',
  'ReturnStatement',
  'ArgList',
  'ParenthesizedExpression'
]);

function operandText(code: ICode, node: SyntaxNode): string {
  return PRIMARY.has(node.name) ? code.textOf(node) : `(${code.textOf(node)})`;
}

/** `a @ b` for `torch.dot(a, b)` and `a.dot(b)`. */
export function asOperator(name: string, operator: string): Edit {
  return failed => {
    const call = failingCall(failed, one => calledName(one) === name);
    const plain = call?.args.every(
      ({ keyword, star, value }) => keyword === null && star === '' && value
    );
    if (!call || !plain) {
      return null;
    }
    const { code, node, from, to } = call;
    const receiver = call.name === `torch.${name}` ? null : receiverOf(call);
    const values = [receiver, ...call.args.map(({ value }) => value)].flatMap(
      value => value ?? []
    );
    const text = values
      .map(value => operandText(code, value))
      .join(` ${operator} `);
    const insert = LOOSE.has(node.parent?.name ?? '') ? text : `(${text})`;
    return values.length === 2 ? [{ code, from, to, insert }] : null;
  };
}

/** Without a method that does nothing here: `x` for `x.numpy()`. */
export function methodLeftOut(name: string): Edit {
  return failed => {
    const call = failingCall(failed, one => calledName(one) === name);
    const receiver = call && receiverOf(call);
    return call && receiver
      ? [{ code: call.code, from: receiver.to, to: call.to, insert: '' }]
      : null;
  };
}

/** `x.shape[0]` for `x.shape(0)`. */
export function callAsIndex(name: string): Edit {
  return failed => {
    const call = failingCall(failed, one => calledName(one) === name);
    const [index, more] = call?.args ?? [];
    if (!call || !index || more || index.keyword !== null || index.star) {
      return null;
    }
    const { code, list } = call;
    return [
      { code, from: list.from, to: list.from + 1, insert: '[' },
      { code, from: list.to - 1, to: list.to, insert: ']' }
    ];
  };
}

/** What a method returns, within a function: `list(model.parameters())`. */
export function callWithin(name: string, begin: string, end: string): Edit {
  return failed => {
    const call = failingCall(
      failed,
      one => calledName(one) === name && receiverOf(one) !== null
    );
    if (!call) {
      return null;
    }
    const { code, from, to } = call;
    return code.text.slice(0, from).endsWith(begin)
      ? null
      : [
          { code, from, to: from, insert: begin },
          { code, from: to, to, insert: end }
        ];
  };
}

/** Let something follow a call: `nn.DataParallel(model).to('cuda:0')`. */
export function callThen(names: readonly string[], end: string): Edit {
  return failed => {
    const call = callOf(failed, names);
    return call && followed(call, end);
  };
}

function followed({ code, to }: ICall, end: string): ReturnType<Edit> {
  return code.text.slice(to).startsWith(end)
    ? null
    : [{ code, from: to, to, insert: end }];
}

/** Another call of the same: `.flip(-1)` for `.fliplr()`. */
export function methodAs(name: string, today: string): Edit {
  return failed => {
    const call = failingCall(failed, one => calledName(one) === name);
    const [argument] = call?.args ?? [];
    if (!call || (call.args.length > 0 && call.name !== `torch.${name}`)) {
      return null;
    }
    const { code, from, to } = call;
    const receiver = argument?.value ?? receiverOf(call);
    const insert = receiver && `${operandText(code, receiver)}.${today}`;
    return insert && call.args.length < 2 ? [{ code, from, to, insert }] : null;
  };
}

/** The names that the notebook gives once, each to what a call of these makes. */
function madeBy(failed: IFailedCode, names: readonly string[]) {
  return namesMadeBy(failed, name =>
    names.some(one => `.${name}`.endsWith(`.${one}`))
  );
}

/** Let something follow each use, in the failing line, of what such a call made. */
export function madeByThen(names: readonly string[], end: string): Edit {
  return failed => {
    const [place] = failed.places;
    const statement = place?.code.statementAt(place.line);
    const made = madeBy(failed, names);
    const found = statement
      ? place.code.nodes.filter(
          node =>
            node.name === 'VariableName' &&
            node.nextSibling?.name !== 'AssignOp' &&
            isWithin(node, statement) &&
            made.includes(place.code.textOf(node)) &&
            !place.code.text.slice(node.to).startsWith(end)
        )
      : [];
    return place && found.length > 0
      ? found.map(({ to }) => ({ code: place.code, from: to, to, insert: end }))
      : null;
  };
}

/** Let something follow the one call, in the notebook, of what such a call made. */
export function madeCallThen(names: readonly string[], end: string): Edit {
  return failed => {
    const made = madeBy(failed, names);
    const calls = failed.cells.flatMap(code =>
      code.calls.filter(({ name }) => name !== null && made.includes(name))
    );
    const call = only(calls);
    return call && followed(call, end);
  };
}

/** Another number for a key of a dictionary that the notebook writes. */
export function pairReplaced(key: string, old: string, today: string): Edit {
  return ({ cells }) => {
    const found = cells.flatMap(code =>
      code.nodes.flatMap(node => {
        const value = node.nextSibling?.nextSibling;
        const isIt =
          node.name === 'String' &&
          node.parent?.name === 'DictionaryExpression' &&
          node.nextSibling?.name === ':' &&
          code.textOf(node).slice(1, -1) === key &&
          value &&
          code.textOf(value) === old;
        return isIt
          ? [{ code, from: value.from, to: value.to, insert: today }]
          : [];
      })
    );
    const change = only(found);
    return change && [change];
  };
}

/** A size in the place of a number, where one function that gets the tensor has it. */
function numberAs(number: string, size: string): Edit {
  const [name] = size.split('.');
  return ({ cells }) => {
    const found = cells.flatMap(code =>
      code.calls
        .filter(
          call =>
            isCallOf(call, SHAPED) &&
            parametersAround(code, call.from).includes(name)
        )
        .flatMap(({ args }) =>
          args.flatMap(({ value, keyword }) =>
            keyword === null &&
            value?.name === 'Number' &&
            code.textOf(value) === number
              ? [{ code, from: value.from, to: value.to, insert: size }]
              : []
          )
        )
    );
    const change = only(found);
    return change && [change];
  };
}

/** Calls that take sizes. */
const SHAPED: readonly string[] = [
  'zeros',
  'ones',
  'rand',
  'randn',
  'full',
  'empty',
  'arange',
  'view',
  'reshape',
  'expand'
];

/** The parameters of the function around a place. */
function parametersAround(code: ICode, at: number): readonly string[] {
  const functions = code.nodes.filter(
    node =>
      node.name === 'FunctionDefinition' && node.from <= at && at <= node.to
  );
  const last = functions[functions.length - 1];
  const list =
    last && childrenOf(last).find(({ name }) => name === 'ParamList');
  return list
    ? childrenOf(list).flatMap(node =>
        node.name === 'VariableName' ? [code.textOf(node)] : []
      )
    : [];
}

/** The one size that a dictionary of the notebook lets vary: `{'x': {0: …}}`. */
function varyingSize(code: ICode): readonly string[] {
  return code.nodes.flatMap(node => {
    const name = node.prevSibling?.prevSibling;
    const [, dim] =
      node.name === 'DictionaryExpression' ? childrenOf(node) : [];
    const isSize =
      name?.name === 'String' &&
      node.parent?.name === 'DictionaryExpression' &&
      dim?.name === 'Number';
    return isSize
      ? [`${code.textOf(name).slice(1, -1)}.shape[${code.textOf(dim)}]`]
      : [];
  });
}

/** The size of the input, in the place of the number that the code has for it. */
export function sizeFromInput(number: string): Edit {
  return failed => {
    const size = only(failed.cells.flatMap(varyingSize));
    return size === null ? null : numberAs(number, size)(failed);
  };
}
