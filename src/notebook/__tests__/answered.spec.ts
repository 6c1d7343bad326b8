import type { Kernel } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';

import { answered } from '../answered';

const never = new Promise<string>(() => undefined);

/** A kernel whose page connects anew by `connect`. */
function kernel() {
  const one = {
    isDisposed: false,
    connectionStatusChanged: new Signal<object, Kernel.ConnectionStatus>({})
  };
  const connect = () => {
    one.connectionStatusChanged.emit('connecting');
    one.connectionStatusChanged.emit('connected');
  };
  return { one: one as unknown as Kernel.IKernelConnection, connect };
}

it('puts a question again at once, when the page has connected anew', async () => {
  const { one, connect } = kernel();
  const question = jest
    .fn<Promise<string>, []>()
    .mockReturnValueOnce(never)
    .mockResolvedValueOnce('second');
  const answer = answered(one, question);
  connect();
  connect();
  expect(await answer).toBe('second');
  expect(question).toHaveBeenCalledTimes(2);
});

it('takes the first answer where only that comes', async () => {
  const { one, connect } = kernel();
  let tell: (text: string) => void = () => undefined;
  const question = jest
    .fn<Promise<string>, []>()
    .mockReturnValueOnce(new Promise(resolve => (tell = resolve)))
    .mockRejectedValueOnce(new Error('lost'));
  const answer = answered(one, question);
  connect();
  tell('first');
  expect(await answer).toBe('first');
});

it('puts none again without a new connection, nor after the answer', async () => {
  const { one, connect } = kernel();
  const question = jest.fn(async () => 'first');
  expect(await answered(one, question)).toBe('first');
  connect();
  expect(question).toHaveBeenCalledTimes(1);
  const refused = jest.fn().mockRejectedValue(new Error('no answer'));
  await expect(answered(one, refused)).rejects.toThrow('no answer');
  expect(refused).toHaveBeenCalledTimes(1);
});

it('tells the last error where both are lost', async () => {
  const { one, connect } = kernel();
  let fail: (error: Error) => void = () => undefined;
  const question = jest
    .fn<Promise<string>, []>()
    .mockReturnValueOnce(new Promise((_, reject) => (fail = reject)))
    .mockRejectedValueOnce(new Error('second'));
  const answer = answered(one, question);
  connect();
  fail(new Error('first'));
  await expect(answer).rejects.toThrow('second');
});
