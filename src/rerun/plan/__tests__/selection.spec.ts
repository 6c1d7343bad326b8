import { planOf, type IPlan } from '../plan';
import type { IRescued } from '../rescued';
import { selectionOf } from '../selection';

function planFor(sources: readonly string[]): IPlan {
  const cells = sources.map((source, at) => ({
    id: `cell-${at}`,
    executionCount: at + 1,
    source,
    ms: null
  }));
  const inputs = cells
    .slice(0, -1)
    .map(({ id, ...cell }) => ({ ...cell, cellId: id, hasFailed: false }));
  const last = cells[cells.length - 1];
  return planOf(
    { basis: 'process', inputs, failedSource: last.source },
    cells,
    {
      ...last,
      cellId: last.id,
      kernelRun: 1
    }
  );
}

const PLAN = planFor([
  'a = 1',
  'b = a + 1',
  'c = 3',
  '!pip install nothing',
  '1 / c'
]);

const included = (
  ...[scope, asked]: [
    Parameters<typeof selectionOf>[1],
    Record<string, { isIncluded: boolean }>?
  ]
) =>
  [
    ...selectionOf(
      PLAN,
      scope,
      new Map(Object.entries(asked ?? {})),
      false
    ).choices.values()
  ].map(({ isIncluded }) => Number(isIncluded));

describe('selectionOf', () => {
  it('proposes what the failed cell needs, or all but what is dangerous', () => {
    expect(included('needed')).toEqual([0, 0, 1, 0, 1]);
    expect(included('all')).toEqual([1, 1, 1, 0, 1]);
  });

  it('brings what a cell needs that the user takes in', () => {
    expect(included('needed', { 'step-1': { isIncluded: true } })).toEqual([
      1, 1, 1, 0, 1
    ]);
    expect(included('needed', { 'step-3': { isIncluded: true } })).toEqual([
      0, 0, 1, 1, 1
    ]);
  });

  it('leaves out what the user leaves out, but for the failed cell', () => {
    const all = { isIncluded: false };
    expect(included('all', { 'step-2': all, 'step-4': all })).toEqual([
      1, 1, 0, 0, 1
    ]);
  });
});

