import { cellIncident } from '../../incident/incident';
import type { ISavedCell, ISavedName } from '../../incident/saved';
import { withCells } from '../saved-cells';

/** A cell: its prompt number (null without one), its text, whether it failed, what it printed. */
type Cell = readonly [
  count: number | null,
  source: string,
  hasFailed?: boolean,
  printed?: string
];

const IMPORTS: Cell = [1, 'import torch'];

/** What a notebook tells of `x`, which its cell at `at` uses in line 2. */
function told(
  all: readonly Cell[],
  at: number,
  imports = 'import torch',
  failed = 'show(x)'
): ISavedName | undefined {
  const cells: ISavedCell[] = all.map(
    ([executionCount, source, hasFailed = false, printed], index) => ({
      position: index + 1,
      executionCount,
      hasFailed,
      source,
      ...(printed === undefined ? {} : { printed })
    })
  );
  const incident = cellIncident({
    ename: 'NameError',
    evalue: "name 'x' is not defined",
    traceback: `Cell In[4], line 2\n      1 a = 1\n----> 2 ${failed}\n\nNameError: name 'x' is not defined`,
    source: cells[at].source,
    imports
  });
  return withCells(incident, cells, at, true).saved;
}

const USES: Cell = [4, 'a = 1\nshow(x)'];

it.each<[state: string, cells: readonly Cell[]]>([
  ['skipped', [IMPORTS, [null, 'x = 1'], USES]],
  ['after', [IMPORTS, [9, 'x = 1'], USES]],
  ['fresh', [[8, 'import torch'], [9, 'x = 1'], USES]],
  ['before', [IMPORTS, [2, 'x = 1'], USES]],
  ['failed', [IMPORTS, [2, 'x = 1', true], USES]],
  [
    'unnumbered',
    [
      [null, 'x = 1'],
      [2, 'y = 1'],
      [null, 'show(x)']
    ]
  ],
  ['later', [IMPORTS, [2, 'y = 1'], [4, 'a = 1\nshow(x)\nx = 2']]]
])('tells by the numbers that a cell was %s', (state, cells) => {
  expect(told(cells, 2)?.given?.state).toBe(state);
});

it('finds the line in a cell that is too far away to be evidence', () => {
  const long: Cell = [3, `print('${'-'.repeat(30_000)}')`];
  const cells: Cell[] = [IMPORTS, [2, 'x = 1'], long, long, USES];
  expect(told(cells, 4)?.given).toMatchObject({ position: 2, line: 1 });
  // What its line needs may stand in a cell that was not read.
  const needing = (first: string): Cell[] => [
    [1, `import torch\n${first}`],
    [null, 'x = np.zeros(3)'],
    long,
    long,
    USES
  ];
  expect(told(needing('import numpy as np'), 4)?.given?.needs).toBeNull();
  expect(told(needing(''), 4)?.given?.needs).toBe('np');
  // Without the name it stays out.
  expect(told([IMPORTS, [2, 'y = 1'], long, long, USES], 4)?.names).toEqual([
    'a'
  ]);
});

it('takes the nearest line above that does not need the name itself', () => {
  const cells: Cell[] = [
    [1, 'x = 0'],
    [2, 'x = load()\nx = x.dropna()'],
    USES,
    [5, 'x = 3']
  ];
  expect(told(cells, 2)?.given).toMatchObject({ position: 2, line: 1 });
  expect(told([IMPORTS, USES, [5, 'x = 3']], 1)?.given).toMatchObject({
    position: 3,
    state: 'below'
  });
});

it('tells what the cell that gives it lacks itself', () => {
  const below: Cell = [null, 'x = load(folder)'];
  const local: Cell = [
    2,
    'def f(folder):\n    return load(folder)\nload = show = 1'
  ];
  const lacking = told([IMPORTS, local, USES, below], 2);
  expect(lacking?.given).toMatchObject({ state: 'below', needs: 'folder' });
  // It has run once: then it had what it needs.
  const ran = told([IMPORTS, local, USES, [5, 'x = load(folder)']], 2);
  expect(ran?.given?.needs).toBeNull();
  const starred = told([[1, 'from a import *'], local, USES, below], 2);
  expect(starred?.given?.needs).toBeNull();
});

it('tells of other names that the failed cell lacks', () => {
  const cells: Cell[] = [IMPORTS, [4, 'a = 1\nshow(x, words)'], [5, 'x = 3']];
  expect(told(cells, 1)?.also).toEqual(['show', 'words']);
  const magic: Cell = [2, 'words = !ls\n%store -r show'];
  expect(told([IMPORTS, magic, ...cells.slice(1)], 2)?.also).toEqual([]);
});

it('tells of a line that reads back what the failed one was to write', () => {
  const text = "a = 1\nshow(x, 'x.pt')\nx = load('x.pt')";
  const cells: Cell[] = [IMPORTS, [4, text]];
  expect(
    told(cells, 1, 'import torch', "show(x, 'x.pt')")?.given
  ).toMatchObject({
    state: 'later',
    readsBack: true
  });
});

