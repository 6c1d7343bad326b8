/**
 * What asking the kernel gains on failures of the field sample that can be made
 * to fail here: `npm run field:rebuilt`. Each is diagnosed twice, by its texts
 * alone and with what its kernel told; an answer is useful where its title, its
 * cause or one of its first two fixes names what `scripts/field/rebuilt.py` says.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { loadCore, ROOT } from './core.mjs';

/** A file with its output, made before, may be given instead. */
const [given] = process.argv.slice(2);

function rebuilt() {
  if (given) {
    return readFileSync(given, 'utf8');
  }
  const own = path.join(ROOT, '.venv', 'bin', 'python');
  const { stdout, status } = spawnSync(
    existsSync(own) ? own : 'python3',
    [path.join(ROOT, 'scripts', 'field', 'rebuilt.py')],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1e8 }
  );
  if (status !== 0) {
    throw new Error('A program did not fail as it should.');
  }
  return stdout;
}

const {
  catalogue,
  cellIncident,
  clashOf,
  clashWords,
  diagnose,
  english,
  isAskedForStack,
  isAskedForTensors,
  isAskedForWeights,
  nameFacts,
  parseStack,
  parseTensors,
  parseToldFacts,
  parseWeights
} = await loadCore(
  'src/diagnosis/python-words',
  'src/diagnosis/tensor-clash',
  'src/incident/live-facts',
  'src/incident/stack',
  'src/incident/tensors',
  'src/incident/weights',
  'src/notebook/defining-cell',
  'src/panel/tensors/words'
);

/** The words that somebody sees first. */
function said(incident) {
  const [finding] = diagnose(incident, catalogue);
  if (!finding) {
    return null;
  }
  const { title, cause, fixes } = finding.entry.page(english, finding.values);
  const first = fixes.slice(0, 2);
  const clash = incident.tensors && clashOf(finding, incident.tensors);
  return {
    id: finding.id,
    title,
    text: [
      title,
      cause,
      clash && clashWords(clash, english),
      ...first.flatMap(({ title, detail, code }) => [title, detail, code])
    ].join('\n')
  };
}

/** Facts as the page adds them; a name's need the notebook, which has no more cells. */
function liveOf(told) {
  const facts = parseToldFacts(told);
  return facts?.kind === 'name' ? nameFacts(facts, [], null, 0, []) : facts;
}

/** A failure with what its kernel told, asked as the page asks. */
function withFacts(incident, { live, tensors, weights, stack }) {
  const facts = [
    ['live', liveOf(live)],
    ['tensors', isAskedForTensors(incident) && parseTensors(tensors)],
    ['weights', isAskedForWeights(incident) && parseWeights(weights)],
    ['stack', isAskedForStack(incident) && parseStack(stack)]
  ].filter(([, told]) => told);
  return { ...incident, ...Object.fromEntries(facts) };
}

const failures = rebuilt()
  .split('\n')
  .filter(line => line !== '')
  .map(line => JSON.parse(line));

let [before, after] = [0, 0];
for (const { id, useful, told, ...failure } of failures) {
  const incident = cellIncident(failure);
  const words = [said(incident), said(withFacts(incident, told))];
  const isUseful = words.map(
    one => one !== null && new RegExp(useful).test(one.text)
  );
  before += Number(isUseful[0]);
  after += Number(isUseful[1]);
  const marks = isUseful.map(is => (is ? 'useful' : '-').padEnd(6)).join('  ');
  console.log(
    `${id}  ${marks}  ${words[1] ? `${words[1].id}: ${words[1].title}` : 'silent'}`
  );
}
const share = count =>
  `${count} (${Math.round((100 * count) / failures.length)} %)`;
console.log(
  `\n${failures.length} failures rebuilt: useful by their texts ${share(before)}, with what the kernel told ${share(after)}`
);
