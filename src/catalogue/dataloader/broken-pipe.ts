import type { IEntry, IReading } from '../../diagnosis/types';

import { onlyStarting, startsWorker, unknownPipe } from './shared/context';
import { LINKS } from './shared/links';

/** The worker said itself what is wrong: `dataloader/main-guard`. */
const complained = (reading: IReading): boolean =>
  reading.mentions('attempt has been made to start a new process');

const entry: IEntry = {
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
  page(trans) {
    return {
      title: trans.__('A worker died while it was starting'),
      cause: trans.__(
        'The main process was still sending the dataset to a new worker when the worker ended, so the pipe between them broke. The worker’s own error is in its output; usually a missing main guard, a class it cannot import, or an object that cannot be pickled.'
      ),
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('Load in the main process: does it run?'),
          detail: trans.__('On Windows this is often also the fastest way.'),
          code: 'DataLoader(dataset, num_workers=0)'
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
          title: trans.__(
            'A large dataset object: load the data in the worker'
          ),
          detail: trans.__(
            'All of it is sent to each worker. Send paths, open them in __getitem__.'
          )
        }
      ],
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
    };
  },
  examples: [
    {
      ename: 'BrokenPipeError',
      evalue: '[Errno 32] Broken pipe',
      traceback:
        'BrokenPipeError                           Traceback (most recent call last)\n<ipython-input-7-81a3d6ad9a19> in <module>\n----> 1 for images, labels in train_loader:\n\n~\\Anaconda3\\lib\\site-packages\\torch\\utils\\data\\dataloader.py in __iter__(self)\n--> 279             return _MultiProcessingDataLoaderIter(self)\n\n~\\Anaconda3\\lib\\multiprocessing\\popen_spawn_win32.py in __init__(self, process_obj)\n---> 89                 reduction.dump(process_obj, to_child)\n\n~\\Anaconda3\\lib\\multiprocessing\\reduction.py in dump(obj, file, protocol)\n---> 60     ForkingPickler(file, protocol).dump(obj)\n\nBrokenPipeError: [Errno 32] Broken pipe',
      torch: '1.4',
      origin: 'reference'
    },
    {
      ename: 'BrokenPipeError',
      evalue: '[Errno 32] Broken pipe',
      traceback:
        '  File "C:\\Python310\\lib\\multiprocessing\\popen_spawn_win32.py", line 93, in __init__\n    reduction.dump(process_obj, to_child)\n  File "C:\\Python310\\lib\\multiprocessing\\reduction.py", line 60, in dump\n    ForkingPickler(file, protocol).dump(obj)\nBrokenPipeError: [Errno 32] Broken pipe',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'EOFError',
      evalue: '',
      traceback:
        'Traceback (most recent call last):\n  File "/env/lib/python3.9/site-packages/torch/utils/data/dataloader.py", line 990, in _try_get_data\n    data = self._data_queue.get(timeout=timeout)\n  File "/usr/lib/python3.9/multiprocessing/connection.py", line 383, in _recv\n    raise EOFError\nEOFError',
      torch: '1.8',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'BrokenPipeError',
      evalue: '[Errno 32] Broken pipe',
      traceback:
        'Traceback (most recent call last):\n  File "prices.py", line 12, in <module>\n    reader.start()\n  File "C:\\Python310\\lib\\multiprocessing\\reduction.py", line 60, in dump\n    ForkingPickler(file, protocol).dump(obj)\nBrokenPipeError: [Errno 32] Broken pipe'
    },
    {
      ename: 'BrokenPipeError',
      evalue: '[Errno 32] Broken pipe',
      traceback:
        'Traceback (most recent call last):\n  File "serve.py", line 8, in send\n    self.wfile.write(body)\nBrokenPipeError: [Errno 32] Broken pipe'
    },
    {
      ename: 'EOFError',
      evalue: 'EOF when reading a line'
    }
  ]
};

export default entry;
