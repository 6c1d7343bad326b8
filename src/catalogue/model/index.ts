import type { IEntry } from '../../diagnosis/types';

/** The entries of this family, in the order of the documents' index. */
export const model: readonly IEntry[] = [];
