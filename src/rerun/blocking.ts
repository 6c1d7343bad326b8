import { Signal, type ISignal } from '@lumino/signaling';
import type { Kernel } from '@jupyterlab/services';

import { readProcess } from '../companion/kernel';
import { isPythonNotebook } from '../notebook/language';
import type { NotebookWatcher } from '../notebook/watcher';

const NAME = 'CUDA_LAUNCH_BLOCKING';

/** An idle kernel that fails so often in a row is left alone. */
const MAX_FAILURES = 3;

/**
 * Whether the process behind a notebook launches CUDA kernels blocking.
 *
 * The process itself is asked, once after each start: so it is right after a
 * re-run was cancelled, the page was reloaded, or another page did it.
 */
export class BlockingState {
  constructor(private readonly _watcher: NotebookWatcher) {
    const { sessionContext } = _watcher.panel;
    sessionContext.statusChanged.connect(this._onStatus, this);
    sessionContext.kernelChanged.connect(this._onKernel, this);
    _watcher.panel.disposed.connect(() => Signal.clearData(this));
    this._onKernel();
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  get isBlocking(): boolean {
    return this._isBlocking;
  }

  /** The variable was just set and verified. */
  mark(): void {
    this._isAsked = true;
    this._set(true);
  }

  /** Ask the process anew. */
  async refresh(): Promise<void> {
    const kernel = this._watcher.panel.sessionContext.session?.kernel;
    if (!kernel || !isPythonNotebook(this._watcher.panel)) {
      this._set(false);
      return;
    }
    try {
      const { environment } = await readProcess(kernel, [NAME]);
      this._isAsked = true;
      this._failures = 0;
      this._set(environment[NAME] === '1');
    } catch {
      // Busy for long, or on its way out: asked again when it is idle, which
      // it may be already, since a reply can be lost while a page connects.
      this._isAsked = false;
      this._failures += 1;
      if (kernel.status === 'idle' && this._failures < MAX_FAILURES) {
        this._ask();
      }
    }
  }

  private _onKernel(): void {
    this._isAsked = false;
    if (this._watcher.panel.sessionContext.session?.kernel?.status === 'idle') {
      this._ask();
    } else {
      this._set(false);
    }
  }

  private _onStatus(_: unknown, status: Kernel.Status): void {
    if (['restarting', 'autorestarting', 'starting', 'dead'].includes(status)) {
      this._isAsked = false;
      this._set(false);
    } else if (status === 'idle' && !this._isAsked) {
      this._ask();
    }
  }

  private _ask(): void {
    // Asking makes the kernel busy and idle once more.
    this._isAsked = true;
    void this.refresh();
  }

  private _set(isBlocking: boolean): void {
    if (isBlocking !== this._isBlocking) {
      this._isBlocking = isBlocking;
      this._changed.emit();
    }
  }

  private readonly _changed = new Signal<this, void>(this);
  private _isBlocking = false;
  private _isAsked = false;
  private _failures = 0;
}
