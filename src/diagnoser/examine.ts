import { dataOf, diagnoseReading, type Report } from '../diagnosis/diagnose';
import { cellFrame, ownFrame } from '../incident/traceback/own-frame';
import { read } from '../incident/traceback/reading';
import type { IEntry } from '../diagnosis/types';
import type { IIncident, IReading } from '../incident/types';
import type { IExamined, IFrames, IOnEngines } from './examined';

function framesOf(reading: IReading): IFrames {
  const cell = cellFrame(reading);
  const { exceptions } = reading;
  const shown =
    exceptions.find(one => cell !== null && one.frames.includes(cell)) ??
    exceptions.find(one => one.frames.length > 0);
  return { cell, own: ownFrame(reading), stack: shown?.frames ?? [] };
}

function onEnginesOf({ exceptions }: IReading): IOnEngines | null {
  const first = exceptions.find(one => one.engines);
  return first?.engines ? { ename: first.name, numbers: first.engines } : null;
}

/**
 * Read a failure once, and tell all that the page shows of it.
 *
 * @param incident - what happened
 * @param entries - the catalogue
 */
export function examine(
  incident: IIncident,
  entries: readonly IEntry[],
  report?: Report
): IExamined {
  const reading = read(incident);
  return {
    findings: diagnoseReading(reading, entries, report).map(dataOf),
    frames: framesOf(reading),
    onEngines: onEnginesOf(reading),
    assertions: reading.assertions.map(({ text }) => text)
  };
}
