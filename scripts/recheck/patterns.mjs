import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { exportOf, families } from '../catalogue/indexes.mjs';
import { loadModules, ROOT } from '../core.mjs';

const SRC = path.join(ROOT, 'src');

/** Whose a pattern is that belongs to no family of the catalogue. */
export const COMMON = '';

/**
 * The name under which a pattern's proof is kept: any change of the pattern or
 * of its flags gives another one.
 */
export function nameOf({ source, flags }) {
  return createHash('sha256')
    .update(`/${source}/${flags}`)
    .digest('hex')
    .slice(0, 16);
}

/** The family that a file of `src` belongs to. */
function familyOf(file) {
  const [, family = COMMON] =
    /^catalogue\/([a-z]+)\/[^/]+/.exec(file.split(path.sep).join('/')) ?? [];
  return family === 'shared' ? COMMON : family;
}

function literalsIn(file) {
  const found = [];
  const visit = node => {
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      const end = node.text.lastIndexOf('/');
      found.push({
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
        where: path.join('src', file),
        family: familyOf(file)
      });
    }
    node.forEachChild(visit);
  };
  const text = readFileSync(path.join(SRC, file), 'utf8');
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

/** The literals `/…/` of `src`, tests left out. */
function literals() {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !file.includes('__tests__'))
    .flatMap(literalsIn);
}

/** What a bundle of ours puts together with `new RegExp` during `work`. */
async function composedDuring(bundle, work) {
  const found = [];
  const isOurs = new RegExp(`\\b${bundle}-\\d+\\.cjs`);
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, args) {
      const pattern = Reflect.construct(target, args);
      // The first frame is this trap, the second who asked for the pattern.
      const caller = new Error().stack?.split('\n    at ', 3)[2];
      if (caller && isOurs.test(caller)) {
        const { source, flags } = pattern;
        found.push({ source, flags });
      }
      return pattern;
    }
  });
  try {
    await work();
  } finally {
    globalThis.RegExp = Original;
  }
  return found;
}

const ENGINE = [
  'src/diagnosis/diagnose',
  'src/diagnosis/english',
  'src/diagnosis/lookup',
  'src/diagnosis/relaxed',
  'src/incident/incident'
];

/** Patterns that the engine composes, whatever it reads. */
async function composedByEngine() {
  const all = await composedDuring('engine', async () => {
    const { cellIncident, diagnose } = await loadModules('engine', ENGINE);
    diagnose(cellIncident({ ename: 'E', evalue: 'x' }), []);
  });
  return all.map(one => ({ ...one, where: 'new RegExp', family: COMMON }));
}

/**
 * Patterns that are composed for a family: by its own modules, by words at a
 * call, and for texts that somebody typed.
 */
async function composedFor(family) {
  const all = await composedDuring(`family-${family}`, async () => {
    const { diagnose, english, incidentOf, proofOf, relaxed, ...rest } =
      await loadModules(`family-${family}`, [
        ...ENGINE,
        `src/catalogue/${family}`,
        'src/catalogue/__tests__/cases'
      ]);
    for (const entry of rest[exportOf(family)]) {
      relaxed(entry);
      const { recognised, nearMisses } = proofOf(entry.id);
      for (const one of [...recognised, ...nearMisses]) {
        for (const { values } of diagnose(incidentOf(one), [entry])) {
          entry.page(english, values);
        }
      }
    }
  });
  return all.map(one => ({
    ...one,
    where: `new RegExp for ${family}`,
    family
  }));
}

/** The first of equal ones counts: what the engine composes shows everywhere. */
function byName(found) {
  return new Map(found.reverse().map(one => [nameOf(one), one]));
}

/** Every pattern of `src`, by its name, each with the family it belongs to. */
export async function patterns() {
  const found = [...literals(), ...(await composedByEngine())];
  for (const family of families()) {
    found.push(...(await composedFor(family)));
  }
  return byName(found);
}

/** As `patterns`, of one family and of what all share. */
export async function patternsOf(family) {
  return byName([
    ...literals().filter(one => [COMMON, family].includes(one.family)),
    ...(await composedByEngine()),
    ...(await composedFor(family))
  ]);
}
