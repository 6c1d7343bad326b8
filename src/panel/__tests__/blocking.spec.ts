import type { Kernel } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';

import { readProcess } from '../../companion/process';
import type { NotebookWatcher } from '../../notebook/watcher';
import { BlockingState } from '../../rerun/run/blocking';
import { isBusyByServer } from '../../rerun/run/kernel-busy';

jest.mock('../../companion/process');
jest.mock('../../rerun/run/kernel-busy');

/** A notebook in which `waiting` are the cells that run or wait. */
function notebook(waiting: string[]) {
  const kernel = {
    info: Promise.resolve({ language_info: { name: 'python' } })
  } as unknown as Kernel.IKernelConnection;
  const signal = () => new Signal<object, any>({});
  const [statusChanged, disposed] = [signal(), signal()];
  const sessionContext = {
    statusChanged,
    connectionStatusChanged: signal(),
    kernelChanged: signal(),
    session: { kernel }
  };
  const watcher = {
    panel: { sessionContext, disposed },
    processes: { replaced: signal(), value: 1 },
    log: {
      get state() {
        return { waiting };
      }
    }
  } as unknown as NotebookWatcher;
  return { watcher, statusChanged, close: () => disposed.emit(undefined) };
}

/** Until nothing is left that needs no timer. */
const settle = () => new Promise(resolve => setTimeout(resolve));

/** Until a function has been called so often: a poll waits for a frame. */
async function called(mock: unknown, times: number): Promise<void> {
  while ((mock as jest.Mock).mock.calls.length < times) {
    await settle();
  }
}

it('asks nothing beside a cell that is run while the server is asked', async () => {
  const waiting: string[] = [];
  const { watcher, statusChanged, close } = notebook(waiting);
  let tell: (isBusy: boolean) => void = () => undefined;
  jest
    .mocked(isBusyByServer)
    .mockReturnValueOnce(new Promise(resolve => (tell = resolve)))
    .mockResolvedValue(false);
  jest.mocked(readProcess).mockResolvedValue({
    environment: { CUDA_LAUNCH_BLOCKING: '1' }
  } as never);
  const state = new BlockingState(watcher);
  try {
    await settle();
    statusChanged.emit('idle');
    await called(isBusyByServer, 1);
    waiting.push('cell');
    tell(false);
    await settle();
    expect(readProcess).not.toHaveBeenCalled();
    waiting.pop();
    statusChanged.emit('idle');
    await called(readProcess, 1);
    await settle();
    expect(state.isBlocking).toBe(true);
  } finally {
    close();
  }
});
