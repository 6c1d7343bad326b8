/**
 * How many of the collected reports are recognised: `npm run accuracy`.
 * Reads ../shared/catalogue/reports.jsonl where it is present.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { loadCore, ROOT } from './core.mjs';

const file = path.join(ROOT, '..', 'shared', 'catalogue', 'reports.jsonl');
const { catalogue, cellIncident, diagnose } = await loadCore();

const reports = readFileSync(file, 'utf8')
  .split('\n')
  .filter(line => line.trim() !== '')
  .map(line => JSON.parse(line));

const families = new Map();
const misses = [];
for (const report of reports) {
  const got = diagnose(cellIncident(report), catalogue, (id, error) =>
    console.error(id, error)
  ).map(finding => finding.id);
  const silent = report.label === 'negative';
  const right = silent ? got.length === 0 : report.accept.includes(got[0]);
  const family = report.label.split('/')[0];
  const row = families.get(family) ?? { right: 0, all: 0 };
  families.set(family, { right: row.right + Number(right), all: row.all + 1 });
  if (!right) {
    misses.push({ report, got });
  }
}

for (const { report, got } of misses) {
  console.log(
    `${report.id}  ${report.label}  got ${got.slice(0, 3).join(', ') || '-'}\n    ${report.ename}: ${JSON.stringify(report.evalue.slice(0, 160))} | ${JSON.stringify(report.stderr.slice(0, 120))}`
  );
}
console.log();
for (const [family, { right, all }] of [...families].sort()) {
  console.log(`${family.padEnd(12)} ${right}/${all}`);
}
const labelled = reports.filter(report => report.label !== 'negative').length;
const wrong = misses.filter(({ report }) => report.label !== 'negative').length;
console.log(
  `top-1 ${labelled - wrong}/${labelled} = ${((100 * (labelled - wrong)) / labelled).toFixed(1)} %, false alarms ${misses.length - wrong}`
);
