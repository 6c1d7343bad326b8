import { hedges } from '../hedges';
import type { IEntry } from '../types';

function saying(title: string, cause: string): IEntry {
  return {
    id: 'test/one',
    answers: [],
    kinds: [],
    values: [],
    signs: [],
    page: () => ({ title, cause, fixes: [], notThis: [], links: [] })
  };
}

it.each([
  ['A worker was killed, most likely for lack of memory', 'It is gone.'],
  ['It did not start', 'Usually there is no memory left.'],
  ['It did not start', 'Either the GPU is full, or a kernel failed before.'],
  ['It did not start', 'The disk is full. Usual: a cache, or a checkpoint.'],
  ['It did not start', 'That is nearly always the driver.']
])('“%s: %s” leaves open which cause it is', (title, cause) => {
  expect(hedges(saying(title, cause), {})).toBe(true);
});

it.each([
  ['A label is outside 0 … 9', 'Labels must be 0 … 9, or ignore_index.'],
  ['A kernel failed', 'The line shown is usually a later one.'],
  ['The data has no column', 'It has no keys at all, so not this either.']
])('“%s: %s” names one', (title, cause) => {
  expect(hedges(saying(title, cause), {})).toBe(false);
});
