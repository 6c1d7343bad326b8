import { catalogue } from '../../catalogue';
import { hasEdit } from '../../catalogue/__tests__/edits';
import { OTHERS, pressed, programsIn, reproduced } from './programs';
import { UNPROVEN } from './unproven';

const having = catalogue
  .filter(({ id }) => !id.startsWith('topic/'))
  .filter(hasEdit)
  .map(({ id }) => id);

const written = ['programs.py', ...OTHERS].flatMap(file =>
  programsIn(file).programs.map(({ id }) => id)
);

const own = reproduced().map(({ id }) => id);

it('has a program for every edit, or says why not', () => {
  const proven = new Set([...written, ...pressed(), ...own]);
  const lacking = having.filter(id => !proven.has(id) && !UNPROVEN.has(id));
  expect(lacking).toEqual([]);
});

it('says why not of nothing else', () => {
  const proven = new Set([...written, ...pressed()]);
  const needless = [...UNPROVEN.keys()].filter(
    id => proven.has(id) || !having.includes(id)
  );
  expect(needless).toEqual([]);
});

it('has no program for what has no edit', () => {
  expect(written.filter(id => !having.includes(id))).toEqual([]);
});

it.each([...UNPROVEN])('says why nothing proves %s', (_, reason) => {
  expect(reason).toMatch(/^[A-Z].{20,}\.$/);
});
