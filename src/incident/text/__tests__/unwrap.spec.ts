import { unwrap } from '../unwrap';

describe('lines that look cut', () => {
  it('leaves an exception its own line, below a line of a usual width', () => {
    const line =
      '    from model_reader import ReaderForConditionalGeneration, ReaderTokenizer_ab'.padEnd(
        80,
        'x'
      );
    const lines = [
      '  File "/root/reader/app.py", line 15, in <module>',
      line,
      "ModuleNotFoundError: No module named 'model_reader'"
    ];
    expect(line).toHaveLength(80);
    expect(unwrap(lines)).toBeNull();
  });

  it('joins a word that was cut', () => {
    const line = 'RuntimeError: '.padEnd(80, 'x');
    expect(unwrap([line, 'and the rest'])).toEqual([`${line}and the rest`]);
  });
});
