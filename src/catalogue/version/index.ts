// Generated from the folders beside it: `npm run entry -- --index`.
import type { IEntry } from '../../diagnosis/types';

import audioBackend from './audio-backend';
import brokenInstall from './broken-install';
import deprecatedCall from './deprecated-call';
import internalAssert from './internal-assert';
import librariesDiffer from './libraries-differ';
import libraryChanged from './library-changed';
import libraryName from './library-name';
import lightningMixed from './lightning-mixed';
import lightningRemoved from './lightning-removed';
import loadRefused from './load-refused';
import notInstalled from './not-installed';
import numpyAbi from './numpy-abi';
import numpyDtype from './numpy-dtype';
import optionalPackage from './optional-package';
import pipInstall from './pip-install';
import removedApi from './removed-api';
import shadowedModule from './shadowed-module';
import sigmoidDeprecated from './sigmoid-deprecated';
import sizeAverage from './size-average';
import torchvisionOp from './torchvision-op';
import uint8Mask from './uint8-mask';

export const version: readonly IEntry[] = [
  audioBackend,
  brokenInstall,
  deprecatedCall,
  internalAssert,
  librariesDiffer,
  libraryChanged,
  libraryName,
  lightningMixed,
  lightningRemoved,
  loadRefused,
  notInstalled,
  numpyAbi,
  numpyDtype,
  optionalPackage,
  pipInstall,
  removedApi,
  shadowedModule,
  sigmoidDeprecated,
  sizeAverage,
  torchvisionOp,
  uint8Mask
];
