import { parser } from '@lezer/python';

import { takeEscapes, type IEscapes } from '../../code/ipython';
import { childOf, childrenOf, type SyntaxNode } from '../../code/tree';

/** An argument of a call, as far as it is written out. */
export interface IArgument {
  readonly keyword: string | null;
  /** The value of a text; what is put into it stands as `{}`. */
  readonly text: string | null;
  /** The texts of a list or tuple. */
  readonly items: readonly string[] | null;
  /** Its dotted name, where it is one: a function may be handed over. */
  readonly name: string | null;
}

/** A call as written: `shutil.rmtree(path)`. A decorator is one too. */
export interface ICall {
  readonly kind: 'call';
  /**
   * Dotted name, `shutil.rmtree`; `().unlink` for a method of any value and
   * `Path().unlink` for one of what a call returns.
   */
  readonly name: string;
  /** The text between its parentheses. */
  readonly args: string;
  readonly arguments: readonly IArgument[];
  /** The function it stands in: it runs when that one is called. */
  readonly inside: string | null;
  /** Where its names are looked up: the functions around it, `.f.g`. */
  readonly scope: string;
}

/** A name that gets a value. */
export interface IBinding {
  readonly kind: 'binding';
  /** `*` for all names of the module `target`. */
  readonly name: string;
  readonly scope: string;
  /** What it stands for, a dotted name; null for a value of the cell's own. */
  readonly target: string | null;
  readonly by: 'import' | 'definition' | 'value';
}

/** What a cell's text does when it is run, as far as its syntax tells. */
export interface ICodeReading {
  readonly calls: readonly ICall[];
  /** The calls, and the names that get a value, in their order. */
  readonly steps: readonly (ICall | IBinding)[];
  /** Texts for the shell, without `!`. */
  readonly shell: readonly string[];
  /** IPython magics, without `%`. */
  readonly magics: readonly string[];
  /**
   * Every name used, also as attribute or keyword; none from texts or
   * comments. Of a cell too long to read, every word.
   */
  readonly names: ReadonlySet<string>;
  /** Names that later cells may take from it. */
  readonly gives: ReadonlySet<string>;
  /** It changes a value or gives names that its text does not tell. */
  readonly givesMore: boolean;
  /** It was not read. */
  readonly isTooLong: boolean;
}

/** A longer text is not read: the parser would hold the page up. */
export const MAX_CELL = 30_000;

/** Nor is what comes after so much text of one notebook. */
export const MAX_CELLS = 300_000;

/** Expressions nested deeper are not looked into. */
const MAX_DEPTH = 20;

const MAX_ITEMS = 200;

/** Functions whose call stands for what their texts name. */
const IMPORTERS = new Set(['__import__', 'importlib.import_module']);

const VALUE = '()';

