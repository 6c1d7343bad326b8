// Generated from the folders beside it: `npm run entry -- --index`.
import type { IEntry } from '../../diagnosis/types';

import cudaLibraries from './cuda-libraries';
import cudnnFlags from './cudnn-flags';
import dataParallel from './data-parallel';
import dataparallelOnCpu from './dataparallel-on-cpu';
import detach from './detach';
import launchBlocking from './launch-blocking';
import lossArguments from './loss-arguments';
import movingToGpu from './moving-to-gpu';
import reproducibility from './reproducibility';
import versionCompatibility from './version-compatibility';
import visibleDevices from './visible-devices';
import warnings from './warnings';
import weightDecay from './weight-decay';

export const topic: readonly IEntry[] = [
  cudaLibraries,
  cudnnFlags,
  dataParallel,
  dataparallelOnCpu,
  detach,
  launchBlocking,
  lossArguments,
  movingToGpu,
  reproducibility,
  versionCompatibility,
  visibleDevices,
  warnings,
  weightDecay
];
