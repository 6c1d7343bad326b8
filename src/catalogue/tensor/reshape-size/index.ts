import { define, type ValuesOf } from '../../define';
import { english } from '../../../diagnosis/english';
import { check } from '../../fix';
import { ownLine } from '../../shared/ran-code';
import { printedText } from '../../predicates';
import { messageOrLog } from '../../signs';
import {
  featuresPerSample,
  guessedFeatures,
  keepsRows,
  lostByHeads,
  missingRows,
  namesBatch,
  packsBits,
  productOf,
  samplesIn,
  sumOf,
  withFreeFirst
} from './sizes';
import type { IReading } from '../../../incident/types';
import { visibleCode } from '../../shared/ran-code';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { withDropLast } from '../../shared/edits/loader';
import { batchKept } from '../../shared/edits/calls';

/** A loader or a loop over its batches: only there is a last one shorter. */
const LOOP =
  /DataLoader|\b\w{0,30}loader\b|\bfor epoch\b|\bepochs?\b|\btrain(?:ing_step|_one_epoch|_epoch)?\(|\bvalidation_step\b/;

function loopIn(reading: IReading): string | undefined {
  return LOOP.exec(printedText(reading))?.[0];
}

type Sized = 'shape' | 'size' | 'loop' | 'headless';

/** Whether code is at hand that speaks of no heads: then a shape is not theirs. */
function headlessIn(reading: IReading): 'yes' | undefined {
  const text = printedText(reading);
  return visibleCode(reading).lines.length > 1 &&
    !/head|attention|attn|\bd_k\b|\bqkv?\b/i.test(
      `${text} ${visibleCode(reading).text}`
    )
    ? 'yes'
    : undefined;
}

function causeOf(
  trans: ITranslate,
  { shape, size, loop, headless }: ValuesOf<Sized>
): string {
  if (shape === '' && size !== undefined) {
    return trans.__(
      'The shape [] is that of a single number, and the tensor has %1 values. Often the list of sizes came out empty, such as x.shape[2:] of two dimensions.',
      size
    );
  }
  const wanted = shape === undefined ? null : productOf(shape);
  if (shape === undefined || size === undefined || !wanted) {
    return trans.__(
      'A reshape keeps all values: the sizes of the new shape must multiply to the number of values the tensor has. Often the number of features before a Linear layer was guessed, or the last batch is shorter.'
    );
  }
  const width = headless ? null : lostByHeads(shape, size);
  if (width !== null) {
    return trans.__(
      'The tensor has %1 values, the shape [%2] takes %3. A width of %4 cannot be divided among so many heads: a part is lost in the division.',
      size,
      shape,
      wanted.size,
      width
    );
  }
  if (wanted.free > 0 && wanted.size === 0) {
    return trans.__(
      'The shape [%1] has a 0, so it takes no value, and the tensor has %2. Often the 0 is the length of an empty list, or a division that was rounded down.',
      shape,
      size
    );
  }
  if (wanted.free > 0 && !guessedFeatures(shape)) {
    return trans.__(
      'The tensor has %1 values, which cannot be divided by %2. A size that is written into the shape [%3] (a window, heads, frames, a batch) is not that of this data.',
      size,
      wanted.size,
      shape
    );
  }
  if (wanted.free > 0) {
    return trans.__(
      'The tensor has %1 values, which cannot be divided by %2. Often the number of features was guessed for another image size.',
      size,
      wanted.size
    );
  }
  if (size === '0') {
    return trans.__(
      'The tensor is empty, and the shape [%1] takes %2 values. Usually a filter, mask or slice before this line kept nothing.',
      shape,
      wanted.size
    );
  }
  if (isInColour(shape, size)) {
    return trans.__(
      'The tensor has %1 values, the shape [%2] takes %3, a third of them. Usually an image or mask was read with three colours where one channel is meant.',
      size,
      shape,
      wanted.size
    );
  }
  if (packsBits(shape, size)) {
    return trans.__(
      'The tensor has %1 values, the shape [%2] takes %3, eight times as many. A black and white image (mode “1” of Pillow) has one bit for each pixel, and its raw bytes were perhaps read as one byte for each.',
      size,
      shape,
      wanted.size
    );
  }
  const samples = samplesIn(shape, size);
  if (samples !== null) {
    return loop || namesBatch(shape)
      ? trans.__(
          'The tensor has %1 values, the shape [%2] takes %3. Often a batch size is written into the shape, and the last batch is shorter.',
          size,
          shape,
          wanted.size
        )
      : trans.__(
          'The tensor has %1 values, the shape [%2] takes %3. If the other sizes are right, the first one must be %4: as many are in this tensor.',
          size,
          shape,
          wanted.size,
          samples
        );
  }
  const missing = missingRows(shape, size);
  if (missing !== null) {
    return trans.__(
      'The tensor has %1 rows of %2 values, the shape [%3] takes %4 rows: not a size is wrong, but rows are missing or too many. Some items (tokens, words, frames) gave no row, or another number than was counted.',
      missing.rows,
      missing.width,
      shape,
      missing.wanted
    );
  }
  if (isRowOfSamples(shape, size)) {
    return trans.__(
      'The tensor has %1 values, one for each sample of the shape [%2], which takes %3. So it is a row of labels or numbers, and not what the rest of the shape is for.',
      size,
      shape,
      wanted.size
    );
  }
  const features = featuresPerSample(shape, size);
  return features === null
    ? trans.__(
        'The tensor has %1 values, the shape [%2] takes %3: a reshape keeps all values. A size in the shape is not that of this tensor.',
        size,
        shape,
        wanted.size
      )
    : trans.__(
        'The tensor has %1 values, the shape [%2] takes %3. With this batch each sample has %4 values: often the number was guessed for another image size.',
        size,
        shape,
        wanted.size,
        features
      );
}

/** Whether the tensor has as many values as the shape has samples. */
function isRowOfSamples(shape: string, size: string): boolean {
  const [samples, ...rest] = shape.split(/, ?/).map(Number);
  return rest.length > 1 && samples > 1 && String(samples) === size;
}

/** The pixels of a small image. */
const FEWEST_PIXELS = 1024;

/** Whether the values are three times the pixels that the shape takes. */
function isInColour(shape: string, size: string): boolean {
  const wanted = productOf(shape);
  const pixels = shape.split(', ').slice(1).map(Number);
  return (
    wanted?.free === 0 &&
    wanted.size * 3 === Number(size) &&
    !pixels.includes(3) &&
    pixels.reduce((all, one) => all * one, 1) >= FEWEST_PIXELS &&
    (pixels.length === 1 || pixels.slice(-2).every(side => side >= 16))
  );
}

/** Whether the two numbers give more than a look at the shape. */
function isTold(
  values: ValuesOf<'shape' | 'size'>,
  reading: IReading
): boolean {
  const { shape = '', size = '' } = values;
  const loop = loopIn(reading);
  const line = ownLine(reading);
  // A size that is left free helps with a line of one's own alone.
  const isOpen = isOfColumns(shape, size)
    ? !line.includes(`(${shape})`)
    : samplesIn(shape, size) !== null &&
      !packsBits(shape, size) &&
      loop === undefined &&
      !namesBatch(shape) &&
      line === '';
  return (
    reading.incident.tensors !== undefined ||
    isInColour(shape, size) ||
    (!isOpen &&
      countFixes(english, {
        shape,
        size,
        loop,
        headless: headlessIn(reading)
      }).some(({ safety }) => safety !== 'diagnostic'))
  );
}

/** One or a few columns, or a row, of a length that was guessed: `x.view(50, 1)`. */
const COLUMN = /^(?:\d{2,9}, [1-4]|1, \d{2,9})$/;

/** Whether all values fit into them where the length is left open. */
function isOfColumns(shape: string, size: string): boolean {
  const columns = Number(shape.split(', ').pop());
  return (
    COLUMN.test(shape) &&
    (shape.startsWith('1, ') || Number(size) % columns === 0)
  );
}

/** What helps, as far as the shape tells what its sizes are. */
function countFixes(
  trans: ITranslate,
  { shape, size, loop, headless }: ValuesOf<Sized>
): IFix[] {
  if (!shape || !size) {
    return [flatten(trans), printShape(trans)];
  }
  if (!headless && lostByHeads(shape, size) !== null) {
    return [
      {
        safety: 'check',
        title: trans.__('Choose a width that the number of heads divides'),
        code: 'd_model = heads * width_of_head'
      },
      printShape(trans)
    ];
  }
  if (size === '0') {
    return [
      {
        safety: 'check',
        title: trans.__('Treat the empty case before the line'),
        code: 'if x.numel() > 0:\n    x = x.reshape(shape)'
      },
      printShape(trans)
    ];
  }
  if (isInColour(shape, size)) {
    return [
      check(
        trans.__('Read it with one channel'),
        "mask = Image.open(path).convert('L')  # or cv2.imread(path, cv2.IMREAD_GRAYSCALE)"
      ),
      printShape(trans)
    ];
  }
  if (packsBits(shape, size)) {
    return [
      check(
        trans.__('One byte for each pixel: convert the image first'),
        "mask = mask.convert('L')"
      ),
      printShape(trans)
    ];
  }
  if (missingRows(shape, size) !== null) {
    return [
      {
        safety: 'diagnostic',
        title: trans.__('Find the item whose number of rows is another'),
        detail: trans.__(
          'Compare for each sample what was counted with what came out. A warning above, as of a tokenizer that did not match, names it.'
        ),
        code: 'for text, rows in zip(texts, outputs):\n    print(len(text.split()), rows.shape)'
      },
      check(
        trans.__('Clean or leave out such items, or update the library'),
        "import unicodedata\ntext = unicodedata.normalize('NFKC', text)  # combining marks, invisible characters",
        trans.__(
          'Characters that a tokenizer drops give a word without a token.'
        )
      ),
      printShape(trans)
    ];
  }
  if (isOfColumns(shape, size)) {
    return [
      check(
        trans.__('Leave the length open: -1 takes all values'),
        `x = x.reshape(${shape.replace(/\d{2,9}/, '-1')})`
      ),
      printShape(trans)
    ];
  }
  if (isRowOfSamples(shape, size)) {
    return [
      check(
        trans.__('Give it the images or features, not the labels'),
        'for x, y in loader:\n    print(x.shape, y.shape)  # x is what has the rest of the shape'
      ),
      printShape(trans)
    ];
  }
  const row = /^-1, ?(?<width>\d{1,2})$/.exec(shape)?.groups?.width;
  if (row !== undefined) {
    const whole = Number(size) - (Number(size) % Number(row));
    return [
      check(
        trans.__('Cut what does not fill a row, or pad it'),
        `x = x.flatten()[:${whole}].reshape(${shape})`
      ),
      flatten(trans),
      printShape(trans)
    ];
  }
  const isFewer = samplesIn(shape, size) !== null;
  if (isFewer && !loop && !namesBatch(shape)) {
    return [
      printShape(trans),
      check(
        trans.__('Let PyTorch count: leave the first size to it'),
        `x = x.reshape(${withFreeFirst(shape)})`,
        trans.__('Where the number comes from a setting, correct it there.')
      )
    ];
  }
  if (!shape.includes('-1') && !isFewer && !loop && featuresOnly(shape)) {
    return [
      printShape(trans),
      ...fittingShapes(trans, shape, size),
      flatten(trans)
    ];
  }
  return [
    ...(keepsRows(shape) ? [flatten(trans)] : []),
    ...(productOf(shape)?.free === 1 && !keepsRows(shape)
      ? [
          {
            safety: 'check' as const,
            title: trans.__('Make both with one setting: code and data'),
            detail: trans.__(
              'A size in the shape is a setting of the code. Compare it with the one that the data was prepared with, and prepare it anew where they differ.'
            )
          }
        ]
      : []),
    printShape(trans),
    ...(isFewer
      ? [
          {
            safety: 'check' as const,
            title: trans.__('Skip the shorter last batch'),
            code: 'loader = DataLoader(dataset, batch_size=64, drop_last=True)',
            edit: withDropLast
          }
        ]
      : [])
  ];
}

/** Whether no size of the shape is that of a batch or of a layer. */
function featuresOnly(shape: string): boolean {
  return shape.split(/, ?/).every(size => Number(size) < 32);
}

/** The shape with one size left to PyTorch, where that gives a whole number. */
function fittingShapes(trans: ITranslate, shape: string, size: string): IFix[] {
  const sizes = shape.split(/, ?/).map(Number);
  const at = sizes.findIndex(
    (_, free) =>
      Number(size) %
        sizes.reduce(
          (product, one, index) => (index === free ? product : product * one),
          1
        ) ===
      0
  );
  return [
    check(
      trans.__('Name sizes that multiply to %1; one of them may be -1', size),
      at < 0
        ? `x = x.reshape(-1)  # ${size} values in one row`
        : `x = x.reshape(${sizes.map((one, index) => (index === at ? -1 : one)).join(', ')})`
    )
  ];
}

function flatten(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Keep the batch, let PyTorch work out the rest'),
    detail: trans.__(
      'A wrong -1 in the batch place mixes samples and fails later, in the loss.'
    ),
    code: 'x = x.reshape(x.size(0), -1)  # same as torch.flatten(x, 1)',
    edit: batchKept
  };
}

