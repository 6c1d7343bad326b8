import { isCodeCellModel, type ICodeCellModel } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';

import type { IBlackBox, IExit } from '../incident/death/death';
import { kernelIncident } from '../incident/incident';
import { streamsOf } from '../notebook/outputs';
import type { IQueueState, IRequest } from '../notebook/execution-log';
import type { ICellIncident } from '../notebook/types';

/** All that was seen of one death. */
export interface ISeenDeath {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly queue: IQueueState;
  readonly exit: IExit | null;
  readonly box: IBlackBox | null;
  readonly failedStarts: number;
}

function cellOf(panel: NotebookPanel, id: string): ICodeCellModel | null {
  for (const cell of panel.model?.cells ?? []) {
    if (cell.id === id && isCodeCellModel(cell)) {
      return cell;
    }
  }
  return null;
}

interface ICulprit {
  readonly request: IRequest | null;
  readonly running: boolean;
  readonly queued: readonly IRequest[];
  readonly done: readonly IRequest[];
}

/**
 * Which cell it was. The kernel's own hook knows best what ran; without it the
 * oldest request without an answer is the one. A process that left through
 * `exit()` answered first: then it was the last cell.
 */
function culpritOf(panel: NotebookPanel, seen: ISeenDeath): ICulprit {
  const { waiting, done } = seen.queue;
  const cell = seen.box?.cell;
  const found = (cell?.id && cellOf(panel, cell.id)) || null;
  const asRequest = (model: ICodeCellModel): IRequest => ({
    cellId: model.id,
    code: model.sharedModel.getSource()
  });
  if (seen.failedStarts > 0) {
    return { request: null, running: false, queued: waiting, done };
  }
  if (cell?.running && found) {
    const at = waiting.findIndex(request => request.cellId === found.id);
    return {
      request: waiting[at] ?? asRequest(found),
      running: true,
      queued: waiting.slice(at + 1),
      // A reply may be lost with the process.
      done: [...done, ...waiting.slice(0, Math.max(at, 0))]
    };
  }
  if (waiting.length > 0) {
    const [request, ...queued] = waiting;
    return { request, running: true, queued, done };
  }
  const left = seen.box?.exited === true || (seen.exit?.code ?? -1) >= 0;
  const last = done[done.length - 1] ?? null;
  return {
    request: left ? (found ? asRequest(found) : last) : null,
    running: cell?.running === true,
    queued: [],
    done
  };
}

/** The incident of a death, from what was seen of it and the notebook. */
export function incidentOfDeath(
  panel: NotebookPanel,
  seen: ISeenDeath
): ICellIncident {
  const { request, running, queued, done } = culpritOf(panel, seen);
  const model = request && cellOf(panel, request.cellId);
  const cellId = request?.cellId ?? '';
  return {
    key: seen.key,
    incident: kernelIncident(
      {
        exit: seen.exit,
        box: seen.box,
        running,
        queued: queued.length,
        failedStarts: seen.failedStarts,
        earlier: done.map(one => one.code).join('\n')
      },
      {
        ...(model ? streamsOf(model) : {}),
        source: request?.code ?? ''
      }
    ),
    cellId,
    executionCount: model?.executionCount ?? null,
    time: seen.time,
    kernelRun: -1,
    lost: {
      earlier: done.map(one => one.cellId).filter(id => id !== cellId),
      queued: queued.map(one => one.cellId)
    }
  };
}
