/** What speaks against a re-run, or what it cannot tell. */
import { expect } from '@jupyterlab/galata';

import { test } from './rerun-notebook';
import { SETUP, sticky } from './rerun-sources';

test.use({ rare: true });

test('an error raised where it happens needs no re-run', async ({ nb }) => {
  await nb.open(['import torch\nx = torch.zeros(2, 3)', 'x @ x']);
  await nb.fail();
  await nb.planByCommand();
  await expect(nb.rerun.locator('[data-advice="not-late"]')).toBeVisible();
  // Its variables are worth something.
  await expect(nb.rerun).toHaveAttribute('data-way', 'beside');
  await nb.press('Cancel');
  await nb.phase('cancelled');
  expect(await nb.evaluate('x.shape')).toBe('torch.Size([2, 3])');
});

test('what has run blocking needs no re-run', async ({ nb }) => {
  await nb.open([SETUP, sticky()]);
  await nb.fail();
  await nb.plan();
  await nb.press('Restart and re-run');
  await nb.verdict('same');
  await nb.press('Close');
  await nb.plan();
  await expect(
    nb.rerun.locator('[data-advice="already-blocking"]')
  ).toContainText('the reported line is the true one');
});

test('what speaks against it is said', async ({ nb }) => {
  await nb.open([
    SETUP,
    [
      'import torch',
      'model = torch.nn.DataParallel(torch.nn.Linear(2, 2))',
      'step = torch.compile(model, mode="reduce-overhead")',
      'def start(): torch.distributed.init_process_group("nccl")'
    ].join('\n'),
    [
      // A driver that says its GPU is full.
      'with open("nvidia-smi", "w") as program:',
      '    program.write("#!/bin/sh\\necho 0, 80000, 81920\\n")',
      'os.chmod("nvidia-smi", 0o755)',
      'os.environ["PATH"] = os.getcwd() + os.pathsep + os.environ["PATH"]'
    ].join('\n'),
    sticky()
  ]);
  await nb.fail();
  await nb.plan();
  const said: [advice: string, text: string][] = [
    ['nccl', 'wait for one another for ever'],
    ['data-parallel', 'can hang'],
    ['graphs', 'the replayed call is as precise as it gets'],
    ['compiled', 'the compiled call is as precise as it gets'],
    ['gpu-full', 'GPU 0 is almost full (78.1 of 80.0 GiB in use)']
  ];
  for (const [advice, text] of said) {
    await expect(nb.rerun.locator(`[data-advice="${advice}"]`)).toContainText(
      text
    );
  }
});
