import type { Event as ServerEvent } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';

import { arm, type IArmed } from '../../companion/blackbox';
import { parseBox } from '../../incident/death/death';
import { cellHash } from '../../incident/traceback/cell-hash';
import {
  FakeKernel,
  FakeSession,
  fakePanel
} from '../../notebook/__tests__/fakes';
import { ExecutionLog } from '../../notebook/execution-log';
import { ProcessCount } from '../../notebook/process-count';
import { serverState } from '../../notebook/server-state';
import type { ICellIncident } from '../../notebook/types';
import { EXIT_MS, KernelExits } from '../exit-events';
import { KernelWatcher } from '../kernel-watcher';
import { keptOf } from '../session-store';

jest.mock('../../companion/blackbox');
jest.mock('../../notebook/server-state');

// All of JupyterLab's cells take seconds to load, for one question.
jest.mock('@jupyterlab/cells', () => ({
  isCodeCellModel: ({ type }: { type: string }) => type === 'code'
}));

const SCHEMA = 'https://schema.jupyterlab-torch-triage.org/kernel_exit/v1';

/** The next process is waited for so long. */
const BOX_MS = 20_000;

/** When the processes answer, in seconds. */
const NOW = 1_000;

let watchers: KernelWatcher[] = [];

beforeEach(() => {
  jest.useFakeTimers({ now: NOW * 1000 });
  jest.mocked(arm).mockReset();
  sessionStorage.clear();
});

afterEach(() => {
  watchers.forEach(watcher => watcher.dispose());
  watchers = [];
  jest.useRealTimers();
});

/** Let what was promised come about. */
const settle = () => jest.advanceTimersByTimeAsync(0);

function armedWith(...previous: readonly object[]): IArmed {
  return {
    pid: 8,
    time: NOW,
    armed: true,
    previous: previous.map(box => parseBox(box)!)
  };
}

/** A notebook with the cells `a`, `b` and `c`, and its kernel, at rest. */
async function watched(language = 'python') {
  const kernel = new FakeKernel('k');
  const session = new FakeSession(kernel);
  const panel = fakePanel(session, ['a', 'b', 'c'], language);
  const processes = new ProcessCount(session.asContext());
  const log = new ExecutionLog(session.asContext(), () => processes.value);
  const events = new Signal<object, ServerEvent.Emission>({});
  const exits = new KernelExits({ stream: events } as never);
  const scheduled = { ids: [] as string[], clear: () => undefined };
  const watcher = new KernelWatcher(panel, processes, log, scheduled, exits);
  watchers.push(watcher);
  const announced: ICellIncident[] = [];
  watcher.deaths.failed.connect((_, incident) => announced.push(incident));
  await settle();
  return {
    kernel,
    session,
    watcher,
    announced,
    /** The server tells how a process of this kernel ended. */
    exit: (exit_code: number, signal: string | null = null) =>
      events.emit({ schema_id: SCHEMA, kernel_id: 'k', exit_code, signal }),
    /** The notebook shows these cells, which another client has run. */
    showRunning: (...ids: readonly string[]) => {
      for (const cell of panel.model?.cells ?? []) {
        Object.assign(cell, {
          executionState: ids.includes(cell.id) ? 'running' : 'idle'
        });
      }
    },
    /** This page wants these cells to run. */
    schedule: (...ids: string[]) => void (scheduled.ids = ids),
    /** The process dies, and the server starts another. */
    die: () => session.become('restarting', 'autorestarting'),
    /** So much time passes that nothing more is waited for. */
    end: () => jest.advanceTimersByTimeAsync(BOX_MS + EXIT_MS)
  };
}

/** A kernel whose processes have black boxes: each answers in its turn. */
async function armed(...answers: readonly (IArmed | Promise<IArmed>)[]) {
  for (const answer of [armedWith(), ...answers]) {
    jest.mocked(arm).mockResolvedValueOnce(answer as IArmed);
  }
  const notebook = await watched();
  notebook.watcher.arming.isWanted = true;
  await settle();
  return notebook;
}

