/** The parser on tracebacks that scripts/record_tracebacks.py recorded. */
import { cellFrame, ownFrame } from '../own-frame';
import { read } from '../reading';
import { cellIncident, textIncident } from '../../incident';
import type { IFrame, IRaised } from '../../types';
import tracebacks from './tracebacks.json';

const PRODUCT = 'mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)';

const NOTEBOOKS = [
  ['ipython-7.34.0', tracebacks['ipython-7.34.0']],
  ['ipython-8.0.1', tracebacks['ipython-8.0.1']],
  ['ipython-8.12.3', tracebacks['ipython-8.12.3']],
  ['ipython-9.18.1', tracebacks['ipython-9.18.1']]
] as const;

/** `name: message [link]` of each, the most causal first. */
function told(exceptions: readonly IRaised[]): string[] {
  return exceptions.map(
    ({ name, message, link }) => `${name}: ${message.split('\n')[0]} [${link}]`
  );
}

function spot(frame: IFrame | null): string {
  return frame
    ? `${frame.place} ${frame.executionCount ?? frame.file}:${frame.line} ${frame.code}`
    : '';
}

describe.each(NOTEBOOKS)('%s', (_, cells) => {
  it('reads a call through two cells', () => {
    const reading = read(cellIncident(cells.nested));
    expect(told(reading.exceptions)).toEqual([
      `RuntimeError: ${PRODUCT} [none]`
    ]);
    const [{ frames }] = reading.exceptions;
    expect(frames.map(frame => frame.place)).toEqual([
      'cell',
      'cell',
      'cell',
      'library',
      'library',
      'library'
    ]);
    expect(spot(ownFrame(reading))).toBe('cell 2:3 return layer(y)');
    expect(spot(cellFrame(reading))).toBe('cell 3:3 step(x)');
    expect(frames[1].func).toBe('step');
    expect(frames[5]).toMatchObject({
      file: '/usr/lib/python3.11/site-packages/torch/nn/modules/linear.py',
      line: 134,
      code: 'return F.linear(input, self.weight, self.bias)'
    });
  });

  it('puts a cause before what it led to', () => {
    const reading = read(cellIncident(cells.cause));
    expect(told(reading.exceptions)).toEqual([
      'RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3) [none]',
      'ValueError: training failed [cause]'
    ]);
    expect(spot(ownFrame(reading))).toBe(
      'cell 4:2 torch.zeros(2, 3) @ torch.zeros(2, 3)'
    );
    expect(spot(cellFrame(reading))).toBe(
      "cell 4:4 raise ValueError('training failed') from error"
    );
  });

  it('puts an error before the one that was being handled', () => {
    const reading = read(cellIncident(cells.context));
    expect(told(reading.exceptions)).toEqual([
      'RuntimeError: The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0 [context]',
      "KeyError: 'a' [none]"
    ]);
    expect(spot(cellFrame(reading))).toBe(
      'cell 5:4 torch.zeros(2) + torch.zeros(3)'
    );
  });

  it("puts a worker's error before its wrapper", () => {
    const reading = read(cellIncident(cells.worker));
    expect(told(reading.exceptions)).toEqual([
      'RuntimeError: stack expects each tensor to be equal size, but got [1] at entry 0 and [2] at entry 1 [wrapped]',
      'RuntimeError: Caught RuntimeError in DataLoader worker process 0. [none]'
    ]);
    expect(reading.exceptions[0].frames).toHaveLength(5);
    expect(spot(ownFrame(reading))).toBe(
      'cell 7:1 for batch in DataLoader(D(), batch_size=2, num_workers=1):'
    );
  });

  it('finds the signal of a killed worker in the cause', () => {
    const reading = read(cellIncident(cells.killed));
    const [cause, top] = reading.exceptions;
    expect(cause.message).toMatch(/^DataLoader worker \(pid \d+\) is killed/);
    expect(top.message).toMatch(/exited unexpectedly$/);
    expect(spot(cellFrame(reading))).toMatch(/^cell 9:1 for batch/);
  });
});

it('reads a syntax error of the cell', () => {
  const reading = read(cellIncident(tracebacks['ipython-9.18.1'].syntax));
  expect(spot(ownFrame(reading))).toBe('cell 10:1 x = = 3');
});

const FORWARD = 'return self.fc(x)';

it.each([
  ['plain', '/home/user/project/net.py'],
  ['rich', '/home/user/project/net.py'],
  ['spawn', '/home/user/project/net.py'],
  ['group', '/home/user/project/net.py'],
  ['torchrun', '/home/user/project/net.py'],
  ['pytest', 'net.py'],
  ['pytest-short', 'net.py']
] as const)('finds the innermost own line in the form of %s', (form, file) => {
  const reading = read(textIncident(tracebacks[form]));
  expect(reading.exceptions[0]).toMatchObject({
    name: 'RuntimeError',
    message: expect.stringContaining(PRODUCT)
  });
  expect(ownFrame(reading)).toMatchObject({
    place: 'user',
    file,
    line: 7,
    func: 'forward',
    code: FORWARD
  });
  const last = reading.exceptions[0].frames.slice(-1)[0];
  expect(last).toMatchObject({ place: 'library', line: 134 });
});

it('names the rank that failed first', () => {
  const { exceptions } = read(textIncident(tracebacks.torchrun));
  expect(exceptions[0].rank).toBe('1');
  expect(exceptions.map(raised => raised.name)).toContain('ChildFailedError');
});

it('reads an exception that was logged as its repr', () => {
  const { exceptions } = read(textIncident(tracebacks.logging));
  expect(told(exceptions)).toEqual([`RuntimeError: ${PRODUCT} [none]`]);
});

it("reads faulthandler's dump, innermost call first", () => {
  const reading = read(textIncident(tracebacks.segfault));
  expect(told(reading.exceptions)).toEqual([
    'Fatal Python error: Segmentation fault [none]'
  ]);
  expect(ownFrame(reading)).toMatchObject({ line: 4, func: 'crash' });
});

it('finds the line of the user in an error that a library raised again', () => {
  const error = "KeyError: 'lable'";
  const library = (line: number): string =>
    `File /usr/lib/python3/site-packages/pandas/core/frame.py:${line}, in f(self, key)\n--> ${line} raise`;
  const reading = read(
    textIncident(
      [
        library(3816),
        error,
        'The above exception was the direct cause of the following exception:',
        "Cell In[4], line 1\n----> 1 y = frame['lable']",
        library(4330),
        error
      ].join('\n\n')
    )
  );
  expect(told(reading.exceptions)).toEqual([`${error} [none]`]);
  expect(ownFrame(reading)).toMatchObject({ place: 'cell', line: 1 });
  const [{ frames }] = reading.exceptions;
  expect(frames.map(({ line }) => line)).toEqual([1, 4330, 3816]);
});
