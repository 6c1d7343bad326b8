import type { NotebookPanel } from '@jupyterlab/notebook';
import type { Kernel } from '@jupyterlab/services';
import type { IDisposable } from '@lumino/disposable';
import { Signal } from '@lumino/signaling';

import type { IBlackBox, IExit } from '../incident/death/death';
import { BlackBoxInstaller, type IArmedKernel } from './black-box-installer';
import { shownRunning, type ICellsAtWork } from './cells-at-work';
import { DeathList } from './death-list';
import type { ISeenDeath } from './deaths';
import { EXIT_MS, type KernelExits } from './exit-events';
import { forget, keep, keptOf } from './session-store';
import { EMPTY_QUEUE, type ExecutionLog } from '../notebook/execution-log';
import { isPythonNotebook } from '../notebook/language';
import { PendingDeath, TOO_MANY_STARTS } from './pending-death';
import type { ProcessCount } from '../notebook/process-count';
import type { ScheduledCells } from '../notebook/scheduled-cells';
import type { ICellIncident } from '../notebook/types';
import type { Waker } from '../notebook/waker';

/** The next process is given so long to start and read the box, in ms. */
const BOX_MS = 20_000;

/** A box read so many seconds ago is no news to a page that opens. */
const NEWS_S = 30;

const NO_CELLS: ICellsAtWork = { shown: [], scheduled: [] };

/**
 * Keeps the deaths of one notebook's kernel.
 *
 * A death is a `restarting` status that nobody asked for, followed by
 * `autorestarting`; or the server's event alone, which it sends only of processes
 * that it found ended: where it runs cells itself, no status reaches the page. A
 * user's restart is announced by the session context; a shutdown, a change of
 * kernel and a server that went away have neither.
 */
export class KernelWatcher implements IDisposable {
  constructor(
    readonly panel: NotebookPanel,
    processes: ProcessCount,
    private readonly _log: ExecutionLog,
    private readonly _scheduled: Pick<ScheduledCells, 'ids' | 'clear'>,
    private readonly _exits: KernelExits
  ) {
    this.arming = new BlackBoxInstaller(panel);
    this.arming.done.connect(this._onArmed, this);
    processes.replaced.connect(this._onReplaced, this);
    _exits.ended.connect(this._onExit, this);
    this._log.finished.connect(this._onFinished, this);
    window.addEventListener('pagehide', this._onPageHide);
    void panel.context.ready.then(() => this._start());
  }

  readonly arming: BlackBoxInstaller;

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  /** What is known of the deaths so far. */
  readonly deaths = new DeathList();

  dispose(): void {
    if (this._isDisposed) {
      return;
    }
    this._isDisposed = true;
    this._pending.clear();
    window.removeEventListener('pagehide', this._onPageHide);
    this._waker?.dispose();
    this.arming.dispose();
    this.deaths.dispose();
    Signal.clearData(this);
  }

  private get _kernel(): Kernel.IKernelConnection | null {
    return this.panel.sessionContext.session?.kernel ?? null;
  }

  /** What runs and waits now, whoever runs it. */
  private get _cells(): ICellsAtWork {
    return {
      shown: shownRunning(this.panel),
      scheduled: this._scheduled.ids
    };
  }

  /** What was asked was asked of another process, but for `since`. */
  private _forgetAsked(since?: string): void {
    this._log.clear(since);
    this._scheduled.clear();
  }

  private _start(): void {
    if (this._isDisposed) {
      return;
    }
    const { sessionContext } = this.panel;
    sessionContext.kernelChanged.connect(this._onKernel, this);
    sessionContext.statusChanged.connect(this._onStatus, this);
    this._onKernel();
  }

  private _onKernel(): void {
    const kernel = this._kernel;
    if (kernel?.id !== this._kernelId) {
      const hasFailed = this._failedStarts >= TOO_MANY_STARTS;
      if (!kernel && !this._isReady && hasFailed) {
        // The server has removed it before anybody called it dead.
        this._onGivenUp();
      }
      this._onKernelGone();
      this._kernelId = kernel?.id ?? '';
      this._failedStarts = 0;
      this._startExit = null;
      this._eventKey = null;
      this._isReady = false;
      this.arming.expectNew();
    }
    if (kernel !== this._connection) {
      // A restart keeps it, with what the new process was asked already.
      this._connection = kernel;
      this._waker?.dispose();
      this._waker = null;
      if (kernel) {
        void this._watchOver(kernel);
      }
      this._forgetAsked();
    }
    this._onStatus(null, kernel?.status ?? 'unknown');
  }

