/** docs/authoring.md quotes files and names helpers: all of it is there. */
import * as fs from 'node:fs';
import * as path from 'node:path';

import { CATALOGUE_FOLDER, ROOT } from './cases';

const PAGE = fs.readFileSync(path.join(ROOT, 'docs/authoring.md'), 'utf8');

const EXAMPLE = path.join(CATALOGUE_FOLDER, 'tensor/batchnorm-single');

/** The example's file that a block of the page quotes, by its language. */
const FILES: Readonly<Record<string, string>> = {
  ts: 'index.ts',
  yaml: 'cases.yaml',
  python: 'raises.py'
};

const quotes = [...PAGE.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
  .filter(([, language]) => language in FILES)
  .map(([, language, text]) => [FILES[language], text] as const);

function sourcesIn(folder: string): string {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map(file => fs.readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
}

it('quotes all three files of its example', () => {
  expect(new Set(quotes.map(([file]) => file))).toEqual(
    new Set(Object.values(FILES))
  );
});

it.each(quotes)('quotes %s as it is: %j', (file, text) => {
  const source = fs.readFileSync(path.join(EXAMPLE, file), 'utf8');
  expect(source).toContain(text);
});

it('names only helpers and fields that exist', () => {
  const known = new Set(sourcesIn(CATALOGUE_FOLDER).match(/\w+/g));
  const names = [...PAGE.matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(
    ([, name]) => name
  );
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter(name => !known.has(name))).toEqual([]);
});

it('calls only scripts that exist', () => {
  const { scripts } = JSON.parse(
    fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')
  ) as { scripts: Record<string, string> };
  const called = [...PAGE.matchAll(/npm run ([\w:]+)/g)].map(
    ([, name]) => name
  );
  expect(called.length).toBeGreaterThan(0);
  expect(called.filter(name => !(name in scripts))).toEqual([]);
});
