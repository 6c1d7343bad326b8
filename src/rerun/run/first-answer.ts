import { AskError } from '../../companion/ask-error';
import type { IExecutes } from '../../companion/execute';
import { setEnvironment, type IProcess } from '../../companion/process';

/** A new process answers within so many ms, or it is asked again. */
const DEAF_MS = 20_000;

/** So often: each new connection may be as deaf as the last. */
const TRIES = 4;

/**
 * The first answer of a new process, with `variables` set in it.
 *
 * The page can be deaf to it, and what was asked until then has no answer
 * (kernel_gateway 3.0.1: after 2 of 5 restarts, and of 2 of 3 second kernels on
 * a busy machine); or the process deaf to the page, whose word that it starts
 * came through.
 *
 * @param kernel - tells the kernel as it is now
 * @param connectAnew - to hear it again, where that may help
 * @throws AskError when it does not answer the last time either
 */
export async function firstAnswer(
  kernel: () => IExecutes,
  connectAnew: () => Promise<void>,
  variables: Readonly<Record<string, string>>
): Promise<IProcess> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await setEnvironment(kernel(), variables, DEAF_MS);
    } catch (error) {
      if (!(error instanceof AskError) || error.isFinal || left === 0) {
        throw error;
      }
    }
    await connectAnew();
  }
}
