import type { IReading, Values } from '../../../diagnosis/types';

/** In bytes. With less to spare, a burst of batches between two looks may fill it. */
const PLENTY = 2 ** 30;

/** torch's own `prefetch_factor`, where the loader does not tell its. */
const PREFETCH = 2;

/**
 * `used` and `size` of the shared memory in bytes, the most that was seen in
 * use, where that leaves plenty: more than the batches that the loader keeps
 * ready, and half of all. Nothing where it was not looked at, or was filling.
 */
export function roomSeen(
  _: Values,
  { incident: { machine } }: IReading
): Values {
  const size = machine?.limits.sharedMemory ?? null;
  if (!machine || size === null || machine.sharedUsed === null) {
    return {};
  }
  const { sharedUsed, sharedPeak, loader } = machine;
  const used = Math.max(sharedUsed, sharedPeak ?? 0);
  const ready =
    (loader?.workers ?? 0) *
    (loader?.prefetch ?? PREFETCH) *
    (loader?.batchBytes ?? 0);
  return size - used >= Math.max(PLENTY, size / 2, 2 * ready)
    ? { used: String(used), size: String(size) }
    : {};
}
