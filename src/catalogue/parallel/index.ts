// Generated from the folders beside it: `npm run entry -- --index`.
import type { IEntry } from '../../diagnosis/types';

import backendDevice from './backend-device';
import collectivesDiffer from './collectives-differ';
import dataparallelAttr from './dataparallel-attr';
import dataparallelDevice from './dataparallel-device';
import ddpModelDiffers from './ddp-model-differs';
import ddpReadyTwice from './ddp-ready-twice';
import ddpUnused from './ddp-unused';
import deepspeedConfig from './deepspeed-config';
import fsdpUniform from './fsdp-uniform';
import gatherShape from './gather-shape';
import init from './init';
import mixedDtensor from './mixed-dtensor';
import nccl from './nccl';
import ncclTimeout from './nccl-timeout';
import notebookLauncher from './notebook-launcher';
import rayWorker from './ray-worker';
import replicaException from './replica-exception';
import shardedParameter from './sharded-parameter';
import spawnWrapper from './spawn-wrapper';
import startMethodSet from './start-method-set';
import staticGraph from './static-graph';

export const parallel: readonly IEntry[] = [
  backendDevice,
  collectivesDiffer,
  dataparallelAttr,
  dataparallelDevice,
  ddpModelDiffers,
  ddpReadyTwice,
  ddpUnused,
  deepspeedConfig,
  fsdpUniform,
  gatherShape,
  init,
  mixedDtensor,
  nccl,
  ncclTimeout,
  notebookLauncher,
  rayWorker,
  replicaException,
  shardedParameter,
  spawnWrapper,
  startMethodSet,
  staticGraph
];
