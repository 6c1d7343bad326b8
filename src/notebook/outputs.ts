import type { ICodeCellModel } from '@jupyterlab/cells';
import type * as nbformat from '@jupyterlab/nbformat';

import { asText, cellIncident } from '../incident/incident';
import type { IIncident } from '../incident/types';

/** Tag of cells that are meant to fail (nbclient, JupyterLab). */
const EXPECTED = 'raises-exception';

/** The user stopped the cell: no failure. */
const INTERRUPTED = 'KeyboardInterrupt';

/** Whether an output is the error of a cell that failed. */
export function isFailure(output: nbformat.IOutput): boolean {
  return output.output_type === 'error' && asText(output.ename) !== INTERRUPTED;
}

function streamText(
  outputs: readonly nbformat.IOutput[],
  name: string
): string {
  return outputs
    .filter(output => output.output_type === 'stream' && output.name === name)
    .map(output =>
      // nbformat: a list of lines that keep their line ends, or one text.
      Array.isArray(output.text)
        ? output.text.map(asText).join('')
        : asText(output.text)
    )
    .join('');
}

/** The cell's outputs as nbformat data. */
function outputsOf(cell: ICodeCellModel): nbformat.IOutput[] {
  const outputs: nbformat.IOutput[] = [];
  for (let at = 0; at < cell.outputs.length; at++) {
    outputs.push(cell.outputs.get(at).toJSON());
  }
  return outputs;
}

/** Whether the cell shows an error, without copying its outputs. */
function showsError(cell: ICodeCellModel): boolean {
  for (let at = 0; at < cell.outputs.length; at++) {
    if (cell.outputs.get(at).type === 'error') {
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

/**
 * What the outputs of a cell say of a failure, or null when it did not fail:
 * it shows no error, was interrupted, or is meant to raise.
 *
 * The outputs in the model are the evidence, however they came there: run
 * here, by another client, by a server-side executor, or read from the file.
 */
export function incidentOf(cell: ICodeCellModel): IIncident | null {
  if (!showsError(cell)) {
    return null;
  }
  const tags = cell.getMetadata('tags');
  if (Array.isArray(tags) && tags.includes(EXPECTED)) {
    return null;
  }
  const outputs = outputsOf(cell);
  const error = outputs.find(isFailure);
  return error
    ? cellIncident({
        ename: error.ename,
        evalue: error.evalue,
        traceback: error.traceback,
        stdout: streamText(outputs, 'stdout'),
        stderr: streamText(outputs, 'stderr'),
        source: cell.sharedModel.getSource()
      })
    : null;
}
