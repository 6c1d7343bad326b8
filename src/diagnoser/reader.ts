import type { Answer, IQuestion } from './messages';
import type { Argument, ITasks, Result, TaskName } from './tasks';

/** One question may take the worker so long, in ms. The slowest known: 1 s. */
const LIMIT_MS = 10_000;

/** Loading the catalogue over a slow connection may take so long, in ms. */
const START_MS = 60_000;

/** A reading took longer than it may, and was ended. */
export class TooLong extends Error {}

/** The worker could not be started here. */
class NoWorker extends Error {}

interface IJob {
  readonly question: IQuestion;
  resolve(result: any): void;
  reject(error: unknown): void;
}

/**
 * Has tasks done in a worker, one after the other, each within a time limit.
 * Where no worker can be started, on the page's own thread.
 */
export class Reader {
  /**
   * @param _start - starts the worker; throws where the page may not
   * @param _limit - longest time of one task, in ms
   */
  constructor(
    private readonly _start: () => Worker,
    private readonly _limit: number = LIMIT_MS
  ) {}

  /**
   * @throws TooLong when the task was ended
   * @throws when the page cannot load its own files (the server went away)
   */
  run<K extends TaskName>(task: K, argument: Argument<K>): Promise<Result<K>> {
    return new Promise((resolve, reject) => {
      this._jobs.push({ question: { task, argument }, resolve, reject });
      void this._work();
    });
  }

  private async _work(): Promise<void> {
    if (this._isWorking) {
      return;
    }
    this._isWorking = true;
    for (let job = this._jobs.shift(); job; job = this._jobs.shift()) {
      const { question } = job;
      await this._answer(question).then(job.resolve, job.reject);
    }
    this._isWorking = false;
  }

  private async _answer(question: IQuestion): Promise<unknown> {
    if (!this._tasks) {
      try {
        return await this._ask(question);
      } catch (error) {
        if (!(error instanceof NoWorker)) {
          throw error;
        }
        console.warn('torch-triage: reading without a worker.', error);
        const { loadTasks } = await import('./tasks');
        this._tasks = await loadTasks();
      }
    }
    const run = this._tasks[question.task] as (argument: unknown) => unknown;
    return run(question.argument);
  }

  private async _ask(question: IQuestion): Promise<unknown> {
    const worker = await (this._worker ??= this._started());
    try {
      const answer = answerOf(worker, this._limit);
      worker.postMessage(question);
      return await answer;
    } catch (error) {
      if (error instanceof TooLong) {
        this._end(worker);
      }
      throw error;
    }
  }

  /** A worker that takes questions. */
  private async _started(): Promise<Worker> {
    let worker: Worker | null = null;
    try {
      worker = this._start();
      await answerOf(worker, START_MS);
      return worker;
    } catch (error) {
      this._end(worker);
      throw new NoWorker(String(error));
    }
  }

  private _end(worker: Worker | null): void {
    worker?.terminate();
    this._worker = null;
  }

  private readonly _jobs: IJob[] = [];
  private _isWorking = false;
  private _worker: Promise<Worker> | null = null;
  /** On the page's own thread. */
  private _tasks: ITasks | null = null;
}

/** The next that a worker tells; rejects after `limit` ms. */
function answerOf(worker: Worker, limit: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new TooLong(`Ended after ${limit} ms.`)),
      limit
    );
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      clearTimeout(timer);
      switch (data.kind) {
        case 'ready':
          return resolve(undefined);
        case 'result':
          return resolve(data.result);
        case 'error':
          return reject(new Error(data.message));
      }
    };
    worker.onerror = event => {
      clearTimeout(timer);
      event.preventDefault();
      reject(new Error(event.message || 'The worker failed.'));
    };
  });
}
