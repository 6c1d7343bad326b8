import { ROOT } from '../../../../catalogue/__tests__/cases';
import { Needs } from '../needs';
import { notebooks } from './notebooks';
import { program, randomOf } from './programs';
import { replaysOf, rescuedReplaysOf, type ICandidate } from './replays';

/** `ALL_CASES=1` runs all notebooks; `npm run needs` 2,000 programs, too. */
const ALL = process.env.ALL_CASES === '1';
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const verdicts = (...cells: string[]) =>
  new Needs(cells.map(source => ({ source, mayNotRun: false }))).verdicts([
    cells.length - 1
  ]);

function sample(kind: string, count: number): ICandidate[] {
  const random = randomOf(SEED);
  const found = notebooks(ROOT, kind).map(one => ({ ...one, watch: [] }));
  return ALL
    ? found
    : found
        .map(one => ({ one, key: random() }))
        .sort((a, b) => a.key - b.key)
        .slice(0, count)
        .map(({ one }) => one);
}

describe(`what a failure needs, seed ${SEED}`, () => {
  it('ends in the same failure, in the real Python', () => {
    const candidates = [...sample('notebooks', 24), ...sample('training', 3)];
    const replays = replaysOf(ROOT, candidates);
    expect(replays.filter(one => one.problem !== null)).toEqual([]);
    expect(replays.filter(one => !one.hasFailed)).toEqual([]);
  }, 300_000);

  it('does so with what a rescue gives back', () => {
    const candidates = [
      ...sample('notebooks', 2),
      ...sample('changes', 6),
      ...sample('training', 1)
    ];
    const replays = rescuedReplaysOf(ROOT, candidates);
    expect(replays.filter(one => one.problem !== null)).toEqual([]);
  }, 300_000);

  it('gives random programs the same values', () => {
    const programs = Array.from({ length: ALL ? 500 : 60 }, (_, at) => ({
      name: `program ${SEED + at}`,
      cells: program(SEED + at).cells,
      watch: ['result']
    }));
    const replays = replaysOf(ROOT, programs);
    expect(replays.filter(one => one.problem !== null)).toEqual([]);
    // Else there was nothing to go wrong.
    expect(replays.some(one => one.kept.length < one.cells.length)).toBe(true);
  }, 300_000);
});

/** Whether a cell is kept for what it may have done on a GPU. */
function isLate(cell: string): boolean {
  const cells = [
    `import copy, operator, pickle, torch
import numpy as np
from torch.utils.data import DataLoader, TensorDataset
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
def f(where):
    return torch.ones(2, device=where)`,
    'net = torch.nn.Linear(2, 2).to(device)\ngiven = net(torch.ones(2, device=device))',
    'cpu = torch.ones(2)',
    cell,
    'm'
  ];
  const needs = new Needs(cells.map(source => ({ source, mayNotRun: false })));
  return needs.verdicts([4], true)[3].isNeeded;
}

