/** What a cell shows as text; apart from `cell-outputs.ts`, as only a failure needs it. */
import type { IOutputData } from './cell-outputs';
import { asText, className } from './incident';
import type { ISavedCell } from './saved';
import { clean } from './text/clean';
import { bound } from './text/truncate';

/** Of what a cell printed so much is kept, head and tail. */
const MAX_PRINTED = 1500;

/** Of the line of an error so much. */
const MAX_FAILURE = 300;

/** The first line that IPython points at: the cell's own. */
const FAILED_LINE = /^-{1,6}> (?<line>\d{1,5})\b/m;

/** The text of an output that is no error. */
function textOf({ output_type: type, text, data }: IOutputData): string {
  return type === 'stream'
    ? asText(text)
    : asText((data as { 'text/plain'?: unknown } | undefined)?.['text/plain']);
}

/** What a cell printed and gave. */
export function printedText(
  texts: readonly string[]
): Pick<ISavedCell, 'printed'> {
  const printed = texts
    .map(text => bound(text, MAX_PRINTED).trim())
    .filter(Boolean)
    .join('\n');
  return printed === '' ? {} : { printed: bound(printed, MAX_PRINTED) };
}

/** The line of an error; `''` where a cell was stopped and has none. */
function failureIn({ ename, evalue }: IOutputData, traceback: string): string {
  const name = className(ename);
  const [message] = asText(evalue).split('\n');
  // Colab saved `ignored` in place of the message, which its traceback has.
  const line =
    message === 'ignored'
      ? traceback
          .split('\n')
          .find(each => name !== '' && each.startsWith(`${name}: `))
      : undefined;
  return name === '' ? '' : (line ?? `${name}: ${message}`);
}

/** What a cell printed and gave, and the error that it shows. */
export function shownTexts(
  outputs: readonly IOutputData[]
): Pick<ISavedCell, 'printed' | 'failure' | 'failedLine'> {
  const error = outputs.find(one => one.output_type === 'error');
  const printed = printedText(
    outputs.filter(one => one.output_type !== 'error').map(textOf)
  );
  if (!error) {
    return printed;
  }
  const traceback = clean(bound(asText(error.traceback)));
  const failedLine = FAILED_LINE.exec(traceback)?.groups?.line;
  const failure = failureIn(error, traceback);
  return {
    ...printed,
    ...(failure === '' ? {} : { failure: bound(failure, MAX_FAILURE) }),
    ...(failedLine === undefined ? {} : { failedLine: Number(failedLine) })
  };
}
