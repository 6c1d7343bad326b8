import type { IReading } from '../../../incident/types';
import { passedThrough } from '../../predicates';

/** Words that show torch's worker processes at work. */
const WORKERS = [
  'DataLoader',
  'num_workers',
  'torch/utils/data',
  'torch\\utils\\data',
  'torch.multiprocessing',
  'torch/multiprocessing',
  'torch\\multiprocessing'
] as const;

/** Whether a DataLoader or `torch.multiprocessing` is named anywhere. */
export function usesWorkers(reading: IReading): boolean {
  return WORKERS.some(word => reading.mentions(word));
}

/**
 * Whether the error was pasted without its traceback, so that nothing tells
 * which library raised it.
 */
export function pastedAlone(reading: IReading): boolean {
  return (
    reading.exceptions.every(one => one.frames.length === 0) &&
    !reading.log.includes('.py", line ')
  );
}

const STARTING = String.raw`multiprocessing[\\/](?:popen_\w{1,20}|reduction|connection|forkserver|spawn|context|process)\.py`;
const STARTING_FILE = new RegExp(`${STARTING}$`);
/** A frame of a traceback that was cut before its error. */
const STARTING_LINE = new RegExp(`${STARTING}", line `);

/** The parent was writing to, or reading from, a worker it had just started. */
export function startsWorker(reading: IReading): boolean {
  return (
    usesWorkers(reading) &&
    (passedThrough(reading, STARTING_FILE) || STARTING_LINE.test(reading.log))
  );
}

/**
 * Only the end of a traceback is known, and all of it in Python's own module:
 * a process was being started, nobody says by whom.
 */
export function onlyStarting(reading: IReading): boolean {
  const frames = reading.exceptions.flatMap(one => one.frames);
  return (
    frames.length > 0 &&
    frames.every(frame => /[\\/]multiprocessing[\\/]/.test(frame.file)) &&
    passedThrough(reading, /(?:popen_\w{1,20}|forkserver|spawn)\.py$/)
  );
}

/**
 * A broken pipe of which nothing shows whose it was, or only that a loader was
 * at work. Python's own on a closed standard output is something else.
 */
export function unknownPipe(reading: IReading): boolean {
  return (
    (pastedAlone(reading) || usesWorkers(reading)) &&
    !startsWorker(reading) &&
    !reading.mentions('is killed by signal') &&
    !reading.mentions('<stdout>') &&
    !reading.mentions('socket')
  );
}
