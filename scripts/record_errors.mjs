/**
 * Raises every error of the catalogue that this machine can raise, each in a
 * process of its own, and records the texts: `npm run record`. They are what
 * `npm run accuracy` and the tests measure where the collected reports of other
 * people are not at hand. Each line holds the versions of torch, CUDA, Python
 * and the GPU that it was raised under.
 *
 * Without a GPU what needs one is left out, and what was recorded elsewhere on
 * one is kept.
 *
 *     --only cpu|gpu  only these; the others' lines are kept
 *     --out FILE      write there, not to the project's recordings
 *     --check         raise nothing: see that every snippet for a GPU is
 *                     Python and that its entry exists
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { loadCore, ROOT } from './core.mjs';
import { FOREIGN } from './record/foreign.mjs';
import { GPU } from './record/gpu.mjs';
import { RECORDED } from './reports.mjs';
import { venvProgram } from './setup/tools.mjs';

const MACHINE = `
import json, os, platform, sysconfig, tempfile, torch
has_gpu = torch.cuda.is_available()
print(json.dumps({
    'versions': {
        'torch': torch.__version__,
        'cuda': torch.version.cuda,
        'gpu': torch.cuda.get_device_name() if has_gpu else None,
        'python': platform.python_version(),
    },
    'purelib': sysconfig.get_path('purelib'),
    'stdlib': sysconfig.get_path('stdlib'),
    'home': os.path.expanduser('~'),
    'tmp': tempfile.gettempdir(),
}))`;

function python(args, input) {
  const { stdout, stderr, status } = spawnSync(venvProgram('python'), args, {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28
  });
  if (status !== 0) {
    throw new Error(stderr.slice(-2000));
  }
  return JSON.parse(stdout);
}

/** What is to be raised: Python by a name, and the id that is right for it. */
function snippetsFor(proofs, { onCpu, onGpu }) {
  const cpu = [
    ...proofs
      .filter(({ reproduction }) => reproduction)
      .map(({ id, reproduction }) => ({
        id,
        label: id,
        code: reproduction.raises
      })),
    ...FOREIGN.map((code, at) => ({
      id: `negative ${at + 1}`,
      label: 'negative',
      code
    }))
  ];
  const gpu = GPU.map(({ id, code }, at) => ({
    id: `gpu ${at + 1} ${id}`,
    label: id,
    code
  }));
  return [...(onCpu ? cpu : []), ...(onGpu ? gpu : [])];
}

/** Takes this machine's paths out of a text, and puts the usual ones in. */
function pathRemover({ purelib, stdlib, home, tmp }) {
  const pairs = [
    [purelib, '/usr/lib/python3/site-packages'],
    [stdlib, '/usr/lib/python3'],
    [ROOT, '/home/user/project'],
    [`${home}/`, '/home/user/'],
    [tmp, '/tmp']
  ];
  return text =>
    pairs.reduce(
      (result, [from, to]) =>
        result
          .replaceAll(from, to)
          .replaceAll(from.replace(home, '~'), to.replace('/home/user', '~')),
      text
    );
}

function raise(snippets, { versions, ...paths }) {
  const runs = python(
    [path.join(ROOT, 'scripts/raise_errors.py')],
    JSON.stringify(snippets)
  );
  const clean = pathRemover(paths);
  return runs.map((run, at) => ({
    id: run.id,
    label: snippets[at].label,
    accept: [snippets[at].label],
    ename: run.ename,
    evalue: clean(run.evalue),
    traceback: clean(run.traceback),
    stdout: clean(run.stdout),
    stderr: clean(run.stderr),
    source: snippets[at].code,
    ...versions
  }));
}

function recordedBefore(file) {
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line))
    : [];
}

const COMPILE =
  'import ast, json, sys; print(json.dumps([ast.dump(ast.parse(s["code"])) for s in json.load(sys.stdin)]))';

/** @throws where a snippet is not Python, or names an entry that is not there */
function checkGpuSnippets(proofs) {
  python(['-c', COMPILE], JSON.stringify(GPU));
  const known = new Set(proofs.map(({ id }) => id));
  const unknown = GPU.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  if (unknown.length > 0) {
    throw new Error(`no such entry: ${unknown.join(', ')}`);
  }
  console.log(`${GPU.length} snippets for a GPU are sound`);
}

const isFromGpu = ({ id }) => id.startsWith('gpu ');

/** Raises and writes what was asked for. */
function record(proofs, values) {
  const machine = python(['-c', MACHINE]);
  const { torch, gpu } = machine.versions;
  const onCpu = values.only !== 'gpu';
  const onGpu = values.only !== 'cpu' && gpu !== null;
  if (values.only !== 'cpu' && gpu === null) {
    console.log(
      `no GPU that torch ${torch} can use: ${GPU.length} snippets that need one are left out`
    );
  }

  const snippets = snippetsFor(proofs, { onCpu, onGpu });
  if (snippets.length > 0) {
    console.log(
      `${snippets.length} snippets under torch ${torch}, ${gpu ?? 'CPU'} …`
    );
    const lines = [
      ...recordedBefore(values.out).filter(line =>
        isFromGpu(line) ? !onGpu : !onCpu
      ),
      ...raise(snippets, machine)
    ];
    lines.sort((a, b) => Number(isFromGpu(a)) - Number(isFromGpu(b)));
    writeFileSync(
      values.out,
      `${lines.map(line => JSON.stringify(line)).join('\n')}\n`
    );
    console.log(`${lines.length} recordings in ${path.basename(values.out)}`);
  }
}

const { values } = parseArgs({
  options: {
    check: { type: 'boolean' },
    only: { type: 'string' },
    out: { type: 'string', default: RECORDED }
  }
});
const { PROOFS } = await loadCore('./src/catalogue/__tests__/proofs');
if (values.check) {
  checkGpuSnippets(PROOFS);
} else {
  record(PROOFS, values);
}