describe('selectionOf with rescued variables', () => {
  const plain = (...names: string[]): IRescued => ({
    names,
    contents: ['plain']
  });
  /** The cells that run, as 0 and 1, and where the variables come back. */
  const replayed = (sources: string[], rescued: IRescued[], isLate = false) => {
    const { choices, returns } = selectionOf(
      planFor(sources),
      'needed',
      new Map(),
      isLate,
      rescued
    );
    return {
      runs: [...choices.values()].map(one => Number(one.isIncluded)),
      returns: returns.map(({ names, before }) => [before, ...names])
    };
  };
  const TRAINING = [
    'import torch',
    'rows = [i * i for i in range(10)]',
    'labels = torch.tensor([int(row) for row in rows]).cuda()',
    'labels[3]'
  ];

  it('leaves out the cells whose values come back', () => {
    expect(replayed(TRAINING, [plain('rows')])).toEqual({
      runs: [1, 0, 1, 1],
      returns: [[2, 'rows']]
    });
    const { verdicts } = selectionOf(
      planFor(TRAINING),
      'needed',
      new Map(),
      false,
      [plain('rows')]
    );
    expect(verdicts.get('step-1')?.reason).toEqual({
      kind: 'rescued',
      names: ['rows']
    });
    expect(verdicts.get('step-2')?.reason).toMatchObject({ by: 3 });
  });

  it('takes a value back only behind the last cell that may change it', () => {
    const sources = ['x = [1]', 'y = len(x)', 'x.append(2)', 'x[y]'];
    // `y` is of `x` as it was then.
    expect(replayed(sources, [plain('x')])).toEqual({
      runs: [1, 1, 0, 1],
      returns: [[3, 'x']]
    });
    expect(replayed(sources, [plain('x'), plain('y')])).toEqual({
      runs: [0, 0, 0, 1],
      returns: [
        [2, 'y'],
        [3, 'x']
      ]
    });
  });

  it('takes a value back behind a cell of which nobody knows what it does', () => {
    // Behind it, or the element would be there twice.
    for (const unknown of [
      'exec("x.append(2)")',
      'globals()["x"].append(2)',
      'get_ipython().run_cell("x.append(2)")',
      'get_ipython().run_line_magic("run", "-i change.py")',
      'from change import *',
      '%run -i change.py',
      'def grow():\n    x.append(2)\ngrow()'
    ]) {
      const { returns } = replayed(
        ['x = [1]', unknown, '1 / len(x)'],
        [plain('x')]
      );
      expect(returns).toEqual([[2, 'x']]);
    }
  });

  it('takes a value back before a cell that may do anything but to it', () => {
    const sources = [
      'from mine import to_device',
      'rows = [1, 2]',
      'device = to_device([int(row) for row in rows])',
      '1 / device'
    ];
    expect(replayed(sources, [plain('rows')])).toEqual({
      runs: [1, 0, 1, 1],
      returns: [[2, 'rows']]
    });
  });

  it('sees a change through another name', () => {
    const sources = ['x = [1]', 'y = x', 'y.append(2)', 'x[5]'];
    expect(replayed(sources, [plain('x', 'y')])).toEqual({
      runs: [0, 0, 0, 1],
      returns: [[3, 'x', 'y']]
    });
  });

  it('does not take back what the failed cell itself has changed', () => {
    const returns = (failed: string, ...before: string[]) =>
      replayed(
        ['import torch', 'x = [[3], [2]]', ...before, failed],
        [plain('x')]
      ).returns.length;
    for (const failed of [
      'x = x + [1]\nx[9]',
      'x += [1]\nx[9]',
      'x.append(1)\nx[9]',
      'del x[0]\nx[9]',
      'x[0] = 1\nx[9]',
      'for row in x:\n    row.append(1)\nx[9]',
      'for at, row in enumerate(x):\n    row[0] += 1\nx[9]',
      '[row.append(1) for row in x]\nx[9]',
      'y = x[0]\ny.append(1)\nx[9]',
      'torch.add(x, 1, out=x)\nx[9]',
      'exec("x.append(1)")\nx[9]',
      '%run change.py\nx[9]',
      'import mine\nmine.change(x)\nx[9]',
      'while len(x) < 5:\n    x = [*x, 1]\nx[9]',
      'with open("a") as x[0]:\n    pass\nx[9]'
    ]) {
      expect([failed, returns(failed)]).toEqual([failed, 0]);
    }
    expect(returns('grow()\nx[9]', 'def grow():\n    x.append(1)')).toBe(0);
    expect(returns('grow(x)\nx[9]', 'def grow(y):\n    y.append(1)')).toBe(0);
    expect(
      returns('grow()\nx[9]', 'def grow():\n    global x\n    x = [*x, 1]')
    ).toBe(0);
  });

  it('takes back what the failed cell only reads', () => {
    const MODEL = `class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(1, 2)
    def forward(self, x):
        self.seen = x.shape
        return self.layer(x)
model = Net()
loss_of = torch.nn.CrossEntropyLoss()`;
    for (const failed of [
      'x[9]',
      'y = [len(row) for row in x]\ny.append(1)\nx[9]',
      'seen = []\nfor row in x:\n    seen.append(len(row))\nx[9]',
      'loss = loss_of(model(torch.tensor(x).cuda()), torch.tensor(x))\nloss.backward()'
    ]) {
      const { returns } = replayed(
        ['import torch', 'x = [[3], [2]]', MODEL, failed],
        [plain('x')]
      );
      expect([failed, returns]).toEqual([failed, [[expect.any(Number), 'x']]]);
    }
  });

  it('runs what may have started the work that is reported late', () => {
    const tensor: IRescued = { names: ['a'], contents: ['torch'] };
    const runs = (making: string, isLate: boolean) =>
      replayed(['import torch', making, 'a[5].item()'], [tensor], isLate).runs;
    const onBoth = 'b = torch.ones(1).cuda()\na = torch.rand(3)';
    expect(runs(onBoth, true)).toEqual([1, 1, 1]);
    expect(runs(onBoth, false)).toEqual([0, 0, 1]);
    expect(runs('a = torch.rand(3)', true)).toEqual([0, 0, 1]);
  });

  it('runs all where all is wanted', () => {
    const { choices, returns } = selectionOf(
      planFor(TRAINING),
      'all',
      new Map(),
      false,
      [plain('rows')]
    );
    expect([...choices.values()].every(one => one.isIncluded)).toBe(true);
    expect(returns).toEqual([]);
  });
});
