import type { Kernel } from '@jupyterlab/services';

import { isUp } from '../../notebook/server-state';
import { KernelProbe } from '../kernel-probe';

jest.mock('../../notebook/server-state');

/** A connection to a kernel that answers from the given connection on. */
class FakeConnection {
  constructor(private readonly _answersFrom: number) {}

  status: Kernel.Status = 'unknown';
  readonly connectionStatus = 'connected';
  readonly isDisposed = false;
  connections = 1;
  asked = 0;

  requestKernelInfo(): Promise<object | undefined> {
    this.asked += 1;
    return this.connections < this._answersFrom
      ? new Promise(() => undefined)
      : Promise.resolve({});
  }

  async reconnect(): Promise<void> {
    this.connections += 1;
  }

  asKernel(): Kernel.IKernelConnection {
    return this as unknown as Kernel.IKernelConnection;
  }
}

beforeEach(() => {
  jest.useFakeTimers();
  jest.mocked(isUp).mockReset().mockResolvedValue(true);
});

afterEach(() => jest.useRealTimers());

/** Follow a restarted kernel for so many seconds; whether it answered. */
async function followed(
  connection: FakeConnection,
  seconds: number
): Promise<boolean> {
  let hasAnswered = false;
  const probe = new KernelProbe(() => (hasAnswered = true));
  probe.expect(connection.asKernel());
  await jest.advanceTimersByTimeAsync(seconds * 1000);
  probe.stop();
  return hasAnswered;
}

it('asks a kernel of which nothing is heard, once where it answers', async () => {
  const connection = new FakeConnection(1);
  expect(await followed(connection, 60)).toBe(true);
  expect(connection).toMatchObject({ asked: 1, connections: 1 });
});

it.each(['unknown', 'starting'] as const)(
  'connects anew where it stays %s, and asks at once',
  async status => {
    const connection = new FakeConnection(2);
    connection.status = status;
    expect(await followed(connection, 16)).toBe(true);
    expect(connection.connections).toBe(2);
  }
);

it('leaves the connection where the server says that no process is up', async () => {
  jest.mocked(isUp).mockResolvedValue(false);
  const connection = new FakeConnection(2);
  expect(await followed(connection, 60)).toBe(false);
  expect(connection.connections).toBe(1);
});

it('gives one that starts more time before it connects anew', async () => {
  const connection = new FakeConnection(2);
  connection.status = 'starting';
  expect(await followed(connection, 10)).toBe(false);
  expect(connection.connections).toBe(1);
});

it('ends with the first word of the process', async () => {
  const connection = new FakeConnection(2);
  connection.status = 'idle';
  await followed(connection, 60);
  expect(connection.asked).toBe(0);
});
