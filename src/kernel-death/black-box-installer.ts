import type { ISessionContext } from '@jupyterlab/apputils';
import type { NotebookPanel } from '@jupyterlab/notebook';
import type { Kernel } from '@jupyterlab/services';
import { Signal, type ISignal } from '@lumino/signaling';

import { AskError } from '../companion/ask-error';
import type { IArmed, IArmOptions } from '../companion/blackbox';
import { isPython, isPythonNotebook } from '../notebook/language';
import { ownValue } from '../shared/own-value';
import type { KernelProbe } from './kernel-probe';

type Companion = typeof import('../companion/blackbox');

/** What a kernel answered when its black box was armed. */
export interface IArmedKernel extends IArmed {
  readonly kernelId: string;
  /** The first answer of this kernel to this page. */
  readonly isFirst: boolean;
}

/**
 * Keeps the black box of a notebook's kernel armed: once in each process, and
 * in Python kernels only. To others nothing is ever sent.
 *
 * A new process is asked before any user can ask it something: a connection
 * keeps what is sent until the process answers, and in order.
 */
export class BlackBoxInstaller {
  constructor(private readonly _panel: NotebookPanel) {
    this._context = _panel.sessionContext;
  }

  /** A kernel answered. */
  get done(): ISignal<this, IArmedKernel> {
    return this._done;
  }

  /** Whether boxes are wanted; null until the settings are read. */
  set isWanted(isWanted: boolean) {
    const wasWanted = this._isWanted === true;
    this._isWanted = isWanted;
    if (isWanted) {
      // It has to be there before the first kernel is.
      void this._load();
    }
    const kernel = this._context.session?.kernel;
    if (wasWanted && !isWanted && kernel && this._armedId === kernel.id) {
      void this._ask(kernel, { armed: false });
      this._isNeeded = true;
    }
    this.try();
  }

  get isWanted(): boolean {
    return this._isWanted === true;
  }

  /** The kernel is another one. */
  expectNew(): void {
    this._expectAnother();
    const kernel = this._context.session?.kernel;
    if (kernel && this._isFree(kernel) && this._speaksPython(kernel)) {
      this._tryNow(kernel);
    }
  }

  /**
   * The server starts another process for the same kernel.
   *
   * @param discard - the user ended the last one, its box is of no interest
   */
  expectRestart(discard: boolean): void {
    this._expectAnother();
    this._discard = discard;
    const kernel = this._context.session?.kernel;
    const isWanted = this._isWanted !== false;
    if (kernel && isWanted && isPythonNotebook(this._panel)) {
      void this._watch(kernel);
    }
  }

  /**
   * The connection is about to forget what was asked of the last process: be
   * the first to ask the new one.
   */
  askFirst(): void {
    const kernel = this._context.session?.kernel;
    void Promise.resolve().then(() => {
      if (kernel && !kernel.isDisposed && this._speaksPython(kernel)) {
        this._tryNow(kernel);
      }
    });
  }

  /** The page has connected anew: what it asked may have lost its answer. */
  askAgain(): void {
    const kernel = this._context.session?.kernel;
    if (kernel && this._isUnanswered) {
      this._onAnswer(kernel);
    }
  }

  /** The next kernel reads the boxes of this one too, which is gone. */
  inherit(kernelId: string): void {
    this._inherited.add(kernelId);
  }

  /**
   * Arm if that is needed and the kernel has nothing to do. A busy one is left
   * alone: even through a subshell a request would show it as idle, for all
   * who look at it, while its cell still runs.
   */
  try(): void {
    const kernel = this._context.session?.kernel;
    if (kernel?.status === 'starting' || kernel?.status === 'idle') {
      this._tryNow(kernel);
    }
  }

  dispose(): void {
    this._isWanted = false;
    void this._probe?.then(probe => probe.stop());
    Signal.clearData(this);
  }

  private _expectAnother(): void {
    this._isNeeded = true;
    this._isUnanswered = false;
    this._discard = false;
  }

  private _tryNow(kernel: Kernel.IKernelConnection): void {
    if (this._isNeeded && this._isWanted) {
      this._isNeeded = false;
      void this._arm(kernel);
    }
  }

  /** It answers, and requests before that one went without their answer. */
  private _onAnswer(kernel: Kernel.IKernelConnection): void {
    this._isNeeded ||= this._isUnanswered;
    this._tryNow(kernel);
  }

  /** Whether the kernel runs nothing, as far as the server's list knows. */
  private _isFree(kernel: Kernel.IKernelConnection): boolean {
    for (const session of this._context.sessionManager.running()) {
      if (session.kernel?.id === kernel.id) {
        return session.kernel.execution_state !== 'busy';
      }
    }
    return true;
  }

  /** Whether its spec says so; the kernel itself tells later. */
  private _speaksPython(kernel: Kernel.IKernelConnection): boolean {
    const { specs } = this._context.specsManager;
    const spec = ownValue(specs?.kernelspecs ?? {}, kernel.name);
    return isPython(spec?.language ?? '');
  }

  private async _arm(kernel: Kernel.IKernelConnection): Promise<void> {
    const discard = this._discard;
    this._discard = false;
    if (!this._speaksPython(kernel)) {
      const info = await kernel.info;
      if (!isPython(info.language_info.name)) {
        return;
      }
    }
    const keys = [...this._inherited];
    this._isUnanswered = true;
    const armed = await this._ask(kernel, { discard, keys });
    if (armed) {
      this._isUnanswered = false;
      keys.forEach(key => this._inherited.delete(key));
      const isFirst = this._armedId !== kernel.id;
      this._armedId = kernel.id;
      this._done.emit({ ...armed, kernelId: kernel.id, isFirst });
    }
  }

  private async _ask(
    kernel: Kernel.IKernelConnection,
    options: IArmOptions
  ): Promise<IArmed | null> {
    try {
      const { arm } = this._companion ?? (await this._load());
      return await arm(kernel, options);
    } catch (error) {
      // A kernel that ended meanwhile has cancelled the request: no news.
      if (error instanceof AskError) {
        console.warn('torch-triage: no black box in this kernel.', error);
      }
      return null;
    }
  }

  /** Make sure that the page hears of a process that starts. */
  private async _watch(kernel: Kernel.IKernelConnection): Promise<void> {
    this._probe ??= import('./kernel-probe').then(
      ({ KernelProbe }) => new KernelProbe(one => this._onAnswer(one))
    );
    const probe = await this._probe;
    if (this._isWanted !== false) {
      probe.expect(kernel);
    }
  }

  private async _load(): Promise<Companion> {
    this._companion = await import('../companion/blackbox');
    return this._companion;
  }

  private readonly _context: ISessionContext;
  private _probe: Promise<KernelProbe> | null = null;
  private readonly _done = new Signal<this, IArmedKernel>(this);
  private _isWanted: boolean | null = null;
  private _companion: Companion | null = null;
  private _isNeeded = true;
  /** What it was asked has no answer, which may be lost. */
  private _isUnanswered = false;
  private _discard = false;
  private _armedId = '';
  private readonly _inherited = new Set<string>();
}
