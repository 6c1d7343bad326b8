import type { Kernel } from '@jupyterlab/services';

import { serverState } from '../server-state';
import { Waker } from '../waker';
import { FakeKernel } from './fakes';

jest.mock('../server-state');

/** A kernel that answers what it was asked before a connection only. */
class Sleeper extends FakeKernel {
  readonly connectionStatus = 'connected';
  connections = 1;
  private _asked: string[] = [];

  constructor(private readonly _wakesAt = Infinity) {
    super();
  }

  ask(...cellIds: readonly string[]): void {
    cellIds.forEach(id => this.request(id));
    this._asked.push(...cellIds);
  }

  become(status: Kernel.Status): void {
    this.status = status;
    this.statusChanged.emit(status);
  }

  /** The kernel says what it does for a request. */
  tell(cellId: string, execution_state: string): void {
    this.anyMessage.emit({
      direction: 'recv',
      msg: {
        header: { msg_type: 'status' },
        parent_header: { msg_id: `of ${cellId}`, msg_type: 'execute_request' },
        content: { execution_state }
      }
    });
  }

  async reconnect(): Promise<void> {
    this.connections += 1;
    if (this.connections >= this._wakesAt) {
      this._asked.splice(0).forEach(id => this.reply(id));
    }
  }
}

const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1_000);

beforeEach(() => {
  jest.useFakeTimers();
  jest.mocked(serverState).mockReset().mockResolvedValue('idle');
});

afterEach(() => jest.useRealTimers());

it('connects anew to a kernel at rest that leaves a request lying', async () => {
  const kernel = new Sleeper(2);
  new Waker(kernel.asConnection());
  kernel.ask('a', 'b');
  await seconds(2);
  expect(kernel.connections).toBe(1);
  await seconds(60);
  expect(kernel.connections).toBe(2);
});

it('does so once for each request, and says so', async () => {
  const kernel = new Sleeper();
  const woken = jest.fn();
  new Waker(kernel.asConnection(), woken);
  kernel.ask('a');
  await seconds(60);
  expect(woken).toHaveBeenCalledTimes(1);
  kernel.ask('b');
  await seconds(60);
  expect(woken).toHaveBeenCalledTimes(2);
  expect(kernel.connections).toBe(3);
});

it('does so three times in a row at most', async () => {
  const kernel = new Sleeper();
  new Waker(kernel.asConnection(), () => kernel.ask('again'));
  kernel.ask('a');
  await seconds(60);
  expect(kernel.connections).toBe(4);
  kernel.run('b');
  await seconds(60);
  expect(kernel.connections).toBe(7);
});

it('leaves alone a kernel that answers, and one that works', async () => {
  const kernel = new Sleeper();
  new Waker(kernel.asConnection());
  kernel.run('a');
  await seconds(60);
  kernel.ask('b');
  kernel.become('busy');
  await seconds(60);
  expect(serverState).not.toHaveBeenCalled();
  expect(kernel.connections).toBe(1);
});

it('leaves alone one that seems at rest while a cell runs', async () => {
  const kernel = new Sleeper();
  new Waker(kernel.asConnection());
  kernel.ask('a', 'b');
  kernel.tell('a', 'busy');
  kernel.become('idle');
  await seconds(60);
  expect(kernel.connections).toBe(1);
  kernel.tell('a', 'idle');
  await seconds(4);
  expect(kernel.connections).toBe(2);
});

it('waits from the moment at which it rests', async () => {
  const kernel = new Sleeper();
  new Waker(kernel.asConnection());
  kernel.become('busy');
  kernel.ask('a', 'b');
  await seconds(60);
  kernel.become('idle');
  await seconds(4);
  expect(kernel.connections).toBe(2);
});

it.each(['busy', 'starting', '', null])(
  'leaves it alone where the server says %p',
  async state => {
    jest.mocked(serverState).mockResolvedValue(state);
    const kernel = new Sleeper();
    new Waker(kernel.asConnection());
    kernel.ask('a');
    await seconds(60);
    expect(serverState).toHaveBeenCalledTimes(3);
    expect(kernel.connections).toBe(1);
  }
);

it.each(['restarting', 'autorestarting', 'dead'] as const)(
  'forgets what was asked of a process that is %s',
  async status => {
    const kernel = new Sleeper();
    new Waker(kernel.asConnection());
    kernel.ask('a');
    kernel.become(status);
    kernel.become('idle');
    await seconds(60);
    expect(kernel.connections).toBe(1);
  }
);

it.each(['unknown', 'starting'] as const)(
  'counts one that stays %s as at rest, but for one started anew',
  async status => {
    const kernel = new Sleeper(2);
    new Waker(kernel.asConnection());
    kernel.become(status);
    kernel.ask('a');
    await seconds(4);
    expect(kernel.connections).toBe(2);
    kernel.become('restarting');
    kernel.become(status);
    kernel.ask('b');
    await seconds(60);
    expect(kernel.connections).toBe(2);
  }
);

it('ends with its notebook, and with the connection', async () => {
  const kernel = new Sleeper();
  const waker = new Waker(kernel.asConnection());
  kernel.ask('a');
  waker.dispose();
  const other = new Sleeper();
  new Waker(other.asConnection());
  other.ask('a');
  other.disposed.emit();
  await seconds(60);
  expect([kernel.connections, other.connections]).toEqual([1, 1]);
});
