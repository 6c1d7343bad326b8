// Generated from the folders beside it: `npm run entry -- --index`.
import type { IEntry } from '../../diagnosis/types';

import assertion from './assertion';
import binaryAsText from './binary-as-text';
import callArguments from './call-arguments';
import classTwice from './class-twice';
import failedImport from './failed-import';
import indexPastEnd from './index-past-end';
import missingAttribute from './missing-attribute';
import missingKey from './missing-key';
import missingPath from './missing-path';
import moduleCalled from './module-called';
import noDisplay from './no-display';
import notebookArguments from './notebook-arguments';
import systemLibrary from './system-library';
import unboundLocal from './unbound-local';
import undefinedName from './undefined-name';
import unpacking from './unpacking';
import versionsDisagree from './versions-disagree';
import wrongObject from './wrong-object';

export const python: readonly IEntry[] = [
  assertion,
  binaryAsText,
  callArguments,
  classTwice,
  failedImport,
  indexPastEnd,
  missingAttribute,
  missingKey,
  missingPath,
  moduleCalled,
  noDisplay,
  notebookArguments,
  systemLibrary,
  unboundLocal,
  undefinedName,
  unpacking,
  versionsDisagree,
  wrongObject
];
