import { AskError } from '../../../companion/ask-error';
import type { IExecutes, IExecution } from '../../../companion/execute';
import { firstAnswer } from '../first-answer';
import { processWith } from './fakes';

const VARIABLES = { CUDA_LAUNCH_BLOCKING: '1' };
const ANSWER = processWith(VARIABLES);
const OK = { value: ANSWER };

/** A process whose answers come over the connection with that number, from 0. */
class DeafKernel implements IExecutes {
  asked = 0;
  connections = 0;

  constructor(
    private readonly _hears: number,
    private readonly _told: object = OK
  ) {}

  readonly connectAnew = async (): Promise<void> => {
    this.connections += 1;
  };

  requestExecute(): IExecution {
    this.asked += 1;
    const hex = Buffer.from(JSON.stringify(this._told)).toString('hex');
    const data = { 'application/x-torch-triage': hex };
    const user_expressions = { torch_triage: { status: 'ok', data } };
    const reply = { content: { status: 'ok', user_expressions } };
    const isHeard = this.connections >= this._hears;
    return {
      done: isHeard ? Promise.resolve(reply) : new Promise(() => undefined),
      onReply: () => undefined,
      onIOPub: () => undefined,
      onStdin: () => undefined,
      sendInputReply: () => undefined,
      dispose: () => undefined
    };
  }
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** What came of asking, after so many seconds. */
async function answered(kernel: DeafKernel, seconds: number): Promise<unknown> {
  let outcome: unknown = 'nothing yet';
  firstAnswer(() => kernel, kernel.connectAnew, VARIABLES).then(
    answer => (outcome = answer),
    error => (outcome = error)
  );
  await jest.advanceTimersByTimeAsync(seconds * 1000);
  return outcome;
}

it('is taken as it comes', async () => {
  const kernel = new DeafKernel(0);
  expect(await answered(kernel, 1)).toEqual(ANSWER);
  expect(kernel).toMatchObject({ asked: 1, connections: 0 });
});

it.each([1, 2, 3])(
  'is asked for once more over a new connection: %i',
  async deaf => {
    const kernel = new DeafKernel(deaf);
    expect(await answered(kernel, 20 * deaf + 10)).toEqual(ANSWER);
    expect(kernel).toMatchObject({ asked: deaf + 1, connections: deaf });
  }
);

it('that does not come then either is said to be missing', async () => {
  const kernel = new DeafKernel(9);
  expect(await answered(kernel, 120)).toEqual(
    new AskError('The kernel did not answer in time.')
  );
  expect(kernel).toMatchObject({ asked: 4, connections: 3 });
});

it('that says no is the last', async () => {
  const kernel = new DeafKernel(0, { error: 'OSError', line: 3 });
  expect(await answered(kernel, 1)).toMatchObject({ isFinal: true });
  expect(kernel).toMatchObject({ asked: 1, connections: 0 });
});
