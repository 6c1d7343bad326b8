/** What a machine allows DataLoader workers, and how much of it is used. */
import { asNumber, parseLimits, type ILimits } from './death/death';
import { asText, dataOf } from './live-data';

/** A data set's class, and its length where that is known without running it. */
interface IDataset {
  readonly type: string;
  readonly length: number | null;
}

/** A DataLoader that was seen in the kernel. */
export interface ILoader {
  readonly workers: number;
  readonly batchSize: number | null;
  /** Batches that each worker keeps ready. */
  readonly prefetch: number | null;
  /** Bytes of one batch, where the data set tells without being run. */
  readonly batchBytes: number | null;
  readonly dataset: IDataset | null;
}

/** Bytes and counts at the time of a failure; null where unknown. */
export interface IMachine {
  readonly limits: ILimits;
  readonly sharedUsed: number | null;
  /** The most shared memory that was used at any look. */
  readonly sharedPeak: number | null;
  readonly memoryUsed: number | null;
  /** Files that the kernel has open. */
  readonly openFiles: number | null;
  readonly loader: ILoader | null;
  /** What `random_split` was to split, and how many samples its parts ask for. */
  readonly split?: (IDataset & { readonly parts: number | null }) | null;
}

/** torch's own `prefetch_factor`, where the loader does not tell its. */
const PREFETCH = 2;

/** Bytes of the batches that the workers keep ready; null where unknown. */
export function readyBytes(loader: ILoader | null): number | null {
  return loader === null || loader.batchBytes === null
    ? null
    : loader.workers * (loader.prefetch ?? PREFETCH) * loader.batchBytes;
}

function parseDataset(value: unknown): IDataset | null {
  const from = dataOf(value);
  const type = asText(from.type);
  return type === null ? null : { type, length: asNumber(from.length) };
}

function parseSplit(value: unknown): IMachine['split'] {
  const dataset = parseDataset(value);
  return dataset && { ...dataset, parts: asNumber(dataOf(value).parts) };
}

/** A machine as `machine.py` reports it. Never throws. */
export function parseMachine(value: unknown): IMachine {
  const from = (value ?? {}) as Readonly<Record<string, unknown>>;
  const loader = from.loader as Readonly<Record<string, unknown>> | null;
  const workers = asNumber(loader?.workers);
  return {
    limits: parseLimits(from.limits),
    sharedUsed: asNumber(from.sharedUsed),
    sharedPeak: asNumber(from.sharedPeak),
    memoryUsed: asNumber(from.memoryUsed),
    openFiles: asNumber(from.openFiles),
    loader:
      workers === null
        ? null
        : {
            workers,
            batchSize: asNumber(loader?.batchSize),
            prefetch: asNumber(loader?.prefetch),
            batchBytes: asNumber(loader?.batchBytes),
            dataset: parseDataset(loader?.dataset)
          },
    split: parseSplit(from.split)
  };
}
