/** Changes of the failing statement, and lines before it. */
import {
  around,
  childOf,
  childrenOf,
  type SyntaxNode
} from '../../../code/tree';
import type {
  Edit,
  IChange,
  ICode,
  IFailedCode,
  IPlaceInCode
} from '../../../code/types';
import { behind } from './values';

/** A simple statement that has its line, or lines, to itself. */
export interface IOwnLine {
  readonly code: ICode;
  readonly node: SyntaxNode;
  readonly indent: string;
  /** The end of a line in this cell. */
  readonly end: string;
}

/** Where the line of a position begins. */
export function lineStart({ text }: ICode, position: number): number {
  return (
    Math.max(
      text.lastIndexOf('\n', position - 1),
      text.lastIndexOf('\r', position - 1)
    ) + 1
  );
}

export function lineEnd({ text }: ICode, position: number): number {
  const rest = /[\r\n]/.exec(text.slice(position));
  return rest ? position + rest.index : text.length;
}

/** How the lines of a text end. */
export function lineBreakOf({ text }: ICode): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Whether nothing but a comment stands behind a statement. */
function endsLine(code: ICode, { to }: SyntaxNode): boolean {
  return /^[ \t]*(?:#.*)?$/.test(code.text.slice(to, lineEnd(code, to)));
}

/** The failing statement, where it is a simple one with lines of its own. */
export function ownLine(place: IPlaceInCode | undefined): IOwnLine | null {
  const statement = place?.code.statementAt(place.line);
  if (!place || !statement) {
    return null;
  }
  const { code } = place;
  const { node } = statement;
  const indent = code.text.slice(lineStart(code, node.from), node.from);
  const isSimple = node.name.endsWith('Statement') && node.to === statement.to;
  return isSimple && indent.trim() === '' && endsLine(code, node)
    ? { code, node, indent, end: lineBreakOf(code) }
    : null;
}

/** A line before a statement, where what stands before it does not say so. */
export function lineAt(
  { code, node: { from }, indent, end }: IOwnLine,
  line: string
): readonly IChange[] | null {
  return code.text.slice(0, from).trimEnd().endsWith(line)
    ? null
    : [{ code, from, to: from, insert: `${line}${end}${indent}` }];
}

/** Put a line before the failing statement. */
export function lineBefore(line: string): Edit {
  return ({ places: [place] }) => {
    const own = ownLine(place);
    return own && lineAt(own, line);
  };
}

/** A line of its own before the assertion that failed. */
export function beforeAssertion(line: string): Edit {
  return failed =>
    ownLine(failed.places[0])?.node.name === 'AssertStatement'
      ? lineBefore(line)(failed)
      : null;
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

/** One more step to the right, as the line is indented itself. */
export function stepOf({ indent }: IOwnLine): string {
  return indent.includes('\t') ? '\t' : '    ';
}

/** A statement of a single line as the body of another one. */
export function under(
  own: IOwnLine,
  header: string
): readonly IChange[] | null {
  const { code, node, indent, end } = own;
  const isSingle = code.lineOf(node.from) === code.lineOf(node.to);
  const insert = `${header}${end}${indent}${stepOf(own)}`;
  return isSingle ? [{ code, from: node.from, to: node.from, insert }] : null;
}

/** Run the failing statement, which is a single line, under another one. */
export function lineUnder(header: string): Edit {
  return ({ places: [place] }) => {
    const own = ownLine(place);
    return own && !around(own.node, ['WithStatement'])
      ? under(own, header)
      : null;
  };
}

/** The in-place methods that have a twin with a result: `add_` and `add`. */
const IN_PLACE =
  /^(?:abs|add|addcdiv|addcmul|addmm|bitwise_not|ceil|clamp|cos|cumsum|div|exp|floor|index_fill|log|logical_not|masked_fill|mul|neg|pow|reciprocal|relu|round|rsqrt|scatter|scatter_add|sigmoid|sin|sqrt|squeeze|sub|t|tanh|transpose|unsqueeze)_$/;

/** No operator within these binds less than the one around them. */
const TIGHT: ReadonlySet<string> = new Set([
  'VariableName',
  'MemberExpression',
  'CallExpression',
  'ParenthesizedExpression',
  'Number'
]);

/** `x = x + 1` for `x += 1`, `x = x.add(1)` for `x.add_(1)`. */
export function asNewTensor(
  code: ICode,
  node: SyntaxNode
): readonly IChange[] | null {
  const parts = childrenOf(node);
  const [target, operator, value] = parts;
  if (node.name === 'UpdateStatement') {
    if (parts.length !== 3 || target.name !== 'VariableName') {
      return null;
    }
    const name = code.textOf(target);
    const operation = code.textOf(operator).slice(0, -1);
    const { from, to } = operator;
    const insert = `= ${name} ${operation}`;
    return [
      { code, from, to, insert },
      ...(TIGHT.has(value.name)
        ? []
        : [
            { code, from: value.from, to: value.from, insert: '(' },
            { code, from: value.to, to: value.to, insert: ')' }
          ])
    ];
  }
  const isCall =
    node.name === 'ExpressionStatement' && target.name === 'CallExpression';
  const func = isCall ? target.firstChild : null;
  const [receiver, , property] = func ? childrenOf(func) : [];
  if (
    receiver?.name !== 'VariableName' ||
    property?.name !== 'PropertyName' ||
    !IN_PLACE.test(code.textOf(property))
  ) {
    return null;
  }
  const { from } = node;
  const name = code.textOf(receiver);
  return [
    { code, from, to: from, insert: `${name} = ` },
    { code, from: property.to - 1, to: property.to, insert: '' }
  ];
}

/** What is done with gradients, or beside them, is meant to change in place. */
const NOT_SEEN = /\.(?:data|grad|detach|item)\b/;

/** A new tensor where the failing line changes the one that is there. */
export const madeAnew: Edit = ({ places: [place] }) => {
  const own = ownLine(place);
  return own && !NOT_SEEN.test(own.code.textOf(own.node))
    ? asNewTensor(own.code, own.node)
    : null;
};

/** Every change in place that the cells make, where one statement makes it. */
function inPlaceStatements({ cells }: IFailedCode): readonly IChange[][] {
  return cells.flatMap(code =>
    code.nodes.flatMap(node => {
      const changes = NOT_SEEN.test(code.textOf(node))
        ? null
        : asNewTensor(code, node);
      return changes ? [[...changes]] : [];
    })
  );
}

/** `inplace=True` of activations, which saves memory and does nothing else. */
function inPlaceLayers({ cells }: IFailedCode): readonly IChange[] {
  return cells.flatMap(code =>
    code.calls.flatMap(({ args }) =>
      args.flatMap(({ keyword, value }) =>
        keyword === 'inplace' && value && code.textOf(value) === 'True'
          ? [{ code, from: value.from, to: value.to, insert: 'False' }]
          : []
      )
    )
  );
}

/**
 * New tensors instead of changed ones, where the code changes a single one, or
 * only layers do it.
 */
export const nothingInPlace: Edit = failed => {
  const statements = inPlaceStatements(failed);
  const layers = inPlaceLayers(failed);
  if (statements.length + (layers.length > 0 ? 1 : 0) !== 1) {
    return null;
  }
  return layers.length > 0 ? layers : statements[0];
};

/** `x.backward()`, where it takes nothing but retain_graph: `x`. */
function backwardOf(code: ICode, node: SyntaxNode | null): SyntaxNode | null {
  const call = node?.name === 'ExpressionStatement' ? node.firstChild : null;
  const own = code.calls.find(
    ({ from, to }) => from === call?.from && to === call.to
  );
  const receiver = own?.func.firstChild;
  return own?.name?.endsWith('.backward') &&
    receiver?.name === 'VariableName' &&
    own.args.every(({ keyword }) => keyword === 'retain_graph')
    ? receiver
    : null;
}

/** One backward() of a sum, where two follow each other. */
export const lossesAdded: Edit = ({ places: [place] }) => {
  const own = ownLine(place);
  const first = own?.node.prevSibling ?? null;
  const last = own && backwardOf(own.code, own.node);
  const other = own && backwardOf(own.code, first);
  if (!own || !first || !last || !other) {
    return null;
  }
  const { code, node } = own;
  const [a, b] = [code.textOf(other), code.textOf(last)];
  const isApart = code.text.slice(first.to, node.from).trim() === '';
  return a === b || !isApart
    ? null
    : [
        { code, from: first.from, to: node.from, insert: '' },
        { code, from: last.from, to: last.to, insert: `(${a} + ${b})` }
      ];
};

/** Layers whose state is one tensor, and those whose state is two. */
const ONE_STATE = /^(?:RNN|GRU|RNNCell|GRUCell)$/;
const TWO_STATES = /^(?:LSTM|LSTMCell)$/;

/** What the call of a recurrent layer in a loop gives back to itself. */
interface ICarried {
  readonly name: string;
  readonly isTwo: boolean;
}

function carriedBy(
  failed: IFailedCode,
  code: ICode,
  statement: SyntaxNode
): ICarried[] {
  const at = childrenOf(statement);
  const equals = at.findIndex(({ name }) => name === 'AssignOp');
  const call = code.calls.find(
    ({ from, to }) => from === at[equals + 1]?.from && to === at[equals + 1]?.to
  );
  const layer = call?.name ? layerNamed(failed, call.name) : null;
  const state = call?.args[1];
  const name =
    state?.keyword === null && state.value?.name === 'VariableName'
      ? code.textOf(state.value)
      : null;
  const isBack = at
    .slice(0, equals)
    .some(
      target => target.name === 'VariableName' && code.textOf(target) === name
    );
  const isKnown =
    layer !== null && (ONE_STATE.test(layer) || TWO_STATES.test(layer));
  return name !== null && isBack && isKnown
    ? [{ name, isTwo: TWO_STATES.test(layer) }]
    : [];
}

/** The class of the layer that a name was given, where that is written out. */
function layerNamed({ cells }: IFailedCode, name: string): string | null {
  const found = cells.flatMap(code =>
    code.nodes.flatMap(node => {
      const [target, equals, value, more] =
        node.name === 'AssignStatement' ? childrenOf(node) : [];
      const call =
        equals?.name === 'AssignOp' && !more && code.textOf(target) === name
          ? code.calls.find(
              ({ from, to }) => from === value.from && to === value.to
            )
          : undefined;
      return call ? [call.name?.split('.').pop() ?? ''] : [];
    })
  );
  return found.length === 1 ? found[0] : null;
}

/** Detach the state of a recurrent layer behind the backward() of its step. */
export const stateDetached: Edit = failed => {
  const own = ownLine(failed.places[0]);
  const loop = own && around(own.node, ['ForStatement', 'WhileStatement']);
  const call = own && childOf(own.node, 'CallExpression');
  if (!own || !loop || !call || !/\.backward\(/.test(own.code.textOf(call))) {
    return null;
  }
  const { code, node, indent, end } = own;
  const carried = code.nodes.flatMap(each =>
    each.name === 'AssignStatement' &&
    each.from >= loop.from &&
    each.to <= loop.to
      ? carriedBy(failed, code, each)
      : []
  );
  const [state] = carried;
  if (carried.length !== 1) {
    return null;
  }
  const line = state.isTwo
    ? `${state.name} = tuple(part.detach() for part in ${state.name})`
    : `${state.name} = ${state.name}.detach()`;
  const at = lineEnd(code, node.to);
  return code.text.slice(loop.from, loop.to).includes(line)
    ? null
    : [{ code, from: at, to: at, insert: `${end}${indent}${line}` }];
};

/** Copy what an assignment reads before it writes over it. */
export const copiedFirst: Edit = ({ places: [place] }) => {
  const own = ownLine(place);
  const [target, equals, value, more] =
    own?.node.name === 'AssignStatement' ? childrenOf(own.node) : [];
  const isPart = target?.name === 'MemberExpression';
  return own &&
    isPart &&
    equals.name === 'AssignOp' &&
    !more &&
    value.name !== 'TupleExpression'
    ? behind(own.code, value, '.clone()')
    : null;
};
