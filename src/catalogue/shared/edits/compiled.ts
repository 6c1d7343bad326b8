/** Code without torch.compile. */
import type { Edit, IChange, ICode } from '../../../code/types';
import { callReplaced } from './calls';

const COMPILE = 'torch.compile';

/** Lines `@torch.compile(…)` above a function. */
function decorators(code: ICode): IChange[] {
  return code.nodes.flatMap(node => {
    if (node.name !== 'Decorator') {
      return [];
    }
    const text = code.textOf(node).trim();
    const isIt = /^@torch\.compile(?:\(|$)/.test(text) && !text.includes('#');
    const rest = /^[ \t]*/.exec(code.text.slice(node.to));
    return isIt
      ? [
          {
            code,
            from: node.from,
            to: node.to + (rest?.[0].length ?? 0),
            insert: ''
          }
        ]
      : [];
  });
}

/** The function, or the model, as it is written. */
export const uncompiled: Edit = failed => {
  const found = failed.cells.flatMap(decorators);
  return found.length > 0
    ? found
    : callReplaced([COMPILE], [0, 'model'])(failed);
};
