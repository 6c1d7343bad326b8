import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { cudaErrorPattern, cudaErrorSigns } from '../shared/cuda-error';
import { mayExplain } from '../../shared/ours';
import { withoutWorkers } from '../../shared/edits/loader';

/** torch/cuda/__init__.py, `_lazy_init`; CUDAFunctions.cpp in a bad fork. */
const FORKED =
  /Cannot re-?initialize (?<device>CUDA|XPU|MTIA|HPU|NPU|MUSA) in (?:a )?forked subprocess|(?:CUDA|torch) (?:cannot|can't) be (?:re-?initialized|used) in a forked (?:sub)?process|To use (?:CUDA|XPU|MTIA) with multiprocessing, you must use the 'spawn' start method/i;

/** Whether the failure happened in a process that was forked. */
function inChild(reading: IReading): boolean {
  return (
    [
      'DataLoader worker',
      'multiprocessing',
      'ForkPoolWorker',
      'ForkProcess'
    ].some(word => reading.mentions(word)) ||
    /num_workers ?= ?[1-9]/.test(reading.code)
  );
}

const INITIALIZATION = {
  text: 'initialization error',
  name: 'cudaErrorInitializationError',
  numbers: [3]
};

export default define({
  id: 'cuda/fork-reinit',
  answers: [
    "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must use the 'spawn' start method",
    'cuda runtime error (3) : initialization error',
    'CUDA error: initialization error'
  ],
  values: ['device'],
  signs: [
    { where: 'message', pattern: FORKED },
    { where: 'log', pattern: FORKED, when: mayExplain },
    ...cudaErrorSigns(INITIALIZATION, { confidence: 'likely' }),
    {
      where: 'message',
      pattern: cudaErrorPattern(INITIALIZATION),
      when: inChild
    }
  ],
  words: (trans, { device = 'CUDA' }) => ({
    title: trans.__('%1 is used in a forked process', device),
    cause: trans.__(
      '%1 had been started in this process, and a process forked from it uses the device too, which %1 does not allow. In a DataLoader with workers it is often the Dataset or the collate function that moves data to the device.',
      device
    ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('Keep the Dataset and collate function on the CPU'),
        detail: trans.__(
          'Return CPU tensors and move each batch in the training loop; pin_memory=True keeps that fast.'
        ),
        code: 'loader = DataLoader(dataset, num_workers=4, pin_memory=True)\nfor x, y in loader:\n    x = x.to(device, non_blocking=True)\n    y = y.to(device, non_blocking=True)'
      },
      {
        safety: 'safe',
        title: trans.__('Load the data in the main process'),
        detail: trans.__('Slower, but nothing is forked.'),
        code: 'loader = DataLoader(dataset, num_workers=0)',
        edit: withoutWorkers
      },
      {
        safety: 'check',
        title: trans.__('Workers must use the GPU: start them with “spawn”'),
        detail: trans.__(
          'Spawned processes import the Dataset’s module: a class or function defined in a notebook cell must move to a .py file first.'
        ),
        code: "loader = DataLoader(dataset, num_workers=4, multiprocessing_context='spawn')"
      },
      {
        safety: 'check',
        title: trans.__(
          'Launch training from a notebook in a kernel without CUDA'
        ),
        detail: trans.__(
          'Restart the kernel and run nothing that touches the GPU before the launcher; torch.cuda.is_available() counts.'
        )
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        '“Initialization error” without any child process: the driver itself did not start, see nvidia-smi.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: CUDA in multiprocessing'),
        url: 'https://docs.pytorch.org/docs/stable/notes/multiprocessing.html#cuda-in-multiprocessing'
      },
      {
        title: trans.__('PyTorch: DataLoader, workers and CUDA tensors'),
        url: 'https://docs.pytorch.org/docs/stable/data.html#multi-process-data-loading'
      },
      {
        title: trans.__('Python: start methods'),
        url: 'https://docs.python.org/3/library/multiprocessing.html#contexts-and-start-methods'
      }
    ]
  })
});