function unquoted(literal: string): string {
  const [, prefix, quote] = /^(\w{0,2})('''|"""|'|")/.exec(literal) ?? [];
  if (quote === undefined) {
    return literal;
  }
  const body = literal.slice(prefix.length + quote.length, -quote.length);
  return /r/i.test(prefix)
    ? body
    : body
        .replace(/\\\n/g, '')
        .replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char));
}

/** Reads names and literals out of a tree. */
class Expressions {
  constructor(private readonly _source: string) {}

  text({ from, to }: { from: number; to: number }): string {
    return this._source.slice(from, to);
  }

  /** A dotted name; `()` stands for any value. */
  nameOf(node: SyntaxNode | null, depth = 0): string {
    if (!node || depth > MAX_DEPTH) {
      return VALUE;
    }
    const inner = (child: SyntaxNode | null) => this.nameOf(child, depth + 1);
    switch (node.name) {
      case 'VariableName':
        return this.text(node);
      case 'MemberExpression': {
        const property = childOf(node, 'PropertyName');
        return property
          ? `${inner(node.firstChild)}.${this.text(property)}`
          : VALUE;
      }
      case 'CallExpression': {
        const name = inner(node.firstChild);
        const list = childOf(node, 'ArgList');
        const literal = childOf(list, 'String');
        if (literal && IMPORTERS.has(name)) {
          return unquoted(this.text(literal));
        }
        return literal && name === 'getattr'
          ? `${inner(childOf(list, 'VariableName'))}.${unquoted(this.text(literal))}`
          : `${name}${VALUE}`;
      }
      case 'ParenthesizedExpression':
      case 'AwaitExpression':
        return inner(node.firstChild?.nextSibling ?? null);
      case 'BinaryExpression':
        // `Path(x) / "y"` is a path, too.
        return inner(node.firstChild);
      default:
        return VALUE;
    }
  }

  /** The value of a text, `{}` for what is put into it. */
  textOf(node: SyntaxNode | null, depth = 0): string | null {
    if (!node || depth > MAX_DEPTH) {
      return null;
    }
    const inner = (child: SyntaxNode | null) => this.textOf(child, depth + 1);
    switch (node.name) {
      case 'String':
      case 'FormatString':
        return unquoted(this.text(node));
      case 'ContinuedString':
        return childrenOf(node)
          .slice(0, MAX_ITEMS)
          .map(child => inner(child) ?? '')
          .join('');
      case 'ParenthesizedExpression':
        return inner(node.firstChild?.nextSibling ?? null);
      case 'BinaryExpression': {
        const left = inner(node.firstChild);
        const operator = childOf(node, 'ArithOp');
        const isSum = operator !== null && this.text(operator) === '+';
        return left !== null && isSum
          ? left + (inner(node.lastChild) ?? '{}')
          : left;
      }
      case 'CallExpression': {
        // `"rm {}".format(x)`, `"rm x".split()`, `shlex.split("rm x")`
        const name = this.nameOf(node.firstChild);
        if (name === 'shlex.split') {
          const list = childOf(node, 'ArgList');
          return inner(list?.firstChild?.nextSibling ?? null);
        }
        return /\.(?:format|split|strip)$/.test(name)
          ? inner(node.firstChild?.firstChild ?? null)
          : null;
      }
      default:
        return null;
    }
  }

  argumentsOf(list: SyntaxNode | null): IArgument[] {
    const found: IArgument[] = [];
    let keyword: string | null = null;
    for (let node = list?.firstChild; node; node = node.nextSibling) {
      if (node.nextSibling?.name === 'AssignOp') {
        keyword = this.text(node);
      } else if (/^\w/.test(node.name) && node.name !== 'AssignOp') {
        const isName = /^(?:VariableName|MemberExpression)$/.test(node.name);
        found.push({
          keyword,
          text: this.textOf(node),
          items: this._itemsOf(node),
          name: isName ? this.nameOf(node) : null
        });
        keyword = null;
      }
      if (found.length === MAX_ITEMS) {
        break;
      }
    }
    return found;
  }

  private _itemsOf(node: SyntaxNode): string[] | null {
    if (!/^(?:ArrayExpression|TupleExpression)$/.test(node.name)) {
      return null;
    }
    return childrenOf(node)
      .filter(child => /^\w/.test(child.name))
      .slice(0, MAX_ITEMS)
      .map(child =>
        this.nameOf(child) === 'sys.executable'
          ? 'python'
          : (this.textOf(child) ?? '{}')
      );
  }
}

/** A function or class around a node. */
interface IFrame {
  readonly inside: string | null;
  readonly scope: string;
  /** The class whose body this is. */
  readonly ofClass: string | null;
}

const DEFINITIONS = /^(?:FunctionDefinition|ClassDefinition|LambdaExpression)$/;

/** Walks through a parsed cell once. */
class Reader {
  constructor(private readonly _source: string) {
    this._expressions = new Expressions(_source);
  }

  readonly steps: (ICall | IBinding)[] = [];
  readonly names = new Set<string>();
  readonly gives = new Set<string>();
  givesMore = false;

  read(): void {
    parser.parse(this._source).iterate({
      enter: ({ node }) => this._enter(node),
      leave: ({ node }) => this._leave(node)
    });
  }

  private get _frame(): IFrame | undefined {
    return this._frames[this._frames.length - 1];
  }

  private _enter(node: SyntaxNode): void {
    switch (node.name) {
      case 'VariableName':
      case 'PropertyName':
        this.names.add(this._text(node));
        return;
      case 'FunctionDefinition':
      case 'ClassDefinition':
        this._bind(childOf(node, 'VariableName'), null, 'definition');
        break;
      case 'ForStatement':
        this._forStatement(node);
        return;
      case 'WithStatement':
        this._withStatement(node);
        return;
      case 'ImportStatement':
        this._importStatement(node);
        return;
      case 'Decorator': {
        const list = childOf(node, 'ArgList');
        const to = list?.from ?? node.to;
        this._call(this._text({ from: node.from + 1, to }).trim(), list);
        return;
      }
      case 'CallExpression':
        this._call(
          this._expressions.nameOf(node.firstChild),
          childOf(node, 'ArgList')
        );
    }
    if (DEFINITIONS.test(node.name)) {
      this._frames.push(this._frameOf(node));
    }
  }

  private _leave(node: SyntaxNode): void {
    if (DEFINITIONS.test(node.name)) {
      this._frames.pop();
    }
    switch (node.name) {
      case 'AssignStatement':
        this._assignStatement(node);
        return;
      case 'UpdateStatement':
      case 'NamedExpression':
      case 'TypeDefinition':
        this._assign(
          node.name === 'TypeDefinition'
            ? childOf(node, 'VariableName')
            : node.firstChild,
          null
        );
    }
  }

  private _frameOf(node: SyntaxNode): IFrame {
    const around = this._frame;
    const inside = around?.inside ?? null;
    const scope = around?.scope ?? '';
    const named = childOf(node, 'VariableName');
    const name = named ? this._text(named) : '';
    if (node.name === 'ClassDefinition') {
      return { inside, scope, ofClass: name };
    }
    if (node.name === 'FunctionDefinition') {
      // A default is evaluated at once; that is rare enough.
      const called = name === '__init__' ? (around?.ofClass ?? name) : name;
      return {
        inside: called,
        scope: `${scope}.${name}`,
        ofClass: null
      };
    }
    // Whoever gets a lambda may call it at once; elsewhere it has a name or none.
    const { parent } = node;
    const target = parent?.firstChild;
    const isNamed = parent?.name === 'AssignStatement' && target;
    return {
      inside:
        parent?.name === 'ArgList' ? inside : isNamed ? this._text(target) : '',
      scope,
      ofClass: null
    };
  }

  private _call(name: string, list: SyntaxNode | null): void {
    this.steps.push({
      kind: 'call',
      name,
      args: list ? this._text({ from: list.from + 1, to: list.to - 1 }) : '',
      arguments: this._expressions.argumentsOf(list),
      inside: this._frame?.inside ?? null,
      scope: this._frame?.scope ?? ''
    });
  }

  private _bind(
    node: SyntaxNode | null,
    target: string | null,
    by: IBinding['by']
  ): void {
    if (node) {
      this._bindName(this._text(node), target, by);
    }
  }

  private _bindName(
    name: string,
    target: string | null,
    by: IBinding['by']
  ): void {
    const scope = this._frame?.scope ?? '';
    if (!this._frame) {
      this.gives.add(name);
    }
    if (!this._frame?.ofClass) {
      this.steps.push({ kind: 'binding', name, scope, target, by });
    }
  }

  /** A target: a name, several, or a part of a value. */
  private _assign(node: SyntaxNode | null, target: string | null): void {
    if (node?.name === 'VariableName') {
      this._bind(node, target, 'value');
    } else if (
      node &&
      /^(?:Tuple|Array|Parenthesized)Expression$/.test(node.name)
    ) {
      childrenOf(node).forEach(child => this._assign(child, null));
    } else if (node?.name === 'MemberExpression' && !this._frame) {
      this.givesMore = true;
    }
  }

  private _assignStatement(node: SyntaxNode): void {
    const children = childrenOf(node);
    const last = children.map(child => child.name).lastIndexOf('AssignOp');
    const values = children.slice(last + 1);
    const targets = children.slice(0, Math.max(last, 0));
    const isSingle = !children.some(({ name }) => name === ',');
    const name = values.length === 1 ? this._nameOf(values[0]) : null;
    targets.forEach(child => this._assign(child, isSingle ? name : null));
  }

  private _forStatement(node: SyntaxNode): void {
    const children = childrenOf(node);
    const at = children.findIndex(({ name }) => name === 'in');
    const source = this._expressions.nameOf(children[at + 1] ?? null);
    const isPaths = /\.(?:r?glob|iterdir)\(\)$/.test(source);
    const targets = children.slice(0, Math.max(at, 0));
    targets.forEach(child =>
      this._assign(child, isPaths ? 'pathlib.Path()' : null)
    );
  }

  private _withStatement(node: SyntaxNode): void {
    const children = childrenOf(node);
    children.forEach((child, at) => {
      if (child.name === 'as') {
        this._assign(children[at + 1] ?? null, this._nameOf(children[at - 1]));
      }
    });
  }

  /** The name of a value, null when it has none. */
  private _nameOf(node: SyntaxNode): string | null {
    const name = this._expressions.nameOf(node);
    return name.startsWith(VALUE) ? null : name;
  }

  private _importStatement(node: SyntaxNode): void {
    const words = childrenOf(node)
      .map(child => this._text(child))
      .filter(word => !/^[()]$/.test(word));
    const at = words.indexOf('import');
    const module = words[0] === 'from' ? words.slice(1, at).join('') : null;
    // `a . b as c , d`
    for (const clause of splitAt(words.slice(at + 1), ',')) {
      const [path, alias] = splitAt(clause, 'as').map(part => part.join(''));
      if (path === '*') {
        this.steps.push({
          kind: 'binding',
          name: '*',
          scope: this._frame?.scope ?? '',
          target: module,
          by: 'import'
        });
        this.givesMore = true;
      } else if (path) {
        const [root] = path.split('.', 1);
        const whole = module === null ? path : `${module}.${path}`;
        const target = alias || module !== null ? whole : root;
        this._bindName(alias ?? root, target, 'import');
      }
    }
  }

  private _text(node: { from: number; to: number }): string {
    return this._source.slice(node.from, node.to);
  }

  private readonly _expressions: Expressions;
  private readonly _frames: IFrame[] = [];
}

function splitAt(words: readonly string[], separator: string): string[][] {
  const parts: string[][] = [[]];
  for (const word of words) {
    if (word === separator) {
      parts.push([]);
    } else {
      parts[parts.length - 1].push(word);
    }
  }
  return parts;
}

/** What can be said of a cell without reading it: its words. */
function unread(source: string): ICodeReading {
  const wordsOf = (text: string) => text.match(/[a-z_]\w*/gi) ?? [];
  const gives = source
    .split('\n')
    .filter(line => /^[a-z_]/i.test(line))
    .flatMap(line => wordsOf(line.slice(0, 200).split('=', 1)[0]));
  return {
    calls: [],
    steps: [],
    shell: [],
    magics: [],
    names: new Set(wordsOf(source)),
    gives: new Set(gives),
    givesMore: false,
    isTooLong: true
  };
}

function read(source: string, escapes: IEscapes): ICodeReading {
  const { python, shell, magics, isForeign } = escapes;
  const reader = new Reader(python);
  try {
    reader.read();
  } catch (error) {
    if (error instanceof RangeError) {
      // Nested deeper than the stack is.
      return unread(source);
    }
    throw error;
  }
  const { steps, names } = reader;
  return {
    calls: steps.filter(step => step.kind === 'call'),
    steps,
    shell,
    magics,
    names,
    gives: isForeign ? new Set() : reader.gives,
    givesMore: !isForeign && reader.givesMore,
    isTooLong: false
  };
}

/**
 * Read what a cell does without running it.
 *
 * @param source - a cell's text, Python with IPython's magics and shell lines
 */
export function readPython(source: string): ICodeReading {
  const [reading] = readCells([source]);
  return reading;
}

/** As {@link readPython}, of several cells; equal ones are read once. */
export function readCells(sources: readonly string[]): ICodeReading[] {
  const readings = new Map<string, ICodeReading>();
  let length = 0;
  return sources.map(source => {
    let reading = readings.get(source);
    if (!reading) {
      const escapes = takeEscapes(source);
      const size = [escapes.python, ...escapes.shell].join('').length;
      length += size;
      const isTooLong = size > MAX_CELL || length > MAX_CELLS;
      reading = isTooLong ? unread(source) : read(source, escapes);
      readings.set(source, reading);
    }
    return reading;
  });
}
