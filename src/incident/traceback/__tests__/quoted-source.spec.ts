import { withoutQuotedSource } from '../quoted-source';

const kept = (lines: readonly string[]): string[] =>
  withoutQuotedSource(lines.map(text => ({ text }))).map(({ text }) => text);

describe('withoutQuotedSource', () => {
  it('keeps the current line of a frame alone', () => {
    expect(
      kept([
        'train.py in step(x)',
        '      8     if x is None:',
        '      9         raise ValueError("no input")',
        '---> 10     return net(x)',
        '     11 ',
        '     12 raise RuntimeError("never")',
        'RuntimeError: boom'
      ])
    ).toEqual([
      'train.py in step(x)',
      '---> 10     return net(x)',
      'RuntimeError: boom'
    ]);
  });

  it('knows the source in a box of rich', () => {
    expect(
      kept([
        '│   208 │ raise A("x")',
        '│ ❱ 209 │ raise B("y")',
        '│   210 │ end'
      ])
    ).toEqual(['│ ❱ 209 │ raise B("y")']);
  });

  it('leaves numbered lines that are no source', () => {
    const list = ['1 CUDA error', '2 out of memory', '--> 9 x', '4 other'];
    expect(kept(list)).toEqual(list);
    expect(kept(['epoch', '1 loss nan'])).toEqual(['epoch', '1 loss nan']);
  });
});
