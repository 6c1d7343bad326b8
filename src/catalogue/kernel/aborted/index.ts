import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { textFrom } from '../../shared/text-from';
import { fatalPython } from '../shared/crash';
import { dying, exitStatus, isElsewhere, zsh } from '../shared/death';
import { reportedBy } from '../shared/ended-by';
import { factsFor } from '../shared/facts';
import { localized } from '../shared/localized';
import {
  crashFileFix,
  faulthandlerLink,
  freshEnvironmentFix
} from '../../shared/crash-words';

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
function readThrown({ thrown = '' }: Values, reading: IReading) {
  const exception = thrown.replace(/:$/, '');
  return exception === 'std::bad_alloc'
    ? ({ kind: 'memory' } as const)
    : ({
        kind: 'exception',
        exception,
        what:
          wordsAfter(reading, 'what(): ') ??
          (thrown.endsWith(':')
            ? wordsAfter(reading, `of type ${thrown} `)
            : undefined)
      } as const);
}

/** Metal's reason; without one nothing more is known than of any abort. */
function readMetal(_: Values, reading: IReading) {
  const metal =
    wordsAfter(reading, 'failed assertion ') ?? wordsAfter(reading, 'error: ');
  return metal === undefined
    ? {}
    : ({ kind: 'metal', metal: metal.replace(/^[`']|[`']$/g, '') } as const);
}

const isHere = (reading: IReading): boolean => !isElsewhere(reading);

function fixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('Read the last lines before the abort'),
      detail: trans.__(
        'They name the failed check. In Jupyter they go to the terminal of the server or to the log of VS Code.'
      )
    },
    freshEnvironmentFix(trans),
    crashFileFix(trans)
  ];
}

export default define({
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
  beside: /usually in the terminal/,
  refines: ['kernel/died-unknown', 'kernel/died-dataloader'],
  values: ['heap', 'metal', 'exception', 'what'],
  // Every abort ends in some of these: they tell no kind, unless `read` does.
  signs: [
    ...localized('SIGABRT').map(sign => ({ ...sign, fatal: false })),
    // An error of CUDA that nobody caught tells why.
    ...fatalPython('Aborted').map(sign => ({
      ...sign,
      when: (reading: IReading) =>
        (sign.when?.(reading) ?? true) && !reading.mentions('CUDA error: ')
    })),
    // MPSGraph also says of an operation that it moves from the Neural Engine
    // to the GPU, and goes on.
    ...dying(
      /\.mm:[\d:]+ failed assertion|\(mpsFileLoc\): (?!.{0,600}'anec\.)|, file \w{1,60}\.mm, line \d|failed assertion [`']?\[?MPS| at line \d{1,6} in _?(?:mtl|IOGPU)\w/,
      { read: readMetal }
    ),
    // MLIR of Metal, for operands of two number types.
    ...dying(
      /LLVM ERROR: Failed to infer result type|error: input types '[^']{1,200}' and '[^']{1,200}' are not broadcast compatible/,
      {
        confidence: 'likely',
        read: () => ({ kind: 'metalTypes' })
      }
    ),
    // Not fatal, and likely only: what() may name a cause of its own entry.
    {
      where: 'log',
      when: isHere,
      confidence: 'likely',
      pattern:
        /terminate called after throwing an instance of '(?<thrown>[^' ]+)(?:'| what\(\))/,
      read: readThrown
    },
    {
      where: 'log',
      when: isHere,
      confidence: 'likely',
      pattern:
        /libc\+\+abi(?:\.dylib)?: terminating (?:with|due to) uncaught exception of type (?<thrown>[\w:]+)/,
      read: readThrown
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
    )
  ],
  facts: factsFor('kernel/aborted'),
  kinds: {
    abort: {
      words: trans => ({
        title: trans.__('The process ended itself in an emergency (abort)'),
        cause: trans.__(
          'Compiled code found a state that it cannot go on from and called abort(). The reason is in the lines that were printed just before, usually in the terminal of the server.'
        ),
        fixes: fixes(trans)
      })
    },
    heap: {
      signs: [
        // glibc's and macOS's checks of the heap.
        ...dying(
          /(?<heap>\b(?:free|malloc|realloc|malloc_consolidate|munmap_chunk)\(\): [a-z][a-z -]*)/
        ),
        ...dying(
          /(?<heap>double free or corruption|corrupted size vs\. prev_size|corrupted double-linked list|stack smashing detected|pointer being freed was not allocated)/
        ),
        ...dying(exitStatus('3221226356', '-1073740940', '0x[Cc]0000374'), {
          read: () => ({ heap: 'heap corruption, 0xC0000374' })
        })
      ],
      words: (trans, { heap }) => ({
        title: trans.__('The process aborted: its heap is damaged'),
        cause: trans.__(
          'The C library found its memory damaged (%1) and ended the process. Either some compiled code wrote where it must not, or two copies of one library were loaded; the crash comes later than the fault.',
          heap
        ),
        fixes: fixes(trans)
      })
    },
    metal: {
      words: (trans, { metal }) => ({
        title: trans.__('Apple’s GPU library (MPS) refused an operation'),
        cause: trans.__(
          'Metal does not raise an error for an operation that it cannot do; mostly it ends the process. It said: %1',
          metal
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Run this operation on the CPU'),
            code: "x = x.to('cpu')"
          },
          {
            safety: 'check',
            title: trans.__('Let PyTorch fall back to the CPU'),
            detail: trans.__(
              'Before torch is imported. It helps for operations that MPS does not have; a failed assertion may stay.'
            ),
            code: "import os\n\nos.environ['PYTORCH_ENABLE_MPS_FALLBACK'] = '1'",
            action: {
              kind: 'environment',
              variables: { PYTORCH_ENABLE_MPS_FALLBACK: '1' }
            }
          },
          ...fixes(trans)
        ]
      })
    },
    metalTypes: {
      words: trans => ({
        title: trans.__('Metal refused operands of two number types'),
        cause: trans.__(
          'Apple’s compiler for the GPU got two numbers of different types or shapes in one operation, mostly float16 and float32, and ended the process. Often that torch is too old for this macOS.'
        ),
        fixes: [
          check(
            trans.__('Compute in one type'),
            'model, x = model.float(), x.float()',
            trans.__(
              'Web UIs have an option for it: --no-half, or --force-fp32.'
            )
          ),
          check(
            trans.__('Update torch, then start anew'),
            '%pip install --upgrade torch torchvision torchaudio'
          )
        ]
      })
    },
    memory: {
      words: trans => ({
        title: trans.__('C++ code could not get the memory it asked for'),
        cause: trans.__(
          'The process was aborted by std::bad_alloc: an allocation failed. The main memory (RAM) or its limit is used up, or a wrong size was asked for.'
        ),
        fixes: fixes(trans)
      })
    },
    exception: {
      words: (trans, { what, exception }) => ({
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
              ),
        fixes: fixes(trans)
      })
    }
  },
  common: (trans, { metal }) => ({
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
  })
});
