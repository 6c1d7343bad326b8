import { spawnSync } from 'node:child_process';
import * as path from 'node:path';

const SCRIPT = path.join(__dirname, '../../../scripts/docs.mjs');

it('the pages in docs/ say what the catalogue says', () => {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, '--check'], {
    encoding: 'utf8'
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
}, 60_000);
