import { ask } from '../ask';
import { AskError } from '../ask-error';
import type { IExecutes, IExecution } from '../execute';

const SOURCE = 'def report(): return {"pid": 7}';

const hex = (data: object): string =>
  Buffer.from(JSON.stringify(data)).toString('hex');

const replyOf = (told: object): object => ({
  content: {
    status: 'ok',
    user_expressions: {
      torch_triage: {
        status: 'ok',
        data: { 'application/x-torch-triage': hex(told), 'text/plain': '' }
      }
    }
  }
});

const REPLY = replyOf({ value: { pid: 7 } });

/** A kernel whose replies come, and of whose broadcasts nothing arrives. */
class MuteKernel implements IExecutes {
  asked = 0;
  disposed = 0;

  constructor(private readonly _replies: readonly object[]) {}

  requestExecute(): IExecution {
    const reply = this._replies[this.asked];
    this.asked += 1;
    let cancel: (reason: Error) => void = () => undefined;
    const request: IExecution = {
      done: new Promise((_, reject) => (cancel = reject)),
      onReply: () => undefined,
      onIOPub: () => undefined,
      onStdin: () => undefined,
      sendInputReply: () => undefined,
      // As JupyterLab's future does before it is done.
      dispose: () => {
        this.disposed += 1;
        cancel(new Error('Canceled'));
      }
    };
    if (reply) {
      queueMicrotask(() => request.onReply(reply));
    }
    return request;
  }
}

afterEach(() => jest.useRealTimers());

it('takes the reply, though the word that the kernel is idle is lost', async () => {
  const kernel = new MuteKernel([REPLY]);
  expect(await ask(kernel, SOURCE)).toEqual({ pid: 7 });
  expect([kernel.asked, kernel.disposed]).toEqual([1, 1]);
});

it('asks again when the question was skipped', async () => {
  const skipped = { content: { status: 'aborted' } };
  const kernel = new MuteKernel([skipped, skipped, REPLY]);
  expect(await ask(kernel, SOURCE)).toEqual({ pid: 7 });
  expect(kernel.asked).toBe(3);
});

it('asks again where xeus-python takes a cell’s error for the question’s', async () => {
  const ofCell = { content: { status: 'error', ename: 'ZeroDivisionError' } };
  const skipped = { content: { status: 'error' } };
  const kernel = new MuteKernel([ofCell, skipped, REPLY]);
  expect(await ask(kernel, SOURCE)).toEqual({ pid: 7 });
  expect(kernel.asked).toBe(3);
});

it('takes an error that comes every time for the answer', async () => {
  const error = { content: { status: 'error', ename: 'IndexError' } };
  const kernel = new MuteKernel(Array(99).fill(error));
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  const refused = expect(ask(kernel, SOURCE, {}, 60_000)).rejects.toMatchObject(
    { message: 'The kernel could not answer: IndexError.', isFinal: true }
  );
  await jest.advanceTimersByTimeAsync(30_000);
  await refused;
  expect(kernel.asked).toBe(10);
});

it('gives up in time where no reply comes', async () => {
  const kernel = new MuteKernel([]);
  await expect(ask(kernel, SOURCE, {}, 20)).rejects.toThrow(AskError);
  expect(kernel.disposed).toBe(1);
});

it('says what our code raised, which no second question would change', async () => {
  const kernel = new MuteKernel([replyOf({ error: 'OSError', line: 3 })]);
  await expect(ask(kernel, SOURCE)).rejects.toMatchObject({
    message: 'The kernel could not answer: OSError, line 3.',
    isFinal: true
  });
});
