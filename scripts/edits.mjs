/**
 * How many entries have an edit, and for how many collected failures the best
 * finding has one: `node scripts/edits.mjs`. The reports hold messages, not the
 * cells, so whether an edit finds its place in the code is not asked here:
 * src/edit/__tests__/torch.spec.ts does that on programs that run. With `--list`
 * it names the entries whose first fix is a change of code without an edit,
 * and why.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { loadCore, ROOT } from './core.mjs';
import { readReports } from './reports.mjs';

const {
  BY_HAND,
  catalogue,
  cellIncident,
  changesCode,
  diagnose,
  english,
  hasEdit,
  hasFirstEdit
} = await loadCore('./src/catalogue/__tests__/edits');

/** The real failures of the field, where the checkout has them beside it. */
const FIELD = path.join(ROOT, '../shared/catalogue/field.jsonl');

function readField() {
  return existsSync(FIELD)
    ? readFileSync(FIELD, 'utf8')
        .split('\n')
        .filter(line => line.trim() !== '')
        .map(line => JSON.parse(line))
    : [];
}

const announced = catalogue.filter(({ id }) => !id.startsWith('topic/'));
const having = announced.filter(hasEdit);
console.log(`${having.length} of ${announced.length} entries have an edit:`);
console.log(`  ${having.map(({ id }) => id).join(', ')}`);

const changing = announced.filter(changesCode);
const lacking = changing.filter(entry => !having.includes(entry));
const first = changing.filter(hasFirstEdit);
console.log(
  `${changing.length - lacking.length} of the ${changing.length} whose first fix is a change of code have one, ${first.length} as that first fix.`
);
if (process.argv.includes('--list')) {
  lacking.forEach(({ id }) => console.log(`  ${id}: ${BY_HAND.get(id)}`));
  changing
    .filter(entry => hasEdit(entry) && !hasFirstEdit(entry))
    .forEach(({ id }) => console.log(`  ${id}: not as its first fix`));
}

function measure(name, failures) {
  const pages = failures.flatMap(failure => {
    const [best] = diagnose(cellIncident(failure), catalogue);
    return best ? [best.entry.page(english, best.values)] : [];
  });
  const any = pages.filter(({ fixes }) => fixes.some(({ edit }) => edit));
  const pressed = pages.filter(({ fixes }) =>
    fixes.some(({ edit, action }) => edit ?? action)
  );
  const first = pages.filter(({ fixes }) => fixes[0]?.edit);
  const share = ({ length }) =>
    `${length} of ${failures.length} (${((100 * length) / failures.length).toFixed(1)} %)`;
  console.log(
    `${name}: recognised ${share(pages)}, a fix with an edit ${share(any)}, the first fix ${share(first)}, a fix with an edit or an action ${share(pressed)}`
  );
}

const { reports, source } = readReports();
measure(
  source,
  reports.filter(({ label }) => label !== 'negative')
);
const field = readField().filter(({ negative }) => !negative);
if (field.length > 0) {
  measure(path.basename(FIELD), field);
}
