import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { innerError } from '../../shared/inner';
import { withoutPinning } from '../../shared/edits/loader';

const WRAPPER = /Caught (?<inner>[\w.]+) in pin memory thread/;

function inside(groups: Values, reading: IReading): Values {
  const { inner, message } = innerError(reading, WRAPPER, groups.inner);
  return { inner, message };
}

/** Connections that end with the process at the other side. */
const CUT =
  /^(?:ConnectionResetError|ConnectionRefusedError|ConnectionAbortedError|BrokenPipeError|EOFError)$/;

/** The thread's own traceback (torch/utils/data/_utils/pin_memory.py). */
function inThread(reading: IReading): boolean {
  return reading.mentions('_pin_memory_loop');
}

function titleOf(trans: ITranslate, inner: string | undefined): string {
  return inner === undefined || inner.length > 25
    ? trans.__('The thread that pins batches in memory ended')
    : trans.__('%1 in the thread that pins batches', inner);
}

function commonFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('Load without pinning: the real error shows'),
      detail: trans.__(
        'Pinning only makes the copy to the GPU faster; results are the same without it.'
      ),
      code: 'DataLoader(dataset, num_workers=0, pin_memory=False)',
      edit: withoutPinning
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
  ];
}

export default define({
  id: 'dataloader/pin-memory-thread',
  answers: [
    'Pin memory thread exited unexpectedly',
    'Caught RuntimeError in pin memory thread for device 0.'
  ],
  refines: ['dataloader/broken-pipe', 'dataloader/main-guard'],
  values: ['inner', 'message'],
  // Of no kind: a connection that was cut shows in the same failure.
  signs: [
    // Likely only: the thread's own error, where it was printed, comes first.
    ...messageOrLog(/Pin memory thread exited unexpectedly/, {
      confidence: 'likely'
    }),
    ...messageOrLog(WRAPPER, { confidence: 'likely', read: inside })
  ],
  kinds: {
    failed: {
      words: (trans, { inner, message }) => ({
        title: titleOf(trans, inner),
        cause:
          message === undefined
            ? trans.__(
                'With pin_memory=True a thread copies every batch into page-locked memory for the GPU, and it ended. Its own error is printed further up; often the limit on open files, lost workers, or a GPU that had failed before.'
              )
            : trans.__(
                'With pin_memory=True a thread copies every batch into page-locked memory for the GPU, and it failed with: %1',
                message
              ),
        fixes: commonFixes(trans)
      })
    },
    cut: {
      signs: [
        {
          where: 'message',
          pattern: /^not enough values to unpack \(expected 2, got 0\)$/,
          when: inThread,
          confidence: 'likely'
        },
        {
          where: 'message',
          ename: CUT,
          pattern: /^.{0,200}/,
          when: inThread,
          confidence: 'likely'
        }
      ],
      words: (trans, { inner }) => ({
        title: titleOf(trans, inner),
        cause: trans.__(
          'With pin_memory=True a thread of the main process takes the batches from the workers, and its connection to them was cut. Usually the program left the loop and ended, or a worker was lost, while batches were still on the way.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Only at the very end? Then nothing is lost'),
            detail: trans.__(
              'A loop that is left early, such as next(iter(loader)), ends the workers while the thread still reads. Otherwise look for a worker’s own error further up.'
            )
          },
          ...commonFixes(trans)
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
