import * as fs from 'fs';

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

test.describe.configure({ timeout: 240_000 });

const LOADER = [
  'import os, signal, time, torch',
  'from torch.utils.data import DataLoader, TensorDataset',
  'data = TensorDataset(torch.zeros(64, 8))'
];

/** Where the readings lie in a box, see boxes.py. */
const RING_AT = 5184;

/** Child processes at each look that a kernel's black box took. */
function childrenSeen(kernelId: string): number[] {
  const box = boxesOf(kernelId).find(file => file.endsWith('.box'));
  return fs
    .readFileSync(box ?? '')
    .subarray(RING_AT)
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
        'def dies(worker): os.kill(os.getpid(), signal.SIGKILL)',
        'for batch in DataLoader(data, batch_size=16, num_workers=2, worker_init_fn=dies): pass'
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

test('the kernel dies while workers run', async ({ page, tmpPath }) => {
  const file = `${tmpPath}/workers.ipynb`;
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
    .poll(() => childrenSeen(kernel).includes(2), { timeout: 60_000 })
    .toBe(true);
  process.kill(pidOf(kernel), 'SIGKILL');
  await show(page, file);
  const seen = await seenDeath(page);
  expect(seen.id).toBe('kernel/died-dataloader');
  expect(lineOf(seen.label)).toBeNull();
  const card = panelOf(page).locator('.jp-TorchTriage-card').first();
  await expect(card).toContainText('num_workers=2');
  await expect(card.locator('[data-facts="timeline"]')).toContainText(
    /Memory of the kernel in its last \d+ s/
  );
  await dismissDialogs(page);
});
