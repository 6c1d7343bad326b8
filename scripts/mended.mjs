/**
 * Programs that fail in a real kernel, and the first fix that is shown of each,
 * made as a press makes it: `npm run mended`; `npm run mended -- 12 7` takes some
 * twelve of them, by the number 7; `npm run mended -- python/missing-key` those of
 * one entry. With `--packages` it takes those on packages
 * that the tests do not install, in a Python that has them (`PYTHON`).
 *
 * Each program names the entry and the kind of it that have to answer. Where the
 * fix is no change of code, its `then` is what somebody does who follows it; `fix`
 * in it stands for the code that the fix shows, where that installs a package.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { parse } from 'yaml';

import { loadModules, ROOT } from './core.mjs';

const args = process.argv.slice(2);
const isOnPackages = args.includes('--packages');
const [most = Infinity, seed = 0] = args
  .filter(arg => /^\d+$/.test(arg))
  .map(Number);

const {
  catalogue,
  cellIncident,
  cellsToRun,
  EditFinder,
  english,
  examine,
  nameFacts,
  parseToldFacts
} = await loadModules('mended', [
  'src/catalogue',
  'src/diagnoser/examine',
  'src/diagnosis/english',
  'src/edit/dependents',
  'src/edit/find-edit',
  'src/incident/incident',
  'src/incident/live-facts',
  'src/notebook/defining-cell'
]);

/** The programs of a file, those of one kind behind one another. */
function programsOf(file) {
  const text = readFileSync(path.join(ROOT, 'scripts/mended', file), 'utf8');
  return Object.entries(parse(text)).flatMap(([answer, { setup, programs }]) =>
    programs.map(program => ({ answer, setup, ...program }))
  );
}

/** Starts the kernels; resolves each question in its turn. */
function startKernels() {
  const own = path.join(ROOT, '.venv', 'bin', 'python');
  const python = process.env.PYTHON ?? (existsSync(own) ? own : 'python3');
  const script = path.join(ROOT, 'scripts/mended/kernel.py');
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[
    Symbol.asyncIterator
  ]();
  return {
    async ask(question) {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      const { value, done } = await lines.next();
      if (done) {
        throw new Error('The kernels ended.');
      }
      return JSON.parse(value);
    },
    end: () => child.stdin.end()
  };
}

/** The cells of a program, and which of them run in which order. */
function notebookOf({ setup = [], cells }) {
  const notebook = [];
  const runs = [];
  const before = [setup].flat();
  for (const each of [...before, ...cells]) {
    if (each.again) {
      runs.push(each.again - 1 + before.length);
      continue;
    }
    const source = (each.unrun ?? each).trimEnd();
    const position = notebook.length + 1;
    notebook.push({ id: `cell-${position}`, source, position });
    if (!each.unrun) {
      runs.push(position - 1);
    }
  }
  return { notebook, runs };
}

/** A failure with its best finding, as the panel has it. */
function diagnosed(failed, { notebook, runs }) {
  const { counts, told, ...failure } = failed;
  const placed = notebook.map((cell, at) => ({
    ...cell,
    executionCount: counts[runs.lastIndexOf(at)] ?? null
  }));
  const at = runs[runs.length - 1];
  const run = {
    cellId: placed[at].id,
    executionCount: placed[at].executionCount,
    run: 0
  };
  const facts = parseToldFacts(told);
  const live =
    facts?.kind === 'name' ? nameFacts(facts, placed, run, at + 1, []) : facts;
  const incident = {
    ...cellIncident({ ...failure, source: placed[at].source }),
    ...(live ? { live } : {})
  };
  const examined = examine(incident, catalogue);
  const findings = examined.findings.map(one => ({
    ...one,
    entry: catalogue.find(({ id }) => id === one.id)
  }));
  return {
    placed,
    ...examined,
    findings,
    incident: {
      key: '',
      incident,
      cellId: run.cellId,
      executionCount: run.executionCount,
      time: null,
      kernelRun: 0
    }
  };
}

