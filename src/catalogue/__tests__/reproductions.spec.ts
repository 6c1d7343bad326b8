import * as fs from 'node:fs';
import * as path from 'node:path';

import { catalogue } from '..';
import { diagnose } from '../../diagnosis/diagnose';
import { cellIncident } from '../../incident/incident';
import { runsOf, type IRun } from './torch-runs';

const reproduced = catalogue.filter(entry => entry.reproduction);

let runs: Map<string, IRun>;

beforeAll(() => {
  runs = runsOf(
    reproduced.flatMap(({ id, reproduction }) => [
      { id: `${id} raises`, code: reproduction?.raises },
      { id: `${id} fixed`, code: reproduction?.fixed }
    ])
  );
}, 600_000);

function runOf(id: string): IRun {
  const run = runs.get(id);
  if (!run) {
    throw new Error(`${id} was not run.`);
  }
  return run;
}

describe.each(reproduced.map(entry => [entry.id, entry] as const))(
  '%s under the real torch',
  (id, entry) => {
    it('is raised, and is the first finding', () => {
      const run = runOf(`${id} raises`);
      const [finding] = diagnose(
        cellIncident({ ...run, source: entry.reproduction?.raises }),
        catalogue
      );
      expect([finding?.id, run.ename, run.evalue.slice(0, 500)]).toEqual([
        id,
        run.ename,
        run.evalue.slice(0, 500)
      ]);
    });

    it('is gone once fixed', () => {
      const run = runOf(`${id} fixed`);
      expect([run.ename, run.evalue.slice(0, 500)]).toEqual(['', '']);
      const findings = diagnose(cellIncident({ ...run }), catalogue);
      expect(findings.map(finding => finding.id)).not.toContain(id);
    });
  }
);

it('counts what stands behind the entries', () => {
  const announced = catalogue.filter(entry => entry.signs.length > 0);
  const labels = fs
    .readFileSync(path.join(__dirname, 'recordings.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(line => (JSON.parse(line) as { label: string }).label);
  const recorded = announced.filter(
    ({ id, reproduction, examples }) =>
      !reproduction &&
      (labels.includes(id) ||
        examples.some(
          ({ origin }) => origin === 'recorded' || origin === 'run'
        ))
  ).length;
  console.log(
    `${announced.length} entries that an error announces: ${reproduced.length} with run fixes, ${recorded} with recorded texts only, ${announced.length - reproduced.length - recorded} from the reference only; ${catalogue.length - announced.length} topics.`
  );
  expect(reproduced.length).toBeGreaterThan(0);
});
