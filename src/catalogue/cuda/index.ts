// Generated from the folders beside it: `npm run entry -- --index`.
import type { IEntry } from '../../diagnosis/types';

import bitsandbytes from './bitsandbytes';
import cublasAllocFailed from './cublas-alloc-failed';
import cublasExecutionFailed from './cublas-execution-failed';
import cublasInvalidValue from './cublas-invalid-value';
import cublasNotInitialized from './cublas-not-initialized';
import cublasNotSupported from './cublas-not-supported';
import cudnnExecutionFailed from './cudnn-execution-failed';
import cudnnInternalError from './cudnn-internal-error';
import cudnnMappingError from './cudnn-mapping-error';
import cudnnNotInitialized from './cudnn-not-initialized';
import cudnnNotSupported from './cudnn-not-supported';
import cudnnRnnEval from './cudnn-rnn-eval';
import cudnnVersion from './cudnn-version';
import cufftError from './cufft-error';
import cusolverError from './cusolver-error';
import deviceAssert from './device-assert';
import deviceAssertBce from './device-assert-bce';
import deviceAssertIndex from './device-assert-index';
import deviceAssertMultinomial from './device-assert-multinomial';
import deviceAssertTarget from './device-assert-target';
import deviceBusy from './device-busy';
import deviceString from './device-string';
import driverTooOld from './driver-too-old';
import ecc from './ecc';
import forkReinit from './fork-reinit';
import gpuLacksFeature from './gpu-lacks-feature';
import graphCapture from './graph-capture';
import illegalInstruction from './illegal-instruction';
import illegalMemoryAccess from './illegal-memory-access';
import initUnknownError from './init-unknown-error';
import invalidArgument from './invalid-argument';
import invalidDevice from './invalid-device';
import launchFailure from './launch-failure';
import launchResources from './launch-resources';
import libraryMissing from './library-missing';
import mathLibrary from './math-library';
import miopenError from './miopen-error';
import misalignedAddress from './misaligned-address';
import noGpu from './no-gpu';
import noKernelImage from './no-kernel-image';
import notCompiled from './not-compiled';
import nvrtc from './nvrtc';
import operatorMissing from './operator-missing';
import outOfMemory from './out-of-memory';
import runtimeError from './runtime-error';
import xpuError from './xpu-error';

export const cuda: readonly IEntry[] = [
  bitsandbytes,
  cublasAllocFailed,
  cublasExecutionFailed,
  cublasInvalidValue,
  cublasNotInitialized,
  cublasNotSupported,
  cudnnExecutionFailed,
  cudnnInternalError,
  cudnnMappingError,
  cudnnNotInitialized,
  cudnnNotSupported,
  cudnnRnnEval,
  cudnnVersion,
  cufftError,
  cusolverError,
  deviceAssert,
  deviceAssertBce,
  deviceAssertIndex,
  deviceAssertMultinomial,
  deviceAssertTarget,
  deviceBusy,
  deviceString,
  driverTooOld,
  ecc,
  forkReinit,
  gpuLacksFeature,
  graphCapture,
  illegalInstruction,
  illegalMemoryAccess,
  initUnknownError,
  invalidArgument,
  invalidDevice,
  launchFailure,
  launchResources,
  libraryMissing,
  mathLibrary,
  miopenError,
  misalignedAddress,
  noGpu,
  noKernelImage,
  notCompiled,
  nvrtc,
  operatorMissing,
  outOfMemory,
  runtimeError,
  xpuError
];
