import type { ISign, Values } from '../../../diagnosis/types';
import type { IFrame, IReading } from '../../../incident/types';
import { dying } from './death';

const PACKAGE = /(?:site|dist)-packages[\\/]([A-Za-z]\w*)/;

/** The stack as Python's faulthandler printed it (docs.python.org/3/library/faulthandler.html). */
function crashFrames({ exceptions }: IReading): readonly IFrame[] {
  return (
    exceptions.find(one => one.name === 'Fatal Python error')?.frames ?? []
  );
}

/** The package of the innermost frame. */
export function crashedPackage(reading: IReading): { library?: string } {
  const frames = crashFrames(reading);
  const innermost = frames[frames.length - 1];
  return { library: innermost && PACKAGE.exec(innermost.file)?.[1] };
}

/** The user's frame nearest to the crash; `file` undefined for a cell. */
export function crashPlace(reading: IReading): {
  file?: string;
  line?: string;
} {
  const own = crashFrames(reading)
    .filter(frame => frame.place !== 'library')
    .pop();
  return {
    file: own?.place === 'user' ? own.file.split(/[\\/]/).pop() : undefined,
    line: own && String(own.line)
  };
}

/**
 * `Fatal Python error: <fault>` as an exception of its own, and as a line of a
 * log that was cut.
 *
 * @param place - what to read from the stack below it
 */
export function fatalPython(
  fault: string,
  place: (reading: IReading) => Values = () => ({})
): readonly ISign[] {
  return [
    {
      where: 'message',
      ename: /^Fatal Python error$/,
      pattern: new RegExp(`^${fault}`),
      read: (_, reading) => place(reading)
    },
    ...dying(new RegExp(`Fatal Python error: ${fault}`))
  ];
}
