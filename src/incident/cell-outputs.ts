import { databricksError } from './databricks';
import { asText, cellIncident, className } from './incident';
import type { IIncident } from './types';

/** Tag of cells that are meant to fail (nbclient, JupyterLab). */
const EXPECTED = 'raises-exception';

/** The user stopped the cell, or left its debugger: no failure. */
const STOPPED = /^(?:KeyboardInterrupt|BdbQuit)$/;

/**
 * What IPython prints when its own formatter of tracebacks failed: then the
 * cell has no `error` output, only a plain traceback on stderr. Seen with
 * IPython 9.18 when a DataLoader worker dies at the wrong moment.
 */
export const FALLBACK = 'Unexpected exception formatting exception';

/** An output as nbformat has it; nothing of it is trusted. */
export interface IOutputData {
  readonly output_type?: unknown;
  readonly [field: string]: unknown;
}

/** The top of a traceback as rich draws it, its words in several colours. */
const DRAWN = /╭─[^\n]{0,400}Traceback /;

/**
 * A traceback that rich has drawn in place of an error; null where the data of
 * an output holds none.
 *
 * @param data - the output's MIME bundle
 */
export function drawnTraceback(data: unknown): string | null {
  const bundle = data as { readonly 'text/plain'?: unknown } | null | undefined;
  const text = bundle?.['text/plain'];
  const drawn = Array.isArray(text) ? text.map(asText).join('') : asText(text);
  return DRAWN.test(drawn.slice(0, 1000)) ? drawn : null;
}

/** What was printed on one stream, all its outputs together. */
export function streamText(
  outputs: readonly IOutputData[],
  name: string
): string {
  return outputs
    .filter(output => output.output_type === 'stream' && output.name === name)
    .map(({ text }) =>
      // nbformat: a list of lines that keep their line ends, or one text.
      Array.isArray(text) ? text.map(asText).join('') : asText(text)
    )
    .join('');
}

/** Whether a cell's `metadata.tags` say that it is meant to raise. */
export function isExpected(tags: unknown): boolean {
  return Array.isArray(tags) && tags.includes(EXPECTED);
}

/** Whether an output is the error of a cell that failed. */
function isFailure(output: IOutputData): boolean {
  return (
    output.output_type === 'error' && !STOPPED.test(className(output.ename))
  );
}

/** The output itself, or the error that it stands for. */
function asError(output: IOutputData): IOutputData {
  const error = databricksError(output.metadata);
  return error ? { output_type: 'error', ...error } : output;
}

/**
 * The error of a cell, if it shows one. Where code that the cell runs as a cell
 * of its own fails (`%run book.ipynb`), IPython shows the error there and once
 * more, with the cell's own lines.
 */
function errorOf(outputs: readonly IOutputData[]): IOutputData | undefined {
  const errors = outputs.map(asError).filter(isFailure);
  const isFirst = ({ ename, evalue }: IOutputData): boolean =>
    asText(ename) === asText(errors[0].ename) &&
    asText(evalue) === asText(errors[0].evalue);
  return errors.filter(isFirst).pop();
}

/** A cell that failed, or one whose output has yet to be read to know. */
export interface IShown {
  readonly incident: IIncident;
  /** The cell shows no error; what it printed or drew may tell of one. */
  readonly isUnread: boolean;
}

/**
 * What a cell's outputs show of a failure without reading what it printed; null
 * when it shows no error, was interrupted, or is meant to raise.
 *
 * @param outputs - the cell's outputs, as nbformat data
 * @param tags - the cell's `metadata.tags`
 * @param source - the cell's source, a text or a list of lines
 */
export function shownFailure(
  outputs: readonly IOutputData[],
  tags: unknown,
  source: unknown
): IShown | null {
  if (isExpected(tags)) {
    return null;
  }
  const error = errorOf(outputs);
  const stdout = streamText(outputs, 'stdout');
  const stderr = streamText(outputs, 'stderr');
  const hasFailed =
    error !== undefined ||
    stdout.includes(FALLBACK) ||
    stderr.includes(FALLBACK);
  // An interrupted cell has stopped its program, too.
  if (!hasFailed && outputs.some(one => one.output_type === 'error')) {
    return null;
  }
  const drawn = hasFailed
    ? undefined
    : outputs.map(({ data }) => drawnTraceback(data)).find(Boolean);
  const incident = cellIncident({
    ename: error?.ename,
    evalue: error?.evalue,
    traceback: error?.traceback ?? drawn,
    stdout,
    stderr,
    source
  });
  return { incident, isUnread: !hasFailed };
}
