import * as path from 'node:path';

import { withCells } from '../diagnosis/saved-cells';
import type { IOutputData } from '../incident/cell-outputs';
import { importLines, withImports } from '../incident/import-lines';
import { asText, textIncident } from '../incident/incident';
import { failureOf } from '../incident/program-incident';
import type { ISavedCell } from '../incident/saved';
import { shownTexts } from '../incident/shown-texts';
import type { IIncident } from '../incident/types';
import { unfinishedCells, type IUnfinished } from '../incident/unfinished';
import { readInput, UnreadableError, type IInput } from './input';

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

/** All that a file tells. */
export interface IFileReading {
  readonly incidents: readonly IFileIncident[];
  readonly unfinished: readonly IUnfinished[];
}

/**
 * A notebook that costs more than so many numbers is refused, whatever its size.
 * The worst below it were measured at 0.9 GB and 5 s of parsing; 80 million
 * empty lists in 250 MB took 5.5 GB and two minutes.
 */
const MAX_VALUES = 16_000_000;

interface INotebookCell {
  readonly id?: unknown;
  readonly cell_type?: unknown;
  readonly outputs?: unknown;
  readonly source?: unknown;
  readonly execution_count?: unknown;
  readonly metadata?: { readonly tags?: unknown };
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [COLON, BRACKET, BRACE] = [0x3a, 0x5b, 0x7b];

/**
 * Whether parsing a JSON text costs more than parsing so many numbers. A string
 * counts as three, a list, an object or a name as eight and more.
 */
function costsMoreThan(limit: number, json: string): boolean {
  let cost = 0;
  let inString = false;
  for (let at = 0; at < json.length && cost <= limit; at++) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) {
      inString = !inString;
      cost += 1;
    } else if (inString) {
      at += unit === BACKSLASH ? 1 : 0;
    } else if (unit === COMMA) {
      cost += 1;
    } else if (unit === COLON || unit === BRACKET || unit === BRACE) {
      cost += 8;
    }
  }
  return cost > limit;
}

/** The list of cells of a notebook; what is in it may be anything. */
function cellsOf({ text, cut }: IInput): readonly unknown[] {
  if (cut) {
    throw new UnreadableError('it is larger than a notebook can be, 256 MiB');
  }
  if (costsMoreThan(MAX_VALUES, text)) {
    throw new UnreadableError('it holds more values than a notebook can');
  }
  let notebook: unknown;
  try {
    notebook = JSON.parse(text);
  } catch (error) {
    const reason = (error as Error).message.slice(0, 120);
    throw new UnreadableError(`it is not a notebook (${reason})`);
  }
  const cells = (notebook as { cells?: unknown } | null)?.cells;
  if (!Array.isArray(cells)) {
    throw new UnreadableError(
      'it is not a notebook of format 4: it has no list of cells'
    );
  }
  return cells;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function outputsOf({ outputs }: INotebookCell): readonly IOutputData[] {
  return Array.isArray(outputs)
    ? (outputs.filter(isObject) as IOutputData[])
    : [];
}

function countOf({ execution_count: count }: INotebookCell): number | null {
  return typeof count === 'number' ? count : null;
}

function savedCell(cell: INotebookCell, index: number): ISavedCell {
  return {
    position: index + 1,
    executionCount: countOf(cell),
    hasFailed: outputsOf(cell).some(one => one.output_type === 'error'),
    source: asText(cell.source),
    ...shownTexts(outputsOf(cell))
  };
}

function fromNotebook(
  file: string,
  values: readonly unknown[]
): IFileIncident[] {
  const all: INotebookCell[] = values.map(value =>
    isObject(value) ? value : {}
  );
  const failed = all.flatMap((cell, index) => {
    const incident = failureOf(
      outputsOf(cell),
      cell.metadata?.tags,
      cell.source
    );
    return incident ? [{ cell, index, incident }] : [];
  });
  if (failed.length === 0) {
    return [];
  }
  // A text may speak of imports, and gives no name a value.
  const code = all.flatMap((cell, index) =>
    cell.cell_type === 'code' ? [savedCell(cell, index)] : []
  );
  const imports = importLines(code.map(({ source }) => source));
  const places = new Map(code.map(({ position }, at) => [position - 1, at]));
  return failed.map(({ cell, index, incident }) => ({
    file,
    cell: index,
    cellId: typeof cell.id === 'string' ? cell.id : null,
    executionCount: countOf(cell),
    incident: withCells(
      withImports(incident, imports),
      code,
      places.get(index) ?? -1,
      true
    )
  }));
}

/** The cells of a piped text, which has no name, if it is a notebook. */
function pipedCells(input: IInput): readonly unknown[] | null {
  try {
    return input.text.trimStart().startsWith('{') ? cellsOf(input) : null;
  } catch {
    return null;
  }
}

/**
 * The failures in a file: of an `.ipynb` each failed cell, and those without a
 * result; of anything else its whole text. `-` is the standard input, a notebook or a text.
 *
 * @throws UnreadableError with a clause that says why
 */
export async function readFailures(file: string): Promise<IFileReading> {
  const input = await readInput(file);
  const isNotebook = path.extname(file).toLowerCase() === '.ipynb';
  const cells = isNotebook
    ? cellsOf(input)
    : file === '-'
      ? pipedCells(input)
      : null;
  if (cells) {
    return {
      incidents: fromNotebook(file, cells),
      unfinished: unfinishedCells(cells)
    };
  }
  const incident: IFileIncident = {
    file,
    cell: null,
    cellId: null,
    executionCount: null,
    incident: textIncident(input.text)
  };
  return { incidents: [incident], unfinished: [] };
}
