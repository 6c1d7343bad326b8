// Generated from the folders beside it: `npm run entry -- --index`.
import type { IEntry } from '../../diagnosis/types';

import arrayAppend from './array-append';
import arrayIndex from './array-index';
import arrayMemory from './array-memory';
import arrayTruth from './array-truth';
import assertion from './assertion';
import binaryAsText from './binary-as-text';
import builtIn from './built-in';
import callArguments from './call-arguments';
import calledNumber from './called-number';
import classTwice from './class-twice';
import credentials from './credentials';
import drawing from './drawing';
import emptyFile from './empty-file';
import failedImport from './failed-import';
import fileExists from './file-exists';
import importName from './import-name';
import inNotebook from './in-notebook';
import indexPastEnd from './index-past-end';
import missingAttribute from './missing-attribute';
import missingKey from './missing-key';
import missingPath from './missing-path';
import missingProgram from './missing-program';
import moduleCalled from './module-called';
import network from './network';
import noDisplay from './no-display';
import noRounds from './no-rounds';
import noWrite from './no-write';
import noneOrigin from './none-origin';
import notebookArguments from './notebook-arguments';
import ownStop from './own-stop';
import relativeImport from './relative-import';
import scikitLearn from './scikit-learn';
import scriptStart from './script-start';
import syntax from './syntax';
import systemLibrary from './system-library';
import tableFile from './table-file';
import tableSize from './table-size';
import textFormat from './text-format';
import unboundLocal from './unbound-local';
import undefinedName from './undefined-name';
import unhashable from './unhashable';
import unpacking from './unpacking';
import versionsDisagree from './versions-disagree';
import wrongObject from './wrong-object';

export const python: readonly IEntry[] = [
  arrayAppend,
  arrayIndex,
  arrayMemory,
  arrayTruth,
  assertion,
  binaryAsText,
  builtIn,
  callArguments,
  calledNumber,
  classTwice,
  credentials,
  drawing,
  emptyFile,
  failedImport,
  fileExists,
  importName,
  inNotebook,
  indexPastEnd,
  missingAttribute,
  missingKey,
  missingPath,
  missingProgram,
  moduleCalled,
  network,
  noDisplay,
  noRounds,
  noWrite,
  noneOrigin,
  notebookArguments,
  ownStop,
  relativeImport,
  scikitLearn,
  scriptStart,
  syntax,
  systemLibrary,
  tableFile,
  tableSize,
  textFormat,
  unboundLocal,
  undefinedName,
  unhashable,
  unpacking,
  versionsDisagree,
  wrongObject
];
