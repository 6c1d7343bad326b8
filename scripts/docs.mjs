/**
 * One page an entry, and two indexes, generated from the catalogue:
 * `npm run docs`. With `--check` nothing is written; a page that differs from
 * what would be written is named and the exit status is 1.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs';
import path from 'node:path';

import { loadCore, ROOT } from './core.mjs';
import { Pages } from './docs/pages.mjs';

const FOLDER = path.join(ROOT, 'docs');

/** Pages that people write, not this script. */
const BY_HAND = /^images\/|^[a-z-]+\.md$/;

/** Generated, although they lie where people write. */
const INDEXES = ['README.md', 'by-error-text.md'];

const wanted = new Pages(
  await loadCore('./src/catalogue/__tests__/cases')
).all();

const present = existsSync(FOLDER)
  ? readdirSync(FOLDER, { recursive: true })
      .map(file => file.split(path.sep).join('/'))
      .filter(file => file.endsWith('.md'))
      .filter(file => INDEXES.includes(file) || !BY_HAND.test(file))
  : [];

function isCurrent(file, content) {
  const target = path.join(FOLDER, file);
  return existsSync(target) && readFileSync(target, 'utf8') === content;
}

const stale = [...wanted].filter(
  ([file, content]) => !isCurrent(file, content)
);
const orphans = present.filter(file => !wanted.has(file));

if (process.argv.includes('--check')) {
  for (const file of [...stale.map(([name]) => name), ...orphans]) {
    console.error(`docs/${file} is stale: run \`npm run docs\`.`);
  }
  process.exitCode = stale.length + orphans.length > 0 ? 1 : 0;
} else {
  for (const [file, content] of stale) {
    const target = path.join(FOLDER, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  orphans.forEach(file => rmSync(path.join(FOLDER, file)));
  console.log(
    `docs/: ${wanted.size} pages, ${stale.length} written, ${orphans.length} removed.`
  );
}
