/** torch blames the shared memory for a bus error; the machine may know better. */
import { diagnose } from '../../diagnosis/diagnose';
import type { IPage } from '../../diagnosis/types';
import { cellIncident } from '../../incident/incident';
import { parseMachine } from '../../incident/machine';
import { english } from '../../diagnosis/english';
import { catalogue } from '..';

const KILLED =
  "DataLoader worker (pid 81) is killed by signal: Bus error. It is possible that dataloader's workers are out of shared memory. Please try to raise your shared memory limit.";

const GIB = 2 ** 30;

function page(evalue: string, machine: object | undefined): IPage {
  const [finding] = diagnose(
    {
      ...cellIncident({ ename: 'RuntimeError', evalue }),
      ...(machine && { machine: parseMachine(machine) })
    },
    catalogue
  );
  expect(finding.id).toBe('dataloader/bus-error-shm');
  return finding.entry.page(english, finding.values);
}

/** Nothing in use now, and `peak` bytes at most before. */
function withShared(
  size: number,
  peak: number | null,
  loader?: object
): object {
  return {
    limits: { sharedMemory: size },
    sharedUsed: 0,
    sharedPeak: peak,
    loader
  };
}

const FULL = 'The shared memory (/dev/shm) is too small';
const FREE = 'A worker hit a bus error, with shared memory free';

it.each([
  ['nothing is known of the machine', undefined],
  ['Docker’s 64 MB are there', withShared(64 * 2 ** 20, 0)],
  ['nobody looked before the failure', withShared(32 * GIB, null)],
  ['most of it was used', withShared(32 * GIB, 30 * GIB)],
  ['a burst of unknown batches could fill it', withShared(4 * GIB, 0)],
  [
    'the batches kept ready would fill it',
    withShared(32 * GIB, 0, { workers: 8, prefetch: 2, batchBytes: 2 * GIB })
  ]
])('is told as torch does where %s', (_, machine) => {
  const { title, fixes } = page(KILLED, machine);
  expect(title).toBe(FULL);
  expect(fixes[0].code).toContain('df -h /dev/shm');
});

it.each([
  ['the batches are unknown, and much is free', withShared(24 * GIB, 2 * GIB)],
  [
    'the batches are small',
    withShared(24 * GIB, 2 * GIB, { workers: 2, batchBytes: 1000 })
  ]
])('says what was seen in use, and where else to look: %s', (_, machine) => {
  const { title, cause, fixes } = page(KILLED, machine);
  expect(title).toBe(FREE);
  expect(cause).toContain('at most 2.0 GiB of 24.0 GiB were seen in use');
  expect(fixes[0].title).toBe('Compare the data files with their source');
  // In the main process the same read would kill the kernel.
  expect(fixes.map(({ code }) => code).join()).not.toContain('num_workers=0');
});

it.each([
  'unable to write to file </torch_71_2836>: No space left on device (28)',
  `unable to write to file </torch_71_2836>: No space left on device (28)\n${KILLED}`
])('believes a system that says the shared memory is full: %s', evalue => {
  expect(page(evalue, withShared(24 * GIB, 0)).title).toBe(FULL);
});