  /**
   * Wake the kernel where it leaves a request lying. One that was sent while
   * this loads is answered with the next, which lies then, too.
   */
  private async _watchOver(kernel: Kernel.IKernelConnection): Promise<void> {
    const { Waker } = await import('../notebook/waker');
    if (!this._isDisposed && kernel === this._connection) {
      this._waker = new Waker(kernel, () => this.arming.askAgain());
    }
  }

  /** A death whose facts were on their way: the next kernel may find its box. */
  private _onKernelGone(): void {
    if (this._pending.seen) {
      this.arming.inherit(this._kernelId);
      this._pending.tell();
    } else {
      this._pending.clear();
    }
  }

  private _onStatus(_: unknown, status: Kernel.Status): void {
    switch (status) {
      case 'restarting':
        if (this.panel.sessionContext.isRestarting) {
          this._onOrderedRestart();
          this.arming.askFirst();
        } else {
          this._log.hold();
          this._shown = this._cells;
        }
        return;
      case 'autorestarting':
        this._onDeath();
        return;
      case 'dead':
        this._onGivenUp();
        return;
      case 'starting':
        // After a restart it stays `starting` until something is asked of it.
        this.arming.try();
        return;
      case 'idle':
      case 'busy':
        this._isReady = true;
        this._log.release();
        this.arming.try();
    }
  }

  /**
   * Another client restarted the kernel, which answers `request`, if any; or
   * the server did after a death of which no status told.
   */
  private _onReplaced(_: ProcessCount, request: string): void {
    if (this._eventKey === null) {
      this._onOrderedRestart(request, false);
    } else {
      this._forgetAsked(request);
    }
    this._eventKey = null;
    this._isReady = request !== '';
    this.arming.try();
  }

  private _onOrderedRestart(
    request?: string,
    discard = this._pending.seen === null
  ): void {
    this._forgetAsked(request);
    this._isReady = false;
    this.arming.expectRestart(discard);
    this._remove(one => one.cellId === '');
  }

  private _onDeath(): void {
    const queue = this._log.take();
    this._scheduled.clear();
    this.arming.expectRestart(false);
    this.arming.askFirst();
    if (!isPythonNotebook(this.panel)) {
      return;
    }
    if (this._isToldByEvent()) {
      // The event may overtake a reply, as that of `exit()`; a status cannot.
      this._pending.add({ queue });
      this._keep();
      return;
    }
    const isAtStart = !this._isReady;
    this._isReady = false;
    const exit = this._exits.take(this._kernelId);
    const known = isAtStart ? this._pending.seen : null;
    if (known) {
      const failedStarts = known.failedStarts + 1;
      this._pending.add({ exit: exit ?? known.exit, box: null, failedStarts });
    } else {
      this._pending.begin({
        time: Date.now(),
        queue,
        ...this._shown,
        exit,
        box: null,
        failedStarts: isAtStart ? 1 : 0
      });
    }
    this._waitForFacts();
  }

  /** Whether the status is that of the death which the event has told of. */
  private _isToldByEvent(): boolean {
    const { seen } = this._pending;
    const isSame = seen !== null && seen.key === this._eventKey;
    this._eventKey = null;
    return isSame;
  }

  /** The event of a process that worked; whether a status follows is open. */
  private _onEvent(exit: IExit | null): void {
    this._isReady = false;
    this.arming.expectRestart(false);
    this._pending.begin({
      time: Date.now(),
      queue: this._log.state,
      ...this._cells,
      exit,
      box: null,
      failedStarts: 0
    });
    this._scheduled.clear();
    this._eventKey = this._pending.seen?.key ?? null;
    this._waitForFacts();
  }

  /** What is known so far is kept, the next process may bring the box. */
  private _waitForFacts(): void {
    this._keep();
    this._pending.tellIn(this.arming.isWanted ? BOX_MS : EXIT_MS);
  }

