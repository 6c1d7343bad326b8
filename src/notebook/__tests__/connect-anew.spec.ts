import type { Kernel } from '@jupyterlab/services';

import { isUp } from '../server-state';
import { connectAnew } from '../connect-anew';

jest.mock('../server-state');

/** How often the page connects anew to a kernel of that status. */
async function connectionsTo(
  status: Kernel.Status,
  isThere: boolean
): Promise<number> {
  jest.mocked(isUp).mockResolvedValue(isThere);
  const reconnect = jest.fn().mockResolvedValue(undefined);
  await connectAnew({
    status,
    reconnect
  } as unknown as Kernel.IKernelConnection);
  return reconnect.mock.calls.length;
}

it.each(['unknown', 'idle'] as const)(
  'connects anew to one that is %s, where the server says that it is up',
  async status => {
    expect(await connectionsTo(status, true)).toBe(1);
    expect(await connectionsTo(status, false)).toBe(0);
  }
);

it('connects anew to one that starts: the server knows no more', async () => {
  expect(await connectionsTo('starting', false)).toBe(1);
});

it.each(['busy', 'restarting', 'autorestarting', 'dead'] as const)(
  'leaves alone one that is %s',
  async status => {
    expect(await connectionsTo(status, true)).toBe(0);
  }
);
