import * as fs from 'fs';

import type { IJupyterLabPageFixture } from '@jupyterlab/galata';
import type { AxeResults } from 'axe-core';

type Page = IJupyterLabPageFixture;

const AXE = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong in the panel, each rule with its elements. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    () => (window as any).axe.run('#torch-triage-panel') as Promise<AxeResults>
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(node => `${id}: ${node.html}\n${node.failureSummary}`)
  );
}
