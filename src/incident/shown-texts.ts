/** What a saved cell shows; apart from `cell-outputs.ts`, as only a failure needs it. */
import type { IOutputData } from './cell-outputs';
import { asText, className } from './incident';
import { clean } from './text/clean';
import { bound } from './text/truncate';

/** Of what a cell printed so much is kept, one half of its head. */
const MAX_PRINTED = 1500;

/** The first line that IPython points at: the cell's own. */
const FAILED_LINE = /^-{1,6}> (?<line>\d{1,5})\b/m;

/** The text of an output that is no error. */
function textOf({ output_type: type, text, data }: IOutputData): string {
  return type === 'stream'
    ? asText(text)
    : asText((data as { 'text/plain'?: unknown } | undefined)?.['text/plain']);
}

/** What a saved cell printed and gave, and the error that it shows. */
export function shownTexts(outputs: readonly IOutputData[]): {
  readonly printed?: string;
  readonly failure?: string;
  readonly failedLine?: number;
} {
  const error = outputs.find(one => one.output_type === 'error');
  const printed = outputs
    .filter(one => one.output_type !== 'error')
    .map(textOf)
    .join('\n')
    .trim();
  if (!error) {
    return printed === '' ? {} : { printed: bound(printed, MAX_PRINTED) };
  }
  const [line] = `${className(error.ename)}: ${asText(error.evalue)}`.split(
    '\n'
  );
  const traceback = clean(bound(asText(error.traceback)));
  const failedLine = FAILED_LINE.exec(traceback)?.groups?.line;
  return {
    ...(printed === '' ? {} : { printed: bound(printed, MAX_PRINTED) }),
    failure: bound(line, 300),
    ...(failedLine === undefined ? {} : { failedLine: Number(failedLine) })
  };
}
