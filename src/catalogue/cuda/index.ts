import type { IEntry } from '../../diagnosis/types';

import deviceAssertTarget from './device-assert-target';

/** The entries of this family, in the order of the documents' index. */
export const cuda: readonly IEntry[] = [deviceAssertTarget];
