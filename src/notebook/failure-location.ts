import type { IFrames } from '../diagnoser/examined';
import type { IDeath } from '../incident/death/death';
import { parseFault, shownThread } from '../incident/death/faulthandler';
import { lastAge } from '../incident/death/memory';
import { inCell } from '../incident/traceback/cell-lines';
import type { IFrame, IIncident } from '../incident/types';
import type { ICellIncident } from './types';

/** Where in the user's own code a failure was reported, or was seen before. */
export interface IPlace {
  /** Line in the failed cell, from 1; null when nothing names one. */
  readonly line: number | null;
  /**
   * Nothing reported the line; it was seen at work so many seconds before the
   * end, at most. null where it was reported.
   */
  readonly seenBefore: number | null;
  /** The line runs a program, which failed somewhere in its own code. */
  readonly isCommand: boolean;
  /** That line's text, `''` when unknown. */
  readonly code: string;
  /** The innermost frame of the user's own code, in a cell or a file. */
  readonly innermost: IFrame | null;
}

/**
 * An older look says nothing of the end. The server looks for deaths every 3 s
 * and the next process, which reads the box, takes its time to start.
 */
const RECENT_S = 20;

/** Where the cell was at the last look, if that was short before the end. */
function lastSeen(
  death: IDeath | undefined,
  source: string
): { line: number; age: number } | null {
  const seen = death?.box?.seenLine ?? null;
  const age = death ? lastAge(death) : null;
  if (seen === null || age === null || age > RECENT_S) {
    return null;
  }
  const frame: IFrame = {
    place: 'cell',
    file: '',
    line: seen,
    func: '',
    code: ''
  };
  const line = lastLine([frame], '', source);
  return line === null ? null : { line, age };
}

/** The innermost line of a cell by the file that its kernel gave it. */
function lastLine(
  frames: readonly IFrame[],
  file: string,
  source: string
): number | null {
  const from = frames.findIndex(frame => frame.file === file);
  const own = inCell(frames.slice(Math.max(from, 0)), source).filter(
    frame => frame.file === file
  );
  return own[own.length - 1]?.line || null;
}

function lineOf(source: string, line: number): string {
  return source.split('\n')[line - 1] ?? '';
}

/** Where faulthandler saw the cell when the kernel crashed, else the last look. */
function placeOfDeath({ death, source }: IIncident): IPlace {
  const fault = parseFault(death?.box?.fault ?? '');
  const frames = (fault && shownThread(fault)?.frames) ?? [];
  const file = death?.box?.cell?.file ?? undefined;
  const inCells = frames.filter(frame => frame.place === 'cell');
  // The outermost frame of any cell is the cell that was running.
  const name = inCells.some(frame => frame.file === file)
    ? file
    : inCells[0]?.file;
  const reported = name === undefined ? null : lastLine(frames, name, source);
  // A crash in a cell whose lines are unknown: the last look knows no more.
  const seen = name === undefined ? lastSeen(death, source) : null;
  const line = reported ?? seen?.line ?? null;
  const ours = frames.filter(frame => frame.place !== 'library');
  return {
    line,
    seenBefore: seen?.age ?? null,
    isCommand: false,
    code: line === null ? '' : lineOf(source, line),
    innermost: ours[ours.length - 1] ?? null
  };
}

/** The line that was reported; null where it was only seen, or a command's. */
export function reportedLine(place: IPlace): number | null {
  return place.seenBefore === null && !place.isCommand ? place.line : null;
}

/**
 * Where the failure was reported: by the traceback, or by the black box.
 *
 * @param frames - of the same incident
 */
export function placeOf(
  { incident, executionCount }: ICellIncident,
  frames: IFrames
): IPlace {
  if (incident.kind === 'kernel') {
    return placeOfDeath(incident);
  }
  if (incident.program) {
    const { line } = incident.program;
    return {
      line,
      seenBefore: null,
      isCommand: true,
      code: line === null ? '' : lineOf(incident.source, line),
      innermost: frames.own
    };
  }
  const frame = frames.cell;
  // A pasted or stale traceback may speak of another execution.
  const isOurs =
    frame !== null &&
    frame.line > 0 &&
    (frame.executionCount === undefined ||
      executionCount === null ||
      frame.executionCount === executionCount);
  const line = isOurs ? frame.line : null;
  return {
    line,
    seenBefore: null,
    isCommand: false,
    code: line === null ? '' : frame?.code || lineOf(incident.source, line),
    innermost: frames.own
  };
}
