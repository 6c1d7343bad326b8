/** What the cells of a saved notebook tell of a name; its kernel is gone. */
import type { IEvidence, IFactsMatch } from '../../../diagnosis/types';
import type {
  ISavedGiving,
  ISavedName,
  SavedState
} from '../../../incident/saved';
import type { IReading } from '../../../incident/types';
import { toldByText, withoutCell } from './from-kernel';
import { failedFile } from './from-text';
import { nearIn } from '../../shared/near';
import { failedLine } from '../../predicates';
import { dottedIn, partlyIn } from './near-parts';

function shown(count: number | null): string | undefined {
  return count === null ? undefined : String(count);
}

/** What a name that no cell gives to all may be, the surest first. */
function elsewhere(
  { name, comment, names, local, isParameter, starred, hasStarred }: ISavedName,
  reading: IReading
): IFactsMatch['values'] | null {
  if (comment) {
    return {
      name,
      kind: 'comment',
      cell: String(comment.position),
      line: String(comment.line),
      ...(comment.code === '' ? {} : { code: comment.code })
    };
  }
  const all = names.join('\n');
  const near =
    dottedIn(all, name, failedLine(reading)) ??
    nearIn(all, name) ??
    partlyIn(all, name) ??
    null;
  const told = toldByText(name, reading);
  const values = withoutCell(
    { name, near, member: null, file: null, local },
    // A near word of the text that no cell gives a value is no name.
    told === 'slip' ? 'unknown' : told
  );
  if (values?.kind === 'local' && isParameter === true) {
    return { ...values, kind: 'parameter' };
  }
  const isNowhere = values?.kind === 'nowhere' && values.code === undefined;
  return starred === null || !isNowhere
    ? values
    : {
        name,
        kind: hasStarred === true ? 'unstarred' : 'starred',
        cell: String(starred)
      };
}

/** Where to run or move the cell that gives the name would fail as well. */
function kindOf(
  { state, needs, readsBack }: ISavedGiving,
  also: readonly string[]
): SavedState | 'several' | 'needs' | 'unmade' {
  if (state === 'later') {
    return readsBack ? 'unmade' : state;
  }
  if (state !== 'failed' && needs !== null) {
    return 'needs';
  }
  return state === 'below' && also.length > 0 ? 'several' : state;
}

/** As a match of the entry; null where no notebook is at hand. */
export function savedFactsOf(reading: IReading): IFactsMatch | null {
  const { saved, live } = reading.incident;
  if (!saved || live || failedFile(reading) !== undefined) {
    return null;
  }
  const { name, given } = saved;
  const message: IEvidence = {
    where: 'message',
    text: `NameError: name '${name}' is not defined`
  };
  if (given) {
    const { code, needs, failure, branch } = given;
    const kind = kindOf(given, saved.also);
    return {
      confidence: 'likely',
      evidence: [code === '' ? message : { where: 'source', text: code }],
      values: {
        name,
        kind,
        ...(kind === 'several'
          ? { near: saved.also.slice(0, 3).join(', ') }
          : {}),
        ...(kind === 'needs' ? { near: needs ?? undefined } : {}),
        ...(kind === 'failed' ? { failure } : {}),
        ...(kind === 'branch' ? { branch } : {}),
        cell: String(given.position),
        line: String(given.line),
        count: shown(given.executionCount),
        own: shown(saved.executionCount)
      }
    };
  }
  const values = elsewhere(saved, reading);
  return (
    values && {
      confidence: 'likely',
      evidence: [message],
      values
    }
  );
}