  /**
   * No further restart: after deaths at the start, or by somebody's order. A
   * kernel that was never ready has no connection that could tell its deaths.
   */
  private _onGivenUp(): void {
    const exit = this._exits.take(this._kernelId) ?? this._startExit;
    const { seen } = this._pending;
    if (seen) {
      this._pending.add({ exit: exit ?? seen.exit });
      this._pending.tellIn(EXIT_MS);
    } else if (!this._isReady && isPythonNotebook(this.panel)) {
      this._pending.begin({
        time: Date.now(),
        queue: this._log.state,
        ...this._cells,
        exit,
        box: null,
        failedStarts: Math.max(TOO_MANY_STARTS, this._failedStarts)
      });
      this._pending.tell();
    }
  }

  private _onExit(_: KernelExits, kernelId: string): void {
    if (kernelId !== this._kernelId) {
      return;
    }
    if (this._pending.seen?.exit === null) {
      this._pending.add({ exit: this._exits.take(kernelId) });
      this._keep();
    } else if (!this._isReady) {
      this._failedStarts += 1;
      this._startExit = this._exits.take(kernelId);
    } else if (isPythonNotebook(this.panel)) {
      this._onEvent(this._exits.take(kernelId));
    }
  }

  private _onArmed(_: BlackBoxInstaller, armed: IArmedKernel): void {
    this._isReady = true;
    this._failedStarts = 0;
    const boxes = armed.previous.filter(box => !this._seen.has(box.pid));
    boxes.forEach(box => this._seen.add(box.pid));
    const last = boxes[boxes.length - 1];
    const { seen } = this._pending;
    if (seen) {
      const failedStarts = last?.cell?.running ? 0 : seen.failedStarts;
      this._pending.add({ box: last ?? null, failedStarts });
      this._pending.tell();
      return;
    }
    const isLate = last !== undefined && this._pending.addLate(last);
    // A crash of a process that this page lost sight of has left its words.
    const isNew = armed.isFirst || last?.fault;
    if (isLate || !isNew) {
      return;
    }
    if (last) {
      this._onRead(last, armed);
    } else {
      forget(armed.kernelId);
    }
  }

  /** A death that no page saw, or an earlier one did. */
  private _onRead(box: IBlackBox, { kernelId, time }: IArmedKernel): void {
    const kept = keptOf(kernelId);
    this._pending.begin({
      time: (box.faultTime ?? box.readTime) * 1000,
      queue: kept?.queue ?? EMPTY_QUEUE,
      ...NO_CELLS,
      exit: kept?.exit ?? null,
      box,
      failedStarts: 0
    });
    this._pending.tell(time - box.readTime < NEWS_S);
  }

  private async _tell(seen: ISeenDeath, isNews: boolean): Promise<void> {
    const { incidentOfDeath } = await import('./deaths');
    if (!this._isDisposed) {
      this.deaths.add(incidentOfDeath(this.panel, seen), isNews);
    }
  }

  /** A cell has run without an error: its death is history. */
  private _onFinished(_: ExecutionLog, cellId: string): void {
    this._remove(one => one.cellId === cellId || one.cellId === '');
  }

  private _remove(isOver: (incident: ICellIncident) => boolean): void {
    if (this.deaths.remove(isOver)) {
      forget(this._kernelId);
    }
  }

  private _keep(): void {
    const { seen } = this._pending;
    if (seen) {
      const { queue, exit, time } = seen;
      keep(this._kernelId, { queue, exit, time });
    }
  }

  /** The kernel may die before the next page is there. */
  private readonly _onPageHide = (): void => {
    const queue = this._log.state;
    if (this._pending.seen) {
      this._keep();
    } else if (queue.waiting.length > 0) {
      keep(this._kernelId, { queue, exit: null, time: Date.now() });
    }
  };

  private readonly _seen = new Set<number>();
  private readonly _pending = new PendingDeath(
    (seen, isNews) => void this._tell(seen, isNews)
  );
  /** As the server told of a restart. */
  private _shown = NO_CELLS;
  private _startExit: IExit | null = null;
  /** The death of which, so far, only the event has told. */
  private _eventKey: string | null = null;
  private _failedStarts = 0;
  private _kernelId = '';
  private _connection: Kernel.IKernelConnection | null = null;
  private _waker: Waker | null = null;
  private _isReady = false;
  private _isDisposed = false;
}
