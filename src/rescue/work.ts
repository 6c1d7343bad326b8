import type { Kernel } from '@jupyterlab/services';

import { AskError } from '../companion/ask-error';
import { readProcess } from '../companion/process';
import {
  rescueVariables,
  restoreVariables,
  type IRescueLimits
} from '../companion/rescue';
import type { IRescue } from '../incident/rescue';
import { rested } from '../notebook/ask-live';
import type { NotebookWatcher } from '../notebook/watcher';
import { makersOf } from './makers';
import type { Rescues } from './rescues';
import type { IRescueState, Trouble } from './types';

/** What a rescue of this state says when it could not go on. */
function failed(trouble: Trouble, rescue: IRescue | null): IRescueState {
  return { phase: 'failed', trouble, rescue, returned: [], left: [] };
}

/** The notebook's kernel once it rests, or null. */
async function restingKernel(
  watcher: NotebookWatcher
): Promise<Kernel.IKernelConnection | null> {
  const kernel = watcher.panel.sessionContext.session?.kernel;
  return kernel && (await rested(watcher, kernel)) ? kernel : null;
}

/** `work`, or what it says where the kernel does not answer. */
async function answered(
  rescue: IRescue | null,
  work: () => Promise<IRescueState>
): Promise<IRescueState> {
  try {
    return await work();
  } catch (error) {
    // The connection rejects what is under way when the process ends.
    const isSilent = error instanceof AskError;
    console.warn('torch-triage: no rescue.', error);
    return failed(isSilent ? 'no-answer' : 'no-kernel', rescue);
  }
}

/** Write the variables of a notebook's kernel to the disk. */
async function rescue(
  watcher: NotebookWatcher,
  limits: IRescueLimits
): Promise<IRescueState> {
  return answered(null, async () => {
    const kernel = await restingKernel(watcher);
    if (!kernel) {
      return failed('no-kernel', null);
    }
    const found = await rescueVariables(kernel, kernel.id, limits);
    return found
      ? {
          phase: 'rescued',
          trouble: null,
          rescue: found,
          returned: [],
          left: []
        }
      : failed('no-place', null);
  });
}

/**
 * Give rescued variables to the process that the kernel has now.
 *
 * @param before - the state that the page knows; null where another page made it
 * @param overwrite - names that may replace what is there
 */
async function restore(
  watcher: NotebookWatcher,
  before: IRescueState | null,
  overwrite: readonly string[],
  limits: IRescueLimits
): Promise<IRescueState> {
  const known = before?.rescue ?? null;
  return answered(known, async () => {
    const kernel = await restingKernel(watcher);
    if (!kernel) {
      return failed('no-kernel', known);
    }
    const { pid } = await readProcess(kernel);
    if (known && known.pid === pid) {
      return failed('same-process', known);
    }
    const wish = { key: kernel.id, name: known?.name ?? null, overwrite };
    const told = await restoreVariables(kernel, wish, limits);
    if (!told) {
      return failed('nothing', known);
    }
    // What came back before is off the disk, so that nobody tells of it again.
    const names = told.map(({ name }) => name);
    const earlier = (before?.returned ?? []).filter(
      ({ name }) => !names.includes(name)
    );
    const left = (known?.variables ?? []).filter(({ reason }) => reason);
    const makers = makersOf(watcher, [
      ...names,
      ...left.map(({ name }) => name)
    ]);
    const made = <T extends { readonly name: string }>(one: T) => ({
      ...one,
      cellId: makers.get(one.name) ?? null
    });
    return {
      phase: 'restored',
      trouble: null,
      rescue: known,
      returned: [...earlier, ...told.map(made)],
      left: left.map(made)
    };
  });
}

/**
 * Rescue or restore, and show how far it is. One that is under way is left
 * alone.
 *
 * @param overwrite - names that may replace what is there
 */
export async function work(
  rescues: Rescues,
  watcher: NotebookWatcher,
  phase: 'rescuing' | 'restoring',
  overwrite: readonly string[]
): Promise<void> {
  const before = rescues.of(watcher);
  if (before?.phase === 'rescuing' || before?.phase === 'restoring') {
    return;
  }
  const known = before?.rescue ?? null;
  const { limits } = rescues;
  rescues.show(watcher, {
    phase,
    trouble: null,
    rescue: known,
    returned: [],
    left: []
  });
  const state =
    phase === 'rescuing'
      ? await rescue(watcher, limits)
      : await restore(watcher, before, overwrite, limits);
  rescues.show(watcher, state);
}
