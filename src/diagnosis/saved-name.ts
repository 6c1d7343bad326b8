/**
 * What the cells of a saved notebook tell of a name, whose kernel is gone. Apart
 * from the entries: these run in a worker, which has no parser of Python.
 */
import { bindingsOf } from '../code/bindings';
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

/** The line of the failed cell, 0 where the traceback does not tell it. */
function stoppedAt(incident: IIncident): number {
  const frames = read(incident).exceptions[0]?.frames ?? [];
  return frames.find(({ place }) => place === 'cell')?.line ?? 0;
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
  const one = chosen(
    global.filter(each => each.name === name),
    all[at].position,
    stoppedAt(incident)
  );
  const names = new Set(global.map(each => each.name));
  const saved: ISavedName = {
    name,
    executionCount: all[at].executionCount,
    given: one
      ? { ...lineOf(one), state: stateOf(one.cell, all[at], cells) }
      : null,
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
