import type { IReading, Values } from '../../../diagnosis/types';
import { readyBytes } from '../../../incident/machine';

/** Bytes to spare that a burst of batches does not fill between two looks. */
const PLENTY = 2 ** 30;

/** The same where the size of a batch is not known. */
const PLENTY_OF_ANY = 8 * PLENTY;

/** The system's own words: the memory was not there. */
const REFUSED = ['No space left on device', 'Cannot allocate memory'];

/**
 * `used` and `size` of the shared memory in bytes, the most that was seen in
 * use, where that leaves plenty: half of all, and twice the batches that the
 * loader keeps ready. Nothing where it was filling, where the system says that
 * it was full, and where nobody looked before the failure: a worker that dies
 * gives its share back.
 */
export function roomSeen(_: Values, reading: IReading): Values {
  const { machine } = reading.incident;
  const size = machine?.limits.sharedMemory ?? null;
  if (
    !machine ||
    size === null ||
    machine.sharedPeak === null ||
    REFUSED.some(words => reading.mentions(words))
  ) {
    return {};
  }
  const { sharedUsed, sharedPeak, loader } = machine;
  const used = Math.max(sharedUsed ?? 0, sharedPeak);
  const ready = readyBytes(loader);
  const spare = ready === null ? PLENTY_OF_ANY : Math.max(PLENTY, 2 * ready);
  return size - used >= Math.max(spare, size / 2)
    ? { used: String(used), size: String(size) }
    : {};
}
