import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { withoutWorkers } from '../../shared/edits/loader';

/** multiprocessing/process.py, reached from the iterator's __del__. */
const CHILD = /can only (?:test|join) a child process/;

/**
 * It is printed beside whatever happens to go wrong then: only where nothing
 * else was raised is it what is asked about.
 */
function alone(reading: IReading): boolean {
  const { exceptions, incident } = reading;
  return (
    !incident.death &&
    (reading.mentions('DataLoader') || reading.mentions('dataloader')) &&
    exceptions.every(
      ({ name, message }) =>
        CHILD.test(message) || message === '' || /Warning$/.test(name)
    )
  );
}

export default define({
  id: 'dataloader/iterator-in-child',
  answers: [
    'AssertionError: can only test a child process',
    'Exception ignored in: <function _MultiProcessingDataLoaderIter.__del__',
    'AssertionError: can only join a child process'
  ],
  signs: messageOrLog(CHILD, { when: alone, confidence: 'likely' }),
  words: trans => ({
    title: trans.__('Harmless: a child tidied up its parent’s DataLoader'),
    cause: trans.__(
      'A forked process got a copy of the parent’s DataLoader iterator, and deletes it as it ends or collects its garbage. It cannot stop workers that are not its own, so Python prints this and goes on: training is not affected.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Ignore it'),
        detail: trans.__(
          '“Exception ignored in” means what it says. If the cell did fail, the cause stands elsewhere in its output.'
        )
      },
      {
        safety: 'check',
        title: trans.__('Make the loader once, and drop an iterator after use'),
        detail: trans.__(
          'Usually an iterator of an earlier epoch or of another loader is still held when new workers are forked.'
        ),
        code: 'iterator = iter(loader)\nbatch = next(iterator)\ndel iterator  # before the next loader starts its workers'
      },
      {
        safety: 'check',
        title: trans.__('Or load without workers'),
        code: 'loader = DataLoader(dataset, batch_size=32, num_workers=0)',
        edit: withoutWorkers
      },
      {
        safety: 'check',
        title: trans.__('Or start the workers afresh instead of forking'),
        detail: trans.__(
          'A spawned worker holds no copies, but starts slowly, and the dataset must be picklable.'
        ),
        code: "loader = DataLoader(dataset, num_workers=4, multiprocessing_context='spawn')"
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'A worker that really died is reported as “DataLoader worker (pid …) is killed by signal” or “exited unexpectedly”.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: loading with several processes'),
        url: LINKS.dataWorkers
      },
      {
        title: trans.__('Python: object.__del__'),
        url: 'https://docs.python.org/3/reference/datamodel.html#object.__del__'
      }
    ]
  })
});
