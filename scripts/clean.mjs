/** Removes files and folders, given from the project's root. */
import { rmSync } from 'node:fs';

import { at } from './setup/tools.mjs';

for (const path of process.argv.slice(2)) {
  rmSync(at(path), { recursive: true, force: true });
}
