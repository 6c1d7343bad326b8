import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type IWords, type ValuesOf } from '../../define';
import { english } from '../../../diagnosis/english';
import { check } from '../../fix';
import { isRaisedInLibrary } from '../../shared/code-owner';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { attentionWords } from './attention';
import { fewerWords, withRoom } from './fewer';
import {
  inPlaceCause,
  inPlaceFixes,
  inPlaceOf,
  type InPlace
} from './in-place';
import { maskWords } from './mask';
import { roleFixes, roleMeaning, roleOf } from './roles';
import { saysEnough, sizesFixes, sizesMeaning } from './sizes';
import { ownLine } from '../../shared/ran-code';
import { withTwin } from '../../shared/near-variable';
import { operandsOf, pairOf, shapesCause, shapesFixes } from './visible';
import { warnedOf, warnedWords } from './warned';

function sizesTitle(
  trans: ITranslate,
  { a, b }: ValuesOf<'a' | 'b'> = {}
): string {
  return a !== undefined && b !== undefined
    ? trans.__('The shapes do not fit: %1 against %2', a, b)
    : trans.__('The shapes of two tensors do not fit together');
}

/** Whether one of the two has no entry at all. */
function isEmpty({ a, b }: ValuesOf<'a' | 'b'>): boolean {
  return (a === '0') !== (b === '0') && a !== undefined && b !== undefined;
}

function sizesCause(
  trans: ITranslate,
  { a, b, dim }: ValuesOf<'a' | 'b' | 'dim'>,
  meaning: ValuesOf<'a' | 'b' | 'dim' | 'parts' | 'masks'> | null
): string {
  if (isEmpty({ a, b })) {
    return trans.__(
      'One of the two tensors is empty: its size is 0 where the other has %1. Usually a text without known words, a filter or a slice left nothing.',
      a === '0' ? b : a
    );
  }
  if (a === undefined || b === undefined) {
    return trans.__(
      'The shapes differ in a dimension where neither has size 1. Sizes must be equal, or one of them 1, counted from the last dimension.'
    );
  }
  return dim === undefined
    ? trans.__(
        'One tensor has size %1 in a dimension in which the other has %2. Sizes must be equal, or one of them 1, counted from the last dimension.',
        a,
        b
      )
    : ((meaning && sizesMeaning(trans, meaning)) ??
        trans.__(
          'In dimension %3 one tensor has size %1, the other %2. Sizes must be equal, or one of them 1, counted from the last dimension.',
          a,
          b,
          dim
        ));
}

/** Beginnings and ends that are compared one by one, and are not equally many. */
function pairWords(
  trans: ITranslate,
  { a, b, from, to }: ValuesOf<'a' | 'b' | 'from' | 'to'>
): IWords {
  return {
    title: sizesTitle(trans, { a, b }),
    cause: trans.__(
      'The line compares beginnings (%1) with ends (%2), and there are %3 of the ones and %4 of the others. Usually a sample was cut at the greatest length in the middle of such a stretch, or a mark is missing in its text.',
      from,
      to,
      a,
      b
    ),
    fixes: [
      check(
        trans.__(
          'Leave out samples that are cut, or raise the greatest length'
        ),
        'tokenizer.model_max_length = 4096  # as far as model and memory allow',
        trans.__(
          'Count the marks of each sample before training: as many ends as beginnings.'
        )
      ),
      {
        safety: 'diagnostic',
        ofLine: true,
        title: trans.__('Print both shapes just before the line'),
        code: `print(${from}, ${to})`
      }
    ]
  };
}

/** Predictions that were taken along the samples and not along the classes. */
function samplesWords(
  trans: ITranslate,
  {
    a,
    b,
    classes = '',
    ...seen
  }: ValuesOf<'a' | 'b' | 'classes' | 'left' | 'right'>
): IWords {
  return {
    title: sizesTitle(trans, { a, b }),
    cause: trans.__(
      'Of scores [N, C] the largest is taken along dimension 0, over the samples: that gives one value for each class, not for each sample. So %1 meets %2.',
      a,
      b
    ),
    fixes: [
      check(trans.__('Take it along the classes, dimension 1'), classes),
      printShapes(trans, seen)
    ]
  };
}

/**
 * Whether more than two sizes is at hand: the names of the two tensors, what the
 * line does, or sizes that have a meaning by themselves.
 */
