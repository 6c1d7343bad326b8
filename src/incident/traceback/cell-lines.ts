/**
 * The lines of a cell, behind the numbers that its kernel counts: IPython drops
 * the empty lines at its start, a cell magic runs the rest as code of its own,
 * and line magics are shown as the calls that they become.
 */
import { fold } from '../text/clean';
import { plain } from '../text/normalize';
import type { IFrame } from '../types';
import { baseName } from './frames';

/** What IPython calls the code that it runs for a magic. */
const TIMED = /^<(?:timed exec|timed eval|unknown)>$/;
const BODIES: ReadonlyMap<string, RegExp> = new Map([
  ['time', TIMED],
  ['timeit', /^<magic-timeit>$/],
  ['prun', /^<string>$/]
]);

const CELL_MAGIC = /^%%(\w{1,60})/;
const LINE_TIME = /^\s*(?:\w{1,60} ?= ?)?%time\b/;
const LINE_RUN = /^\s*%run\s/;

/** What IPython makes of a magic or a command, and the signs that it had. */
const CALL = /\bget_ipython\(\)\./;
const MAGIC_SIGN = /[%!?]/;

/** A cell as its kernel runs it. */
interface IBody {
  readonly lines: readonly string[];
  /** The cell magics at its start, the outermost first, and their lines. */
  readonly magics: readonly { readonly name: string; readonly line: number }[];
  /** So many lines stand before the code that they run. */
  readonly before: number;
}

function bodyOf(source: string): IBody {
  const lines = source.split('\n');
  const codeFrom = (from: number): number => {
    const at = lines.findIndex((line, n) => n >= from && line.trim() !== '');
    return at < 0 ? lines.length : at;
  };
  const magics: { name: string; line: number }[] = [];
  let before = codeFrom(0);
  for (
    let magic = CELL_MAGIC.exec(lines[before] ?? '');
    magic;
    magic = CELL_MAGIC.exec(lines[before] ?? '')
  ) {
    magics.push({ name: magic[1], line: before + 1 });
    before = codeFrom(before + 1);
  }
  return { lines, magics, before };
}

/** The text of a line as a traceback would quote it. */
function quoted(line: string | undefined): string {
  return fold(plain(line ?? ''));
}

/**
 * Where a line that the kernel counts stands in the cell, from 1; null where the
 * cell does not hold what the traceback quotes: it was edited since.
 */
function placed({ line, code }: IFrame, { lines, before }: IBody) {
  const at = line + before;
  const text = fold(code);
  const isIt = (own: string): boolean =>
    // IPython leaves the comment out behind the last line of a function.
    own === text || own.startsWith(`${text} #`);
  if (text === '' || CALL.test(text) || isIt(quoted(lines[at - 1]))) {
    return at <= lines.length ? at : null;
  }
  // A command over several lines has become one: all below have moved.
  const same = lines.flatMap((one, n) => (isIt(quoted(one)) ? [n + 1] : []));
  return same.length === 1 ? same[0] : null;
}

/** A frame of the cell with the cell's own line and text. */
function moved(frame: IFrame, body: IBody): IFrame {
  const line = frame.line > 0 ? placed(frame, body) : null;
  if (line === null) {
    return frame;
  }
  const own = body.lines[line - 1].trim();
  const isCall = CALL.test(frame.code) && MAGIC_SIGN.test(own);
  return {
    ...frame,
    line,
    code: isCall || frame.code === '' ? own : frame.code
  };
}

/**
 * The line of a cell, from 1, where a frame of that cell was; null where the cell
 * does not hold what the frame quotes.
 */
export function lineIn(frame: IFrame, source: string): number | null {
  return placed(frame, bodyOf(source));
}

/** A frame of the failed cell, which the traceback shows in another form. */
function frameAt(
  { lines }: IBody,
  line: number,
  like: Pick<IFrame, 'file' | 'executionCount'> = { file: 'Cell' }
): IFrame {
  const { file, executionCount } = like;
  return {
    place: 'cell',
    file,
    line,
    func: '',
    code: lines[line - 1]?.trim() ?? '',
    ...(executionCount === undefined ? {} : { executionCount })
  };
}

/** Where IPython's own magics stand: some run a cell of its own. */
const MAGICS = /IPython[\\/]core[\\/]magics/;

