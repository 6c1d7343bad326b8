import type { IReading, ISign, Values } from '../../../diagnosis/types';
import { dying } from './death';

const PACKAGE = /(?:site|dist)-packages[\\/]([A-Za-z]\w*)/;

/**
 * Where a process crashed, as Python's faulthandler printed it
 * (docs.python.org/3/library/faulthandler.html).
 *
 * @returns `library` of the innermost frame, `file` and `line` of the user's
 * frame nearest to it (`file` undefined for a cell)
 */
function crashPlace(reading: IReading): Values {
  const frames =
    reading.exceptions.find(one => one.name === 'Fatal Python error')?.frames ??
    [];
  const innermost = frames[frames.length - 1];
  const own = frames.filter(frame => frame.place !== 'library').pop();
  return {
    library: innermost && PACKAGE.exec(innermost.file)?.[1],
    file: own?.place === 'user' ? own.file.split(/[\\/]/).pop() : undefined,
    line: own && String(own.line)
  };
}

/**
 * `Fatal Python error: <fault>` as an exception of its own, and as a line of a
 * log that was cut.
 */
export function fatalPython(fault: string): readonly ISign[] {
  return [
    {
      where: 'message',
      ename: /^Fatal Python error$/,
      pattern: new RegExp(`^${fault}`),
      read: (_, reading) => crashPlace(reading)
    },
    ...dying(new RegExp(`Fatal Python error: ${fault}`))
  ];
}
