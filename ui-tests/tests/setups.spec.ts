/** The quick part of `npm run matrix`; the whole is in docs/setups.md. */
import { execFile } from 'child_process';
import * as path from 'path';
import { promisify } from 'util';

import { expect, test } from './support';

test.use({ rare: true });

const MATRIX = path.join(__dirname, '..', '..', 'scripts', 'matrix.mjs');

test('works below a base URL, as the matrix of setups tries it', async () => {
  test.setTimeout(240_000);
  const { stdout } = await promisify(execFile)(process.execPath, [
    MATRIX,
    '--quick'
  ]);
  expect(stdout.match(/: works$/gm)).toHaveLength(2);
});
