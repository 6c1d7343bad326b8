import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import * as path from 'node:path';

import { cell, error, notebook, Program } from './program';

const program = new Program();

beforeAll(() => program.build());

afterAll(() => program.remove());

const MATMUL = 'mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)';
const LOG = `Traceback (most recent call last):\n  File "t.py", line 3, in <module>\n    main()\nRuntimeError: ${MATMUL}\n`;
const TITLE = 'The input is 784 wide, the layer takes 512';

// Gigabytes go through a pipe, on a machine that may be busy.
jest.setTimeout(120_000);

const MEBIBYTE = 1024 * 1024;

const at = (name: string): string => path.join(program.folder, name);

const onPosix = process.platform === 'win32' ? describe.skip : describe;
const onLinux = process.platform === 'linux' ? it : it.skip;

/** The most memory that a line of `sh` made the program take, in bytes. */
function peak(line: string): ReturnType<Program['run']> & { bytes: number } {
  const preload = program.write(
    'peak.cjs',
    `process.on('exit', () => {
       const fs = require('node:fs');
       const status = fs.readFileSync('/proc/self/status', 'utf8');
       fs.writeFileSync('peak', /VmHWM:\\s+(\\d+) kB/.exec(status)[1]);
     });`
  );
  const end = program.shell(
    `export NODE_OPTIONS='--require ./${preload}'\n${line}`
  );
  return { ...end, bytes: 1024 * Number(fs.readFileSync(at('peak'), 'utf8')) };
}

function expectRefused(
  { status, stdout, stderr }: ReturnType<Program['run']>,
  reason: string
): void {
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^torch-triage: .+\n$/);
  expect(stderr).toContain(reason);
}

onPosix('torch-triage reads', () => {
  onLinux('standard input of any length in bounded memory', () => {
    const tail = program.write('tail.log', LOG);
    const { status, stdout, bytes } = peak(
      `(head -c 600000000 /dev/zero; cat ${tail}) | torch_triage -`
    );
    expect(status).toBe(0);
    expect(stdout).toContain(TITLE);
    expect(bytes).toBeLessThan(1000 * MEBIBYTE);
  });

  onLinux('no further where there is no end', () => {
    for (const line of ['torch_triage - < /dev/zero', 'yes | torch_triage -']) {
      const end = peak(line);
      expectRefused(end, 'standard input: it has not ended after 4 GiB.');
      expect(end.bytes).toBeLessThan(1000 * MEBIBYTE);
    }
    expectRefused(program.run(['/dev/urandom']), 'it is not a text');
  });

  it('head and tail of a large file, and of the same as standard input', () => {
    const file = program.write('large.log', 'epoch 1\n');
    fs.truncateSync(at(file), 5000 * MEBIBYTE);
    fs.appendFileSync(at(file), `\n${LOG}`);
    expect(program.run([file]).stdout).toContain(TITLE);
    expect(program.shell(`torch_triage - < ${file}`).stdout).toContain(TITLE);
  });

  it('a pipe that another process fills, and standard input once', () => {
    const log = program.write('some.log', LOG);
    const { stdout } = program.shell(
      `mkfifo through && { cat ${log} > through & torch_triage through; }`
    );
    expect(stdout).toContain(TITLE);
    expect(program.run(['-'], LOG).stdout).toContain(TITLE);
    const twice = program.run(['--json', '-', '-'], LOG);
    expect([twice.status, twice.stderr]).toEqual([
      2,
      'torch-triage: standard input: it was read before.\n'
    ]);
    expect(JSON.parse(twice.stdout).findings[0].title).toBe(TITLE);
  });

  it('a pipe into which nobody writes, and says what it waits for', async () => {
    program.shell('mkfifo silent');
    const child = spawn(process.execPath, [program.path, 'silent'], {
      cwd: program.folder
    });
    try {
      let stdout = '';
      child.stdout.on('data', data => (stdout += data));
      const told = await new Promise(resolve =>
        child.stderr.once('data', data => resolve(String(data)))
      );
      expect(told).toBe(
        'torch-triage: silent: waiting for it to end, or for Ctrl-C.\n'
      );
      const ended = new Promise(resolve => child.once('close', resolve));
      fs.writeFileSync(at('silent'), LOG);
      expect(await ended).toBe(0);
      expect(stdout).toContain(TITLE);
    } finally {
      child.kill();
    }
  });
});

onPosix('torch-triage refuses in one line', () => {
  it('a socket', async () => {
    const server = createServer();
    await new Promise<void>(resolve => server.listen(at('socket'), resolve));
    try {
      expectRefused(program.run(['socket']), 'it is a socket');
    } finally {
      server.close();
    }
  });

  it.each([
    ['links in a circle', 'ln -s a b; ln -s b a', ['a'], 'in a circle'],
    ['a folder', 'mkdir folder', ['folder'], 'it is a folder'],
    ['a name that is too long', '', ['x'.repeat(300)], 'the name is too long'],
    ['a file in a file', 'touch file', ['file/x'], 'there is no such file']
  ])('%s', (_, line, args, reason) => {
    program.shell(line);
    expectRefused(program.run(args), reason);
  });

  it('a folder as standard input', () => {
    expectRefused(program.shell('torch_triage - < /tmp'), 'it is a folder');
  });

  it('a notebook that is too large, or holds too much', () => {
    const large = program.write('large.ipynb', notebook([]));
    fs.truncateSync(at(large), 257 * MEBIBYTE);
    expectRefused(program.run([large]), 'larger than a notebook can be');
    const lists = '[],'.repeat(2_000_000);
    const full = program.write('full.ipynb', `{"cells":[${lists}[]]}`);
    expectRefused(program.run([full]), 'more values than a notebook can');
  });
});

onPosix('torch-triage writes', () => {
  onLinux('one line where the disk is full', () => {
    const log = program.write('some.log', LOG);
    for (const args of [log, `--json ${log} ${log}`, '--help', '--version']) {
      const end = program.shell(`torch_triage ${args} > /dev/full`);
      expectRefused(end, 'standard output cannot be written (ENOSPC)');
    }
    const silent = program.shell(
      `torch_triage gone.log > /dev/full 2> /dev/full`
    );
    expect(silent).toEqual({ status: 2, stdout: '', stderr: '' });
  });

  it('nothing more once the reader has gone, as a shell tells of it', () => {
    // More than a pipe holds.
    const failed = cell('failed', [error('RuntimeError', MATMUL)]);
    const cells = Array.from({ length: 300 }, () => failed);
    const file = program.write('long.ipynb', notebook(cells));
    const { stdout, stderr } = program.shell(
      `{ torch_triage ${file}; echo $? >&2; } | head -n 1`
    );
    expect(stdout).toBe('long.ipynb, cell 1 [3]\n');
    expect(stderr).toBe('141\n');
  });
});
