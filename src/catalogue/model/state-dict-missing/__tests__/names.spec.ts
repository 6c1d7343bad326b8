/** What the words say of all keys, where they show three. */
import { diagnose } from '../../../../diagnosis/diagnose';
import { english } from '../../../../diagnosis/english';
import { cellIncident } from '../../../../incident/incident';
import stateDictMissing from '..';

/** The cause and what to do, of a list of missing keys and one of unexpected ones. */
function saidOf(missing: readonly string[], unexpected: readonly string[]) {
  const list = (head: string, keys: readonly string[]): string =>
    keys.length === 0
      ? ''
      : `\n\t${head} key(s) in state_dict: ${keys.map(key => `"${key}"`).join(', ')}. `;
  const evalue = `Error(s) in loading state_dict for Net:${list('Missing', missing)}${list('Unexpected', unexpected)}`;
  const [{ values }] = diagnose(
    cellIncident({ ename: 'RuntimeError', evalue, source: '' }),
    [stateDictMissing]
  );
  const { cause, fixes } = stateDictMissing.page(english, values);
  return [cause, ...fixes.map(({ title }) => title)].join('\n');
}

const BIASES = ['a.bias', 'b.bias', 'c.bias'];
const IDS = ['a.position_ids', 'b.position_ids', 'c.position_ids'];
const OURS = ['a.weight_g', 'a.weight_v', 'b.weight_g'];
const THEIRS = ['a', 'b', 'c'].map(
  name => `${name}.parametrizations.weight.original0`
);

it.each<[said: string, missing: string[], unexpected: string[]]>([
  ['Only biases are missing', BIASES, []],
  ['holds no weights: leave it out', IDS, []],
  ['the names of the same weights', OURS, THEIRS]
])('says “%s” of all keys, not of the first three', (said, missing, more) => {
  expect(saidOf(missing, more)).toContain(said);
  expect(saidOf([...missing, 'head.weight'], more)).not.toContain(said);
});
