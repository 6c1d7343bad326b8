import type { IReading, ISign, Values } from '../../../diagnosis/types';
import { textFrom } from '../../dataloader/shared/text-from';
import { fatalPython } from './crash';
import { dying, exitStatus, isElsewhere, zsh } from './death';
import { reportedBy } from './ended-by';
import { localized } from './localized';

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

/** The signs of `kernel/aborted`. */
export const ABORTED_SIGNS: readonly ISign[] = [
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
  ...reportedBy({ name: 'SIGABRT', number: 6, words: 'Aborted' }).map(sign => ({
    ...sign,
    fatal: false
  })),
  ...dying(exitStatus('3221226356', '-1073740940', '0x[Cc]0000374'), {
    read: () => ({ heap: 'heap corruption, 0xC0000374' })
  })
];
