import type { IReading } from '../diagnosis/types';

/**
 * All that was shown of a failure beside its message, as printed: source lines,
 * streams, the traceback with lines that are no frame's.
 */
export function shown({ code, log, incident }: IReading): string {
  return `${code} ${log} ${incident.traceback}`;
}

/** Whether a line that failed, its innermost frame, is like `pattern`. */
export function failedAt(pattern: RegExp, { exceptions }: IReading): boolean {
  return exceptions.some(({ frames }) =>
    pattern.test(frames[frames.length - 1]?.code ?? '')
  );
}

/** Whether an exception passed through a source file. */
export function passedThrough(reading: IReading, file: RegExp): boolean {
  return reading.exceptions.some(one =>
    one.frames.some(frame => file.test(frame.file))
  );
}
