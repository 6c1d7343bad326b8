import type { IFactsMatch, IFix, ITranslate } from '../../../diagnosis/types';
import type { INameFacts } from '../../../incident/live-facts';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { isAlone, isTorchInPlay } from '../../shared/torch-in-play';
import { nearIn } from './near';
import { isOfTorch, today, usualImport } from './usual-imports';
import { importedFirst, renamed } from '../../shared/edits/names';

const NAME = /^name '(?<name>\w{1,200})' is not defined\b/;

/** The menu runs what lies above in order. */
function runAbove(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Run the cells above, in order'),
    detail: trans.__(
      'Select this cell, then Run › Run All Above Selected Cell. Cells that train or write files do so again.'
    )
  };
}

function runOne(trans: ITranslate, cell: string): IFix {
  return {
    safety: 'check',
    title: trans.__('Run cell %1, then this one again', cell),
    detail: trans.__('It is counted from the top of the notebook.')
  };
}

/** What no cell defines may be a usual import, or a slip of the finger. */
function withoutCell({ name, near }: INameFacts): IFactsMatch['values'] | null {
  const usual = usualImport(name);
  if (usual) {
    return { name, kind: 'import', ...usual };
  }
  return near === null ? null : { name, kind: 'near', near };
}

/** Whether the name alone is a part of torch: `nn`, `DataLoader`. */
function namesTorch({ exceptions }: IReading): boolean {
  return exceptions.some(({ message }) =>
    isOfTorch(NAME.exec(message)?.groups?.name ?? '')
  );
}

function isOurs(reading: IReading): boolean {
  return isTorchInPlay(reading) || namesTorch(reading);
}

/** The file whose line failed, where it is none of a cell. */
function failedFile({ exceptions }: IReading): string | undefined {
  const last = exceptions[0]?.frames.slice(-1)[0];
  return last === undefined || last.place === 'cell'
    ? undefined
    : last.file.split(/[\\/]/).pop();
}

function factsOf(reading: IReading): IFactsMatch | null {
  const { live } = reading.incident;
  if (live?.kind !== 'name' || !(live.hasTorch || isOurs(reading))) {
    return null;
  }
  const { name, whereabouts, position, line, code } = live;
  if (whereabouts === 'nowhere') {
    const values = withoutCell(live);
    return (
      values && {
        // That a name was mistyped is an inference, however near it is.
        confidence: values.kind === 'near' ? 'likely' : 'certain',
        evidence: [{ where: 'kernel', text: values.near ?? name }],
        values
      }
    );
  }
  return {
    confidence: 'certain',
    evidence: [
      code === ''
        ? { where: 'kernel', text: name }
        : { where: 'source', text: code }
    ],
    values: {
      name,
      kind: whereabouts,
      cell: position === null ? undefined : String(position),
      line: line === null ? undefined : String(line)
    }
  };
}

