import type { IEntry, ITranslate, Values } from '../../diagnosis/types';

import { fatalPython } from './shared/crash';
import { dying, exitStatus } from './shared/death';
import { factsFor } from './shared/facts';
import {
  crashFileFix,
  faulthandlerLink,
  freshEnvironmentFix
} from './shared/words';

/** glibc's and macOS's checks of the heap. */
const HEAP =
  /(?<heap>free\(\): (?:invalid|double)[\w ]{0,40}|malloc\(\): [\w ():>-]{3,50}|malloc_consolidate\(\): [\w ]{3,40}|realloc\(\): [\w ]{3,40}|munmap_chunk\(\): invalid pointer|double free or corruption[\w ()!]{0,20}|corrupted (?:size vs\. prev_size|double-linked list)|stack smashing detected|pointer being freed was not allocated)/;

const MPS =
  /(?:\.mm:\d{1,6}:? ?\d{0,6}:? failed assertion [`'](?<assertion>.{1,200})|\(mpsFileLoc\): \S{1,300}(?: error: (?<mps>.{1,120}))?)/;

/** What is printed after the last words, white space folded. */
const AFTER_WORDS =
  / (?:Exception raised from|Aborted\b|Abort trap|Fatal Python error|Compile with|CUDA kernel errors|frame #0|zsh: )/;

/** The words themselves, without what follows them in the log. */
function lastWords({ what, assertion, ...others }: Values): Values {
  return {
    ...others,
    what: what?.split(AFTER_WORDS)[0].trim(),
    assertion: assertion?.split(AFTER_WORDS)[0].replace(/['`]$/, '')
  };
}

/** What the abort says, by kind: the words of the title and the cause. */
function words(
  trans: ITranslate,
  { heap, mps, assertion, what, exception }: Values
): { title: string; cause: string } {
  if (heap !== undefined) {
    return {
      title: trans.__('The process aborted: its heap is damaged'),
      cause: trans.__(
        'The C library found its memory damaged (%1) and ended the process. Some compiled code wrote where it must not, or two copies of one library were loaded; the crash comes later than the fault.',
        heap
      )
    };
  }
  const metal = mps ?? assertion;
  if (metal !== undefined) {
    return {
      title: trans.__('Apple’s GPU library (MPS) ended the process'),
      cause: trans.__(
        'Metal does not raise an error for an operation that it cannot do; it ends the process. It said: %1',
        metal
      )
    };
  }
  if (exception === 'std::bad_alloc') {
    return {
      title: trans.__('C++ code could not get the memory it asked for'),
      cause: trans.__(
        'The process was aborted by std::bad_alloc: an allocation failed. The main memory (RAM) or its limit is used up, or a wrong size was asked for.'
      )
    };
  }
  if (what !== undefined || exception !== undefined) {
    return {
      title: trans.__('A C++ error nobody caught ended the process'),
      cause:
        what === undefined
          ? trans.__(
              'C++ code threw %1 in a thread where Python could not catch it, so the process was aborted.',
              exception
            )
          : trans.__(
              'C++ code threw an error in a thread where Python could not catch it, so the process was aborted. It said: %1',
              what
            )
    };
  }
  return {
    title: trans.__('The process ended itself in an emergency (abort)'),
    cause: trans.__(
      'Compiled code found a state that it cannot go on from and called abort(). The reason is in the lines that were printed just before, usually in the terminal of the server.'
    )
  };
}

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
    ...dying(HEAP),
    ...fatalPython('Aborted'),
    ...dying(MPS, { read: lastWords }),
    // Not fatal, and likely only: what() may name a cause of its own entry.
    {
      where: 'log',
      confidence: 'likely',
      pattern:
        /terminate called (?:after throwing an instance of '(?<exception>[^']{1,80})'(?: what\(\): (?<what>.{1,160}))?|without an active exception|recursively)/,
      read: lastWords
    },
    {
      where: 'log',
      confidence: 'likely',
      pattern:
        /libc\+\+abi(?:\.dylib)?: terminating (?:with|due to) uncaught exception of type (?<exception>[\w:]{1,60})(?:: (?<what>.{1,160}))?/,
      read: lastWords
    },
    {
      where: 'log',
      confidence: 'likely',
      pattern:
        /(?:^|[\s:])Aborted(?: \(core dumped\)|$)|Abort trap: 6|zsh: (?:abort|trace trap)|Trace\/BPT trap|pure virtual method called|received signal SIGABRT|signal 6: SIGABRT/
    },
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
    ...dying(exitStatus('3221226356', '-1073740940', '0x[Cc]0000374'), {
      read: () => ({ heap: 'heap corruption, 0xC0000374' })
    })
  ],
  facts: factsFor('kernel/aborted'),
  page(trans, values) {
    const metal = values.mps ?? values.assertion;
    return {
      ...words(trans, values),
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
