import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type Sign } from '../../define';
import { check } from '../../fix';
import { passedThrough, printedText } from '../../predicates';
import { callsIn } from '../../shared/call-text';
import { callingPackage } from '../../shared/code-owner';
import { factors } from '../../shared/operands';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { ownLine, unusedIn } from '../../shared/ran-code';
import { BETWEEN, stretched } from '../shared/line-operands';
import { axesIn, axesWords } from './axes';
import { colourCause, colourFixes, coloursOf, sizesIn } from './images';

type Name =
  | 'size'
  | 'shape'
  | 'from'
  | 'into'
  | 'array'
  | 'spare'
  | 'image'
  | 'other'
  | 'closed'
  | 'left'
  | 'right'
  | 'operator'
  | 'axes';

/** Words of NumPy and of what plots or learns from arrays, in a program of torch. */
function ofArrays(
  pattern: RegExp,
  read?: (values: Values, reading: IReading) => Values,
  when: (reading: IReading) => boolean = () => true
): Sign<Name>[] {
  const more = {
    pattern,
    when: (reading: IReading) => isTorchInPlay(reading) && when(reading),
    confidence: 'likely' as const,
    ...(read ? { read } : {})
  };
  return [
    { where: 'message', ename: /^ValueError$/, ...more },
    { where: 'log', ...more }
  ];
}

/** Angles of a polar plot, whose first one stands at the end once more. */
const CLOSED =
  /\b(?:angles|theta)\w{0,12} ?(?:\+= ?|= ?[^\n]{0,60})(?:angles|theta)\w{0,12}\[(?::1|0)\]/;

/** What works on images, in a frame or in the lines at hand. */
const IMAGES =
  /albumentations|torchvision|\bcv2\b|\bPIL\b|skimage|gfpgan|esrgan|imgaug|\bimages?\b|\bimg\b/i;

function imageIn(reading: IReading): string | undefined {
  return IMAGES.test(printedText(reading)) ||
    passedThrough(reading, /albumentations|torchvision|cv2|PIL|skimage/)
    ? 'yes'
    : undefined;
}

/** Whether the arrays are images, or the two of a line of the user's. */
function areKnown(reading: IReading): boolean {
  return imageIn(reading) !== undefined || BETWEEN.test(ownLine(reading));
}

/** Whether no package made the place that the values do not fit into. */
function isPlaceKnown(reading: IReading): boolean {
  return (
    imageIn(reading) !== undefined || callingPackage(reading) === undefined
  );
}

/** The array that the line reshapes, and what the cell made for it and did not use. */
function readReshape({ size, shape }: Values, reading: IReading): Values {
  const line = ownLine(reading);
  const call = callsIn(line).find(({ name }) => /\breshape$/.test(name));
  const array = call?.name.includes('.')
    ? call.name.replace(/\.reshape$/, '')
    : undefined;
  return {
    size,
    shape,
    array: array === 'np' ? call?.args[0] : array,
    spare: unusedIn(reading),
    image: imageIn(reading)
  };
}

function product(shape: string | undefined): number {
  return sizesIn(shape).reduce((all, size) => all * size, 1);
}

function look(trans: ITranslate, code: string): IFix {
  return {
    safety: 'diagnostic',
    ofLine: true,
    title: trans.__('Print the shapes just before the line'),
    code
  };
}

