import type { IFactsMatch, IFix, ITranslate } from '../../../diagnosis/types';
import type { INameFacts } from '../../../incident/live-facts';
import type { IFrame, IReading } from '../../../incident/types';
import { check, pip } from '../../fix';
import { define, type ValuesOf } from '../../define';
import { isAlone, isTorchInPlay } from '../../shared/torch-in-play';
import { fitting } from '../../shared/fitting';
import { nearIn } from './near';
import { partlyIn } from './near-parts';
import { OF_OLD_FASTAI, OF_THE_BOOK } from './names';
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

/** Whether the name alone is a part of torch: `nn`, `DataLoader`, `gv`. */
function namesTorch({ exceptions }: IReading): boolean {
  return exceptions.some(({ message }) => {
    const name = NAME.exec(message)?.groups?.name ?? '';
    return isOfTorch(name) || OF_THE_BOOK.has(name) || OF_OLD_FASTAI.has(name);
  });
}

/** The innermost line, and the function that it stands in. */
function failedFrame({ exceptions }: IReading): IFrame | undefined {
  const frames = exceptions[0]?.frames ?? [];
  return frames[frames.length - 1];
}

/** A word that stands at a usual place, without which nothing follows. */
function usedAs(name: string, reading: IReading): 'learner' | 'init' | null {
  const line = failedFrame(reading)?.code || reading.incident.source;
  return name === 'learn' && /\blearn\.\w/.test(line)
    ? 'learner'
    : line.includes(`.apply(${name})`)
      ? 'init'
      : null;
}

/** `total / steps` in a function that counts no steps. */
function isCount(name: string, reading: IReading): boolean {
  const { func = '', code = '' } = failedFrame(reading) ?? {};
  return (
    !['', '<module>'].includes(func) &&
    new RegExp(String.raw`/ ?${name}\b`).test(code)
  );
}

/** A package's compiled part, which PyTorch and its extensions call so. */
function isCompiledPart({ exceptions }: IReading): boolean {
  return exceptions.some(({ message }) => /^name '_C' is/.test(message));
}

