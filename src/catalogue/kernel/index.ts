import type { IEntry } from '../../diagnosis/types';

import aborted from './aborted';
import busError from './bus-error';
import diedDataloader from './died-dataloader';
import diedUnknown from './died-unknown';
import exited from './exited';
import floatingPoint from './floating-point';
import illegalInstruction from './illegal-instruction';
import killed from './killed';
import ompDuplicate from './omp-duplicate';
import oomKilled from './oom-killed';
import segfault from './segfault';
import startFailed from './start-failed';

/** The entries of this family, in the order of the documents' index. */
export const kernel: readonly IEntry[] = [
  oomKilled,
  killed,
  segfault,
  busError,
  ompDuplicate,
  aborted,
  illegalInstruction,
  floatingPoint,
  startFailed,
  exited,
  diedDataloader,
  diedUnknown
];
