// Generated from the folders beside it: `npm run entry -- --index`.
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

export const compile: readonly IEntry[] = [
  backendFailed,
  cudagraphOverwritten,
  extensionBuild,
  graphBreak,
  noCompiler,
  notAvailable,
  recompileLimit,
  traceFailed,
  tritonMissing
];
