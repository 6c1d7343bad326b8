import type { IEntry, IReading, Values } from '../../diagnosis/types';

import { DIED, namesNothing } from './shared/death';
import { factsFor } from './shared/facts';
import { exitStatusLink, LINKS } from './shared/words';

/** A call that ends the process at once, or the kernel from a cell. */
const EXIT_CALL =
  /\b(?<call>os\._exit|sys\.exit|exit|quit)\( ?(?<code>\d{0,3}) ?\)/;

function callsExit(reading: IReading): boolean {
  return namesNothing(reading) && EXIT_CALL.test(reading.code);
}

function readCall(_: Values, reading: IReading): Values {
  const found = EXIT_CALL.exec(reading.code)?.groups;
  return { call: found?.call, code: found?.code || '0' };
}

/** Without a signal: a status below 128 that no crash of Windows has. */
const STATUS =
  /(?:kernel process died ExitCode:|Kernel died with exit code|Raw kernel process exited code:) ?(?<code>[0-24-9]|[1-9]\d)\b/;

const entry: IEntry = {
  id: 'kernel/exited',
  answers: [
    'Disposing session as kernel process died ExitCode: 1',
    'exit() or quit() in a notebook cell',
    'os._exit(0) in a notebook cell'
  ],
  refines: ['kernel/died-unknown', 'kernel/died-dataloader'],
  signs: [
    {
      where: 'message',
      pattern: DIED,
      when: callsExit,
      confidence: 'likely',
      read: readCall
    },
    {
      where: 'log',
      pattern: DIED,
      when: callsExit,
      confidence: 'likely',
      read: readCall
    },
    {
      where: 'log',
      pattern: STATUS,
      when: namesNothing,
      confidence: 'likely'
    }
  ],
  facts: factsFor('kernel/exited'),
  page(trans, { call, code }) {
    return {
      title:
        code === undefined
          ? trans.__('The kernel’s process ended itself')
          : trans.__('The kernel’s process ended itself with status %1', code),
      cause:
        call === undefined
          ? trans.__(
              'No signal ended the kernel: its process left with a status of its own, as exit(), quit() or os._exit() make it. A library, or a C function that calls exit(), can do so too.'
            )
          : trans.__(
              'The cell calls %1(), which ends the process that runs the notebook. Variables are lost; it is no crash.',
              call
            ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('To stop a cell, raise an error instead'),
          code: "raise SystemExit('stop here')  # ends the cell, not the kernel"
        },
        {
          safety: 'check',
          title: trans.__('Scripts that end with exit(): run them apart'),
          code: '$ python train.py'
        },
        {
          safety: 'diagnostic',
          title: trans.__('Search the code and what it imports for exit calls'),
          code: '$ grep -rnE "os\\._exit|sys\\.exit|quit\\(|exit\\(" --include=*.py .'
        }
      ],
      notThis: [
        trans.__(
          'The status is negative or above 128: then a signal ended the process.'
        ),
        trans.__(
          'The kernel died while it started: then no cell called anything.'
        )
      ],
      links: [
        {
          title: trans.__('Python: os._exit ends the process at once'),
          url: 'https://docs.python.org/3/library/os.html#os._exit'
        },
        {
          title: trans.__('Python: what a return code says'),
          url: LINKS.returncode
        },
        exitStatusLink(trans)
      ]
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        '14:05:53.179 [error] Disposing session as kernel process died ExitCode: 1, Reason: \n14:05:53.179 [info] Dispose Kernel process 12272.',
      torch: '2.0',
      origin: 'reference',
      values: { code: '1' }
    },
    {
      ename: 'DeadKernelError',
      evalue: 'Kernel died',
      traceback:
        "DeadKernelError                           Traceback (most recent call last)\nCell In[1], line 3\n      1 import nbformat.v4 as v4\n      2 from nbclient import NotebookClient\n----> 3 NotebookClient(v4.new_notebook(cells=[v4.new_code_cell('import os; os._exit(3)')])).execute()\n\nDeadKernelError: Kernel died",
      torch: '2.13',
      origin: 'run',
      values: { call: 'os._exit', code: '3' }
    }
  ],
  nearMisses: [
    {
      kind: 'text',
      stderr:
        '14:05:53.179 [error] Disposing session as kernel process died ExitCode: undefined, Reason: '
    },
    // argparse reads the kernel's own command line: plain Python's, no death.
    {
      ename: 'SystemExit',
      evalue: '2',
      stderr:
        'usage: ipykernel_launcher.py [-h] [--epochs N]\nipykernel_launcher.py: error: unrecognized arguments: -f /home/user/.local/share/jupyter/runtime/kernel-81a3d6ad.json\n'
    },
    { ename: 'SystemExit', evalue: '1', source: 'sys.exit(1)' },
    {
      ename: 'SystemExit',
      evalue: '2',
      stderr: 'train.py: error: unrecognized arguments: --lr 0.1\n'
    },
    {
      kind: 'text',
      stderr: 'Disposing session as kernel process died ExitCode: 3221225477'
    }
  ],
  reproduction: {
    raises: [
      'import nbformat.v4 as v4',
      'from nbclient import NotebookClient',
      "NotebookClient(v4.new_notebook(cells=[v4.new_code_cell('import os; os._exit(3)')])).execute()"
    ].join('\n'),
    fixed: [
      'import nbformat.v4 as v4',
      'from nbclient import NotebookClient',
      "NotebookClient(v4.new_notebook(cells=[v4.new_code_cell('import os; os.getpid()')])).execute()"
    ].join('\n')
  }
};

export default entry;
