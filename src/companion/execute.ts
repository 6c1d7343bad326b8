/**
 * The little of a kernel connection that running code needs, so that the same
 * code serves JupyterLab's `Kernel.IKernelConnection` and a script's own.
 */

/** A request to run code (Jupyter messaging, `execute_request`). */
export interface IExecuteContent {
  readonly code: string;
  readonly silent?: boolean;
  readonly store_history?: boolean;
  readonly allow_stdin?: boolean;
  readonly stop_on_error?: boolean;
  readonly user_expressions?: Record<string, string>;
}

/** A request under way. Its messages are untrusted. */
export interface IExecution {
  /**
   * The reply, once the kernel is idle again; rejects when the process ends
   * before that.
   */
  readonly done: Promise<{ readonly content: any }>;
  /** Takes the reply as soon as it is there. */
  onReply: (message: any) => any;
  onIOPub: (message: any) => any;
  onStdin: (message: any) => any;
  sendInputReply(content: any, parent: any): void;
  dispose(): void;
}

/** Anything that can run code. */
export interface IExecutes {
  requestExecute(content: IExecuteContent, disposeOnDone?: boolean): IExecution;
}
