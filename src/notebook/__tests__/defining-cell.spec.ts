import type { IToldCell, IToldName } from '../../incident/live-facts';
import { nameFacts } from '../defining-cell';
import type { INotebookCell } from '../types';
import type { ISeen } from '../execution-log';

const CODE = 'model = nn.Linear(3, 4)';

/** The failed cell stands at 5; its process is the second, its prompt [4]. */
const FAILED = { cellId: 'c5', executionCount: 4, run: 2 };

function cellAt(
  position: number,
  executionCount: number | null = null,
  source = `import torch\n${CODE}`
): INotebookCell {
  return { id: `c${position}`, source, executionCount, position };
}

function tell(
  cells: readonly INotebookCell[],
  {
    each = {},
    seen = [],
    near = null
  }: {
    each?: Partial<IToldCell>;
    seen?: readonly ISeen[];
    near?: string | null;
  } = {}
) {
  const told: IToldName = {
    kind: 'name',
    name: 'model',
    stopped: 1,
    cells: cells.map((_, cell) => ({
      cell,
      line: 2,
      isSure: true,
      ran: null,
      ...each
    })),
    near,
    member: null,
    file: null,
    local: null,
    hasTorch: true
  };
  return nameFacts(told, cells, FAILED, 5, seen);
}

function seen(cellId: string, more: Partial<ISeen> = {}): ISeen {
  return {
    run: 2,
    executionCount: 3,
    source: cellAt(3).source,
    cellId,
    ms: 1,
    hasFailed: false,
    ...more
  };
}

it('names the cell and shows its line', () => {
  expect(tell([cellAt(3)])).toEqual({
    kind: 'name',
    name: 'model',
    whereabouts: 'unrun',
    position: 3,
    line: 2,
    code: CODE,
    near: null,
    member: null,
    file: null,
    local: null,
    hasTorch: true
  });
});

it.each([
  ['above and below', [1, 3, 9], 3],
  ['in the failed cell and below', [5, 9], 5],
  ['below', [7, 9], 7]
])('takes the nearest %s', (_, positions, expected) => {
  expect(tell(positions.map(at => cellAt(at)))?.position).toBe(expected);
});

it.each([
  ['nothing was run of it', 3, null, {}, [], 'unrun'],
  ['nothing was run of it, and it is below', 9, null, {}, [], 'below'],
  ['it has a later prompt number', 3, 7, {}, [], 'restarted'],
  ['it has the prompt number of the failed one', 3, 4, {}, [], 'restarted'],
  ['an earlier number tells nothing', 3, 2, {}, [], 'unrun'],
  [
    'seen in the process before',
    3,
    3,
    {},
    [seen('c3', { run: 1 })],
    'restarted'
  ],
  [
    'another text seen in this process',
    3,
    3,
    {},
    [seen('c3', { source: 'model = 1' })],
    'edited'
  ],
  ['ran', 3, 3, { ran: 3 }, [seen('c3')], 'gone'],
  ['failed', 3, 3, { ran: 3 }, [seen('c3', { hasFailed: true })], 'failed'],
  ['ran, and nobody saw how it ended', 3, 3, { ran: 3 }, [], undefined],
  [
    'ran as a number of another process',
    3,
    3,
    { ran: 3 },
    [seen('c3', { run: 1, hasFailed: true })],
    undefined
  ],
  ['a later line of the failed cell', 5, 4, {}, [], 'later'],
  ['a line before, in the failed cell', 5, 4, { line: 1 }, [], undefined],
  ['only under a condition', 3, null, { isSure: false }, [], undefined],
  ['cannot be read', 3, null, { line: null, isSure: false }, [], undefined]
] as const)('%s', (_, position, executionCount, each, log, expected) => {
  expect(
    tell([cellAt(position, executionCount)], { each, seen: log })?.whereabouts
  ).toBe(expected);
});

it('says so where no cell gives the value', () => {
  expect(tell([], { near: 'modle' })).toMatchObject({
    whereabouts: 'nowhere',
    position: null,
    near: 'modle'
  });
});

it.each([
  "model = login(token='hf_1')",
  "OPENAI_API_KEY = model = 'sk-1'",
  `model = '${'x'.repeat(200)}'`
])('does not show %s', source => {
  const told = tell([cellAt(3, null, source)], { each: { line: 1 } });
  expect(told).toMatchObject({ whereabouts: 'unrun', code: '' });
});
