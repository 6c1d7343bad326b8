/** What was being pickled, or read again, and for whom. */
import type { IReading } from '../../../incident/types';

import { printedText } from '../../predicates';
import { passedThrough } from '../../predicates';
import { usesWorkers } from '../shared/context';

/** Saving or copying an object is not starting a worker. */
function savesOrCopies(reading: IReading): boolean {
  return (
    passedThrough(reading, /\b(?:serialization|copy)\.py$/) &&
    !passedThrough(reading, /dataloader\.py$|\bpopen_|spawn\.py$/)
  );
}

/** A process of a loader's, or of torch.multiprocessing's, was being started. */
export function startsWorkers(reading: IReading): boolean {
  const started =
    usesWorkers(reading) ||
    (passedThrough(reading, /\bpopen_/) && reading.mentions('torch'));
  return started && !savesOrCopies(reading);
}

/** The child was reading what its parent sends it first. */
export function unpicklesInChild(reading: IReading): boolean {
  const inSpawn =
    passedThrough(reading, /multiprocessing[\\/]spawn\.py$/) ||
    /multiprocessing[\\/]spawn\.py", line/.test(reading.log);
  return inSpawn && reading.mentions('from_parent');
}

/** A source line, with or without its frame, that reads a file. */
export function readsFile(reading: IReading): boolean {
  return (
    /\b(?:torch|pickle|pkl|cPickle|dill|joblib|np|numpy)\.load\(/.test(
      printedText(reading)
    ) && !reading.mentions('from_parent')
  );
}