describe('the reasons', () => {
  it('say what a cell gives, and to which', () => {
    const found = verdicts('a = [1]', 'b = 2', 'a.append(3)', 'a[5]');
    expect(found.map(one => one.reason)).toEqual([
      { kind: 'need', need: { kind: 'defines', name: 'a' }, by: 3 },
      { kind: 'unused', gives: ['b'] },
      { kind: 'need', need: { kind: 'changes', name: 'a' }, by: 3 },
      { kind: 'asked' }
    ]);
  });

  it('see the names in a query, and files that a figure writes', () => {
    const needed = (...cells: string[]) =>
      verdicts(...cells).map(one => one.isNeeded);
    expect(
      needed(
        'import pandas as pd\nt = pd.DataFrame()',
        'low = 1',
        'idle = 2',
        't.query("x > @low")'
      )
    ).toEqual([true, true, false, true]);
    expect(
      needed(
        'import matplotlib.pyplot as plt\nfigure = plt.figure()',
        'figure.savefig("a.png")',
        'idle = 2',
        'open("a.png")'
      )
    ).toEqual([true, true, false, true]);
    expect(
      needed(
        'from sklearn.preprocessing import FunctionTransformer',
        'shift = 1',
        'made = FunctionTransformer(lambda x: x + shift)',
        'shift = 2',
        'idle = 1',
        'made.transform([[1]])'
      )
    ).toEqual([true, true, true, true, false, true]);
  });

  it('take a look at one name for no more than that', () => {
    const needed = verdicts(
      'a = 1',
      'b = 2',
      'kind = "b" in globals()',
      'print(dir(a), vars(b) if kind else 0)'
    ).map(one => one.isNeeded);
    expect(needed).toEqual([true, true, true, true]);
    expect(
      verdicts('a = 1', 'b = 2', 'print("b" in dir())').map(one => one.isNeeded)
    ).toEqual([false, true, true]);
  });

  it('give a loop its own variable', () => {
    const needed = verdicts(
      'for i in range(3):\n    pass',
      'for i in range(2):\n    print(i)'
    ).map(one => one.isNeeded);
    expect(needed).toEqual([false, true]);
    expect(
      verdicts('i = 1', 'for i in []:\n    pass', 'i').map(one => one.isNeeded)
    ).toEqual([true, true, true]);
  });

  it('say what nobody can know', () => {
    const [shell, call, setting, unread] = verdicts(
      '!make data',
      'import mystery\nmystery.go()',
      'import numpy\nnumpy.foo = 1',
      'def f(:',
      'x = 1'
    ).map(one => one.reason);
    expect(shell).toMatchObject({ always: { kind: 'magic' } });
    expect(call).toMatchObject({ always: { kind: 'import' } });
    expect(setting).toMatchObject({ always: { kind: 'setting' } });
    expect(unread).toMatchObject({ always: { kind: 'unread' } });
  });

  it('keep what may still run on a GPU when a failure is late', () => {
    const cells = ['import torch', 'w = torch.zeros(3).cuda()', 'n = 1', 'm'];
    const needs = new Needs(
      cells.map(source => ({ source, mayNotRun: false }))
    );
    const isNeeded = (isLate: boolean) =>
      needs.verdicts([3], isLate).map(one => one.isNeeded);
    expect(isNeeded(false)).toEqual([false, false, false, true]);
    expect(isNeeded(true)).toEqual([true, true, false, true]);
  });

  it.each([
    ['a method', 'torch.ones(2).cuda()'],
    ['a device', 'torch.ones(2).to(device)'],
    ['a device that is a text', 'where = "cuda"\ntorch.ones(2).to(where)'],
    ['a keyword', 'torch.ones(2, device="cuda")'],
    ['a keyword in a function', 'f("cuda")'],
    ['keywords', 'torch.ones(2, **{"device": "cuda"})'],
    ['a layer at its fourth place', 'torch.nn.Linear(2, 2, True, "cuda")'],
    ['a model', 'net(torch.ones(2))'],
    ['a part of a model', 'net.weight.sum()'],
    ['what a model gave', 'given + 1'],
    ['a comparison of it', '(given > 0).sum()'],
    ['a copy of it', 'copy.deepcopy(given).mul_(2)'],
    ['a file', 'torch.load("a.pt")'],
    ['a pickle', 'pickle.load(open("a.pkl", "rb")).sum()'],
    ['a place by default', 'with torch.device("cuda"):\n    torch.ones(2)'],
    ['memory that is pinned', 'torch.ones(2).pin_memory()'],
    ['a type', 'torch.ones(2).type("torch.cuda.FloatTensor")'],
    ['a method by its name', 'getattr(torch.ones(2), "cuda")()'],
    ['a caller of methods', 'operator.methodcaller("cuda")(torch.ones(2))'],
    ['a function that is handed over', 'list(map(torch.Tensor.cuda, [cpu]))'],
    ['a library that nobody knows', 'import mystery\nmystery.go(cpu)'],
    ['a look at it', 'given']
  ])('keep, when a failure is late, %s', (_, cell) => {
    expect(isLate(cell)).toBe(true);
  });

  it.each([
    ['a tensor', 'torch.ones(2).sum()'],
    ['a type', 'cpu.to(torch.float64)'],
    ['a device that is none', 'torch.ones(2, device="cpu").to("cpu")'],
    ['a layer', 'torch.nn.Linear(2, 2)(torch.ones(2))'],
    ['data', 'DataLoader(TensorDataset(cpu), batch_size=2)'],
    ['a question', 'torch.cuda.is_available()'],
    ['numpy', 'np.ones(2).sum()']
  ])('do not keep %s then', (_, cell) => {
    expect(isLate(cell)).toBe(false);
  });

  it.each([
    'torch.set_default_device("cuda")',
    'import mystery',
    'mystery.go()',
    '%run other.py',
    'torch.ones = torch.zeros'
  ])('keep all of PyTorch then behind %s', before => {
    const cells = ['import torch', before, 'torch.ones(2)', 'm'];
    const needs = new Needs(
      cells.map(source => ({ source, mayNotRun: false }))
    );
    expect(needs.verdicts([3], true)[2].isNeeded).toBe(true);
  });

  it('do not take a name away that a cell may not have given', () => {
    const cells = ['a = 1', 'a = 2', 'a'];
    const needed = (mayNotRun: boolean) =>
      new Needs(
        cells.map((source, at) => ({
          source,
          mayNotRun: mayNotRun && at === 1
        }))
      )
        .verdicts([2])
        .map(one => one.isNeeded);
    expect(needed(false)).toEqual([false, true, true]);
    expect(needed(true)).toEqual([true, true, true]);
  });
});

