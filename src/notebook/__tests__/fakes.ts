import type { ISessionContext } from '@jupyterlab/apputils';
import type { NotebookPanel } from '@jupyterlab/notebook';
import type { Kernel } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';

/** The messages of a kernel, without the kernel. */
export class FakeKernel {
  constructor(readonly id = 'a kernel') {}

  readonly anyMessage = new Signal<this, unknown>(this);
  readonly statusChanged = new Signal<this, Kernel.Status>(this);
  readonly disposed = new Signal<this, void>(this);
  readonly name = 'python3';
  readonly info = Promise.resolve({ language_info: { name: 'python' } });
  status: Kernel.Status = 'idle';
  isDisposed = false;

  asConnection(): Kernel.IKernelConnection {
    return this as unknown as Kernel.IKernelConnection;
  }

  /** The page sends a cell, as the request `of …`. */
  request(cellId: string, silent = false): void {
    this.anyMessage.emit({
      direction: 'send',
      msg: {
        header: { msg_type: 'execute_request', msg_id: `of ${cellId}` },
        metadata: { cellId },
        content: { code: `code of ${cellId}`, silent }
      }
    });
  }

  reply(cellId: string, status = 'ok'): void {
    this.anyMessage.emit({
      direction: 'recv',
      msg: {
        header: { msg_type: 'execute_reply' },
        parent_header: { msg_id: `of ${cellId}` },
        content: { status }
      }
    });
  }

  run(cellId: string): void {
    this.request(cellId);
    this.reply(cellId);
  }
}

/** The signals of a notebook's session, and what a test says of it. */
export class FakeSession {
  constructor(kernel: FakeKernel | null = null) {
    this.session = { kernel };
  }

  readonly statusChanged = new Signal<this, Kernel.Status>(this);
  readonly kernelChanged = new Signal<this, unknown>(this);
  readonly iopubMessage = new Signal<this, unknown>(this);
  readonly session: { kernel: FakeKernel | null };
  readonly specsManager = {
    specs: { kernelspecs: { python3: { language: 'python' } } }
  };
  /** The server's list of its sessions. */
  readonly sessionManager = { running: () => this.running };
  running: { kernel: { id: string; execution_state: string } }[] = [];
  isRestarting = false;

  asContext(): ISessionContext {
    return this as unknown as ISessionContext;
  }

  /** The kernel broadcasts; with `request` null without any parent. */
  tell(
    msg_type: string,
    content: object,
    {
      request = '',
      session = 'a process',
      seconds = 0
    }: { request?: string | null; session?: string; seconds?: number } = {}
  ): void {
    const date = new Date(seconds * 1000).toISOString();
    this.iopubMessage.emit({
      channel: 'iopub',
      header: { msg_type, session, date },
      parent_header: request === '' ? {} : request && { msg_id: request },
      content
    });
  }

  /** The server, or the page, says how the kernel is. */
  become(...statuses: readonly Kernel.Status[]): void {
    for (const status of statuses) {
      if (this.session.kernel) {
        this.session.kernel.status = status;
      }
      this.statusChanged.emit(status);
    }
  }

  /** The notebook gets another kernel, or the same again. */
  change(kernel: FakeKernel | null): void {
    const oldValue = this.session.kernel;
    this.session.kernel = kernel;
    this.kernelChanged.emit({ name: 'kernel', oldValue, newValue: kernel });
  }
}

/** A notebook of code cells by their ids; its file is read. */
export function fakePanel(
  sessionContext: FakeSession,
  cellIds: readonly string[],
  language = 'python'
): NotebookPanel {
  const cells = cellIds.map(id => ({
    id,
    type: 'code',
    executionCount: null,
    outputs: { length: 0 },
    sharedModel: { getSource: () => `code of ${id}` }
  }));
  const panel = {
    sessionContext,
    context: { ready: Promise.resolve() },
    model: { cells, getMetadata: () => ({ name: language }) }
  };
  return panel as unknown as NotebookPanel;
}
