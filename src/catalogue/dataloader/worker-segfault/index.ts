import type { Values } from '../../../diagnosis/types';
import { define } from '../../define';

import { messageOrLog } from '../../signs';
import { killedBy } from '../shared/killed-by';
import { LINKS } from '../shared/links';

/** `strsignal` texts: Linux, and macOS with the number behind. */
const SIGNAL =
  'Segmentation fault|Aborted|Abort trap|Floating point exception|Illegal instruction|Trace\\/BPT trap|Trace\\/breakpoint trap|Bad system call|Unknown signal';

/** torch/csrc/DataLoader.cpp, the worker's own handler. */
const ENCOUNTERED =
  /(?<!no )segmentation fault encountered in (?:DataLoader )?worker/i;

/** What C++ printed before it aborted the worker. */
function lastWords(log: string): Values {
  const what = /what\(\): (.+)/.exec(log);
  return { what: what?.[1].slice(0, 160).trim() };
}

/** Whether the CPU itself refused. */
function ofProcessor(signal: string | undefined): boolean {
  return signal === 'Illegal instruction';
}

export default define({
  id: 'dataloader/worker-segfault',
  answers: [
    'DataLoader worker (pid 7699) is killed by signal: Segmentation fault.',
    'DataLoader worker (pid 32978) is killed by signal: Aborted.',
    'DataLoader worker (pid 10110) is killed by signal: Floating point exception.',
    'ERROR: Unexpected segmentation fault encountered in worker.'
  ],
  refines: [
    'dataloader/worker-exited',
    'dataloader/worker-terminated',
    'kernel/segfault',
    'kernel/aborted',
    'kernel/illegal-instruction',
    'kernel/died-unknown'
  ],
  values: ['signal', 'what'],
  signs: [
    ...messageOrLog(killedBy(SIGNAL), {
      read: (_, reading) => lastWords(reading.log)
    }),
    {
      where: 'log',
      fatal: true,
      pattern: ENCOUNTERED,
      read: () => ({ signal: 'Segmentation fault' })
    },
    // The line alone, as somebody copied it.
    {
      where: 'message',
      pattern: ENCOUNTERED,
      read: () => ({ signal: 'Segmentation fault' })
    },
    {
      where: 'log',
      fatal: true,
      pattern:
        /Unexpected floating-point exception encountered in (?:DataLoader )?worker/i,
      read: () => ({ signal: 'Floating point exception' })
    }
  ],
  words: (trans, { signal, what }) => ({
    title: signal
      ? trans.__('Native code crashed a worker: %1', signal)
      : trans.__('Native code crashed a DataLoader worker'),
    cause: ofProcessor(signal)
      ? trans.__(
          'A compiled library that the dataset calls (pillow-simd, OpenCV, an extension of your own) uses instructions, as AVX2 or AVX-512, that the CPU of this machine does not have. It was built for another one.'
        )
      : what
        ? trans.__(
            'C++ code inside a worker gave up and printed: %1. Python could not catch it; the main process only saw the worker end.',
            what
          )
        : trans.__(
            'A library that the dataset calls (image or video decoding, OpenCV, HDF5, LMDB, an extension of your own) crashed inside a worker. Python could not catch it, so the line is lost; the main process only saw the worker end.'
          ),
    fixes: [
      ...(ofProcessor(signal)
        ? [
            {
              safety: 'check' as const,
              title: trans.__('Install a build for any CPU'),
              detail: trans.__(
                'What you compiled yourself has to be compiled on this machine.'
              ),
              code: '%pip uninstall -y pillow-simd\n%pip install --force-reinstall pillow'
            }
          ]
        : []),
      {
        safety: 'diagnostic',
        title: trans.__('Let the worker say where it crashed'),
        detail: trans.__(
          'Each worker then writes the Python lines under way at the crash into a file of its own.'
        ),
        code: 'import faulthandler, os\n\ndef show_crash(worker_id):\n    faulthandler.enable(open(f"worker-{os.getpid()}.txt", "w"))\n\nDataLoader(dataset, num_workers=2, worker_init_fn=show_crash)'
      },
      {
        safety: 'check',
        title: trans.__('OpenCV in the dataset: one thread per worker'),
        code: 'cv2.setNumThreads(0)'
      },
      {
        safety: 'check',
        title: trans.__(
          'Open files in the worker, not before the workers start'
        ),
        detail: trans.__(
          'Handles of HDF5, LMDB or a video opened in __init__ are shared by all workers after fork. Open them at the first __getitem__.'
        ),
        code: 'def __getitem__(self, index):\n    if self.file is None:\n        self.file = h5py.File(self.path)\n    return self.file["x"][index]'
      },
      {
        safety: 'diagnostic',
        title: trans.__('Find the sample that crashes it'),
        detail: trans.__(
          'Run it in a terminal: in a notebook the crash takes the kernel with it.'
        ),
        code: 'for index in range(len(dataset)):\n    print(index, flush=True)\n    dataset[index]'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'The signal is Killed: then memory ran out. The signal is Bus error: then the shared memory did.'
      )
    ],
    links: [
      {
        title: trans.__('Python: faulthandler, tracebacks of a crash'),
        url: LINKS.faulthandler
      },
      {
        title: trans.__('PyTorch: worker_init_fn, code that each worker runs'),
        url: LINKS.dataWorkers
      }
    ]
  })
});
