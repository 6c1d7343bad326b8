import { define } from '../../define';
import { DIED_SIGNS } from '../shared/death';
import { factsFor } from '../shared/facts';
import { SCENE, sceneCause, sceneFixes, sceneOf } from './scene';
import type { IFactsMatch, IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import {
  crashFileFix,
  exitStatusLink,
  faulthandlerLink
} from '../../shared/crash-words';

const FACTS = factsFor('kernel/died-unknown');

/** What the facts say, and what the cell was doing. */
function facts(reading: IReading): IFactsMatch | null {
  const found = FACTS(reading);
  return (
    found && { ...found, values: { ...found.values, ...sceneOf(reading) } }
  );
}

/** Whether it was memory, as each system tells it. */
function memoryFixes(trans: ITranslate, platform: string | undefined): IFix[] {
  const unix: IFix = {
    safety: 'diagnostic',
    title: trans.__('Was it memory? Ask the system'),
    detail: trans.__(
      'A line with the number of the process is proof; in a container oom_kill must have grown since before.'
    ),
    code: '$ dmesg -T | grep -i -E "out of memory|oom-kill|segfault|trap invalid" | tail; cat /sys/fs/cgroup/memory.events'
  };
  const watch: IFix = {
    safety: 'diagnostic',
    title: trans.__('Was it memory? Watch it while the cell runs'),
    detail:
      platform === 'windows'
        ? trans.__(
            'Task Manager, Performance, Memory. After a crash of compiled code the Event Viewer (Windows Logs, Application) names the module at fault.'
          )
        : trans.__('Activity Monitor, Memory.')
  };
  const code: IFix = {
    safety: 'diagnostic',
    title: trans.__('Read the exit code in the log of VS Code or Jupyter'),
    detail: trans.__(
      'VS Code: Output, Jupyter. 137 or -9: memory. 139, -11 or 3221225477: compiled code crashed. What that printed last stands there, too: terminate called, OMP: Error #15.'
    )
  };
  return platform === 'linux'
    ? [unix, code]
    : platform === undefined
      ? [code, unix]
      : [code, watch];
}

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
  values: ['signal', ...SCENE],
  known: sceneOf,
  signs: DIED_SIGNS,
  facts,
  words: (trans, { signal, scene, platform }) => ({
    title:
      signal === undefined
        ? scene === 'finished'
          ? trans.__('The kernel died after the cell had finished')
          : scene === 'window'
            ? trans.__('The kernel died as a window was to open')
            : trans.__('The kernel died, and nothing here says why')
        : trans.__('The kernel died of a rare signal: %1', signal),
    cause:
      sceneCause(trans, scene) ??
      trans.__(
        'The process that ran the cells is gone. Most often the memory ran out or compiled code crashed; what is shown here does not decide between them.'
      ),
    fixes: [
      ...sceneFixes(trans, scene),
      ...memoryFixes(trans, platform),
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
