import type { ISessionContext } from '@jupyterlab/apputils';
import type { Kernel } from '@jupyterlab/services';
import { Poll } from '@lumino/polling';
import { Signal, type ISignal } from '@lumino/signaling';

import { AskError } from '../../companion/ask-error';
import type { ExecutionLog } from '../../notebook/execution-log';
import { isPython } from '../../notebook/language';
import type { ProcessCount } from '../../notebook/process-count';
import type { NotebookWatcher } from '../../notebook/watcher';
import { isBusyByServer } from './kernel-busy';

const NAME = 'CUDA_LAUNCH_BLOCKING';

/** A process that has not answered is asked again, ever more rarely, in ms. */
const FREQUENCY = { interval: 1000, backoff: true, max: 30_000 };

/**
 * Whether the process behind a notebook launches CUDA kernels blocking.
 *
 * The process itself is asked, once after each start: so it is right after a
 * re-run was cancelled, the page was reloaded, or another page did it.
 */
export class BlockingState {
  constructor({ panel, processes, log }: NotebookWatcher) {
    this._log = log;
    this._session = panel.sessionContext;
    this._processes = processes;
    this._session.statusChanged.connect(this._onStatus, this);
    this._session.connectionStatusChanged.connect(this._onConnection, this);
    this._session.kernelChanged.connect(this._onNewProcess, this);
    processes.replaced.connect(this._onNewProcess, this);
    panel.disposed.connect(() => {
      this._poll.dispose();
      Signal.clearData(this);
    });
    this._onNewProcess();
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  get isBlocking(): boolean {
    return this._isBlocking;
  }

  /** The variable was just set and verified. */
  mark(): void {
    this._know(true);
  }

  /** Ask the process anew, until it has answered. */
  refresh(): void {
    this._isKnown = false;
    void this._poll.refresh();
  }

  private _onNewProcess(): void {
    this._isKnown = false;
    this._set(false);
    void this._poll.schedule({
      phase: 'started',
      interval: FREQUENCY.interval
    });
  }

  private _onStatus(_: unknown, status: Kernel.Status): void {
    if (['restarting', 'autorestarting', 'starting', 'dead'].includes(status)) {
      this._onNewProcess();
    } else if (status === 'idle') {
      this._askNow();
    }
  }

  private _onConnection(_: unknown, status: Kernel.ConnectionStatus): void {
    if (status === 'connected') {
      this._askNow();
    }
  }

  private _askNow(): void {
    // A question makes the kernel idle once more itself.
    if (!this._isKnown && !this._isAsking) {
      void this._poll.refresh();
    }
  }

  /** @throws while there is no answer, for the poll to go on */
  private async _ask(): Promise<void> {
    const kernel = this._session.session?.kernel;
    const language = kernel && this._languageOf(kernel);
    if (!kernel || this._isKnown || (language && !isPython(language))) {
      await this._poll.stop();
      return;
    }
    if (!language) {
      throw new AskError('The kernel has not said its language.');
    }
    // The answer of a process that has ended says nothing.
    const process = this._processes.value;
    this._isAsking = true;
    try {
      const isBlocking = await answerOf(kernel, this._log);
      if (process === this._processes.value) {
        this._know(isBlocking);
      }
    } finally {
      this._isAsking = false;
    }
  }

  /**
   * By the kernel's own word, null until it has spoken: after a change of
   * kernel the notebook still names the language of the last one.
   */
  private _languageOf(kernel: Kernel.IKernelConnection): string | null {
    const known = this._languages.get(kernel);
    if (known === undefined) {
      this._languages.set(kernel, null);
      kernel.info.then(
        ({ language_info }) => {
          this._languages.set(kernel, language_info.name);
          this._askNow();
        },
        () => undefined // it went before it spoke
      );
    }
    return known ?? null;
  }

  private _know(isBlocking: boolean): void {
    this._isKnown = true;
    void this._poll.stop();
    this._set(isBlocking);
  }

  private _set(isBlocking: boolean): void {
    if (isBlocking !== this._isBlocking) {
      this._isBlocking = isBlocking;
      this._changed.emit();
    }
  }

  private readonly _log: ExecutionLog;
  private readonly _session: ISessionContext;
  private readonly _processes: ProcessCount;
  private readonly _changed = new Signal<this, void>(this);
  private readonly _poll = new Poll({
    auto: false,
    factory: () => this._ask(),
    frequency: FREQUENCY
  });
  private readonly _languages = new WeakMap<
    Kernel.IKernelConnection,
    string | null
  >();
  private _isBlocking = false;
  /** The present process has answered. */
  private _isKnown = false;
  private _isAsking = false;
}

/**
 * What the process says.
 *
 * The status that this page knows is not relied on: while a page connects to
 * a kernel, the message that it is idle can be lost (jupyter_server does not
 * wait for the subscription to a busy kernel), and nothing else would tell.
 *
 * @throws when it does not answer now
 */
async function answerOf(
  kernel: Kernel.IKernelConnection,
  log: ExecutionLog
): Promise<boolean> {
  const { readProcess } = await import('../../companion/process');
  if (await isBusyByServer(kernel)) {
    throw new AskError('The kernel is busy.');
  }
  // Last of all: somebody may have run a cell meanwhile. xeus-python (0.19)
  // loses the error of a cell that fails beside a question.
  if (log.state.waiting.length > 0) {
    throw new AskError('A cell runs, or waits to.');
  }
  try {
    const { environment } = await readProcess(kernel, [NAME]);
    return environment[NAME] === '1';
  } catch (error) {
    if (error instanceof AskError && error.isFinal) {
      // Some other Python kernel than IPython's: no re-run started it.
      return false;
    }
    throw error;
  }
}
