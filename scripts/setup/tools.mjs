/**
 * What the scripts share. They run on a fresh clone, before any package is
 * installed, so they import nothing but Node's own modules.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statfsSync,
  statSync
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const ROOT = resolve(fileURLToPath(import.meta.url), '../../..');

const WINDOWS = process.platform === 'win32';

/** Something a person has to mend; its message is one sentence with the remedy. */
export class Missing extends Error {}

/** A path in the checkout. */
export function at(...parts) {
  return join(ROOT, ...parts);
}

/** A program of one of the checkout's Python environments, on every platform. */
export function venvProgram(name, venv = at('.venv')) {
  return WINDOWS
    ? join(venv, 'Scripts', `${name}.exe`)
    : join(venv, 'bin', name);
}

/** Servers and browsers have rules of their own for root. */
export function isRoot() {
  return process.getuid?.() === 0;
}

/** Announce a step, and beforehand what it costs. */
export function say(text) {
  console.log(`torch-triage: ${text}`);
}

/**
 * Run a program to its end with our terminal.
 *
 * @param options - of `child_process.spawn`; `env` is added to ours.
 * @returns its exit status (a signal counts as 1), its streams when they were piped.
 */
export function run(command, args, { env, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: 'inherit',
      ...options,
      env: { ...process.env, ...env }
    });
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) {
      child[name]?.setEncoding('utf8');
      child[name]?.on('data', data => (printed[name] += data));
    }
    child.on('error', reject);
    child.on('close', code => resolve({ code: code ?? 1, ...printed }));
  });
}

/** Run npm, by the file that started us where npm did (no shell is needed then). */
export function npm(args, options) {
  const file = process.env.npm_execpath;
  return file?.endsWith('.js')
    ? run(process.execPath, [file, ...args], options)
    : run('npm', args, { shell: WINDOWS, ...options });
}

/** What a short program prints (on stderr too), or null when it fails or is missing. */
export function output(command, args) {
  const result = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' });
  return result.status === 0 ? `${result.stdout}${result.stderr}`.trim() : null;
}

/** The files at and below a path of the checkout, in order; tests are left out. */
function sources(path) {
  if (!statSync(at(path), { throwIfNoEntry: false })?.isDirectory()) {
    return existsSync(at(path)) ? [path] : [];
  }
  return readdirSync(at(path))
    .filter(name => name !== '__tests__')
    .sort()
    .flatMap(name => sources(`${path}/${name}`));
}

/** One hash of the names and contents of files and folders of the checkout. */
export function hashOf(...paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(sources)) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(at(path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** A JSON file's content, or an empty object when there is none to read. */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

/** Refuse early when the disk cannot hold what a step brings. */
export function needDisk(gigabytes, what) {
  const { bavail, bsize } = statfsSync(ROOT);
  const free = (bavail * bsize) / 1e9;
  if (free < gigabytes) {
    throw new Missing(
      `${what} need about ${gigabytes} GB and this disk has ${free.toFixed(1)} GB free: make room, then run \`npm run setup\` again.`
    );
  }
}

/** Whether the module at this address is the program, not an import. */
export function isProgram(url) {
  return (
    process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(url)
  );
}

/** Run a script's main function; what is missing becomes one line and status 1. */
export async function main(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    console.error(
      error instanceof Missing ? `torch-triage: ${error.message}` : error
    );
    process.exitCode = 1;
  }
}
