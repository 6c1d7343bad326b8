import type { Kernel } from '@jupyterlab/services';

/**
 * The answer to a question that may be put twice: it is, once, when the page
 * connects to the kernel anew meanwhile, as the first may be lost on the way.
 * Whichever answer comes first counts.
 *
 * jupyter-server-documents (0.3.3) gives all connections of a page one name, and
 * a kernel answers the newest of a name, which may have been closed.
 *
 * @param kernel - that is asked; null where the answer needs none
 */
export async function answered<T>(
  kernel: Kernel.IKernelConnection | null,
  question: () => Promise<T>
): Promise<T> {
  if (!kernel) {
    return question();
  }
  const asked = [question()];
  let putAgain: () => void = () => undefined;
  const again = new Promise<void>(resolve => (putAgain = resolve));
  const onConnection = (_: unknown, status: Kernel.ConnectionStatus): void => {
    if (status === 'connected' && !kernel.isDisposed && asked.length === 1) {
      asked.push(question());
      putAgain();
    }
  };
  kernel.connectionStatusChanged.connect(onConnection);
  try {
    // Settled, or put again: until then a failure is final.
    await Promise.race([asked[0], again]).catch(() => undefined);
    return await Promise.any(asked).catch(() => asked[asked.length - 1]);
  } finally {
    kernel.connectionStatusChanged.disconnect(onConnection);
  }
}
