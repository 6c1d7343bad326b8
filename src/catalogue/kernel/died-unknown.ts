import type { IEntry } from '../../diagnosis/types';

import { DIED_SIGNS } from './shared/death';
import { factsFor } from './shared/facts';
import { crashFileFix, exitStatusLink, faulthandlerLink } from './shared/words';

const entry: IEntry = {
  id: 'kernel/died-unknown',
  answers: [
    'The kernel appears to have died. It will restart automatically.',
    'The Kernel crashed while executing code in the current cell or a previous cell.',
    'Canceled future for execute_request message before replies were done',
    'DeadKernelError: Kernel died',
    'Your session crashed for an unknown reason.',
    'KernelRestarter: restarting kernel (1/5), keep random ports'
  ],
  signs: DIED_SIGNS,
  facts: factsFor('kernel/died-unknown'),
  page(trans, { signal }) {
    return {
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
      ],
      notThis: [
        trans.__(
          'It dies again and again before any cell has run: then the environment is broken, not a cell.'
        )
      ],
      links: [exitStatusLink(trans), faulthandlerLink(trans)]
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        'jupyter_1  | WARNING:root:kernel 4b5bc2e9-712a-410a-b684-e2d88cb72e46 restarted\n',
      torch: '0.3',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'E0409 16:09:56.078719 139698518648576 execute.py:509] Kernel died while waiting for execute reply.\nTraceback (most recent call last):\n  File "/env/lib/python3.5/site-packages/nbconvert/preprocessors/execute.py", line 478, in _poll_for_reply\n    msg = self.kc.shell_channel.get_msg(timeout=timeout)\n  File "/env/lib/python3.5/site-packages/jupyter_client/blocking/channels.py", line 57, in get_msg\n    raise Empty\nqueue.Empty\n',
      torch: '1.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: 'Your session crashed. Automatically restarting.\n',
      torch: '2.1',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Error: Kernel is dead\nat g._sendKernelShellControl (/home/u/.vscode-server/extensions/ms-toolsai.jupyter/out/client/extension.js:52:1006195)\n',
      torch: '1.9',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'The Kernel crashed while executing code in the the current cell or a previous cell. Please review the code in the cell(s) to identify a possible cause of the failure.\n14:05:53.179 [error] Disposing session as kernel process died ExitCode: undefined, Reason: \n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'Error',
      evalue:
        'Canceled future for execute_request message before replies were done',
      torch: '1.13',
      origin: 'reference'
    },
    {
      ename: 'DeadKernelError',
      evalue: 'Kernel died',
      torch: '2.13',
      origin: 'run'
    },
    {
      kind: 'text',
      stderr:
        '在当前单元格或上一个单元格中执行代码时 Kernel 崩溃。请查看单元格中的代码，以确定故障的可能原因。',
      torch: '2.0',
      origin: 'reference'
    }
  ],
  nearMisses: [
    { ename: 'Empty', evalue: '', source: 'results.get(timeout=1)' },
    {
      kind: 'text',
      stderr:
        'Disposing session as kernel process died ExitCode: undefined, Reason: OMP: Error #15: Initializing libomp.dylib, but found libiomp5.dylib already initialized.'
    },
    { ename: 'KeyboardInterrupt', evalue: '' }
  ],
  reproduction: {
    raises: [
      'import nbformat.v4 as v4',
      'from nbclient import NotebookClient',
      "cell = v4.new_code_cell('import os, signal; os.kill(os.getpid(), signal.SIGKILL)')",
      'NotebookClient(v4.new_notebook(cells=[cell])).execute()'
    ].join('\n'),
    fixed: [
      'import nbformat.v4 as v4',
      'from nbclient import NotebookClient',
      "cell = v4.new_code_cell('import os, signal; os.getpid()')",
      'NotebookClient(v4.new_notebook(cells=[cell])).execute()'
    ].join('\n')
  }
};

export default entry;
