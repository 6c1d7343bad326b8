import { Signal } from '@lumino/signaling';

import { executionEnd, type IExecuted } from '../execution-end';

/** The shared state of a cell, which a server writes. */
class FakeCell {
  readonly stateChanged = new Signal<this, void>(this);
  executionCount: number | null = null;
  executionState: 'running' | 'idle' = 'idle';
  isDisposed = false;

  write(state: Partial<Pick<FakeCell, 'executionCount' | 'executionState'>>) {
    Object.assign(this, state);
    this.stateChanged.emit();
  }

  /** What is known of its end so far. */
  watch(): { ended: boolean | null } {
    const known: { ended: boolean | null } = { ended: null };
    void executionEnd(this as unknown as IExecuted).then(
      ended => (known.ended = ended)
    );
    return known;
  }
}

const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('has come where the page itself ran the cell', async () => {
  const cell = new FakeCell();
  cell.executionCount = 3;
  const known = cell.watch();
  await pass();
  expect(known.ended).toBe(true);
});

it('comes with the number of an execution that a server began later', async () => {
  const cell = new FakeCell();
  const known = cell.watch();
  await pass(5000);
  cell.write({ executionState: 'running' });
  await pass(3_600_000);
  expect(known.ended).toBeNull();
  // jupyter-server-documents writes them one after the other.
  cell.write({ executionState: 'idle' });
  await pass(1000);
  expect(known.ended).toBeNull();
  cell.write({ executionCount: 1 });
  await pass();
  expect(known.ended).toBe(true);
});

it('waits while the cell runs, though its number is there', async () => {
  const cell = new FakeCell();
  cell.executionState = 'running';
  const known = cell.watch();
  cell.write({ executionCount: 1 });
  await pass(60_000);
  expect(known.ended).toBeNull();
  cell.write({ executionState: 'idle' });
  await pass();
  expect(known.ended).toBe(true);
});

it('is unknown of a cell that never ran', async () => {
  const known = new FakeCell().watch();
  await pass(60_000);
  expect(known.ended).toBe(false);
});

it('is unknown of a cell that is gone', async () => {
  const cell = new FakeCell();
  cell.executionState = 'running';
  const known = cell.watch();
  cell.isDisposed = true;
  cell.write({});
  await pass();
  expect(known.ended).toBe(false);
});
