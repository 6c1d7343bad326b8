// Generated from the folders beside it: `npm run entry -- --index`.
import type { IEntry } from '../../diagnosis/types';

import failedImport from './failed-import';
import undefinedName from './undefined-name';

export const python: readonly IEntry[] = [failedImport, undefinedName];
