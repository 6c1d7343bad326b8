import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { crashedPackage, crashPlace, fatalPython } from '../shared/crash';
import { dying, exitStatus, zsh } from '../shared/death';
import { endedBy } from '../shared/ended-by';
import { factsFor } from '../shared/facts';
import { localized } from '../shared/localized';
import {
  crashFileFix,
  faulthandlerLink,
  freshEnvironmentFix,
  placeWords,
  returncodeLink
} from '../../shared/crash-words';

/** A longer name does not fit into the title. */
const MAX_LIBRARY = 23;

/** @param at - where it crashed, if a stack shows it */
function fixes(trans: ITranslate, at: string | undefined): IFix[] {
  return [
    ...(at === undefined ? [crashFileFix(trans)] : []),
    freshEnvironmentFix(trans),
    {
      safety: 'check',
      title: trans.__('Import torch before the other compiled packages'),
      detail: trans.__(
        'If that helps, two packages bring different versions of one library.'
      ),
      code: 'import torch\nimport numpy, cv2, pandas'
    },
    {
      safety: 'check',
      title: trans.__('Rule out threads'),
      detail: trans.__('Set it before anything is imported.'),
      code: "import os\n\nos.environ['OMP_NUM_THREADS'] = '1'",
      action: { kind: 'environment', variables: { OMP_NUM_THREADS: '1' } }
    },
    {
      safety: 'diagnostic',
      title: trans.__('See which packages were loaded, and from where'),
      code: '$ python -m torch.utils.collect_env'
    }
  ];
}

export default define({
  id: 'kernel/segfault',
  answers: [
    'Segmentation fault (core dumped)',
    'Fatal Python error: Segmentation fault',
    'Windows fatal exception: access violation',
    'Disposing session as kernel process died ExitCode: 3221225477',
    'Process finished with exit code -1073741819 (0xC0000005)',
    'exit code 139'
  ],
  refines: [
    'kernel/died-unknown',
    'kernel/died-dataloader',
    'parallel/spawn-wrapper'
  ],
  values: ['library', 'file', 'line'],
  // A full stack shows in these, too: they tell no kind.
  signs: [
    ...localized('SIGSEGV'),
    ...fatalPython('Segmentation fault', reading => ({
      ...crashedPackage(reading),
      ...crashPlace(reading)
    })),
    ...dying(/Windows fatal exception: access violation/),
    ...dying(
      /\bSegmentation fault(?: ?\( ?core dumped ?\)|: 11|: (?:address not mapped|invalid permissions)|$)|received signal SIGSEGV|stop reason = (?:signal SIGSEGV|EXC_BAD_ACCESS)|\*\*\* SIGSEGV (?:\(@0x[\da-f]{1,16}\)|received at time=)|signal 11: SIGSEGV/
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
    )
  ],
  facts: factsFor('kernel/segfault'),
  kinds: {
    access: {
      words: (trans, { library, file, line }) => {
        const at = placeWords(trans, { file, line });
        return {
          title:
            library !== undefined && library.length <= MAX_LIBRARY
              ? trans.__(
                  'Native code crashed in %1 (segmentation fault)',
                  library
                )
              : trans.__('Native code crashed (segmentation fault)'),
          cause:
            at === undefined
              ? trans.__(
                  'Compiled code touched memory that is not its own, so the system ended the process. It is a fault of a compiled package or of how it is used, which Python cannot catch.'
                )
              : trans.__(
                  'Compiled code touched memory that is not its own while %1 was running, so the system ended the process. It is a fault of a compiled package or of how it is used, which Python cannot catch.',
                  at
                ),
          fixes: fixes(trans, at)
        };
      }
    },
    stack: {
      signs: [
        ...dying(
          /Windows fatal exception: stack overflow|Process is terminated due to StackOverflow/
        ),
        ...dying(exitStatus('3221225725', '-1073741571', '0x[Cc]00000[Ff][Dd]'))
      ],
      words: (trans, { file, line }) => ({
        title: trans.__('The process crashed: the stack overflowed'),
        cause: trans.__(
          'Calls went so deep that the stack of the process was full. Usually a function (or a deep model, graph or pickle) that calls itself without end.'
        ),
        fixes: fixes(trans, placeWords(trans, { file, line }))
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The exit status is -9 (137): then the process was killed from outside, often for lack of memory.'
      ),
      trans.__(
        'A DataLoader worker crashed and the kernel lives: then the dataset’s code is to blame.'
      )
    ],
    links: [faulthandlerLink(trans), returncodeLink(trans)]
  })
});
