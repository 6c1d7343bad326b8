import { parser } from '@lezer/python';

import { risksOf } from '../side-effects';
import type { Danger } from '../dangers';
import { MAX_CELL, MAX_CELLS, readPython } from '../python';
/** Texts by what they do; which of them are harmless, by why one may wonder. */
import table from './dangers.json';

const dangers = (source: string): readonly Danger[] =>
  risksOf([source])[0].dangers;

/** Our own time, not that of other programs beside it, in microseconds. */
function processorTime(cells: readonly string[]): number {
  const began = process.cpuUsage();
  risksOf(cells);
  return process.cpuUsage(began).user;
}

describe('risksOf', () => {
  const rows = (table: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(table).flatMap(([group, sources]) =>
      sources.map(source => [group, source] as const)
    );

  it.each(rows(table.dangerous))('%s: %j', (danger, source) => {
    expect(dangers(source)).toContain(danger);
  });

  it.each(rows(table.harmless))('harmless, %s: %j', (_, source) => {
    expect(dangers(source)).toEqual([]);
  });

  it('counts what a function does where it is called', () => {
    const risks = risksOf([
      'def save(m):\n    torch.save(m, "m.pt")',
      'x = 1',
      'save(model)'
    ]);
    expect(risks.map(risk => risk.dangers)).toEqual([[], [], ['write']]);
  });

  it('reads the body of cell magics that are Python', () => {
    expect(dangers('%%time\nos.remove(path)')).toEqual(['delete']);
    expect(dangers('%%capture out\n!rm x')).toEqual(['delete']);
  });

  it.each([
    ['!pip install x', 'f(x)', true],
    ['torch.save(model, "m.pt")', 'f(model)', true],
    ['log = open("x", "w")', 'log.close()', false],
    ['log = open("x", "w")', 'y = 1', true],
    ['import os\nos.remove("x")', 'os.getcwd()', false],
    ['from os import remove\nremove("x")', 'y = 1', true],
    ['from os import remove as r\nr("x")', 'r("y")', false],
    ['out = !make', 'print(out)', false],
    ['out = !make', '!echo {out}', false],
    ['a, (b, c) = f(), exit()', 'c', false],
    ['for x in y:\n    os.remove(x)', 'f(z)', true],
    ['with open("x", "w") as f:\n    n = 1', 'n', false],
    ['%%capture out\n!make', 'out.show()', false],
    ['%%cython\ndef f(): pass', 'f()', false],
    ['%%python\nx = 1', 'x', true],
    ['%run x.py', 'x', true],
    ['os.environ["A"] = input()', 'y = 1', false],
    ['from x import *\nexit()', 'y', false],
    ['def f():\n    x = 1\nos.remove(y)', 'x', true]
  ])('%j before %j can be left out: %s', (source, later, isDispensable) => {
    expect(risksOf([source, later])[0].isDispensable).toBe(isDispensable);
  });

  it('survives what is no Python', () => {
    for (const source of ['', '%%', '!', 'def (', '%%html\n<b>', '"""', '(']) {
      expect(() => risksOf([source])).not.toThrow();
    }
  });

  it('follows imports and functions from cell to cell', () => {
    const risks = risksOf([
      'from os import remove as r',
      'def f(x):\n    r(x)',
      'def g(x):\n    f(x)',
      'g("x")',
      'def f(x):\n    return x',
      'g("x")'
    ]);
    expect(risks.map(risk => risk.dangers)).toEqual([
      [],
      [],
      [],
      ['delete'],
      [],
      []
    ]);
  });

  describe('of texts made to be slow', () => {
    const sized = (part: string, length: number) =>
      part.repeat(Math.ceil(length / part.length)).slice(0, length);
    const parse = jest.spyOn(parser, 'parse');
    const parsed = () =>
      parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);

    beforeEach(() => parse.mockClear());
    afterAll(() => parse.mockRestore());

    it('reads a cell once, whatever is in it, and equal cells once', () => {
      const source = '!ls\nx = """\n%a\n"""\n'.repeat(100);
      risksOf([source, source]);
      expect(parse).toHaveBeenCalledTimes(1);
      expect(parsed()).toBeLessThanOrEqual(source.length * 1.5);
    });

    it('reads no cell that is too long, and says so', () => {
      const long = `data = [${sized('0, ', MAX_CELL)}]`;
      const risks = risksOf([long, long.replace('data', 'other'), 'f(data)']);
      expect(parsed()).toBe('f(data)'.length);
      expect(risks.map(risk => risk.dangers)).toEqual([['long'], ['long'], []]);
      expect(risks.map(risk => risk.isDispensable)).toEqual([
        false,
        true,
        true
      ]);
    });

    it('reads no more of a notebook than a page can bear', () => {
      const cells = Array.from(
        { length: 20 },
        (_, at) => `x${at} = [${sized('0, ', MAX_CELL - 20)}]`
      );
      const risks = risksOf(cells);
      expect(parsed()).toBeLessThanOrEqual(MAX_CELLS);
      const judged = risks.filter(risk => risk.dangers.length === 0);
      expect(judged).toHaveLength(Math.floor(MAX_CELLS / cells[10].length));
    });

    it('does not count what is only written to a file', () => {
      const text = `%%writefile x.py\n${sized('a ', 2 * MAX_CELL)}`;
      expect(dangers(text)).toEqual(['write']);
    });

    it.each(
      [
        ...['(', '[', '{', '()', 'f(', 'a.', 'a(b)', '"', '""', '""\n%a\n'],
        ...['%a\n', '!ls\n', 'if x:\n', 'def f(\n', 'f"{', 'a b ', '@', '`'],
        ...['lambda ', '\\', '\\\n', 'a=', '\t', ' \n', '%%time\n', '!{a(}\n'],
        ...['!$(', '!"$(', '!`', '!sudo ', '!find -exec ', '!eval ', '!a|']
      ].map(part => [part])
    )('%j over and over: at most 40 times plain code as long', part => {
      const [mark] = /^!(?!\{|ls)/.exec(part) ?? [''];
      const text = mark + sized(part.slice(mark.length), MAX_CELL - 1);
      const plain = processorTime([sized('x = f(1)\n', MAX_CELL - 1)]);
      // Ten times is the most that was seen; what grows with the square of a
      // cell's length would take some thousand times.
      expect(processorTime([text, sized(part, 200_000)])).toBeLessThan(
        40 * plain
      );
    });
  });
});

describe('readPython', () => {
  it('keeps names apart from texts and comments', () => {
    const { names } = readPython('a.b(c="d")  # e\nf"""g {h}"""');
    expect([...names]).toEqual(expect.arrayContaining(['a', 'b', 'c']));
    for (const word of ['d', 'e', 'g']) {
      expect(names.has(word)).toBe(false);
    }
  });
});
