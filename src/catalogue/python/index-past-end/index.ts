import type { IFactsMatch, IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { knownValues, liveFacts } from '../shared/live-facts';
import { fitting } from '../../shared/fitting';
import { failedLine, passedThrough } from '../../predicates';
import { isRaisedInLibrary } from '../../shared/code-owner';
import { indexReplaced } from '../../shared/edits/texts';
import {
  isAlone,
  isAloneOnTorch,
  isTorchInPlay
} from '../../shared/torch-in-play';
import { countedBeyond } from '../../shared/counted';
import { predictedNames } from './predicted';
import { splitPart } from './split-parts';
import { asLongAs, entriesAsked } from '../../shared/entries';

type Named = ValuesOf<'container' | 'type' | 'length' | 'index'>;

/** What is too short, as the code or its class calls it. */
function owner(trans: ITranslate, { container, type }: Named): string {
  return container ?? trans.__('This %1', type ?? 'list');
}

/** How the code names it, where something has to stand there. */
function named({ container }: Named): string {
  return container ?? 'values';
}

/** The change of an index that the code writes out. */
function indexIn(
  { container, index }: Named,
  today: string
): Pick<IFix, 'edit'> {
  return container && index
    ? { edit: indexReplaced(container, index, today) }
    : {};
}

function loopOver(trans: ITranslate, values: Named): IFix {
  return {
    safety: 'check',
    title: trans.__('Let a loop end where it ends'),
    detail: trans.__(
      'The __len__ of a Dataset, too, must not promise more than its lists hold.'
    ),
    code: `for i in range(len(${named(values)})):`
  };
}

/** The most parts that are too few for an index: 3 of [3], and 1 of [-2]. */
function lastShort(index: string): number {
  const at = Number(index);
  return at < 0 ? -at - 1 : at;
}

/** What stands behind the name of a program. */
const ARGUMENTS = /\bsys\.argv\[/;

/** The first or last of the files that were found. */
const FOUND =
  /\b(?:glob|rglob|iglob|listdir|scandir|iterdir)\([^\n]{0,160}\)\[ ?-?\d/;

function factsOf(reading: IReading): IFactsMatch | null {
  const live = liveFacts(reading, 'index');
  if (live === null) {
    return null;
  }
  const { container, type, length, index, written } = live;
  const lines = [`len(${container ?? type}) = ${length}`];
  if (index !== null && written !== null && written !== String(index)) {
    lines.push(`${written} = ${index}`);
  }
  const evidence = lines.map(text => ({ where: 'kernel', text }) as const);
  const known = knownValues({ container, type, length, index });
  const predicted = predictedNames(reading);
  if (
    predicted &&
    predicted.container === container &&
    (index ?? -1) >= length
  ) {
    return {
      confidence: 'likely',
      evidence,
      values: { ...known, ...predicted, kind: 'names' }
    };
  }
  return {
    confidence: 'certain',
    evidence,
    values: {
      kind:
        length === 0
          ? 'empty'
          : index === null
            ? 'length'
            : index < 0
              ? 'before'
              : 'past',
      ...known
    }
  };
}

/** A text with an asterisk, by which the lines of the call look for files. */
const WILDCARD =
  /["'](?<files>[^"'\s*]{0,80}\*{1,2}[^"'\s]{0,80}\.\w{1,8})["']/;

/** The pattern of file names of which the first or last was taken. */
function filesAsked({ exceptions }: IReading): string | undefined {
  const frames = exceptions[0]?.frames ?? [];
  return /\[ ?-?[01] ?\]/.test(frames.at(-1)?.code ?? '')
    ? WILDCARD.exec(frames.map(({ code }) => code).join('\n'))?.groups?.files
    : undefined;
}

/** The list of a data set that its own __getitem__ read past the end, for a loader. */
function datasetEntries(reading: IReading): string | undefined {
  const last = reading.exceptions[0]?.frames.at(-1);
  return last !== undefined &&
    last.place !== 'library' &&
    passedThrough(reading, /[\\/]torch[\\/]utils[\\/]data[\\/]/)
    ? entriesAsked(last)
    : undefined;
}

export default define({
  id: 'python/index-past-end',
  answers: [
    'IndexError: list index out of range',
    'IndexError: tuple index out of range',
    'IndexError: pop from empty list'
  ],
  values: [
    'container',
    'type',
    'length',
    'index',
    'files',
    'place',
    'flat',
    'text',
    'separator'
  ],
  signs: [
    {
      where: 'message',
      ename: /^IndexError$/,
      pattern: /^list index out of range$/,
      when: reading =>
        isAlone(reading) && datasetEntries(reading) !== undefined,
      confidence: 'likely',
      read: (_, reading) => ({
        kind: 'dataset',
        container: datasetEntries(reading)
      })
    },
    {
      where: 'message',
      ename: /^IndexError$/,
      pattern: /^(?<type>list|tuple) index out of range$/,
      when: reading =>
        isTorchInPlay(reading) && predictedNames(reading) !== undefined,
      confidence: 'likely',
      read: (_, reading) => ({ kind: 'names', ...predictedNames(reading) })
    },
    {
      where: 'message',
      ename: /^IndexError$/,
      pattern: /^(?:list|tuple) index out of range$/,
      when: reading =>
        isAloneOnTorch(reading) &&
        predictedNames(reading) === undefined &&
        countedBeyond(reading) !== undefined,
      confidence: 'likely',
      read: (_, reading) => ({ kind: 'counted', ...countedBeyond(reading) })
    },
    {
      where: 'message',
      ename: /^IndexError$/,
      pattern: /^list index out of range$/,
      when: reading =>
        isAloneOnTorch(reading) &&
        !isRaisedInLibrary(reading) &&
        !ARGUMENTS.test(failedLine(reading)) &&
        splitPart(reading) !== undefined,
      confidence: 'likely',
      read: (_, reading) => ({ kind: 'parts', ...splitPart(reading) })
    },
    {
      where: 'message',
      ename: /^IndexError$/,
      pattern: /^list index out of range$/,
      when: reading =>
        isAloneOnTorch(reading) && filesAsked(reading) !== undefined,
      confidence: 'likely',
      read: (_, reading) => ({ kind: 'files', files: filesAsked(reading) })
    },
    {
      where: 'message',
      ename: /^IndexError$/,
      pattern:
        /^(?:(?<type>list|tuple|string|deque) (?:assignment )?index out of range|pop (?:index out of range|from empty list))$/,
      // In a package the list is none that its user knows of.
      when: reading =>
        isAloneOnTorch(reading) &&
        !isRaisedInLibrary(reading) &&
        (ARGUMENTS.test(failedLine(reading)) ||
          FOUND.test(failedLine(reading))),
      confidence: 'possible',
      read: ({ type = 'list' }, reading) => ({
        type,
        kind: ARGUMENTS.test(failedLine(reading)) ? 'arguments' : 'found'
      })
    }
  ],
  facts: factsOf,
  kinds: {
    dataset: {
      words: (trans, { container = 'self.images' }) => ({
        title: fitting(container, 24)
          ? trans.__('%1 is shorter than the data set says', container)
          : trans.__('A list is shorter than the data set says'),
        cause: trans.__(
          'The loader asks for as many samples as __len__ says, and %1 has fewer entries.',
          container
        ),
        fixes: [
          asLongAs(trans, container),
          {
            safety: 'diagnostic',
            title: trans.__('See how many there are'),
            code: `print(len(dataset), len(${container.replace(/^self\b/, 'dataset')}))`
          }
        ]
      })
    },
    counted: {
      words: (trans, { container = 'values', index = 'i', length = 'n' }) => ({
        title: fitting(`${container}${length}`, 30)
          ? trans.__(
              '%1 has fewer entries than range(%2) counts',
              container,
              length
            )
          : trans.__('The list has fewer entries than the loop counts'),
        cause: trans.__(
          'The loop counts %1 up to %2 by itself, and %3 ends before that.',
          index,
          length,
          container
        ),
        fixes: [
          check(
            trans.__('Let the loop end where the list ends'),
            `for ${index} in range(len(${container})):`
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See how many there are'),
            code: `print(len(${container}))`
          }
        ]
      })
    },
    parts: {
      words: (
        trans,
        { container = 'parts', index = '1', text = 'line', separator }
      ) => ({
        title: trans.__('A text has fewer parts than the code takes'),
        cause: trans.__(
          'The line takes part [%1], counted from 0, of a text that was split, and this text has fewer: it is empty, or written otherwise than the code expects.',
          index
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See the text that it stopped at'),
            code: `print(repr(${text}))  # above the line that failed`,
            detail: trans.__(
              'Look for an empty last line, for tabs or commas in place of blanks, and for a file of another form.'
            )
          },
          ...(separator !== undefined && /^["']\/["']$/.test(separator)
            ? [
                check(
                  trans.__('A path: take it apart as the system writes it'),
                  `parts = pathlib.Path(${text}).parts  # on Windows, too`
                )
              ]
            : [
                check(
                  trans.__(
                    'Leave out what has fewer parts, such as a blank line'
                  ),
                  `if len(${/^\w+$/.test(container) ? container : `(parts := ${container})`}) <= ${lastShort(index)}:\n    continue`
                )
              ])
        ]
      })
    },
    past: {
      words: (trans, values) => ({
        title: trans.__(
          'Index %1 is past the end: there are %2',
          values.index ?? '',
          values.length ?? ''
        ),
        cause: trans.__(
          '%1 has %2 entries, counted from 0. Index %3 is not among them.',
          owner(trans, values),
          values.length ?? '',
          values.index ?? ''
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Use a smaller index; the last entry is [-1]'),
            code: `${named(values)}[-1]`,
            ...indexIn(values, '-1')
          },
          loopOver(trans, values)
        ]
      })
    },
    before: {
      words: (trans, values) => ({
        title: trans.__(
          'Index %1 is before the start: there are %2',
          values.index ?? '',
          values.length ?? ''
        ),
        cause: trans.__(
          '%1 has %2 entries. An index below 0 counts from the end, and %3 reaches beyond the first.',
          owner(trans, values),
          values.length ?? '',
          values.index ?? ''
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('The first entry is [0]'),
            code: `${named(values)}[0]`,
            ...indexIn(values, '0')
          },
          loopOver(trans, values)
        ]
      })
    },
    names: {
      words: (
        trans,
        { container = 'classes', place = 'pred', length, index, flat }
      ) => ({
        title: fitting(container, 24)
          ? trans.__('%1 has fewer names than the model has classes', container)
          : trans.__('There are fewer names than the model has classes'),
        cause: [
          length && index
            ? trans.__(
                '%1 is the place of the greatest output, %2, and %3 has %4 entries.',
                place,
                index,
                container,
                length
              )
            : trans.__(
                '%1 is the place of the greatest output, and %2 has no entry there.',
                place,
                container
              ),
          flat
            ? trans.__(
                'argmax() without dim counts through the whole batch; of one input alone, the model gives more outputs than there are names.'
              )
            : trans.__(
                'The last layer of the model gives more outputs than there are names.'
              )
        ].join(' '),
        fixes: [
          ...(flat
            ? [
                check(
                  trans.__('Take the greatest output of each input'),
                  `${place} = output.argmax(dim=1)`
                )
              ]
            : []),
          {
            safety: 'diagnostic',
            title: trans.__('See both numbers'),
            code: `print(len(${container}), output.shape)  # the last size: the classes of the model`
          },
          check(
            trans.__('Make the last layer as wide as the list, and train it'),
            `model.fc = nn.Linear(model.fc.in_features, len(${container}))`,
            trans.__(
              'A pretrained model has the classes of its own data (1000 of ImageNet). The names must be those of the training, all of them, in their order.'
            )
          )
        ]
      })
    },
    files: {
      words: (trans, { files = '*.pth' }) => ({
        title: fitting(files, 30)
          ? trans.__('No file fits %1', files)
          : trans.__('No file fits the pattern'),
        cause: trans.__(
          'The code takes the first or last of the files that are called like “%1”, and found none: the step that writes them has not run or failed, or the folder is another one.',
          files
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what lies in the folder it searched'),
            code: `import glob, os\nprint(os.getcwd(), glob.glob('FOLDER/${files.split(/[\\/]/).pop() ?? files}'))`
          },
          {
            safety: 'check',
            title: /\.(?:pth?|ckpt)$/.test(files)
              ? trans.__('No checkpoint yet: begin with the pretrained weights')
              : trans.__('Run the steps that write them, in their order'),
            detail: /\.(?:pth?|ckpt)$/.test(files)
              ? trans.__(
                  'In a first training there is none, and programs then load pretrained files: these have to be at their path. Run the steps before (preprocessing, features) anew, and read the error behind this one.'
                )
              : trans.__('Each has to end without an error.')
          }
        ]
      })
    },
    empty: {
      words: (trans, values) => ({
        title: trans.__('%1 is empty', owner(trans, values)),
        cause: trans.__(
          'It has no entries, so no index fits. What should fill it did not run, or found nothing.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Look at what fills it'),
            detail: trans.__(
              'A list of files is empty where the pattern matches none: look at the path, and at the folder in which the kernel works.'
            ),
            code: 'import os\nprint(os.getcwd(), os.listdir())'
          },
          {
            safety: 'check',
            title: trans.__('Or go on only if there is something'),
            code: `if ${named(values)}:`
          }
        ]
      })
    },
    arguments: {
      words: trans => ({
        title: trans.__('The program was started without an argument'),
        cause: trans.__(
          'sys.argv holds the name of the program and what stands behind it on the command line, and there is less than the line asks for.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Start it with what it expects'),
            code: '$ python train.py ARGUMENT'
          },
          {
            safety: 'check',
            title: trans.__('Or give a value where none is given'),
            code: "path = sys.argv[1] if len(sys.argv) > 1 else 'data'"
          }
        ]
      })
    },
    found: {
      words: trans => ({
        title: trans.__('No file was found, so the list is empty'),
        cause: trans.__(
          'The line takes one of the files that match, and none does: the path is another, or the program works in another folder.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See where it looks, and what is there'),
            code: 'import os\nprint(os.getcwd(), os.listdir())'
          },
          {
            safety: 'check',
            title: trans.__('Give the whole path, and stop where it is wrong'),
            code: "import glob\nfiles = sorted(glob.glob('/path/to/out/*.pt'))\nassert files, 'nothing matches'"
          }
        ]
      })
    },
    length: {
      words: (trans, values) => ({
        title: values.length
          ? trans.__('No such index: there are only %1 entries', values.length)
          : trans.__('The index is beyond the end'),
        cause: values.length
          ? trans.__(
              '%1 has %2 entries, counted from 0.',
              owner(trans, values),
              values.length
            )
          : trans.__(
              'A list or tuple of Python’s has fewer entries than the index asks for. Entries are counted from 0, and an empty list has none.'
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See how long it is'),
            code: `print(len(${named(values)}))`
          },
          loopOver(trans, values)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'For a tensor the message names the dimension and its size: “index 5 is out of bounds for dimension 0 with size 3”.'
      )
    ],
    links: [
      {
        title: trans.__('Python: sequences'),
        url: 'https://docs.python.org/3/library/stdtypes.html#common-sequence-operations'
      },
      {
        title: trans.__('PyTorch: Dataset'),
        url: 'https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.Dataset'
      }
    ]
  })
});