describe('a death', () => {
  it('is a restart that nobody asked for, of the cell that ran', async () => {
    const { kernel, die, announced, watcher, end } = await watched();
    kernel.run('a');
    kernel.request('b');
    kernel.request('c');
    die();
    // As JupyterLab does with what waits.
    ['b', 'c'].forEach(id => kernel.reply(id, 'aborted'));
    expect(announced).toEqual([]);
    await end();
    expect(announced).toMatchObject([
      {
        cellId: 'b',
        incident: { kind: 'kernel', source: 'code of b', death: { queued: 1 } },
        lost: { earlier: ['a'], queued: ['c'] }
      }
    ]);
    expect(watcher.deaths.incidents).toEqual(announced);
  });

  it('keeps the cell, whose requests end between the two statuses', async () => {
    const { kernel, session, announced, end } = await watched();
    kernel.request('a');
    session.become('restarting');
    kernel.reply('a', 'aborted');
    session.become('autorestarting');
    await end();
    expect(announced).toMatchObject([{ cellId: 'a' }]);
  });

  it.each(['before', 'after'])(
    'has the exit status that comes just %s it',
    async when => {
      const { kernel, die, exit, announced, end } = await watched();
      kernel.request('a');
      if (when === 'before') {
        exit(-9, 'SIGKILL');
        die();
      } else {
        die();
        await jest.advanceTimersByTimeAsync(EXIT_MS - 1);
        exit(-9, 'SIGKILL');
      }
      await end();
      expect(announced).toMatchObject([
        { incident: { death: { exit: { code: -9, signal: 'SIGKILL' } } } }
      ]);
    }
  );

  it.each([0, 5 * EXIT_MS])(
    'is one death where the status comes %s ms after the event',
    async late => {
      const { kernel, die, exit, announced, end } = await armed();
      kernel.request('a');
      exit(-9, 'SIGKILL');
      await jest.advanceTimersByTimeAsync(late);
      die();
      await end();
      expect(announced).toMatchObject([
        { cellId: 'a', incident: { death: { running: true, failedStarts: 0 } } }
      ]);
    }
  );

  it('is not of a cell that runs where the reply comes after the event', async () => {
    const { kernel, die, exit, announced, end } = await watched();
    kernel.request('a');
    exit(0);
    kernel.reply('a');
    die();
    await end();
    expect(announced).toMatchObject([
      { cellId: 'a', incident: { death: { running: false } } }
    ]);
  });

  it('is told after the time in which an exit status comes, without a box', async () => {
    const { kernel, die, announced } = await watched();
    kernel.request('a');
    die();
    await jest.advanceTimersByTimeAsync(EXIT_MS - 1);
    expect(announced).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(announced).toHaveLength(1);
  });

  it('is told as soon as the next process has read the box', async () => {
    const box = { pid: 7, cell: { id: 'c', running: true } };
    let answer: (armed: IArmed) => void = () => undefined;
    const next = new Promise<IArmed>(resolve => (answer = resolve));
    const { kernel, die, exit, announced } = await armed(next);
    kernel.request('a');
    kernel.request('c');
    die();
    exit(-11, 'SIGSEGV');
    await jest.advanceTimersByTimeAsync(EXIT_MS * 2);
    expect(announced).toEqual([]);
    answer(armedWith(box));
    await settle();
    expect(announced).toMatchObject([
      {
        cellId: 'c',
        incident: { death: { box: { pid: 7 }, exit: { code: -11 } } },
        // The reply of the first was lost.
        lost: { earlier: ['a'], queued: [] }
      }
    ]);
  });

  it('takes the box that comes after it was told, unannounced', async () => {
    let answer: (armed: IArmed) => void = () => undefined;
    const late = new Promise<IArmed>(resolve => (answer = resolve));
    const { kernel, session, die, announced, watcher, end } = await armed(late);
    kernel.request('a');
    die();
    session.become('starting');
    await end();
    expect(announced).toHaveLength(1);
    answer(armedWith({ pid: 7 }));
    await settle();
    expect(announced).toHaveLength(1);
    expect(watcher.deaths.incidents).toMatchObject([
      {
        cellId: 'a',
        key: announced[0].key,
        incident: { death: { box: { pid: 7 } } }
      }
    ]);
  });

  it('is history once its cell has run', async () => {
    const { kernel, session, die, watcher, end } = await watched();
    kernel.request('a');
    die();
    await end();
    session.become('starting', 'idle');
    kernel.run('b');
    expect(watcher.deaths.incidents).toHaveLength(1);
    expect(keptOf('k')).not.toBeNull();
    kernel.run('a');
    expect(watcher.deaths.incidents).toEqual([]);
    expect(keptOf('k')).toBeNull();
  });

  describe('of which only the event tells', () => {
    /** A process, as its status messages are signed. */
    const speak = (session: FakeSession, by: string, request = 'a request') =>
      session.tell(
        'status',
        { execution_state: 'idle' },
        { session: by, request }
      );

    it('is told, with the cell that was asked for', async () => {
      const { kernel, exit, announced, watcher } = await watched();
      kernel.run('a');
      kernel.request('b');
      exit(-9, 'SIGKILL');
      expect(announced).toEqual([]);
      await jest.advanceTimersByTimeAsync(EXIT_MS);
      expect(announced).toMatchObject([
        {
          cellId: 'b',
          incident: { death: { exit: { code: -9, signal: 'SIGKILL' } } },
          lost: { earlier: ['a'] }
        }
      ]);
      expect(watcher.deaths.incidents).toEqual(announced);
    });

    it('stays when the next process answers', async () => {
      const { session, exit, announced, watcher } = await watched();
      speak(session, 'first');
      exit(-9, 'SIGKILL');
      await jest.advanceTimersByTimeAsync(EXIT_MS);
      speak(session, 'second');
      expect(announced).toMatchObject([{ cellId: '' }]);
      expect(watcher.deaths.incidents).toEqual(announced);
    });

    it('has the box that the next process reads', async () => {
      const cell = { id: 'c', file: '/x.py', running: true };
      const box = { pid: 7, readTime: NOW, cell };
      const { session, exit, announced } = await armed(armedWith(box));
      speak(session, 'first');
      exit(-9, 'SIGKILL');
      speak(session, 'second');
      session.become('idle');
      await settle();
      expect(announced).toMatchObject([
        { cellId: 'c', incident: { death: { exit: { code: -9 } } } }
      ]);
    });

    it('is one, when a status follows soon', async () => {
      const { kernel, session, exit, die, announced, end } = await watched();
      kernel.request('a');
      exit(-9, 'SIGKILL');
      // Words of the process that was on the way.
      session.become('busy');
      await jest.advanceTimersByTimeAsync(EXIT_MS - 1);
      die();
      await end();
      expect(announced).toMatchObject([
        { cellId: 'a', incident: { death: { failedStarts: 0 } } }
      ]);
    });

    it('is one, and the next another, whose status comes later', async () => {
      const { session, exit, die, announced, end } = await watched();
      exit(-9, 'SIGKILL');
      session.become('idle');
      await end();
      die();
      exit(-11, 'SIGSEGV');
      await end();
      expect(
        announced.map(({ incident }) => incident.death?.exit?.code)
      ).toEqual([-9, -11]);
    });

    it('is none of another language’s kernel', async () => {
      const { exit, announced, end } = await watched('R');
      exit(-9, 'SIGKILL');
      await end();
      expect(announced).toEqual([]);
    });
  });

  describe('of cells that another client runs', () => {
    it('has its cell from the box, and those that wait from the notebook', async () => {
      let answer: (armed: IArmed) => void = () => undefined;
      const next = new Promise<IArmed>(resolve => (answer = resolve));
      const { session, showRunning, announced } = await armed(next);
      showRunning('a', 'b', 'c');
      session.become('restarting');
      // What runs the cells gives them up.
      showRunning();
      session.become('autorestarting');
      answer(armedWith({ pid: 7, cell: { id: 'b', running: true } }));
      await settle();
      expect(announced).toMatchObject([
        {
          cellId: 'b',
          incident: { source: 'code of b', death: { queued: 2 } },
          lost: { earlier: [], queued: ['a', 'c'] }
        }
      ]);
    });

    it('is the one whose text the box names, where it has no id', async () => {
      const { die, announced, end } = await armed(
        armedWith({
          pid: 7,
          cell: {
            id: null,
            file: `/tmp/ipykernel_7/${cellHash('code of c')}.py`,
            running: true
          }
        })
      );
      die();
      await end();
      expect(announced).toMatchObject([{ cellId: 'c' }]);
    });

    it('has the only one that runs, where the event alone tells', async () => {
      const { exit, showRunning, announced, end } = await watched();
      showRunning('b');
      exit(-9, 'SIGKILL');
      await end();
      expect(announced).toMatchObject([
        { cellId: 'b', incident: { death: { running: true, queued: 0 } } }
      ]);
    });

    it('waited for it, as far as this page wanted them to run', async () => {
      const { exit, showRunning, schedule, announced, end } = await watched();
      showRunning('a');
      schedule('a', 'b', 'gone');
      exit(-9, 'SIGKILL');
      await end();
      expect(announced).toMatchObject([
        {
          cellId: 'a',
          incident: { death: { running: true, queued: 1 } },
          lost: { earlier: [], queued: ['b'] }
        }
      ]);
    });

    it('names none of several without a box', async () => {
      const { exit, showRunning, announced, end } = await watched();
      showRunning('b', 'c');
      exit(-9, 'SIGKILL');
      await end();
      expect(announced).toMatchObject([
        {
          cellId: '',
          incident: { death: { running: true } },
          lost: { queued: ['b', 'c'] }
        }
      ]);
    });
  });

  it('of a kernel without work is told too, and points at no cell', async () => {
    const { kernel, die, announced, end } = await watched();
    kernel.run('a');
    die();
    await end();
    expect(announced).toMatchObject([
      { cellId: '', lost: { earlier: ['a'], queued: [] } }
    ]);
  });

  it('at the start is told when it is the second in a row', async () => {
    const { die, announced, end } = await watched();
    die();
    await end();
    expect(announced).toHaveLength(1);
    die();
    await end();
    expect(announced).toHaveLength(1);
    die();
    die();
    await end();
    expect(announced).toMatchObject([
      {},
      { incident: { death: { failedStarts: 2 } } }
    ]);
  });

  it('is told when another kernel takes over before its facts have come', async () => {
    const { kernel, session, die, announced } = await watched();
    kernel.request('a');
    die();
    session.change(new FakeKernel('another'));
    await settle();
    expect(announced).toMatchObject([{ cellId: 'a' }]);
  });

  it('has the cells that a kernel was asked which never started', async () => {
    const kernel = new FakeKernel('k');
    const { session, exit, announced } = await watched();
    session.change(null);
    kernel.status = 'unknown';
    session.change(kernel);
    kernel.request('a');
    exit(1);
    exit(1);
    // The server has removed it.
    session.change(null);
    await settle();
    expect(announced).toMatchObject([
      {
        incident: { death: { failedStarts: 2, exit: { code: 1 } } },
        lost: { queued: ['a'] }
      }
    ]);
  });
});

