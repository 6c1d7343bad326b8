/**
 * Ten notebooks that fail late, each run as a person would: first failure,
 * re-run with blocking launches, comparison. On a GPU where there is one, else
 * on a stand-in (tests/rerun/site-packages). Needs no browser: kernels by
 * jupyter_client, everything else is the code of the panel.
 *
 *     node scripts/rerun-suite.mjs [--json] [--way notebook|beside] [NAME...]
 *
 * PYTHON chooses the interpreter, else that of .venv. Exit status 0 when every
 * comparison names the line marked `# true` in the notebook.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { loadModules, ROOT } from './core.mjs';
import { Bridge } from './rerun/kernels.mjs';
import { venvProgram } from './setup/tools.mjs';

const FOLDER = path.join(ROOT, 'tests', 'rerun');
const NOTEBOOKS = path.join(FOLDER, 'notebooks');

/** A kernel waits for much: so many at once are hardly slower than one. */
const AT_ONCE = 3;

const MARK = /# true$/;

const lab = await loadModules('rerun', [
  'src/companion/ask',
  'src/catalogue',
  'src/diagnoser/examine',
  'src/diagnosis/diagnose',
  'src/incident/program-incident',
  'src/rerun/run/second-kernel',
  'src/rerun/compare/call-chain',
  'src/rerun/compare/compare',
  'src/rerun/run/execute',
  'src/diagnosis/failure-traits',
  'src/diagnosis/value-range',
  'src/rerun/plan/prepare',
  'src/rerun/run/rerun',
  'src/rerun/plan/variables'
]);

/** Which device the notebook's kernel computed on. */
const DEVICE = `
import sys

def report():
    return "stand-in" if "standin_cuda" in sys.modules else "GPU"
`;

const SILENT = { printed: () => {}, waiting: () => {} };

/** What the panel's diagnoser answers, without its worker. */
const readProgram = async incident => lab.programIncident(incident);

const diagnose = async incident => ({
  ...lab.examine(incident, lab.catalogue),
  findings: lab.diagnose(incident, lab.catalogue)
});

