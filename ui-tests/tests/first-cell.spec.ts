/**
 * A first cell that dies at once on a busy machine, after a start and after a
 * restart: `npm run first-cells` counts 200 of them, a run of the tests a few.
 */
import { spawn } from 'child_process';
import * as os from 'os';

import type { IJupyterLabPageFixture } from '@jupyterlab/galata';

import {
  dismissDialogs,
  kernelOf,
  lineOf,
  metadataOf,
  seenDeath,
  show
} from './death-page';
import { SEGFAULT } from './deaths';
import { expect, notebookOf, test } from './support';

type Page = IJupyterLabPageFixture;

const STARTS = Number(process.env.STARTS ?? 2);

/** A minute for each, on a machine that has other things to do. */
test.setTimeout((STARTS + 1) * 60_000);

/** Open a notebook, and run it in the moment in which it has a kernel. */
async function runAtStart(page: Page, file: string): Promise<void> {
  await page.evaluate(async path => {
    const { commands } = window.jupyterapp;
    const panel = (await commands.execute('docmanager:open', { path })) as any;
    const { sessionContext } = panel;
    await new Promise<void>(resolve => {
      const run = () => {
        if (sessionContext.session?.kernel) {
          sessionContext.kernelChanged.disconnect(run);
          // What a person presses is a task of its own.
          setTimeout(() => {
            void commands.execute('notebook:run-all-cells');
            resolve();
          });
        }
      };
      sessionContext.kernelChanged.connect(run);
      run();
    });
  }, file);
}

/** Restart the kernel, and run everything before the new process is there. */
async function runAtRestart(page: Page, source: string): Promise<void> {
  await page.evaluate(async text => {
    const { commands, shell } = window.jupyterapp;
    const { content, sessionContext } = shell.currentWidget as any;
    content.widgets[0].model.sharedModel.setSource(text);
    const restarted = sessionContext.restartKernel();
    await Promise.resolve();
    void commands.execute('notebook:run-all-cells');
    await restarted;
  }, source);
}

/** Whether the card comes to name the line; says what it told in place of it. */
async function tells(page: Page, line: number): Promise<boolean> {
  let label = '';
  return expect
    .poll(
      async () => {
        label = (await seenDeath(page)).label;
        return lineOf(label);
      },
      { timeout: 45_000 }
    )
    .toBe(line)
    .then(
      () => true,
      () => {
        console.log(`line ${line} is told as: ${label}`);
        return false;
      }
    );
}

test('the line of a first cell that dies at once is known', async ({
  page,
  tmpPath
}) => {
  const load = os
    .cpus()
    .map(() => spawn(process.execPath, ['-e', 'for (;;) {}']));
  let told = 0;
  try {
    for (let number = 0; number < STARTS; number += 2) {
      const file = `${tmpPath}/first-${number}.ipynb`;
      await page.contents.uploadContent(
        notebookOf([{ id: 'dies', source: SEGFAULT }], metadataOf()),
        'text',
        file
      );
      await runAtStart(page, file);
      await show(page, file);
      told += (await tells(page, 3)) ? 1 : 0;
      await kernelOf(page, file);
      await dismissDialogs(page);
      // Another line, so that the card of the first death is none of this one.
      await runAtRestart(page, `\n\n${SEGFAULT}`);
      told += (await tells(page, 5)) ? 1 : 0;
      console.log(`line known of ${told} of ${number + 2}`);
      await kernelOf(page, file);
      await dismissDialogs(page);
      await page.evaluate(async () => {
        const panel = window.jupyterapp.shell.currentWidget as any;
        await panel.sessionContext.shutdown();
        panel.dispose();
      });
    }
  } finally {
    load.forEach(one => one.kill());
  }
  expect(told).toBe(STARTS);
});