describe('what a cell changes', () => {
  const changed = (cells: readonly string[]) =>
    new Needs(cells.map(source => ({ source, mayNotRun: false }))).changedBy(
      cells.length - 1
    );
  const TOOLS = `class Tools:
    @staticmethod
    def grow(rows):
        rows.append(1)
    def lengthen(rows):
        rows.append(1)`;
  const KEEPER = `class Keeper:
    def __init__(self, rows):
        self.rows = rows
        self.count = 0
    def grow(self):
        self.rows.append(1)
    def next(self, row):
        self.step()
    def step(self):
        self.count += 1`;
  const grow = 'def grow(some):\n    some.append(1)';

  it.each<readonly [string, readonly string[]]>([
    ['a static method', [TOOLS, 'Tools.grow(data)']],
    ['a method of a class', [TOOLS, 'Tools.lengthen(data)']],
    ['a method that is handed over', [TOOLS, 'list(map(Tools.grow, [data]))']],
    [
      'an object that a function makes',
      [KEEPER, 'def go(some):\n    Keeper(some).grow()', 'go(data)']
    ],
    [
      'an object that a function makes and names',
      [KEEPER, 'def go():\n    k = Keeper(data)\n    k.grow()', 'go()']
    ],
    [
      'an object as it is made',
      [
        'class Own:\n    def __init__(self, a):\n        self.a = a\n        self.a.append(1)',
        'Own(data)'
      ]
    ],
    [
      'another name in a function',
      ['def go():\n    some = data\n    some.append(1)', 'go()']
    ],
    [
      'a loop in a function',
      ['def go():\n    for row in data:\n        row.append(1)', 'go()']
    ],
    ['a function in a function', [grow, 'def go():\n    grow(data)', 'go()']],
    [
      'what a function gives',
      ['def get():\n    return data', 'get().append(1)']
    ],
    ['an item of it', ['def get():\n    return data', 'get()[0] = 1']],
    [
      'what a function gives to a function',
      ['def get():\n    return data', grow, 'get()\ngrow(get())']
    ]
  ])('has what is changed by %s', (_, cells) => {
    expect([...(changed(['data = [[1]]', ...cells]) ?? [])]).toContain('data');
  });

  it.each<readonly [string, readonly string[]]>([
    ['is only kept', ['Keeper(data)']],
    ['is given to a method of another', ['k = Keeper([])', 'k.next(data)']],
    [
      'is looked at',
      ['def look():\n    n = []\n    n.append(len(data))', 'look()']
    ]
  ])('has nothing that %s', (_, cells) => {
    const all = ['data = [[1]]', KEEPER, ...cells];
    expect([...(changed(all) ?? ['data'])]).not.toContain('data');
  });
});
