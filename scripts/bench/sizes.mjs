/**
 * What the extension weighs, minified and gzipped, and how long the first
 * diagnosis takes, which loads the catalogue:
 *
 *     node scripts/bench/sizes.mjs [--against <commit>] [--rounds 11]
 *
 * With a commit, each figure stands beside that commit's, built from its `src`
 * with the packages installed here. Our style sheet is not counted.
 */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';

import { rawPython, ROOT } from '../core.mjs';
import { isProgram } from '../setup/tools.mjs';

/** What JupyterLab brings to the page itself. */
const LAB = ['@jupyterlab/*', '@lumino/*', 'react', 'react-dom'];

const FAILURE = [
  'Traceback (most recent call last):',
  '  File "train.py", line 42, in <module>',
  '    out = model(x)',
  'RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)'
].join('\n');

/** In a fresh process: ms until the failure has a finding. */
const FIRST_DIAGNOSIS = `
  const [bundle, failure] = process.argv.slice(1);
  const start = performance.now();
  const { catalogue, diagnose, textIncident } = require(bundle);
  const findings = diagnose(textIncident(failure), catalogue);
  const took = performance.now() - start;
  if (findings.length === 0) {
    throw new Error('The failure was not recognised.');
  }
  console.log(took);
`;

function bundle(root, options) {
  return build({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    logLevel: 'warning',
    plugins: [rawPython],
    loader: { '.svg': 'text' },
    ...options
  });
}

/** Chunks as a page loads them, and those that each entry reaches statically. */
async function chunksOf(root, entryPoints) {
  const { metafile, outputFiles } = await bundle(root, {
    entryPoints,
    outdir: 'out',
    external: LAB,
    format: 'esm',
    splitting: true,
    metafile: true,
    write: false
  });
  const { outputs } = metafile;
  const contents = new Map(
    outputFiles.map(file => [
      path.relative(root, file.path).split(path.sep).join('/'),
      file.contents
    ])
  );
  const reached = new Map();
  for (const [name, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoints.includes(entryPoint)) {
      const names = new Set([name]);
      // A set that grows while it is walked shows what was added, too.
      for (const one of names) {
        outputs[one].imports
          .filter(each => each.kind === 'import-statement' && !each.external)
          .forEach(each => names.add(each.path));
      }
      reached.set(entryPoint, names);
    }
  }
  return { contents, reached };
}

/** The bytes of chunks, gzipped one by one as a server sends them. */
function weigh(chunks) {
  const sum = sizes => sizes.reduce((total, size) => total + size, 0);
  return {
    minified: sum(chunks.map(chunk => chunk.length)),
    gzipped: sum(chunks.map(chunk => gzipSync(chunk).length))
  };
}

/** What a page loads of ours before the first failure, in bytes. */
export async function weighPage(root = ROOT) {
  const entry = 'src/index.ts';
  const { contents, reached } = await chunksOf(root, [entry]);
  return weigh([...reached.get(entry)].map(name => contents.get(name)));
}

/** The catalogue by family; what several need of it counts once, as shared. */
async function weighCatalogue(root) {
  const folder = 'src/catalogue';
  const families = readdirSync(path.join(root, folder)).filter(name =>
    existsSync(path.join(root, folder, name, 'index.ts'))
  );
  const entryOf = family => `${folder}/${family}/index.ts`;
  const { contents, reached } = await chunksOf(root, families.map(entryOf));
  const parts = new Map([...families, 'shared'].map(name => [name, []]));
  for (const [name, content] of contents) {
    const users = families.filter(one => reached.get(entryOf(one)).has(name));
    parts.get(users.length === 1 ? users[0] : 'shared').push(content);
  }
  return {
    total: weigh([...contents.values()]),
    parts: new Map([...parts].map(([name, chunks]) => [name, weigh(chunks)]))
  };
}

async function weighCommandLine(root) {
  const { outputFiles } = await bundle(root, {
    entryPoints: ['src/cli/index.ts'],
    outdir: 'out',
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    write: false
  });
  return weigh(outputFiles.map(({ contents }) => contents));
}

/** Build what the first diagnosis loads. */
async function buildCore(root, outfile) {
  const modules = ['catalogue', 'diagnosis/diagnose', 'incident/incident'];
  await bundle(root, {
    stdin: {
      contents: modules.map(one => `export * from './src/${one}';`).join('\n'),
      resolveDir: root,
      loader: 'ts'
    },
    outfile,
    format: 'cjs',
    platform: 'node',
    target: 'node20'
  });
}

/** The median ms of the first diagnosis with each bundle; they take turns. */
function timeFirstDiagnoses(bundles, rounds) {
  const times = bundles.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const order = [...bundles.keys()];
    for (const at of round % 2 === 0 ? order : order.reverse()) {
      const args = ['-e', FIRST_DIAGNOSIS, bundles[at], FAILURE];
      times[at].push(Number(execFileSync(process.execPath, args)));
    }
  }
  return times.map(
    each => each.sort((a, b) => a - b)[Math.floor(each.length / 2)]
  );
}

async function weighAll(root) {
  const { total, parts } = await weighCatalogue(root);
  return new Map([
    ['the page before the first failure', await weighPage(root)],
    ...[...parts].map(([name, size]) => [`catalogue, ${name}`, size]),
    ['catalogue, all', total],
    ['the command line', await weighCommandLine(root)]
  ]);
}

const kB = bytes => `${(bytes / 1000).toFixed(1)} kB`;

const ratio = (now, before) => `ratio ${(now / before).toFixed(2)}`;

function inWords({ minified, gzipped }) {
  return `${kB(gzipped)} gzipped (${kB(minified)} minified)`;
}

/** Lend a commit's files, beside the packages that are installed here. */
async function withCommit(commit, folder, body) {
  const root = path.join(folder, 'commit');
  const git = (...args) => execFileSync('git', args, { cwd: ROOT });
  git('worktree', 'add', '--quiet', '--detach', root, commit);
  try {
    symlinkSync(
      path.join(ROOT, 'node_modules'),
      path.join(root, 'node_modules')
    );
    return await body(root);
  } finally {
    git('worktree', 'remove', '--force', root);
  }
}

async function report({ against, rounds }, folder) {
  const sides = [];
  const measure = async root => {
    const core = path.join(folder, `core-${sides.length}.cjs`);
    await buildCore(root, core);
    sides.push({ sizes: await weighAll(root), core });
  };
  await measure(ROOT);
  if (against) {
    await withCommit(against, folder, measure);
  }
  const [now, before] = sides;
  for (const [title, size] of now.sizes) {
    const old = before?.sizes.get(title);
    const compared = old
      ? `, ${against}: ${inWords(old)}, ${ratio(size.gzipped, old.gzipped)}`
      : '';
    console.log(`${title}: ${inWords(size)}${compared}`);
  }
  const [took, tookBefore] = timeFirstDiagnoses(
    sides.map(({ core }) => core),
    Number(rounds)
  );
  const compared = against
    ? `, ${against}: ${tookBefore.toFixed(0)} ms, ${ratio(took, tookBefore)}`
    : '';
  console.log(
    `the first diagnosis: ${took.toFixed(0)} ms${compared} (median of ${rounds}, a fresh process each, this machine)`
  );
}

if (isProgram(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      against: { type: 'string' },
      rounds: { type: 'string', default: '11' }
    }
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'torch-triage-sizes-'));
  try {
    await report(values, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
