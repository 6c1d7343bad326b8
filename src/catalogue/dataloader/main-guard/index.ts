import type { IReading } from '../../../incident/types';
import { define } from '../../define';

import { messageOrLog } from '../../signs';
import { isUnnamed } from '../../predicates';
import { pastedAlone, unknownPipe, usesWorkers } from '../shared/context';
import { LINKS } from '../shared/links';
import { mainGuarded } from '../../shared/edits/lines';
import { withoutWorkers } from '../../shared/edits/loader';

/** Python says the same of every other use of `multiprocessing`. */
function mayBeLoader(reading: IReading): boolean {
  return (
    usesWorkers(reading) || reading.mentions('torch') || pastedAlone(reading)
  );
}

/** What a notebook's cell defines is not imported again by the workers. */
function inNotebook(reading: IReading): boolean {
  return (
    reading.mentions('<ipython-input') ||
    reading.exceptions.some(one =>
      one.frames.some(frame => frame.place === 'cell')
    )
  );
}

/** What the parent says when a worker that it starts is gone. */
const PARENT = /^(?:BrokenPipeError|EOFError|ConnectionResetError)$/;

export default define({
  id: 'dataloader/main-guard',
  answers: [
    'An attempt has been made to start a new process before the current process has finished its bootstrapping phase.',
    "if __name__ == '__main__': freeze_support()",
    'BrokenPipeError: [Errno 32] Broken pipe'
  ],
  refines: ['dataloader/worker-exited', 'parallel/spawn-wrapper'],
  signs: [
    ...messageOrLog(
      /attempt has been made to start a new process before the current process/,
      { when: mayBeLoader }
    ),
    {
      where: 'message',
      ename: /^(?:RuntimeError)?$/,
      pattern: /^freeze_support\(\)/,
      confidence: 'possible'
    },
    ...messageOrLog(
      /requires that your script guards the main function with an/
    ),
    // The last line of the same message.
    ...messageOrLog(
      /["']freeze_support\(\)["'] line can be omitted if the program is not going to be frozen/,
      { when: mayBeLoader, confidence: 'likely' }
    ),
    // A worker that runs the script again, and fails; its error is cut off.
    {
      where: 'log',
      pattern: /_fixup_main_from_path\(data\[["']init_main_from_path/,
      // What follows the last frame is taken for an exception without a class.
      when: isUnnamed,
      confidence: 'possible'
    },
    // Python's own complaint begins with a line end, where reports are cut.
    {
      where: 'message',
      ename: /^RuntimeError$/,
      pattern: /^$/,
      when: reading => reading.mentions('_fixup_main_from_path'),
      confidence: 'possible'
    },
    // The function that raises it, and nothing else.
    {
      where: 'message',
      ename: /^RuntimeError$/,
      pattern: /^/,
      when: reading =>
        reading.mentions('_check_not_importing_main()') && mayBeLoader(reading)
    },
    {
      where: 'message',
      ename: PARENT,
      pattern: /^/,
      when: reading =>
        reading.mentions('_fixup_main_from_path') && !inNotebook(reading),
      confidence: 'possible'
    },
    {
      where: 'message',
      ename: /^BrokenPipeError$/,
      pattern: /^(?:\[Errno 32\] Broken pipe)?$/,
      when: reading => unknownPipe(reading) && !inNotebook(reading),
      confidence: 'likely'
    }
  ],
  words: trans => ({
    title: trans.__('The script starts its workers without a main guard'),
    cause: trans.__(
      'On Windows and macOS (and on Linux from Python 3.14 on) each worker first imports your script. Without a guard the script then starts workers again, inside the worker, which Python refuses.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Put the code that runs under the guard'),
        detail: trans.__(
          'Classes and functions stay at top level; what starts the training goes below.'
        ),
        edit: mainGuarded,
        code: "def main():\n    for batch in loader:\n        ...\n\nif __name__ == '__main__':\n    main()"
      },
      {
        safety: 'safe',
        title: trans.__('Or load in the main process'),
        code: 'DataLoader(dataset, num_workers=0)',
        edit: withoutWorkers
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'In a notebook there is no script to guard: there the Dataset must be in a .py file that the workers can import.'
      ),
      trans.__(
        'A broken pipe of a web server, a socket or a shell pipe has nothing to do with workers.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch on Windows: the if-clause protection'),
        url: `${LINKS.windows}#multiprocessing-error-without-if-clause-protection`
      },
      {
        title: trans.__('Python: safe importing of the main module'),
        url: LINKS.spawn
      }
    ]
  })
});
