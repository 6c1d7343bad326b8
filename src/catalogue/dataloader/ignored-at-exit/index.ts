import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';

/** Python's words for an error in `__del__`, which stops nothing. */
const IGNORED =
  /Exception ignored in: <function _MultiProcessingDataLoaderIter\.__del__|in <bound method _(?:MultiProcessing)?DataLoaderIter\.__del__ of [^\n]{1,200}> ?>? ?ignored|AssertionError: can only test a child process/;

/** Nothing else failed. */
function nothingElse({ exceptions }: IReading): boolean {
  return exceptions.every(
    ({ name, message }) =>
      name === '' ||
      /can only (?:test|join) a child process/.test(message) ||
      /FileNotFoundError/.test(message)
  );
}

export default define({
  id: 'dataloader/ignored-at-exit',
  answers: [
    'AssertionError: can only test a child process',
    'Exception ignored in: <function _MultiProcessingDataLoaderIter.__del__'
  ],
  signs: [
    {
      where: 'log',
      pattern: IGNORED,
      when: nothingElse,
      confidence: 'likely'
    },
    {
      where: 'message',
      ename: /^AssertionError$/,
      pattern: /^can only test a child process/,
      confidence: 'likely'
    }
  ],
  words: trans => ({
    title: trans.__('A loader is cleaned up late: this stops nothing'),
    cause: trans.__(
      'Python says “ignored”: the iterator of a DataLoader was deleted in another process than the one that made it, or at the end of the program. Results are not touched by it.'
    ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('If the program went on, leave it as it is')
      },
      check(
        trans.__('To be rid of it: iterators end before new workers start'),
        'for batch in loader: ...  # no iter(loader) that is kept in a variable'
      ),
      check(
        trans.__('Or load without workers'),
        'DataLoader(dataset, batch_size=32, num_workers=0)'
      )
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__('If a cell failed, look for the exception that is not ignored.')
    ],
    links: [
      {
        title: trans.__('Python: exceptions in __del__ are ignored'),
        url: 'https://docs.python.org/3/reference/datamodel.html#object.__del__'
      }
    ]
  })
});
