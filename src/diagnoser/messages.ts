import type { Argument, Result, TaskName } from './tasks';

/** What the page asks its worker; one question at a time. */
export interface IQuestion<K extends TaskName = TaskName> {
  readonly task: K;
  readonly argument: Argument<K>;
}

/** What a worker tells the page. */
export type Answer =
  /** It has loaded everything, and takes questions. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly result: Result<TaskName> }
  | { readonly kind: 'error'; readonly message: string };