describe('no death', () => {
  it('is a restart that the user asked for', async () => {
    const { kernel, session, watcher, announced, end } = await watched();
    kernel.request('a');
    session.isRestarting = true;
    session.become('restarting');
    kernel.reply('a', 'aborted');
    kernel.request('b');
    session.become('starting');
    session.isRestarting = false;
    session.change(kernel);
    await end();
    expect(announced).toEqual([]);
    // What the new process was asked meanwhile is its own.
    session.become('restarting', 'autorestarting');
    await end();
    expect(watcher.deaths.incidents).toMatchObject([
      { lost: { queued: ['b'] } }
    ]);
  });

  it('is a shutdown', async () => {
    const { kernel, session, announced, end } = await watched();
    kernel.request('a');
    session.become('terminating', 'unknown');
    session.change(null);
    await end();
    expect(announced).toEqual([]);
  });

  it('is a kernel that somebody else shut down', async () => {
    const { kernel, session, announced, end } = await watched();
    kernel.request('a');
    session.become('dead');
    await end();
    expect(announced).toEqual([]);
  });

  it('is a change of kernel, which was asked nothing yet', async () => {
    const { kernel, session, announced, end } = await watched();
    kernel.run('a');
    kernel.request('b');
    session.change(new FakeKernel('another'));
    await end();
    expect(announced).toEqual([]);
    session.become('restarting', 'autorestarting');
    await end();
    expect(announced).toMatchObject([
      { cellId: '', lost: { earlier: [], queued: [] } }
    ]);
  });

  it.each([
    ['a server that went away and came back', ['unknown', 'busy']],
    ['a restart that never came', ['restarting', 'busy']]
  ] as const)('is %s', async (_, statuses) => {
    const { kernel, session, watcher, announced, end } = await watched();
    kernel.request('a');
    session.become(...statuses);
    await end();
    expect(announced).toEqual([]);
    // The process has gone on, and what it answers counts.
    kernel.reply('a');
    session.become('restarting', 'autorestarting');
    await end();
    expect(watcher.deaths.incidents).toMatchObject([
      { cellId: '', lost: { earlier: ['a'] } }
    ]);
  });

  it('is a restart by another client, which keeps what the new process got', async () => {
    const { kernel, session, die, announced, end } = await watched();
    const busy = { execution_state: 'busy' };
    kernel.request('a');
    session.tell('status', busy, { session: 'first', request: 'of a' });
    kernel.request('b');
    session.tell('status', busy, { session: 'second', request: 'of b' });
    await end();
    expect(announced).toEqual([]);
    die();
    await end();
    expect(announced).toMatchObject([{ cellId: 'b' }]);
  });

  it('is the end of another language’s kernel', async () => {
    const { kernel, die, announced, end } = await watched('R');
    kernel.request('a');
    die();
    await end();
    expect(announced).toEqual([]);
  });

  it('is a box whose process the user ended', async () => {
    const { session, announced, end } = await armed(armedWith());
    session.isRestarting = true;
    session.become('restarting', 'starting');
    await end();
    expect(arm).toHaveBeenLastCalledWith(
      session.session.kernel,
      expect.objectContaining({ discard: true })
    );
    expect(announced).toEqual([]);
  });

  it('comes to a notebook that is closed', async () => {
    const { kernel, die, watcher, end } = await watched();
    kernel.request('a');
    die();
    watcher.dispose();
    await end();
    expect(watcher.deaths.incidents).toEqual([]);
  });
});

