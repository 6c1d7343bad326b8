/** The answers to the seed documents hold what those demand, and mend them. */
import { catalogue } from '..';
import { diagnose } from '../../diagnosis/diagnose';
import { english } from '../../diagnosis/english';
import { lookUp } from '../../diagnosis/lookup';
import type { IEntry, Values } from '../../diagnosis/types';
import { incidentOf } from './cases';
import { SEED_ROWS } from './seed-words';
import type { ISeedRow } from './seed-words';

async function answer(
  row: ISeedRow
): Promise<{ entry?: IEntry; values: Values }> {
  if (row.query !== undefined) {
    const [first] = await lookUp(row.query, english, catalogue);
    return { entry: first?.entry, values: {} };
  }
  const [finding] = diagnose(incidentOf(row.failure ?? {}), catalogue);
  return { entry: finding?.entry, values: finding?.values ?? {} };
}

it.each(SEED_ROWS.map(row => [row.seed, row.id, row] as const))(
  '%s is answered by %s',
  async (_, id, row) => {
    const { entry, values } = await answer(row);
    expect(entry?.id).toBe(id);
    const words = JSON.stringify(entry?.page(english, values));
    expect(row.holds.filter(pattern => !pattern.test(words))).toEqual([]);
  }
);
