/** `npm run entry`, which authors of entries work with. */
import { spawnSync } from 'node:child_process';
import * as path from 'node:path';

import { ROOT } from './cases';

const SCRIPT = path.join(ROOT, 'scripts/entry.mjs');

function entry(input: string, ...args: string[]) {
  return spawnSync(process.execPath, [SCRIPT, ...args], {
    input,
    encoding: 'utf8'
  });
}

it('says which entry claims a text', () => {
  const text = 'mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)';
  expect(entry('', '--text', text).stdout).toMatch(
    /^Claimed by tensor\/matmul-shape/
  );
  expect(entry('nothing that anybody knows', '--text', '-').stdout).toBe(
    'No entry claims this text.\n'
  );
}, 60_000);

it('checks an entry that is there', () => {
  const { stdout, status } = entry('', 'topic/warnings');
  expect(stdout).toMatch(/^ok {4}parts/m);
  expect(stdout).not.toMatch(/^WRONG/m);
  expect(status).toBe(0);
}, 120_000);

it.each([
  [['tensor'], /is no id/],
  [['../x/y'], /is no id/],
  [['nobody/knows'], /is none of cuda|is none of compile/],
  [[], /<family>\/<name>/]
])(
  'refuses %j in one line',
  (args, message) => {
    const { stderr, status } = entry('', ...args);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(status).toBe(2);
  },
  60_000
);
