import type { ITranslate, Values } from '../../../diagnosis/types';
import { check } from '../../fix';
import { define } from '../../define';
import { isAlone } from '../../shared/torch-in-play';
import { packageOf } from '../../../shared/package-names';
import { fitting } from '../../shared/fitting';
import { importedFirst, renamed } from '../../shared/edits/names';
import { ofOthers, writeNear } from './elsewhere';
import { factsOf, toldByText } from './from-kernel';
import { savedFactsOf } from './from-notebook';
import { failedFile, isOurs, NAME, namesTorch, read } from './from-text';
import { ofCells } from './of-cells';
import { ofPackages } from './of-packages';
import { handlerFacts, ofHandler } from './handler';
import { meantFacts, ofMeant } from './meant';
import { ofOwnClass, ownClassFacts } from './own-class';
import { ofSaved } from './of-saved';
import { runAbove } from './running';
import { VALUES } from './values';

/** What a name stands for that people import. */
function importCause(
  trans: ITranslate,
  { name = 'nn', module = 'torch.nn', code = '' }: Values
): string {
  if (code === `import ${name}`) {
    return trans.__(
      '%1 is a module: the code uses it, and nothing in the kernel is called so.',
      name
    );
  }
  const isPart =
    code.startsWith('from ') &&
    !module.endsWith(name) &&
    !code.includes(` as ${name}`) &&
    !module.includes('.nn');
  return isPart
    ? trans.__(
        '%1 is a part of %2, and nothing in the kernel is called so.',
        name,
        module
      )
    : trans.__(
        '%1 is the usual name of %2, and nothing in the kernel is called so.',
        name,
        module
      );
}

/** What a package is built on, and takes its names from. */
function partnerOf(module: string): string {
  return module === 'fastai' ? 'fastcore' : 'torch';
}

