import { failureOf } from '../../../incident/program-incident';
import { cellIncident } from '../../../incident/incident';
import type { IIncident } from '../../../incident/types';
import type { IDiagnosis } from '../../../diagnoser/diagnoser';
import { examine } from '../../../diagnoser/examine';
import type { ICellIncident } from '../../../notebook/types';
import { compare } from '../compare';
import type { IStep } from '../../plan/plan';

const MESSAGE = 'CUDA error: device-side assert triggered';
const HINT = 'For debugging consider passing CUDA_LAUNCH_BLOCKING=1';

/** An IPython traceback: frames are [cell number, line, code, function]. */
function failure(
  cellId: string,
  executionCount: number,
  frames: [number, number, string, string?][],
  evalue = MESSAGE,
  ename = 'AcceleratorError'
): ICellIncident {
  const shown = frames.map(
    ([count, line, code, func]) =>
      `Cell In[${count}], line ${line}${func ? `, in ${func}` : ''}\n----> ${line} ${code}\n`
  );
  const library =
    'File /usr/lib/python3.12/site-packages/torch/nn/functional.py:3462, in cross_entropy(input)\n-> 3462 return torch._C._nn.cross_entropy_loss(\n';
  const head = `${ename}                          Traceback (most recent call last)`;
  return {
    key: cellId,
    cellId,
    executionCount,
    time: 1,
    kernelRun: 1,
    incident: cellIncident({
      ename,
      evalue,
      traceback: [head, ...shown, library, `${ename}: ${evalue}`],
      source: ''
    })
  };
}

/** Frames only: the causes are no matter of these tests. */
const diagnose = async (incident: IIncident): Promise<IDiagnosis> => ({
  ...examine(incident, []),
  findings: [],
  isUnread: false
});
const NUMBERS: ReadonlyMap<number, IStep> = new Map(
  [1, 2, 3].map(count => [
    count,
    { executionCount: count + 10, cellId: `c${count}` } as IStep
  ])
);

describe('compare', () => {
  const first = failure(
    'c3',
    13,
    [[13, 4, 'print(loss.item())']],
    `${MESSAGE}\n${HINT}`
  );

  it('moved: another line of the cell', async () => {
    const second = failure('c3', 3, [[3, 1, 'loss = f(x)']]);
    const comparison = await compare(first, second, NUMBERS, diagnose);
    expect(comparison.verdict).toBe('moved');
    expect(comparison.first.place.line).toBe(4);
    expect(comparison.second?.place.line).toBe(1);
    expect(comparison.message).toEqual({ gone: [HINT], added: [] });
  });

  it.each([
    ['AcceleratorError', 'moved'],
    ['IndexError', 'moved'],
    ['KeyError', 'different']
  ])('a value that is named, after %s: %s', async (ename, verdict) => {
    const before = failure('c3', 13, [[13, 4, 'use(loss)']], 'text', ename);
    const after = failure(
      'c3',
      3,
      [[3, 1, 'loss = f(x)']],
      'cross_entropy: target[1] is 10; with 10 classes labels are 0 … 9',
      'OperandError'
    );
    expect((await compare(before, after, NUMBERS, diagnose)).verdict).toBe(
      verdict
    );
  });

  it('moved: the same line of the cell, another below it', async () => {
    const before = failure('c3', 13, [
      [13, 1, 'train()'],
      [11, 9, 'loss.item()', 'train()']
    ]);
    const after = failure('c3', 3, [
      [3, 1, 'train()'],
      [1, 7, 'loss = f(x)', 'train()']
    ]);
    const comparison = await compare(before, after, NUMBERS, diagnose);
    expect(comparison.verdict).toBe('moved');
    expect(comparison.second?.place.line).toBe(1);
  });

  it('same: whatever number the cell has now', async () => {
    const second = failure('c3', 3, [[3, 4, 'print(loss.item())']]);
    const comparison = await compare(first, second, NUMBERS, diagnose);
    expect(comparison.verdict).toBe('same');
  });

  it('moved: the same line of another cell’s function', async () => {
    const before = failure('c3', 13, [
      [13, 1, 'train()'],
      [11, 2, 'return f(x)', 'train()']
    ]);
    const after = failure('c3', 3, [
      [3, 1, 'train()'],
      [2, 2, 'return f(x)', 'train()']
    ]);
    const { verdict } = await compare(before, after, NUMBERS, diagnose);
    expect(verdict).toBe('moved');
  });

  it('earlier: another cell fails', async () => {
    const second = failure('c2', 2, [[2, 1, 'y = f(x)']]);
    const { verdict } = await compare(first, second, NUMBERS, diagnose);
    expect(verdict).toBe('earlier');
  });

  it('different: the cell fails for another reason', async () => {
    const second = failure(
      'c3',
      3,
      [[3, 1, 'loss = f(x)']],
      "name 'f' is not defined",
      'NameError'
    );
    const { verdict } = await compare(first, second, NUMBERS, diagnose);
    expect(verdict).toBe('different');
  });

  it('moved: where the kernel died, an error of the device is raised', async () => {
    const death: ICellIncident = {
      ...first,
      executionCount: null,
      incident: {
        ...first.incident,
        kind: 'kernel',
        ename: '',
        evalue: '',
        traceback: ''
      }
    };
    const second = failure('c3', 3, [[3, 1, 'loss = f(x)']]);
    const { verdict } = await compare(death, second, NUMBERS, diagnose);
    expect(verdict).toBe('moved');
  });

  it('moved: another line of a program that the cell ran', async () => {
    const program = (line: number, code: string): ICellIncident => ({
      ...failure('a', 7, []),
      incident: failureOf(
        [
          {
            output_type: 'stream',
            name: 'stdout',
            text: `Traceback (most recent call last):\n  File "/home/u/train.py", line ${line}, in <module>\n    ${code}\ntorch.AcceleratorError: ${MESSAGE}\n`
          }
        ],
        [],
        '!python train.py'
      )!
    });
    const told = await compare(
      program(31, 'print(loss.item())'),
      program(24, 'loss = criterion(model(x), y)'),
      new Map(),
      diagnose
    );
    expect(told.verdict).toBe('moved');
    expect(told.first.place).toMatchObject({
      line: 31,
      code: 'print(loss.item())'
    });
    expect(told.second?.place.line).toBe(24);
  });

  it('passed: nothing fails', async () => {
    const comparison = await compare(first, null, NUMBERS, diagnose);
    expect(comparison).toMatchObject({ verdict: 'passed', second: null });
  });

  it('folds library frames that follow one another', async () => {
    const { first: side } = await compare(first, null, NUMBERS, diagnose);
    expect(side.chain.map(link => link.kind)).toEqual(['own', 'folded']);
  });
});
