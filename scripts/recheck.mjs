/**
 * Proves that no text makes a regular expression of `src` slow:
 * `npm run recheck`.
 *
 * Every pattern, literal or put together with `new RegExp`, is given to
 * recheck (https://makenowjust-labs.github.io/recheck/). Its automaton checker
 * proves a pattern linear or gives a text that makes it slow; where that takes
 * too long or the pattern is beyond automata (look-around, back references),
 * its fuzzer searches for such a text.
 *
 * What passed is kept in src/catalogue/__tests__/proven.json, by checker, as
 * the hash of `/source/flags`: a proof ends with any change of its pattern,
 * and only new patterns take time. The file is never written by hand. To
 * verify all of it, delete it and run this again (half an hour or more).
 *
 *     --check           ask nobody; name patterns without a proof, and proofs
 *                       without a pattern (a test runs this)
 *     --pattern '/a+/i' try one pattern, keep nothing
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { check } from 'recheck';

import { ROOT } from './core.mjs';
import { patterns } from './recheck/patterns.mjs';

const PROVEN = path.join(ROOT, 'src/catalogue/__tests__/proven.json');

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
async function judge({ source, flags, where }) {
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
function knownProofs() {
  const file = existsSync(PROVEN)
    ? JSON.parse(readFileSync(PROVEN, 'utf8'))
    : {};
  return new Map(
    Object.entries(file).flatMap(([checker, names]) =>
      names.map(name => [name, checker])
    )
  );
}

function save(proven) {
  const by = checker =>
    [...proven]
      .filter(([, each]) => each === checker)
      .map(([name]) => name)
      .sort();
  const file = { automaton: by('automaton'), fuzz: by('fuzz') };
  writeFileSync(PROVEN, `${JSON.stringify(file, null, 2)}\n`);
}

async function tryOne(text) {
  const end = text.lastIndexOf('/');
  const { source, flags } = new RegExp(text.slice(1, end), text.slice(end + 1));
  const checker = await judge({ source, flags, where: '--pattern' });
  if (checker) {
    console.log(`passed (${checker})`);
  }
  return checker !== null;
}

async function compare() {
  const all = await patterns();
  const known = knownProofs();
  const open = [...all].filter(([name]) => !known.has(name));
  const stale = [...known.keys()].filter(name => !all.has(name));
  for (const [, { source, flags, where }] of open) {
    console.error(`${where}: not proven: /${source}/${flags}`);
  }
  for (const name of stale) {
    console.error(`${name}: a proof, but no such pattern is left`);
  }
  console.log(`${all.size} patterns, ${all.size - open.length} proven safe`);
  return open.length + stale.length === 0;
}

async function proveAll() {
  const all = await patterns();
  const proven = new Map([...knownProofs()].filter(([name]) => all.has(name)));
  const open = [...all]
    .filter(([name]) => !proven.has(name))
    .sort(([, a], [, b]) => b.source.length - a.source.length);
  console.log(`${all.size} patterns, ${open.length} to prove`);
  const prove = async () => {
    for (let next = open.pop(); next; next = open.pop()) {
      const [name, pattern] = next;
      const checker = await judge(pattern);
      if (checker) {
        proven.set(name, checker);
        save(proven);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, prove));
  save(proven);
  console.log(`${proven.size} passed, ${all.size - proven.size} not`);
  return proven.size === all.size;
}

const { values } = parseArgs({
  options: { check: { type: 'boolean' }, pattern: { type: 'string' } }
});
const isGood = values.pattern
  ? await tryOne(values.pattern)
  : await (values.check ? compare() : proveAll());
process.exit(isGood ? 0 : 1);
