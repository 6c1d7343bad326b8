import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { bareName, failedLine } from '../../predicates';
import { isRaisedInLibrary } from '../../shared/code-owner';
import { fitting } from '../../shared/fitting';
import { isAloneOnTorch, isTorchInPlay } from '../../shared/torch-in-play';

/** What people write to stop a program while they look for something. */
const STOP =
  /^(?:stop|halt|break|debug|exit|quit|end|done|finish(?:ed)?|test|abort|here|pause|xxx|todo|enough)(?:[ _!.-]{0,3}(?:here|now|it|point|debug|training|execution|program|run|please|me|the|at|this)){0,4}[ !.]{0,5}$/i;

/** A line that raises something, and says nothing of a fault. */
const BARE_RAISE =
  /^\s*raise(?: (?:Exception|KeyboardInterrupt|SystemExit|StopIteration|RuntimeError)(?:\(\))?)?\s*(?:#.*)?$/;

/** What ends a program: in a cell it ends the cell. */
const EXIT = /^[ \t]{0,40}(?:(?:sys|os)\.)?_?(?:exit|quit)\([^()]{0,40}\)/m;

/** What raises it, in a line of the user's own. */
function isOwnRaise(reading: IReading): boolean {
  return (
    isAloneOnTorch(reading) &&
    !isRaisedInLibrary(reading) &&
    /^\s*raise\b/.test(failedLine(reading))
  );
}

/** The file, or `''` for a cell, and the function that stopped. */
function placeOf({ exceptions }: IReading) {
  const last = exceptions[0]?.frames.at(-1);
  return {
    file: last?.place === 'user' ? last.file.split(/[\\/]/).pop() : undefined,
    line: last && last.line > 0 ? String(last.line) : undefined,
    func: last && /^\w+$/.test(bareName(last)) ? bareName(last) : undefined
  };
}

/** IPython's own code that formats tracebacks, of the last of a chain. */
function isFormatter({ exceptions }: IReading): boolean {
  return (
    exceptions.length > 1 &&
    exceptions.some(({ name }) => name === 'KeyboardInterrupt') &&
    exceptions.some(({ frames }) =>
      /IPython[\\/]core[\\/]ultratb\.py/.test(frames.at(-1)?.file ?? '')
    )
  );
}

export default define({
  id: 'python/own-stop',
  answers: ['Exception: stop here', 'NotImplementedError', 'SystemExit: 0'],
  values: ['said', 'file', 'line', 'func'],
  kinds: {
    stop: {
      signs: [
        {
          where: 'message',
          pattern: STOP,
          when: isOwnRaise,
          confidence: 'likely',
          read: (_, reading) => ({
            said: reading.exceptions[0].message,
            ...placeOf(reading)
          })
        },
        {
          where: 'message',
          pattern: /^(?:$|No active exception to reraise)/,
          // In a file it refuses something, and says not what.
          when: reading =>
            isOwnRaise(reading) &&
            BARE_RAISE.test(failedLine(reading)) &&
            placeOf(reading).file === undefined &&
            reading.exceptions[0].frames.length === 1,
          confidence: 'likely',
          read: (_, reading) => placeOf(reading)
        }
      ],
      words: (trans, { said, file, line }) => ({
        title:
          said === undefined
            ? trans.__('The program stopped itself: it raises an exception')
            : trans.__('The program stopped itself: it raises “%1”', said),
        cause:
          file && line
            ? trans.__(
                'Line %1 of %2 raises this on purpose, as one does to look at something. torch has no part in it.',
                line,
                file
              )
            : trans.__(
                'The line raises this on purpose, as one does to look at something. torch has no part in it.'
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Take the line away, or make it a comment'),
            detail: file
              ? trans.__(
                  'Then restart the kernel, which still has the old text of the file.'
                )
              : trans.__('Then run its cell, and this one, again.'),
            code:
              said === undefined
                ? '# raise Exception'
                : `# raise Exception("${said}")`
          }
        ]
      })
    },
    exit: {
      signs: [
        {
          where: 'message',
          ename: /^SystemExit$/,
          pattern: /^(?:0|None)?$/,
          when: reading =>
            isTorchInPlay(reading) && EXIT.test(reading.incident.source),
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('The cell ended itself: it calls exit()'),
        cause: trans.__(
          'In a script exit() ends the program; in a cell it raises SystemExit, which Jupyter shows as an error. What the cell did before it stays, what stands behind it did not run.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Let a condition decide in place of exit()'),
            code: 'if not done:\n    download()  # what stands behind exit()'
          }
        ]
      })
    },
    exercise: {
      signs: [
        {
          where: 'message',
          ename: /^NotImplementedError$/,
          pattern:
            /^(?:$|your code|todo|implement|fill|write|complete|replace|student)/i,
          when: isOwnRaise,
          confidence: 'likely',
          read: (_, reading) => placeOf(reading)
        }
      ],
      words: (trans, { func, line, file }) => ({
        title: fitting(func, 28)
          ? trans.__('%1() is still to be written', func)
          : trans.__('A part of the program is still to be written'),
        cause: file
          ? trans.__(
              'Line %1 of %2 raises NotImplementedError on purpose: it holds the place of code that is missing, as in an exercise, or of a method that a class built on it has to define.',
              line ?? '',
              file
            )
          : trans.__(
              'The line raises NotImplementedError on purpose: it holds the place of code that is missing, as in an exercise, or of a method that a class built on it has to define.'
            ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Write the code in its place, and delete the line'),
            detail: trans.__(
              'Then run the cell with the function, and what makes its objects, again.'
            ),
            code: `def ${func ?? 'forward'}(…):\n    ...  # in place of raise NotImplementedError`
          }
        ]
      })
    },
    interrupted: {
      signs: [
        {
          where: 'message',
          pattern: /^/,
          when: reading => isFormatter(reading) && isTorchInPlay(reading),
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__(
          'The cell was stopped; the last error is IPython’s own'
        ),
        cause: trans.__(
          'The first exception is KeyboardInterrupt: somebody stopped the cell, or the kernel was interrupted. IPython then failed to format the traceback, and that error stands last.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Nothing is to be mended: run the cell again'),
            detail: trans.__('What it had trained so far is still in memory.')
          },
          {
            safety: 'check',
            title: trans.__('To see plain tracebacks: update IPython'),
            code: '%pip install --upgrade ipython'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the message names a value or a file, it is no mere stop: read what it says.'
      )
    ],
    links: [
      {
        title: trans.__('Python: raising exceptions'),
        url: 'https://docs.python.org/3/tutorial/errors.html#raising-exceptions'
      }
    ]
  })
});
