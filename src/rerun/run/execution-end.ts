import type { ICodeCellModel } from '@jupyterlab/cells';

/**
 * What a server that runs cells itself has written into the notebook may take so
 * long to reach this page, in ms.
 */
const SYNC_MS = 10_000;

/** What shows of a cell how its execution goes. */
export type IExecuted = Pick<
  ICodeCellModel,
  'executionCount' | 'executionState' | 'stateChanged' | 'isDisposed'
>;

/**
 * Resolves once a cell shows that its execution has ended: it is at rest and has
 * the prompt number of that execution. With an executor of the server
 * (jupyter-server-documents) the page only knows that its request was sent.
 *
 * @param model - without a prompt number when the execution was asked for
 * @returns false when the cell rests for long without a number: nothing is known
 */
export function executionEnd(model: IExecuted): Promise<boolean> {
  return new Promise<boolean>(resolve => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (hasEnded: boolean): void => {
      clearTimeout(timer);
      model.stateChanged.disconnect(look);
      resolve(hasEnded);
    };
    const look = (): void => {
      clearTimeout(timer);
      if (model.isDisposed) {
        end(false);
      } else if (model.executionState === 'running') {
        // It may take hours.
      } else if (model.executionCount !== null) {
        end(true);
      } else {
        // Not begun yet, or ended with its number still on the way.
        timer = setTimeout(() => end(false), SYNC_MS);
      }
    };
    model.stateChanged.connect(look);
    look();
  });
}
