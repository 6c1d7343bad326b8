// Generated from the folders beside it: `npm run entry -- --index`.
import type { IEntry } from '../../diagnosis/types';

import callArguments from './call-arguments';
import failedImport from './failed-import';
import undefinedName from './undefined-name';

export const python: readonly IEntry[] = [
  callArguments,
  failedImport,
  undefinedName
];
