import type { IEntry, IReading, Values } from '../../diagnosis/types';

import { said } from '../said';
import { LINKS } from './shared/links';
import { innerError } from './shared/inner';

const WRAPPER = /Caught (?<inner>[\w.]+) in pin memory thread/;

function inside(groups: Values, reading: IReading): Values {
  return { ...groups, ...innerError(reading, WRAPPER, groups.inner) };
}

const entry: IEntry = {
  id: 'dataloader/pin-memory-thread',
  answers: [
    'Pin memory thread exited unexpectedly',
    'Caught RuntimeError in pin memory thread for device 0.'
  ],
  signs: [
    // Likely only: the thread's own error, where it was printed, comes first.
    ...said(/Pin memory thread exited unexpectedly/, {
      confidence: 'likely'
    }),
    ...said(WRAPPER, { confidence: 'likely', read: inside })
  ],
  page(trans, { inner, message }) {
    return {
      title:
        inner === undefined || inner.length > 25
          ? trans.__('The thread that pins batches in memory ended')
          : trans.__('%1 in the thread that pins batches', inner),
      cause:
        message === undefined
          ? trans.__(
              'With pin_memory=True a thread copies every batch into page-locked memory for the GPU, and it ended. Its own error is printed further up; often the limit on open files, lost workers, or a GPU that had failed before.'
            )
          : trans.__(
              'With pin_memory=True a thread copies every batch into page-locked memory for the GPU, and it failed with: %1',
              message
            ),
      fixes: [
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
