import { bound, boundLine, MAX_LINE, MAX_TEXT } from '../truncate';
import { asText, cellIncident, textIncident } from '../../incident';

const STEP = 'Epoch 1 step 100: loss 0.25, 53 it/s\n';

/** `size` units of a training's log. */
function log(size: number): string {
  return STEP.repeat(Math.ceil(size / STEP.length));
}

describe('bound', () => {
  it('leaves a short text alone', () => {
    expect(bound('a\nb')).toBe('a\nb');
  });

  it('keeps head and tail', () => {
    const text = bound(`first\n${log(3_000_000)}last`);
    expect(text.length).toBeLessThanOrEqual(MAX_TEXT);
    expect(text.startsWith('first\n')).toBe(true);
    expect(text.endsWith('last')).toBe(true);
  });

  it.each([
    'Loss.cu:250: f: block: [0,0,0], thread: [1,0,0] Assertion `t < n_classes` failed.',
    'Traceback (most recent call last):\n  File "x.py", line 1, in f\n    g()\nKeyError: 3'
  ])('keeps what a long log says in its middle: %s', said => {
    const text = bound(`${log(20_000_000)}${said}\n${log(20_000_000)}`);
    expect(text.length).toBeLessThanOrEqual(MAX_TEXT);
    expect(text.includes(`\n${said}\n`)).toBe(true);
  });

  it('keeps exceptions without a traceback that are not far from the end', () => {
    const text = bound(
      `${log(9_000_000)}RuntimeError: boom\n${log(900_000)}ValueError: bang\n${log(90_000)}`
    );
    expect(text.includes('\nRuntimeError: boom\n')).toBe(true);
    expect(text.includes('\nValueError: bang\n')).toBe(true);
  });

  it('keeps the first of what is said thousands of times', () => {
    const line = (thread: number): string =>
      `Loss.cu:250: f: block: [0,0,0], thread: [${thread},0,0] Assertion \`t < n\` failed.\n`;
    const threads = Array.from({ length: 5000 }, (_, at) => line(at)).join('');
    const text = bound(
      `${log(200_000)}${threads}Other.cu:1: g: Assertion \`i < n\` failed.\n${log(200_000)}`
    );
    expect(text.includes('thread: [0,0,0] Assertion `t < n` failed.')).toBe(
      true
    );
    expect(text.includes('Other.cu:1: g: Assertion `i < n` failed.')).toBe(
      true
    );
  });

  it('finds a word wherever one look ends and the next begins', () => {
    const found = Array.from({ length: 40 }, (_, shift) => {
      const text = `${'\n'.repeat(139_970 + shift)}Assertion \`i < n\` failed.`;
      return bound(text + '\n'.repeat(200_000)).includes('Assertion `i < n`');
    });
    expect(found).toEqual(found.map(() => true));
  });

  it('keeps few of a run of lines that differ in numbers', () => {
    const text = bound(`first\n${log(200_000)}done\n${log(200_000)}last`);
    expect(text.split('\n').filter(line => line.startsWith('Epoch'))).toEqual([
      ...Array.from({ length: 4 }, () => STEP.trim())
    ]);
  });

  it('keeps few states of bars that are written by turns', () => {
    const bars = Array.from(
      { length: 5000 },
      (_, at) =>
        `\r  ${at}%|█ | ${at}/9\rtrain: ${at}%|██ | ${at}/9\rvalidate: ${at}%|█ | ${at}/9`
    );
    const text = bound(`first${bars.join('')}\nRuntimeError: boom`);
    expect(text.match(/train:/g)?.length).toBeLessThanOrEqual(6);
    expect(text.match(/validate:/g)?.length).toBeLessThanOrEqual(6);
    expect(text.length).toBeLessThan(1000);
    expect(text.startsWith('first')).toBe(true);
    expect(text.endsWith('\nRuntimeError: boom')).toBe(true);
  });

  it('keeps the frames of a recursion and the assertions of all threads', () => {
    const frame = '  File "x.py", line 3, in f\n    return f(x)\n';
    const assertion =
      'A.cu:1: f: block: [0,0,0], thread: [1,0,0] Assertion `i < n` failed.\n';
    const tail = frame.repeat(9) + assertion.repeat(9);
    expect(bound(log(300_000) + tail).endsWith(tail.trimEnd())).toBe(true);
  });

  it('reads a text without line ends', () => {
    expect(bound('CUDA error '.repeat(1_000_000)).length).toBeLessThanOrEqual(
      MAX_TEXT
    );
  });

  it('does not cut a character in two', () => {
    const text = bound('🙂'.repeat(MAX_TEXT));
    expect(text.replace(/🙂/gu, '').trim()).toBe('');
    expect(boundLine('🙂'.repeat(MAX_LINE)).replace(/🙂/gu, '')).toBe(' … ');
  });
});

describe('an incident', () => {
  it.each([
    [undefined, ''],
    [null, ''],
    [42, '42'],
    [true, 'true'],
    [{ a: 1 }, ''],
    [['a', 'b'], 'a\nb'],
    [['a\n', 'b\n', 'c'], 'a\nb\nc'],
    [['a', 7, null, ['b']], 'a\n7\n\n']
  ])('takes %j for a text', (value, text) => {
    expect(asText(value)).toBe(text);
  });

  it('is made of anything', () => {
    expect(
      cellIncident({
        ename: 7,
        evalue: null,
        traceback: [1, undefined, 'x'],
        stdout: {},
        stderr: Symbol('s'),
        source: ['a\n', 'b']
      })
    ).toEqual({
      kind: 'cell',
      ename: '7',
      evalue: '',
      traceback: '1\n\nx',
      stdout: '',
      stderr: '',
      source: 'a\nb'
    });
  });

  it('is bounded', () => {
    const huge = log(50_000_000);
    const { stderr, ename } = cellIncident({ ename: huge, stderr: huge });
    expect(stderr.length).toBeLessThanOrEqual(MAX_TEXT);
    expect(ename.length).toBeLessThanOrEqual(500);
    expect(textIncident(huge).stderr.length).toBeLessThanOrEqual(MAX_TEXT);
  });
});
