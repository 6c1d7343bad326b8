/** The texts that scripts/record_errors.mjs recorded, as real torch prints them. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

import { catalogue } from '..';
import { diagnose } from '../../diagnosis/diagnose';
import { cellIncident } from '../../incident/incident';

const ROOT = path.join(__dirname, '../../..');
const FILE = path.join(__dirname, 'recordings.jsonl');

interface IRecording {
  readonly id: string;
  readonly label: string;
  readonly torch: string;
  readonly python: string;
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly source: string;
}

const recordings: IRecording[] = fs
  .readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line));

/** Run the recorder where no GPU is visible, whatever this machine has. */
function record(...args: string[]) {
  return spawnSync(
    process.execPath,
    [path.join(ROOT, 'scripts/record_errors.mjs'), ...args],
    { encoding: 'utf8', env: { ...process.env, CUDA_VISIBLE_DEVICES: '' } }
  );
}

/** What the text alone does not tell: the kernel is asked. */
const ASKED: ReadonlySet<string> = new Set(['python/index-past-end']);

it.each(recordings.map(one => [one.id, one] as const))(
  '%s is recognised',
  (_, { label, ...recording }) => {
    const [first] = diagnose(cellIncident(recording), catalogue);
    const told = ASKED.has(label) ? 'negative' : label;
    expect(first?.id ?? 'negative').toBe(told);
  }
);

it('name the versions they were raised under', () => {
  const nameless = recordings.filter(({ torch, python }) => !torch || !python);
  expect(nameless).toEqual([]);
});

it('hold no path of the machine that raised them', () => {
  // `/__w/` and `/pytorch/` are where torch itself was built.
  const USUAL = /^\/(?:usr\/lib\/python3|home\/user|tmp|no|__w|pytorch)\//;
  const files = recordings.flatMap(
    ({ evalue, traceback, stdout, stderr }) =>
      `${evalue}\n${traceback}\n${stdout}\n${stderr}`.match(
        /(?<![\w.~/:-])\/(?:[\w.-]+\/){1,30}[\w.-]+/g
      ) ?? []
  );
  expect(files.length).toBeGreaterThan(0);
  expect([...new Set(files.filter(file => !USUAL.test(file)))]).toEqual([]);
});

it('the snippets that need a GPU are Python, and name entries', () => {
  const { status, stdout, stderr } = record('--check');
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^[1-9]\d* snippets for a GPU are sound/);
  expect(status).toBe(0);
}, 60_000);

it('recording ends well without a GPU, and says what is left out', () => {
  const out = path.join(
    fs.mkdtempSync(path.join(os.tmpdir(), 'torch-triage-')),
    'recordings.jsonl'
  );
  const { status, stdout } = record('--only', 'gpu', '--out', out);
  expect(stdout).toMatch(
    /^no GPU .* \d+ snippets that need one are left out\n$/
  );
  expect(status).toBe(0);
  expect(fs.existsSync(out)).toBe(false);
  fs.rmSync(path.dirname(out), { recursive: true });
}, 120_000);
