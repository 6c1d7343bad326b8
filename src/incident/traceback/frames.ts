import type { FramePlace, IFrame } from '../types';

/**
 * Frame heads as Python, IPython (every form since 0.13), ipykernel, Colab,
 * Databricks, VS Code, pytest, rich and faulthandler print them. Each has the
 * groups it can offer; the rest stays empty.
 */
const HEADS: readonly RegExp[] = [
  // Python: `File "x.py", line 3, in f`; faulthandler: `line 3 in f`
  /^\s*File "(?<file>[^"]+)", line (?<line>\d{1,7})(?:,? in (?<func>.+))?$/,
  // IPython 8.5: `Cell In[3], line 5, in f(x)`; 8.2: `Input In [3], line 5`
  /^\s*(?:Cell |Input )?(?<file>In ?\[(?<count>\d{1,6})\]),? line:? ?(?<line>\d{1,7})(?:,? in (?<func>.+))?$/,
  // IPython 8.0: `Input In [3], in f(x)`, `Input In [3], in <cell line: 1>()`
  /^(?:Cell |Input )(?<file>In ?\[(?<count>\d{1,6})\]),? in (?:<cell line: (?<line>\d{1,7})>\(\)|(?<func>.+))$/,
  // IPython 7: `<ipython-input-4-3d8a992c81ab> in f(x)`
  /^(?<file><ipython-input-(?<count>\d{1,6})-[^>]+>) in (?<func>.+)$/,
  // IPython 8 of a file: `File ~/x.py:12, in f(x)`
  /^\s*File (?<file>\S.*?):(?<line>\d{1,7})(?:,? in (?<func>.+)|$)/,
  // xeus-python's raw mode: `In  [3]:`, `File x.py, in f:`; `Line 5:` is below
  /^(?<file>In {2}\[(?<count>\d{1,6})\]):$/,
  /^File (?<file>[^\s:,][^:,]*), in (?<func>[^:]+):$/,
  // VS Code: `~/nb.ipynb Cell 3 line 5`, `~/nb.ipynb Cell 3 in f(x)`
  /^(?<file>\S.*\.ipynb Cell \d{1,6})'?(?: line (?<line>\d{1,7}))?(?: in (?<func>.+)|$)/,
  // IPython 7 of a file: `~/lib/x.py in f(x)`, `<__array_function__ …> in f`
  /^(?<file>[^\s"']+\.(?:py[cx]?|pxi|so|ipynb)|<[^>]+>) in (?<func>.+)$/,
  // rich: `/home/u/x.py:12 in f`; pytest: `x.py:12: in f`, `x.py:12: KeyError`
  /^(?<file>[^\s"':][^"':]*\.pyx?|[A-Za-z]:\\[^"':]+\.pyx?):(?<line>\d{1,7})(?::\s*|:? ?in (?<func>\S.*)|: [A-Z]\w+)$/
];

/** The first characters of a line that may be a frame head. */
const MAY_BE_HEAD = /^(?: *(?:File|Cell) |[~/<.\w])/;

/** Words that every frame head has one of. */
const HEAD_WORD = /\bline:? ?\d|\bin |:\d|\.ipynb Cell|^In {2}\[/;

/** The current line of an IPython frame: `----> 3 code`, rich: `❱ 3 │ code`. */
const ARROW = /^ {0,8}(?:-{1,6}>|❱) *(?<line>\d{1,7})(?: (?<code>.*))?$/;

/** The same of `%xmode Docs`, which leaves the number to the head. */
const UNNUMBERED = /^-> {2}(?<code>\S.*)$/;

/** What stands where frames or their source are left out. */
const LEFT_OUT =
  /^\[\.\.\. (?:\d{1,7} skipped frames|skipping )|^'?Could not get source, probably due|^\[Previous line repeated \d|^\.\.\. \d{1,7} frames hidden \.\.\.$/;

/** The same of xeus-python's raw mode: `Line 3:     code`. */
const NUMBERED = /^Line (?<line>\d{1,7}): {0,8}(?<code>.*)$/;

/** pytest marks the current line of a frame's code. */
const MARKED = /^>\s+(?<code>\S.*)$/;

/** A line of context in an IPython or rich frame. */
const CONTEXT = /^ {0,12}\d{1,7}(?:\s.*)?$/;

const LIBRARY =
  /site-packages|dist-packages|[\\/]lib(?:64)?[\\/]python\d|[Pp]ython\d*[\\/][Ll]ib[\\/]|[\\/][Ll]ib[\\/](?:multiprocessing|concurrent|asyncio|importlib|threading|runpy|pickle|copy|queue|subprocess|contextlib)(?:[\\/]|\.py$)|<torch-triage>|<frozen |<__array_function__|<decorator-gen|<string>|<timed |<magic-timeit>|<unknown>|[\\/]pytorch[\\/]torch[\\/]|[\\/]aten[\\/]|^torch[\\/]|\.(?:pyx|pxi|so)$|[\\/](?:bin|Scripts)[\\/][\w-]+(?:\.exe)?$/;

/** Where notebooks put a cell's source: a prompt, or a file made for it. */
const CELL =
  /^(?:<ipython-input-|<command-|<(?:a )?cell>$|In {0,2}\[)|[\\/](?:ipykernel|xpython)_\d+[\\/]|[\\/]ipython-input-\d|\.ipynb Cell \d/;

function place(file: string): FramePlace {
  if (CELL.test(file)) {
    return 'cell';
  }
  return LIBRARY.test(file) ? 'library' : 'user';
}

/** `f` of `f(x, y)`; `''` at module level. */
function functionName(printed: string | undefined): string {
  const name = (printed ?? '').split('(', 1)[0].trim();
  return name.startsWith('<module>') || name.startsWith('<cell line')
    ? ''
    : name;
}

/** The frame whose head is `line`, or null. Its code is not known yet. */
export function parseFrameHead(line: string): IFrame | null {
  if (!MAY_BE_HEAD.test(line) || !HEAD_WORD.test(line)) {
    return null;
  }
  for (const head of HEADS) {
    const groups = head.exec(line)?.groups;
    if (groups) {
      return {
        place: place(groups.file),
        file: groups.file,
        line: Number(groups.line ?? 0),
        func: functionName(groups.func),
        code: '',
        ...(groups.count === undefined
          ? {}
          : { executionCount: Number(groups.count) })
      };
    }
  }
  return null;
}

/** What a line below a frame's head adds: the current line and its code. */
export interface IFrameBody {
  readonly line?: number;
  readonly code?: string;
}

/** A quoted line of source, `''` where a note stands for it. */
function sourceText(code: string): string {
  const text = code.trim();
  return LEFT_OUT.test(text) ? '' : text;
}

/**
 * Whether `line` belongs to the frame printed above it.
 *
 * @param line - a line below the head
 * @param hasCode - whether the frame's code line was seen
 * @returns null when it does not belong
 */
export function parseFrameBody(
  line: string,
  hasCode: boolean
): IFrameBody | null {
  const arrow = (ARROW.exec(line) ?? NUMBERED.exec(line))?.groups;
  if (arrow) {
    return {
      line: Number(arrow.line),
      code: sourceText((arrow.code ?? '').replace(/^[│\s]+/, ''))
    };
  }
  const marked = (MARKED.exec(line) ?? UNNUMBERED.exec(line))?.groups;
  if (marked) {
    return { code: marked.code.trim() };
  }
  if (line.trim() === '' || CONTEXT.test(line)) {
    return {};
  }
  if (/^\s{2}/.test(line)) {
    // Python prints the code once, then carets; only the first is the code.
    return hasCode || /^[\s^~]+$/.test(line) || LEFT_OUT.test(line.trim())
      ? {}
      : { code: line.trim() };
  }
  return null;
}

/** The last part of a path, of Windows too. */
export function baseName(file: string): string {
  return file.slice(
    Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1
  );
}
