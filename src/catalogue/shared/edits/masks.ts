/** Changes of masks that were numbers once, and are truth values today. */
import { childrenOf } from '../../../code/tree';
import type { Edit } from '../../../code/types';
import { isWithin, only } from './find';

/** Not within these does `~` bind as `-` does. */
const PLAIN: ReadonlySet<string> = new Set([
  'VariableName',
  'MemberExpression',
  'CallExpression',
  'ParenthesizedExpression'
]);

/** `~mask` for `1 - mask` and `-mask`. */
export const maskInverted: Edit = ({ places: [place] }) => {
  const statement = place?.code.statementAt(place.line);
  if (!place || !statement) {
    return null;
  }
  const { code } = place;
  const found = code.nodes.flatMap(node => {
    if (!isWithin(node, statement)) {
      return [];
    }
    const parts = childrenOf(node);
    const mask = parts[parts.length - 1];
    const isLess =
      node.name === 'BinaryExpression' &&
      code.textOf(parts[0]) === '1' &&
      code.textOf(parts[1]) === '-';
    const isMinus =
      node.name === 'UnaryExpression' && code.textOf(parts[0]) === '-';
    return (isLess || isMinus) && PLAIN.has(mask.name)
      ? [{ code, from: node.from, to: mask.from, insert: '~' }]
      : [];
  });
  const change = only(found);
  return change && [change];
};
