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

/** The entries of this family, in the order of the documents' index. */
export const topic: readonly IEntry[] = [
  launchBlocking,
  cudnnFlags,
  versionCompatibility,
  visibleDevices,
  cudaLibraries,
  movingToGpu,
  dataParallel,
  dataparallelOnCpu,
  lossArguments,
  weightDecay,
  reproducibility,
  detach,
  warnings
];
