// Generated from the folders beside it: `npm run entry -- --index`.
import type { IEntry } from '../../diagnosis/types';

import audioBackend from './audio-backend';
import brokenInstall from './broken-install';
import configKey from './config-key';
import datasetScript from './dataset-script';
import deepxdeBackend from './deepxde-backend';
import deprecatedCall from './deprecated-call';
import fastaiOne from './fastai-one';
import graphbolt from './graphbolt';
import halfInstalled from './half-installed';
import internalAssert from './internal-assert';
import librariesDiffer from './libraries-differ';
import libraryArgument from './library-argument';
import libraryChanged from './library-changed';
import libraryName from './library-name';
import libraryOlder from './library-older';
import librosaCalls from './librosa-calls';
import lightningMixed from './lightning-mixed';
import lightningRemoved from './lightning-removed';
import loadRefused from './load-refused';
import lookAlike from './look-alike';
import notInstalled from './not-installed';
import numpyAbi from './numpy-abi';
import numpyDtype from './numpy-dtype';
import openmmlab from './openmmlab';
import optionalPackage from './optional-package';
import packageArgument from './package-argument';
import partsDiffer from './parts-differ';
import pipFailed from './pip-failed';
import pipInstall from './pip-install';
import protobuf from './protobuf';
import pythonName from './python-name';
import removedApi from './removed-api';
import scatterNotLoaded from './scatter-not-loaded';
import shadowedModule from './shadowed-module';
import sigmoidDeprecated from './sigmoid-deprecated';
import sizeAverage from './size-average';
import tensorSubclass from './tensor-subclass';
import torchvisionOp from './torchvision-op';
import trainerOverride from './trainer-override';
import uint8Mask from './uint8-mask';

export const version: readonly IEntry[] = [
  audioBackend,
  brokenInstall,
  configKey,
  datasetScript,
  deepxdeBackend,
  deprecatedCall,
  fastaiOne,
  graphbolt,
  halfInstalled,
  internalAssert,
  librariesDiffer,
  libraryArgument,
  libraryChanged,
  libraryName,
  libraryOlder,
  librosaCalls,
  lightningMixed,
  lightningRemoved,
  loadRefused,
  lookAlike,
  notInstalled,
  numpyAbi,
  numpyDtype,
  openmmlab,
  optionalPackage,
  packageArgument,
  partsDiffer,
  pipFailed,
  pipInstall,
  protobuf,
  pythonName,
  removedApi,
  scatterNotLoaded,
  shadowedModule,
  sigmoidDeprecated,
  sizeAverage,
  tensorSubclass,
  torchvisionOp,
  trainerOverride,
  uint8Mask
];