export default define({
  id: 'python/undefined-name',
  answers: [
    "NameError: name 'torch' is not defined",
    "NameError: name 'nn' is not defined",
    "NameError: name 'model' is not defined"
  ],
  values: ['name', 'cell', 'line', 'near', 'module', 'code'],
  signs: [
    {
      where: 'message',
      ename: /^NameError$/,
      pattern: NAME,
      when: reading => isAlone(reading) && isOurs(reading),
      confidence: 'possible',
      read: ({ name = '' }, reading) => {
        const file = failedFile(reading);
        if (file) {
          return { kind: 'file', module: file };
        }
        const usual = usualImport(name);
        const near = today(name) ?? nearIn(reading.code, name);
        return usual
          ? { kind: 'import', ...usual }
          : near === undefined
            ? { kind: 'unknown' }
            : { kind: today(name) === undefined ? 'slip' : 'old', near };
      }
    }
  ],
  facts: factsOf,
  kinds: {
    unknown: {
      words: (trans, { name }) => ({
        title: name
          ? trans.__('Nothing has given %1 a value here', name)
          : trans.__('A name has no value here'),
        cause: trans.__(
          'A name exists once the cell that defines it has run in the kernel’s present process. Usually that cell was skipped, stands below, or ran before the kernel restarted.'
        ),
        fixes: [runAbove(trans)]
      })
    },
    file: {
      words: (trans, { name, module }) => ({
        title: name
          ? trans.__('A file uses %1 without having it', name)
          : trans.__('A file uses a name that it does not have'),
        cause: trans.__(
          'The line is in %1, not in a cell, and a file sees only what it imports itself. In a package of others that is their fault, or a part of it that was not installed.',
          module ?? trans.__('a file')
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('A package of others: update it'),
            detail: trans.__('Then restart the kernel, or the program.'),
            code: '%pip install --upgrade PACKAGE'
          },
          {
            safety: 'check',
            title: trans.__('A file of yours: import the name at its top'),
            detail: trans.__(
              'An import in the notebook does not reach it. Restart the kernel, or reload the file, after the change.'
            )
          }
        ]
      })
    },
    import: {
      words: (trans, { name = 'nn', module = 'torch.nn', code }) => ({
        title: trans.__('%1 is not imported', name),
        cause:
          code?.startsWith('from ') && !module.endsWith(name)
            ? code.includes(` as ${name}`) || module.includes('.nn')
              ? trans.__(
                  '%1 is the usual name of %2, and nothing in the kernel is called so.',
                  name,
                  module
                )
              : trans.__(
                  '%1 is a part of %2, and nothing in the kernel is called so.',
                  name,
                  module
                )
            : trans.__(
                '%1 is the usual name of %2, and nothing in the kernel is called so.',
                name,
                module
              ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Import it in the first cell, and run that cell'),
            code: code ?? 'from torch import nn',
            edit: importedFirst(code ?? 'from torch import nn')
          }
        ]
      })
    },
    slip: {
      words: (trans, { name = '', near = '' }) => ({
        title: trans.__('%1 has no value here; was %2 meant?', name, near),
        cause: trans.__(
          'The same code uses %1, which differs from %2 by a letter or two. If both are meant, the cell that defines %2 has not run in this process.',
          near,
          name
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Write %1 where it stands for the same', near),
            code: near,
            edit: renamed(name, near)
          },
          runAbove(trans)
        ]
      })
    },
    old: {
      words: (trans, { name = 'xrange', near = 'range' }) => ({
        title: trans.__('%1 is a name of Python 2', name),
        cause: trans.__(
          'The code was written for Python 2. In Python 3 it is called %1.',
          near
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Write %1', near),
            code: near,
            edit: renamed(name, near)
          }
        ]
      })
    },
    near: {
      words: (trans, { name = '', near = '' }) => ({
        title: trans.__('%1 is not defined, but %2 is', name, near),
        cause: trans.__(
          'No cell of this notebook gives %1 a value. %2 differs from it by a letter or two, and has one.',
          name,
          near
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Write %1 where it stands for the same', near),
            code: near,
            edit: renamed(name, near)
          }
        ]
      })
    },
    unrun: {
      words: (trans, { name = '', cell = '', line = '' }) => ({
        title: trans.__('Run cell %1 first: it defines %2', cell, name),
        cause: trans.__(
          'Line %1 of cell %2 gives %3 its value. The kernel’s present process has not run that cell as it stands now.',
          line,
          cell,
          name
        ),
        fixes: [runOne(trans, cell), runAbove(trans)]
      })
    },
    restarted: {
      words: (trans, { name = '', cell = '', line = '' }) => ({
        title: trans.__('%1 was lost when the kernel restarted', name),
        cause: trans.__(
          'Line %1 of cell %2 gives %3 its value. It ran in an earlier process of the kernel, and a new one starts without variables.',
          line,
          cell,
          name
        ),
        fixes: [runAbove(trans), runOne(trans, cell)]
      })
    },
    edited: {
      words: (trans, { name = '', cell = '', line = '' }) => ({
        title: trans.__('Cell %1 ran before it was changed', cell),
        cause: trans.__(
          'Line %1 of cell %2 gives %3 its value, but what the kernel ran of that cell is another text.',
          line,
          cell,
          name
        ),
        fixes: [runOne(trans, cell)]
      })
    },
    failed: {
      words: (trans, { name = '', cell = '', line = '' }) => ({
        title: trans.__('Cell %1 failed before it gave %2', cell, name),
        cause: trans.__(
          'Line %1 of cell %2 gives %3 its value, but that cell ended in an error, and the name is not there.',
          line,
          cell,
          name
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Mend cell %1 first, then run both', cell),
            detail: trans.__(
              'Its own error comes first: this one only follows from it.'
            )
          }
        ]
      })
    },
    gone: {
      words: (trans, { name = '', cell = '', line = '' }) => ({
        title: trans.__('%1 is gone, though cell %2 ran', name, cell),
        cause: trans.__(
          'Line %1 of cell %2 gives %3 its value, and the cell ran without an error. Something has removed the name since, such as del or %reset.',
          line,
          cell,
          name
        ),
        fixes: [runOne(trans, cell)]
      })
    },
    below: {
      words: (trans, { name = '', cell = '', line = '' }) => ({
        title: trans.__('%1 gets its value only in cell %2', name, cell),
        cause: trans.__(
          'Line %1 of cell %2 defines it, and that cell stands below this one. From top to bottom the name is not there yet.',
          line,
          cell
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Move cell %1 above this one', cell),
            detail: trans.__('It is counted from the top of the notebook.')
          },
          runOne(trans, cell)
        ]
      })
    },
    later: {
      words: (trans, { name = '', line = '' }) => ({
        title: trans.__('%1 is used before it is defined', name),
        cause: trans.__(
          'This cell gives %1 its value on line %2, and stopped before it came there.',
          name,
          line
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Move line %1 above the line that failed', line)
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the traceback ends in a file, the name is missing there: a file does not see the names of a notebook.'
      )
    ],
    links: [
      {
        title: trans.__('Python: how names are resolved'),
        url: 'https://docs.python.org/3/reference/executionmodel.html#resolution-of-names'
      },
      {
        title: trans.__('JupyterLab: notebooks'),
        url: 'https://jupyterlab.readthedocs.io/en/stable/user/notebook.html'
      }
    ]
  })
});
