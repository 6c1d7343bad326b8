import { cellIncident } from '../../incident/incident';
import type { Answer, IQuestion } from '../messages';
import { Reader, TooLong } from '../reader';

const INCIDENT = cellIncident({
  ename: 'RuntimeError',
  evalue: 'mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)'
});

/**
 * A worker as the page sees it; `answer` is what it does with a question. The
 * real one runs in the browser's tests.
 */
class FakeWorker {
  constructor(private readonly _answer: (worker: FakeWorker) => void) {
    this.tell({ kind: 'ready' });
  }

  onmessage: ((event: { data: Answer }) => void) | null = null;
  onerror: ((event: Partial<ErrorEvent>) => void) | null = null;
  readonly questions: IQuestion[] = [];
  isTerminated = false;

  postMessage(question: IQuestion): void {
    this.questions.push(question);
    this._answer(this);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  tell(data: Answer): void {
    queueMicrotask(() => this.onmessage?.({ data }));
  }
}

/** Starts fake workers, and keeps them. */
function workers(answer: (worker: FakeWorker) => void) {
  const started: FakeWorker[] = [];
  const start = () => {
    const worker = new FakeWorker(answer);
    started.push(worker);
    return worker as unknown as Worker;
  };
  return { started, start };
}

const found = (result: unknown) => (worker: FakeWorker) =>
  worker.tell({ kind: 'result', result: result as null });

describe('Reader', () => {
  let warn: jest.SpyInstance;

  beforeEach(() => {
    warn = jest.spyOn(console, 'warn').mockImplementation();
  });

  afterEach(() => warn.mockRestore());

  it('asks one worker one question after the other', async () => {
    const waiting: FakeWorker[] = [];
    const { started, start } = workers(worker => waiting.push(worker));
    const reader = new Reader(start);
    const both = Promise.all([
      reader.run('program', INCIDENT),
      reader.run('query', 'x')
    ]);
    await until(() => waiting.length === 1);
    expect(started[0].questions.map(({ task }) => task)).toEqual(['program']);
    found('first')(started[0]);
    await until(() => waiting.length === 2);
    found('second')(started[0]);
    expect(await both).toEqual(['first', 'second']);
    expect(started).toHaveLength(1);
  });

  it('ends a worker that takes too long, and starts another', async () => {
    let isStuck = true;
    const { started, start } = workers(worker =>
      isStuck ? undefined : found(null)(worker)
    );
    const reader = new Reader(start, 20);
    await expect(reader.run('program', INCIDENT)).rejects.toThrow(TooLong);
    expect(started[0].isTerminated).toBe(true);
    isStuck = false;
    expect(await reader.run('program', INCIDENT)).toBeNull();
    expect(started).toHaveLength(2);
  });

  it('goes on after a task that failed', async () => {
    let hasFailed = false;
    const { started, start } = workers(worker => {
      worker.tell(
        hasFailed
          ? { kind: 'result', result: null }
          : { kind: 'error', message: 'broken' }
      );
      hasFailed = true;
    });
    const reader = new Reader(start);
    await expect(reader.run('program', INCIDENT)).rejects.toThrow('broken');
    expect(await reader.run('program', INCIDENT)).toBeNull();
    expect(started).toHaveLength(1);
  });

  it.each([
    [
      'may not be started',
      () => {
        throw new Error('SecurityError');
      }
    ],
    [
      'does not load',
      () => {
        const worker = {
          onerror: null as FakeWorker['onerror'],
          terminate: () => undefined
        };
        queueMicrotask(() =>
          worker.onerror?.({ message: 'gone', preventDefault: () => undefined })
        );
        return worker as unknown as Worker;
      }
    ]
  ])('reads by itself where a worker %s', async (_, start) => {
    const reader = new Reader(start);
    const { findings } = await reader.run('examine', INCIDENT);
    expect(findings[0].id).toBe('tensor/matmul-shape');
    expect(warn).toHaveBeenCalled();
  });
});

/** Wait for a condition that promises bring about. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) {
    await new Promise(resolve => setTimeout(resolve));
  }
}
