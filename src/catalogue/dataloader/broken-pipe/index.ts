import type { IReading } from '../../../incident/types';
import { define } from '../../define';

import { onlyStarting, startsWorker, unknownPipe } from '../shared/context';
import { LINKS } from '../shared/links';
import { withoutWorkers } from '../../shared/edits/loader';

/** The worker said itself what is wrong: `dataloader/main-guard`. */
const complained = (reading: IReading): boolean =>
  reading.mentions('attempt has been made to start a new process');

export default define({
  id: 'dataloader/broken-pipe',
  answers: [
    'BrokenPipeError: [Errno 32] Broken pipe',
    'OSError: [WinError 109] The pipe has been ended',
    'EOFError in multiprocessing/connection.py'
  ],
  refines: ['dataloader/worker-exited'],
  signs: [
    {
      where: 'message',
      ename: /^(?:BrokenPipeError|OSError)$/,
      pattern:
        /^(?:\[Errno 32\] Broken pipe|\[WinError (?:109|232)\].*|\[Errno 22\] Invalid argument)?$/,
      when: reading => startsWorker(reading) && !complained(reading)
    },
    {
      where: 'message',
      ename: /^(?:EOFError|ConnectionResetError)$/,
      pattern:
        /^(?:\[Errno 104\] Connection reset by peer|[Rr]an out of [Ii]nput)?$/,
      when: startsWorker,
      confidence: 'likely'
    },
    {
      where: 'message',
      ename: /^BrokenPipeError$/,
      pattern: /^(?:\[Errno 32\] Broken pipe)?$/,
      when: reading =>
        (unknownPipe(reading) || onlyStarting(reading)) && !complained(reading),
      confidence: 'possible'
    }
  ],
  words: trans => ({
    title: trans.__('A worker died while it was starting'),
    cause: trans.__(
      'The main process was still sending the dataset to a new worker when the worker ended, so the pipe between them broke. The worker’s own error is in its output; usually a missing main guard, a class it cannot import, or an object that cannot be pickled.'
    ),
    fixes: [
      {
        safety: 'diagnostic',
        title: trans.__('Load in the main process: does it run?'),
        detail: trans.__('On Windows this is often also the fastest way.'),
        code: 'DataLoader(dataset, num_workers=0)',
        edit: withoutWorkers
      },
      {
        safety: 'safe',
        title: trans.__('In a script: guard the start of the program'),
        code: "if __name__ == '__main__':\n    main()"
      },
      {
        safety: 'check',
        title: trans.__('In a notebook: move the Dataset into a .py file'),
        code: 'from my_dataset import MyDataset'
      },
      {
        safety: 'check',
        title: trans.__('A large dataset object: load the data in the worker'),
        detail: trans.__(
          'All of it is sent to each worker. Send paths, open them in __getitem__.'
        )
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'The traceback goes through a socket, a web server or sys.stdout: then the other end of that connection was closed.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch on Windows: multiprocessing errors'),
        url: LINKS.windows
      },
      {
        title: trans.__('Python: the spawn and forkserver start methods'),
        url: LINKS.spawn
      }
    ]
  })
});
