/**
 * `npm run release`: makes the packages of a release from the files under
 * version control, in a temporary folder, and checks them. It publishes nothing.
 *
 * `--out FOLDER` keeps the packages; `--tag NAME` also demands what must be true
 * when they are published, which is otherwise only said. See RELEASE.md.
 */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import {
  changelogProblems,
  contentProblems,
  publishProblems,
  versionProblems
} from './release/checks.mjs';
import {
  at,
  main,
  Missing,
  npm,
  output,
  readJson,
  ROOT,
  run,
  say,
  venvProgram
} from './setup/tools.mjs';

const PYTHON = venvProgram('python');

/** The files under version control, as they are in the working tree. */
function copyCheckout(folder) {
  const names = output('git', ['ls-files', '-z'])?.split('\0') ?? [];
  for (const name of names.filter(name => name && existsSync(at(name)))) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    copyFileSync(at(name), join(folder, name));
  }
  // Packages are read only: a link spares half a gigabyte.
  symlinkSync(at('node_modules'), join(folder, 'node_modules'), 'junction');
}

/** A step whose program must succeed. */
function must(what, { code, stdout, stderr }) {
  if (code !== 0) {
    throw new Missing(`${what} failed: ${`${stdout}${stderr}`.trim()}`);
  }
}

/** Build in `folder`; the packages by kind. */
async function build(folder) {
  const out = join(folder, 'out');
  mkdirSync(out);
  const options = { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] };
  say('Building the front end and the command line.');
  must('The build', await npm(['run', '--silent', 'build:prod'], options));
  say('Packing the wheel, the sdist and the npm package.');
  must(
    'The Python build',
    // What it would build is built; `pip wheel` is tested in test_wheel.py.
    await run(PYTHON, ['-m', 'hatchling', 'build', '-d', out], {
      ...options,
      env: { SKIP_JUPYTER_BUILDER: '1' }
    })
  );
  must(
    'npm pack',
    await npm(['pack', '--silent', '--pack-destination', out], options)
  );
  const find = end => {
    const name = readdirSync(out).find(one => one.endsWith(end));
    if (!name) {
      throw new Missing(`The build made no ${end}.`);
    }
    return join(out, name);
  };
  return { wheel: find('.whl'), sdist: find('.tar.gz'), npm: find('.tgz') };
}

/** What is wrong with the packages. */
async function packageProblems(packages, version, folder) {
  const { code, stdout, stderr } = await run(
    PYTHON,
    [
      at('scripts', 'release', 'archives.py'),
      ...Object.entries(packages).map(([kind, file]) => `${kind}=${file}`),
      '--',
      folder,
      ROOT
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] }
  );
  must('Reading the packages', { code, stdout: '', stderr });
  return Object.entries(JSON.parse(stdout)).flatMap(
    ([kind, { names, versions, found }]) => [
      ...contentProblems(kind, names),
      ...versionProblems(version, versions),
      ...found.map(
        name => `The ${kind} names a folder of this machine: ${name}.`
      )
    ]
  );
}

await main(async () => {
  const { values } = parseArgs({
    options: { out: { type: 'string' }, tag: { type: 'string' } }
  });
  if (!existsSync(PYTHON) || !existsSync(at('node_modules'))) {
    throw new Missing('The tools are missing: run `npm run setup` first.');
  }
  const manifest = readJson(at('package.json'));
  const lock = readJson(at('package-lock.json'));
  const changelog = readFileSync(at('CHANGELOG.md'), 'utf8');
  const { version } = manifest;
  const atPublishing = publishProblems({
    changelog,
    manifest,
    tag: values.tag ?? `v${version}`
  });

  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'torch-triage-')));
  try {
    copyCheckout(folder);
    const packages = await build(folder);
    const problems = [
      ...versionProblems(version, {
        'package-lock.json': lock.version,
        'package-lock.json’s root': lock.packages?.['']?.version
      }),
      ...changelogProblems(changelog, version),
      ...(await packageProblems(packages, version, folder)),
      ...(values.tag === undefined ? [] : atPublishing)
    ];
    problems.forEach(problem => console.error(`  ${problem}`));
    if (problems.length > 0) {
      say(`${version} cannot be released.`);
      return 1;
    }
    if (values.out !== undefined) {
      Object.entries(packages).forEach(([kind, file]) =>
        // Each has a registry of its own.
        cpSync(
          file,
          join(
            resolve(values.out),
            kind === 'npm' ? 'npm' : 'pypi',
            file.split(/[\\/]/).at(-1)
          )
        )
      );
    }
    say(`${version} is whole: wheel, sdist and npm package.`);
    if (values.tag === undefined) {
      atPublishing.forEach(problem =>
        say(`Before it is published: ${problem}`)
      );
    }
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
