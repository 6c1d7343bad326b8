import type { ISavedCell, ISavedCells } from '../../incident/saved';
import type { IReading } from '../../incident/types';
import { memoize } from '../../shared/memoize';
import { failedLine } from '../predicates';
import { callsIn, type ICallText } from './call-text';

/** The code of the user's that can be seen of a failure. */
export interface IVisibleCode {
  /** The cells that ran before, in the order in which they ran. */
  readonly cells: readonly ISavedCell[];
  /** Their texts, and that of the failed cell, by lines without comments. */
  readonly lines: readonly string[];
  /** The lines of the failed cell, without comments. */
  readonly own: readonly string[];
  /** All lines as one text. */
  readonly text: string;
}

/** A comment, but for a `#` in a string. */
const COMMENT = /(?:^|\s)#[^"']{0,400}$/;

function linesOf(source: string): string[] {
  return source
    .split('\n')
    .map(line => line.replace(COMMENT, '').trimEnd())
    .filter(line => line.trim() !== '');
}

/** Whether a cell ran before the failed one, as far as numbers or places tell. */
function ranBefore(cell: ISavedCell, failed: ISavedCell): boolean {
  const [one, own] = [cell.executionCount, failed.executionCount];
  // A file whose numbers were cleared tells by its order alone.
  return own === null || one === null
    ? own === one && cell.position < failed.position
    : one < own;
}

function inOrder(a: ISavedCell, b: ISavedCell): number {
  return (a.executionCount ?? a.position) - (b.executionCount ?? b.position);
}

/** The cells that ran before the failed one, in the order in which they ran. */
function cellsBefore({ cells, at }: ISavedCells): ISavedCell[] {
  return cells
    .filter((cell, index) => index !== at && ranBefore(cell, cells[at]))
    .sort(inOrder);
}

/** What can be seen of the user's code, without what ran later. */
export const visibleCode = memoize((reading: IReading): IVisibleCode => {
  const { around } = reading.incident;
  const cells = around ? cellsBefore(around) : [];
  const line = ownLine(reading);
  const source = linesOf(reading.incident.source);
  const above = cells.flatMap(cell => linesOf(cell.source));
  // A cell may have been edited since: its traceback has the line that ran.
  const isShown =
    line === '' || [...above, ...source].some(one => one.includes(line));
  const own = isShown ? source : [...source, line];
  const lines = [...above, ...own];
  return { cells, lines, own, text: lines.join('\n') };
});

/** The failed line of the user's own, without its comment; `''` where none is known. */
export function ownLine(reading: IReading): string {
  const line = failedLine(reading);
  return line.includes('\n') ? '' : line.replace(COMMENT, '').trim();
}

/** The first call in the failed line whose name, with its modules, is of a form. */
export function ownCall(
  name: RegExp,
  reading: IReading
): ICallText | undefined {
  return callsIn(ownLine(reading)).find(call => name.test(call.name));
}

/** A line that gives names a value: `a, b = f(x)`. */
export interface IAssignment {
  readonly names: readonly string[];
  readonly value: string;
  readonly line: string;
}

const ASSIGNED =
  /^\s{0,60}(?<names>[a-z_][\w.]{0,60}(?:\s?,\s?[a-z_][\w.]{0,60}){0,8})\s{0,8}=\s{0,8}(?<value>[^=\s].{0,400})$/i;

/** What an assignment of one line does; null for any other line. */
export function assignmentOf(line: string): IAssignment | null {
  const { names, value } = ASSIGNED.exec(line)?.groups ?? {};
  return names === undefined || value === undefined
    ? null
    : { names: names.split(',').map(name => name.trim()), value, line };
}

/** All assignments of lines, in their order. */
export function assignmentsIn(lines: readonly string[]): IAssignment[] {
  return lines.flatMap(line => assignmentOf(line) ?? []);
}

/**
 * The lines that ran before the failed one, as far as their order tells: in a
 * loop those below it may have, too.
 */
export function linesBefore(reading: IReading): readonly string[] {
  const { lines } = visibleCode(reading);
  const line = ownLine(reading);
  const at = lines
    .map(one => line !== '' && one.includes(line))
    .lastIndexOf(true);
  return at < 0 ? lines : lines.slice(0, at);
}

