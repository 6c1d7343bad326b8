import { catalogue } from '..';
import { BY_HAND, changesCode, hasEdit } from './edits';

const changing = catalogue
  .filter(({ id }) => !id.startsWith('topic/'))
  .filter(changesCode);

it('has an edit where the first fix changes code, or says why not', () => {
  const lacking = changing.filter(entry => !hasEdit(entry));
  expect(lacking.map(({ id }) => id).sort()).toEqual(
    [...BY_HAND.keys()].sort()
  );
});

it.each([...BY_HAND])('says why %s has none', (_, reason) => {
  expect(reason).toMatch(/^[A-Z].{30,}\.$/);
});
