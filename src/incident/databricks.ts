/**
 * Errors as Databricks exports them: no `error` output, but a result whose
 * metadata hold the traceback, coloured as for a terminal or as HTML.
 */
import { asText } from './incident';

const OUTPUT = 'application/vnd.databricks.v1+output';

/** `<span class="ansi-red-fg">RuntimeError</span>: …`, without the tags. */
const TAG = /<\/?(?:span|div|style)\b[^<>]{0,200}>/g;

/** A cell behind the one that failed has "Command skipped", without a class. */
const SUMMARY =
  /^(?:\w{1,60}\.){0,6}(?<ename>[A-Z]\w{1,80})(?:: (?<evalue>.*))?$/s;

/** The fields of an `error` output. */
interface IError {
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: string;
}

/** The error that an output's `metadata` hold; null where they hold none. */
export function databricksError(metadata: unknown): IError | null {
  const all = metadata as Readonly<Record<string, unknown>> | null | undefined;
  const output = all?.[OUTPUT] as
    | { readonly errorSummary?: unknown; readonly data?: unknown }
    | null
    | undefined;
  const summary = asText(output?.errorSummary).replace(TAG, '').trim();
  const { ename, evalue = '' } = SUMMARY.exec(summary)?.groups ?? {};
  return ename === undefined
    ? null
    : { ename, evalue, traceback: asText(output?.data).replace(TAG, '') };
}
