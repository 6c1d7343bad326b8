import { printedTraceback } from '../incident/traceback/printed';
import { isPasted } from '../incident/traceback/reading';
import type { IFrame, IReading } from '../incident/types';
import { platformOf } from '../diagnosis/platform';
import { memoize } from '../shared/memoize';

/**
 * All that was shown of a failure beside its message, without colours: source
 * lines, streams, the traceback with lines that are no frame's.
 */
export const printedText = memoize(
  (reading: IReading): string =>
    `${reading.code} ${reading.log} ${printedTraceback(reading)}`
);

/** Whether a line that failed, its innermost frame, is like `pattern`. */
export function failedAt(pattern: RegExp, { exceptions }: IReading): boolean {
  return exceptions.some(({ frames }) =>
    pattern.test(frames[frames.length - 1]?.code ?? '')
  );
}

/**
 * The innermost line of the user's own that failed; the whole source of the
 * cell where no frame shows one.
 */
export function failedLine({ exceptions, incident }: IReading): string {
  const own = exceptions
    .map(({ frames }) => frames.filter(({ place }) => place !== 'library'))
    .find(frames => frames.length > 0);
  return own?.[own.length - 1].code || incident.source;
}

/** Whether an exception passed through a source file. */
export function passedThrough(reading: IReading, file: RegExp): boolean {
  return reading.exceptions.some(one =>
    one.frames.some(frame => file.test(frame.file))
  );
}

/** Whether nothing but printed lines tells of the failure, if it is one. */
export function nothingRaised({ exceptions, incident }: IReading): boolean {
  return (
    exceptions.length === 0 ||
    (isPasted(incident) &&
      exceptions.every(
        ({ name, frames }) => name === '' && frames.length === 0
      ))
  );
}

/** Whether a stream holds a line of that form. */
export function hasLine({ streams }: IReading, line: RegExp): boolean {
  return line.test(streams.stderr) || line.test(streams.stdout);
}

/** Whether no exception has a class; a traceback may have been cut before it. */
export function isUnnamed({ exceptions }: IReading): boolean {
  return exceptions.every(({ name }) => name === '');
}

/**
 * Whether no exception's class is known: there is none, or a traceback was cut
 * before the line that names it, and what stands there is something else.
 */
export function isNameUnknown({ exceptions }: IReading): boolean {
  return exceptions.every(
    ({ name }) => !/(?:Error|Exception|Interrupt|Exit|Warning)$/.test(name)
  );
}

/** Whether the program ran under Windows, as its paths tell. */
export function isOnWindows(reading: IReading): boolean {
  return platformOf(reading) === 'windows';
}

/** The name of a function or method without its class, which newer Pythons show. */
export function bareName({ func }: IFrame): string {
  return func.split('.').pop() ?? func;
}

/** Whether an exception passed through a function of this name. */
export function passedFunction(reading: IReading, name: RegExp): boolean {
  return reading.exceptions.some(one =>
    one.frames.some(frame => name.test(bareName(frame)))
  );
}

/** Python's own way to start a program, where a frame stands in it. */
const IN_START =
  /[\\/]subprocess\.py\b|[\\/]asyncio[\\/]base_events\.py\b|\bCreateProcess\(/;

/** Compilers have entries of their own. */
const BUILDS = /[\\/](?:torch[\\/]utils[\\/]cpp_extension|triton)\b/;

/** Whether starting a program failed, and not opening a file. */
export function isStart(reading: IReading): boolean {
  const files = reading.exceptions.flatMap(({ frames }) =>
    frames.map(({ file, code }) => `${file}\n${code}`)
  );
  return (
    files.some(text => IN_START.test(text)) &&
    !files.some(text => BUILDS.test(text))
  );
}
