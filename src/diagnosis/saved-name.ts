/**
 * What the cells of a saved notebook tell of a name, whose kernel is gone. Apart
 * from the entries: these run in a worker, which has no parser of Python.
 */
import { bindingsOf, neededBy } from '../code/bindings';
import { readCode } from '../code/code';
import { read } from '../incident/traceback/reading';
import type { ISavedLine, ISavedName, SavedState } from '../incident/saved';
import type { IIncident } from '../incident/types';
import { memoize } from '../shared/memoize';
import { importsTorch } from './python-words';
import { shownCode } from './shown-code';

/** A code cell, as the notebook's file holds it. */
export interface ISavedCell {
  /** Its place in the notebook, from 1. */
  readonly position: number;
  readonly executionCount: number | null;
  readonly hasFailed: boolean;
  readonly source: string;
}

/** Of the cells so many, and so much text, are looked at, the nearest first. */
const MAX_CELLS = 150;
const MAX_TEXT = 40_000;

/** So many names are handed on. */
const MAX_NAMES = 500;

const NAME = /^name '(\w{1,200})' is not defined\b/;

/** A name of a cell, and whose it is. */
interface IGiven {
  readonly cell: ISavedCell;
  readonly name: string;
  readonly line: number;
  readonly inside: string | null;
}

const givenBy = memoize((cell: ISavedCell): readonly IGiven[] => {
  const code = readCode(cell.source);
  return code ? bindingsOf(code).map(one => ({ ...one, cell })) : [];
});

function textOf({ cell, line }: IGiven): string {
  return cell.source.split('\n')[line - 1] ?? '';
}

function lineOf(one: IGiven): ISavedLine {
  const { position, executionCount } = one.cell;
  const code = shownCode(textOf(one));
  return { position, executionCount, line: one.line, code };
}

/** The cells around one, itself among them, in their order. */
function nearest(cells: readonly ISavedCell[], at: number): ISavedCell[] {
  const from = Math.max(at - MAX_CELLS / 2, 0);
  let room = MAX_TEXT;
  return cells
    .slice(from, at + MAX_CELLS / 2)
    .sort(
      (a, b) =>
        Math.abs(a.position - cells[at].position) -
        Math.abs(b.position - cells[at].position)
    )
    .filter(({ source }) => (room -= source.length) >= 0)
    .sort((a, b) => a.position - b.position);
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

function stateOf(
  cell: ISavedCell,
  failed: ISavedCell,
  cells: readonly ISavedCell[]
): SavedState {
  const { position, executionCount: own } = failed;
  if (cell.position >= position) {
    return cell.position > position ? 'below' : 'later';
  }
  if (own === null) {
    return 'unnumbered';
  }
  if (cell.executionCount === null) {
    return 'skipped';
  }
  if (isLater(cell, own)) {
    const missing = cells.filter(
      one => one.position < position && isLater(one, own)
    );
    return missing.length > 1 ? 'fresh' : 'after';
  }
  return cell.hasFailed ? 'failed' : 'before';
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
function stoppedAt(incident: IIncident): { line: number; code: string } {
  const frames = read(incident).exceptions[0]?.frames ?? [];
  const { line = 0, code = '' } =
    frames.find(({ place }) => place === 'cell') ?? {};
  return { line, code };
}

/**
 * A failure that was found in a file; where it is a name without a value in a
 * notebook that imports torch, with what the cells around it tell of that.
 *
 * @param all - the notebook's code cells, in their order
 * @param at - index of the failed one
 */
export function withSavedName(
  incident: IIncident,
  all: readonly ISavedCell[],
  at: number
): IIncident {
  const message = NAME.exec(incident.evalue) ?? NAME.exec(lastLine(incident));
  const isOurs = incident.ename === 'NameError' && at >= 0;
  if (!isOurs || message === null || !importsTorch(incident.imports ?? '')) {
    return incident;
  }
  const name = message[1];
  const cells = nearest(all, at);
  const given = cells.flatMap(givenBy);
  const global = given.filter(({ inside }) => inside === null);
  const stopped = stoppedAt(incident);
  const one = chosen(
    global.filter(each => each.name === name),
    all[at].position,
    stopped.line
  );
  const isCalled = new RegExp(String.raw`\b${name}\(`).test(
    stopped.code || all[at].source
  );
  const modules = isCalled ? modulesOf(cells) : new Set<string>();
  const names = new Set(
    global.map(each => each.name).filter(each => !modules.has(each))
  );
  const saved: ISavedName = {
    name,
    executionCount: all[at].executionCount,
    given: one
      ? {
          ...lineOf(one),
          state: stateOf(one.cell, all[at], cells),
          needs:
            one.cell === all[at] || hasSucceeded(one.cell)
              ? null
              : (missingFor(one.cell, cells, global)[0] ?? null),
          readsBack: shareAFile(textOf(one), stopped.code)
        }
      : null,
    also: one
      ? missingFor(all[at], cells, global).filter(each => each !== name)
      : [],
    comment: one ? null : commentedOut(name, cells),
    names: one ? [] : [...names].slice(0, MAX_NAMES),
    local:
      given.find(each => each.name === name && each.inside)?.inside ?? null,
    starred:
      global.filter(each => each.name === '*').pop()?.cell.position ?? null
  };
  return { ...incident, saved };
}

/** Colab saves `ignored` in place of the message, which its traceback has. */
function lastLine({ traceback }: IIncident): string {
  const line = traceback.trimEnd().split('\n').pop() ?? '';
  return line.replace(/^.{0,60}?NameError\S{0,20}: /, '');
}
