import type { IExecuteContent, IExecutes, IExecution } from '../execute';
import { digestOf } from '../digest';
import { readRecord, type IKernelRecord } from '../record';

const MEGABYTES = 4_000_000;

/** A kernel that answers any question with `answer`, and notes what it costs. */
class AskedKernel implements IExecutes {
  sent = '';

  constructor(private readonly _answer: object) {}

  requestExecute(content: IExecuteContent): IExecution {
    this.sent = JSON.stringify(content);
    const digits = Buffer.from(
      JSON.stringify({ value: this._answer })
    ).toString('hex');
    const told = {
      status: 'ok',
      data: { 'application/x-torch-triage': digits, 'text/plain': '' }
    };
    return {
      done: Promise.resolve({
        content: { status: 'ok', user_expressions: { torch_triage: told } }
      }),
      onReply: () => undefined,
      onIOPub: () => undefined,
      onStdin: () => undefined,
      sendInputReply: () => undefined,
      dispose: () => undefined
    };
  }
}

it('asks for the record in a message that has room for any notebook', async () => {
  const texts = ['a', 'b', 'c'].map(name => `${name} = "`.padEnd(MEGABYTES));
  const told = {
    basis: 'process',
    inputs: [
      [1, 0],
      [2, 'typed = 1'],
      [3, 1],
      [4, 2]
    ]
  };
  const kernel = new AskedKernel(told);
  const record = await readRecord(
    kernel,
    [4, texts[2]],
    [
      [1, texts[0]],
      [3, texts[1]]
    ],
    'present'
  );
  expect(kernel.sent.length).toBeLessThan(20_000);
  expect(kernel.sent).toContain(String(digestOf(texts[2])[1]));
  expect(record).toEqual<IKernelRecord>({
    basis: 'process',
    inputs: [
      [1, texts[0]],
      [2, 'typed = 1'],
      [3, texts[1]],
      [4, texts[2]]
    ]
  });
});
