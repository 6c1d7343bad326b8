import type { Kernel } from '@jupyterlab/services';

import blackboxSource from '../../src/companion/python/blackbox.py?raw';
import boxesSource from '../../src/companion/python/boxes.py?raw';
import lookSource from '../../src/companion/python/look.py?raw';
import privateSource from '../../src/companion/python/private.py?raw';
import systemSource from '../../src/companion/python/system.py?raw';
import { parseBox, type IBlackBox } from '../incident/death/death';
import { ask } from './ask';

/**
 * The request waits behind whatever the kernel runs, and boxes are read once:
 * giving up early would lose them. It ends with the kernel at the latest.
 */
const TIMEOUT_MS = 24 * 3600 * 1000;

const SOURCE = [
  systemSource,
  lookSource,
  privateSource,
  boxesSource,
  blackboxSource
].join('\n');

/** The kernel's process and the boxes of those before it. */
export interface IArmed {
  readonly pid: number;
  /** Seconds since 1970, the kernel machine's clock. */
  readonly time: number;
  readonly armed: boolean;
  /** Oldest first. */
  readonly previous: readonly IBlackBox[];
}

/** How to arm. */
export interface IArmOptions {
  /** Further kernels whose boxes nobody else will read. */
  readonly keys?: readonly string[];
  /** The user restarted: what is found is removed unread. */
  readonly discard?: boolean;
  /** False disarms. */
  readonly armed?: boolean;
}

/**
 * Arm (or disarm) the kernel's black box and read those of the processes that
 * died before it. To arm twice changes nothing.
 *
 * @param kernel - a Python kernel
 * @throws AskError when the kernel could not answer
 */
export async function arm(
  kernel: Kernel.IKernelConnection,
  options: IArmOptions = {}
): Promise<IArmed> {
  const answer = await ask<Record<string, unknown>>(
    kernel,
    SOURCE,
    { key: kernel.id, ...options },
    TIMEOUT_MS
  );
  const previous = Array.isArray(answer.previous) ? answer.previous : [];
  return {
    pid: Number(answer.pid),
    time: Number(answer.time),
    armed: answer.armed === true,
    previous: previous
      .map(parseBox)
      .filter((box): box is IBlackBox => box !== null)
  };
}
