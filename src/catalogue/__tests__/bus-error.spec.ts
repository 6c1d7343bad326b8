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

function withShared(size: number, used: number, more: object = {}): object {
  return { limits: { sharedMemory: size }, sharedUsed: used, ...more };
}

const FULL = 'The shared memory (/dev/shm) is too small';
const FREE = 'A worker hit a bus error, with shared memory free';

it.each([
  ['nothing is known of the machine', undefined],
  ['Docker’s 64 MB', withShared(64 * 2 ** 20, 0)],
  ['it was not looked at', { limits: { sharedMemory: 32 * GIB } }],
  ['most of it is used', withShared(32 * GIB, 20 * GIB)],
  ['most of it was used', withShared(32 * GIB, 0, { sharedPeak: 30 * GIB })],
  [
    'the batches kept ready would fill it',
    withShared(32 * GIB, 0, {
      loader: { workers: 8, prefetch: 2, batchBytes: 2 * GIB }
    })
  ]
])('is told as torch does where %s', (_, machine) => {
  const { title, fixes } = page(KILLED, machine);
  expect(title).toBe(FULL);
  expect(fixes[0].code).toContain('df -h /dev/shm');
});

it('says what was seen in use, and where else to look', () => {
  const { title, cause, fixes } = page(
    KILLED,
    withShared(24 * GIB, 44 * 2 ** 10, { sharedPeak: 2 * GIB })
  );
  expect(title).toBe(FREE);
  expect(cause).toContain('at most 2.0 GiB of 24.0 GiB were seen in use');
  expect(fixes[0].title).toBe('Compare the data files with their source');
});

it('believes a system that says the shared memory is full', () => {
  expect(
    page(
      'unable to write to file </torch_71_2836>: No space left on device (28)',
      withShared(24 * GIB, 0)
    ).title
  ).toBe(FULL);
});