/** What a fix says to install, put into the program's folder. */
function installed({ code = '' }) {
  const [, one, name] =
    /^%pip install ("([\w.-]+)[=<>~!][^"]*")$/.exec(code) ?? [];
  // In such a folder pip leaves the metadata of the release before.
  const before = `site-packages/${name?.replace(/[-_.]/g, '?')}-*.dist-info`;
  return one
    ? `!rm -rf ${before}\n%pip install -q --no-deps --upgrade --target site-packages ${one}`
    : `raise SystemExit('The fix installs no package.')`;
}

/** What runs for a fix: its sources, whether in a new process, and how it is made. */
function plan(fix, failure, program) {
  const { placed, incident } = failure;
  const edits = new EditFinder(placed, failure).find(fix.edit);
  if (edits) {
    const changed = placed.map(cell => ({
      ...cell,
      source:
        edits.find(({ cellId }) => cellId === cell.id)?.after ?? cell.source
    }));
    const ids = new Set(edits.map(({ cellId }) => cellId));
    const run = cellsToRun(changed, ids, incident.cellId);
    return {
      way: 'press',
      then: run.map(id => changed.find(one => one.id === id).source)
    };
  }
  if (fix.action?.kind === 'restart') {
    const ran = placed.filter(({ executionCount }) => executionCount !== null);
    return { way: 'press', restart: true, then: ran.map(one => one.source) };
  }
  return program.then
    ? {
        way: 'hand',
        restart: program.restart === true,
        then: program.then.map(code => (code === 'fix' ? installed(fix) : code))
      }
    : null;
}

const programs = programsOf(isOnPackages ? 'packages.yaml' : 'programs.yaml');
const step = Math.max(1, Math.ceil(programs.length / most));
const wanted = args.find(arg => arg.includes('/')) ?? '';
const taken = programs.filter(
  ({ answer }, at) => answer.startsWith(wanted) && (at + seed) % step === 0
);
const kernels = startKernels();
const counts = new Map();
let wrong = 0;
for (const program of taken) {
  const notebook = notebookOf(program);
  const sources = notebook.notebook.map(({ source }) => source);
  const ran = notebook.runs.map(at => sources[at]);
  const { files, fresh } = program;
  const failed = await kernels.ask({ ran, cells: sources, files, fresh });
  const failure = failed && diagnosed(failed, notebook);
  const best = failure?.findings[0];
  const answer = best
    ? [best.id, best.values.kind].filter(Boolean).join(' ')
    : 'silent';
  const count = counts.get(program.answer) ?? { failed: 0, press: 0, hand: 0 };
  counts.set(program.answer, count);
  count.failed += 1;
  const [fix] = best?.entry.page(english, best.values).fixes ?? [];
  const planned = fix ? plan(fix, failure, program) : null;
  const problem =
    failed === null
      ? 'did not fail'
      : answer !== program.answer
        ? `answered by ${answer}`
        : planned === null
          ? `no way to follow "${fix?.title}"`
          : await kernels.ask({
              then: planned.then,
              restart: planned.restart === true
            });
  if (problem === null) {
    count[planned.way] += 1;
  } else {
    wrong += 1;
    console.log(
      `${program.answer}: ${problem}\n    ${ran[ran.length - 1].replace(/\n/g, '\n    ')}\n    ${failed ? `${failed.ename}: ${failed.evalue}` : ''}`
    );
  }
}
kernels.end();

const sum = { failed: 0, press: 0, hand: 0 };
for (const [answer, count] of counts) {
  for (const key of Object.keys(sum)) {
    sum[key] += count[key];
  }
  console.log(
    `${answer.padEnd(40)} ${String(count.failed).padStart(3)} failed, ran after a press ${count.press}, after its words ${count.hand}`
  );
}
console.log(
  `\n${sum.failed} programs failed; with the first fix ${sum.press + sum.hand} ran (${sum.press} after a press)`
);
process.exitCode = wrong > 0 ? 1 : 0;
