import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { isOnWindows } from '../../predicates';
import { crashPlace, fatalPython } from '../shared/crash';
import { dying, exitStatus, zsh } from '../shared/death';
import { endedBy } from '../shared/ended-by';
import { factsFor } from '../shared/facts';
import {
  crashFileFix,
  faulthandlerLink,
  placeWords,
  returncodeLink
} from '../../shared/crash-words';

/** Whether this build has code for the GPU. */
function seeGpu(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See whether this PyTorch was built for the GPU'),
    detail: trans.__(
      'The capability 12.0 needs sm_120 in the list: PyTorch 2.7 with CUDA 12.8 or later, and a newer release of a program that brings its own.'
    ),
    code: 'import torch\nprint(torch.__version__, torch.cuda.get_device_capability(), torch.cuda.get_arch_list())'
  };
}

export default define({
  id: 'kernel/floating-point',
  answers: [
    'Floating point exception (core dumped)',
    'Fatal Python error: Floating point exception',
    'zsh: floating point exception',
    'exit code 136'
  ],
  refines: [
    'kernel/died-unknown',
    'kernel/died-dataloader',
    'parallel/spawn-wrapper'
  ],
  values: ['file', 'line', 'windows'],
  known: reading => ({ windows: isOnWindows(reading) ? 'yes' : undefined }),
  signs: [
    ...fatalPython('Floating point exception', crashPlace),
    ...dying(
      /(?:^|[\s:])(?:Floating point exception(?: \(core dumped\)|: 8|$)|floating point exception ?\( ?core dumped\))|signal SIGFPE|[Ss]ignal 8 ?\(SIGFPE\)|signal 8: SIGFPE/
    ),
    ...dying(zsh('floating point exception')),
    ...endedBy({
      name: 'SIGFPE',
      number: 8,
      words: 'Floating point exception'
    }),
    ...dying(
      exitStatus('-8', '136', '3221225620', '-1073741676', '0x[Cc]0000094')
    )
  ],
  facts: factsFor('kernel/floating-point'),
  words: (trans, { file, line, windows }) => {
    const at = placeWords(trans, { file, line });
    return {
      title: trans.__('Native code divided a whole number by zero'),
      cause: windows
        ? trans.__(
            'Compiled code divided an integer by zero (0xC0000094), and Windows ended the process. Usually a CUDA library is older than the GPU, and counts no units for it; else a size of 0 reached a kernel: an empty batch, a stride or a group count of 0.'
          )
        : at === undefined
          ? trans.__(
              'Compiled code divided an integer by zero (SIGFPE), which the processor answers by ending the process. Often a size of 0 reached a kernel: an empty batch, a stride, a group count or a head count of 0.'
            )
          : trans.__(
              'While %1 was running, compiled code divided an integer by zero (SIGFPE), which the processor answers by ending the process. Often a size of 0 reached a kernel: an empty batch, a stride, a group count or a head count of 0.',
              at
            ),
      fixes: [
        ...(windows ? [seeGpu(trans)] : []),
        {
          safety: 'diagnostic',
          title: trans.__('Print the shapes just before that line'),
          detail: trans.__('Look for a 0 among sizes, strides and counts.'),
          code: 'print(x.shape, x.dtype)'
        },
        {
          safety: 'check',
          title: trans.__('Leave out empty batches'),
          code: 'if x.numel() == 0:\n    continue'
        },
        {
          safety: 'check',
          title: trans.__('Update the package: such sizes ought to be refused'),
          code: '$ python -m pip install --upgrade torch'
        },
        ...(at === undefined ? [crashFileFix(trans)] : [])
      ]
    };
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Python’s ZeroDivisionError, and inf or nan in a tensor, raise no signal: the kernel lives on.'
      )
    ],
    links: [faulthandlerLink(trans), returncodeLink(trans)]
  })
});
