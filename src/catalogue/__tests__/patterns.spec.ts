/** No text may make a pattern slow; scripts/recheck.mjs says how it is shown. */
import { spawnSync } from 'node:child_process';
import * as path from 'node:path';

const SCRIPT = path.join(__dirname, '../../../scripts/recheck.mjs');

function recheck(...args: string[]) {
  return spawnSync(process.execPath, [SCRIPT, ...args], { encoding: 'utf8' });
}

it('every pattern has passed recheck as it stands, and no other is listed', () => {
  const { status, stdout, stderr } = recheck('--check');
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^[1-9]\d* patterns/);
  expect(status).toBe(0);
}, 60_000);

it('recheck refuses a pattern that a text makes slow', () => {
  const { status, stdout } = recheck('--pattern', '/^(?:a|a)+$/');
  expect(stdout).toContain('exponential');
  expect(status).toBe(1);
}, 60_000);

it('recheck lets a linear pattern pass', () => {
  const { status, stdout } = recheck('--pattern', '/^a+b$/');
  expect(stdout).toContain('passed');
  expect(status).toBe(0);
}, 60_000);
