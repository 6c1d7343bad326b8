import type { IEntry } from '../../diagnosis/types';

import { fatalPython } from './shared/crash';
import { dying, exitStatus, zsh } from './shared/death';
import { endedBy } from './shared/ended-by';
import { factsFor } from './shared/facts';
import {
  crashFileFix,
  faulthandlerLink,
  placeWords,
  returncodeLink
} from './shared/words';

const entry: IEntry = {
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
  signs: [
    ...fatalPython('Floating point exception'),
    ...dying(
      /(?:^|[\s:])Floating point exception(?: \(core dumped\)|: 8|$)|signal SIGFPE|[Ss]ignal 8 ?\(SIGFPE\)|signal 8: SIGFPE/
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
  page(trans, values) {
    const at = placeWords(trans, values);
    return {
      title: trans.__('Native code divided a whole number by zero'),
      cause:
        at === undefined
          ? trans.__(
              'Compiled code divided an integer by zero (SIGFPE), which the processor answers by ending the process. Often a size of 0 reached a kernel: an empty batch, a stride, a group count or a head count of 0.'
            )
          : trans.__(
              'While %1 was running, compiled code divided an integer by zero (SIGFPE), which the processor answers by ending the process. Often a size of 0 reached a kernel: an empty batch, a stride, a group count or a head count of 0.',
              at
            ),
      fixes: [
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
      ],
      notThis: [
        trans.__(
          'Python’s ZeroDivisionError, and inf or nan in a tensor, raise no signal: the kernel lives on.'
        )
      ],
      links: [faulthandlerLink(trans), returncodeLink(trans)]
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        'Fatal Python error: Floating point exception\n\nCurrent thread 0x00007f2c (most recent call first):\n  File "/env/lib/python3.11/site-packages/torch/nn/modules/conv.py", line 458 in _conv_forward\n  File "/home/user/net.py", line 21 in forward\n',
      torch: '2.0',
      origin: 'reference',
      values: { library: 'torch', file: 'net.py', line: '21' }
    },
    {
      kind: 'text',
      stderr: 'Epoch 1\nFloating point exception (core dumped)\n',
      torch: '1.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        '[1]    6021 floating point exception (core dumped)  python a.py\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: 'Process finished with exit code 136',
      torch: '1.13',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'DataLoader worker (pid 7699) is killed by signal: Floating point exception. '
    },
    { ename: 'ZeroDivisionError', evalue: 'division by zero' }
  ],
  reproduction: {
    raises: [
      'import faulthandler, os, signal',
      'faulthandler.enable()',
      'os.kill(os.getpid(), signal.SIGFPE)'
    ].join('\n'),
    fixed: [
      'import faulthandler, os, signal',
      'faulthandler.enable()',
      'os.getpid()'
    ].join('\n')
  }
};

export default entry;
