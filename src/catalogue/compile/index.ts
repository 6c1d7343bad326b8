import type { IEntry } from '../../diagnosis/types';

import backendFailed from './backend-failed';
import extensionBuild from './extension-build';
import graphBreak from './graph-break';
import noCompiler from './no-compiler';
import notAvailable from './not-available';
import tritonMissing from './triton-missing';

/** The entries of this family, in the order of the documents' index. */
export const compile: readonly IEntry[] = [
  graphBreak,
  backendFailed,
  noCompiler,
  tritonMissing,
  notAvailable,
  extensionBuild
];
