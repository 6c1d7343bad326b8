import { parser } from '@lezer/python';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** A call as written: `shutil.rmtree(path)`. A decorator is one too. */
export interface ICall {
  /** Dotted name, `shutil.rmtree`; `().unlink` for a method of any value. */
  readonly name: string;
  /** The text between its parentheses. */
  readonly args: string;
  /** The function it stands in: it runs when that one is called. */
  readonly inside: string | null;
}

/** What a cell's text does when it is run, as far as its syntax tells. */
export interface IReading {
  readonly calls: readonly ICall[];
  /** Lines for the shell, without `!`. */
  readonly shell: readonly string[];
  /** IPython magics, without `%`. */
  readonly magics: readonly string[];
  /** Every name used, also as attribute or keyword; none from texts or comments. */
  readonly names: ReadonlySet<string>;
  /** It gives values to names, so that later cells may need it. */
  readonly binds: boolean;
}

const SHELL_CELLS = /^(?:bash|sh|script|cmd|system|!|sx)\b/;

/** Cell magics that run their body as Python. */
const PYTHON_CELLS = /^(?:time|timeit|capture|prun|memit|mprun|debug)\b/;

/** `!ls`, `%pip install x`, `files = !ls`, `t = %timeit f()`. */
const ESCAPED =
  /^(?<indent>[ \t]{0,80})(?:(?<target>[A-Z_][\w., ]{0,80}?) ?= ?)?(?<mark>!!?|%)(?<text>[^%=\s!].{0,2000})$/i;

const SHELL_LINE = /^\s{0,80}(?:[a-z_][\w., ]{0,80}= ?)?![^=]/i;

/** A longer line is data, or for the shell. */
const MAX_LINE = 2000;

const OPEN = new Set([
  'String',
  'FormatString',
  'ParenthesizedExpression',
  'TupleExpression',
  'ArgList',
  'ArrayExpression',
  'DictionaryExpression',
  'SetExpression',
  'ParamList'
]);

const BINDING = new Set([
  'AssignStatement',
  'UpdateStatement',
  'ImportStatement',
  'FunctionDefinition',
  'ClassDefinition',
  'ForStatement',
  'WithStatement'
]);

/**
 * Where texts and brackets stand: a line that starts in one continues it.
 * Shell lines are blanked first: no Python line starts with `!`, not in
 * brackets either, and the parser is slow at what it does not understand.
 */
function openSpans(lines: readonly string[]): [number, number][] {
  const blanked = lines.map(line =>
    SHELL_LINE.test(line) || line.length > MAX_LINE
      ? ' '.repeat(line.length)
      : line
  );
  const spans: [number, number][] = [];
  parser.parse(blanked.join('\n')).iterate({
    enter({ name, from, to }) {
      if (OPEN.has(name)) {
        spans.push([from, to]);
      }
    }
  });
  return spans;
}

interface IEscapes {
  readonly python: string;
  readonly shell: string[];
  readonly magics: string[];
  readonly binds: boolean;
}

/** Take IPython's own lines out; what is left is Python, line by line. */
function takeEscapes(source: string): IEscapes {
  const lines = source.split('\n');
  const spans = openSpans(lines);
  const shell: string[] = [];
  const magics: string[] = [];
  let binds = false;
  let at = 0;
  const python = lines.map(line => {
    const start = at;
    at += line.length + 1;
    const groups = ESCAPED.exec(line.slice(0, MAX_LINE))?.groups;
    if (!groups || spans.some(([from, to]) => from < start && start < to)) {
      return line;
    }
    (groups.mark === '%' ? magics : shell).push(groups.text.trim());
    binds ||= groups.target !== undefined;
    return `${groups.indent}pass`;
  });
  return { python: python.join('\n'), shell, magics, binds };
}

function nameOf(node: SyntaxNode | null, source: string): string {
  const text = node ? source.slice(node.from, node.to) : '';
  if (/^[\w.]{1,200}$/.test(text)) {
    return text;
  }
  const method = /\.\s{0,20}(\w{1,80})$/.exec(text);
  return method ? `().${method[1]}` : '';
}

function functionAround(node: SyntaxNode, source: string): string | null {
  for (let up = node.parent; up; up = up.parent) {
    if (up.name === 'LambdaExpression') {
      return '';
    }
    if (up.name === 'FunctionDefinition') {
      // A decorator or default is evaluated at once; that is rare enough.
      const name = up.getChild('VariableName');
      return name ? source.slice(name.from, name.to) : '';
    }
  }
  return null;
}

/**
 * Read what a cell does without running it.
 *
 * @param source - a cell's text, Python with IPython's magics and shell lines
 */
export function readPython(source: string): IReading {
  const head = /^\s{0,200}%%(.{0,500})/.exec(source);
  const cellMagic = head?.[1].trim() ?? null;
  const body = head ? source.slice(source.indexOf('%%') + 2) : source;
  const rest = body.slice(head ? body.indexOf('\n') + 1 || body.length : 0);
  if (cellMagic !== null && !PYTHON_CELLS.test(cellMagic)) {
    return {
      calls: [],
      shell: SHELL_CELLS.test(cellMagic) ? rest.split('\n') : [],
      magics: [cellMagic],
      names: new Set(),
      binds: false
    };
  }
  const escapes = takeEscapes(rest);
  const { python } = escapes;
  const calls: ICall[] = [];
  const names = new Set<string>();
  let binds = escapes.binds;
  parser.parse(python).iterate({
    enter({ node }) {
      binds ||= BINDING.has(node.name);
      if (node.name === 'VariableName' || node.name === 'PropertyName') {
        names.add(python.slice(node.from, node.to));
      }
      const list = node.getChild('ArgList');
      const args = list ? python.slice(list.from + 1, list.to - 1) : '';
      if (node.name === 'Decorator') {
        const name = python.slice(node.from + 1, list?.from ?? node.to).trim();
        calls.push({ name, args, inside: functionAround(node, python) });
      }
      if (node.name === 'CallExpression') {
        const name = nameOf(node.firstChild, python);
        calls.push({ name, args, inside: functionAround(node, python) });
      }
    }
  });
  return {
    calls,
    shell: escapes.shell,
    magics: escapes.magics,
    names,
    binds
  };
}
