import { escaped } from '../output';
import { cell, error, notebook, Program } from './program';

const program = new Program();

beforeAll(() => program.build());

afterAll(() => program.remove());

const MATMUL = 'mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)';

/** What must never reach a terminal from outside, by what it does there. */
const NASTY: readonly (readonly [string, string])[] = [
  ['clears the screen', '\u001b[2J\u001b[H'],
  ['sets the title', '\u001b]0;owned\u0007'],
  ['writes to the clipboard', '\u001b]52;c;ZWNobyBvd25lZA==\u001b\\'],
  [
    'hides a link',
    '\u001b]8;;https://evil.example\u001b\\here\u001b]8;;\u001b\\'
  ],
  ['asks the terminal to answer', '\u001b[c\u0005\u001bP$q\u001b\\'],
  ['steers with C1', '\u009b2J\u009d0;owned\u009c\u0085'],
  ['goes back over the line', 'fine\r\b\b\b\b\u007f'],
  ['forges a line', 'x.log\ntorch-triage: all is well\u000b\u000c'],
  ['ends a line elsewhere', 'a\u2028b\u2029c'],
  [
    'turns the text round',
    '\u202egol.exe\u202c\u2066x\u2067y\u2068z\u2069\u202a\u202b\u202d'
  ],
  ['marks a direction', '\u200e\u200f\u061c'],
  ['switches the character set', '\u000e\u000f\u001b(0']
];

/** The same as ranges, written down apart from the program's own. */
const STEERING =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffd]/;

/** A run must print this many lines, none of which steers. */
function expectHarmless(text: string, lines?: number): void {
  expect(STEERING.exec(text)).toBeNull();
  expect(text).toMatch(/^(?:.+\n)+$/);
  if (lines !== undefined) {
    expect(text.split('\n')).toHaveLength(lines + 1);
  }
}

it('knows all that steers', () => {
  for (const [, nasty] of NASTY) {
    expect(escaped(nasty)).not.toMatch(STEERING);
  }
  expect(escaped('\ud800 \u0000')).toBe('\\ud800 \\u0000');
  expect(escaped('tab\tÄ 猫 🙂 ﷺ')).toBe('tab\tÄ 猫 🙂 ﷺ');
});

const texts = NASTY.map(([, nasty]) => nasty);

describe('what steers a terminal does nothing', () => {
  it('in the name of a file', () => {
    const names = texts.filter(nasty => !nasty.includes('/'));
    const missing = program.run(texts.map(nasty => `${nasty}.txt`));
    expect(missing.status).toBe(2);
    expectHarmless(missing.stderr, texts.length);

    const fine = names.map(nasty =>
      program.write(`${nasty}.ipynb`, notebook([cell('fine', [])]))
    );
    expectHarmless(program.run(fine).stdout, names.length);

    const logs = names.map(nasty =>
      program.write(`${nasty}.log`, `RuntimeError: ${MATMUL}\n`)
    );
    expectHarmless(program.run(logs).stdout);
    const { stdout } = program.run(['--json', ...logs]);
    expectHarmless(stdout, names.length);
    const files = stdout.trim().split('\n');
    expect(files.map(line => JSON.parse(line).file)).toEqual(logs);
  });

  it('in what Node says of a broken notebook', () => {
    const files = texts.flatMap((nasty, at) =>
      [`${nasty}{`, `{"cells": ${nasty}`, `{"a": "${nasty}"`].map(
        (content, way) => program.write(`broken-${at}-${way}.ipynb`, content)
      )
    );
    const { status, stderr } = program.run(files);
    expect(status).toBe(2);
    expectHarmless(stderr, files.length);
  });

  it.each(NASTY)('in an option: %s', (_, nasty) => {
    const { status, stderr } = program.run([`--${nasty}`]);
    expect(status).toBe(2);
    expectHarmless(stderr, 1);
  });

  it('in a log', () => {
    const files = texts.map((nasty, at) =>
      program.write(
        `some-${at}.log`,
        `${nasty}\nRuntimeError: ${MATMUL} ${nasty}\n`
      )
    );
    expectHarmless(program.run(files).stdout);
    expectHarmless(program.run(['--json', ...files]).stdout, files.length);
  });

  it('in a notebook', () => {
    const failed = (nasty: string, evalue: string): object => ({
      ...cell(`id-${nasty}`, [
        error(`Runtime${nasty}Error`, evalue),
        error('RuntimeError', evalue),
        { output_type: 'stream', name: nasty, text: [nasty] },
        { output_type: 'stream', name: 'stderr', text: [nasty] }
      ]),
      source: [nasty, 'model(x)']
    });
    const cells = texts.flatMap(nasty => [
      failed(nasty, `${MATMUL} ${nasty} \ud800`),
      failed(nasty, nasty)
    ]);
    const file = program.write('nasty.ipynb', notebook(cells));
    const { stdout, stderr } = program.run([file]);
    expectHarmless(stdout);
    expect(stderr).toBe('');
    const json = program.run(['--json', file]).stdout;
    expectHarmless(json, cells.length);
    const ids = json.trim().split('\n');
    expect(ids.map(line => JSON.parse(line).cellId)).toEqual(
      texts.flatMap(nasty => [`id-${nasty}`, `id-${nasty}`])
    );
  });
});

it('colours nothing that came from outside', () => {
  // A terminal: `script` is not everywhere, so the program itself pretends.
  const log = program.write(
    'colour.log',
    `RuntimeError: ${MATMUL} \u001b[31m\n`
  );
  const preload = program.write(
    'terminal.cjs',
    'process.stdout.isTTY = true; process.stdout.hasColors = () => true;'
  );
  const { stdout } = program.shell(
    `unset NO_COLOR; FORCE_COLOR=1 NODE_OPTIONS='--require "./${preload}"' torch_triage ${log}`
  );
  expect(stdout).toContain('\u001b[1mThe input is 784 wide');
  // Without the program's own colours nothing is left.
  // eslint-disable-next-line no-control-regex
  expectHarmless(stdout.replace(/\u001b\[\d{1,2}m/g, ''));
});
