import type { Values } from '../../diagnosis/types';

/** torchrun's report begins so, and names the process within a few lines. */
export const REPORT = 'Root Cause (first observed failure)';
const REPORT_SIZE = 400;

/**
 * The process that torchrun names as the first to fail, and its exit code:
 * `rank : 1 (local_rank: 1) exitcode : -9 (pid: 71)`.
 *
 * @param text - white space folded
 */
export function elasticReport(text: string): Values {
  const start = text.indexOf(REPORT);
  const report = start < 0 ? '' : text.slice(start, start + REPORT_SIZE);
  return {
    process: /\brank ?: (\d+)/.exec(report)?.[1],
    code: /\bexitcode ?: (-?\d+)/.exec(report)?.[1]
  };
}