function reshapeFixes(
  trans: ITranslate,
  { size, shape, array = 'x', spare, image }: Values
): IFix[] {
  const all = product(shape);
  const [first, ...rest] = sizesIn(shape);
  const each = rest.reduce((value, one) => value * one, 1);
  const isOpen = (shape ?? '').includes('-1') || !size || !shape;
  const shown = look(trans, `print(${array}.shape)`);
  if (spare && !isOpen) {
    return [
      check(
        trans.__(
          'Compute %1 for %2 first, which has that many rows',
          array,
          spare
        ),
        `with torch.no_grad():\n    ${array} = model(torch.from_numpy(${spare}).float()).numpy()`
      ),
      shown
    ];
  }
  if (image && !isOpen && Number(size) === 3 * all) {
    return [
      check(
        trans.__('The image is in colour: make it grey, or name 3 channels'),
        `image = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)  # or .reshape(${shape}, 3)`
      ),
      shown
    ];
  }
  if (image && !isOpen && 3 * Number(size) === all) {
    return [...colourFixes(trans, 'grey'), shown];
  }
  if (isOpen || rest.length === 0 || first <= 0) {
    return [shown];
  }
  return [
    ...(Number(size) % each === 0
      ? [
          check(
            trans.__('Let NumPy count the first size'),
            `${array}.reshape(-1, ${rest.join(', ')})  # ${Number(size) / each} rows`
          )
        ]
      : []),
    ...(Number(size) % first === 0
      ? [
          check(
            trans.__('Or keep the first size, and let NumPy count the rest'),
            `${array}.reshape(${first}, -1)  # ${first} × ${Number(size) / first}`
          )
        ]
      : []),
    shown
  ];
}

function reshapeCause(
  trans: ITranslate,
  { size, shape, array, spare }: Values
): string {
  if (!size || !shape || shape.includes('-1')) {
    return trans.__(
      'A reshape keeps all values: the sizes of the new shape must multiply to the number of values that the array has.'
    );
  }
  const all = product(shape);
  return spare && array
    ? trans.__(
        '%1 has %2 values, the shape (%3) takes %4. The cell makes %5 and never uses it: probably %1 is still the result for other data.',
        array,
        size,
        shape,
        all,
        spare
      )
    : trans.__(
        'The array has %1 values, the shape (%2) takes %3. Usually it was made for other data (another split, image size or number of samples) than the shape.',
        size,
        shape,
        all
      );
}

function readImage(values: Values, reading: IReading): Values {
  return { ...values, image: imageIn(reading) };
}

function readOperands(values: Values, reading: IReading): Values {
  const { left, right, operator } =
    BETWEEN.exec(ownLine(reading))?.groups ?? {};
  return { ...readImage(values, reading), left, right, operator };
}

function readFactors(values: Values, reading: IReading): Values {
  const { first, second } = factors(reading);
  return { ...values, left: first, right: second };
}

/** What makes two arrays fit that are operated on value by value. */
function operandsFixes(
  trans: ITranslate,
  { from, into, left = 'a', right = 'b', operator = '*' }: Values
): IFix[] {
  const [a, b] = [sizesIn(from), sizesIn(into)];
  const forRight = stretched(right, b, a, 'array');
  const forLeft =
    a.length < b.length ? stretched(left, a, b, 'array') : undefined;
  // Two rows would become a table of all with all, which is seldom meant.
  return (a.length === 1 && b.length === 1) || !(forRight ?? forLeft)
    ? []
    : [
        check(
          trans.__('Add the dimension of size 1 that is meant to stretch'),
          `c = ${forLeft ?? left} ${operator} ${forLeft ? right : (forRight ?? right)}`
        )
      ];
}

/** Whether the product fits once the second matrix is transposed. */
function turns(from: string | undefined, into: string | undefined): boolean {
  const [a, b] = [sizesIn(from), sizesIn(into)];
  return a.length > 0 && b.length === 2 && a[a.length - 1] === b[1];
}

/** Whether one shape is the other with a last dimension of 1. */
function isColumn(from: string | undefined, into: string | undefined): boolean {
  const [a, b] = [sizesIn(from), sizesIn(into)];
  return a.length === b.length + 1 && a[a.length - 1] === 1 && a[0] === b[0];
}

const SHAPE = String.raw`\((?<NAME>[\d, ]{1,60})\)`;
const shaped = (name: string): string => SHAPE.replace('NAME', name);

