import { shownTexts } from '../shown-texts';

it.each([
  ['KeyError', "'mask'", [], "KeyError: 'mask'"],
  // Colab saved the message with the traceback alone.
  [
    'NameError',
    'ignored',
    ['----> 1 x', "NameError: name 'x' is not defined"],
    "NameError: name 'x' is not defined"
  ],
  ['NameError', 'ignored', [], 'NameError: ignored'],
  // Jupyter saves a cell that was stopped so.
  ['', '', [], undefined]
])('tells the error %s: %s of a cell', (ename, evalue, traceback, failure) => {
  const error = { output_type: 'error', ename, evalue, traceback };
  expect(shownTexts([error]).failure).toBe(failure);
});
