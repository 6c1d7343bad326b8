import { ExecutionLog } from '../execution-log';
import { ProcessCount } from '../process-count';
import { withoutAnswer } from '../unfinished';
import type { NotebookWatcher } from '../watcher';
import { FakeKernel, FakeSession } from './fakes';

/** Recorded: papermill 2.7, whose kernel ended by SIGKILL in the second cell. */
const RAN = {
  start_time: '2026-11-24T19:56:14.596902+00:00',
  end_time: '2026-11-24T19:56:14.617149+00:00',
  status: 'completed'
};
const DIED = {
  start_time: '2026-11-24T19:56:14.618643+00:00',
  end_time: '2026-11-24T19:56:16.624964+00:00',
  status: 'completed'
};
const STARTED = {
  'iopub.execute_input': '2026-11-24T19:56:14.625783Z',
  'iopub.status.busy': '2026-11-24T19:56:14.625253Z'
};
const FILE: readonly ICell[] = [
  {
    count: 1,
    execution: {
      'iopub.execute_input': '2026-11-24T19:56:14.609581Z',
      'shell.execute_reply': '2026-11-24T19:56:14.614251Z'
    },
    papermill: RAN
  },
  { count: 2, execution: STARTED, papermill: DIED },
  { papermill: { start_time: null, end_time: null, status: 'completed' } }
];

/** Recorded too: papermill itself was killed. */
const RUNNING = {
  start_time: '2026-11-24T19:56:18.619252+00:00',
  end_time: null,
  status: 'running'
};

const SEEN = { cellId: 'c1', hasEnded: true };

interface ICell {
  readonly count?: number;
  readonly execution?: object;
  readonly papermill?: object;
}

/** A file opened in a page, without a kernel. */
function opened(cells: readonly ICell[]) {
  const session = new FakeSession();
  const processes = new ProcessCount(session.asContext());
  const watcher = {
    isDisposed: false,
    get kernelRun() {
      return processes.value;
    },
    log: new ExecutionLog(session.asContext(), () => processes.value),
    panel: {
      model: {
        cells: cells.map((cell, at) => ({
          id: `c${at}`,
          type: 'code',
          executionCount: cell.count ?? null,
          getMetadata: (name: 'execution' | 'papermill') => cell[name]
        }))
      }
    }
  };
  return {
    session,
    told: () => withoutAnswer(watcher as unknown as NotebookWatcher),
    close: () => (watcher.isDisposed = true)
  };
}

/** The same, and its kernel, which the page starts or joins. */
function working(cells: readonly ICell[], isStarted = true) {
  const { session, ...rest } = opened(cells);
  const kernel = new FakeKernel();
  if (isStarted) {
    session.change(null);
  }
  session.change(kernel);
  session.become('starting', 'busy', 'idle');
  return { ...rest, session, kernel };
}

describe('a cell that papermill leaves without an answer', () => {
  it('is told with a kernel and without', () => {
    expect(opened(FILE).told()).toEqual(SEEN);
    expect(working(FILE).told()).toEqual(SEEN);
    expect(working(FILE, false).told()).toEqual(SEEN);
  });

  it('is told where papermill was killed', () => {
    const killed = { cellId: 'c0', hasEnded: false };
    expect(opened([{ papermill: RUNNING }]).told()).toEqual(killed);
  });

  it.each<[string, ICell]>([
    ['answered', { ...FILE[0], count: 1 }],
    ['run since, after papermill was killed', { count: 1, papermill: RUNNING }],
    [
      'run since, with times of its own',
      {
        count: 7,
        execution: { 'iopub.execute_input': '2026-11-25T08:00:00Z' },
        papermill: DIED
      }
    ],
    ['run by something else', { count: 2, execution: STARTED }],
    [
      'noted in odd words',
      { execution: STARTED, papermill: { start_time: 5, end_time: 'never' } }
    ]
  ])('is none that was %s', (_, cell) => {
    expect(opened([cell]).told()).toBeNull();
  });

  it('is none once this page has asked for something', () => {
    const { told, kernel } = working(FILE);
    kernel.request('c0');
    expect(told()).toBeNull();
    kernel.reply('c0');
    expect(told()).toBeNull();
  });

  it('is none once anything was seen to run', () => {
    const { told, session } = working(FILE);
    session.tell('execute_input', { code: 'of a console', execution_count: 1 });
    expect(told()).toBeNull();
  });

  it('is none once the kernel has ended, even before any word of a cell', () => {
    for (const isStarted of [true, false]) {
      const { session, told } = working(FILE, isStarted);
      session.become('restarting', 'autorestarting', 'starting', 'idle');
      expect(told()).toBeNull();
    }
  });

  it('is none of a notebook that is closed', () => {
    const { told, close } = opened(FILE);
    close();
    expect(told()).toBeNull();
  });
});
