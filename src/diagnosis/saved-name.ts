/**
 * What the cells of a saved notebook tell of a name, whose kernel is gone. Apart
 * from the entries: these run in a worker, which has no parser of Python.
 */
import { bindingsOf, neededBy, type IBinding } from '../code/bindings';
import { readCode } from '../code/code';
import { read } from '../incident/traceback/reading';
import type {
  ISavedCell,
  ISavedLine,
  ISavedName,
  SavedState
} from '../incident/saved';
import type { IIncident } from '../incident/types';
import { memoize } from '../shared/memoize';
import { shownCode } from './shown-code';

/** So many names are handed on. */
const MAX_NAMES = 500;

const NAME = /^name '(\w{1,200})' is not defined\b/;

/** A name of a cell, and whose it is. */
interface IGiven extends IBinding {
  readonly cell: ISavedCell;
}

/** A line at the margin that gives a name its value: `class Net(nn.Module):`. */
const AT_MARGIN =
  /^(?:(?:(?:async )?def|class) (?<made>[A-Za-z_]\w{0,80})|(?<set>[A-Za-z_]\w{0,80}) ?=(?!=))/;

/**
 * What the lines at the margin give, of a cell that holds more than Python of
 * today: that no cell gives a name would be wrong of it.
 */
function marginOf({ source }: ISavedCell): IBinding[] {
  return source.split('\n').flatMap((text, at) => {
    const { made, set } = AT_MARGIN.exec(text)?.groups ?? {};
    const name = made ?? set;
    return name === undefined
      ? []
      : {
          name,
          line: at + 1,
          inside: null,
          isParameter: false,
          branch: null
        };
  });
}

const givenBy = memoize((cell: ISavedCell): readonly IGiven[] => {
  const code = readCode(cell.source);
  const given = code ? bindingsOf(code) : marginOf(cell);
  return given.map(one => ({ ...one, cell }));
});

function textOf({ cell, line }: IGiven): string {
  return cell.source.split('\n')[line - 1] ?? '';
}

function lineOf(one: IGiven): ISavedLine {
  const { position, executionCount } = one.cell;
  const code = shownCode(textOf(one));
  return { position, executionCount, line: one.line, code };
}

/** What else decides on a line: its branch, and the error of its cell. */
function decidedBy({ cell, branch }: IGiven): {
  readonly failure?: string;
  readonly branch?: string;
} {
  const line = branch === null ? '' : cell.source.split('\n')[branch - 1];
  const shown = shownCode(line ?? '');
  return {
    ...(cell.failure === undefined ? {} : { failure: cell.failure }),
    ...(shown === '' ? {} : { branch: shown })
  };
}

/** Whether a line needs the name itself: `df = df.dropna()`. */
function needsItself(one: IGiven): boolean {
  const words = textOf(one).split(/\W+/);
  return words.filter(word => word === one.name).length > 1;
}

/** The nearest cell above, else a later line of the failed one, else the nearest below. */
function chosen(
  all: readonly IGiven[],
  position: number,
  stopped: number
): IGiven | undefined {
  const above = all.filter(({ cell }) => cell.position < position);
  const first = above.filter(one => !needsItself(one));
  return (
    first[first.length - 1] ??
    above[above.length - 1] ??
    all.find(
      ({ cell, line }) => cell.position === position && line > stopped
    ) ??
    all.find(({ cell }) => cell.position > position)
  );
}

/** Whether a cell had not run when that with the prompt number `own` did. */
function isLater({ executionCount }: ISavedCell, own: number): boolean {
  return executionCount === null || executionCount > own;
}

/** Whether a line between a cell and the failed one deletes the name. */
function isDeleted(
  { name, cell }: IGiven,
  failed: ISavedCell,
  cells: readonly ISavedCell[]
): boolean {
  const deleted = new RegExp(
    String.raw`^[ \t]{0,40}(?:del [^\n]{0,100}\b${name}\b|%reset\b)`,
    'm'
  );
  return cells.some(
    ({ position, source }) =>
      position >= cell.position &&
      position <= failed.position &&
      deleted.test(source)
  );
}