/** Shapes of NumPy's arrays that do not fit, in programs of torch. */
export default define({
  id: 'tensor/numpy-shape',
  answers: [
    'cannot reshape array of size 125 into shape (43,57)',
    'operands could not be broadcast together with shapes (1404,2000,1) (1404,2000)',
    'could not broadcast input array from shape (300,1) into shape (300,)',
    'all the input array dimensions except for the concatenation axis must match exactly',
    'shapes (2,3) and (4,5) not aligned: 3 (dim 1) != 4 (dim 0)',
    'x and y must have same first dimension, but have shapes (10,) and (9,)',
    'Found input variables with inconsistent numbers of samples: [100, 90]',
    'Expected 2D array, got 1D array instead',
    "axes don't match array"
  ],
  values: [
    'size',
    'shape',
    'from',
    'into',
    'array',
    'spare',
    'image',
    'other',
    'closed',
    'left',
    'right',
    'operator',
    'axes'
  ],
  kinds: {
    reshape: {
      signs: ofArrays(
        /cannot reshape array of size (?<size>\d{1,12}) into shape \(?(?<shape>[-\d, ]{1,60})\)?/,
        readReshape
      ),
      words: (trans, values) => ({
        title: values.size
          ? trans.__('%1 values do not fit into the new shape', values.size)
          : trans.__('The values do not fit into the new shape'),
        cause: reshapeCause(trans, values),
        fixes: reshapeFixes(trans, values)
      })
    },
    axes: {
      signs: ofArrays(
        /\baxes don["'’]t match array/,
        (_, reading) => axesIn(reading),
        reading => axesIn(reading).axes !== undefined
      ),
      words: axesWords
    },
    operands: {
      signs: ofArrays(
        new RegExp(
          String.raw`operands could not be broadcast together with (?:remapped )?shapes (?:\[original->remapped\]: )?${shaped('from')} ${shaped('into')}`
        ),
        readOperands,
        areKnown
      ),
      words: (trans, { from, into, image, left, right, operator }) => {
        const colours = coloursOf(from, into, image !== undefined);
        const isOfRows =
          sizesIn(from).length === 1 && sizesIn(into).length === 1;
        return {
          title: trans.__('The shapes of two arrays do not fit together'),
          cause:
            from && into && colours
              ? colourCause(trans, colours, [from, into])
              : from && into && isOfRows
                ? trans.__(
                    '%3 has %1 values, %4 has %2, and value by value both need the same number. Usually they are of different splits or runs, or of one a last or shorter batch was left out.',
                    from.replace(/[, ]/g, ''),
                    into.replace(/[, ]/g, ''),
                    left ?? trans.__('One array'),
                    right ?? trans.__('the other')
                  )
                : from && into
                  ? trans.__(
                      'The arrays are (%1) and (%2). Counted from the last dimension, sizes must be equal, or one of them 1.',
                      from,
                      into
                    )
                  : trans.__(
                      'Counted from the last dimension, the sizes of two arrays must be equal, or one of them 1.'
                    ),
          fixes: [
            ...(colours ? colourFixes(trans, colours) : []),
            look(trans, `print(${left ?? 'a'}.shape, ${right ?? 'b'}.shape)`),
            ...(colours
              ? []
              : operandsFixes(trans, { from, into, left, right, operator }))
          ]
        };
      }
    },
    input: {
      signs: ofArrays(
        new RegExp(
          String.raw`could not broadcast input array from shape ${shaped('from')} into shape ${shaped('into')}`
        ),
        readImage,
        isPlaceKnown
      ),
      words: (trans, { from, into, image }) => {
        const colours = coloursOf(from, into, image !== undefined);
        return {
          title: trans.__('The values do not fit into the part of the array'),
          cause:
            from && into && colours
              ? colourCause(trans, colours, [from, into])
              : from && into
                ? trans.__(
                    'Values of the shape (%1) were to be written to a place of the shape (%2). Usually the array was made for another size, or one sample differs from the others.',
                    from,
                    into
                  )
                : trans.__(
                    'The values that were to be written have another shape than their place.'
                  ),
          fixes: [
            ...(colours ? colourFixes(trans, colours) : []),
            look(trans, 'print(values.shape, array.shape)'),
            ...(isColumn(from, into)
              ? [
                  check(
                    trans.__('Take the column out'),
                    'array[:] = values[:, 0]'
                  )
                ]
              : colours
                ? []
                : [
                    check(
                      trans.__('Make the array for the size of these values'),
                      'array = np.zeros((n, *values.shape), dtype=values.dtype)'
                    )
                  ])
          ]
        };
      }
    },
    join: {
      signs: ofArrays(
        /all the input array dimensions except for the concatenation axis must match exactly(?:, but along dimension (?<shape>\d{1,2}), the array at index \d{1,6} has size (?<from>\d{1,12}) and the array at index \d{1,6} has size (?<into>\d{1,12}))?|all input arrays must have the same shape|all the input arrays must have same number of dimensions/
      ),
      words: (trans, { shape, from, into }) => ({
        title: trans.__('Arrays to be joined differ in shape'),
        cause:
          from && into
            ? trans.__(
                'Arrays that are joined must agree in all dimensions but one, and in dimension %1 here %2 meets %3. Often the last batch is shorter, or a sample has another length or size.',
                shape,
                from,
                into
              )
            : trans.__(
                'Arrays that are joined must have the same shape, or the same but for one dimension. Often the last batch is shorter, or a sample has another length or size.'
              ),
        fixes: [
          look(trans, 'print([a.shape for a in arrays])'),
          check(
            from
              ? trans.__(
                  'Make all parts alike: one size, one number of columns'
                )
              : trans.__('Batches of different size: join along the batch'),
            from
              ? 'width = min(a.shape[1] for a in arrays)\nall_rows = np.concatenate([a[:, :width] for a in arrays])'
              : 'all_outputs = np.concatenate(outputs, axis=0)  # not np.stack'
          )
        ]
      })
    },
    product: {
      signs: [
        ...ofArrays(
          new RegExp(
            String.raw`\bshapes ${shaped('from')} and ${shaped('into')} not aligned`
          ),
          readFactors
        ),
        ...ofArrays(
          /matmul: Input operand 1 has a mismatch in its core dimension 0.{1,80}\(size (?<size>\d{1,12}) is different from (?<other>\d{1,12})\)/,
          readFactors
        )
      ],
      words: (trans, { from, into, size, other, left = 'a', right = 'b' }) => ({
        title: trans.__('The inner sizes of a matrix product differ'),
        cause:
          from && into
            ? trans.__(
                'In a product (n, k) @ (k, m) the two k must be equal: here (%1) meets (%2).',
                from,
                into
              )
            : size && other
              ? trans.__(
                  'In a product (n, k) @ (k, m) the two k must be equal: here %1 meets %2.',
                  other,
                  size
                )
              : trans.__(
                  'In a product (n, k) @ (k, m) the two k must be equal.'
                ),
        fixes: [
          look(trans, `print(${left}.shape, ${right}.shape)`),
          ...(turns(from, into)
            ? [
                check(
                  trans.__('Transpose the second one'),
                  `c = ${left} @ ${right}.T`
                )
              ]
            : [])
        ]
      })
    },
    plot: {
      signs: ofArrays(
        /x and y must have same first dimension, but have shapes \((?<from>[\d, ]{1,60})\) and \((?<into>[\d, ]{1,60})\)|x and y must be the same size/,
        ({ from, into }, reading) => ({
          from,
          into,
          closed:
            parseInt(from ?? '', 10) === parseInt(into ?? '', 10) + 1 &&
            CLOSED.test(reading.incident.source)
              ? 'yes'
              : undefined
        })
      ),
      words: (trans, { from, into, closed }) => ({
        title: trans.__('x and y of the plot have different lengths'),
        cause: closed
          ? trans.__(
              'The angles got their first value once more at the end, which closes the figure, and the values did not: x is (%1), y is (%2).',
              from,
              into
            )
          : from && into
            ? trans.__(
                'x is (%1), y is (%2): one point needs one of each. Often a list still holds values of an earlier run, or one is kept for each epoch and the other for each batch.',
                from,
                into
              )
            : trans.__(
                'One point needs one x and one y. Often a list still holds values of an earlier run, or one is kept for each epoch and the other for each batch.'
              ),
        fixes: closed
          ? [
              check(
                trans.__('Close the values as the angles are closed'),
                'values = np.append(values, values[0])  # a list: values + values[:1]',
                trans.__(
                  'With an array += adds the number to each value, and makes it no longer.'
                )
              ),
              look(trans, 'print(len(angles), len(values))')
            ]
          : [
              check(
                trans.__('Count the values that there are'),
                'plt.plot(range(len(losses)), losses)'
              ),
              check(
                trans.__('Empty the lists before the training loop'),
                'losses = []'
              )
            ]
      })
    },
    samples: {
      signs: ofArrays(
        /Found input variables with inconsistent numbers of samples: \[(?<from>\d{1,12}), (?<into>\d{1,12})\]/
      ),
      words: (trans, { from, into }) => ({
        title: trans.__('Two lists of samples have different lengths'),
        cause:
          from && into
            ? trans.__(
                'scikit-learn was given %1 samples and %2. Usually labels and predictions are of different splits, or the predictions of one batch only were kept.',
                from,
                into
              )
            : trans.__(
                'scikit-learn was given two lists of different lengths. Usually labels and predictions are of different splits, or the predictions of one batch only were kept.'
              ),
        fixes: [
          check(
            trans.__('Collect both in the same loop'),
            'for x, y in loader:\n    preds.append(model(x).argmax(1).cpu())\n    labels.append(y)\npreds, labels = torch.cat(preds), torch.cat(labels)'
          ),
          look(trans, 'print(len(labels), len(preds))')
        ]
      })
    },
    nothing: {
      signs: ofArrays(
        /Expected 2D array, got 1D array instead:\s{0,4}array=\[\]|Found array with 0 sample\(s\)/
      ),
      words: trans => ({
        title: trans.__('The array for scikit-learn is empty'),
        cause: trans.__(
          'It holds no sample at all: the loop or the condition that collects them took none, or the folder or table that they come from is empty.'
        ),
        fixes: [
          look(trans, 'print(len(X), len(y))  # before fit()'),
          {
            safety: 'check',
            title: trans.__('See what leaves every sample out'),
            detail: trans.__(
              'Usual: a condition with continue, sizes that never match, a path of glob() that finds nothing, an exception that is swallowed.'
            )
          }
        ]
      })
    },
    table: {
      signs: ofArrays(
        /Expected 2D array, got (?<from>scalar|[013]D) array instead(?!:\s{0,4}array=\[\])|Found array with dim (?<size>\d{1,2})[,.] .{0,60}expected <= 2/
      ),
      words: trans => ({
        title: trans.__('scikit-learn takes a table: samples × features'),
        cause: trans.__(
          'The array has another number of dimensions than two. One feature is a column, one sample a row; images have to be flattened.'
        ),
        fixes: [
          check(
            trans.__('One row for each sample'),
            'X = X.reshape(len(X), -1)  # one sample alone: X.reshape(1, -1)'
          ),
          look(trans, 'print(X.shape)')
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Torch says “The size of tensor a must match …” or “shape … is invalid for input of size”: then the line works on tensors.'
      )
    ],
    links: [
      {
        title: trans.__('NumPy: broadcasting'),
        url: 'https://numpy.org/doc/stable/user/basics.broadcasting.html'
      },
      {
        title: trans.__('NumPy: reshape'),
        url: 'https://numpy.org/doc/stable/reference/generated/numpy.reshape.html'
      }
    ]
  })
});
