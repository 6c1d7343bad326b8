import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { withoutWorkers } from '../../shared/edits/loader';
import { definitionOf } from '../../shared/visible-code';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';

/** torch/_utils.py, `ExceptionWrapper.reraise`, up to 1.13. */
const RERAISED = /\braise self\.exc_type\(|\bdata\.reraise\(\)|, in reraise\b/;

/** Classes that take more than a message, by what their `__init__` misses. */
const LACKS =
  /^[\w.]{0,60}__init__\(\) missing \d{1,2} required positional arguments?: ["'](?<first>\w{1,40})["']/;

const HIDDEN: Readonly<Record<string, string>> = {
  doc: 'JSONDecodeError',
  code: 'HTTPError',
  operation_name: 'ClientError'
};

/** A function that joins samples, and lacks an argument. */
const COLLATE =
  /\b(?<collate>\w{0,40}collate\w{0,20})\(\) missing 1 required positional argument: ["'](?<lacking>\w{1,30})["']/;

/** Whether a cell defines it, and as no method. */
function isPlain(reading: IReading): boolean {
  const name = COLLATE.exec(reading.exceptions[0]?.message ?? '')?.groups
    ?.collate;
  const definition = name === undefined ? name : definitionOf(name, reading);
  return definition !== undefined && definition.owner === undefined;
}

function isReraised(reading: IReading): boolean {
  return RERAISED.test(printedText(reading));
}

function seeIt(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See the error itself: load without workers'),
    code: 'loader = DataLoader(dataset, batch_size=4, num_workers=0)\nnext(iter(loader))',
    edit: withoutWorkers
  };
}

/** An error of a worker that came out as another one, or as a batch. */
export default define({
  id: 'dataloader/error-not-rebuilt',
  answers: [
    'TypeError: function takes exactly 5 arguments (1 given)',
    "TypeError: 'ExceptionWrapper' object is not subscriptable",
    "TypeError: __init__() missing 2 required positional arguments: 'doc' and 'pos'"
  ],
  refines: ['python/call-arguments', 'dataloader/worker-exception'],
  values: ['inner', 'collate', 'lacking'],
  kinds: {
    unicode: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: /^function takes exactly 5 arguments \(1 given\)/,
          when: isReraised
        }
      ],
      words: trans => ({
        title: trans.__('A worker met a text in another encoding'),
        cause: trans.__(
          'A UnicodeDecodeError in a worker of the DataLoader is behind it: that class takes five arguments, and this torch hands on the message alone, which hides the error.'
        ),
        fixes: [
          check(
            trans.__('Name the encoding where the data set opens texts'),
            "open(path, encoding='utf-8')  # or 'gbk', 'latin-1': what the files are"
          ),
          seeIt(trans)
        ]
      })
    },
    hidden: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: LACKS,
          when: isReraised,
          confidence: 'likely',
          read: ({ first = '' }) => ({
            inner: new Map(Object.entries(HIDDEN)).get(first)
          })
        }
      ],
      words: (trans, { inner }) => ({
        title: inner
          ? trans.__('A worker’s %1 is hidden behind this', inner)
          : trans.__('A worker’s error is hidden behind this one'),
        cause: trans.__(
          'The data set raised an error in a worker, of a class that takes more than a message. This torch hands on the message alone, and fails at that: newer versions do not.'
        ),
        fixes: [
          seeIt(trans),
          check(
            trans.__('Or update torch, which then shows the worker’s error'),
            '%pip install --upgrade torch torchvision torchaudio'
          )
        ]
      })
    },
    wrapper: {
      signs: [
        {
          where: 'message',
          pattern:
            /^["'](?:torch\._utils\.)?ExceptionWrapper["'] object (?:is not|does not support|has no)|^cannot unpack non-iterable ExceptionWrapper/
        }
      ],
      words: trans => ({
        title: trans.__('The batch is an error of a worker'),
        cause: trans.__(
          'A worker of the DataLoader, or the thread that pins memory, raised an error, and its ExceptionWrapper came out in place of a batch.'
        ),
        fixes: [
          seeIt(trans),
          check(
            trans.__('If it is gone then: leave pin_memory out'),
            'DataLoader(dataset, batch_size=4, pin_memory=False)'
          )
        ]
      })
    },
    collate: {
      signs: messageOrLog(COLLATE, {
        confidence: 'likely',
        when: reading => !isPlain(reading)
      }),
      words: trans => ({
        title: trans.__('collate_fn is a method without its object'),
        cause: trans.__(
          'The DataLoader calls collate_fn with one argument, the list of samples. This method also has self: it was taken from the class, not from the data set.'
        ),
        fixes: [
          check(
            trans.__('Take it from the object'),
            'DataLoader(dataset, batch_size=4, collate_fn=dataset.collate_fn)'
          ),
          check(
            trans.__('Or make it a static method, without self'),
            '@staticmethod\ndef collate_fn(batch): ...'
          ),
          check(
            trans.__('It takes more: fill that in beforehand'),
            'from functools import partial\nDataLoader(dataset, collate_fn=partial(collate_fn, pad=0))'
          )
        ]
      })
    },
    more: {
      signs: [
        {
          where: 'message',
          pattern: COLLATE,
          confidence: 'likely',
          when: isPlain,
          read: ({ collate, lacking }) => ({ collate, lacking })
        }
      ],
      words: (trans, { collate = 'collate_fn', lacking = 'pad' }) => ({
        title: trans.__('The DataLoader gives collate_fn one argument'),
        cause: trans.__(
          'It calls %1() with the list of samples alone, and %2 has no default.',
          collate,
          lacking
        ),
        fixes: [
          check(
            trans.__('Fill %1 in beforehand', lacking),
            `from functools import partial\nDataLoader(dataset, batch_size=4, collate_fn=partial(${collate}, ${lacking}=...))`
          ),
          check(
            trans.__('Or give the parameter a default'),
            `def ${collate}(batch, ${lacking}=...):`
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the failed line is your own and no loader is near it, a call of yours has the wrong number of arguments.'
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
