import type { Values } from '../../diagnosis/types';
import type { IFrame, IRaised, IReading } from '../../incident/types';

/** An inner message is shown up to so many characters. */
const MAX_SHOWN = 120;

/** Compiled modules print frames without a file one could open. */
function isOwn(frame: IFrame): boolean {
  return (
    frame.place !== 'library' &&
    (frame.place === 'cell' || frame.file.endsWith('.py'))
  );
}

/** The user's own frame nearest to the error, or undefined. */
function ownFrame(raised: IRaised): IFrame | undefined {
  return raised.frames.filter(isOwn).pop();
}

function shorten(message: string): string {
  const line = message.split('\n')[0].trim();
  return line.length <= MAX_SHOWN ? line : `${line.slice(0, MAX_SHOWN)}…`;
}

function placeOf(frame: IFrame): Values {
  const file = frame.file.split(/[\\/]/).pop() ?? frame.file;
  return {
    // A cell of a worker is named by IPython's file, which says nothing.
    file: frame.place === 'cell' ? undefined : file,
    line: String(frame.line),
    func: frame.func || undefined,
    code: frame.code || undefined
  };
}

/**
 * What the exception inside a wrapper says, and the user's line it came from.
 *
 * @param reading - the incident, the wrapper among its exceptions
 * @param wrapper - matches the wrapper's own message
 * @param name - the inner class, when the wrapper names it
 * @returns `inner`, `message`, `file`, `line`, `func`, `code`, as far as known
 */
export function innerError(
  reading: IReading,
  wrapper: RegExp,
  name?: string
): Values {
  const others = reading.exceptions.filter(one => !wrapper.test(one.message));
  const named = others.filter(one => one.name === name);
  // A wrapper names the last of a chain; without a name the first is causal.
  const inner = named[named.length - 1] ?? others[0];
  if (!inner) {
    return { inner: name };
  }
  const frame = ownFrame(inner) ?? others.map(ownFrame).find(Boolean);
  return {
    inner: name ?? inner.name,
    message: shorten(inner.message) || undefined,
    ...(frame ? placeOf(frame) : {})
  };
}
