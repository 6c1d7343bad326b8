import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type IWords, type ValuesOf } from '../../define';
import { check } from '../../fix';
import {
  failedAt,
  failedLine,
  passedFunction,
  printedText
} from '../../predicates';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { printShape } from '../shared/print-shape';
import { entryFixes, tableFixes } from '../shared/range-fixes';
import { twinOf, withTwin, type Twin } from '../../shared/near-variable';
import { callsIn } from '../../shared/call-text';
import { fitting } from '../../shared/fitting';
import { ownLine } from '../../shared/ran-code';
import {
  indexWords,
  numberWords,
  readEntry,
  singleWords,
  writtenIndex
} from './entry';
import { LABEL, ONE_HOT } from './label';
import { LIBRARY_KINDS } from './libraries';

/** What indexes with a tensor by its name: `y[labels]`. */
const LOOKUP = /\b[a-z_][\w.]{0,40}\[[a-z_][\w.]{0,40}\]/i;

/** What the text is said of: an embedding, or what the failed line names. */
function tableOf(reading: IReading): {
  readonly kind: 'select' | 'embedding' | 'lookup';
  readonly written?: string;
} {
  const { exceptions } = reading;
  if (
    exceptions.some(({ frames }) =>
      frames.some(({ code }) => code.includes('index_select('))
    )
  ) {
    return { kind: 'select' };
  }
  // Later torch says of `y[labels]` which index it is, and of what size.
  if (
    !reading.mentions('index out of range at ') ||
    /embed/i.test(printedText(reading))
  ) {
    return { kind: 'embedding' };
  }
  const line = failedLine(reading);
  return {
    kind: 'lookup',
    written: line.includes('\n') ? undefined : LOOKUP.exec(line)?.[0]
  };
}

/**
 * Whether the line that was refused is the user's own and at hand. Of a line of a
 * package, or without any, index and size say no more than the message.
 */
function isOwnLine(reading: IReading): boolean {
  const last = reading.exceptions[0]?.frames.at(-1);
  return (
    reading.incident.tensors !== undefined ||
    (reading.incident.source !== '' && last?.place !== 'library')
  );
}

/** Whether the failed line puts the boxes of a detector at the place of their class. */
function annotates(reading: IReading): boolean {
  return (
    passedFunction(reading, /^build_targets$/) &&
    failedAt(/\bt_?cls\b|\btarget_labels\b|, ?tc\]/, reading)
  );
}

/** A call that drops the dimension it is told. */
const REDUCTION =
  /[. ](max|min|sum|mean|argmax|norm|median)\([^()\n]{0,60}(?:\bdim ?=|, ?-?\d\))/g;

/**
 * The reduction along a dimension in the line that failed: the first of several,
 * or the only one, which is then the call that failed itself.
 */
function reductionOf({ exceptions }: IReading): {
  readonly name?: string;
  readonly alone?: string;
} {
  const frame = exceptions[0]?.frames.at(-1);
  const [first, ...others] = [...(frame?.code ?? '').matchAll(REDUCTION)];
  return first === undefined
    ? {}
    : others.length > 0
      ? { name: first[1] }
      : frame?.place === 'library'
        ? {}
        : { alone: first[1] };
}

/** The line with the dimension that its index lacks. */
function gatherAnew(reading: IReading): string | undefined {
  const line = ownLine(reading);
  const { index } =
    /\.gather\(\s?(?:dim ?= ?)?-?1, ?(?:index ?= ?)?(?<index>[a-z_][\w.]{0,30})\)/i.exec(
      line
    )?.groups ?? {};
  return index === undefined || line.length > 120
    ? undefined
    : line.replace(`${index})`, `${index}.unsqueeze(1)).squeeze(1)`);
}

/** A call of a loss in the failed line. */
function lossIn(reading: IReading): ValuesOf<'loss'> {
  return {
    loss: callsIn(ownLine(reading)).find(
      ({ name, args }) => /loss|criterion/i.test(name) && args.length >= 2
    )?.args[0]
  };
}

/** A loss for classes whose output has no dimension for them. */
function lossFixes(trans: ITranslate, output: string): IFix[] {
  return [
    check(
      trans.__('Two classes, one value per sample: take the binary loss'),
      `criterion = nn.BCEWithLogitsLoss()\nloss = criterion(${output}, target.float())`
    ),
    check(
      trans.__('Several classes: keep [N, classes], without squeeze()'),
      `print(${output}.shape)  # [N, classes], for one sample unsqueeze(0)`
    )
  ];
}

