/**
 * How many failures are recognised: `npm run accuracy`. Measures the collected
 * reports where a checkout has them beside it, else our own recordings.
 */
import { loadCore } from './core.mjs';
import { readReports } from './reports.mjs';

const { ARGUED, catalogue, cellIncident, diagnose } = await loadCore(
  './src/catalogue/__tests__/argued'
);
const { reports, source } = readReports();

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
  const argued = ARGUED[report.id]
    ? `\n    we argue: ${ARGUED[report.id]}`
    : '';
  console.log(
    `${report.id}  ${report.label}  got ${got.slice(0, 3).join(', ') || '-'}\n    ${report.ename}: ${JSON.stringify(report.evalue.slice(0, 160))} | ${JSON.stringify(report.stderr.slice(0, 120))}${argued}`
  );
}
console.log();
for (const [family, { right, all }] of [...families].sort()) {
  console.log(`${family.padEnd(12)} ${right}/${all}`);
}
const labelled = reports.filter(report => report.label !== 'negative').length;
const wrong = misses.filter(({ report }) => report.label !== 'negative').length;
const argued = misses.filter(({ report }) => report.id in ARGUED).length;
const share = right =>
  `${right}/${labelled} = ${((100 * right) / labelled).toFixed(1)} %`;
console.log(
  `${source}: top-1 ${share(labelled - wrong)}, false alarms ${misses.length - wrong}`
);
if (argued > 0) {
  console.log(
    `with the ${argued} whose label we argue with: ${share(labelled - wrong + argued)}`
  );
}