/**
 * The last line before the failed one that gives a name its value; of a function
 * that was defined above, the last of all lines.
 */
export function lastValue(
  name: string,
  reading: IReading
): IAssignment | undefined {
  const giving = (lines: readonly string[]): IAssignment | undefined =>
    assignmentsIn(lines)
      .filter(({ names }) => names.includes(name))
      .pop();
  return giving(linesBefore(reading)) ?? giving(visibleCode(reading).lines);
}

/** A name as it stands in a text, and not as a part of another or of an attribute. */
export function uses(name: string, line: string): boolean {
  const at = line.indexOf(name);
  return (
    at >= 0 &&
    new RegExp(String.raw`(?<![\w."'])${escaped(name)}(?![\w"'])`).test(line)
  );
}

/** A name for a regular expression. */
export function escaped(name: string): string {
  return name.replaceAll('.', String.raw`\.`);
}

/**
 * Which of the cells that ran before gave a name its value last: its index, that
 * of the failed cell where this one did, 0 where none is seen to.
 */
export function lastPlaceOf(name: string, reading: IReading): number {
  const { cells, own } = visibleCode(reading);
  const gives = (lines: readonly string[]): boolean =>
    lines.some(
      line =>
        assignmentOf(line)?.names.includes(name) ||
        (/^\s*for /.test(line) && uses(name, line.split(' in ')[0]))
    );
  return gives(own)
    ? cells.length
    : Math.max(
        cells.map(({ source }) => gives(source.split('\n'))).lastIndexOf(true),
        0
      );
}

/** A name in a line that is no attribute, no keyword and is not called. */
export const WORD = /(?<![\w.])[a-z_]\w{0,40}(?![\w(]| ?=[^=])/gi;

/** Lines that the value of a name goes back to, the nearest first. */
export function chainOf(name: string, reading: IReading): string[] {
  const lines: string[] = [];
  let names = [name];
  for (
    let step = 0;
    step < 5 && names.length > 0 && lines.length < 20;
    step++
  ) {
    const made = names
      .flatMap(one => lastValue(one, reading) ?? [])
      .filter(({ line }) => !lines.includes(line));
    lines.push(...made.map(({ line }) => line));
    names = [
      ...new Set(
        made.flatMap(({ value }) =>
          [...value.matchAll(WORD)].map(([one]) => one)
        )
      )
    ].slice(0, 8);
  }
  return lines;
}

/** How far a line is indented. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The names that a line gives a value, as an assignment or as a loop, and the rest. */
function givenIn(line: string): { names: string[]; rest: string } {
  const made = assignmentOf(line);
  const loop = /^\s*for (?<targets>[^:]{1,120}?) in (?<rest>.*)$/.exec(
    line
  )?.groups;
  return made
    ? { names: [...made.names], rest: made.value }
    : loop
      ? { names: loop.targets.match(/[a-z_]\w*/gi) ?? [], rest: loop.rest }
      : { names: [], rest: line };
}

/** The names that the loops of some lines give a value. */
export function loopNames(lines: readonly string[]): string[] {
  return lines
    .filter(line => /^\s*for /.test(line))
    .flatMap(line => givenIn(line).names);
}

/**
 * Whether a name is computed in the failed cell before the line at `at`, where
 * that line can see it, and no line uses it.
 */
export function isUnused(
  name: string,
  own: readonly string[],
  at: number
): boolean {
  const room = indentOf(own[at] ?? '');
  return (
    own
      .slice(0, at + 1)
      .some(
        line => indentOf(line) <= room && givenIn(line).names.includes(name)
      ) &&
    !own.some(line => {
      const { names, rest } = givenIn(line);
      return uses(name, names.includes(name) ? rest : line);
    })
  );
}

/** The last name that the failed cell computes before its line and never uses. */
export function unusedIn(reading: IReading): string | undefined {
  const { own } = visibleCode(reading);
  const line = ownLine(reading);
  const at = own.findIndex(one => line !== '' && one.includes(line));
  return assignmentsIn(own.slice(0, Math.max(at, 0)))
    .flatMap(({ names }) => names)
    .filter(name => /^[a-z]\w+$/i.test(name) && isUnused(name, own, at))
    .pop();
}
