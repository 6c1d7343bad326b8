import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { LINKS } from '../shared/links';
import { innerError } from '../../shared/inner';
import { bareName, printedText } from '../../predicates';
import { withoutWorkers } from '../../shared/edits/loader';
import { asLongAs, entriesAsked } from '../../shared/entries';
import { DATASET_VALUES, datasetOf } from '../shared/dataset';

/** torch/_utils.py `ExceptionWrapper`, since 1.2. */
const WRAPPER =
  /(?:Caught (?<inner>[\w.]+) in DataLoader worker|\b(?<bare>\w{1,40}Error) in DataLoader worker)(?: process (?<worker>\d+))?/;

/**
 * A worker's traceback without the wrapper: torch up to 1.1 raised it as it
 * was, and a class such as `cv2.error` hides the wrapper's line.
 */
function onlyInner(reading: IReading): boolean {
  return (
    reading.exceptions.some(one =>
      one.frames.some(frame => frame.func === '_worker_loop')
    ) && !reading.exceptions.some(one => WRAPPER.test(one.message))
  );
}

/** The exception alone is shown, and the wrapper's line that names it. */
function namedInLog({ exceptions, log }: IReading): boolean {
  const { inner } = WRAPPER.exec(log)?.groups ?? {};
  return (
    inner !== undefined &&
    exceptions.some(one => one.name === inner) &&
    exceptions.every(
      one => one.frames.length === 0 && !WRAPPER.test(one.message)
    )
  );
}

