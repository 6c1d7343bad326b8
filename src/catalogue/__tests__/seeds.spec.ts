import * as fs from 'node:fs';
import * as path from 'node:path';

import { catalogue } from '..';
import { diagnose } from '../../diagnosis/diagnose';
import { english } from '../../diagnosis/english';
import { lookUp } from '../../diagnosis/lookup';
import { textIncident } from '../../incident/incident';
import seeds from './seeds.json';

/** Where the team keeps the list; a user's checkout has only `seeds.json`. */
const SHARED = path.join(
  __dirname,
  '../../../../shared/catalogue/seed-coverage.tsv'
);

/** What the seed documents tell: recognised where it is an error, else found. */
it.each(seeds.map(({ text, id }) => [text, id]))('%s', async (text, id) => {
  const [finding] = diagnose(textIncident(text), catalogue);
  const [result] = await lookUp(text, english, catalogue);
  expect(finding?.id ?? result?.entry.id).toBe(id);
});

(fs.existsSync(SHARED) ? it : it.skip)('covers every row of the list', () => {
  const rows = fs
    .readFileSync(SHARED, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map(row => row.split('\t'))
    // An action is no entry of the catalogue.
    .filter(([, , , id]) => !id.startsWith('action'));
  expect(seeds).toEqual(rows.map(([, , text, id]) => ({ text, id })));
});
