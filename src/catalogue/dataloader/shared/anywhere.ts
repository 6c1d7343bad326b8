import type { ISign } from '../../../diagnosis/types';

/**
 * One condition as two signs: in an exception's message, and in the streams or
 * a pasted text. Only for words that nothing else prints.
 *
 * @param pattern - sees white space folded to one blank
 * @param rest - further conditions of both signs
 */
export function anywhere(
  pattern: RegExp,
  rest: Omit<ISign, 'where' | 'pattern' | 'ename' | 'file'> = {}
): readonly ISign[] {
  return [
    { where: 'message', pattern, ...rest },
    { where: 'log', pattern, ...rest }
  ];
}