function isTold(
  sizes: ValuesOf<'a' | 'b' | 'dim'>,
  reading: IReading
): boolean {
  const seen = operandsOf(reading);
  const { from } = pairOf(reading);
  const { output: warned } = warnedOf(reading);
  return (
    reading.incident.tensors !== undefined ||
    isEmpty(sizes) ||
    saysEnough({ ...sizes, ...seen }) ||
    roleFixes(english, { ...sizes, role: roleOf(reading, sizes) }).length > 0 ||
    [seen.left, seen.meant, seen.classes, seen.kept, from, warned].some(
      one => one !== undefined
    )
  );
}

/** A sum that took a dimension away which the other tensor still has. */
function keptWords(
  trans: ITranslate,
  { a, b, kept = '', ...seen }: ValuesOf<'a' | 'b' | 'kept' | 'left' | 'right'>
): IWords {
  return {
    title: sizesTitle(trans, { a, b }),
    cause: trans.__(
      'A sum or mean over a dimension takes it away, and shapes are compared from the last dimension: so %1 meets %2. With keepdim=True the dimension stays, with size 1.',
      a,
      b
    ),
    fixes: [check(trans.__('Keep the dimension'), kept)]
  };
}

function stretchCause(trans: ITranslate): string {
  return trans.__(
    'A tensor was to be stretched to another shape, and only a size of 1 can be stretched. In an assignment the right side must fit the left.'
  );
}

function printShapes(
  trans: ITranslate,
  { left = 'a', right = 'b' }: ValuesOf<'left' | 'right'> = {}
): IFix {
  return {
    safety: 'diagnostic',
    ofLine: true,
    title: trans.__('Print both shapes just before the line'),
    code: `print(${left}.shape, ${right}.shape)`
  };
}

function usualFixes(
  trans: ITranslate,
  sizes: ValuesOf<'a' | 'b' | 'dim' | 'parts' | 'masks' | 'left' | 'right'> = {}
): IFix[] {
  if (sizes.a === '0' || sizes.b === '0') {
    return [
      check(
        trans.__('Leave out samples that are empty or too short'),
        'batch = [sample for sample in batch if len(sample) > 0]'
      )
    ];
  }
  return sizesFixes(trans, sizes);
}

/** Whether tokens go beyond a table of a model for each of their places. */
function isTooLong({ text, table }: ValuesOf<'text' | 'table'>): boolean {
  return Number(table) >= 32 && Number(text) > Number(table);
}

/** What to do where `b` values were to be written into a row of `a`. */
function rowFixes(
  trans: ITranslate,
  { a = '', b = '', lines }: ValuesOf<'a' | 'b' | 'lines'>
): IFix[] {
  if (lines !== undefined) {
    return [
      ...(lines === b
        ? [
            check(
              trans.__('One value for each of the %1 rows', lines),
              'x[:] = values.unsqueeze(1)'
            )
          ]
        : []),
      check(
        trans.__('Give a row as many values as it has'),
        `x[:] = torch.zeros(${a})`
      ),
      ...(Number(b) < Number(a)
        ? [check(trans.__('Or write to a part of it'), `x[:, :${b}] = values`)]
        : [])
    ];
  }
  return Number(b) > Number(a)
    ? [
        check(
          trans.__('Make the row as long as the longest sample'),
          `row = torch.zeros(${b})  # or raise the greatest length of the settings`
        ),
        check(trans.__('Or cut what is longer'), `row[:] = values[:${a}]`)
      ]
    : [
        check(
          trans.__('Fill only as much as there is'),
          'row[:len(values)] = values'
        )
      ];
}

function isGrey({ out = '', grown }: ValuesOf<'out' | 'grown'>): boolean {
  return /^1, \d+, \d+$/.test(out) && grown === out.replace('1', '3');
}

/**
 * Whether more is said than the shapes: of a line of a package, which is right
 * for what it usually gets, “make a new tensor” hides what came in wrong.
 */
function isOutputTold(
  shapes: ValuesOf<'out' | 'grown'>,
  reading: IReading
): boolean {
  return isGrey(shapes) || !isRaisedInLibrary(reading);
}

