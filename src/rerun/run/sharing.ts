import { SessionAPI, type Kernel } from '@jupyterlab/services';

/**
 * The paths of the notebooks, but for `own`, that a kernel serves; none where
 * the server cannot tell.
 *
 * @param own - the id of the asking notebook's session
 */
export async function notebooksWith(
  { id, serverSettings }: Kernel.IKernelConnection,
  own: string | null
): Promise<string[]> {
  const sessions = await SessionAPI.listRunning(serverSettings).catch(() => []);
  return sessions
    .filter(
      ({ id: session, kernel, type }) =>
        type === 'notebook' && kernel?.id === id && session !== own
    )
    .map(({ path }) => path)
    .sort();
}