/** The cells of a notebook in percent format, and where it truly fails. */
function readNotebook(name) {
  const text = readFileSync(path.join(NOTEBOOKS, `${name}.py`), 'utf8');
  const sources = text
    .split(/^# %%\n/m)
    .slice(1)
    .map(source => source.trim());
  const cells = sources.map((source, at) => ({
    id: `cell-${at}`,
    executionCount: null,
    source,
    ms: null
  }));
  const cell = cells.find(each => MARK.test(lineOf(each.source)));
  const line = cell.source.split('\n').findIndex(each => MARK.test(each)) + 1;
  return { cells, truth: { cellId: cell.id, line } };
}

function lineOf(source) {
  return source.split('\n').find(line => MARK.test(line)) ?? '';
}

/** Run the cells until one fails; that failure as the panel sees it. */
async function firstFailure(kernel, cells) {
  for (const cell of cells) {
    const { incident, executionCount } = await lab.execute(
      kernel,
      cell.source,
      SILENT,
      readProgram
    );
    cell.executionCount = executionCount;
    if (incident) {
      const { id: cellId } = cell;
      return {
        key: cellId,
        incident,
        cellId,
        executionCount,
        time: Date.now(),
        kernelRun: 1
      };
    }
  }
  throw new Error('no cell failed');
}

/** The notebook as a place for a re-run, without JupyterLab. */
async function hostOf({ bridge, kernel, cells, first }) {
  const { findings } = await diagnose(first.incident);
  return {
    purpose: 'trace',
    nature: lab.failureTraits(first.incident, findings),
    prepare: () =>
      lab.prepare({
        kernel,
        attached: { kernelId: null, sharedWith: [] },
        cells,
        failed: { ...first, source: first.incident.source },
        seen: [],
        kernelRun: 1,
        variables: lab.variablesOf({})
      }),
    isCurrent: async () => true,
    runner: (way, listener) =>
      new lab.SecondKernelRunner(
        async () => {
          if (way === 'beside') {
            return bridge.start(FOLDER);
          }
          await kernel.restart();
          return kernel;
        },
        listener,
        readProgram
      )
  };
}

/** Where a failure is, in the user's own code: the innermost line. */
async function placeOf(incident, cells) {
  const { frames } = await diagnose(incident);
  const frame = lab.innermostOf(frames.stack);
  const cell = cells.find(
    each => each.executionCount === frame?.executionCount
  );
  return { cellId: cell?.id ?? null, line: frame?.line ?? null };
}

async function runNotebook(bridge, name, chosenWay) {
  const { cells, truth } = readNotebook(name);
  const kernel = await bridge.start(FOLDER);
  try {
    const first = await firstFailure(kernel, cells);
    const reported = await placeOf(first.incident, cells);
    const device = await lab.ask(kernel, DEVICE);
    const rerun = new lab.Rerun(await hostOf({ bridge, kernel, cells, first }));
    await rerun.prepare();
    const way = chosenWay ?? rerun.way;
    await rerun.start(way);
    if (rerun.phase !== 'done') {
      throw new Error(`the re-run stopped: ${rerun.trouble}`);
    }
    const second = lab.secondIncident(first, rerun.outcome);
    const comparison = await lab.compare(
      first,
      second,
      rerun.numbers,
      diagnose
    );
    const finding = comparison.second?.findings[0];
    const numbered = cells.map(cell => ({
      ...cell,
      executionCount:
        [...rerun.numbers].find(([, step]) => step.cellId === cell.id)?.[0] ??
        null
    }));
    const told = second
      ? await placeOf(second.incident, numbered)
      : { cellId: null, line: null };
    return {
      name,
      device,
      way,
      verdict: comparison.verdict,
      finding: finding?.id ?? null,
      named: (finding && lab.namedValueOf(finding)) ?? null,
      reported,
      told,
      truth,
      isTrue: told.cellId === truth.cellId && told.line === truth.line
    };
  } catch (error) {
    return { name, error: String(error.message ?? error), isTrue: false };
  } finally {
    await kernel.shutdown();
  }
}

function place({ cellId, line } = {}) {
  return `${cellId ?? '?'}:${line ?? '?'}`;
}

function sentence({ name, error, reported, told, truth, ...rest }) {
  return error
    ? `${name}: ${error}`
    : `${name}: reported ${place(reported)}, told ${place(told)}, true ${place(truth)} (${rest.way}, ${rest.verdict}, ${rest.finding}${rest.named ? `, ${rest.named}` : ''})`;
}

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean' }, way: { type: 'string' } },
  allowPositionals: true
});
const names = positionals.length
  ? positionals
  : readdirSync(NOTEBOOKS).map(file => file.replace(/\.py$/, ''));
const venv = venvProgram('python');
const bridge = new Bridge(
  process.env.PYTHON ?? (existsSync(venv) ? venv : 'python3'),
  path.join(FOLDER, 'site-packages')
);
const results = [];
const left = [...names];
/** Take notebooks one by one until none is left. */
const work = async () => {
  for (let name = left.shift(); name; name = left.shift()) {
    const result = await runNotebook(bridge, name, values.way);
    results.push(result);
    console.log(values.json ? JSON.stringify(result) : sentence(result));
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, work));
bridge.close();
const named = results.filter(result => result.isTrue).length;
if (!values.json) {
  const onGpu = results.filter(({ device }) => device === 'GPU').length;
  console.log(
    onGpu > 0
      ? `On a GPU: ${onGpu} of ${results.length}.`
      : 'PyTorch finds no GPU here: all ran on the asynchronous stand-in.'
  );
  console.log(
    `The comparison names the true line in ${named} of ${results.length} notebooks.`
  );
}
process.exitCode = named === results.length ? 0 : 1;