/** torch.mm() or the like in the failed line, and the factor that is a column. */
function productIn(reading: IReading): ValuesOf<'product' | 'vector'> {
  const line = ownLine(reading);
  const { product } =
    /(?:\btorch|[\w\])])\.(?<product>b?mm|mv|t)\(/.exec(line)?.groups ?? {};
  return product === undefined || product === 't'
    ? {}
    : {
        product,
        vector: /(?<vector>[a-z_]\w{0,30}\[:, ?-?\w{1,12}\])/i.exec(line)
          ?.groups?.vector
      };
}

/** A product of matrices that got a vector, which old torch tells by a dimension. */
function productWords(
  trans: ITranslate,
  { product, vector, dim }: ValuesOf<'product' | 'vector' | 'dim'>
): IWords {
  const call = `${product ?? 'mm'}()`;
  return {
    title: trans.__('The tensor has no dimension %1', dim ?? '1'),
    cause: vector
      ? trans.__(
          '%1 takes matrices, and %2 is one column: an index takes its dimension away, so it is a vector.',
          call,
          vector
        )
      : trans.__('%1 takes matrices, and one of the two is a vector.', call),
    fixes: [
      check(
        trans.__('Multiply with @: it takes vectors, too'),
        vector ? `y = a @ ${vector}` : 'y = a @ b'
      ),
      check(
        trans.__('Or keep the column a matrix'),
        vector
          ? vector.replace(
              /\[:, ?(?<at>\d+)\]/,
              (_, at: string) => `[:, ${at}:${Number(at) + 1}]`
            )
          : 'b = b.unsqueeze(1)  # [n] becomes [n, 1]'
      ),
      {
        safety: 'diagnostic',
        ofLine: true,
        title: trans.__('Print the shape just before the line'),
        code: 'print(a.shape, b.shape)'
      }
    ]
  };
}

/** Calls that work along one dimension of what there is. */
const ALONG =
  /(?<![\w.])(?:(?:torch|F|nn|np)\.)?(?:[a-z_][\w.]{0,40}\.)?(?:log_)?(?:[sS]oftmax|LogSoftmax|argmax|argsort|cumsum|logsumexp|max|min|sum|mean|std|var|norm|sort|topk|normalize)\((?:[^()\n]{0,60}, ?)?(?:dim|axis) ?= ?(?<asked>\d)\)/g;

/** A call that takes out dimension 1 of a result [N, 1]. */
const SQUEEZE = /\.squeeze\((?:dim ?= ?)?1\)/;

/** What the line itself says of the dimension that it asks for. */
function dimensionIn(
  { high, dim }: ValuesOf<'high' | 'dim'>,
  reading: IReading
): ValuesOf<'counted' | 'flattened' | 'rowed'> {
  const line = ownLine(reading);
  const calls = [...line.matchAll(ALONG)];
  const last = reading.exceptions[0]?.frames.at(-1);
  return {
    rowed:
      high === '0' &&
      dim === '1' &&
      line.length <= 120 &&
      line.split('.squeeze(').length === 2 &&
      SQUEEZE.test(line)
        ? line.replace(SQUEEZE, '.reshape(-1)')
        : undefined,
    // Of a vector it is more often the batch that is missing.
    counted:
      Number(high) > 0 &&
      Number(dim) === Number(high) + 1 &&
      calls.length === 1 &&
      calls[0].groups?.asked === dim &&
      line.length <= 120
        ? line.replace(calls[0][0], call => call.replace(/\d\)$/, '-1)'))
        : undefined,
    flattened:
      high === '0' &&
      dim === '1' &&
      /\bflatten\(/.test(`${last?.code ?? ''}\n${line}`)
        ? 'yes'
        : undefined
  };
}

/** A single sample has no batch. */
function batchOfOne(trans: ITranslate): IFix {
  return check(
    trans.__('Give a single sample its batch dimension'),
    'x = x.unsqueeze(0)'
  );
}

/** What helps where the tensor has too few dimensions. */
/** @param isSingle - whether the batch dimension is known to be what is missing */
function dimensionFixes(trans: ITranslate, isSingle = false): IFix[] {
  const look = printShape(trans);
  return [
    ...(isSingle ? [batchOfOne(trans), look] : [look, batchOfOne(trans)]),
    check(
      trans.__('Do not squeeze every dimension away'),
      'x = x.squeeze(-1)  # not x.squeeze()'
    )
  ];
}

function printBothShapes(trans: ITranslate, source = 'x'): IFix {
  return {
    safety: 'diagnostic',
    ofLine: true,
    title: trans.__('Print both shapes just before the line'),
    code: `print(${source}.shape, index.shape)`
  };
}

