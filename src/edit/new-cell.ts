import { UUID } from '@lumino/coreutils';

import type { Action } from '../diagnosis/types';
import type { INotebookCell } from '../notebook/types';
import type { ICellEdit } from './types';

/**
 * A line that installs distributions and does nothing else: a shell reads it,
 * and a name in it may come from an error's text.
 */
const INSTALL =
  /^%pip install(?: --(?:upgrade|force-reinstall|no-deps))*(?: [A-Za-z0-9][\w.-]*| "[A-Za-z0-9][\w.-]*[<>=!~]=?[\w.*]+"| '[A-Za-z0-9][\w.-]*[<>=!~]=?[\w.*]+')+$/;

/** Python's text for a value. */
function quoted(value: string): string {
  return `'${value.replace(/[\\']/g, '\\$&')}'`;
}

/** What the new cell says; null where there is none, or it is not sure. */
function sourceOf(action: Action): string | null {
  switch (action.kind) {
    case 'install':
      return INSTALL.test(action.line) ? action.line : null;
    case 'environment':
      return [
        'import os',
        ...Object.entries(action.variables).map(
          ([name, value]) => `os.environ[${quoted(name)}] = ${quoted(value)}`
        )
      ].join('\n');
    case 'restart':
      return null;
  }
}

/**
 * The cell that an action puts into the notebook: an installation above the cell
 * that failed, so that the notebook runs from top to bottom; variables above
 * all, where they come before the first import.
 *
 * @param cells - the code cells, in order
 * @returns `'there'` where a cell says it already, null where there is no place
 */
export function newCell(
  action: Action,
  cells: readonly INotebookCell[],
  failedId: string
): ICellEdit | 'there' | null {
  const after = sourceOf(action);
  const next =
    action.kind === 'environment'
      ? cells[0]
      : cells.find(({ id }) => id === failedId);
  if (after === null || !next) {
    return null;
  }
  return cells.some(({ source }) => source.trim() === after)
    ? 'there'
    : {
        cellId: UUID.uuid4(),
        newAt: next.position - 1,
        before: '',
        after,
        changes: []
      };
}
