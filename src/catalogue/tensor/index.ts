import type { IEntry } from '../../diagnosis/types';

import matmulShape from './matmul-shape';

/** The entries of this family, in the order of the documents' index. */
export const tensor: readonly IEntry[] = [matmulShape];
