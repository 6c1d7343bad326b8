import type { ISeen } from '../../../notebook/execution-log';
import { costOf } from '../cost';
import { choicesOf, chosenOf, planOf, type IPlan } from '../plan';
import {
  recordOf,
  type IFailed,
  type IPlannableCell
} from '../execution-history';

const cell = (
  id: string,
  executionCount: number | null,
  source: string,
  ms: number | null = null
): IPlannableCell => ({ id, executionCount, source, ms });

const FAILED: IFailed = {
  cellId: 'f',
  executionCount: 4,
  source: 'fail()',
  kernelRun: 2
};

const seen = (
  executionCount: number,
  source: string,
  rest: Partial<ISeen> = {}
): ISeen => ({
  run: 2,
  executionCount,
  source,
  cellId: null,
  ms: 100,
  hasFailed: false,
  ...rest
});

const told = (...inputs: [number, string][]) => ({
  basis: 'process' as const,
  inputs
});

function plan(
  inputs: [number, string][],
  cells: IPlannableCell[],
  log: ISeen[] = [],
  failed = FAILED
): IPlan {
  return planOf(recordOf(told(...inputs), log, cells, failed), cells, failed);
}

const ids = ({ steps }: IPlan) => steps.map(step => step.cellId);

describe('planOf', () => {
  const cells = [
    cell('a', 1, 'a = 1'),
    cell('b', 2, 'b = 2'),
    cell('c', 3, 'c = 3'),
    cell('f', 4, 'fail()')
  ];

  it('follows the kernel, not the order in the notebook', () => {
    const swapped = [cells[1], cells[3], cells[0], cells[2]];
    const made = plan(
      [
        [1, 'a = 1'],
        [2, 'b = 2'],
        [3, 'c = 3'],
        [4, 'fail()'],
        [5, 'later = 1']
      ],
      swapped
    );
    expect(made.basis).toBe('process');
    expect(ids(made)).toEqual(['a', 'b', 'c', 'f']);
  });

  it('takes in what no cell holds any more', () => {
    const made = plan(
      [
        [1, 'a = 1'],
        [2, 'typed = "in a console"'],
        [3, 'c = 3'],
        [4, 'fail()']
      ],
      [cells[0], cells[2], cells[3]]
    );
    expect(ids(made)).toEqual(['a', null, 'c', 'f']);
    expect(made.steps[1].ran).toBe('typed = "in a console"');
  });

  it('marks an edited cell and keeps the text that ran', () => {
    const made = plan(
      [
        [1, 'a = 1'],
        [2, 'b = 2'],
        [4, 'fail()']
      ],
      [cells[0], cell('b', 2, 'b = 20'), cells[3]]
    );
    expect(made.steps[1]).toMatchObject({ ran: 'b = 2', now: 'b = 20' });
    const choices = choicesOf(made);
    expect(chosenOf(made, choices).map(one => one.source)).toEqual([
      'a = 1',
      'b = 2',
      'fail()'
    ]);
    const now = new Map(choices).set('step-1', {
      isIncluded: true,
      text: 'now'
    });
    expect(chosenOf(made, now)[1].source).toBe('b = 20');
  });

  it('does not take another process’s number for an edit', () => {
    const made = plan(
      [
        [1, 'import torch'],
        [4, 'fail()']
      ],
      [cell('old', 1, 'frame.describe().to_html()'), cells[3]]
    );
    expect(ids(made)).toEqual([null, 'f']);
  });

  it('runs a cell as often as it ran', () => {
    const made = plan(
      [
        [1, 'n = 0'],
        [2, 'n += 1'],
        [3, 'n += 1'],
        [4, 'fail()']
      ],
      [cell('n', 1, 'n = 0'), cell('i', 3, 'n += 1'), cells[3]]
    );
    expect(ids(made)).toEqual(['n', 'i', 'i', 'f']);
    expect(made.steps.map(step => step.isRepeated)).toEqual([
      false,
      true,
      false,
      false
    ]);
  });

  it('tells cells that share an id apart', () => {
    const first = cell('twin', 1, 'x = 1');
    const second = { ...cell('twin', 2, 'y = 2'), nth: 1 };
    const made = plan(
      [
        [1, 'x = 1'],
        [2, 'y = 2'],
        [4, 'fail()']
      ],
      [first, second, cells[3]],
      [
        seen(1, 'x = 1', { cellId: 'twin' }),
        seen(2, 'y = 2', { cellId: 'twin' })
      ]
    );
    expect(made.steps.map(({ nth, now }) => [nth, now])).toEqual([
      [0, null],
      [1, null],
      [0, null]
    ]);
    expect(made.steps.some(step => step.isRepeated)).toBe(false);
    const failed = { ...FAILED, cellId: 'twin', executionCount: 2 };
    const last = plan([[1, 'x = 1']], [first, second], [], failed).steps;
    expect(last.map(step => step.nth)).toEqual([0, 1]);
  });

  it('leaves out what failed then, and dangers nobody builds on', () => {
    const made = plan(
      [
        [1, '!pip install x'],
        [2, 'log = open("x", "w")'],
        [3, 'typo('],
        [4, 'fail(log)']
      ],
      [
        cell('p', 1, '!pip install x'),
        cell('l', 2, 'log = open("x", "w")'),
        { ...cells[3], source: 'fail(log)' }
      ],
      [seen(3, 'typo(', { hasFailed: true })]
    );
    const chosen = chosenOf(made, choicesOf(made));
    expect(chosen.map(one => one.step.cellId)).toEqual(['l', 'f']);
  });

  it('leaves out what stands in no cell until the user takes it in', () => {
    const made = plan(
      [
        [1, 'a = 1'],
        [2, 'key = "of another notebook"'],
        [4, 'fail()']
      ],
      [cells[0], cells[3]]
    );
    const choices = choicesOf(made);
    const sources = chosenOf(made, choices).map(one => one.source);
    expect(sources).toEqual(['a = 1', 'fail()']);
    const all = new Map(choices).set('step-1', {
      isIncluded: true,
      text: 'ran'
    });
    expect(chosenOf(made, all)).toHaveLength(3);
  });

  it('never leaves out the failed cell', () => {
    const failed = { ...FAILED, source: '!rm x' };
    const made = plan([[4, '!rm x']], [cell('f', 4, '!rm x')], [], failed);
    expect(chosenOf(made, choicesOf(made))).toHaveLength(1);
  });

  it('has no steps when the failed cell is gone', () => {
    expect(plan([[1, 'a = 1']], [cells[0]]).steps).toEqual([]);
  });
});

