/**
 * Failures that `rich.traceback.install()` shows: a drawn traceback among the
 * cell's results, in place of the `error` output.
 */
import { fold } from './text/clean';
import { plain } from './text/normalize';
import { cellFrame } from './traceback/own-frame';
import { read } from './traceback/reading';
import type { IIncident } from './types';

/** A cell that may have caught what it shows: then nothing has failed. */
const MAY_CATCH = /\bexcept\b|\bsuppress\(|print_exception|print_exc\b/;

/** The user stopped it: no failure. */
const STOPPED = 'KeyboardInterrupt';

/**
 * The incident of a cell that shows a drawn traceback; null where the cell may
 * have drawn it itself. Python draws what nobody caught from the cell on, and
 * what a function caught from that function on.
 *
 * @param incident - its traceback as it was drawn, without class and message
 */
export function drawnIncident(incident: IIncident): IIncident | null {
  const { source } = incident;
  const reading = read(incident);
  const frame = cellFrame(reading);
  const raised = reading.exceptions.find(
    one => frame !== null && one.frames.includes(frame)
  );
  if (!frame || !raised || MAY_CATCH.test(source)) {
    return null;
  }
  const line = source.split('\n')[frame.line - 1] ?? '';
  const isShown = frame.code !== '' && fold(plain(line)) === fold(frame.code);
  return isShown && raised.name !== STOPPED
    ? { ...incident, ename: raised.name, evalue: raised.message }
    : null;
}
