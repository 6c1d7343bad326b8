import { parser } from '@lezer/python';

import { masked } from './mask';
import { around, childOf, childrenOf, type SyntaxNode } from './tree';
import type { IArgument, ICall, ICode, ISpan, IStatement } from './types';

/** A longer text is not read: the parser would hold the page up. */
const MAX_LENGTH = 30_000;

/** Deeper names are none that an edit looks for. */
const MAX_DEPTH = 20;

/** What statements stand in. */
const BLOCKS: ReadonlySet<string> = new Set([
  'Script',
  'Body',
  'StatementGroup'
]);

/** `f(x)`, and `@f(x)` above a function. */
const CALLS: ReadonlySet<string> = new Set(['CallExpression', 'Decorator']);

/** What else stands there. */
const NO_STATEMENTS: ReadonlySet<string> = new Set([':', ';', 'Comment']);

/** A cell's text, parsed. */
class Code implements ICode {
  constructor(
    readonly text: string,
    readonly root: SyntaxNode
  ) {
    this._starts = [
      0,
      ...[...text.matchAll(/\r\n|\r|\n/g)].map(
        ({ index, 0: end }) => index + end.length
      )
    ];
  }

  get nodes(): readonly SyntaxNode[] {
    if (!this._nodes) {
      const nodes: SyntaxNode[] = [];
      this.root.cursor().iterate(({ node }) => {
        nodes.push(node);
      });
      this._nodes = nodes;
    }
    return this._nodes;
  }

  get calls(): readonly ICall[] {
    this._calls ??= this.nodes.flatMap(node => this._callOf(node) ?? []);
    return this._calls;
  }

  textOf({ from, to }: ISpan): string {
    return this.text.slice(from, to);
  }

  nameOf(node: SyntaxNode | null, depth = 0): string | null {
    if (node?.name === 'VariableName') {
      return this.textOf(node);
    }
    if (node?.name !== 'MemberExpression' || depth > MAX_DEPTH) {
      return null;
    }
    const property = childOf(node, 'PropertyName');
    const before = property && this.nameOf(node.firstChild, depth + 1);
    return property && before !== null
      ? `${before}.${this.textOf(property)}`
      : null;
  }

  lineOf(position: number): number {
    let [low, high] = [0, this._starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      [low, high] =
        this._starts[middle] <= position ? [middle, high] : [low, middle];
    }
    return low + 1;
  }

  statementAt(line: number): IStatement | null {
    const holding = this.nodes.filter(
      node =>
        BLOCKS.has(node.parent?.name ?? '') &&
        !NO_STATEMENTS.has(node.name) &&
        this.lineOf(node.from) <= line &&
        this.lineOf(node.to) >= line
    );
    // Blocks come before what stands in them.
    const node = holding.pop();
    if (!node) {
      return null;
    }
    const whole = this._onOneLine(node);
    if (whole !== node) {
      return { node: whole, from: whole.from, to: whole.to };
    }
    const group = node.parent?.name === 'StatementGroup' ? node.parent : node;
    const body = childOf(group, 'Body');
    const to = body?.from ?? group.to;
    // A line between the branches of an `if`, say.
    return this.lineOf(to) < line
      ? null
      : { node: group, from: group.from, to };
  }

  /** The statement that begins on a line and has its body there: `for x in y: f(x)`. */
  private _onOneLine(node: SyntaxNode): SyntaxNode {
    let whole = node;
    let body = around(whole, ['Body']);
    while (
      body?.parent &&
      this.lineOf(body.parent.from) === this.lineOf(node.from) &&
      this.lineOf(body.to) === this.lineOf(node.from)
    ) {
      whole = body.parent;
      body = around(whole, ['Body']);
    }
    return whole;
  }

  private _callOf(node: SyntaxNode): ICall | null {
    const list = CALLS.has(node.name) ? childOf(node, 'ArgList') : null;
    const func =
      node.name === 'Decorator' ? list?.prevSibling : node.firstChild;
    return list && func
      ? {
          code: this,
          node,
          from: node.from,
          to: node.to,
          func,
          list,
          name: this._calledBy(node, func),
          args: argumentsOf(list, part => this.textOf(part))
        }
      : null;
  }

  /** The name that a call calls; the parts of a decorator's are no tree. */
  private _calledBy(node: SyntaxNode, func: SyntaxNode): string | null {
    return node.name === 'Decorator'
      ? this.text.slice(node.from + 1, func.to).trim()
      : this.nameOf(func);
  }

  private readonly _starts: readonly number[];
  private _nodes: readonly SyntaxNode[] | null = null;
  private _calls: readonly ICall[] | null = null;
}

function argumentOf(
  parts: readonly SyntaxNode[],
  textOf: (span: ISpan) => string
): IArgument {
  const [first] = parts;
  const { from } = first;
  const { to } = parts[parts.length - 1];
  const star = first.name === '*' || first.name === '**' ? first.name : '';
  const isNamed = parts[1]?.name === 'AssignOp';
  const rest = parts.slice(star ? 1 : isNamed ? 2 : 0);
  return {
    from,
    to,
    star,
    keyword: isNamed ? textOf(first) : null,
    value: rest.length === 1 ? rest[0] : null
  };
}

/** The arguments between the brackets of a call. */
function argumentsOf(
  list: SyntaxNode,
  textOf: (span: ISpan) => string
): IArgument[] {
  const found: IArgument[] = [];
  let parts: SyntaxNode[] = [];
  for (const node of childrenOf(list).slice(1)) {
    if (node.name === ',' || node.name === ')') {
      if (parts.length > 0) {
        found.push(argumentOf(parts, textOf));
      }
      parts = [];
    } else if (node.name !== 'Comment') {
      parts.push(node);
    }
  }
  return found;
}

/** `try:` alone, which the parser lets pass and Python does not. */
function isHalfTry(node: SyntaxNode): boolean {
  return (
    node.name === 'TryStatement' &&
    !childOf(node, 'except') &&
    !childOf(node, 'finally')
  );
}

/** `1.`, which the parser takes for an attribute without a name, as `10`. */
function withDigits(python: string): string {
  const points: number[] = [];
  parser.parse(python).iterate({
    enter: ({ type, node }) => {
      const number = type.isError ? node.parent?.firstChild : null;
      const isPoint =
        number?.name === 'Number' &&
        number.to === node.from - 1 &&
        python[number.to] === '.';
      if (isPoint) {
        points.push(number.to);
      }
    }
  });
  return points.reduce(
    (text, at) => `${text.slice(0, at)}0${text.slice(at + 1)}`,
    python
  );
}

/** Python's own words: none is the name of an attribute. */
const WORDS: ReadonlySet<string> = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' '
  )
);

/** `x.from`, which the parser lets pass, too. */
function isWordAsName({ name, from, to }: SyntaxNode, python: string): boolean {
  return name === 'PropertyName' && WORDS.has(python.slice(from, to));
}

/**
 * Read a cell's text.
 *
 * @returns null where it is not Python throughout, but for IPython's own lines,
 * or too long
 */
export function readCode(text: string): ICode | null {
  const python = text.length > MAX_LENGTH ? null : masked(text);
  if (python === null) {
    return null;
  }
  const whole = withDigits(python);
  // Blanks at the end, which many cells have, are no line to the parser.
  const tree = parser.parse(whole.trimEnd());
  let isSound = true;
  tree.cursor().iterate(({ type, node }) => {
    isSound &&= !type.isError && !isHalfTry(node) && !isWordAsName(node, whole);
    return isSound;
  });
  return isSound ? new Code(text, tree.topNode) : null;
}
