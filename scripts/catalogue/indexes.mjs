/** The families' `index.ts`, which list their entries: generated. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { ROOT } from '../core.mjs';

const CATALOGUE = path.join(ROOT, 'src', 'catalogue');

/** A family's name may be a word that JavaScript keeps for itself. */
const RESERVED = new Map([['export', 'exporting']]);

function foldersIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(one => one.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** The families, by the folders that hold entries. */
export function families() {
  return foldersIn(CATALOGUE).filter(name => entriesOf(name).length > 0);
}

/** The names of a family's entries, in the order of the alphabet. */
export function entriesOf(family) {
  const folder = path.join(CATALOGUE, family);
  return foldersIn(folder).filter(
    name => name !== 'shared' && existsSync(path.join(folder, name, 'index.ts'))
  );
}

function camelCase(name) {
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}

/** What a family's index exports its entries as. */
export function exportOf(family) {
  return RESERVED.get(family) ?? family;
}

/** As Prettier has it: on one line where there is room. */
const MAX_LINE = 80;

function textOf(family) {
  const entries = entriesOf(family);
  const head = `export const ${exportOf(family)}: readonly IEntry[] = [`;
  const names = entries.map(camelCase);
  const line = `${head}${names.join(', ')}];`;
  return [
    '// Generated from the folders beside it: `npm run entry -- --index`.',
    "import type { IEntry } from '../../diagnosis/types';",
    '',
    ...entries.map(name => `import ${camelCase(name)} from './${name}';`),
    '',
    ...(line.length <= MAX_LINE
      ? [line]
      : [head, names.map(name => `  ${name}`).join(',\n'), '];']),
    ''
  ].join('\n');
}

/**
 * Bring the families' indexes up to date.
 *
 * @param {boolean} isCheck - only look
 * @returns the paths of those that were stale, from the root
 */
export function writeIndexes(isCheck = false) {
  return families()
    .map(family => ({
      file: path.join(CATALOGUE, family, 'index.ts'),
      text: textOf(family)
    }))
    .filter(
      ({ file, text }) =>
        !existsSync(file) || readFileSync(file, 'utf8') !== text
    )
    .map(({ file, text }) => {
      if (!isCheck) {
        writeFileSync(file, text);
      }
      return path.relative(ROOT, file);
    });
}
