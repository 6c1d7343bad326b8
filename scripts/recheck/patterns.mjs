import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { loadCore, ROOT } from '../core.mjs';

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

/** The literals `/…/` of `src`, tests left out. */
function literals() {
  const folder = path.join(ROOT, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !file.includes('__tests__'))
    .flatMap(file => literalsIn(path.join(folder, file)));
}

/** Recognise every example, so that patterns made at a call are made too. */
function recogniseAll({ catalogue, cellIncident, diagnose, english }) {
  for (const entry of catalogue) {
    for (const example of [...entry.examples, ...entry.nearMisses]) {
      for (const { entry: found, values } of diagnose(
        cellIncident(example),
        catalogue
      )) {
        found.page(english, values);
      }
    }
  }
}

/** What the pure core puts together with `new RegExp`. */
async function composed() {
  const found = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, args) {
      const pattern = Reflect.construct(target, args);
      // The first frame is this trap, the second who asked for the pattern.
      const caller = new Error().stack?.split('\n    at ', 3)[2];
      if (caller && /core-\d+\.cjs/.test(caller)) {
        const { source, flags } = pattern;
        found.push({ source, flags, where: 'new RegExp' });
      }
      return pattern;
    }
  });
  try {
    recogniseAll(await loadCore('./src/diagnosis/lookup'));
  } finally {
    globalThis.RegExp = Original;
  }
  return found;
}

/** Every pattern of `src`, by its name. */
export async function patterns() {
  return new Map(
    [...literals(), ...(await composed())].map(one => [nameOf(one), one])
  );
}