/** Whether the tensor has one entry where the index has those of a batch. */
function isOfOne({ shape, dim = '0' }: ValuesOf<'shape' | 'dim'>): boolean {
  return shape?.split(', ')[Number(dim)] === '1';
}

function largerCause(
  trans: ITranslate,
  { index, shape, dim }: ValuesOf<'index' | 'shape' | 'dim'>
): string {
  return isOfOne({ shape, dim })
    ? trans.__(
        'The index is [%1], the tensor [%2]: the index is for several samples, the tensor was computed from one.',
        index,
        shape
      )
    : trans.__(
        'The index is [%1], the tensor [%2]. It may be larger in the dimension that is indexed, and in no other.',
        index,
        shape
      );
}

/** The tensor that `gather()` or the like is asked of, by the name in the line. */
function gathered(reading: IReading): ValuesOf<'source'> & Twin {
  const line = ownLine(reading);
  return {
    ...twinOf(reading),
    source: /(?<![\w.])(?<name>[a-z_][\w.]{0,40})\.(?:gather|scatter)/i.exec(
      line
    )?.groups?.name
  };
}

/** A line that writes ones at the places of labels: the form of one_hot() by hand. */
const ONES =
  /\.scatter_?\( ?(?:dim ?= ?)?-?1, ?[^()]{1,60}(?:\([^()]{0,40}\)[^()]{0,20}){0,3}, ?(?:value ?= ?)?1(?:\.0?)?\)/;

/** Lines that write at the cell of a box: `mask[b, best_n, gj, gi] = 0`. */
const GRID = /\[[^\]]{0,40}\bgj, ?gi\]/;

/** The line that looks up the size of the image of a placeholder. */
const PICTURES = /\b(?:image|video)_grid_thw\[\w{1,30}\]/;

