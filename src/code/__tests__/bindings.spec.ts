import { bindingsOf, neededBy } from '../bindings';
import { readCode } from '../code';

/** As `name@line`, with the scope that has it for itself. */
function found(text: string): string[] {
  const code = readCode(text);
  expect(code).not.toBeNull();
  return bindingsOf(code!).map(
    ({ name, line, inside }) =>
      `${name}@${line}${inside === null ? '' : ` in ${inside || '-'}`}`
  );
}

it.each([
  ['a = 1', ['a@1']],
  ['a = b = c', ['a@1', 'b@1']],
  ['(a, [b, *c]), d.e, f[0] = x', ['a@1', 'b@1', 'c@1']],
  ['a: int = 1', ['a@1']],
  ['x += 1\nprint(y)\nz == 1', []],
  ['for i, (j, k) in x:\n    n = i', ['i@1', 'j@1', 'k@1', 'n@2']],
  ['with open(p) as f, g() as h:\n    pass', ['f@1', 'h@1']],
  ['try:\n    pass\nexcept E as e:\n    x = 1', ['e@3', 'x@4']],
  ['if (n := 3) > m:\n    pass', ['n@1']],
  ['import a.b, c as d, e', ['a@1', 'd@1', 'e@1']],
  ['import a.b.c as d, e.f', ['d@1', 'e@1']],
  ['from a.b import (c, d as e)', ['c@1', 'e@1']],
  ['from fastai.vision import *', ['*@1']],
  ['if x:\n    a = 1\nelse:\n    b = 2', ['a@2', 'b@4']],
  [
    'def f(x, y=z, *args, **kw):\n    w = x\n    return w',
    ['f@1', 'x@1 in f', 'y@1 in f', 'args@1 in f', 'kw@1 in f', 'w@2 in f']
  ],
  [
    'class A:\n    b = 1\n    def m(self):\n        c = 2',
    ['A@1', 'b@2 in A', 'm@3 in A', 'self@3 in m', 'c@4 in m']
  ],
  ['f = lambda q: (r := q)', ['f@1', 'q@1 in -', 'r@1 in -']],
  ['%matplotlib inline\na = 1\n!pip install x', ['a@2']]
])('%j gives %j', (text, names) => {
  expect(found(text).sort()).toEqual([...names].sort());
});

it('tells which statement decides, and what is a parameter', () => {
  const text = 'a = 1\nif a:\n    b = 2\ndef f(x):\n    y = x';
  const all = bindingsOf(readCode(text)!).map(
    ({ name, branch, isParameter }) => [name, branch, isParameter]
  );
  expect(all).toEqual([
    ['a', null, false],
    ['b', 2, false],
    ['f', null, false],
    ['x', null, true],
    ['y', null, false]
  ]);
});

it.each([
  ['a = b + c.d', ['b', 'c']],
  ['f(x, y=z)', ['f', 'x', 'z']],
  ['[p for p, (q, r) in pairs if q]', ['pairs']],
  ['{k: v for k, v in d.items()}', ['d']],
  ['def f(a):\n    return a + b', ['b']],
  ['g = lambda q: q + w', ['w']],
  ['import os\nos.getcwd()', []],
  ['print(len(_), ValueError)', []]
])('%j needs %j', (text, names) => {
  expect([...neededBy(readCode(text)!)].sort()).toEqual(names);
});
