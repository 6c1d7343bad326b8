import * as fc from 'fast-check';

import { fold } from '../../incident/text/clean';
import { quote, unfold } from '../quote';

it.each([
  ['boom', 'boom', 'boom'],
  ['first\n  boom \t bang\nlast', 'boom bang', 'boom \t bang'],
  ['  first\n\nboom\nbang\nlast', 'boom bang', 'boom\nbang'],
  ['a (x|y)+ [z]* \\d\nb', '(x|y)+ [z]* \\d', 'a (x|y)+ [z]* \\d']
])('quotes from %j the lines of %j', (text, wanted, lines) => {
  const index = fold(text).indexOf(wanted);
  expect(quote(text, index, wanted.length)).toBe(lines);
});

it('cuts a long line round the match', () => {
  const text = `${'a '.repeat(2000)}boom ${'b '.repeat(2000)}`;
  const quoted = quote(text, fold(text).indexOf('boom'), 4);
  expect(quoted).toContain('boom');
  expect(quoted.length).toBeLessThan(620);
});

it('finds every character of the folded text again', () => {
  const text = fc
    .array(fc.constantFrom(' ', '\n', '\t', 'a', 'b', '\u00a0', '🙂'))
    .map(parts => parts.join(''));
  fc.assert(
    fc.property(text, raw => {
      const folded = fold(raw);
      for (let at = 0; at < folded.length; at++) {
        const there = raw[unfold(raw, at)];
        expect(/\s/.test(there) ? ' ' : there).toBe(folded[at]);
      }
    })
  );
});
