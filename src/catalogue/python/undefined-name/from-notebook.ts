/** What the cells of a saved notebook tell of a name; its kernel is gone. */
import type { IEvidence, IFactsMatch } from '../../../diagnosis/types';
import type { ISavedName, SavedState } from '../../../incident/saved';
import type { IReading } from '../../../incident/types';
import { slipOf, toldByText, withoutCell } from './from-kernel';
import { failedFile } from './from-text';
import { nearIn } from '../../shared/near';
import { failedLine } from '../../predicates';
import { bodyOf, sourcesAbove } from '../../shared/visible-code';
import { memberOf } from './meant';
import { dottedIn, isSame, partlyIn, sameIn, wordwiseIn } from './near-parts';

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
  const code = sourcesAbove(reading).join('\n');
  const isClass = (one: string) =>
    new RegExp(String.raw`^[ \t]{0,40}class ${one}\b`, 'm').test(code);
  // It runs still: what it called sees nothing of it, nor a comprehension of its class.
  if (
    local !== null &&
    reading.exceptions[0]?.frames.some(({ func }) => func === local)
  ) {
    return null;
  }
  if (local !== null && isClass(local)) {
    return { name, kind: 'ofClass', local };
  }
  // A method hands over to its object, and not to who calls it.
  if (
    local !== null &&
    !isParameter &&
    new RegExp(String.raw`^[ \t]{1,40}(?:async )?def ${local}\(`, 'm').test(
      code
    )
  ) {
    return null;
  }
  const near =
    dottedIn(all, name, failedLine(reading)) ??
    sameIn(names, name, isClass) ??
    nearIn(all, name) ??
    partlyIn(all, name) ??
    null;
  if (near !== null && isClass(near) && isSame(name, near)) {
    return { name, kind: 'object', near };
  }
  const told = toldByText(name, reading);
  const values = withoutCell(
    { name, near, member: memberOf(name, reading), file: null, local },
    // A near word of the text that no cell gives a value is no name.
    told === 'slip' ? 'unknown' : told
  );
  if (values?.kind === 'local' && isParameter === true) {
    return { ...values, kind: 'parameter' };
  }
  const isNowhere = values?.kind === 'nowhere' && values.code === undefined;
  const wordwise = isNowhere ? wordwiseIn(names, name) : undefined;
  if (wordwise !== undefined) {
    return { name, kind: 'wordwise', near: wordwise };
  }
  const slip = isNowhere
    ? slipOf(name, { names, whole: names }, reading)
    : undefined;
  if (slip !== undefined) {
    return slip;
  }
  const isCalled =
    /^[A-Z]/.test(name) ||
    new RegExp(String.raw`\b${name}\(`).test(failedLine(reading));
  return starred === null || !isNowhere || !(hasStarred || isCalled)
    ? values
    : {
        name,
        kind: hasStarred === true ? 'unstarred' : 'starred',
        cell: String(starred)
      };
}

/** Whether the line that gives the name stands in the block that the failed line begins. */
function isWithin(line: number, reading: IReading): boolean {
  const lines = reading.incident.source.split('\n');
  const failed = failedLine(reading).trim();
  const at = lines.findIndex(one => one.trim() === failed);
  return (
    at >= 0 &&
    /^(?:while|if|elif|for) .{1,200}:$/.test(failed) &&
    line - 1 > at &&
    line - 1 <= at + bodyOf(lines, at).length
  );
}

/** Where to run or move the cell that gives the name would fail as well. */
function kindOf(
  {
    state,
    needs,
    readsBack,
    line,
    code,
    branch
  }: NonNullable<ISavedName['given']>,
  also: readonly string[],
  reading: IReading
): SavedState | 'several' | 'needs' | 'unmade' | 'looped' | 'tried' {
  if (state === 'later') {
    return readsBack ? 'unmade' : isWithin(line, reading) ? 'looped' : state;
  }
  if (
    state === 'branch' &&
    branch === 'try:' &&
    /^(?:import|from) /.test(code)
  ) {
    return 'tried';
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
    const kind = kindOf(given, saved.also, reading);
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
        ...(kind === 'tried' ? { code } : {}),
        ...(kind === 'looped' ? { code: failedLine(reading).trim() } : {}),
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
