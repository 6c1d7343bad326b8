import type { Kernel } from '@jupyterlab/services';

import { importsTorch, speaksOfTorch } from '../diagnosis/python-words';
import type { LiveFacts } from '../incident/live-facts';
import { nearestCells } from '../shared/nearest-cells';
import type { IIncident } from '../incident/types';
import { readFailure } from '../companion/failure';
import { readOwnFiles } from '../companion/files';
import { readFrames } from '../companion/frames';
import { readLine, type IAskedLine } from '../companion/line';
import { nameFacts } from './defining-cell';
import type { ICellIncident, INotebookCell } from './types';
import type { NotebookWatcher } from './watcher';

/** Of the cells that hold a name so much text is sent, the nearest first. */
const MAX_SENT = 60_000;

/** The name that a NameError tells. */
const NAME = /^name '(\w{1,200})' is not defined$/u;

/** The cells that hold the name which is not defined, those near first to go in. */
function cellsWithName(
  { evalue }: IIncident,
  cells: readonly INotebookCell[],
  failedAt: number
): INotebookCell[] {
  const name = NAME.exec(evalue)?.[1];
  if (name === undefined) {
    return [];
  }
  return nearestCells(
    cells.filter(({ source }) => source.includes(name)),
    failedAt,
    MAX_SENT,
    ({ source }) => source.length
  );
}

/** Whether the kernel has nothing to do and nothing is waiting for it. */
function isAtRest(
  { log }: NotebookWatcher,
  kernel: Kernel.IKernelConnection
): boolean {
  return kernel.status === 'idle' && log.state.waiting.length === 0;
}

/** Resolves at the kernel's first moment of rest; false where it is gone. */
export function rested(
  watcher: NotebookWatcher,
  kernel: Kernel.IKernelConnection
): Promise<boolean> {
  return new Promise(resolve => {
    const end = (isThere: boolean): void => {
      kernel.statusChanged.disconnect(look);
      kernel.anyMessage.disconnect(look);
      kernel.disposed.disconnect(onDisposed);
      resolve(isThere);
    };
    const onDisposed = (): void => end(false);
    const look = (): void => {
      if (watcher.isDisposed) {
        end(false);
      } else if (isAtRest(watcher, kernel)) {
        end(true);
      }
    };
    // A reply may come after the word that the kernel is idle.
    kernel.statusChanged.connect(look);
    kernel.anyMessage.connect(look);
    kernel.disposed.connect(onDisposed);
    look();
  });
}

/** The cell that failed, in a kernel that has run nothing since. */
interface IFailedCell {
  readonly cells: readonly INotebookCell[];
  readonly position: number;
  /** Its prompt number. */
  readonly number: number;
}

/** Whether torch is in play, as far as the texts tell. */
export function isOfTorch(
  watcher: NotebookWatcher,
  { traceback }: IIncident
): boolean {
  return (
    speaksOfTorch(traceback) ||
    watcher.codeCells().some(({ source }) => speaksOfTorch(source))
  );
}

/** At the kernel's first moment of rest; null as below, where `isOurs` is false. */
export async function failedCell(
  watcher: NotebookWatcher,
  kernel: Kernel.IKernelConnection,
  { incident, cellId, kernelRun }: ICellIncident,
  isOurs = isOfTorch(watcher, incident)
): Promise<IFailedCell | null> {
  if (!isOurs || !(await rested(watcher, kernel))) {
    return null;
  }
  const cells = watcher.codeCells();
  const failed = cells.find(({ id }) => id === cellId);
  const number = failed?.executionCount ?? null;
  return !failed || number === null || watcher.kernelRun !== kernelRun
    ? null
    : { cells, position: failed.position, number };
}

/**
 * What the kernel that raised a failure still knows of it, asked at the first
 * moment in which it has nothing else to do; null where torch is not in play,
 * where the kernel is gone or has run something since.
 *
 * @throws AskError when the kernel does not answer
 */
export async function askLive(
  watcher: NotebookWatcher,
  kernel: Kernel.IKernelConnection,
  failure: ICellIncident
): Promise<LiveFacts | null> {
  const failed = await failedCell(watcher, kernel, failure);
  if (failed === null) {
    return null;
  }
  const { incident, cellId, kernelRun } = failure;
  const { cells, position, number } = failed;
  const asked = cellsWithName(incident, cells, position);
  const told = await readFailure(kernel, {
    ename: incident.ename,
    evalue: incident.evalue,
    number,
    cells: asked.map(({ source }) => source)
  });
  const facts =
    told?.kind === 'name'
      ? nameFacts(
          told,
          asked,
          { cellId, executionCount: number, run: kernelRun },
          position,
          watcher.log.inputs
        )
      : told;
  // After a restart nothing is imported yet: the notebook tells what it is about.
  return (
    facts && {
      ...facts,
      hasTorch:
        facts.hasTorch || cells.some(({ source }) => importsTorch(source))
    }
  );
}

/** What tells of a failure, by its class, its message and its prompt number. */
type Reader<T> = (
  kernel: Kernel.IKernelConnection,
  asked: IAskedLine
) => Promise<T | null>;

/** A question of that kind; null as above. It throws AskError likewise. */
function asking<T>(read: Reader<T>) {
  return async (
    watcher: NotebookWatcher,
    kernel: Kernel.IKernelConnection,
    failure: ICellIncident
  ): Promise<T | null> => {
    const failed = await failedCell(watcher, kernel, failure);
    const { ename, evalue } = failure.incident;
    return failed && read(kernel, { ename, evalue, number: failed.number });
  };
}

/** What was at hand at the line that raised a failure. */
export const askLine = asking(readLine);

/** The traceback of a failure whose output leaves it out. */
export const askTraceback = asking(readFrames);

/** The user's own files that a failure went through. */
export const askFiles = asking(readOwnFiles);