/** Where, behind `at`, the code begins that a cell magic runs; -1 if nowhere. */
function bodyFrame(
  frames: readonly IFrame[],
  at: number,
  name: string
): number {
  const body = BODIES.get(name);
  const magic = frames.findIndex(
    ({ file, func }, n) => n > at && func === name && MAGICS.test(file)
  );
  // rich gives no names to code without a file; timeit makes it a function.
  const drawn = name === 'timeit' ? '<a cell>inner' : '<cell>';
  const isBody = ({ file, func }: IFrame, n: number): boolean =>
    body?.test(file) === true || (n > 0 && `${file}${func}` === drawn);
  const next = frames.findIndex((frame, n) =>
    body
      ? n > at && isBody(frame, n)
      : magic > at && n > magic && frame.place === 'cell'
  );
  const isPlain = frames
    .slice(at + 1, Math.max(next, 0))
    .every(({ place }) => place !== 'user');
  return isPlain ? next : -1;
}

/**
 * The last frame of `frames` that is code which the cell's magics run; or the line
 * of the magic that failed, 0 where it is not known.
 */
function throughMagics(
  frames: readonly IFrame[],
  { magics }: IBody
): { readonly at: number; readonly failed: number | null } {
  const { place, code } = frames[0];
  // A dump of threads quotes no source.
  const isDump = place === 'cell' && code === '';
  let at = -1;
  for (const { name, line } of magics) {
    const next = bodyFrame(frames, at, name);
    if (next >= 0) {
      at = next;
    } else if (isDump || code.includes(`run_cell_magic('${name}'`)) {
      // Without a frame of it (`%xmode Docs`) any line of its code may be meant.
      return { at, failed: isDump || BODIES.has(name) ? 0 : line };
    }
  }
  return { at, failed: null };
}

/** Without the prompt number, which is not that of the cell. */
function unnumbered({ place, file, line, func, code }: IFrame): IFrame {
  return { place, file, line, func, code };
}

/** The frames of a cell that begins with magics. */
function ofMagics(frames: readonly IFrame[], body: IBody): readonly IFrame[] {
  const [outer] = frames;
  const isCell = outer.place === 'cell';
  // `%%capture` runs the rest as a cell with a number of its own.
  const isNested = body.magics.some(({ name }) => name === 'capture');
  const like = !isCell ? undefined : isNested ? unnumbered(outer) : outer;
  const { at, failed } = throughMagics(frames, body);
  if (failed !== null) {
    return [frameAt(body, failed, like), ...frames.slice(1)];
  }
  if (at >= 0) {
    const { line } = frames[at];
    const own = frameAt(body, line > 0 ? line + body.before : 0, like);
    const between = frames
      .slice(0, at)
      .filter(
        frame => frame.place === 'library' && !frame.file.startsWith('<')
      );
    return [...between, own, ...frames.slice(at + 1)];
  }
  return frames.map(frame => {
    if (!isCell || frame.file !== outer.file || placed(frame, body) === null) {
      return frame;
    }
    return unnumbered(moved(frame, body));
  });
}

/** A word of a command without its quotes. */
function unquoted(word: string): string {
  return /^(["']).*\1$/.test(word) ? word.slice(1, -1) : word;
}

/** The only line of the cell that holds such text, from 1; 0 where none does. */
function onlyLine({ lines }: IBody, holds: (line: string) => boolean): number {
  const found = lines.flatMap((line, at) => (holds(line) ? [at + 1] : []));
  return found.length === 1 ? found[0] : 0;
}

/** The line that runs the script in which the outermost frame lies. */
function runLine({ file }: IFrame, body: IBody): number {
  const script = baseName(file);
  return onlyLine(body, line => {
    const names = line.split(/\s+/).map(word => baseName(unquoted(word)));
    return (
      LINE_RUN.test(line) &&
      names.some(name => name === script || `${name}.py` === script)
    );
  });
}

/**
 * The frames of a call stack, those of the failed cell with the cell's own lines
 * and text, also where a magic ran its code. The line is 0 where nothing tells it.
 *
 * @param frames - outermost first, from the cell's own code on
 * @param source - of the failed cell, `''` when it is not known
 */
export function inCell(
  frames: readonly IFrame[],
  source: string
): readonly IFrame[] {
  if (frames.length === 0 || source.trim() === '') {
    return frames;
  }
  const body = bodyOf(source);
  const [outer] = frames;
  if (outer.place !== 'cell') {
    const line = TIMED.test(outer.file)
      ? onlyLine(body, one => LINE_TIME.test(one))
      : outer.place === 'user'
        ? runLine(outer, body)
        : 0;
    if (line > 0) {
      return [frameAt(body, line), ...frames];
    }
  }
  if (body.magics.length > 0) {
    return ofMagics(frames, body);
  }
  return outer.place === 'cell'
    ? frames.map(frame =>
        frame.file === outer.file ? moved(frame, body) : frame
      )
    : frames;
}
