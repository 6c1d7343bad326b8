import { NotebookActions, type Notebook } from '@jupyterlab/notebook';
import { Signal } from '@lumino/signaling';

import { ScheduledCells } from '../scheduled-cells';

// All of JupyterLab's notebook takes seconds to load, for two signals.
jest.mock('@jupyterlab/notebook', () => ({ NotebookActions: {} }));

interface ITold {
  readonly notebook: object;
  readonly cell: object;
}

const notebook = {};
const scheduled = new Signal<object, ITold>({});
const executed = new Signal<object, ITold>({});
Object.assign(NotebookActions, { executionScheduled: scheduled, executed });

const told = (id: string, of: object = notebook): ITold => ({
  notebook: of,
  cell: { model: { id } }
});

it('are those of one notebook that were asked for and have not run', () => {
  const cells = new ScheduledCells(notebook as Notebook);
  ['a', 'b', 'c'].forEach(id => scheduled.emit(told(id)));
  scheduled.emit(told('d', {}));
  executed.emit(told('a'));
  executed.emit(told('b', {}));
  expect(cells.ids).toEqual(['b', 'c']);
  cells.clear();
  expect(cells.ids).toEqual([]);
  cells.dispose();
  scheduled.emit(told('e'));
  expect(cells.ids).toEqual([]);
});
