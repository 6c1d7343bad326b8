/** A cell with IPython's own lines taken out. */
export interface IEscapes {
  /** What is left: Python, line by line. */
  readonly python: string;
  /** Texts for the shell, without `!`. */
  readonly shell: readonly string[];
  /** Magics, without `%`. */
  readonly magics: readonly string[];
  /** The Python runs in a process of its own: this one gets none of its names. */
  readonly isForeign: boolean;
}

/** Magics that run what follows them as Python. */
export const PYTHON =
  /^(?:time|timeit|capture|prun|lprun|memit|mprun|debug|snakeviz|pyinstrument)\b/;

/** Cell magics that give their body to a shell. */
const SHELLS = new Set(['bash', 'sh', 'zsh', 'cmd', 'system', 'sx', '!']);

/** Cell magics whose body is another language, or Python for another process. */
const FOREIGN_CELL =
  /^(?:script|python[23]?|pypy3?|perl|ruby|R|julia|javascript|js|html|HTML|latex|markdown|svg|SVG|writefile|file|sql|cu|cuda|cpp|nvcc\w{0,20})\b/;

/** Options of such a magic: `-n 10 -r3`. */
const OPTIONS = /^(?:-\w+\s+(?:[\d.]+\s+)?)+/;

/** What a Python line cannot start with, but one of IPython can. */
const MARK = /^(?<mark>!!?|%%?)(?<text>.*)$/s;

/** `,f a b` calls `f("a", "b")`, `;f a b` and `/f a` likewise. */
const AUTOCALL = /^[,;/](?<name>[\w.]+)\s(?<rest>.*)$/s;

/** `files = !ls`: what may stand before the first `=`. */
const TARGET = /^[\w.,:'"*[\]\s]+$/;

/** Names that IPython puts into a shell line: `{name}`, `{f(x)}`. */
const INTERPOLATION = /\{\w[^{}\n]*\}/g;

const TOKEN = /\\.?|'''|"""|['"#()[\]{}]/g;

/**
 * Whether a line of Python continues an earlier one: a text, a bracket or a
 * backslash is open. IPython takes no line out there, so `% b` is a remainder.
 */
export class Openness {
  get isOpen(): boolean {
    return this._quote !== '' || this._depth > 0 || this._isContinued;
  }

  read(line: string): void {
    this._isContinued = false;
    for (const [token] of line.matchAll(TOKEN)) {
      if (this._quote) {
        this._isContinued = token === '\\';
        if (
          token === this._quote ||
          // `'''` in a text that `'` began: its end, and an empty text.
          (this._quote.length === 1 && token[0] === this._quote)
        ) {
          this._quote = '';
        }
      } else if (token === '#') {
        break;
      } else if (/['"]/.test(token)) {
        this._quote = token;
      } else if (/[([{]/.test(token)) {
        this._depth += 1;
      } else if (/[)\]}]/.test(token)) {
        this._depth = Math.max(0, this._depth - 1);
      } else {
        this._isContinued = token === '\\';
      }
    }
    if (this._quote.length === 1 && !this._isContinued) {
      this._quote = '';
    }
  }

  private _quote = '';
  private _depth = 0;
  private _isContinued = false;
}

/** One line that IPython takes out. */
export interface IEscape {
  /** What stands before it: an indent, or `files = `. */
  readonly before: string;
  readonly mark: string;
  readonly text: string;
}

/** What IPython takes out of a line; null where it is Python. */
export function escapeOf(line: string): IEscape | null {
  const text = line.trimStart();
  const own = MARK.exec(text)?.groups;
  if (own) {
    const before = line.slice(0, line.length - text.length);
    return { before, mark: own.mark, text: own.text.trim() };
  }
  const at = line.indexOf('=');
  const value = at < 0 ? '' : line.slice(at + 1).trimStart();
  const assigned = /^[!%]/.test(value) ? MARK.exec(value)?.groups : undefined;
  return assigned && TARGET.test(line.slice(0, at))
    ? {
        before: line.slice(0, at + 1),
        mark: assigned.mark,
        text: assigned.text.trim()
      }
    : null;
}

