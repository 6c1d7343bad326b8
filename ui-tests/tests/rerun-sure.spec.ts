/** A new process that does not fulfil what a re-run promises: nothing is run. */
import { expect } from '@jupyterlab/galata';

import { test, type RerunNotebook } from './rerun-notebook';
import { SETUP, sticky } from './rerun-sources';

test.use({ rare: true });

/** Tells in the notebook's folder that a cell was run again. */
const RAN = 'if blocking: open("ran", "w").close()';

/** Starts a kernel only while no file of that name lies beside the notebook. */
const WAIT = [
  'import os, time',
  'while os.path.exists("hang"): time.sleep(0.05)'
].join('\n');

/** Let it fail and plan, in a kernel that runs `startup` first. */
async function planned(nb: RerunNotebook, startup: string): Promise<void> {
  await nb.write('startup.py', startup);
  await nb.open([SETUP, RAN, sticky()], 'startup');
  await nb.fail();
  await nb.plan();
  await nb.steps.nth(1).getByRole('checkbox').check();
}

async function exists(nb: RerunNotebook, name: string): Promise<boolean> {
  const url = `/api/contents/${nb.folder}/${name}?content=0`;
  return (await nb.page.request.get(url)).ok();
}

/** The re-run stopped before its first cell, and nothing is half set. */
async function stopped(
  nb: RerunNotebook,
  trouble: string,
  said: string
): Promise<void> {
  await nb.phase('stopped', 60000);
  await expect(nb.rerun).toHaveAttribute('data-trouble', trouble);
  await expect(nb.rerun).toContainText(said);
  await expect(nb.comparison).toHaveCount(0);
  await nb.noOwnKernels();
  expect(await exists(nb, 'ran')).toBe(false);
  expect(await nb.isBlocking()).toBe('None');
  await expect(nb.indicator).toBeHidden();
}

const REFUSALS: [trouble: string, startup: string, said: string][] = [
  [
    'not-set',
    [
      'import os',
      'Environ = type(os.environ)',
      'real = Environ.__setitem__',
      'def guarded(self, name, value):',
      '    name.startswith("CUDA_") or real(self, name, value)',
      'Environ.__setitem__ = guarded'
    ].join('\n'),
    'The variable is not set in the new kernel. No cell was run.'
  ],
  [
    'not-first',
    'get_ipython().run_cell("early = 1", store_history=True)',
    'Something else ran in the new kernel first'
  ],
  [
    'too-late',
    // What torch.cuda.init() leaves behind where there is a GPU.
    'import torch\ntorch.cuda._initialized = True',
    'CUDA had already started in the new kernel'
  ]
];

for (const [trouble, startup, said] of REFUSALS) {
  test(`${trouble}: said in both ways, nothing is run`, async ({ nb }) => {
    await planned(nb, startup);
    const pid = await nb.pid();
    await nb.press('Re-run beside');
    await stopped(nb, trouble, said);
    expect(await nb.pid()).toBe(pid);
    await nb.press('Close');

    await nb.plan();
    await nb.press('Restart and re-run');
    await stopped(nb, trouble, said);
    expect(await nb.pid()).not.toBe(pid);
  });
}

test('no answer: a second kernel that hangs while it starts', async ({
  nb
}) => {
  await planned(nb, WAIT);
  await nb.write('hang', '');
  await nb.page.clock.install();
  await nb.press('Re-run beside');
  await expect.poll(() => nb.ownKernels()).toHaveLength(1);
  // It is asked twice, and the second time given a minute.
  await expect(async () => {
    await nb.page.clock.fastForward('01:01');
    await nb.phase('stopped', 1000);
  }).toPass({ timeout: 60000 });
  await stopped(nb, 'no-answer', 'The kernel did not answer.');
});

test('no answer: the server starts no second kernel', async ({ nb }) => {
  await planned(nb, '');
  await nb.page.route(/\/api\/kernels(\?|$)/, (route, request) =>
    request.method() === 'POST'
      ? route.fulfill({ status: 500, body: '{"message": "no"}' })
      : route.fallback()
  );
  await nb.press('Re-run beside');
  await stopped(nb, 'no-answer', 'The kernel did not answer.');
});

test('a new process that dies at once', async ({ nb }) => {
  const dies = 'import os\nif os.path.exists("hang"): os._exit(1)';
  await planned(nb, dies);
  await nb.write('hang', '');
  await nb.press('Re-run beside');
  await stopped(nb, 'died', 'The new kernel died. No cell was run.');
});

for (const [way, button, left] of [
  ['in the notebook', 'Restart and re-run', 'The kernel was restarted'],
  ['beside', 'Re-run beside', 'as they were']
]) {
  test(`cancelled while the new process starts, ${way}`, async ({ nb }) => {
    await planned(nb, WAIT);
    const pid = await nb.pid();
    await nb.write('hang', '');
    await nb.press(button);
    await nb.phase('restarting');
    await nb.press('Cancel');
    await nb.phase('cancelled');
    await expect(nb.rerun).toContainText(left);
    await nb.page.contents.deleteFile(`${nb.folder}/hang`);
    await nb.noOwnKernels();
    await nb.idle();
    // The process that comes up late is not set, and nothing runs in it.
    const isNew = (await nb.pid()) !== pid;
    expect(isNew).toBe(way === 'in the notebook');
    expect(await nb.isBlocking()).toBe('None');
    expect(await exists(nb, 'ran')).toBe(false);
    await expect(nb.indicator).toBeHidden();
  });
}
