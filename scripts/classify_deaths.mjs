/**
 * Diagnose deaths: on standard input one JSON object a line with `exit`,
 * `box`, `source`, `earlier`; on standard output the ids, best first.
 */
import { createInterface } from 'node:readline';

import { loadCore } from './core.mjs';

const { catalogue, diagnose, kernelIncident, parseBox } = await loadCore(
  './src/incident/death/death'
);

for await (const line of createInterface({ input: process.stdin })) {
  const { exit, box, source, earlier } = JSON.parse(line);
  const incident = kernelIncident(
    {
      exit,
      box: parseBox(box),
      running: true,
      queued: 0,
      failedStarts: 0,
      earlier: earlier ?? ''
    },
    { source }
  );
  console.log(
    JSON.stringify(diagnose(incident, catalogue).map(({ id }) => id))
  );
}