/** A shell line with IPython's expressions, which it evaluates, taken out. */
function withoutExpressions(line: string): [string, string[]] {
  const expressions: string[] = [];
  const text = line.replace(INTERPOLATION, (whole, at: number) => {
    if (line[at - 1] === '$' || !/[('"[]/.test(whole)) {
      return whole;
    }
    expressions.push(`(${whole.slice(1, -1)})`);
    return '{}';
  });
  return [text, expressions];
}

/** `>>> ` and `In [1]: `, which IPython drops from pasted text. */
function withoutPrompts(lines: readonly string[]): readonly string[] {
  const first = lines.find(line => line.trim() !== '') ?? '';
  return /^\s*(?:>>> |In \[\d+\]: )/.test(first)
    ? lines.map(line =>
        line.replace(/^\s*(?:>>>|\.{3,}:?|In \[\d+\]:)(?: |$)/, '')
      )
    : lines;
}

function takeLines(source: string): IEscapes {
  const lines = withoutPrompts(source.split(/\r?\n/));
  const openness = new Openness();
  const python: string[] = [];
  const shell: string[] = [];
  const magics: string[] = [];
  const keep = (line: string) => {
    openness.read(line);
    python.push(line);
  };
  for (let at = 0; at < lines.length; at++) {
    const escape = openness.isOpen ? null : escapeOf(lines[at]);
    if (!escape) {
      const call = openness.isOpen ? null : AUTOCALL.exec(lines[at].trim());
      keep(call ? `${call[1]}(${JSON.stringify(call[2])})` : lines[at]);
      continue;
    }
    const { before } = escape;
    let { text, mark } = escape;
    while (text.endsWith('\\') && at + 1 < lines.length) {
      at += 1;
      text = `${text.slice(0, -1)} ${lines[at].trim()}`;
    }
    while (mark[0] === '%' && PYTHON.test(text)) {
      text = text.replace(PYTHON, '').trim().replace(OPTIONS, '');
      const inner = MARK.exec(text)?.groups;
      mark = inner?.mark ?? '';
      text = inner?.text.trim() ?? text;
    }
    if (mark === '') {
      keep(`${before}${text || 'pass'}`);
    } else if (mark[0] === '%') {
      magics.push(text);
      keep(`${before}None`);
    } else {
      const [line, expressions] = withoutExpressions(text);
      shell.push(line);
      keep(`${before}${expressions.join(', ') || 'None'}`);
    }
  }
  return { python: python.join('\n'), shell, magics, isForeign: false };
}

/** Line magics and aliases that a cell of one line may name without `%`. */
const AUTOMAGIC =
  /^(?:pip|conda|mamba|micromamba|uv|rm|rmdir|mv|cp|mkdir|ls|ll|cat|less|more|man|cd|run|system|sx|sc|save|store|reset|env|load_ext|matplotlib)\s+[^\s=(,.[]/;

/** Whether a cell magic gives its body to a shell: `bash`, `script sh`. */
function isShell(magic: string): boolean {
  const [name, ...rest] = magic.split(/\s+/);
  const program = rest.find(word => !word.startsWith('-')) ?? '';
  return (
    SHELLS.has(name) ||
    (name === 'script' &&
      SHELLS.has(program.slice(program.lastIndexOf('/') + 1)))
  );
}

/** What a cell magic runs before its body: a setup, or the name it gives. */
function setupOf(magic: string): string {
  const text = magic.replace(PYTHON, '').trim().replace(OPTIONS, '');
  const isCapture = magic.startsWith('capture');
  return isCapture && /^[a-z_]\w*$/i.test(text) ? `${text} = None` : text;
}

/**
 * Take IPython's own lines out of a cell, as IPython does before it runs it.
 *
 * @param source - a cell's text
 */
export function takeEscapes(source: string): IEscapes {
  const setups: string[] = [];
  const none = { shell: [], magics: [], isForeign: true };
  let body = source;
  let start: RegExpExecArray | null;
  while ((start = /^\s*%%(?=[ \t]*\S)/.exec(body))) {
    const [line] = body.slice(start[0].length).split('\n', 1);
    const magic = line.trim();
    const rest = body.slice(start[0].length + line.length + 1);
    if (isShell(magic)) {
      return { ...none, python: '', shell: [rest] };
    }
    if (FOREIGN_CELL.test(magic)) {
      const python = magic.startsWith('python') ? rest : '';
      return { ...none, python, magics: [magic] };
    }
    if (!PYTHON.test(magic)) {
      // A magic that we do not know may well run Python.
      const escapes = takeLines(rest);
      return { ...escapes, magics: [magic, ...escapes.magics] };
    }
    setups.push(setupOf(magic));
    body = rest;
  }
  if (
    setups.length === 0 &&
    AUTOMAGIC.test(body) &&
    !body.trim().includes('\n')
  ) {
    return { ...none, python: '', magics: [body.trim()] };
  }
  return takeLines([...setups.filter(text => text !== ''), body].join('\n'));
}
