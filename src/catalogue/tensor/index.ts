// Generated from the folders beside it: `npm run entry -- --index`.
import type { IEntry } from '../../diagnosis/types';

import alreadyArray from './already-array';
import argumentType from './argument-type';
import attentionKernel from './attention-kernel';
import backwardTwice from './backward-twice';
import batchnormSingle from './batchnorm-single';
import bins from './bins';
import broadcastShape from './broadcast-shape';
import catSize from './cat-size';
import checkedOperand from './checked-operand';
import checkpointRecompute from './checkpoint-recompute';
import convInput from './conv-input';
import covariance from './covariance';
import cpuOutOfMemory from './cpu-out-of-memory';
import deepcopyGraph from './deepcopy-graph';
import deviceMismatch from './device-mismatch';
import differences from './differences';
import dimensionCount from './dimension-count';
import distributionArguments from './distribution-arguments';
import dotVectors from './dot-vectors';
import dtypeMismatch from './dtype-mismatch';
import emptyTensor from './empty-tensor';
import flipRoll from './flip-roll';
import gradientShape from './gradient-shape';
import imageLayout from './image-layout';
import indexDtype from './index-dtype';
import indexRange from './index-range';
import inferenceTensor from './inference-tensor';
import inplaceModified from './inplace-modified';
import leafInplace from './leaf-inplace';
import linearCrossEntropy from './linear-cross-entropy';
import lossShape from './loss-shape';
import matmulShape from './matmul-shape';
import memoryOverlap from './memory-overlap';
import metaTensor from './meta-tensor';
import nan from './nan';
import negativeStrides from './negative-strides';
import noGrad from './no-grad';
import nondeterministic from './nondeterministic';
import notATensor from './not-a-tensor';
import notScalar from './not-scalar';
import numpyCuda from './numpy-cuda';
import numpyGrad from './numpy-grad';
import numpyObject from './numpy-object';
import numpyShape from './numpy-shape';
import operandType from './operand-type';
import quantile from './quantile';
import randomValues from './random-values';
import rangeArguments from './range-arguments';
import reshapeSize from './reshape-size';
import rnnState from './rnn-state';
import scalarIndex from './scalar-index';
import sequenceLengths from './sequence-lengths';
import signalWindow from './signal-window';
import singularMatrix from './singular-matrix';
import sizeOrShape from './size-or-shape';
import sparseLayout from './sparse-layout';
import spectrogram from './spectrogram';
import splitParts from './split-parts';
import tensorAttribute from './tensor-attribute';
import tolerance from './tolerance';
import unsafeAutocast from './unsafe-autocast';
import viewContiguous from './view-contiguous';
import vmap from './vmap';

export const tensor: readonly IEntry[] = [
  alreadyArray,
  argumentType,
  attentionKernel,
  backwardTwice,
  batchnormSingle,
  bins,
  broadcastShape,
  catSize,
  checkedOperand,
  checkpointRecompute,
  convInput,
  covariance,
  cpuOutOfMemory,
  deepcopyGraph,
  deviceMismatch,
  differences,
  dimensionCount,
  distributionArguments,
  dotVectors,
  dtypeMismatch,
  emptyTensor,
  flipRoll,
  gradientShape,
  imageLayout,
  indexDtype,
  indexRange,
  inferenceTensor,
  inplaceModified,
  leafInplace,
  linearCrossEntropy,
  lossShape,
  matmulShape,
  memoryOverlap,
  metaTensor,
  nan,
  negativeStrides,
  noGrad,
  nondeterministic,
  notATensor,
  notScalar,
  numpyCuda,
  numpyGrad,
  numpyObject,
  numpyShape,
  operandType,
  quantile,
  randomValues,
  rangeArguments,
  reshapeSize,
  rnnState,
  scalarIndex,
  sequenceLengths,
  signalWindow,
  singularMatrix,
  sizeOrShape,
  sparseLayout,
  spectrogram,
  splitParts,
  tensorAttribute,
  tolerance,
  unsafeAutocast,
  viewContiguous,
  vmap
];
