import type { IEntry, IReading, Values } from '../../diagnosis/types';

import { textFrom } from '../dataloader/shared/text-from';

import { abortedWords } from './shared/aborted-words';
import { fatalPython } from './shared/crash';
import { dying, exitStatus, isElsewhere, zsh } from './shared/death';
import { reportedBy } from './shared/ended-by';
import { factsFor } from './shared/facts';
import { localized } from './shared/localized';
import {
  crashFileFix,
  faulthandlerLink,
  freshEnvironmentFix
} from './shared/words';

/** glibc's and macOS's checks of the heap. */
const HEAP: readonly RegExp[] = [
  /(?<heap>\b(?:free|malloc|realloc|malloc_consolidate|munmap_chunk)\(\): [a-z][a-z -]*)/,
  /(?<heap>double free or corruption|corrupted size vs\. prev_size|corrupted double-linked list|stack smashing detected|pointer being freed was not allocated)/
];

const MPS =
  /\.mm:[\d:]+ failed assertion|\(mpsFileLoc\): |, file \w{1,60}\.mm, line \d|failed assertion [`']?\[?MPS| at line \d{1,6} in _?(?:mtl|IOGPU)\w/;

/** What is printed after the last words, white space folded. */
const AFTER_WORDS =
  / (?:Exception raised from|Aborted\b|Abort trap|Fatal Python error|Compile with|CUDA kernel errors|frame #0|zsh: )/;

/** So much of the last words is shown. */
const MAX_WORDS = 160;

/** What follows `start` in the log, without what is printed after it. */
function wordsAfter(reading: IReading, start: string): string | undefined {
  const words = textFrom(reading, start)
    .slice(start.length)
    .split(AFTER_WORDS)[0]
    .trim();
  return words === '' ? undefined : words.slice(0, MAX_WORDS);
}

/** `what(): CUDA error: …`; macOS puts it behind the class. */
function readWhat({ exception, ...others }: Values, reading: IReading): Values {
  return {
    ...others,
    exception: exception?.replace(/:$/, ''),
    what:
      wordsAfter(reading, 'what(): ') ??
      (exception?.endsWith(':')
        ? wordsAfter(reading, `of type ${exception} `)
        : undefined)
  };
}

function readMetal(_: Values, reading: IReading): Values {
  const said =
    wordsAfter(reading, 'failed assertion ') ?? wordsAfter(reading, 'error: ');
  return { metal: said?.replace(/^[`']|[`']$/g, '') };
}

const isHere = (reading: IReading): boolean => !isElsewhere(reading);

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
  signs: [
    ...localized('SIGABRT').map(sign => ({ ...sign, fatal: false })),
    ...HEAP.flatMap(pattern => dying(pattern)),
    // An error of CUDA that nobody caught tells why.
    ...fatalPython('Aborted').map(sign => ({
      ...sign,
      when: (reading: IReading) =>
        (sign.when?.(reading) ?? true) && !reading.mentions('CUDA error: ')
    })),
    ...dying(MPS, { read: readMetal }),
    // Not fatal, and likely only: what() may name a cause of its own entry.
    {
      where: 'log',
      when: isHere,
      confidence: 'likely',
      pattern:
        /terminate called after throwing an instance of '(?<exception>[^' ]+)(?:'| what\(\))/,
      read: readWhat
    },
    {
      where: 'log',
      when: isHere,
      confidence: 'likely',
      pattern:
        /libc\+\+abi(?:\.dylib)?: terminating (?:with|due to) uncaught exception of type (?<exception>[\w:]+)/,
      read: readWhat
    },
    {
      where: 'log',
      when: isHere,
      confidence: 'likely',
      pattern:
        /(?:^|[\s:])Aborted(?: \(core dumped\)|$)|Abort trap: 6|Trace\/BPT trap|terminate called (?:without an active exception|recursively)|pure virtual method called|received signal SIGABRT|stop reason = signal SIGABRT|\*\*\* SIGABRT \(@0x[\da-f]{1,16}\)|signal 6: SIGABRT/
    },
    { where: 'log', confidence: 'likely', pattern: zsh('abort|trace trap') },
    ...dying(
      exitStatus(
        '-6',
        '134',
        '3221226505',
        '-1073740791',
        '0x[Cc]0000409',
        '1073741845'
      )
    ),
    // What the process said before it aborted tells more: no fatal line.
    ...reportedBy({ name: 'SIGABRT', number: 6, words: 'Aborted' }).map(
      sign => ({ ...sign, fatal: false })
    ),
    ...dying(exitStatus('3221226356', '-1073740940', '0x[Cc]0000374'), {
      read: () => ({ heap: 'heap corruption, 0xC0000374' })
    })
  ],
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