/** What to do where the result `grown` does not fit the tensor of shape `out`. */
function outputFixes(
  trans: ITranslate,
  { out, grown, ...seen }: ValuesOf<'out' | 'grown'> & InPlace
): IFix[] {
  if (isGrey({ out, grown })) {
    return seen.data === undefined
      ? [
          check(
            trans.__('A grey image, means for three colours: open in colour'),
            'image = Image.open(path).convert("RGB")'
          ),
          check(
            trans.__('Or normalise it with one mean, as for MNIST'),
            'transforms.Normalize((0.5,), (0.5,))'
          )
        ]
      : [
          check(
            trans.__('%1 is grey: one mean and one deviation', seen.data),
            'transforms.Normalize((0.5,), (0.5,))'
          ),
          check(
            trans.__('The model wants three channels: repeat the one'),
            'transforms.Grayscale(num_output_channels=3)  # before ToTensor()'
          )
        ];
  }
  if (!grown) {
    return usualFixes(trans);
  }
  return inPlaceFixes(trans, { out, grown, ...seen });
}

export default define({
  id: 'tensor/broadcast-shape',
  infers: true,
  answers: [
    'The size of tensor a (4) must match the size of tensor b (5) at non-singleton dimension 1',
    'The expanded size of the tensor (2) must match the existing size (3) at non-singleton dimension 0',
    "output with shape [3, 4] doesn't match the broadcast shape [5, 3, 4]",
    'shape mismatch: indexing tensors could not be broadcast together with shapes [2], [3]',
    'The shape of the mask [2] at index 0 does not match the shape of the indexed tensor [3, 4] at index 0',
    'expected src to have a size equal to the slice of self.',
    'size {[3]} is not expandable to size {[4]}.',
    'expand(torch.FloatTensor{[3]}, size=[]): the number of sizes provided (0) must be greater or equal to the number of dimensions in the tensor (1)',
    'The shape of the 2D attn_mask is torch.Size([5, 5]), but should be (4, 4).',
    'Number of elements of source < number of ones in mask',
    'masked_fill_ only supports a 0-dimensional value tensor, but got tensor with 1 dimension(s).',
    'linalg.cross: inputs dimension -1 must have length 3. Got 2 and 2',
    'inconsistent tensor size'
  ],
  values: [
    'a',
    'b',
    'dim',
    'role',
    'out',
    'grown',
    'given',
    'place',
    'table',
    'text',
    'row',
    'lines',
    'left',
    'right',
    'operator',
    'looped',
    'data',
    'leftShape',
    'rightShape',
    'remade',
    'classes',
    'kept',
    'parts',
    'masks',
    'output',
    'target',
    'from',
    'to',
    'wrote',
    'meant',
    'anew',
    'reason'
  ],
  // 0.1 to 1.x, of any operation; what follows in the text may tell the kind.
  // The plural ("sizes") was the message of torch.cat.
  signs: messageOrLog(
    /inconsistent tensor size(?=,? (?:expected (?:r_|tensor \[\d+ x)|at \S)|$)|respectively at \S*(?:Copy|Pointwise)|invalid argument \d: sizes do not match at \S*Copy|invalid argument \d: sizes do not match at \S*Pointwise|size of dimension does not match previous size, operand|tensors? (?:do|does) not have the same number of elements/
  ),
  kinds: {
    sizes: {
      signs: [
        ...messageOrLog(
          /\btensor a ?\((?<a>\d+)\) must match the size of tensor b ?\((?<b>\d+)\)(?: at (?:non-singleton )?dimension (?<dim>-?\d{1,3}))?/,
          {
            tells: isTold,
            read: ({ a, b, dim }, reading) => ({
              a,
              b,
              dim,
              role: roleOf(reading, { a, b, dim }),
              ...operandsOf(reading),
              ...pairOf(reading),
              ...warnedOf(reading)
            })
          }
        ),
        ...messageOrLog(
          /Shape mismatch: objects cannot be broadcast|shape mismatch: (?:indexing tensors could not be broadcast together with shapes \[|value tensor of shape \[)/
        ),
        ...messageOrLog(
          /Attempting to broadcast a dimension of length \d+ at -?\d{1,3}!/
        ),
        ...messageOrLog(
          /xpected tensor for argument #\d ["']\w{1,30}["'] to have same size as tensor for argument #\d ["']\w{1,30}["']; but/
        ),
        ...messageOrLog(/expected shape should be broadcastable to \[\d+\]/),
        ...messageOrLog(
          /\boperands do not broadcast with remapped shapes|einsum\(\): operands do not broadcast/
        )
      ],
      words: (
        trans,
        { a, b, dim, role, from, to, output, target, ...seen }
      ) => {
        const warned = { output, target };
        const { parts, masks, left, right, operator } = seen;
        const given = { a, b, dim, parts, masks, left, right, operator };
        const exact = shapesCause(trans, seen);
        if (warned.output !== undefined) {
          return warnedWords(trans, warned);
        }
        if (from !== undefined && to !== undefined) {
          return pairWords(trans, { a, b, from, to });
        }
        if (dim === '0' && seen.classes !== undefined) {
          return samplesWords(trans, { a, b, ...seen });
        }
        if (seen.kept !== undefined) {
          return keptWords(trans, { a, b, ...seen });
        }
        const forRole = roleFixes(trans, { a, b, dim, role });
        const fitting = exact ? shapesFixes(trans, seen) : [];
        const look = printShapes(trans, seen);
        return withTwin(trans, seen, {
          title: sizesTitle(trans, { a, b }),
          cause:
            exact ??
            roleMeaning(trans, { a, b, dim, role }) ??
            sizesCause(trans, given, forRole.length > 0 ? null : given),
          fixes: exact
            ? fitting.length > 0
              ? [...fitting, look]
              : [look]
            : // Two sizes alone do not tell which of the tensors is wrong.
              forRole.length > 0
              ? [...forRole, look]
              : saysEnough(given) && forRole.length === 0
                ? [...usualFixes(trans, given), look]
                : [look, ...usualFixes(trans, given)]
        });
      }
    },
    fewer: {
      signs: [
        ...messageOrLog(
          /(?:\bexpand\([\w.]{1,40}\{\[(?<given>[\d, ]{0,60})\]\}, size=\[(?<place>[\d, ]{0,60})\]\): )?the number of sizes provided \(\d{1,3}\) must be greater or equal to the number of dimensions in the tensor/,
          {
            read: (values, reading) => ({
              ...values,
              anew: withRoom(values, reading)
            })
          }
        )
      ],
      words: (trans, values) => fewerWords(trans, values, printShapes(trans))
    },
    expand: {
      signs: [
        ...messageOrLog(
          /expanded size of the tensor \((?<a>\d+)\) must match the existing size \((?<b>\d+)\)(?: at non-singleton dimension -?\d{1,3}(?:\. Target sizes: \[(?:(?:(?<lines>\d{1,12}), )?(?<row>\d{1,12})\]\. Tensor sizes: \[\d{1,12}\]|\d{1,12}, (?<text>\d{1,12})\]\. Tensor sizes: \[1, (?<table>\d{1,12})\]))?)?/,
          {
            // expand() writes nothing into a row.
            read: ({ row, lines }, reading) =>
              ownLine(reading).includes('.expand(')
                ? { row: undefined, lines: undefined }
                : { row, lines }
          }
        ),
        ...messageOrLog(
          /expanded size of the tensor must match the existing size/
        ),
        ...messageOrLog(
          /\bsize \{?\[(?<out>[\d, ]{0,60})\]\}? is not expandable to size \{?\[(?<grown>[\d, ]{0,60})\]/
        ),
        ...messageOrLog(
          /xpected src to have a size equal to the slice of self\. src size = \[|\bsize \{?\[[\d, ]{0,60}\]\}? is not expandable to size/
        )
      ],
      words: (trans, { a, b, table, text, row, lines, out, grown }) => ({
        title: sizesTitle(trans, { a, b }),
        cause:
          out !== undefined && grown !== undefined
            ? trans.__(
                '[%1] does not stretch to [%2]: counted from the last dimension, each size must be equal or 1. sum_to_size() asks this of the size that it is given.',
                out,
                grown
              )
            : isTooLong({ text, table })
              ? trans.__(
                  'The tokens are %1 long, and a table that the model keeps for each place (of positions or token types) has %2 entries: the text was not cut, or padded beyond them.',
                  text,
                  table
                )
              : isEmpty({ a, b })
                ? trans.__(
                    'The tensor is empty: its size is 0 where %1 is wanted. Usually a slice began behind the end, as of a sample that is too short, or a filter left nothing.',
                    a === '0' ? b : a
                  )
                : row !== undefined && b !== undefined
                  ? trans.__(
                      'A row of %1 values was to be written into one of %2.',
                      b,
                      row
                    ) +
                    (lines === undefined
                      ? ` ${trans.__('Mostly the row was made for a greatest length (of labels, tokens or steps), and this sample does not have it.')}`
                      : '')
                  : a !== undefined && b !== undefined
                    ? trans.__(
                        'The tensor has size %1 where size %2 is wanted, and only a size of 1 can be stretched. In an assignment the right side must fit the left.',
                        b,
                        a
                      )
                    : stretchCause(trans),
        fixes: [
          ...(isTooLong({ text, table })
            ? [
                check(
                  trans.__('A text longer than the position table: cut it'),
                  `batch = tokenizer(texts, truncation=True, max_length=${table}, padding=True, return_tensors='pt')`
                )
              ]
            : row !== undefined
              ? rowFixes(trans, { a: row, b, lines })
              : usualFixes(trans, { a, b })),
          printShapes(trans)
        ]
      })
    },
    output: {
      signs: messageOrLog(
        /output with shape \[(?<out>[\d, ]{0,60})\] doesn["']t match the broadcast shape(?: \[(?<grown>[\d, ]{0,60})\])?/,
        { tells: isOutputTold, read: (_, reading) => inPlaceOf(reading) }
      ),
      words: (trans, { out, grown, ...seen }) => ({
        title: isGrey({ out, grown })
          ? trans.__('A grey image is normalised with three colours')
          : sizesTitle(trans),
        cause:
          out !== undefined && grown
            ? isGrey({ out, grown })
              ? trans.__(
                  'The image is [%1], one channel, and mean and deviation have three values: the result would be [%2].',
                  out,
                  grown
                )
              : inPlaceCause(trans, { out, grown, ...seen })
            : stretchCause(trans),
        fixes: [
          ...outputFixes(trans, { out, grown, ...seen }),
          printShapes(trans, seen)
        ]
      })
    },
    einsum: {
      signs: messageOrLog(
        /einsum\(\): subscript \w has size (?<a>\d+) for operand \d{1,3} which does not broadcast with previously seen size (?<b>\d+)/
      ),
      words: (trans, { a, b }) => ({
        title: sizesTitle(trans, { a, b }),
        cause: trans.__(
          'In einsum() a letter stands for one size, and here the same letter is %1 in one tensor and %2 in another.',
          a,
          b
        ),
        fixes: [
          check(
            trans.__('Swap two letters, or two of the tensors'),
            'scores = torch.einsum("bqd,de,bke->bqk", q, W, k)  # W: [size of q, size of k]'
          ),
          printShapes(trans)
        ]
      })
    },
    mask: {
      signs: [
        ...messageOrLog(
          /shape of the mask \[(?<a>[\d, ]*)\](?: at index \d{1,3})? ?does not match the shape of the indexed tensor(?: \[(?<b>[\d, ]*)\])?/
        ),
        ...messageOrLog(
          /inconsistent tensor size, expected tensor \[[\d x]*\] and mask/
        )
      ],
      words: (trans, { a, b }) => ({
        title: trans.__('The mask does not have the shape of the tensor'),
        cause:
          maskWords(trans, a, b)?.cause ??
          (a && b
            ? trans.__(
                'The mask is [%1], the tensor that it selects from [%2]: they must agree in the dimensions that the mask covers, from the first on. Usually one of the two was filtered before.',
                a,
                b
              )
            : trans.__(
                'A mask must have the shape of what it selects from. With x[mask] it must agree in the dimensions that it covers.'
              )),
        fixes: [
          ...(maskWords(trans, a, b)?.fixes ?? [
            check(
              trans.__('Make the mask from the very tensor, at the very place'),
              'mask = x > 0.5\ny = x[mask]'
            )
          ]),
          {
            safety: 'diagnostic',
            ofLine: true,
            title: trans.__('Print both shapes just before the line'),
            code: 'print(x.shape, mask.shape)'
          }
        ]
      })
    },
    attention: {
      signs: [
        ...messageOrLog(
          /Mask shape should match input\. mask: \[|xpected key_padd(?:ed|ing)_mask\.shape\[0\] to be \d|xpecting key_padding_mask shape of \(|xpected `attn_mask` shape to be \(|The size of the [23]D attn_mask is not correct|\bAttention mask should be of size \([\d, ]{1,40}\), but is torch\.Size/
        ),
        ...messageOrLog(
          /shape of the [23]D attn_mask is(?: torch\.Size\(\[(?<a>[\d, ]{1,40})\]\), but should be \((?<b>[\d, ]{1,40})\))?/
        )
      ],
      words: (trans, { a, b }) =>
        attentionWords(trans, { a, b }, printShapes(trans))
    },
    leading: {
      signs: messageOrLog(
        /The expanded size of the tensor \(-\d{1,9}\) isn["']t allowed in a leading, non-existing dimension/
      ),
      words: trans => ({
        title: trans.__('expand() needs a size for each new dimension'),
        cause: trans.__(
          'In expand() -1 keeps the size of a dimension that the tensor has. It was given more sizes than the tensor has dimensions, and the new ones stand in front.'
        ),
        fixes: [
          check(
            trans.__('Add the dimension where it belongs, then expand'),
            'x = x.unsqueeze(-1).expand(-1, n)'
          ),
          printShapes(trans)
        ]
      })
    },
    source: {
      signs: messageOrLog(
        /Number of elements of source < number of ones in mask/
      ),
      words: trans => ({
        title: trans.__('There are fewer values than places in the mask'),
        cause: trans.__(
          'masked_scatter() fills the places that the mask marks with the values of the source, one after another. In models for images and text it means more image places in the text than image features: the processor does not belong to the model, or images are missing.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Count both'),
            detail: trans.__(
              'A mask [N, L] must be stretched to [N, L, D] for values of size D.'
            ),
            code: 'print(mask.sum().item(), source.numel())'
          },
          printShapes(trans)
        ]
      })
    },
    fill: {
      signs: messageOrLog(
        /\b(?:masked_fill|index_fill)_? only supports a 0-dimensional value tensor, but got tensor with [1-9]/
      ),
      words: trans => ({
        title: trans.__('Only a single number can be filled in'),
        cause: trans.__(
          'masked_fill() and index_fill() write one and the same number to all places, and were given a tensor with dimensions.'
        ),
        fixes: [
          check(
            trans.__('Take where() for a value of its own at each place'),
            'x = torch.where(mask, values, x)'
          ),
          printShapes(trans)
        ]
      })
    },
    cross: {
      signs: messageOrLog(
        /\blinalg\.cross: inputs dimension (?<dim>-?\d{1,2}) must have length 3\. Got (?<a>\d{1,12}) and (?<b>\d{1,12})|\blinalg\.cross: inputs dimension -?\d{1,2} must have length 3|\bno dimension of size 3 in input/
      ),
      words: (trans, { dim, a, b }) => ({
        title: trans.__('The cross product needs vectors of length 3'),
        cause:
          dim && a && b
            ? trans.__(
                'The cross product is defined for vectors of three numbers, and dimension %1 has %2 and %3. It is named by dim=, else it is the last one.',
                dim,
                a,
                b
              )
            : trans.__(
                'The cross product is defined for vectors of three numbers, in the dimension named by dim=.'
              ),
        fixes: [
          ...(a === undefined || (a === '2' && b === '2')
            ? [
                check(
                  trans.__('Vectors in the plane: add a third number, 0'),
                  'a, b = F.pad(a, (0, 1)), F.pad(b, (0, 1))'
                )
              ]
            : []),
          check(
            trans.__('Name the dimension that holds the three numbers'),
            'c = torch.linalg.cross(a, b, dim=1)'
          ),
          printShapes(trans)
        ]
      })
    },
    ranks: {
      signs: messageOrLog(
        /\blinalg\.cross: inputs must have the same number of dimensions/
      ),
      words: trans => ({
        title: trans.__('cross() got different numbers of dimensions'),
        cause: trans.__(
          'Both tensors of a cross product need the same number of dimensions, and one of them has one more. Often one vector was meant for a whole batch.'
        ),
        fixes: [
          check(
            trans.__('Give the single vector a dimension for the batch'),
            'c = torch.linalg.cross(a.unsqueeze(0), b)'
          ),
          printShapes(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'NumPy says “operands could not be broadcast together with shapes (2,3) (3,2)”: the line then works on arrays, not on tensors.'
      ),
      trans.__(
        'If the line multiplies matrices (@, matmul, Linear), compare the batch dimensions, too.'
      )
    ],
    links: [LINKS.broadcasting(trans)]
  })
});
