/**
 * The seed that a run of the tests draws with: what is drawn of the sampled
 * tests, and the random programs and texts of the others.
 */
import { output } from '../setup/tools.mjs';

const LIMIT = 2 ** 31;

/**
 * `SEED` where it is set. A clean checkout draws by what stands in it, so that
 * who checks out a commit that failed elsewhere sees the same failure, and each
 * commit draws anew. Else a random one.
 */
export function seedOfRun() {
  return Number(process.env.SEED) || seedOfTree() || Date.now() % LIMIT;
}

function seedOfTree() {
  const isClean = output('git', ['status', '--porcelain']) === '';
  const tree = isClean && output('git', ['rev-parse', 'HEAD^{tree}']);
  return tree ? parseInt(tree.slice(0, 12), 16) % LIMIT : 0;
}