export default define({
  id: 'python/undefined-name',
  answers: [
    "NameError: name 'torch' is not defined",
    "NameError: name 'nn' is not defined",
    "NameError: name 'model' is not defined"
  ],
  values: VALUES,
  signs: [
    {
      where: 'message',
      ename: /^NameError$/,
      pattern: NAME,
      // Of a notebook at hand the cells tell more, or that nobody can say.
      when: reading =>
        isAlone(reading) &&
        isOurs(reading) &&
        !(
          reading.incident.saved &&
          toldByText(reading.incident.saved.name, reading) === 'unknown'
        ),
      confidence: 'possible',
      read: ({ name = '' }, reading) => read(name, reading)
    },
    // The name alone tells what to import.
    {
      where: 'message',
      ename: /^NameError$/,
      pattern: NAME,
      when: reading =>
        isAlone(reading) &&
        namesTorch(reading) &&
        failedFile(reading) === undefined,
      confidence: 'likely',
      read: ({ name = '' }, reading) => read(name, reading)
    }
  ],
  facts: reading =>
    (isOurs(reading) ? handlerFacts(reading) : null) ??
    (isAlone(reading) && isOurs(reading) ? ownClassFacts(reading) : null) ??
    (isAlone(reading) && isOurs(reading) && failedFile(reading) === undefined
      ? meantFacts(reading)
      : null) ??
    factsOf(reading) ??
    savedFactsOf(reading),
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
    inside: {
      words: (
        trans,
        { name = 'model', module = 'demo.py', func = 'test' }
      ) => ({
        title: fitting(`${func}()${name}`, 34)
          ? trans.__('%1() has no %2 at hand', func, name)
          : trans.__('A function uses a name that it does not have'),
        cause: trans.__(
          'A function in %1 sees its arguments, what it assigned itself, and the names at the top of that file. %2 is none of them.',
          module,
          name
        ),
        fixes: [
          check(
            trans.__('In a method: what the object has is behind self'),
            `self.${name}`
          ),
          check(
            trans.__('Or hand it over as an argument'),
            `def ${func}(…, ${name}): ...`
          ),
          check(
            trans.__('Or import it at the top of the file, if it is a module'),
            `import ${name}`
          )
        ]
      })
    },
    init: {
      words: (trans, { name = 'init_weights' }) => ({
        title: trans.__('The function that apply() is given is missing'),
        cause: trans.__(
          'apply() calls %1 for each layer of the model, and no function of that name is there: it is called otherwise, or its cell has not run.',
          name
        ),
        fixes: [
          check(
            trans.__('Define it, or write the name that it has'),
            `def ${name}(layer):\n    if isinstance(layer, nn.Linear):\n        nn.init.xavier_uniform_(layer.weight)`
          ),
          runAbove(trans)
        ]
      })
    },
    count: {
      words: (trans, { name = 'steps', func = 'train' }) => ({
        title: fitting(`${func}()${name}`, 32)
          ? trans.__('%1() never starts %2', func, name)
          : trans.__('A count is used that was never started'),
        cause: trans.__(
          '%1() divides by %2, and no line has given it a value: neither the function nor the notebook counts it.',
          func,
          name
        ),
        fixes: [
          check(
            trans.__('Start it before the loop, and count in the loop'),
            `${name} = 0\nfor batch in loader:\n    ${name} += 1`
          ),
          check(
            trans.__('For a mean over the batches: divide by their number'),
            'epoch_loss = total_loss / len(loader)'
          )
        ]
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
    fileImport: {
      words: (trans, { name = 'nn', module = 'torch.nn', code, file }) => ({
        title: trans.__('%1 is not imported in that file', name),
        cause: trans.__(
          '%1 is the usual name of %2, and %3 does not import it. A file sees only what it imports itself.',
          name,
          module,
          file ?? trans.__('the file')
        ),
        fixes: [
          check(
            trans.__('Import it at the top of that file'),
            code ?? 'from torch import nn',
            trans.__(
              'Then restart the kernel, or reload the file: an import in the notebook does not reach it.'
            )
          )
        ]
      })
    },
    ownFile: {
      words: (trans, { name = 'device', module = 'train.py' }) => ({
        title: fitting(`${name}${module}`, 34)
          ? trans.__('No line of %2 gave %1 a value', name, module)
          : trans.__('A file uses a name that it does not have'),
        cause: trans.__(
          'Up to this line nothing in %1 assigned, imported or defined %2: either it stands further down or under a condition, is spelt otherwise, or belongs to another file.',
          module,
          name
        ),
        fixes: [
          check(
            trans.__('Give it a value, or import it, above that line'),
            name === 'device'
              ? "device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')"
              : /^[A-Z]/.test(name)
                ? `from the_file import ${name}`
                : `${name} = …  # or: from the_file import ${name}`
          ),
          {
            safety: 'check',
            title: trans.__('A project of others: take its newest code'),
            code: '$ git pull'
          }
        ]
      })
    },
    json: {
      words: (trans, { name = 'true', near = 'True' }) => ({
        title: trans.__('%1 is JSON; Python says %2', name, near),
        cause: trans.__(
          'The line holds a text in JSON as if it were Python, as when a configuration is pasted into code. There true, false and null are called True, False and None.'
        ),
        fixes: [
          {
            ...check(trans.__('Write %1', near), near),
            edit: renamed(name, near)
          },
          check(
            trans.__('Or let json read the text'),
            'import json\nconfig = json.loads(text)  # of a file: json.load(open(path))'
          )
        ]
      })
    },
    started: {
      words: (
        trans,
        { name = 'null', module = 'train.ipynb', near = 'None' }
      ) => ({
        title: fitting(module, 30)
          ? trans.__('%1 is a notebook, not a program', module)
          : trans.__('A notebook was started as a program'),
        cause: trans.__(
          'Python was given the file of a notebook, which is JSON with the cells in it. There %1 stands for %2, and Python knows no such name.',
          name,
          near
        ),
        fixes: [
          check(
            trans.__('Make a program of its cells, and start that'),
            `$ jupyter nbconvert --to script ${module}\n$ ipython ${module.replace(/\.ipynb$/, '.py')}`
          ),
          check(
            trans.__('Or run all of its cells as they are'),
            `$ jupyter nbconvert --to notebook --execute ${module}`,
            trans.__('In another notebook: %run with the path of the file.')
          )
        ]
      })
    },
    follows: {
      words: (trans, { name = 'trainer', module = 'main.py' }) => ({
        title: trans.__('The error above this one is the failure'),
        cause: trans.__(
          'An except or finally block of %1 uses %2, and the error that led there came before any line gave it a value.',
          module,
          name
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Read the traceback above, and mend that'),
            detail: trans.__(
              'It ends above “During handling of the above exception”. This error goes away with it.'
            )
          },
          check(
            trans.__('To see it alone: give the name a value before the try'),
            `${name} = None`
          )
        ]
      })
    },
    package: {
      words: (
        trans,
        { name = '', module = 'transformers', installed, torch }
      ) => ({
        title: fitting(`${module}${name}`, 36)
          ? trans.__('%1 uses %2 without having it', module, name)
          : trans.__('A package uses a name that it does not have'),
        cause:
          installed && torch
            ? trans.__(
                'The line is in %1 %2, and torch is %3. Libraries import some names only where what they build on is there and new enough, and then fail at the first use.',
                module,
                installed,
                torch
              )
            : trans.__(
                'The line is in %1, not in a cell. Libraries import some names only where what they build on is there and new enough, and then fail at the first use.',
                module
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'Bring it and %1 to releases that fit',
              partnerOf(module)
            ),
            detail: trans.__('Then restart the kernel, or the program.'),
            code: `%pip install --upgrade ${packageOf(module)} ${partnerOf(module)}`
          },
          {
            safety: 'diagnostic',
            title: trans.__('Look where the package imports the name'),
            detail: trans.__(
              'The condition before that import names what is missing, or too old.'
            ),
            code: `import ${module}\nprint(${module}.__file__)`
          }
        ]
      })
    },
    import: {
      words: (trans, { name = 'nn', module = 'torch.nn', code }) => ({
        title: trans.__('%1 is not imported', name),
        cause: importCause(trans, { name, module, code }),
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
        title: fitting(`${name}${near}`, 34)
          ? trans.__('%1 has no value here; was %2 meant?', name, near)
          : trans.__('A name has no value here, and one is near to it'),
        cause: trans.__(
          'The same code uses %1, which is near to %2. If both are meant, the cell that defines %2 has not run in this process.',
          near,
          name
        ),
        fixes: [writeNear(trans, name, near), runAbove(trans)]
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
    ...ofPackages,
    ...ofOwnClass,
    ...ofHandler,
    ...ofMeant,
    ...ofCells,
    ...ofSaved,
    ...ofOthers
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
