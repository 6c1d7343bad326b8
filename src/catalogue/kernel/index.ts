// Generated from the folders beside it: `npm run entry -- --index`.
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

export const kernel: readonly IEntry[] = [
  aborted,
  busError,
  diedDataloader,
  diedUnknown,
  exited,
  floatingPoint,
  illegalInstruction,
  killed,
  ompDuplicate,
  oomKilled,
  segfault,
  startFailed
];
