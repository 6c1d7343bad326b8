import type { Kernel } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';

import { cellIncident } from '../../incident/incident';
import { askFacts } from '../ask-facts';
import { FailureFacts } from '../failure-facts';
import type { ICellIncident } from '../types';
import type { NotebookWatcher } from '../watcher';

jest.mock('../ask-facts');

const failure = {
  key: 'one',
  incident: cellIncident({ ename: 'RuntimeError', evalue: 'ours' })
} as ICellIncident;

const LOST = new Error('no answer');

/** A notebook whose kernel loses its answer to the first question. */
function notebook() {
  const kernel = {
    isDisposed: false,
    connectionStatusChanged: new Signal<object, Kernel.ConnectionStatus>({})
  };
  const sessionContext = { session: { kernel } };
  const watcher = { panel: { sessionContext } } as unknown as NotebookWatcher;
  return { kernel, watcher };
}

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation();
  jest.mocked(askFacts).mockReset();
});

afterEach(() => jest.restoreAllMocks());

it('are asked for again where the page has connected anew', async () => {
  const { kernel, watcher } = notebook();
  const facts = { live: null } as never;
  jest
    .mocked(askFacts)
    .mockImplementationOnce(async () => {
      kernel.connectionStatusChanged.emit('connecting');
      kernel.connectionStatusChanged.emit('connected');
      throw LOST;
    })
    .mockResolvedValueOnce(facts);
  expect(await new FailureFacts().look(watcher, failure)).toBe(true);
  expect(askFacts).toHaveBeenCalledTimes(2);
});

it('are asked for once where it has not', async () => {
  const { kernel, watcher } = notebook();
  jest.mocked(askFacts).mockImplementation(async () => {
    kernel.connectionStatusChanged.emit('connecting');
    throw LOST;
  });
  expect(await new FailureFacts().look(watcher, failure)).toBe(false);
  expect(askFacts).toHaveBeenCalledTimes(1);
});

it('are asked for twice at most, and of no kernel that is gone', async () => {
  const { kernel, watcher } = notebook();
  jest.mocked(askFacts).mockImplementation(async () => {
    kernel.connectionStatusChanged.emit('connected');
    throw LOST;
  });
  expect(await new FailureFacts().look(watcher, failure)).toBe(false);
  expect(askFacts).toHaveBeenCalledTimes(2);
  kernel.isDisposed = true;
  expect(await new FailureFacts().look(watcher, failure)).toBe(false);
  expect(askFacts).toHaveBeenCalledTimes(3);
});