describe('recordOf', () => {
  const cells = [
    cell('f', 4, 'fail()'),
    cell('b', 3, 'b = 2'),
    cell('a', 1, 'a = 1'),
    cell('never', null, 'z = 0'),
    cell('later', 9, 'q = 1')
  ];

  it('believes this page where the kernel has forgotten', () => {
    const log = [
      seen(1, 'a = 1', { run: 1 }),
      seen(1, 'a = 1', { cellId: 'a' }),
      seen(4, 'fail()', { cellId: 'f' })
    ];
    const none = { basis: 'none' as const, inputs: [] };
    const record = recordOf(none, log, cells, FAILED);
    expect(record.basis).toBe('page');
    expect(record.inputs).toHaveLength(1);
  });

  it('believes this page where the history file was cut short', () => {
    const log = [seen(1, 'a = 1'), seen(2, 'b = 2'), seen(4, 'fail()')];
    const history = {
      basis: 'history' as const,
      inputs: [[1, 'a = 1']] as [number, string][]
    };
    expect(recordOf(history, log, cells, FAILED).basis).toBe('page');
    expect(recordOf(history, [], cells, FAILED).basis).toBe('history');
  });

  it('falls back on the notebook’s prompt numbers', () => {
    const record = recordOf(null, [], cells, { ...FAILED, kernelRun: 0 });
    expect(record.basis).toBe('notebook');
    expect(record.inputs.map(input => input.cellId)).toEqual(['a', 'b']);
  });

  it('ends before the death of a cell that got no number', () => {
    const failed = { ...FAILED, executionCount: null, source: 'crash()' };
    const history = {
      basis: 'history' as const,
      inputs: [
        [1, 'a = 1'],
        [2, 'crash()']
      ] as [number, string][]
    };
    const { inputs } = recordOf(history, [], cells, failed);
    expect(inputs.map(input => input.source)).toEqual(['a = 1']);
  });

  it('takes the failed text from the record: it may be edited by now', () => {
    const kernel = told([4, 'fail(1)']);
    expect(recordOf(kernel, [], cells, FAILED).failedSource).toBe('fail(1)');
  });

  it('joins times by number and text, of this run first', () => {
    const kernel = told([1, 'a = 1'], [4, 'fail()']);
    const log = [
      seen(1, 'a = 1', { run: 1, ms: 9 }),
      seen(1, 'a = 1', { ms: 5 })
    ];
    expect(recordOf(kernel, log, cells, FAILED).inputs[0].ms).toBe(5);
  });
});

describe('costOf', () => {
  const made = plan(
    [
      [1, 'a = 1'],
      [2, 'b = 2'],
      [4, 'fail()']
    ],
    [cell('a', 1, 'a = 1', 3000), cell('b', 2, 'b = 2', 500), cell('f', 4, 'x')]
  );
  const steps = chosenOf(made, choicesOf(made));

  it('adds what is known and counts what is not', () => {
    expect(costOf(steps)).toEqual({ ms: 3500, unknown: 1 });
  });

  it('tells what is left, never less than nothing', () => {
    expect(costOf(steps, 0, 1000)).toEqual({ ms: 2500, unknown: 1 });
    expect(costOf(steps, 1, 9000)).toEqual({ ms: 0, unknown: 1 });
  });
});
