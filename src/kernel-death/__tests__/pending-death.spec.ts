import { parseBox } from '../../incident/death/death';
import { EMPTY_QUEUE } from '../../notebook/execution-log';
import type { ISeenDeath } from '../deaths';
import { PendingDeath } from '../pending-death';

const EXIT = { code: -11, signal: 'SIGSEGV' };
const BOX = parseBox({ pid: 7 })!;

/** A death of which nothing more is known than that a cell ran. */
const DEATH: Omit<ISeenDeath, 'key'> = {
  time: 0,
  queue: { waiting: [{ cellId: 'a', code: 'crash()' }], done: [] },
  shown: [],
  scheduled: [],
  exit: null,
  box: null,
  failedStarts: 0
};

/** It died before it was ready, and nobody had asked it anything. */
const FAILED_START = { ...DEATH, queue: EMPTY_QUEUE, failedStarts: 1 };

function pending() {
  const told: (ISeenDeath & { isNews: boolean })[] = [];
  const death = new PendingDeath((seen, isNews) =>
    told.push({ ...seen, isNews })
  );
  return { death, told };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it.each([
  ['the exit status first', { exit: EXIT }, { box: BOX }],
  ['the black box first', { box: BOX }, { exit: EXIT }]
])('tells a death once, with %s', (_, first, second) => {
  const { death, told } = pending();
  death.begin(DEATH);
  death.tellIn(1000);
  death.add(first);
  death.add(second);
  expect(told).toEqual([]);
  death.tell();
  jest.runAllTimers();
  expect(told).toEqual([
    {
      ...DEATH,
      key: expect.any(String),
      exit: EXIT,
      box: BOX,
      isNews: true
    }
  ]);
  expect(death.seen).toBeNull();
});

it('waits no longer than it was told, from the last time it was told so', () => {
  const { death, told } = pending();
  death.begin(DEATH);
  death.tellIn(1000);
  jest.advanceTimersByTime(900);
  death.tellIn(1000);
  jest.advanceTimersByTime(999);
  expect(told).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(told).toMatchObject([{ exit: null, box: null, isNews: true }]);
});

it('tells again, and announces no more, when the box comes late', () => {
  const { death, told } = pending();
  death.begin(DEATH);
  death.tell();
  expect(death.addLate(BOX)).toBe(true);
  expect(told).toMatchObject([
    { box: null, isNews: true },
    { box: { pid: 7 }, isNews: false }
  ]);
  expect(told[1].key).toBe(told[0].key);
  expect(death.addLate(BOX)).toBe(false);
});

it('has no place for a box when the death had one, or none was told', () => {
  const { death, told } = pending();
  expect(death.addLate(BOX)).toBe(false);
  death.begin({ ...DEATH, box: BOX });
  death.tell();
  expect(death.addLate(BOX)).toBe(false);
  expect(told).toHaveLength(1);
});

it('does not mistake facts that come when nothing waits', () => {
  const { death, told } = pending();
  death.add({ exit: EXIT });
  death.tell();
  expect(death.seen).toBeNull();
  expect(told).toEqual([]);
});

it('tells the last death before it begins the next, each under its own key', () => {
  const { death, told } = pending();
  death.begin(DEATH);
  death.tellIn(1000);
  death.begin({ ...DEATH, time: 5 });
  expect(told.map(({ time }) => time)).toEqual([0]);
  // The time limit was the first one's.
  jest.advanceTimersByTime(2000);
  expect(told).toHaveLength(1);
  death.tell();
  expect(told.map(({ time }) => time)).toEqual([0, 5]);
  expect(told[1].key).not.toBe(told[0].key);
});

it.each([
  ['one start that failed, nothing lost', {}, 0],
  ['two starts that failed', { failedStarts: 2 }, 1],
  ['one start that failed with cells waiting', { queue: DEATH.queue }, 1],
  ['a process that was ready', { failedStarts: 0 }, 1]
])('of %s it tells accordingly', (_, more, times) => {
  const { death, told } = pending();
  death.begin({ ...FAILED_START, ...more });
  death.tell();
  expect(told).toHaveLength(times);
});

it('keeps silent once it is cleared', () => {
  const { death, told } = pending();
  death.begin(DEATH);
  death.tell();
  death.begin(DEATH);
  death.tellIn(1000);
  death.clear();
  jest.runAllTimers();
  expect(death.seen).toBeNull();
  expect(death.addLate(BOX)).toBe(false);
  expect(told).toHaveLength(1);
});
