import type { ISign, Values } from '../../../diagnosis/types';
import { fatalPython } from './crash';
import { dying, exitStatus, zsh } from './death';
import { endedBy } from './ended-by';
import { localized } from './localized';

function readStack(): Values {
  return { stack: 'yes' };
}

/** The signs of `kernel/segfault`. */
export const SEGFAULT_SIGNS: readonly ISign[] = [
  ...localized('SIGSEGV'),
  ...fatalPython('Segmentation fault'),
  ...dying(/Windows fatal exception: access violation/),
  ...dying(
    /\bSegmentation fault(?: \(core dumped\)|: 11|: (?:address not mapped|invalid permissions)|$)|received signal SIGSEGV|stop reason = (?:signal SIGSEGV|EXC_BAD_ACCESS)|\*\*\* SIGSEGV (?:\(@0x[\da-f]{1,16}\)|received at time=)|signal 11: SIGSEGV/
  ),
  ...dying(zsh('segmentation fault')),
  // faulthandler's stacks, below words that somebody changed.
  ...dying(
    /\bSegmentation fault\b.{0,80}? (?:Current thread|Thread) 0x[\da-f]{4,16} \(most recent call first\)/
  ),
  ...endedBy({ name: 'SIGSEGV', number: 11, words: 'Segmentation fault' }),
  ...dying(/segfault at [\da-f]+ ip /),
  ...dying(
    exitStatus('-11', '139', '3221225477', '-1073741819', '0x[Cc]0000005')
  ),
  ...dying(
    /Windows fatal exception: stack overflow|Process is terminated due to StackOverflow/,
    { read: readStack }
  ),
  ...dying(exitStatus('3221225725', '-1073741571', '0x[Cc]00000[Ff][Dd]'), {
    read: readStack
  })
];