function printShape(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    ofLine: true,
    title: trans.__('Print the shape just before the line'),
    code: 'print(x.shape, x.numel())'
  };
}

export default define({
  id: 'tensor/reshape-size',
  infers: true,
  answers: [
    "shape '[-1, 400]' is invalid for input of size 384",
    "size '[64 x 784]' is invalid for input of with 1024 elements",
    'cannot reshape tensor of 0 elements into shape [0, -1]',
    "unflatten: Provided sizes [4, 2] don't multiply up to the size of dim 0",
    'only one dimension can be inferred',
    'Trying to create tensor with negative dimension -1: [4, -1]',
    'split_with_sizes expects split_sizes to sum exactly to 6',
    'EinopsError: Error while processing rearrange-reduction pattern'
  ],
  values: ['shape', 'size', 'input', 'loop', 'headless'],
  kinds: {
    count: {
      signs: [
        ...messageOrLog(
          /(?:shape|size) ["'`]?\[(?<shape>[-\d, x]+)\]["'`]? is invalid for input (?:of size|of with|with) (?<size>\d+)/,
          {
            tells: isTold,
            read: (_, reading) => ({
              loop: loopIn(reading),
              headless: headlessIn(reading)
            })
          }
        ),
        ...messageOrLog(
          /\bshape ["']\[\]["'] is invalid for input of size (?<size>\d+)/,
          { read: ({ size }) => ({ shape: '', size }) }
        ),
        ...messageOrLog(
          /unflatten: Provided sizes \[(?<shape>[-\d, ]+)\] don["']t multiply up to the size of dim -?\d{1,3} \((?<size>\d+)/
        )
      ],
      words: (trans, values) => ({
        title: values.size
          ? trans.__('%1 values do not fit into the new shape', values.size)
          : trans.__('The values do not fit into the new shape'),
        cause: causeOf(trans, values),
        fixes: countFixes(trans, values)
      })
    },
    empty: {
      signs: messageOrLog(
        /cannot reshape tensor of 0 elements into shape \[(?<shape>[-\d, ]{1,60})\]/
      ),
      words: (trans, { shape }) => ({
        title: trans.__('The tensor is empty: -1 could be any size'),
        cause: shape
          ? trans.__(
              'The tensor has 0 values, so the -1 in the shape [%1] cannot be worked out. Usually a filter, mask or slice kept nothing, or the batch is empty.',
              shape
            )
          : trans.__(
              'The tensor has 0 values, so the -1 in the shape cannot be worked out. Usually a filter, mask or slice kept nothing, or the batch is empty.'
            ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('flatten() knows the size of an empty batch, too'),
            code: 'x = x.flatten(1)  # [0, C, H, W] becomes [0, C * H * W]'
          },
          {
            safety: 'check',
            title: trans.__('Or treat the empty case before the line'),
            code: 'if x.numel() > 0:\n    x = x.reshape(x.size(0), -1)'
          },
          printShape(trans)
        ]
      })
    },
    parts: {
      signs: [
        ...messageOrLog(
          /split_with_sizes expects split_sizes to sum exactly to (?<size>\d{1,12}) \(input tensor["']s size at dimension -?\d{1,2}\), but got split_sizes=\[(?<shape>[-\d, ]{0,120})\]/
        ),
        ...messageOrLog(
          /split_with_sizes expects split_sizes (?:to sum exactly to|have only non-negative)/
        )
      ],
      words: (trans, { shape, size }) => ({
        title: size
          ? trans.__('The parts do not add up to %1', size)
          : trans.__('The parts do not add up to the size of the tensor'),
        cause:
          shape && size
            ? trans.__(
                'The dimension has %1 entries, and the parts [%2] add up to %3. split() with a list cuts the whole dimension, without a rest.',
                size,
                shape,
                sumOf(shape)
              )
            : trans.__(
                'split() with a list cuts the whole dimension: the parts must add up to its size, and none is negative.'
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Work out the last part from the others'),
            code: 'first = 2\na, b = x.split([first, x.size(0) - first])'
          },
          {
            safety: 'check',
            title: trans.__('Equal parts, the last one shorter: one number'),
            code: 'parts = x.split(2)'
          },
          printShape(trans)
        ]
      })
    },
    inferred: {
      signs: messageOrLog(/\bonly one dimension can be inferred/),
      words: trans => ({
        title: trans.__('Only one -1 can stand in a shape'),
        cause: trans.__(
          'A new shape holds -1 twice. PyTorch can work out one size from the number of values, not two.'
        ),
        fixes: [flatten(trans), printShape(trans)]
      })
    },
    negative: {
      signs: [
        // With more sizes it is a layer whose input became too small.
        ...messageOrLog(
          /Trying to create tensor with negative dimension -\d{1,19}: \[(?<shape>-?\d{1,19}(?:, -?\d{1,19})?)\]/
        ),
        ...messageOrLog(
          /\b(?:zeros|ones|empty|full): Dimension size must be non-negative/
        ),
        // torch up to 0.4, where no dimension may be 0 either.
        {
          where: 'message',
          ename: /^RuntimeError$/,
          pattern: /^sizes must be non-negative$/
        }
      ],
      words: (trans, { shape }) => ({
        title: trans.__('A tensor cannot have a negative size'),
        cause: shape
          ? trans.__(
              'A new tensor or layer should have the size [%1]. Usually a computed size, such as a length minus a window, came out too small; -1 for “the rest” is known to reshape() and view() only.',
              shape
            )
          : trans.__(
              'A new tensor or layer was given a size below 0. Usually a computed size, such as a length minus a window, came out too small; -1 for “the rest” is known to reshape() and view() only.'
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Print what the size is computed from'),
            code: 'print(length, window, length - window)'
          },
          printShape(trans)
        ]
      })
    },
    einops: {
      // einops/einops.py, for rearrange, reduce and repeat of any framework.
      signs: messageOrLog(
        /Error while processing \w{1,20}-reduction pattern ["'][^"']{1,120}["']\. Input tensor shape: torch\.Size\(\[(?<input>[\d, ]{0,60})\]/
      ),
      words: (trans, { input }) => ({
        title: trans.__('The tensor does not have the shape of the pattern'),
        cause: input
          ? trans.__(
              'einops compares the pattern with the tensor, which is [%1]: another number of dimensions, or a size that does not divide as the pattern says.',
              input
            )
          : trans.__(
              'einops compares the pattern with the tensor: it has another number of dimensions, or a size that does not divide as the pattern says.'
            ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Bring the input to a size that divides'),
            detail: trans.__(
              'Pictures, windows and sequences must be a multiple of the patch or of the number of heads: resize or pad them. A model from a library is meant for certain sizes.'
            ),
            code: 'x = F.pad(x, (0, -x.shape[-1] % 2, 0, -x.shape[-2] % 2))  # to even sizes'
          },
          printShape(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'NumPy says “cannot reshape array of size 6 into shape (4,)”: the line then works on an array.'
      ),
      trans.__(
        "“view size is not compatible with input tensor's size and stride” is about the order in memory, not about the number of values."
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: reshape and the size -1'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.reshape.html'
      },
      {
        title: trans.__('PyTorch: flatten'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.flatten.html'
      }
    ]
  })
});
