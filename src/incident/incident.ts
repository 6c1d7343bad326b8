import { bound } from './bound';
import type { IIncident } from './types';

/** Text of anything that should have been a text (notebook files are edited by hand). */
export function asText(value: unknown): string {
  if (typeof value === 'string') {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(asText).join('\n');
  }
  return typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

/** What `cellIncident` takes; nothing of it is trusted to have the right type. */
export interface ICellFailure {
  readonly ename?: unknown;
  readonly evalue?: unknown;
  /** nbformat: a list of lines. */
  readonly traceback?: unknown;
  readonly stdout?: unknown;
  readonly stderr?: unknown;
  readonly source?: unknown;
}

/** The incident of a cell whose outputs hold an error. Never throws. */
export function cellIncident(failure: ICellFailure): IIncident {
  return {
    kind: 'cell',
    ename: bound(asText(failure.ename), 500),
    evalue: bound(asText(failure.evalue)),
    traceback: bound(asText(failure.traceback)),
    stdout: bound(asText(failure.stdout)),
    stderr: bound(asText(failure.stderr)),
    source: bound(asText(failure.source))
  };
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
