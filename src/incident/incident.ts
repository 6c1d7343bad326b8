import { bound, boundWithRepeats } from './text/truncate';
import type { IDeath } from './death/death';
import type { IIncident } from './types';

function scalar(value: unknown): string {
  return typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean'
    ? String(value)
    : '';
}

/**
 * Text of anything that should have been a text: notebook files are edited by
 * hand, and hold a text as a list of lines, with or without line ends.
 */
export function asText(value: unknown): string {
  if (!Array.isArray(value)) {
    return scalar(value);
  }
  const lines = value.map(scalar);
  // Every line but the last: one frame of IPython's traceback ends in a line
  // end of its own, and is to be joined all the same.
  const ended =
    lines.length > 1 && lines.slice(0, -1).every(line => line.endsWith('\n'));
  return lines.join(ended ? '' : '\n');
}

/** A class as xeus-python names it: `<class 'torch.OutOfMemoryError'>`. */
const CLASS_REPR = /^<class '([^']{1,400})'>$/;

/** The bare name of an exception's class, of the `ename` of an output. */
export function className(ename: unknown): string {
  const name = bound(asText(ename), 500);
  const path = CLASS_REPR.exec(name)?.[1];
  return path === undefined ? name : path.slice(path.lastIndexOf('.') + 1);
}

/** What `cellIncident` takes; nothing of it is trusted to have the right type. */
export interface ICellFailure {
  readonly ename?: unknown;
  readonly evalue?: unknown;
  /** nbformat: a list of texts, mostly one per frame. */
  readonly traceback?: unknown;
  readonly stdout?: unknown;
  readonly stderr?: unknown;
  readonly source?: unknown;
  /** The import lines of the whole notebook. */
  readonly imports?: unknown;
}

/** The incident of a cell whose outputs hold an error. Never throws. */
export function cellIncident(failure: ICellFailure): IIncident {
  const imports = bound(asText(failure.imports));
  return {
    kind: 'cell',
    ename: className(failure.ename),
    evalue: bound(asText(failure.evalue)),
    traceback: bound(asText(failure.traceback)),
    stdout: boundWithRepeats(asText(failure.stdout)),
    stderr: boundWithRepeats(asText(failure.stderr)),
    source: bound(asText(failure.source)),
    ...(imports === '' ? {} : { imports })
  };
}

/** Class and message of the exception that a failure ended in, `''` without. */
export function lastException({ ename, evalue, program }: IIncident): {
  readonly ename: string;
  readonly evalue: string;
} {
  return program ?? { ename, evalue };
}

/** The incident of a pasted text or a log file of any size. */
export function textIncident(text: string): IIncident {
  return {
    kind: 'text',
    ename: '',
    evalue: '',
    traceback: '',
    stdout: '',
    stderr: bound(text),
    source: ''
  };
}

/** What `kernelIncident` takes beside the death itself. */
export interface IKernelFailure {
  readonly stdout?: unknown;
  readonly stderr?: unknown;
  /** Source of the cell that was running. */
  readonly source?: unknown;
}

/** The incident of a kernel whose process ended. Never throws. */
export function kernelIncident(
  death: IDeath,
  failure: IKernelFailure = {}
): IIncident {
  return {
    kind: 'kernel',
    ename: '',
    evalue: '',
    // faulthandler's threads read like any other traceback.
    traceback: bound(death.box?.fault ?? ''),
    stdout: bound(asText(failure.stdout)),
    stderr: bound(asText(failure.stderr)),
    source: bound(asText(failure.source)),
    death: { ...death, earlier: bound(death.earlier) }
  };
}
