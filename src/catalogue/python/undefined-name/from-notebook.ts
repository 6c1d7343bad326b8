/** What the cells of a saved notebook tell of a name; its kernel is gone. */
import { bindingsOf } from '../../../code/bindings';
import { readCode } from '../../../code/code';
import type { IFactsMatch } from '../../../diagnosis/types';
import type { ISaved, ISavedCell } from '../../../incident/saved';
import type { IReading } from '../../../incident/types';
import { memoize } from '../../../shared/memoize';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { toldByText, withoutCell } from './from-kernel';
import { failedFile, NAME } from './from-text';
import { nearIn } from './near';
import { partlyIn } from './near-parts';

/** A name of a cell, and whose it is. */
interface IGiven {
  readonly cell: ISavedCell;
  readonly name: string;
  readonly line: number;
  readonly inside: string | null;
}

const givenBy = memoize((saved: ISaved): readonly IGiven[] =>
  saved.cells.flatMap(cell => {
    const code = readCode(cell.source);
    return code ? bindingsOf(code).map(one => ({ ...one, cell })) : [];
  })
);

/** Whether a line needs the name itself: `df = df.dropna()`. */
function needsItself({ cell, name, line }: IGiven): boolean {
  const text = cell.source.split('\n')[line - 1];
  return text.split(new RegExp(String.raw`\b${name}\b`)).length > 2;
}

/** The nearest cell above, else a later line of the failed one, else the nearest below. */
function chosen(
  all: readonly IGiven[],
  { position }: ISaved,
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

/** By the prompt numbers, why a cell above had not given its names. */
function orderOf(
  cell: ISavedCell,
  { cells, executionCount: own, position }: ISaved
): 'failed' | 'skipped' | 'after' | 'fresh' | 'before' | 'unnumbered' {
  if (own === null) {
    return 'unnumbered';
  }
  const missing = cells.filter(
    one => one.position < position && isLater(one, own)
  );
  return cell.executionCount === null
    ? 'skipped'
    : isLater(cell, own)
      ? missing.length > 1
        ? 'fresh'
        : 'after'
      : cell.hasFailed
        ? 'failed'
        : 'before';
}

function kindOf({ cell }: IGiven, saved: ISaved): string {
  return cell.position === saved.position
    ? 'later'
    : cell.position > saved.position
      ? 'below'
      : orderOf(cell, saved);
}

/** A line that would give the name its value, were it no comment. */
function commentedOut(
  name: string,
  { cells }: ISaved
): { cell: ISavedCell; line: number; code: string } | null {
  const given = new RegExp(
    String.raw`^\s{0,40}#+ ?((?:${name} ?=[^=]|import ${name}\b|from [\w.]{1,100} import (?:\w{1,60}, ){0,9}${name}\b).{0,100})`
  );
  for (const cell of cells) {
    for (const [at, text] of cell.source.split('\n').entries()) {
      const code = given.exec(text)?.[1];
      if (code !== undefined) {
        return { cell, line: at + 1, code: code.trim() };
      }
    }
  }
  return null;
}

/** What a name that no cell gives to all may be, the surest first. */
function elsewhere(
  name: string,
  saved: ISaved,
  reading: IReading
): IFactsMatch['values'] | null {
  const comment = commentedOut(name, saved);
  if (comment) {
    const { cell, line, code } = comment;
    return {
      name,
      kind: 'comment',
      cell: String(cell.position),
      line: String(line),
      code
    };
  }
  const given = givenBy(saved);
  const global = given.filter(({ inside }) => inside === null);
  const names = [...new Set(global.map(one => one.name))].join('\n');
  const owners = given.flatMap(one =>
    one.name === name && one.inside ? [one.inside] : []
  );
  const values = withoutCell(
    {
      name,
      near: nearIn(names, name) ?? partlyIn(names, name) ?? null,
      member: null,
      file: null,
      local: owners[0] ?? null
    },
    toldByText(name, reading)
  );
  const star = global.filter(one => one.name === '*').pop();
  return star && (values === null || values.kind === 'nowhere')
    ? { name, kind: 'starred', cell: String(star.cell.position) }
    : values;
}

/** As a match of the entry; null where no notebook is at hand. */
export function savedFactsOf(reading: IReading): IFactsMatch | null {
  const { saved, live } = reading.incident;
  const [raised] = reading.exceptions;
  const name = NAME.exec(raised?.message ?? '')?.groups?.name;
  if (
    !saved ||
    live ||
    !isTorchInPlay(reading) ||
    name === undefined ||
    failedFile(reading) !== undefined
  ) {
    return null;
  }
  const outer = raised.frames.find(({ place }) => place === 'cell');
  const all = givenBy(saved).filter(
    one => one.name === name && one.inside === null
  );
  const one = chosen(all, saved, outer?.line ?? 0);
  if (!one) {
    const values = elsewhere(name, saved, reading);
    return (
      values && {
        confidence: 'likely',
        evidence: [
          { where: 'message', text: `${raised.name}: ${raised.message}` }
        ],
        values
      }
    );
  }
  const { cell, line } = one;
  return {
    confidence: 'likely',
    evidence: [
      { where: 'source', text: cell.source.split('\n')[line - 1].trim() }
    ],
    values: {
      name,
      kind: kindOf(one, saved),
      cell: String(cell.position),
      line: String(line),
      count:
        cell.executionCount === null ? undefined : String(cell.executionCount),
      own:
        saved.executionCount === null ? undefined : String(saved.executionCount)
    }
  };
}
