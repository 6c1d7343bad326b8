import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { ROOT } from './core.mjs';

/** The collected public reports, where the checkout has them beside it. */
const SHARED = path.join(ROOT, '../shared/catalogue/reports.jsonl');

/** What scripts/record_errors.mjs recorded from the real torch. */
export const RECORDED = path.join(
  ROOT,
  'src/catalogue/__tests__/recordings.jsonl'
);

/**
 * Failures with the ids that count as right: `ename`, `evalue`, `stderr`,
 * `label` (or `negative`) and `accept`.
 */
export function readReports() {
  const file = existsSync(SHARED) ? SHARED : RECORDED;
  const reports = readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => JSON.parse(line));
  return { reports, source: path.basename(file) };
}