/** Whether the samples were there, and the user's collate function failed. */
function isCollate({ exceptions }: IReading): boolean {
  return exceptions.some(({ frames }) => {
    const at = frames.findIndex(({ code }) => /\bcollate_fn\(/.test(code));
    const own = frames.slice(at + 1).find(one => one.place !== 'library');
    // Up to torch 1.1 one line made the samples and joined them.
    return at >= 0 && own !== undefined && bareName(own) !== '__getitem__';
  });
}

/** The file that the samples need, as the system names it. */
const NO_FILE = /No such file or directory: b?['"](?<path>[^'"\n]{1,300})['"]/;

/** The dictionary that lacks a key: `self.class_to_ind` of `…[name]`. */
const LOOKED_UP = /(?<table>[a-z_][\w.]{0,60})\[[\w.]{1,40}\]/i;

/**
 * What the innermost __getitem__ reads by the loader's number: a list that ended
 * before, or a table whose labels have gaps.
 */
function entriesOf(
  { inner = '', message = '' }: Values,
  { exceptions }: IReading
): Values {
  const frames = exceptions.flatMap(one => one.frames);
  const frame = frames.filter(one => bareName(one) === '__getitem__').at(-1);
  // The rows of pandas have a __getitem__ of their own.
  const asking = frames.filter(one => entriesAsked(one) !== undefined).at(-1);
  const entries = asking && entriesAsked(asking);
  const isList =
    inner === 'IndexError' &&
    frame === asking &&
    /^list index out of range|^index \d+ is out of bounds for (?:dimension|axis) 0/.test(
      message
    );
  const isTable =
    inner === 'KeyError' &&
    /^\d{1,9}$/.test(message) &&
    frames.some(({ file }) => /[\\/]pandas[\\/]/.test(file));
  return entries && (isList || isTable)
    ? {
        entries,
        asked: isTable ? 'table' : asking.place === 'library' ? 'given' : 'list'
      }
    : {};
}

function entryFixes(
  trans: ITranslate,
  { entries = '', asked, message = '' }: Values
): IFix[] {
  if (asked === 'table') {
    return [
      check(
        trans.__('Take rows by position, not by label'),
        `${entries}.iloc[index]  # not ${entries}[index]`,
        trans.__(
          'A table keeps its labels through a split or a filter: there is no label %1 in this part. reset_index(drop=True) numbers them anew.',
          message
        )
      )
    ];
  }
  if (asked === 'given') {
    const name = entries.replace(/^self\./, '');
    return [
      check(
        trans.__('Give the data set lists of one length'),
        `print(len(${name}))  # and of each other list that it was given`,
        trans.__(
          'Its class is of a library, and takes its length from another list than %1.',
          name
        )
      )
    ];
  }
  return asked === 'list' ? [asLongAs(trans, entries)] : [];
}

/** Which file or key a sample lacks, where the inner error says it. */
function lacking(inner: Values, reading: IReading): Values {
  const isKey = inner.inner === 'KeyError' && /^['"]/.test(inner.message ?? '');
  return {
    path: NO_FILE.exec(
      `${reading.exceptions.map(one => one.message).join(' ')} ${printedText(reading)}`
    )?.groups?.path,
    table: isKey ? LOOKED_UP.exec(inner.code ?? '')?.groups?.table : undefined
  };
}

function lackingFixes(
  trans: ITranslate,
  { path, table, message = '' }: Values
): IFix[] {
  return [
    ...(path
      ? [
          {
            safety: 'check' as const,
            title: trans.__('Bring this file, or leave its sample out'),
            // To be read, not to be copied: it is text of the failure.
            detail: trans.__(
              '%1: see whether it lies there. A Drive that is mounted can drop out for a while: then copy the data to the local disk first.',
              path
            ),
            code: 'import os\nmissing = [p for p in paths if not os.path.exists(p)]\nprint(len(missing), missing[:5])  # paths: those of your data set'
          }
        ]
      : []),
    ...(table
      ? [
          {
            safety: 'check' as const,
            title: trans.__(
              'Give %1 this key, or leave such samples out',
              table
            ),
            detail: trans.__(
              'It has no %1: often the classes are those of another data set, or the name is written otherwise.',
              message
            )
          }
        ]
      : [])
  ];
}

function inside(groups: Values, reading: IReading): Values {
  const { bare, inner = bare, ...others } = groups;
  const error: Values = { inner, ...innerError(reading, WRAPPER, inner) };
  return {
    ...others,
    ...error,
    ...lacking(error, reading),
    ...entriesOf(error, reading),
    ...(isCollate(reading) ? { collate: 'yes' } : {})
  };
}

export default define({
  id: 'dataloader/worker-exception',
  answers: [
    'Caught KeyError in DataLoader worker process 0. Original Traceback (most recent call last):',
    'Caught RuntimeError in DataLoader worker process 0.'
  ],
  values: [
    'inner',
    'message',
    'file',
    'line',
    'func',
    'code',
    'worker',
    'collate',
    'path',
    'table',
    'entries',
    'asked',
    ...DATASET_VALUES
  ],
  known: datasetOf,
  signs: [
    { where: 'message', pattern: WRAPPER, read: inside },
    { where: 'log', pattern: WRAPPER, read: inside },
    {
      where: 'message',
      pattern: /\bin _worker_loop\b/,
      confidence: 'likely',
      read: inside
    },
    {
      where: 'message',
      pattern: /^.*/,
      when: reading => onlyInner(reading) || namedInLog(reading),
      confidence: 'likely',
      read: inside
    }
  ],
  words: (
    trans,
    {
      inner,
      message,
      file,
      line,
      func,
      code,
      worker,
      collate,
      path,
      table,
      entries,
      asked,
      dataset,
      length
    }
  ) => {
    const place =
      line === undefined
        ? undefined
        : file === undefined
          ? trans.__('line %1 of a cell', line)
          : trans.__('line %1 of %2', line, file);
    const at =
      place !== undefined && func !== undefined
        ? trans.__('%1, in %2', place, func)
        : place;
    const what = message === undefined ? inner : `${inner}: ${message}`;
    return {
      title:
        inner === undefined || inner.length > 30
          ? trans.__('Your dataset code failed inside a worker')
          : collate
            ? trans.__('%1 in the collate function, in a worker', inner)
            : trans.__('%1 in the dataset, inside a worker', inner),
      cause:
        asked === 'list' && at !== undefined
          ? trans.__(
              'The loader asks for as many samples as __len__ says, and %1 has fewer entries (%2).',
              entries,
              at
            )
          : what !== undefined && at !== undefined
            ? trans.__(
                'The code that makes a sample or a batch failed at %1 (%2). The loader only passes the error on from its worker.',
                at,
                what
              )
            : trans.__(
                'The code that makes a sample or a batch (__getitem__, a transform, collate_fn) failed. The loader only passes the error on from its worker: the traceback under “Original Traceback” is the one to read, from its end.'
              ),
      fixes: [
        ...lackingFixes(trans, { path, table, message }),
        ...entryFixes(trans, { entries, asked, message }),
        ...(collate
          ? [
              {
                safety: 'diagnostic' as const,
                title: trans.__(
                  'Make one batch by hand, and look at its samples'
                ),
                detail: trans.__(
                  'The samples were made; the function that joins them expects others.'
                ),
                code: 'samples = [dataset[i] for i in range(2)]\nprint(samples)\nloader.collate_fn(samples)'
              }
            ]
          : []),
        {
          safety: 'diagnostic',
          title: trans.__('Make the sample in the notebook itself'),
          detail: trans.__(
            'With num_workers=0 the error comes with its own traceback and can be debugged with %debug.'
          ),
          code: 'loader = DataLoader(dataset, batch_size=4, num_workers=0)\nnext(iter(loader))',
          edit: withoutWorkers
        },
        {
          safety: 'diagnostic',
          title: trans.__('Find the sample that fails'),
          ...(dataset && length
            ? {
                detail: trans.__(
                  'The data set (%1) says that it has %2 samples: an index below that must give one.',
                  dataset,
                  length
                )
              }
            : {}),
          code: 'for index in range(len(dataset)):\n    try:\n        dataset[index]\n    except Exception as error:\n        print(index, repr(error))\n        break'
        },
        {
          safety: 'check',
          title:
            code === undefined
              ? trans.__('Mend the last line of your own in the traceback')
              : trans.__('Mend this line of yours'),
          // To be read, not to be copied: it is text of the failure.
          ...(code === undefined ? {} : { detail: code })
        },
        ...(inner === 'KeyError' || inner === 'IndexError'
          ? [
              {
                safety: 'check' as const,
                title: trans.__('pandas: take rows by position, not by label'),
                detail: trans.__(
                  'After a split or a filter the labels have gaps, and df["x"][index] looks for a label.'
                ),
                code: 'row = self.frame.iloc[index]'
              }
            ]
          : [])
      ]
    };
  },
  common: (trans, { worker }) => ({
    notThis: [
      trans.__(
        'Another finding above explains the inner error: then that one is the cause.'
      ),
      worker === undefined
        ? trans.__('A worker that was killed raises no error of its own.')
        : trans.__(
            'The number of the worker (%1) means nothing: any worker may get the bad sample.',
            worker
          )
    ],
    links: [
      {
        title: trans.__('PyTorch: loading in several processes'),
        url: LINKS.dataWorkers
      }
    ]
  })
});
