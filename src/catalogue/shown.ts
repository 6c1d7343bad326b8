import type { IReading } from '../diagnosis/types';

/**
 * All that was shown of a failure beside its message, as printed: source lines,
 * streams, the traceback with lines that are no frame's.
 */
export function shown({ code, log, incident }: IReading): string {
  return `${code} ${log} ${incident.traceback}`;
}