function isOurs(reading: IReading): boolean {
  return (
    isTorchInPlay(reading) || namesTorch(reading) || isCompiledPart(reading)
  );
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

type Value =
  'name' | 'cell' | 'line' | 'near' | 'module' | 'code' | 'func' | 'version';

type TextKind =
  | 'unknown'
  | 'file'
  | 'inside'
  | 'compiled'
  | 'import'
  | 'slip'
  | 'old'
  | 'book'
  | 'fastai'
  | 'learner'
  | 'init'
  | 'count';

/** What the text alone tells of a name. */
function read(
  name: string,
  reading: IReading
): ValuesOf<Value> & { readonly kind: TextKind } {
  const file = failedFile(reading);
  const near =
    today(name) ??
    nearIn(reading.code, name) ??
    partlyIn(reading.code, name) ??
    undefined;
  const usual = usualImport(name);
  const version = OF_OLD_FASTAI.get(name);
  const { func, place } = failedFrame(reading) ?? {};
  if (name === '_C') {
    return { kind: 'compiled', module: extensionOf(reading) };
  }
  if (OF_THE_BOOK.has(name)) {
    return { kind: 'book' };
  }
  if (version !== undefined) {
    return { kind: 'fastai', version };
  }
  if (file) {
    // A class that is missing was not imported; a variable belongs elsewhere.
    return place === 'user' &&
      /^[a-z]/.test(name) &&
      !usual &&
      func !== undefined &&
      !['', '<module>'].includes(func)
      ? { kind: 'inside', module: file, func }
      : { kind: 'file', module: file };
  }
  if (usual) {
    return { kind: 'import', ...usual };
  }
  const use = usedAs(name, reading);
  if (near !== undefined) {
    return { kind: today(name) === undefined ? 'slip' : 'old', near };
  }
  return use !== null
    ? { kind: use }
    : isCount(name, reading)
      ? { kind: 'count', func: failedFrame(reading)?.func }
      : { kind: 'unknown' };
}

/** The package of the file that asks for its compiled part. */
function extensionOf(reading: IReading): string | undefined {
  const file = failedFrame(reading)?.file ?? '';
  return (
    /[\\/](?:site|dist)-packages[\\/](\w{1,40})/.exec(file)?.[1] ??
    (/[\\/](?:GroundingDINO|groundingdino)[\\/]/.test(file)
      ? 'groundingdino'
      : undefined)
  );
}

export default define({
  id: 'python/undefined-name',
  answers: [
    "NameError: name 'torch' is not defined",
    "NameError: name 'nn' is not defined",
    "NameError: name 'model' is not defined"
  ],
  values: ['name', 'cell', 'line', 'near', 'module', 'code', 'func', 'version'],
  signs: [
    {
      where: 'message',
      ename: /^NameError$/,
      pattern: NAME,
      when: reading => isAlone(reading) && isOurs(reading),
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
    compiled: {
      words: (trans, { module: extension }) => ({
        title:
          extension === 'torch'
            ? trans.__('The compiled part of torch was not loaded')
            : trans.__('A package is there without its compiled part'),
        cause: trans.__(
          '_C is what a package calls its compiled code. It was not built, or did not load, and the package went on without it until it was needed.'
        ),
        fixes:
          extension === 'torch'
            ? [
                check(
                  trans.__('Leave the folder of torch’s sources, restart'),
                  '%cd ..',
                  trans.__('There Python finds the sources before the package.')
                ),
                check(
                  trans.__('Else install torch anew'),
                  '%pip install --force-reinstall torch'
                )
              ]
            : [
                check(
                  trans.__('Build it again, with the CUDA toolkit at hand'),
                  '$ export CUDA_HOME=/usr/local/cuda && pip install --no-build-isolation -e .',
                  trans.__(
                    'In the folder of the package (GroundingDINO and others bring CUDA code along); nvcc must be there, and its version that of torch.'
                  )
                ),
                {
                  safety: 'diagnostic',
                  title: trans.__('See why it does not load'),
                  detail: trans.__(
                    'Look for a warning such as “Failed to load custom C++ ops” above. If the frames are torch’s own, install torch anew.'
                  ),
                  code: 'import torch\nfrom torch.utils.cpp_extension import CUDA_HOME\nprint(torch.__version__, torch.version.cuda, CUDA_HOME)'
                }
              ]
      })
    },
    book: {
      words: (trans, { name = 'gv' }) => ({
        title: trans.__('%1 comes from fastbook', name),
        cause: trans.__(
          '%1 is a helper of fastai’s book. It is no part of fastai, but of the package fastbook, which the first cell of each chapter imports.',
          name
        ),
        fixes: [
          pip({
            title: trans.__('Install fastbook'),
            line: '%pip install fastbook'
          }),
          {
            safety: 'safe',
            title: trans.__('Import it in the first cell, and run that cell'),
            code: 'from fastbook import *'
          }
        ]
      })
    },
    fastai: {
      words: (trans, { name = 'ImageDataBunch', version = '2' }) => ({
        title: trans.__('%1 is a name of an older fastai', name),
        cause: trans.__(
          '%1 is of fastai before version %2, which is another library under the same name: today’s fastai does not have it.',
          name,
          version
        ),
        fixes: [
          check(
            trans.__('Install the fastai that the code was written for'),
            version === '1'
              ? '%pip install "fastai==0.7.0"'
              : '%pip install "fastai<2"  # then restart the kernel',
            trans.__(
              'It wants an old torch and an old Python: take an environment of its own. Then run the cell with from fastai.vision import *.'
            )
          ),
          check(
            trans.__('Or write it as fastai 2 has it'),
            'from fastai.vision.all import *\ndls = ImageDataLoaders.from_folder(path, item_tfms=Resize(224))\nlearn = vision_learner(dls, resnet34, metrics=error_rate)'
          )
        ]
      })
    },
    learner: {
      words: trans => ({
        title: trans.__('The Learner was not made in this process'),
        cause: trans.__(
          'learn is the Learner of fastai, with the model and its data. The cell that makes and trains it has not run since the kernel started.'
        ),
        fixes: [
          runAbove(trans),
          check(
            trans.__('Or load one that was exported after training'),
            "learn = load_learner('export.pkl')",
            trans.__('learn.export() wrote that file.')
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
        title: fitting(`${name}${near}`, 34)
          ? trans.__('%1 has no value here; was %2 meant?', name, near)
          : trans.__('A name has no value here, and one is near to it'),
        cause: trans.__(
          'The same code uses %1, which is near to %2. If both are meant, the cell that defines %2 has not run in this process.',
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
