import { ExecutionLog } from '../execution-log';
import { unfinishedIn } from '../unfinished';
import type { NotebookWatcher } from '../watcher';
import { FakeKernel, FakeSession } from './fakes';

/** Recorded: papermill 2.7, whose kernel ended by SIGKILL in the second cell. */
const STARTED = { 'iopub.execute_input': '2026-11-23T16:45:04.923712Z' };
const ANSWERED = { ...STARTED, 'shell.execute_reply': '2026-11-23T16:45:05Z' };
const CELLS = [
  { count: 2, metadata: { execution: ANSWERED } },
  {
    count: 3,
    metadata: { execution: STARTED, papermill: { status: 'completed' } }
  },
  { count: null, metadata: { papermill: { status: 'pending' } } }
];

function opened(cells: readonly { count: number | null; metadata: object }[]) {
  const session = new FakeSession(new FakeKernel());
  const models = cells.map(({ count, metadata }) => ({
    type: 'code',
    executionCount: count,
    getMetadata: (name: keyof typeof metadata) => metadata[name]
  }));
  const watcher = {
    panel: { sessionContext: session, model: { cells: models } },
    log: new ExecutionLog(session.asContext(), () => 1),
    codeCells: () =>
      cells.map((_, at) => ({ id: `c${at}`, source: `code of c${at}` }))
  } as unknown as NotebookWatcher;
  return { session, told: () => unfinishedIn(watcher).map(({ id }) => id) };
}

describe('cells that a file leaves without an answer', () => {
  it('are those that were started and not answered', () => {
    expect(opened(CELLS).told()).toEqual(['c1']);
    const killed = { papermill: { status: 'running', end_time: null } };
    expect(opened([{ count: null, metadata: killed }]).told()).toEqual(['c0']);
  });

  it('are none where papermill’s note is older than a run', () => {
    const rerun = { papermill: { status: 'running', end_time: null } };
    expect(opened([{ count: 1, metadata: rerun }]).told()).toEqual([]);
  });

  it('are none while the kernel starts or works', () => {
    const { session, told } = opened(CELLS);
    session.become('busy');
    expect(told()).toEqual([]);
    session.become('starting');
    expect(told()).toEqual([]);
    session.become('idle');
    expect(told()).toEqual(['c1']);
  });

  it('are told without a kernel too', () => {
    const { session, told } = opened(CELLS);
    session.change(null);
    expect(told()).toEqual(['c1']);
  });

  it('are none that this page asked for, nor that it saw run', () => {
    const { session, told } = opened(CELLS);
    session.session.kernel?.request('c1');
    expect(told()).toEqual([]);
    const other = opened(CELLS);
    const input = { code: 'code of c1', execution_count: 9 };
    other.session.tell('execute_input', input, { request: 'of another page' });
    expect(other.told()).toEqual([]);
  });
});