/** Whether the line stands in a loop, and what the cell printed shows its rounds. */
function showsRounds({ cell, branch }: IGiven): boolean {
  const lines = cell.source.split('\n');
  const at = (branch ?? 0) - 1;
  const head = lines[at] ?? '';
  const inside = lines.slice(at + 1);
  const end = inside.findIndex(
    line => /\S/.test(line) && line.search(/\S/) <= head.search(/\S/)
  );
  return (
    /^\s*(?:for|while)\b/.test(head) &&
    cell.printed !== undefined &&
    inside
      .slice(0, end < 0 ? undefined : end)
      .some(line => /\b(?:print|display|tqdm|trange)\(/.test(line))
  );
}

function stateOf(
  one: IGiven,
  failed: ISavedCell,
  own: number | null,
  cells: readonly ISavedCell[]
): SavedState {
  const { cell } = one;
  const { position } = failed;
  if (cell.position >= position) {
    return cell.position > position ? 'below' : 'later';
  }
  if (cell.hasFailed && (cell.failedLine ?? 0) <= one.line) {
    return 'failed';
  }
  if (own === null) {
    return 'unnumbered';
  }
  if (cell.executionCount === null) {
    // Some tools take all numbers out of a file.
    return failed.executionCount === null ? 'unnumbered' : 'skipped';
  }
  if (isLater(cell, own)) {
    const missing = cells.filter(
      one => one.position < position && isLater(one, own)
    );
    return missing.length > 1 ? 'fresh' : 'after';
  }
  return isDeleted(one, failed, cells)
    ? 'gone'
    : one.branch === null || showsRounds(one)
      ? 'before'
      : 'branch';
}

/** Whether a cell had run before the failed one, by its number or by what it shows. */
function hadRun(
  cell: ISavedCell,
  failed: ISavedCell,
  own: number | null,
  cells: readonly ISavedCell[]
): boolean {
  const isAbove = cell.position < failed.position && !cell.hasFailed;
  return (
    isAbove &&
    (cell.executionCount !== null && own !== null
      ? cell.executionCount < own
      : // In a file without numbers: cells that need it show results.
        cells.some(
          ({ position, printed, hasFailed }) =>
            position > cell.position &&
            position < failed.position &&
            printed !== undefined &&
            !hasFailed
        ))
  );
}

/** What gives cells names that their text does not tell. */
const GIVES_UNSEEN =
  /^[ \t]*(?:%run|%load|%pylab|%store|%%\w)|\bimport \*|\b(?:globals|locals)\(\)|\bexec\(/m;

/** IPython's lines, whose names are the magic's own. */
const OF_IPYTHON = /^(?:\w{1,60} ?= ?)?[%!]/;

/** Whether a cell ran to its end once, with all names that it needs. */
function hasSucceeded({ executionCount, hasFailed }: ISavedCell): boolean {
  return executionCount !== null && !hasFailed;
}

/**
 * The names that a cell needs, and that none gives to all; none at all where some
 * cell may give names that cannot be seen in its text.
 */
function missingFor(
  cell: ISavedCell,
  cells: readonly ISavedCell[],
  given: readonly IGiven[]
): readonly string[] {
  const code = readCode(cell.source);
  if (!code || cells.some(({ source }) => GIVES_UNSEEN.test(source))) {
    return [];
  }
  const names = new Set(given.map(({ name }) => name));
  const magic = cells
    .flatMap(({ source }) => source.split('\n'))
    .filter(line => OF_IPYTHON.test(line.trimStart()))
    .join('\n')
    .split(/\W+/);
  return neededBy(code).filter(
    name => !names.has(name) && !magic.includes(name)
  );
}

const QUOTED = /["'](?<text>[^"'\n]{3,200})["']/g;

/** Whether two lines name the same file. */
function shareAFile(a: string, b: string): boolean {
  const [some, others] = [a, b].map(line =>
    [...line.matchAll(QUOTED)].map(({ groups }) => groups?.text ?? '')
  );
  return some.some(text => /\.\w{1,8}$/.test(text) && others.includes(text));
}

/** A module that stands for no value, and cannot be called. */
const MODULE = /^import (?:[\w.]{1,80} as )?(?<module>\w{1,60})$/;

/** A line that imports parts of torch or of its packages. */
const FROM =
  /^from (?:torch|sklearn)[\w.]{0,60} import (?<parts>[\w, ]{1,200})$/;

/** Parts of torch and of its packages that are modules. */
const PARTS =
  /^(?:transforms|datasets|models|functional|nn|optim|utils|ops|io|data|autograd|distributions|metrics)$/;

/** The names that cells give to modules. */
function modulesOf(cells: readonly ISavedCell[]): ReadonlySet<string> {
  const lines = cells
    .flatMap(({ source }) => source.split('\n'))
    .map(line => line.trim());
  return new Set(
    lines.flatMap(line => [
      MODULE.exec(line)?.groups?.module ?? '',
      ...(FROM.exec(line)?.groups?.parts ?? '')
        .split(/\W+/)
        .filter(name => PARTS.test(name))
    ])
  );
}

/** A line that would give the name its value, were it no comment. */
function commentedOut(
  name: string,
  cells: readonly ISavedCell[]
): ISavedLine | null {
  const given = new RegExp(
    String.raw`^\s{0,40}#+ ?(?:${name} ?=[^=]|import ${name}\b|from [\w.]{1,100} import (?:\w{1,60}, ){0,9}${name}\b)`
  );
  for (const { position, executionCount, source } of cells) {
    for (const [at, text] of source.split('\n').entries()) {
      if (text.includes(name) && given.test(text)) {
        const code = shownCode(text.replace(/^\s*#+ ?/, ''));
        return { position, executionCount, line: at + 1, code };
      }
    }
  }
  return null;
}

/** Where the failed cell stopped: its line, 0 where the traceback does not tell it. */
function stoppedAt(incident: IIncident): {
  line: number;
  code: string;
  count: number | null;
} {
  const frames = read(incident).exceptions[0]?.frames ?? [];
  const {
    line = 0,
    code = '',
    executionCount = null
  } = frames.find(({ place }) => place === 'cell') ?? {};
  return { line, code, count: executionCount };
}

/** The name that a NameError tells. */
export function undefinedName(incident: IIncident): string | undefined {
  return incident.ename === 'NameError'
    ? (NAME.exec(incident.evalue) ?? NAME.exec(lastLine(incident)))?.[1]
    : undefined;
}

/**
 * A failure that was found in a file; where it is a name without a value, with what the cells around it tell of that.
 *
 * @param cells - the code cells around it, itself among them, in their order
 * @param failed - the one that failed
 * @param unread - the notebook's other cells: what stands there may have a value
 */
export function withSavedName(
  incident: IIncident,
  cells: readonly ISavedCell[],
  failed: ISavedCell | undefined,
  unread: readonly ISavedCell[] = []
): IIncident {
  const name = undefinedName(incident);
  if (name === undefined || !failed) {
    return incident;
  }
  const given = cells.flatMap(givenBy);
  const global = given.filter(({ inside }) => inside === null);
  const stopped = stoppedAt(incident);
  const own = failed.executionCount ?? stopped.count;
  const nearest = chosen(
    global.filter(each => each.name === name),
    failed.position,
    stopped.line
  );
  const isCalled = new RegExp(String.raw`\b${name}\(`).test(
    stopped.code || failed.source
  );
  const modules = isCalled ? modulesOf(cells) : new Set<string>();
  const names = new Set(
    global.map(each => each.name).filter(each => !modules.has(each))
  );
  const lacks = (cell: ISavedCell): string[] =>
    missingFor(cell, cells, global).filter(each =>
      unread.every(({ source }) => !source.includes(each))
    );
  const above = commentedOut(
    name,
    cells.filter(({ position }) => position < failed.position)
  );
  // A comment above was to give it, and not a line far below.
  const found =
    above && nearest && nearest.cell.position > failed.position
      ? undefined
      : nearest;
  const locally = given.find(each => each.name === name && each.inside);
  const starred = global.filter(each => each.name === '*').pop()?.cell;
  const saved: ISavedName = {
    name,
    executionCount: own,
    given: found
      ? {
          ...lineOf(found),
          ...decidedBy(found),
          state: stateOf(found, failed, own, cells),
          needs:
            found.cell === failed || hasSucceeded(found.cell)
              ? null
              : (lacks(found.cell)[0] ?? null),
          readsBack: shareAFile(textOf(found), stopped.code)
        }
      : null,
    also: found ? lacks(failed).filter(each => each !== name) : [],
    comment: found ? null : (above ?? commentedOut(name, cells)),
    names: found ? [] : [...names].slice(0, MAX_NAMES),
    local: locally?.inside ?? null,
    isParameter: locally?.isParameter ?? false,
    starred: starred?.position ?? null,
    hasStarred:
      starred !== undefined &&
      (starred === failed || hadRun(starred, failed, own, cells))
  };
  return { ...incident, saved };
}

/** Colab saves `ignored` in place of the message, which its traceback has. */
function lastLine({ traceback }: IIncident): string {
  const line = traceback.trimEnd().split('\n').pop() ?? '';
  return line.replace(/^.{0,60}?NameError\S{0,20}: /, '');
}
