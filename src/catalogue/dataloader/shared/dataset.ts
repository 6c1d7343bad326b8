import type { IReading } from '../../../incident/types';

/** Values that name the data set of the loader that failed. */
export const DATASET_VALUES = ['dataset', 'length'] as const;

/** The class of the data set, and its length where the kernel knows it. */
export function datasetOf({ incident: { machine } }: IReading): {
  readonly dataset?: string;
  readonly length?: string;
} {
  const dataset = machine?.loader?.dataset;
  return {
    dataset: dataset?.type,
    length: dataset?.length?.toString()
  };
}
