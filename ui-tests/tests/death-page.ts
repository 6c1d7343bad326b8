import * as fs from 'fs';
import * as path from 'path';

import type { IJupyterLabPageFixture } from '@jupyterlab/galata';

import { homeOf } from '../lab-server';
import {
  execute,
  expect,
  notebookOf,
  panelOf,
  test,
  type ITestCell
} from './support';

type Page = IJupyterLabPageFixture;

/** The home folder of the server under test. */
export function serverHome(): string {
  const { baseURL } = test.info().project.use;
  return homeOf(Number(new URL(baseURL ?? '').port));
}

/** The metadata of a Python notebook. */
export function metadataOf(kernel = 'python3'): Record<string, unknown> {
  return {
    kernelspec: { name: kernel, display_name: kernel, language: 'python' },
    language_info: { name: 'python' }
  };
}

/** The kernel's id of a notebook, once it idles. */
export async function kernelOf(page: Page, file: string): Promise<string> {
  const handle = await page.waitForFunction(name => {
    const widget = [...window.jupyterapp.shell.widgets('main')].find(
      one => (one as any).context?.path === name
    ) as any;
    const kernel = widget?.sessionContext?.session?.kernel;
    return kernel?.status === 'idle' ? (kernel.id as string) : null;
  }, file);
  return (await handle.jsonValue()) as string;
}

/** The files of a kernel's black boxes. */
export function boxesOf(kernelId: string): string[] {
  const folder = path.join(serverHome(), 'runtime', 'torch-triage');
  return fs.existsSync(folder)
    ? fs
        .readdirSync(folder)
        .filter(name => name.startsWith(kernelId))
        .map(name => path.join(folder, name))
    : [];
}

/** Open a notebook and wait until its kernel's black box is armed. */
export async function openArmed(
  page: Page,
  file: string,
  cells: ITestCell[],
  kernel?: string
): Promise<string> {
  const content = notebookOf(cells, metadataOf(kernel));
  await page.contents.uploadContent(content, 'text', file);
  await execute(page, 'docmanager:open', { path: file });
  const id = await kernelOf(page, file);
  await expect.poll(() => boxesOf(id).length).toBe(2);
  return id;
}

/**
 * JupyterLab's own notice of a death covers the page and holds the focus. What
 * it offers to load the page anew for, such as a changed layout, is declined.
 */
export async function dismissDialogs(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const dialog of document.querySelectorAll('.jp-Dialog')) {
      const [accept, reject] = ['accept', 'reject'].map(answer =>
        dialog.querySelector<HTMLElement>(`button.jp-mod-${answer}`)
      );
      (accept?.textContent === 'Reload' ? reject : accept)?.click();
    }
  });
}

/** Bring a notebook to the front and show the panel. */
export async function show(page: Page, file: string): Promise<void> {
  await expect(async () => {
    await dismissDialogs(page);
    const front = await page.evaluate(name => {
      const { shell } = window.jupyterapp;
      const widget = [...shell.widgets('main')].find(
        one => (one as any).context?.path === name
      ) as any;
      shell.activateById(widget.id);
      return (shell.currentWidget as any)?.context?.path;
    }, file);
    expect(front).toBe(file);
  }).toPass({ timeout: 20_000 });
  await execute(page, 'torch-triage:open');
}

/**
 * Kernel and cells of the notebook in front, the server’s kernels, what dialogs
 * say and how long ago the page was loaded, in ms, to be read where a test fails.
 */
export function stateOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { serviceManager, shell } = window.jupyterapp;
    const { content, sessionContext } = shell.currentWidget as any;
    const { kernel } = sessionContext.session ?? {};
    await serviceManager.kernels.refreshRunning();
    return JSON.stringify({
      id: kernel?.id,
      status: kernel?.status,
      connection: kernel?.connectionStatus,
      running: [...serviceManager.kernels.running()].map(
        ({ id, execution_state }) => `${id} ${execution_state}`
      ),
      dialogs: [...document.querySelectorAll('.jp-Dialog')].map(
        one => one.textContent
      ),
      age: Math.round(performance.now()),
      cells: content.widgets.map(({ model }: any) => ({
        count: model.executionCount,
        state: model.executionState,
        printed: model.outputs.toJSON().map((one: any) => one.text)
      }))
    });
  });
}

/** Run all cells of a notebook without waiting for them. */
export async function runAll(page: Page, file: string): Promise<void> {
  await show(page, file);
  await execute(page, 'notebook:run-all-cells');
}

/** What the panel shows of a death. */
export interface ISeen {
  id: string | null;
  label: string;
}

/**
 * What the panel says of a kernel's death in this cell. Where it says nothing,
 * the failure tells what became of the kernel, its cells and the panel.
 */
export async function seenDeath(page: Page, cellId = 'dies'): Promise<ISeen> {
  const finding = panelOf(page)
    .locator(`[data-incident-kind="kernel"][data-cell-id="${cellId}"]`)
    .first();
  await expect(finding)
    .toBeAttached({ timeout: 90_000 })
    .catch(async ({ message }: Error) => {
      const panel = await panelOf(page).innerText();
      throw new Error(`${message}\n${await stateOf(page)}\n${panel}`);
    });
  return finding.evaluate(node => ({
    id: node.getAttribute('data-diagnosis-id'),
    label:
      node
        .closest('.jp-TorchTriage-card')
        ?.querySelector('.jp-TorchTriage-cell')?.textContent ?? ''
  }));
}

/** The line that a card's label names as reported, not as seen before. */
export function lineOf(label: string): number | null {
  const found = /, line (\d+)/.exec(label);
  return found ? Number(found[1]) : null;
}

/** What a cell of the notebook in front, by its index, has printed. */
export function outputOf(page: Page, index: number): Promise<string> {
  return page.evaluate(at => {
    const { content } = window.jupyterapp.shell.currentWidget as any;
    return content.widgets[at].model.outputs.get(0)?.toJSON().text ?? '';
  }, index);
}