describe('a new process', () => {
  it('is asked as soon as the notebook has it, before it says anything', async () => {
    const { session } = await armed(armedWith());
    const another = new FakeKernel('another');
    another.status = 'unknown';
    session.change(another);
    expect(arm).toHaveBeenLastCalledWith(another, expect.anything());
  });

  it('is left alone while the server calls it busy', async () => {
    const { session } = await armed(armedWith());
    const another = new FakeKernel('another');
    another.status = 'unknown';
    session.running = [{ kernel: { id: 'another', execution_state: 'busy' } }];
    session.change(another);
    await settle();
    expect(arm).toHaveBeenCalledTimes(1);
    session.become('idle');
    expect(arm).toHaveBeenLastCalledWith(another, expect.anything());
  });

  it.each([
    ['the user wants', true, ['restarting']],
    ['comes after a death', false, ['restarting', 'autorestarting']]
  ] as const)(
    'that %s is asked once the last one’s requests are forgotten',
    async (_, isOrdered, statuses) => {
      const { session } = await armed(armedWith());
      session.isRestarting = isOrdered;
      session.become(...statuses);
      expect(arm).toHaveBeenCalledTimes(1);
      await Promise.resolve();
      expect(arm).toHaveBeenCalledTimes(2);
    }
  );

  it('is asked again where its answer was lost with the connection', async () => {
    jest.mocked(serverState).mockResolvedValue('idle');
    const lost = new Promise<IArmed>(() => undefined);
    jest.mocked(arm).mockReturnValueOnce(lost).mockResolvedValue(armedWith());
    const { kernel, watcher } = await watched();
    const reconnect = jest.fn().mockResolvedValue(undefined);
    Object.assign(kernel, { connectionStatus: 'connected', reconnect });
    watcher.arming.isWanted = true;
    await settle();
    for (const id of ['a', 'b']) {
      kernel.request(id);
      await jest.advanceTimersByTimeAsync(5_000);
    }
    expect(reconnect).toHaveBeenCalledTimes(2);
    // Once: the second connection had nothing to lose.
    expect(arm).toHaveBeenCalledTimes(2);
  });

  it('of another language is asked nothing', async () => {
    const { session } = await armed();
    const another = new FakeKernel('another');
    session.specsManager.specs.kernelspecs.python3.language = 'R';
    Object.assign(another, {
      info: Promise.resolve({ language_info: { name: 'R' } })
    });
    session.change(another);
    await settle();
    expect(arm).toHaveBeenCalledTimes(1);
  });
});

describe('a page that opens after a death', () => {
  const BOX = { pid: 7, cell: { id: 'a', running: true }, fault: 'Fatal' };

  async function opened(readTime: number) {
    jest
      .mocked(arm)
      .mockResolvedValueOnce(armedWith({ ...BOX, readTime, faultTime: 900 }));
    const notebook = await watched();
    notebook.watcher.arming.isWanted = true;
    await settle();
    return notebook;
  }

  it('reads of it in the box, with what the last page kept', async () => {
    const before = await watched();
    before.kernel.run('b');
    before.kernel.request('a');
    before.kernel.request('c');
    window.dispatchEvent(new Event('pagehide'));
    before.watcher.dispose();
    const { watcher, announced } = await opened(NOW);
    expect(announced).toMatchObject([
      {
        cellId: 'a',
        time: 900_000,
        lost: { earlier: ['b'], queued: ['c'] }
      }
    ]);
    expect(watcher.deaths.incidents).toHaveLength(1);
  });

  it('does not announce what is old', async () => {
    const { watcher, announced } = await opened(NOW - 31);
    expect(announced).toEqual([]);
    expect(watcher.deaths.incidents).toHaveLength(1);
  });
});
