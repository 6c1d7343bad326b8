import * as fs from 'node:fs';
import * as path from 'node:path';

import { failureOf, type IOutputData } from '../incident/cell-outputs';
import { textIncident } from '../incident/incident';
import type { IIncident } from '../incident/types';

/** A file cannot be read; the message is one line that says why. */
export class UnreadableError extends Error {}

/** A failure found in a file. */
export interface IFileIncident {
  readonly file: string;
  /** Index of the cell in the notebook, from 0; null for a log. */
  readonly cell: number | null;
  readonly cellId: string | null;
  /** The prompt number of the failed execution, where there is one. */
  readonly executionCount: number | null;
  readonly incident: IIncident;
}

/** Of a larger file only the first and the last half of this is read, in bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/** A text with a larger share of characters that are no text is none. */
const MAX_BROKEN = 0.1;

function readBytes(file: string): Buffer {
  const descriptor = file === '-' ? 0 : fs.openSync(file, 'r');
  try {
    const { size } = fs.fstatSync(descriptor);
    if (size <= MAX_BYTES) {
      return fs.readFileSync(descriptor);
    }
    const half = MAX_BYTES / 2;
    const bytes = Buffer.alloc(MAX_BYTES);
    fs.readSync(descriptor, bytes, 0, half, 0);
    fs.readSync(descriptor, bytes, half, half, size - half);
    return bytes;
  } finally {
    if (descriptor !== 0) {
      fs.closeSync(descriptor);
    }
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EISDIR: 'it is a folder'
};

function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readBytes(file);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new UnreadableError(`${file}: ${REASONS[code] ?? message}.`);
  }
  const head = bytes.subarray(0, 65536);
  const isWide = head[0] === 0xff && head[1] === 0xfe;
  const sample = new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(head);
  const broken = sample.split('\ufffd').length - 1;
  if (broken > MAX_BROKEN * sample.length) {
    throw new UnreadableError(`${file}: it is not a text.`);
  }
  // PowerShell's redirection writes UTF-16.
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes);
}

interface INotebookCell {
  readonly id?: unknown;
  readonly outputs?: unknown;
  readonly source?: unknown;
  readonly execution_count?: unknown;
  readonly metadata?: { readonly tags?: unknown };
}

function cellsOf(file: string, text: string): INotebookCell[] {
  let notebook: unknown;
  try {
    notebook = JSON.parse(text);
  } catch (error) {
    throw new UnreadableError(
      `${file}: it is not a notebook (${(error as Error).message.slice(0, 120)}).`
    );
  }
  const cells = (notebook as { cells?: unknown } | null)?.cells;
  if (!Array.isArray(cells)) {
    throw new UnreadableError(
      `${file}: it is not a notebook of format 4: it has no list of cells.`
    );
  }
  return cells.filter(cell => typeof cell === 'object' && cell !== null);
}

function fromNotebook(file: string, text: string): IFileIncident[] {
  return cellsOf(file, text).flatMap((cell, index) => {
    const outputs = Array.isArray(cell.outputs)
      ? cell.outputs.filter(output => typeof output === 'object' && output)
      : [];
    const incident = failureOf(
      outputs as IOutputData[],
      cell.metadata?.tags,
      cell.source
    );
    return incident
      ? [
          {
            file,
            cell: index,
            cellId: typeof cell.id === 'string' ? cell.id : null,
            executionCount:
              typeof cell.execution_count === 'number'
                ? cell.execution_count
                : null,
            incident
          }
        ]
      : [];
  });
}

/** Whether a piped text, which has no name, is a notebook. */
function holdsNotebook(text: string): boolean {
  try {
    return text.trimStart().startsWith('{') && 'cells' in JSON.parse(text);
  } catch {
    return false;
  }
}

/**
 * The failures in a file: of an `.ipynb` each failed cell, of anything else
 * its whole text. `-` is the standard input, a notebook or a text.
 *
 * @throws UnreadableError with one line that says why
 */
export function readIncidents(file: string): IFileIncident[] {
  const text = readText(file);
  if (
    path.extname(file).toLowerCase() === '.ipynb' ||
    (file === '-' && holdsNotebook(text))
  ) {
    return fromNotebook(file, text);
  }
  return [
    {
      file,
      cell: null,
      cellId: null,
      executionCount: null,
      incident: textIncident(text)
    }
  ];
}
