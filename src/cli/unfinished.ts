import type { IUnfinished } from '../incident/unfinished';

/** What is to be said of a cell that was started, and has no answer. */
export function unfinishedNote({ cell, executionCount }: IUnfinished): string {
  const number = executionCount === null ? '' : ` [${executionCount}]`;
  return (
    `cell ${cell + 1}${number} has no result: it was started, and no answer of ` +
    'the kernel is noted. The kernel may have died (for want of memory, in a ' +
    'crash), or the run was ended.'
  );
}
