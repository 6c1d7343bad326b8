import type { IExecutes, IExecution } from '../../../companion/execute';
import type { IIncident } from '../../../incident/types';
import { execute } from '../execute';
import { FAILURE } from './fakes';

const SILENT = { printed: () => undefined, waiting: () => undefined };

/** A kernel that prints on stderr, raises what it is told to, and replies. */
function kernelOf(printed: string, error: object | null): IExecutes {
  return {
    requestExecute: () => {
      const send = (msg_type: string, content: object) =>
        request.onIOPub({ header: { msg_type }, content });
      const request: IExecution = {
        done: (async () => {
          await Promise.resolve();
          send('stream', { name: 'stderr', text: printed });
          if (error) {
            send('error', error);
          }
          const status = error ? 'error' : 'ok';
          return { content: { status, execution_count: 7 } };
        })(),
        onReply: () => undefined,
        onIOPub: () => undefined,
        onStdin: () => undefined,
        sendInputReply: () => undefined,
        dispose: () => undefined
      };
      return request;
    }
  };
}

it('has what a program printed read elsewhere', async () => {
  const asked: IIncident[] = [];
  const result = await execute(
    kernelOf('Traceback …', null),
    '!python train.py',
    SILENT,
    async incident => {
      asked.push(incident);
      return FAILURE;
    }
  );
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    stderr: 'Traceback …',
    source: '!python train.py'
  });
  expect(result).toEqual({ incident: FAILURE, executionCount: 7 });
});

it('reads no program where the cell itself failed', async () => {
  const error = { ename: 'ValueError', evalue: 'no', traceback: [] };
  const { incident } = await execute(
    kernelOf('', error),
    '1/0',
    SILENT,
    async () => {
      throw new Error('not to be asked');
    }
  );
  expect(incident).toMatchObject({ ename: 'ValueError', evalue: 'no' });
});
