import type { FramePlace, IFrame } from './types';

/**
 * Frame heads as Python, IPython (every form since 0.13) and ipykernel print
 * them. Each has the groups it can offer; the rest stays empty.
 */
const HEADS: readonly RegExp[] = [
  // Python: File "x.py", line 3, in f
  /^\s{0,12}File "(?<file>[^"]{1,500})", line (?<line>\d{1,7})(?:, in (?<func>.{1,200}))?$/,
  // IPython 8: Cell In[3], line 5, in f(x) / Cell In [3], line 5
  /^(?:Cell )?(?<file>In ?\[(?<count>\d{1,6})\]),? line:? ?(?<line>\d{1,7})(?:,? in (?<func>.{1,200}))?$/,
  // IPython 8.0: Input In [3], in f(x) / Input In [3], in <cell line: 1>()
  /^(?:Cell |Input )(?<file>In ?\[(?<count>\d{1,6})\]),? in (?:<cell line: (?<line>\d{1,7})>\(\)|(?<func>.{1,200}))$/,
  // IPython 7: <ipython-input-4-3d8a992c81ab> in <module>()
  /^(?<file><ipython-input-(?<count>\d{1,6})-[\w-]{1,64}>) in (?<func>.{1,200})$/,
  // IPython 8: File ~/x.py:12, in f(x)
  /^File (?<file>\S.{0,498}?):(?<line>\d{1,7})(?:, in (?<func>.{1,200}))?$/,
  // IPython 7: ~/lib/x.py in f(x)
  /^(?<file>(?:~|\/|[A-Za-z]:\\)[^\s"]{1,498}\.(?:pyx?|so)) in (?<func>.{1,200})$/,
  // rich: /home/u/x.py:12 in f
  /^(?<file>(?:~|\/|[A-Za-z]:\\)[^\s":]{1,498}\.pyx?):(?<line>\d{1,7}) in (?<func>.{1,200})$/
];

/** The current line of an IPython frame: `----> 3 code`, rich: `❱ 3 code`. */
const ARROW = /^\s{0,8}(?:-{1,6}>|❱) ?(?<line>\d{1,7}) ?(?<code>.{0,400})/;

/** A line of context in an IPython frame. */
const CONTEXT = /^\s{1,12}\d{1,7}(?: .{0,400})?$/;

const LIBRARY =
  /site-packages|dist-packages|[\\/]lib(?:64)?[\\/]python\d|<frozen |<__array_function__|<decorator-gen|[\\/]pytorch[\\/]torch[\\/]|[\\/]aten[\\/]/;

const CELL = /^(?:<ipython-input-|In ?\[)|[\\/]ipykernel_\d+[\\/]/;

function place(file: string): FramePlace {
  if (CELL.test(file)) {
    return 'cell';
  }
  return LIBRARY.test(file) ? 'library' : 'user';
}

function functionName(printed: string | undefined): string {
  if (!printed) {
    return '';
  }
  const name = printed.replace(/\(.*$/, '').trim();
  return name === '<module>' || name.startsWith('<cell line') ? '' : name;
}

/** The frame whose head is `line`, or null. Its code is not known yet. */
export function parseFrameHead(line: string): IFrame | null {
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

/** What the lines below a frame's head add: its current line and code. */
export interface IFrameBody {
  readonly line?: number;
  readonly code?: string;
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
  const arrow = ARROW.exec(line)?.groups;
  if (arrow) {
    return { line: Number(arrow.line), code: arrow.code.trim() };
  }
  if (CONTEXT.test(line) || line.trim() === '') {
    return {};
  }
  if (/^\s{2,}/.test(line)) {
    // Python prints the code once, then carets; only the first is the code.
    return hasCode || /^[\s^~]*$/.test(line) ? {} : { code: line.trim() };
  }
  return null;
}
