import { isCodeCellModel, type ICodeCellModel } from '@jupyterlab/cells';
import type { NotebookPanel } from '@jupyterlab/notebook';

import type { IBlackBox, IBoxCell, IExit } from '../incident/death/death';
import { kernelIncident } from '../incident/incident';
import { cellHash, hashIn } from '../incident/traceback/cell-hash';
import { streamsOf } from '../notebook/outputs';
import type { IQueueState, IRequest } from '../notebook/execution-log';
import type { ICellIncident } from '../notebook/types';
import { asRequest, type ICellsAtWork } from './cells-at-work';

/** All that was seen of one death. */
export interface ISeenDeath extends ICellsAtWork {
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

/**
 * The notebook's cell that a box names: by its id, or where whoever ran it gave
 * none (jupyter-server-nbmodel) by its text, which the name of its file tells.
 */
function cellOfBox(
  panel: NotebookPanel,
  { id, file }: IBoxCell,
  shown: readonly IRequest[]
): ICodeCellModel | null {
  if (id !== null) {
    return cellOf(panel, id);
  }
  const hash = hashIn(file ?? '');
  const same = [...(panel.model?.cells ?? [])]
    .filter(isCodeCellModel)
    .filter(model => cellHash(model.sharedModel.getSource()) === hash);
  const running = same.filter(model =>
    shown.some(({ cellId }) => cellId === model.id)
  );
  const [found, ...others] = running.length > 0 ? running : same;
  return found && others.length === 0 ? found : null;
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
  const { done } = seen.queue;
  const waiting =
    seen.queue.waiting.length > 0 ? seen.queue.waiting : onlyOneOf(seen.shown);
  const cell = seen.box?.cell;
  const found = cell ? cellOfBox(panel, cell, seen.shown) : null;
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
    running: cell?.running === true || (!left && seen.shown.length > 0),
    queued: [],
    done
  };
}

/** Of several cells that somebody else asked for, nobody knows which one ran. */
function onlyOneOf(shown: readonly IRequest[]): readonly IRequest[] {
  return shown.length === 1 ? shown : [];
}

/** The incident of a death, from what was seen of it and the notebook. */
export function incidentOfDeath(
  panel: NotebookPanel,
  seen: ISeenDeath
): ICellIncident {
  const { request, running, queued: asked, done } = culpritOf(panel, seen);
  const known = new Set(
    [request, ...asked, ...done].map(one => one?.cellId ?? '')
  );
  const others = [
    ...seen.shown.map(one => one.cellId),
    // Where nothing ran, none of them waited.
    ...seen.scheduled.filter(id => running && cellOf(panel, id))
  ].filter(id => !known.has(id));
  const queued = [...new Set([...asked.map(one => one.cellId), ...others])];
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
      queued
    }
  };
}
