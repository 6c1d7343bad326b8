import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';

import { DIED, namesNothing } from '../shared/death';
import { factsFor } from '../shared/facts';
import { exitStatusLink, LINKS } from '../../shared/crash-words';
import { raisedInstead } from '../../shared/edits/lines';

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

export default define({
  id: 'kernel/exited',
  answers: [
    'Disposing session as kernel process died ExitCode: 1',
    'exit() or quit() in a notebook cell',
    'os._exit(0) in a notebook cell'
  ],
  refines: ['kernel/died-unknown', 'kernel/died-dataloader'],
  values: ['call', 'code', 'handled'],
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
  words: (trans, { call, code, handled }) => ({
    title:
      code === undefined
        ? trans.__('The kernel’s process ended itself')
        : trans.__('The kernel’s process ended itself with status %1', code),
    cause: handled
      ? trans.__(
          'No signal ended the kernel: its process left with a status of its own. It may have crashed all the same: something else than Python handles crashes in this kernel, and may end it with a status (xeus-python does so, with 1).'
        )
      : call === undefined
        ? trans.__(
            'No signal ended the kernel: its process left with a status of its own, as exit(), quit() or os._exit() make it. A library, or a C function that calls exit(), can do so too.'
          )
        : trans.__(
            'The cell calls %1(), which ends the process that runs the notebook. Variables are lost; it is no crash.',
            call
          ),
    fixes: [
      ...(handled
        ? [
            {
              safety: 'diagnostic' as const,
              title: trans.__('Read what a crash wrote where Jupyter runs'),
              note: trans.__(
                'A handler of crashes prints the native call stack there, in the server’s terminal or log.'
              )
            }
          ]
        : []),
      {
        safety: 'safe',
        title: trans.__('To stop a cell, raise an error instead'),
        edit:
          call === undefined
            ? undefined
            : raisedInstead(call, "SystemExit('stop here')"),
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
    ]
  }),
  common: trans => ({
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
  })
});
