/**
 * Proves that no text makes a pattern of the pure core slow: `npm run recheck`.
 * Asks recheck about every regular expression that is not proven yet and keeps
 * the proofs in src/catalogue/__tests__/proven.json; a proof holds as long as
 * the pattern stays as it is. `--check` only says which have none.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { check } from 'recheck';
import ts from 'typescript';

import { loadCore, ROOT } from './core.mjs';

const PROVEN = path.join(ROOT, 'src/catalogue/__tests__/proven.json');

/** recheck runs programs of its own; so many at a time. */
const AT_ONCE = 2;

/** For one pattern, in milliseconds; a busy machine needs more. */
const TIMEOUT = Number(process.env.RECHECK_TIMEOUT ?? 30_000);

function literalsIn(file) {
  const found = [];
  const visit = node => {
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      const end = node.text.lastIndexOf('/');
      found.push({
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
        where: path.relative(ROOT, file)
      });
    }
    node.forEachChild(visit);
  };
  const text = readFileSync(file, 'utf8');
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

/** The literals `/…/` of the pure core. */
function literals() {
  return ['incident', 'diagnosis', 'catalogue'].flatMap(room => {
    const folder = path.join(ROOT, 'src', room);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts') && !file.includes('__tests__'))
      .flatMap(file => literalsIn(path.join(folder, file)));
  });
}

/** What is put together with `new RegExp` while the core is loaded. */
async function composed() {
  const found = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, args) {
      const pattern = Reflect.construct(target, args);
      const from = /\/core-\d+\.cjs/.test(new Error().stack ?? '');
      if (from) {
        const { source, flags } = pattern;
        found.push({ source, flags, where: 'new RegExp' });
      }
      return pattern;
    }
  });
  try {
    await loadCore('./src/diagnosis/lookup');
  } finally {
    globalThis.RegExp = Original;
  }
  return found;
}

function nameOf({ source, flags }) {
  return createHash('sha256')
    .update(`/${source}/${flags}`)
    .digest('hex')
    .slice(0, 16);
}

const all = new Map(
  [...literals(), ...(await composed())].map(one => [nameOf(one), one])
);
const known = existsSync(PROVEN)
  ? new Set(JSON.parse(readFileSync(PROVEN, 'utf8')))
  : new Set();
const open = [...all].filter(([name]) => !known.has(name));

if (process.argv.includes('--check')) {
  for (const [, { source, flags, where }] of open) {
    console.error(`${where}: not proven: /${source}/${flags}`);
  }
  console.log(`${all.size} patterns, ${all.size - open.length} proven linear`);
  process.exit(open.length > 0 ? 1 : 0);
}

const proven = new Set([...known].filter(name => all.has(name)));
function save() {
  writeFileSync(PROVEN, `${JSON.stringify([...proven].sort(), null, 1)}\n`);
}

let problems = 0;
async function prove() {
  for (let next = open.pop(); next; next = open.pop()) {
    const [name, { source, flags, where }] = next;
    const found = await check(source, flags, { timeout: TIMEOUT });
    if (found.status === 'safe') {
      proven.add(name);
      save();
    } else {
      problems += 1;
      console.log(
        `${where}: ${found.status} ${found.complexity?.summary ?? found.error?.kind ?? ''}\n    /${source}/${flags}`
      );
    }
  }
}

console.log(`${all.size} patterns, ${open.length} to prove`);
await Promise.all(Array.from({ length: AT_ONCE }, prove));
save();
console.log(`${proven.size} proven linear, ${problems} not`);
process.exit(problems > 0 ? 1 : 0);
