import type { IEntry } from '../../diagnosis/types';

import { ABORTED_SIGNS } from './shared/aborted-signs';
import { abortedWords } from './shared/aborted-words';
import { factsFor } from './shared/facts';
import {
  crashFileFix,
  faulthandlerLink,
  freshEnvironmentFix
} from './shared/words';

const entry: IEntry = {
  id: 'kernel/aborted',
  answers: [
    "terminate called after throwing an instance of 'c10::Error' what():",
    'Aborted (core dumped)',
    'Fatal Python error: Aborted',
    'free(): invalid pointer',
    'double free or corruption',
    'MPSNDArray.mm:794: failed assertion',
    'zsh: abort',
    'exit code 134'
  ],
  refines: ['kernel/died-unknown', 'kernel/died-dataloader'],
  signs: ABORTED_SIGNS,
  facts: factsFor('kernel/aborted'),
  page(trans, values) {
    const { metal } = values;
    return {
      ...abortedWords(trans, values),
      fixes: [
        ...(metal === undefined
          ? []
          : [
              {
                safety: 'safe' as const,
                title: trans.__('Run this operation on the CPU'),
                code: "x = x.to('cpu')"
              },
              {
                safety: 'check' as const,
                title: trans.__('Let PyTorch fall back to the CPU'),
                detail: trans.__(
                  'Before torch is imported. It helps for operations that MPS does not have; a failed assertion may stay.'
                ),
                code: "import os\n\nos.environ['PYTORCH_ENABLE_MPS_FALLBACK'] = '1'"
              }
            ]),
        {
          safety: 'diagnostic',
          title: trans.__('Read the last lines before the abort'),
          detail: trans.__(
            'They name the failed check. In Jupyter they go to the terminal of the server or to the log of VS Code.'
          )
        },
        freshEnvironmentFix(trans),
        crashFileFix(trans)
      ],
      notThis: [
        trans.__(
          'what() names a CUDA error, NCCL or out of memory: then that is the cause, and the abort only its end.'
        ),
        trans.__(
          'OMP: Error #15 stands before it: then two OpenMP libraries were loaded.'
        )
      ],
      links: [
        faulthandlerLink(trans),
        ...(metal === undefined
          ? []
          : [
              {
                title: trans.__('PyTorch: MPS environment variables'),
                url: 'https://docs.pytorch.org/docs/stable/mps_environment_variables.html'
              }
            ])
      ]
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        'Crashed Thread:        0  Dispatch queue: cache queue\n\nException Type:        EXC_CRASH (SIGABRT)\nException Codes:       0x0000000000000000, 0x0000000000000000\n',
      torch: '1.13',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: 'step 40\nAbgebrochen (Speicherabzug geschrieben)\n',
      torch: '2.1',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Assertion failed: (0 <= mpsAxis && mpsAxis < 4), function getKernelAxes, file GPUReductionOps.mm, line 31.\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        '*** SIGABRT (@0x3e800004e7e) received by PID 20094 (TID 0x7fa86fc9df00) from PID 20094; stack trace: ***\n',
      torch: '1.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        "fish: Job 1, 'python train.py' terminated by signal SIGABRT (Abort)\n",
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: '[1]    8123 abort      python train.py\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\nAborted (core dumped)\n",
      torch: '1.0',
      origin: 'reference',
      values: { exception: 'std::bad_alloc' }
    },
    {
      kind: 'text',
      stderr:
        "*** Error in `python3': free(): invalid pointer: 0x00007f98524c1b80 ***\n======= Backtrace: =========\n",
      torch: '0.4',
      origin: 'reference',
      values: { heap: 'free(): invalid pointer' }
    },
    {
      kind: 'text',
      stderr:
        "/AppleInternal/Library/BuildRoots/x/MPSCore/Types/MPSNDArray.mm:724: failed assertion `[MPSNDArray initWithDevice:descriptor:] Error: total bytes of NDArray > 2**32'\nAbort trap: 6\n",
      torch: '1.13',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Fatal Python error: Aborted\n\nCurrent thread 0x00007f2c (most recent call first):\n  File "/tmp/ipykernel_71/331.py", line 2 in <module>\n',
      torch: '2.0',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      kind: 'text',
      stderr:
        'torch/utils/data/dataloader.py:557: UserWarning: This DataLoader will create 4 worker processes in total.\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n 1: 0xb7b150 node::Abort() [node]\nAborted (core dumped)\n'
    },
    {
      kind: 'text',
      stderr:
        "terminate called after throwing an instance of 'phi::enforce::EnforceNotMet'\n  what():  (InvalidArgument) Variable value (input) of OP(fluid.layers.embedding) expected >= 0 and < 2048, but got 2048. (at /paddle/paddle/phi/kernels/cpu/embedding_kernel.cc:67)\n"
    },
    {
      kind: 'text',
      stderr:
        "terminate called after throwing an instance of 'dlib::cuda_error'\n  what():  Error while calling cudaOccupancyMaxPotentialBlockSize(&num_blocks,&num_threads,K) in file dlib/dlib/cuda/cuda_utils.h:186. code: 98, reason: invalid device function\n"
    },
    {
      kind: 'text',
      stderr:
        'F1011 13:25:12.899116  7866 net.cpp:122] Check failed: bottom\n*** Check failure stack trace: ***\n    @     0x7f0158b6c8f3  caffe::Net<>::Init()\nAborted (core dumped)\n'
    },
    { kind: 'text', stderr: 'Transaction 8123 abort requested by the client' },
    {
      kind: 'text',
      stderr:
        'OMP: Error #15: Initializing libiomp5md.dll, but found libiomp5md.dll already initialized.\nAborted (core dumped)\n'
    },
    {
      ename: 'RuntimeError',
      evalue: 'DataLoader worker (pid 3) is killed by signal: Aborted. '
    },
    {
      ename: 'SystemError',
      evalue: 'Job aborted due to stage failure'
    }
  ],
  reproduction: {
    raises: [
      'import ctypes',
      'libc = ctypes.CDLL(None)',
      'libc.malloc.restype = ctypes.c_void_p',
      'block = ctypes.c_void_p(libc.malloc(5000))',
      'guard = libc.malloc(5000)',
      'libc.free(block)',
      'libc.free(block)'
    ].join('\n'),
    fixed: [
      'import ctypes',
      'libc = ctypes.CDLL(None)',
      'libc.malloc.restype = ctypes.c_void_p',
      'block = ctypes.c_void_p(libc.malloc(5000))',
      'guard = libc.malloc(5000)',
      'libc.free(block)'
    ].join('\n')
  }
};

export default entry;
