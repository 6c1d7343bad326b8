/**
 * Whether the cells that a failure needs end in the same failure as all that
 * ran: `npm run needs`, or `npm run needs -- <programs> <seed>`.
 *
 * Runs the notebooks made for it, those made for what a rescue brings back, the
 * training notebooks, and random programs;
 * prints how many cells and how much time the smaller plan saves, and why each
 * cell of the training notebooks that runs again must: by itself, and
 * with the variables that a rescue gives back, also where the failure may be of
 * earlier work on a GPU.
 */
import { loadModules, ROOT } from './core.mjs';

const [count = '2000', seed = String(Date.now() % 2 ** 31)] =
  process.argv.slice(2);

const FOLDER = 'src/rerun/plan/needs/__tests__';
const { notebooks, program, replaysOf, rescuedReplaysOf } = await loadModules(
  'needs',
  [`${FOLDER}/notebooks`, `${FOLDER}/programs`, `${FOLDER}/replays`]
);

/** So many programs are run by one Python. */
const AT_ONCE = 500;

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2
    ? sorted[middle]
    : (sorted[middle - 1] + sorted[middle]) / 2;
}

const percent = share => `${Math.round(100 * share)} %`;
let problems = 0;

/** Why a cell runs again, in a few words. */
function reasonOf({ kind, need, by, always }) {
  switch (kind) {
    case 'need':
      return `${need.kind} ${need.name ?? need.state}, for ${by}`;
    case 'always':
      return `${always.kind} ${always.what}`;
    default:
      return kind;
  }
}

/** Print what was saved and what went wrong. */
function report(title, replays, shows) {
  for (const one of replays) {
    const { name, problem, cells, kept, verdicts, fullTime, keptTime } = one;
    if (shows) {
      console.log(
        `  ${name}: ${cells.length - kept.length} of ${cells.length} cells, ${fullTime.toFixed(2)} s to ${keptTime.toFixed(2)} s`
      );
      for (const at of kept) {
        const [line] = cells[at].split('\n', 1);
        const why = reasonOf(verdicts[at].reason);
        console.log(`    ${at}: ${line.slice(0, 50)} (${why})`);
      }
    }
    if (problem !== null) {
      problems += 1;
      console.log(`  ${name} DIFFERS\n${problem}`);
    }
  }
  const cells = replays.map(one => 1 - one.kept.length / one.cells.length);
  const times = replays.map(one => 1 - one.keptTime / one.fullTime);
  const same = replays.filter(one => one.problem === null).length;
  console.log(
    `${title}: ${same} of ${replays.length} end alike; median saved: ${percent(median(cells))} of the cells, ${percent(median(times))} of the time`
  );
}

for (const kind of ['notebooks', 'changes', 'training']) {
  const found = notebooks(ROOT, kind).map(one => ({ ...one, watch: [] }));
  const shows = kind === 'training';
  report(kind, replaysOf(ROOT, found), shows);
  report(`${kind}, rescued`, rescuedReplaysOf(ROOT, found), shows);
  report(`${kind}, rescued, late`, rescuedReplaysOf(ROOT, found, true), shows);
}
console.log(`${count} random programs, seed ${seed}`);
for (let from = 0; from < Number(count); from += AT_ONCE) {
  const size = Math.min(AT_ONCE, Number(count) - from);
  const programs = Array.from({ length: size }, (_, at) => ({
    name: `program ${Number(seed) + from + at}`,
    cells: program(Number(seed) + from + at).cells,
    watch: ['result']
  }));
  const replays = replaysOf(ROOT, programs);
  report(`programs ${from} to ${from + size - 1}`, replays, false);
}
process.exitCode = problems > 0 ? 1 : 0;