it('offers no module for what is called', () => {
  const cells: Cell[] = [
    [1, 'import torch\nfrom torchvision import transforms, io\nimport xs'],
    [4, 'a = 1\nx(a)']
  ];
  expect(told(cells, 1, 'import torch', 'x(a)')?.names).toEqual(['a']);
});

it('tells of a comment, a function and an import of all names', () => {
  const cells: Cell[] = [
    [1, 'from fastai.vision import *'],
    [2, 'def f(x):\n    return x'],
    [3, '# x = load()'],
    USES
  ];
  expect(told(cells, 3)).toMatchObject({
    given: null,
    comment: { position: 3, line: 1, code: 'x = load()' },
    local: 'f',
    starred: 1,
    names: ['*', 'f', 'a']
  });
});

it('shows no line that may hold a secret, and none that is long', () => {
  for (const code of ["x = login(token='abc')", `x = f(${'1, '.repeat(80)})`]) {
    const given = told([IMPORTS, [2, code], USES], 2)?.given;
    expect(given).toMatchObject({ position: 2, line: 1, code: '' });
    const comment = told([IMPORTS, [2, `# ${code}`], USES], 2)?.comment;
    expect(comment).toMatchObject({ position: 2, line: 1, code: '' });
  }
});

it('says nothing of the name where a cell with it was not read, or without torch', () => {
  const many: Cell[] = Array.from({ length: 1000 }, (_, at) => [at, 'y = 1']);
  expect(told([[1, 'x = 1'], ...many, USES], 1001)?.given?.line).toBe(1);
  expect(told([[1, `x = "${'a'.repeat(50_000)}"`], USES], 1)).toBeUndefined();
  expect(told([[1, 'x = 1'], USES], 1, 'import os')).toBeUndefined();
});

it('reads a cell that ends in blanks, and the margin of one of Python 2', () => {
  const ends = 'def x():\n    return 1\n      ';
  expect(told([[1, ends], USES], 1)?.given?.line).toBe(1);
  const old = "print 'made'\nx = 1\nclass y: pass";
  expect(told([[1, old], USES], 1)?.given?.line).toBe(2);
});

it('takes a comment above before a line below', () => {
  const cells: Cell[] = [IMPORTS, [2, '# x = 1'], USES, [5, 'x = 2']];
  expect(told(cells, 2)).toMatchObject({
    given: null,
    comment: { position: 2, line: 1, code: 'x = 1' }
  });
});

it('takes rounds that are printed for a sign that the loop ran', () => {
  const loop = 'for n in all:\n    x = n\n    print(n)';
  const given = (printed?: string) =>
    told([IMPORTS, [2, loop, false, printed], USES], 2)?.given?.state;
  expect(given('1\n2\n')).toBe('before');
  expect(given()).toBe('branch');
});

it('tells of a branch, of del and of a parameter', () => {
  const branch = told([IMPORTS, [2, 'if train:\n    x = 1'], USES], 2);
  expect(branch?.given).toMatchObject({ state: 'branch', branch: 'if train:' });
  const gone = told([IMPORTS, [2, 'x = 1'], [3, 'del x'], USES], 3);
  expect(gone?.given?.state).toBe('gone');
  const parameter = told([IMPORTS, [2, 'def f(x):\n    return x'], USES], 2);
  expect(parameter).toMatchObject({ local: 'f', isParameter: true });
});

it('knows whether the cell with import * had run', () => {
  const starred = 'from fastai.vision.all import *';
  expect(told([[1, starred], USES], 1)?.hasStarred).toBe(true);
  expect(told([[9, starred], USES], 1)?.hasStarred).toBe(false);
});

it('takes the number of the prompt from the traceback', () => {
  const cells: Cell[] = [
    [1, 'import torch'],
    [2, 'x = 1'],
    [null, 'a = 1\nshow(x)']
  ];
  expect(told(cells, 2)?.given?.state).toBe('before');
});

it('hands the cells on with what they show', () => {
  const cells: ISavedCell[] = [
    {
      position: 1,
      executionCount: 1,
      hasFailed: false,
      source: 'import torch\nprint(3)',
      printed: '3'
    },
    { position: 2, executionCount: 2, hasFailed: true, source: 'd["x"]' }
  ];
  const incident = cellIncident({
    ename: 'KeyError',
    evalue: "'x'",
    imports: 'import torch'
  });
  expect(withCells(incident, cells, 1, true).around).toEqual({ cells, at: 1 });
  const plain = cellIncident({ ename: 'KeyError', evalue: "'x'" });
  expect(withCells(plain, cells, 1, true)).toBe(plain);
});

it('reads a notebook that calls torch, whoever imported it', () => {
  const cells: readonly Cell[] = [
    [1, 'from lib import *'],
    [2, 'net = torch.nn.Linear(2, 3)'],
    USES
  ];
  expect(told(cells, 2, 'from lib import *')).toMatchObject({ starred: 1 });
  expect(told([[1, 'x = 1'], USES], 1, 'import numpy')).toBeUndefined();
});
