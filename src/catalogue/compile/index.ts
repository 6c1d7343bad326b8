import type { IEntry } from '../../diagnosis/types';

import backendFailed from './backend-failed';
import cudagraphOverwritten from './cudagraph-overwritten';
import extensionBuild from './extension-build';
import graphBreak from './graph-break';
import noCompiler from './no-compiler';
import notAvailable from './not-available';
import recompileLimit from './recompile-limit';
import traceFailed from './trace-failed';
import tritonMissing from './triton-missing';

/** The entries of this family, in the order of the documents' index. */
export const compile: readonly IEntry[] = [
  graphBreak,
  traceFailed,
  backendFailed,
  noCompiler,
  tritonMissing,
  notAvailable,
  recompileLimit,
  cudagraphOverwritten,
  extensionBuild
];
