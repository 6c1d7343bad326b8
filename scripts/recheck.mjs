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
 * What passed is kept by checker, as the hash of `/source/flags`: a proof ends
 * with any change of its pattern, and only new patterns take time. Each family
 * of the catalogue has a file of its own, src/catalogue/<family>/proven.json,
 * so that two people who add entries rarely meet; the rest is in
 * src/proven.json. They are never written by hand. To verify all of it, delete
 * them and run this again (half an hour or more).
 *
 *     --check           ask nobody; name patterns without a proof, and proofs
 *                       without a pattern (a test runs this)
 *     --pattern '/a+/i' try one pattern, keep nothing
 */
import { parseArgs } from 'node:util';

import { patterns } from './recheck/patterns.mjs';
import { judge, knownProofs, proveOpen, save } from './recheck/prove.mjs';

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
  console.log(`${all.size} patterns, ${all.size - proven.size} to prove`);
  await proveOpen(all, proven, () => save(proven, all));
  save(proven, all);
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
