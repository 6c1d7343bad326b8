import * as fs from 'fs';

import type { IJupyterLabPageFixture } from '@jupyterlab/galata';

import {
  boxesOf,
  dismissDialogs,
  lineOf,
  openArmed,
  runAll,
  seenDeath,
  show
} from './death-page';
import { expect, findingOf, panelOf, test } from './support';

test.use({ rare: true });

type Page = IJupyterLabPageFixture;

test.describe.configure({ timeout: 240_000 });

const LOADER = [
  'import os, signal, time, torch',
  'from torch.utils.data import DataLoader, TensorDataset',
  'data = TensorDataset(torch.arange(64.0).repeat(8, 1).T)'
];

/** Where the readings and the line seen last lie in a box, see boxes.py. */
const RING_AT = 5184;
const SEEN_AT = 33984;

function boxOf(kernelId: string): Buffer {
  const box = boxesOf(kernelId).find(file => file.endsWith('.box'));
  return fs.readFileSync(box ?? '');
}

/** The line that the running cell was at when it was looked at last. */
function lineSeen(kernelId: string): number | null {
  const text = boxOf(kernelId).subarray(SEEN_AT).toString('latin1');
  return (/^\{.*\}/.exec(text) && JSON.parse(text.trim()).line) ?? null;
}

/** Child processes at each look that a kernel's black box took. */
function childrenSeen(kernelId: string): number[] {
  return boxOf(kernelId)
    .subarray(RING_AT, SEEN_AT)
    .toString('latin1')
    .split('\n')
    .map(line => /^\[.*\]/.exec(line)?.[0])
    .filter((line): line is string => line !== undefined)
    .map(line => (JSON.parse(line) as number[])[3]);
}

function pidOf(kernelId: string): number {
  const box = boxesOf(kernelId).find(file => file.endsWith('.box')) ?? '';
  return Number(/\.(\d+)\.box$/.exec(box)?.[1]);
}

/** The fields of /proc/PID/stat after the name; [1] is the parent. */
function statOf(pid: number | string): string[] {
  return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
}

/**
 * The process that the server starts in place of a dead kernel. Orphaned
 * workers have the kernel's command line too, but not its parent.
 */
async function nextProcess(kernelId: string, died: number): Promise<number> {
  const parent = statOf(died)[1];
  const isNext = (pid: string): boolean => {
    try {
      const command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return command.includes(kernelId) && statOf(pid)[1] === parent;
    } catch {
      return false; // gone meanwhile
    }
  };
  const find = (): number =>
    Number(
      fs
        .readdirSync('/proc')
        .find(
          name => /^\d+$/.test(name) && Number(name) !== died && isNext(name)
        ) ?? 0
    );
  let found = 0;
  await expect
    .poll(() => (found = find()), { timeout: 60_000, intervals: [20] })
    .toBeGreaterThan(0);
  return found;
}

/** The diagnosis of the death is, or comes to be, this one. */
async function toldAs(page: Page, id: string): Promise<void> {
  await expect(
    panelOf(page)
      .locator('[data-incident-kind="kernel"][data-cell-id="dies"]')
      .first()
  ).toHaveAttribute('data-diagnosis-id', id, { timeout: 90_000 });
}

test('a killed worker is no dead kernel: the machine’s facts stand beside it', async ({
  page,
  tmpPath
}) => {
  const file = `${tmpPath}/worker.ipynb`;
  const kernel = await openArmed(page, file, [
    {
      id: 'fails',
      source: [
        ...LOADER,
        // The last batch: all threads that feed the workers have started, so
        // that the death cannot end one's start with a KeyError.
        'def dies(rows):',
        '    if rows[0][0][0] == 48: os.kill(os.getpid(), signal.SIGKILL)',
        'for batch in DataLoader(data, batch_size=16, num_workers=2, collate_fn=dies): pass'
      ].join('\n')
    }
  ]);
  const pid = pidOf(kernel);
  await runAll(page, file);
  const finding = findingOf(page, 'fails');
  await expect(finding).toHaveAttribute(
    'data-diagnosis-id',
    'dataloader/worker-killed'
  );
  const machine = panelOf(page).locator('[data-facts="machine"]');
  await expect(machine).toContainText('num_workers is 2');
  await expect(machine).toContainText('One batch is 512 B');
  await expect(machine).toContainText(/Shared memory: .* of .* used/);
  await expect(machine).toContainText(/Memory.*: .* of .* used/);
  await expect(machine).toContainText('(ulimit -n)');
  await expect(
    panelOf(page).locator('[data-incident-kind="kernel"]')
  ).toHaveCount(0);
  expect(pidOf(kernel)).toBe(pid);
  process.kill(pid, 0); // throws when it is gone
});

/** A notebook whose kernel has two DataLoader workers; its kernel's id. */
async function openWithWorkers(page: Page, file: string): Promise<string> {
  const kernel = await openArmed(page, file, [
    { id: 'before', source: LOADER.join('\n') },
    {
      id: 'dies',
      source:
        'for batch in DataLoader(data, batch_size=16, num_workers=2):\n    time.sleep(600)'
    }
  ]);
  await runAll(page, file);
  await expect
    .poll(() => childrenSeen(kernel).includes(2) && lineSeen(kernel), {
      timeout: 60_000
    })
    .toBe(2);
  return kernel;
}

test('the kernel dies while workers run', async ({ page, tmpPath }) => {
  const file = `${tmpPath}/workers.ipynb`;
  const kernel = await openWithWorkers(page, file);
  process.kill(pidOf(kernel), 'SIGKILL');
  await show(page, file);
  await toldAs(page, 'kernel/died-dataloader');
  const card = panelOf(page).locator('.jp-TorchTriage-card').first();
  await expect(card).toContainText('num_workers=2');
  await expect(card.locator('[data-facts="timeline"]')).toContainText(
    /Memory of the kernel in its last \d+ s/
  );
  const { label } = await seenDeath(page);
  expect(lineOf(label)).toBeNull();
  expect(label).toContain('last seen at line 2');
  await expect(card).toContainText('time.sleep(600)');
  await expect(card).toContainText(/At the last look, at most [\d.]+ s before/);
  await dismissDialogs(page);
});

test('a box that is read late refines what was told without it', async ({
  page,
  tmpPath
}) => {
  test.skip(process.platform !== 'linux', 'finds the next process in /proc');
  const file = `${tmpPath}/late-box.ipynb`;
  const kernel = await openWithWorkers(page, file);
  const died = pidOf(kernel);
  const next = nextProcess(kernel, died);
  process.kill(died, 'SIGKILL');
  const held = await next;
  process.kill(held, 'SIGSTOP');
  try {
    await show(page, file);
    await toldAs(page, 'kernel/killed');
  } finally {
    process.kill(held, 'SIGCONT');
  }
  await toldAs(page, 'kernel/died-dataloader');
  await expect(
    panelOf(page).locator('[data-incident-kind="kernel"]')
  ).toHaveCount(1);
  await dismissDialogs(page);
});
