import type { ICodeCellModel } from '@jupyterlab/cells';
import type * as nbformat from '@jupyterlab/nbformat';

import {
  drawnTraceback,
  FALLBACK,
  isExpected,
  shownFailure,
  streamText,
  type IShown
} from '../incident/cell-outputs';
import { databricksError } from '../incident/databricks';
import { installLines, NOT_FOUND, shellLines } from '../incident/shell-lines';

/** An output of a cell. */
type Output = ReturnType<ICodeCellModel['outputs']['get']>;

/** What a program that failed has printed. */
const TRACEBACK = 'Traceback';

/** The cell's outputs as nbformat data. */
export function outputsOf(cell: ICodeCellModel): nbformat.IOutput[] {
  const outputs: nbformat.IOutput[] = [];
  for (let at = 0; at < cell.outputs.length; at++) {
    outputs.push(cell.outputs.get(at).toJSON());
  }
  return outputs;
}

/** What a program of the cell prints where it may have failed. */
function telltales(cell: ICodeCellModel): string[] {
  const source = cell.sharedModel.getSource();
  return [
    ...(shellLines(source).length > 0 ? [TRACEBACK] : []),
    ...(installLines(source).length > 0 ? [NOT_FOUND] : [])
  ];
}

/** Whether the cell runs programs, which may fail while it passes. */
export function runsProgram(cell: ICodeCellModel): boolean {
  return telltales(cell).length > 0;
}

/** Whether an output by itself shows an error, be it drawn. */
export function showsError({ type, data, metadata }: Output): boolean {
  return (
    type === 'error' ||
    (type === 'display_data' &&
      (drawnTraceback(data) !== null || databricksError(metadata) !== null))
  );
}

/** Whether the cell may show a failure, without copying its outputs. */
function mayHaveFailed(cell: ICodeCellModel): boolean {
  const words =
    cell.executionState === 'running'
      ? [FALLBACK]
      : [FALLBACK, ...telltales(cell)];
  for (let at = 0; at < cell.outputs.length; at++) {
    const output = cell.outputs.get(at);
    if (
      showsError(output) ||
      words.some(word => output.streamText?.text.includes(word) === true)
    ) {
      return true;
    }
  }
  return false;
}

/** What a cell printed. */
export function streamsOf(cell: ICodeCellModel): {
  stdout: string;
  stderr: string;
} {
  const outputs = outputsOf(cell);
  return {
    stdout: streamText(outputs, 'stdout'),
    stderr: streamText(outputs, 'stderr')
  };
}

/** Whether the cell shows an error, be it that somebody stopped it. */
export function hasErrorOutput(cell: ICodeCellModel): boolean {
  for (let at = 0; at < cell.outputs.length; at++) {
    if (cell.outputs.get(at).type === 'error') {
      return true;
    }
  }
  return false;
}

/** Whether the cell's author says that it raises. */
export function isExpectedToFail(cell: ICodeCellModel): boolean {
  return isExpected(cell.getMetadata('tags'));
}

/**
 * What the outputs of a cell show of a failure, without reading what it printed.
 *
 * The outputs in the model are the evidence, however they came there: run
 * here, by another client, by a server-side executor, or read from the file.
 */
export function shownBy(cell: ICodeCellModel): IShown | null {
  return mayHaveFailed(cell)
    ? shownFailure(
        outputsOf(cell),
        cell.getMetadata('tags'),
        cell.sharedModel.getSource()
      )
    : null;
}
