import type { IEntry, IReading, Values } from '../../diagnosis/types';

import { said } from '../said';
import { LINKS } from './shared/links';
import { innerError } from './shared/inner';

const WRAPPER = /Caught (?<inner>[\w.]+) in pin memory thread/;

function inside(groups: Values, reading: IReading): Values {
  return { ...groups, ...innerError(reading, WRAPPER, groups.inner) };
}

/** Connections that end with the process at the other side. */
const CUT =
  /^(?:ConnectionResetError|ConnectionRefusedError|ConnectionAbortedError|BrokenPipeError|EOFError)$/;

/** The thread's own traceback (torch/utils/data/_utils/pin_memory.py). */
function inThread(reading: IReading): boolean {
  return reading.mentions('_pin_memory_loop');
}

const entry: IEntry = {
  id: 'dataloader/pin-memory-thread',
  answers: [
    'Pin memory thread exited unexpectedly',
    'Caught RuntimeError in pin memory thread for device 0.'
  ],
  refines: ['dataloader/broken-pipe', 'dataloader/main-guard'],
  signs: [
    // Likely only: the thread's own error, where it was printed, comes first.
    ...said(/Pin memory thread exited unexpectedly/, {
      confidence: 'likely'
    }),
    ...said(WRAPPER, { confidence: 'likely', read: inside }),
    {
      where: 'message',
      pattern: /^not enough values to unpack \(expected 2, got 0\)$/,
      when: inThread,
      confidence: 'likely',
      read: () => ({ kind: 'cut' })
    },
    {
      where: 'message',
      ename: CUT,
      pattern: /^.{0,200}/,
      when: inThread,
      confidence: 'likely',
      read: () => ({ kind: 'cut' })
    }
  ],
  page(trans, { inner, message, kind }) {
    return {
      title:
        inner === undefined || inner.length > 25
          ? trans.__('The thread that pins batches in memory ended')
          : trans.__('%1 in the thread that pins batches', inner),
      cause:
        kind === 'cut'
          ? trans.__(
              'With pin_memory=True a thread of the main process takes the batches from the workers, and its connection to them was cut. Usually the program left the loop and ended, or a worker was lost, while batches were still on the way.'
            )
          : message === undefined
            ? trans.__(
                'With pin_memory=True a thread copies every batch into page-locked memory for the GPU, and it ended. Its own error is printed further up; often the limit on open files, lost workers, or a GPU that had failed before.'
              )
            : trans.__(
                'With pin_memory=True a thread copies every batch into page-locked memory for the GPU, and it failed with: %1',
                message
              ),
      fixes: [
        ...(kind === 'cut'
          ? [
              {
                safety: 'diagnostic' as const,
                title: trans.__('Only at the very end? Then nothing is lost'),
                detail: trans.__(
                  'A loop that is left early, such as next(iter(loader)), ends the workers while the thread still reads. Otherwise look for a worker’s own error further up.'
                )
              }
            ]
          : []),
        {
          safety: 'diagnostic',
          title: trans.__('Load without pinning: the real error shows'),
          detail: trans.__(
            'Pinning only makes the copy to the GPU faster; results are the same without it.'
          ),
          code: 'DataLoader(dataset, num_workers=0, pin_memory=False)'
        },
        {
          safety: 'check',
          title: trans.__('Too many open files: share through the file system'),
          code: "torch.multiprocessing.set_sharing_strategy('file_system')"
        },
        {
          safety: 'check',
          title: trans.__('A CUDA error came before: restart the kernel first'),
          detail: trans.__(
            'Pinning asks the GPU, so after a failed kernel it fails with the same error.'
          )
        }
      ],
      notThis: [
        trans.__(
          'The first error in the session was another CUDA error: then this is only its echo.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: memory pinning'),
          url: 'https://docs.pytorch.org/docs/stable/data.html#memory-pinning'
        },
        { title: trans.__('PyTorch: sharing strategies'), url: LINKS.sharing }
      ]
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue: 'not enough values to unpack (expected 2, got 0)',
      stderr:
        '  File "C:\\Python38\\lib\\threading.py", line 870, in run\n    self._target(*self._args, **self._kwargs)\n  File "C:\\Python38\\lib\\site-packages\\torch\\utils\\data\\_utils\\pin_memory.py", line 28, in _pin_memory_loop\n',
      torch: '1.7',
      origin: 'reference',
      values: { kind: 'cut' }
    },
    {
      kind: 'text',
      stderr:
        'Exception in thread Thread-2 (_pin_memory_loop):\nTraceback (most recent call last):\n  File "/usr/lib/python3.10/threading.py", line 1016, in _bootstrap_inner\n    self.run()\n  File "/env/lib/python3.10/site-packages/torch/utils/data/_utils/pin_memory.py", line 51, in _pin_memory_loop\n    do_one_step()\n  File "/usr/lib/python3.10/multiprocessing/queues.py", line 122, in get\n    return _ForkingPickler.loads(res)\n  File "/env/lib/python3.10/site-packages/torch/multiprocessing/reductions.py", line 307, in rebuild_storage_fd\n    fd = df.detach()\n  File "/usr/lib/python3.10/multiprocessing/connection.py", line 502, in Client\n    c = SocketClient(address)\nConnectionResetError: [Errno 104] Connection reset by peer\n',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'cut' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'Pin memory thread exited unexpectedly',
      torch: '2.13',
      origin: 'reference'
    },
    {
      ename: 'TypeError',
      evalue:
        'Caught TypeError in pin memory thread for device 0.\nOriginal Traceback (most recent call last):\n  File "/env/lib/python3.10/site-packages/torch/utils/data/_utils/pin_memory.py", line 37, in do_one_step\n    data = pin_memory(data, device)\n  File "/home/user/batch.py", line 8, in pin_memory\n    return Batch(self.x.pin_memory())\nTypeError: __init__() missing 1 required positional argument: \'y\'\n',
      torch: '2.4',
      origin: 'reference',
      values: { inner: 'TypeError', file: 'batch.py', line: '8' }
    }
  ],
  nearMisses: [
    {
      ename: 'ValueError',
      evalue: 'not enough values to unpack (expected 2, got 0)'
    },
    {
      ename: 'ConnectionResetError',
      evalue: '[Errno 104] Connection reset by peer',
      traceback:
        'Traceback (most recent call last):\n  File "fetch.py", line 4, in read\n    data = connection.recv(1024)\nConnectionResetError: [Errno 104] Connection reset by peer'
    },
    {
      ename: 'RuntimeError',
      evalue: 'DataLoader worker (pid(s) 5) exited unexpectedly'
    },
    {
      ename: 'RuntimeError',
      evalue:
        "cannot pin 'torch.cuda.FloatTensor' only dense CPU tensors can be pinned"
    }
  ]
};

export default entry;
