import * as fc from 'fast-check';

import { HeadAndTail } from '../input';

function keep(limit: number, chunks: readonly Uint8Array[]): HeadAndTail {
  const kept = new HeadAndTail(limit);
  for (const chunk of chunks) {
    kept.add(chunk);
  }
  return kept;
}

/** All of it; of more than `limit` bytes the head, a line end, and the tail. */
function expected(limit: number, all: Buffer): string {
  const half = limit / 2;
  return all.length <= limit
    ? all.toString()
    : `${all.subarray(0, half)}\n${all.subarray(all.length - half + 1)}`;
}

const ascii = fc
  .string({ unit: 'grapheme-ascii', maxLength: 40 })
  .map(text => Buffer.from(text));

describe('HeadAndTail', () => {
  it('keeps the first and the last half, in whatever pieces they come', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(ascii, { maxLength: 12 }),
        (quarter, chunks) => {
          const limit = 4 * quarter;
          const all = Buffer.concat(chunks);
          expect(keep(limit, chunks).finish()).toEqual({
            text: expected(limit, all),
            cut: all.length > limit
          });
        }
      )
    );
  });

  it('joins a character that came in two pieces', () => {
    const all = Buffer.from('Fehler: Größe 猫 🙂');
    for (let at = 0; at <= all.length; at++) {
      const kept = keep(64, [all.subarray(0, at), all.subarray(at)]);
      expect(kept.finish().text).toBe('Fehler: Größe 猫 🙂');
    }
  });

  it('reads the UTF-16 of PowerShell, also behind a cut', () => {
    const long = `\ufeff${'epoch '.repeat(40)}RuntimeError: Größe`;
    const whole = keep(1024, [Buffer.from(long, 'utf16le')]);
    expect(whole.finish().text).toBe(long.slice(1));
    const bytes = Buffer.from(long, 'utf16le');
    const { text, cut } = keep(64, [bytes]).finish();
    expect(cut).toBe(true);
    expect(text).toBe(`epoch epoch epo\n${long.slice(-15)}`);
    // A half character at the end shifts the tail by a byte.
    const odd = keep(64, [bytes, Buffer.from([0x41])]).finish().text;
    expect(odd).toMatch(/^epoch epoch epo\n\w*Error: Größe\ufffd$/);
  });

  it('counts what was skipped as cut out', () => {
    const kept = keep(16, [Buffer.from('01234567')]);
    kept.skip(1000);
    kept.add(Buffer.from('abcd'));
    kept.add(Buffer.from('efgh'));
    expect(kept.finish()).toEqual({ text: '01234567\nbcdefgh', cut: true });
  });

  it('takes what is there of a file that shrank while it was read', () => {
    const short = keep(16, [Buffer.from('01234567')]);
    short.skip(1000);
    short.add(Buffer.from('abc'));
    expect(short.finish().text).toBe('01234567\nbc');

    const empty = keep(16, [Buffer.from('012')]);
    empty.skip(1000);
    expect(empty.finish()).toEqual({ text: '012\0\0\0\0\0', cut: true });
  });
});