/** A name that is asked for an entry by a text: `sample['input']`. */
const KEY =
  /(?<![\w.])(?<name>[a-z_]\w{0,40})\[["'](?<key>[\w -]{1,40})["']\]/gi;

/** The only such name of the failed line, and its key; undefined otherwise. */
function keyIn(
  reading: IReading
): { readonly name: string; readonly key: string } | undefined {
  const found = [...ownLine(reading).matchAll(KEY)];
  const { name, key } = found[0]?.groups ?? {};
  return found.length === 1 && name !== undefined && key !== undefined
    ? { name, key }
    : undefined;
}

export default define({
  id: 'tensor/index-range',
  answers: [
    'IndexError: Target 9 is out of bounds.',
    'IndexError: index out of range in self',
    'index 5 is out of bounds for dimension 0 with size 3',
    'Dimension out of range (expected to be in range of [-1, 0], but got 1)',
    'too many indices for tensor of dimension 1',
    'index_add_(): Number of indices (2) should be equal to source.size(dim): (3), for dim: 0',
    'Found an invalid max index: 99 (output volumes are of size 4x4)',
    'Class values must be smaller than num_classes.',
    'Detected more unique values in `target` than expected. Expected only 5 but found 7 in `target`.',
    'index out of range: Tried to access index 9 out of table with 4 rows',
    "Assertion `cur_target >= 0 && cur_target < n_classes' failed. at ClassNLLCriterion.c"
  ],
  // The CPU's own text holds the GPU's assertion.
  refines: ['cuda/device-assert-target'],
  values: [
    'key',
    'label',
    'outputs',
    'spent',
    'index',
    'size',
    'shape',
    'dim',
    'low',
    'high',
    'dims',
    'indices',
    'rows',
    'name',
    'alone',
    'found',
    'written',
    'table',
    'ids',
    'source',
    'product',
    'vector',
    'gathers',
    'loss',
    'counted',
    'flattened',
    'rowed',
    'limit',
    'chained',
    'entry',
    'container',
    'counter',
    'wrote',
    'meant',
    'anew',
    'reason'
  ],
  signs: [
    // Labels written as ones into a table with a column for each class.
    {
      where: 'message',
      pattern:
        /^index (?<label>\d{1,9}) is out of bounds for dimension 1 with size (?<outputs>\d{1,6})$/,
      when: reading => failedAt(ONES, reading),
      read: ({ label, outputs }) => ({ kind: 'label', label, outputs }) as const
    },
    ...messageOrLog(
      /index out of range in self|index out of range at \S+TH|\bembedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be (?<index>-?\d{1,19})/,
      { read: ({ index }, reading) => ({ index, ...tableOf(reading) }) }
    ),
    ...messageOrLog(
      /index (?<index>-?\d+) is out of (?:bounds|range) for dimension (?:-?\d{1,3} )?(?:with size |\(of size )(?<size>\d+)/,
      {
        tells: ({ index }, reading) =>
          isOwnLine(reading) ||
          writtenIndex(index, reading).written !== undefined,
        read: readEntry
      }
    )
  ],
  kinds: {
    index: {
      signs: [
        ...messageOrLog(
          /Index \d{1,12} is out of bounds: (?<index>-?\d+), range 0 to (?<size>\d+)/,
          { when: isOwnLine }
        ),
        // A sparse tensor's own check.
        ...messageOrLog(
          /size is inconsistent with indices: for dim \d{1,3}, size is (?<size>\d+) but found index (?<index>-?\d+)/
        ),
        ...messageOrLog(
          /tried to access index (?<index>-?\d+) on a tensor of (?<size>\d+) elements/,
          { when: isOwnLine }
        ),
        ...messageOrLog(
          /\bindex (?<index>-?\d{1,12}) is out of bounds for dim with size (?<size>\d{1,12})/,
          { when: reading => !annotates(reading) && isOwnLine(reading) }
        )
      ],
      words: indexWords
    },
    single: { words: singleWords },
    number: { words: numberWords },
    // A grid of YOLO: a centre at 1.0 of the image lies past its last cell.
    border: {
      signs: [
        {
          where: 'message',
          pattern:
            /^index (?<index>\d{1,4}) is out of bounds for dim(?:ension)? (?:[23] )?with size (?<size>\d{1,4})$/,
          when: reading => failedAt(GRID, reading),
          tells: ({ index, size }) => index === size,
          confidence: 'likely'
        }
      ],
      words: (trans, { index = '13', size = '13' }) => ({
        title: trans.__('A box is centred on the border of its image'),
        cause: trans.__(
          'The grid has %1 cells on a side, 0 … %2, and a centre at 1.0 of the width or height falls into cell %3.',
          size,
          Number(size) - 1,
          index
        ),
        fixes: [
          check(
            trans.__('Keep the cells inside of the grid'),
            `gi = gi.clamp(0, ${Number(size) - 1})\ngj = gj.clamp(0, ${Number(size) - 1})  # before the line that failed`
          ),
          {
            safety: 'diagnostic',
            title: trans.__('Find the labels at or past the border'),
            code: '$ awk \'$2>=1 || $3>=1 || $2<0 || $3<0 {print FILENAME": "$0}\' labels/*.txt'
          }
        ]
      })
    },
    // transformers, processing_qwen2_vl.py and its like.
    pictures: {
      signs: [
        {
          where: 'message',
          pattern:
            /^index (?<index>\d{1,6}) is out of bounds for dimension 0 with size (?<size>\d{1,6})$/,
          when: reading => failedAt(PICTURES, reading),
          tells: ({ index, size }) => index === size
        }
      ],
      words: (trans, { size = '1' }) => ({
        title: trans.__('The text has more places for images than images'),
        cause: trans._n(
          'The processor puts an image at each placeholder of the text, and it was given %1 image (or video) for more placeholders.',
          'The processor puts an image at each placeholder of the text, and it was given %1 images (or videos) for more placeholders.',
          Number(size)
        ),
        fixes: [
          check(
            trans.__('Leave out samples whose counts differ'),
            "samples = [s for s in samples if s['text'].count('<|image_pad|>') == len(s['images'])]",
            trans.__(
              'The placeholder is the processor’s own: print(processor.image_token). An image that could not be read, or one cut from the text, makes the counts differ.'
            )
          ),
          {
            safety: 'diagnostic',
            title: trans.__('Count both before the call'),
            code: 'print(text.count(processor.image_token), len(images))'
          }
        ]
      })
    },
    annotation: {
      signs: messageOrLog(
        /\bindex (?<label>\d{1,9}) is out of bounds for dim(?:ension)? (?:\d{1,3} )?with size (?<outputs>\d{1,6})/,
        { when: annotates, confidence: 'likely' }
      ),
      words: (trans, { label = '1', outputs = '1' }) => ({
        title: trans.__(
          'Label files hold the class id %1, the last one is %2',
          label,
          Number(outputs) - 1
        ),
        cause: trans._n(
          'The line writes each box at the place of its class, and there is %1 class: the ids in the label files must be 0 … %2, and one is %3.',
          'The line writes each box at the place of its class, and there are %1 classes: the ids in the label files must be 0 … %2, and one is %3.',
          Number(outputs),
          Number(outputs) - 1,
          label
        ),
        fixes: [
          check(
            trans.__('Number the classes from 0 in the label files'),
            label === outputs
              ? '# each line of labels/*.txt: class x y w h, the class 1 less than now'
              : `# each line of labels/*.txt: class x y w h, the class 0 … ${Number(outputs) - 1}`,
            trans.__(
              'LabelImg counts its predefined classes first: its classes.txt should hold your classes only.'
            )
          ),
          check(
            trans.__('Or there are more classes: say so in the settings'),
            `classes=${Number(label) + 1}  # in each [yolo] part of the cfg, filters=(classes + 5) * 3 before it`
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See which ids the label files hold'),
            code: '$ cut -d" " -f1 labels/*.txt | sort -n | uniq -c'
          }
        ]
      })
    },
    slice: {
      signs: [
        ...messageOrLog(
          /\bstart out of range \(expected to be in range of \[-\d+, (?<size>\d+)\], but got (?<low>-?\d+)\)/
        ),
        ...messageOrLog(
          /start \((?<low>-?\d+)\) \+ length \((?<length>\d+)\) exceeds dimension size \((?<size>\d+)\)/,
          {
            read: ({ low, length }) => ({
              low,
              high: low && length && String(Number(low) + Number(length))
            })
          }
        )
      ],
      words: (trans, { low, high, size }) => ({
        title:
          low && size && high === undefined
            ? trans.__(
                'The part starts at %1, the dimension ends at %2',
                low,
                size
              )
            : high && size
              ? trans.__('The part ends at %1, the dimension at %2', high, size)
              : trans.__('The part does not lie within the dimension'),
        cause:
          low && size && high === undefined
            ? trans.__(
                'narrow() takes length entries from start on, and start is %1: it must lie between -%2 and %2, counted from the end where it is negative.',
                low,
                size
              )
            : low && high && size
              ? trans.__(
                  'narrow() takes length entries from start on: from %1 up to %2, and the dimension has %3.',
                  low,
                  high,
                  size
                )
              : trans.__(
                  'narrow() takes length entries from start on, and the dimension has fewer.'
                ),
        fixes: [
          check(
            trans.__('Take no more than there is; a slice does that itself'),
            `y = x[${low ?? 'start'}:${high ?? 'start + length'}]  # shorter at the end`
          ),
          printShape(trans)
        ]
      })
    },
    label: LABEL,
    onehot: ONE_HOT,
    embedding: {
      signs: [
        ...messageOrLog(
          /index out of range: Tried to access index (?<index>-?\d+) out of table with (?<size>\d+)/
        ),
        ...messageOrLog(
          /of input takes value (?<index>-?\d+) which is not in the valid range \[0, (?<size>\d+)\)/
        )
      ],
      words: (trans, { index, size }) => ({
        title:
          index && size
            ? trans.__('Index %1 in a table of %2 rows', index, size)
            : trans.__('An id is too large for the embedding'),
        cause:
          index && size
            ? trans.__(
                'The table (nn.Embedding, index_select) has %1 rows, so ids are 0 … %2, and it was asked for %3.',
                size,
                Number(size) - 1,
                index
              )
            : trans.__(
                'A table with N rows (nn.Embedding, index_select) takes ids 0 … N - 1. Usually the vocabulary grew, the tokenizer belongs to another model, or the text is longer than the position table.'
              ),
        fixes: tableFixes(trans)
      })
    },
    select: {
      words: trans => ({
        title: trans.__('An index is outside the range of index_select()'),
        cause: trans.__(
          'With N entries in the dimension, indices are 0 … N - 1, and one is N or more, or negative. Usually the numbering starts at 1, or has gaps.'
        ),
        fixes: entryFixes(trans)
      })
    },
    lookup: {
      words: (trans, { written }) => {
        const [, table = 'x', ids = 'index'] =
          (written && /^([^[]+)\[(.+)\]$/.exec(written)) || [];
        return {
          title: trans.__('An index is outside the table it is looked up in'),
          cause: written
            ? trans.__(
                'A table with N rows takes the numbers 0 … N - 1, and in %1 one is N or more, or negative. Often labels are looked up that count from 1 or have gaps, so that the largest is not below the number of classes.',
                written
              )
            : trans.__(
                'A table with N rows takes the numbers 0 … N - 1, and one is N or more, or negative. Often labels or ids are looked up that count from 1 or have gaps, or the table was made for fewer.'
              ),
          fixes: [
            {
              safety: 'diagnostic',
              title: trans.__('Compare the indices with the rows of the table'),
              code: `print(${ids}.min(), ${ids}.max(), ${table}.shape)`
            },
            check(
              trans.__('Labels with gaps, or from another start: number them'),
              'classes, all_labels = torch.as_tensor(all_labels).unique(return_inverse=True)',
              trans.__(
                'Once for all labels, before they are split into batches.'
              )
            ),
            check(
              trans.__('Or make the table as large as the largest label'),
              'num_classes = int(all_labels.max()) + 1'
            )
          ]
        };
      }
    },
    topk: {
      signs: messageOrLog(
        /selected (?:index|number) k out of range|k not in range for dimension/
      ),
      words: trans => ({
        title: trans.__('k is larger than the number of values'),
        cause: trans.__(
          'topk and kthvalue can return at most as many values as the dimension has. With fewer classes than k, ask for fewer.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Ask for no more than there are'),
            code: 'values, indices = x.topk(min(5, x.size(-1)))'
          }
        ]
      })
    },
    ...LIBRARY_KINDS,
    dimension: {
      signs: [
        ...messageOrLog(
          /[Dd]imension out of range \(expected to be in range of \[(?<low>-?\d{1,3}), (?<high>-?\d{1,3})\], but got (?<dim>-?\d{1,19})\)/,
          {
            read: ({ high, dim }, reading) => ({
              ...reductionOf(reading),
              ...productIn(reading),
              ...lossIn(reading),
              ...dimensionIn({ high, dim }, reading)
            })
          }
        ),
        ...messageOrLog(
          /[Dd]imension out of range \(expected(?! to be between)|\bIndex dimension is out of bounds|Indexing dim \d{1,3} is out of bounds of tensor|invalid argument \d: dimension \d{1,3} out of range of \d{1,3}D tensor/
        )
      ],
      words: (
        trans,
        {
          low,
          high,
          dim,
          name,
          alone,
          product,
          vector,
          loss,
          counted,
          flattened,
          rowed
        }
      ) =>
        product
          ? productWords(trans, { product, vector, dim })
          : {
              title: dim
                ? trans.__('The tensor has no dimension %1', dim)
                : trans.__(
                    'The tensor has fewer dimensions than the call needs'
                  ),
              cause:
                counted !== undefined
                  ? trans.__(
                      'Dimensions count from 0: the tensor has %1 of them, 0 … %2, and the line asks for dimension %3, one behind the last. Often the last is meant, or the batch is missing.',
                      Number(high) + 1,
                      high,
                      dim
                    )
                  : rowed
                    ? trans.__(
                        'squeeze(1) takes dimension 1 out of [N, 1], and the tensor has one dimension only: it is [N] already. Either the model gives it so, or a squeeze() in it took the batch of a single sample away.'
                      )
                    : flattened
                      ? trans.__(
                          'flatten() from dimension 1 on keeps dimension 0 as the batch, and the tensor has no other. Usually it is a single sample without a batch.'
                        )
                      : low && high && dim
                        ? loss
                          ? trans.__(
                              'The tensor has dimensions %1 … %2, the loss asks for %3: often the output has no class dimension.',
                              low,
                              high,
                              dim
                            )
                          : trans.__(
                              'The tensor has dimensions %1 … %2, the call asks for %3: often the batch dimension is missing, or was squeezed away.',
                              low,
                              high,
                              dim
                            )
                        : trans.__(
                            'The call asks for a dimension that the tensor does not have. In a loss this often means that the output has no class dimension.'
                          ),
              fixes: [
                ...(name
                  ? [
                      check(
                        trans.__(
                          '%1() before it may have dropped one: keep it',
                          name
                        ),
                        `x = x.${name}(dim=1, keepdim=True)  # of ${name}() the values: [0]`
                      )
                    ]
                  : []),
                ...(rowed
                  ? [
                      check(
                        trans.__('Make one row of it, whatever it was'),
                        rowed
                      )
                    ]
                  : []),
                ...(loss && !rowed && high === '0' && dim === '1'
                  ? lossFixes(trans, loss)
                  : []),
                ...(high === '0' && alone
                  ? [
                      check(
                        trans.__(
                          'It has one dimension: let %1() take that',
                          alone
                        ),
                        `x.${alone}(dim=0)`
                      ),
                      check(
                        trans.__('Or give it the dimension that is missing'),
                        'x = x.unsqueeze(0)'
                      )
                    ]
                  : []),
                ...(counted
                  ? [
                      check(
                        trans.__('Where the last dimension is meant: say -1'),
                        counted
                      )
                    ]
                  : []),
                ...dimensionFixes(trans, flattened !== undefined)
              ]
            }
    },
    // python_variable_indexing.cpp takes a text for a sequence of indices.
    named: {
      signs: [
        {
          where: 'message',
          pattern: /^too many indices for tensor of dimension \d{1,2}/,
          when: reading => keyIn(reading) !== undefined,
          confidence: 'likely',
          read: (_, reading) => keyIn(reading) ?? {}
        }
      ],
      words: (trans, { name = 'sample', key = 'input' }) => ({
        title: fitting(`${name}${key}`, 24)
          ? trans.__('%1 is a tensor: it has no entry “%2”', name, key)
          : trans.__('A tensor is asked for an entry by its name'),
        cause: trans.__(
          'The line reads %1 like a dictionary, and %1 is a tensor, which counts its entries. What should return a dictionary, a dataset, a transform or a model, returned a tensor or a number.',
          name
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what it is'),
            code: `print(type(${name}), getattr(${name}, 'shape', None))`
          },
          check(
            trans.__('Return a dictionary where it is made'),
            `return {'${key}': …}  # in __getitem__, the transform or forward()`
          )
        ]
      })
    },
    indices: {
      signs: messageOrLog(
        /(?:too many indices for tensor of dimension|trying to index \d{1,2} dimensions of an?) (?<dims>[1-9]\d?)/,
        { when: reading => keyIn(reading) === undefined }
      ),
      words: (trans, { dims }) => ({
        title: dims
          ? trans._n(
              'More indices than the %1 dimension of the tensor',
              'More indices than the %1 dimensions of the tensor',
              Number(dims)
            )
          : trans.__('More indices than the tensor has dimensions'),
        cause: trans.__(
          'Each index takes one dimension. Often a batch or channel dimension was squeezed away before.'
        ),
        fixes: dimensionFixes(trans)
      })
    },
    unpool: {
      signs: messageOrLog(
        /\b[Ff]ound an invalid max index:? (?<index>-?\d+) \(output volumes are of size (?<shape>\d+(?: ?x ?\d+){1,2})|\bExpected shape of indices to be same as that of the input tensor \(\[(?<size>[\d, ]{1,60})\]\) but got indices tensor with shape: \[(?<found>[\d, ]{1,60})\]/
      ),
      words: (trans, { index, shape, size, found }) => ({
        title: trans.__('max_unpool got the places of another pooling'),
        cause:
          size && found
            ? trans.__(
                'The tensor is [%1], the indices are [%2]: there is one place for each value, as the pooling of this very tensor gave them. A layer in between must keep the shape.',
                size,
                found
              )
            : index && shape
              ? trans.__(
                  'max_unpool was told to put a value at place %1 of an output of %2. The indices come from a pooling with another size, or the size before the pooling was odd.',
                  index,
                  shape
                )
              : trans.__(
                  'max_unpool was told to put a value outside its output. The indices come from a pooling with another size, or the size before the pooling was odd.'
                ),
        fixes: [
          check(
            trans.__('Keep indices and size of the pooling it undoes'),
            'size = x.shape\nx, indices = F.max_pool2d(x, 2, return_indices=True)\nx = F.max_unpool2d(x, indices, 2, output_size=size)'
          )
        ]
      })
    },
    vector: {
      signs: messageOrLog(
        /\b[Ii]ndex (?:is supposed to be (?:an empty tensor or )?a vector|has to be a vector|should have dimension 1 or 0)/
      ),
      words: trans => ({
        title: trans.__('The indices must be one row of numbers'),
        cause: trans.__(
          'index_select(), index_add_() and their like take a tensor of indices with one dimension. Often one of size 1 is still there, or gather() was meant.'
        ),
        fixes: [
          check(
            trans.__('Make one row of the indices'),
            'index = index.flatten()'
          ),
          check(
            trans.__('Another index for each row: use gather'),
            'y = x.gather(1, index)'
          )
        ]
      })
    },
    rows: {
      signs: messageOrLog(
        /Number of indices \((?<indices>\d+)\) should be equal to source\.size\(dim\):? \((?<rows>\d+)\)|source tensor shape must match self tensor shape, excluding the specified dimension(?:\. Got self\.shape = \[(?<shape>[\d, ]{0,60})\] source\.shape = \[(?<found>[\d, ]{0,60})\])?|dimensionality must match\. Source dimensionality/
      ),
      words: (trans, { indices, rows, shape, found }) => ({
        title:
          indices && rows
            ? trans._n(
                '%1 index for %2 rows to write',
                '%1 indices for %2 rows to write',
                Number(indices),
                rows
              )
            : trans.__('The rows to write do not fit the indices'),
        cause:
          shape !== undefined && found !== undefined
            ? trans.__(
                'The tensor is [%1], the source [%2]: but for the dimension that is indexed all sizes must be equal. The source has one row for each index, as long as a row of the tensor.',
                shape,
                found
              )
            : trans.__(
                'index_add_(), index_copy_() and their like write one row of the source for each index: as many rows as indices, and each as long as a row of the tensor.'
              ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Compare the three shapes'),
            code: 'print(x.shape, index.shape, source.shape)'
          }
        ]
      })
    },
    larger: {
      signs: [
        ...messageOrLog(
          /Size does not match at dimension (?<dim>\d+) expected index \[(?<index>[\d, ]*)\] to be (?:smaller|no larger) than (?:self|src) \[(?<shape>[\d, ]*)\]/,
          { read: (_, reading) => gathered(reading) }
        ),
        ...messageOrLog(
          /Expected index \[(?<index>[\d, ]*)\] to be (?:smaller|no larger) than self \[(?<shape>[\d, ]*)\] apart from dimension/,
          { read: (_, reading) => gathered(reading) }
        )
      ],
      words: (trans, { index, shape, dim, source, ...twin }) =>
        withTwin(trans, twin, {
          title: trans.__('The index has more entries than the tensor'),
          cause: largerCause(trans, { index, shape, dim }),
          fixes: [
            printBothShapes(trans, source),
            isOfOne({ shape, dim })
              ? check(
                  trans.__('Compute the tensor for the whole batch, too'),
                  `${source ?? 'x'} = model(batch)  # all samples that the index is for`
                )
              : check(
                  trans.__(
                    'An index for a full batch, and this one is shorter'
                  ),
                  `index = index.narrow(${dim ?? '0'}, 0, ${(dim && shape?.split(', ')[Number(dim)]) ?? 'x.shape[0]'})`,
                  trans.__('Where it was made for other samples, make it anew.')
                )
          ]
        })
    },
    slices: {
      signs: messageOrLog(
        /Source\/destination tensor must have same slice shapes(?:\. Destination slice shape: \[?(?<shape>[\d, ]{1,60}?)\]? at dimension \d{1,2} and source slice shape: \[?(?<found>[\d, ]{1,60}?)\]? at dimension)?/
      ),
      words: (trans, { shape, found }) => ({
        title:
          shape && found
            ? trans.__(
                'Rows of [%1] for a tensor with rows of [%2]',
                found,
                shape
              )
            : trans.__('The rows to write are not as long as those there'),
        cause:
          shape && found
            ? trans.__(
                'index_copy_() writes whole rows: without the indexed dimension the tensor is [%1], the source [%2]. Often the source belongs to another layer or setting, or another dimension was meant.',
                shape,
                found
              )
            : trans.__(
                'index_copy_() writes whole rows, and without the indexed dimension tensor and source have different shapes. Old torch (0.4) let this pass where the numbers of values were equal.'
              ),
        fixes: [
          check(
            trans.__('Bring the source to the rows of the tensor'),
            shape &&
              found &&
              !/,/.test(shape + found) &&
              Number(found) > Number(shape)
              ? `x.index_copy_(0, index, source[:, :${shape}])`
              : 'x.index_copy_(0, index, source.view(-1, *x.shape[1:]))'
          ),
          check(
            trans.__('Or name the dimension that the indices count'),
            'x.index_copy_(1, index, source)'
          ),
          {
            safety: 'diagnostic',
            title: trans.__('Compare the three shapes'),
            code: 'print(x.shape, index.shape, source.shape)'
          }
        ]
      })
    },
    // Less precise than the kind before, whose texts its pattern matches too.
    shape: {
      signs: messageOrLog(
        /expected index \[[\d, ]*\] to be (?:smaller|no larger) than (?:self|src) \[|(?:Index|Input) tensor must have (?:the )?same (?:number of )?dimensions as|\btake_along_dim\(\): input and indices should have the same number of dimensions/,
        { read: (_, reading) => ({ gathers: gatherAnew(reading) }) }
      ),
      words: (trans, { gathers }) => ({
        title: trans.__('The index has the wrong shape for gather or scatter'),
        cause: trans.__(
          'gather and scatter need an index with as many dimensions as the tensor, and not larger than it outside the dimension that is indexed.'
        ),
        fixes: [
          check(
            trans.__('Give the index the dimension it lacks'),
            gathers ?? 'q = output.gather(1, index.unsqueeze(1)).squeeze(1)'
          ),
          printBothShapes(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“list index out of range” and “for axis 0 with size 3” come from Python lists and NumPy arrays, not from tensors.'
      )
    ],
    links: [
      LINKS.crossEntropy(trans),
      {
        title: trans.__('PyTorch: Embedding, num_embeddings'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Embedding.html'
      }
    ]
  })
});
