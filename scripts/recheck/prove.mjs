/** Proves patterns linear, and keeps what passed. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { check } from 'recheck';

import { families } from '../catalogue/indexes.mjs';
import { ROOT } from '../core.mjs';
import { COMMON, patternsOf } from './patterns.mjs';

/** Where the proofs of a family are kept. */
function fileOf(family) {
  return path.join(
    ROOT,
    ...(family === COMMON ? ['src'] : ['src', 'catalogue', family]),
    'proven.json'
  );
}

/** recheck runs programs of its own; so many at a time. */
const AT_ONCE = 2;

/** In milliseconds: how long a proof is tried for before the fuzzer. */
const PROOF_TIME = Number(process.env.RECHECK_TIMEOUT ?? 20_000);

/**
 * The fuzzer counts characters read, never time: a busy machine must not
 * change its verdict.
 */
const FUZZER = {
  checker: 'fuzz',
  incubationTimeout: null,
  attackTimeout: null,
  recallTimeout: -1,
  timeout: 600_000
};

/**
 * The checker that lets the pattern pass, `automaton` or `fuzz`; null where
 * none does, and why is printed.
 */
export async function judge({ source, flags, where }) {
  const proof = await check(source, flags, {
    checker: 'automaton',
    timeout: PROOF_TIME
  });
  const verdict =
    proof.status === 'unknown' ? await check(source, flags, FUZZER) : proof;
  if (verdict.status === 'safe') {
    return verdict.checker;
  }
  const { status, complexity, error } = verdict;
  const why = complexity?.summary ?? error?.kind ?? '';
  console.log(`${where}: ${status} ${why}\n    /${source}/${flags}`);
  return null;
}

/** Which checker let which pattern pass, by the pattern's name. */
export function knownProofs() {
  const all = [COMMON, ...families()].flatMap(family => {
    const file = fileOf(family);
    return existsSync(file)
      ? Object.entries(JSON.parse(readFileSync(file, 'utf8')))
      : [];
  });
  return new Map(
    all.flatMap(([checker, names]) => names.map(name => [name, checker]))
  );
}

function saveFamily(family, proven) {
  const by = checker =>
    [...proven]
      .filter(([, each]) => each === checker)
      .map(([name]) => name)
      .sort();
  const proofs = { automaton: by('automaton'), fuzz: by('fuzz') };
  writeFileSync(fileOf(family), `${JSON.stringify(proofs, null, 2)}\n`);
}

/** Write each family's proofs: what is in `proven`, by whose pattern it is. */
export function save(proven, all) {
  for (const family of [COMMON, ...families()]) {
    saveFamily(
      family,
      new Map([...proven].filter(([name]) => all.get(name).family === family))
    );
  }
}

/**
 * Prove what is not in `proven` yet.
 *
 * @param keep - called with each new proof in `proven`: they take long
 * @returns the patterns that did not pass
 */
export async function proveOpen(all, proven, keep = () => undefined) {
  const open = [...all]
    .filter(([name]) => !proven.has(name))
    .sort(([, a], [, b]) => b.source.length - a.source.length);
  const refused = [];
  const work = async () => {
    for (let next = open.pop(); next; next = open.pop()) {
      const [name, pattern] = next;
      const checker = await judge(pattern);
      if (checker) {
        proven.set(name, checker);
        keep();
      } else {
        refused.push(pattern);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return refused;
}

/**
 * Prove the patterns of an entry's family that are not proven yet, and keep
 * the proofs.
 *
 * @param {string} id - `family/name`
 * @returns what no proof was found for, in words
 */
export async function prove(id) {
  const [family] = id.split('/');
  const all = await patternsOf(family);
  const known = knownProofs();
  const before = known.size;
  const refused = await proveOpen(all, known);
  if (known.size > before) {
    saveFamily(
      family,
      new Map([...known].filter(([name]) => all.get(name)?.family === family))
    );
  }
  return refused.map(
    ({ source, flags, where }) => `${where}: not linear: /${source}/${flags}`
  );
}
