import { define } from '../../define';
import { DIED_SIGNS } from '../shared/death';
import { factsFor } from '../shared/facts';
import {
  crashFileFix,
  exitStatusLink,
  faulthandlerLink
} from '../../shared/crash-words';

export default define({
  id: 'kernel/died-unknown',
  answers: [
    'The kernel appears to have died. It will restart automatically.',
    'The Kernel crashed while executing code in the current cell or a previous cell.',
    'Canceled future for execute_request message before replies were done',
    'DeadKernelError: Kernel died',
    'Your session crashed for an unknown reason.',
    'KernelRestarter: restarting kernel (1/5), keep random ports'
  ],
  values: ['signal'],
  signs: DIED_SIGNS,
  facts: factsFor('kernel/died-unknown'),
  words: (trans, { signal }) => ({
    title:
      signal === undefined
        ? trans.__('The kernel died, and nothing here says why')
        : trans.__('The kernel died of a rare signal: %1', signal),
    cause: trans.__(
      'The process that ran the cells is gone. Most often the memory ran out or compiled code crashed; what is shown here does not decide between them.'
    ),
    fixes: [
      {
        safety: 'diagnostic',
        title: trans.__('Was it memory? Ask the system'),
        detail: trans.__(
          'A line with the number of the process is proof; in a container oom_kill must have grown since before.'
        ),
        code: '$ dmesg -T | grep -i -E "out of memory|oom-kill|segfault|trap invalid" | tail; cat /sys/fs/cgroup/memory.events'
      },
      crashFileFix(trans),
      {
        safety: 'diagnostic',
        title: trans.__('Run the notebook as a script: the last line tells'),
        detail: trans.__(
          'The shell prints Killed, Segmentation fault, Aborted or Bus error.'
        ),
        code: '$ jupyter nbconvert --to script notebook.ipynb && python notebook.py; echo $?'
      },
      {
        safety: 'diagnostic',
        title: trans.__('Read the terminal of Jupyter, or VS Code’s log'),
        detail: trans.__(
          'What compiled code printed last is there: terminate called, OMP: Error #15, Fatal Python error.'
        )
      },
      {
        safety: 'check',
        title: trans.__('Try it small: a part of the data, no workers'),
        code: 'DataLoader(dataset, batch_size=2, num_workers=0)'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'It dies again and again before any cell has run: then the environment is broken, not a cell.'
      )
    ],
    links: [exitStatusLink(trans), faulthandlerLink(trans)]
  })
});
