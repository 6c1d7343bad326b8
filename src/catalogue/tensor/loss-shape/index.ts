import { define, type IWords, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { lastLeftOut } from '../shared/last-batch';
import { named } from '../shared/named';
import { OTHER_SIZE, sizesOf } from '../shared/shapes';
import { headOf, labelWords } from './own-labels';
import { isOneRow, isSeen, sizeWords, tellShapes } from './loss-shapes';
import { formOf, namesOf, visibleOf } from './visible';
import { visibleCode } from '../../shared/ran-code';
import { twinOf, withTwin } from '../../shared/near-variable';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { lossThen } from '../../shared/edits/losses';

/** A class dimension that is missing shows inside the loss. */
const inLoss = ({ exceptions }: IReading): boolean =>
  exceptions.some(({ frames }) =>
    frames.some(({ func }) =>
      /^(?:cross_entropy|nll_loss|log_softmax)$/.test(func)
    )
  );

/** `[16, 3]` of `16 x 3`, as the C backend of old torch printed shapes. */
function listed(sizes: string | undefined): string | undefined {
  return sizes && `[${sizes.trim().split(/ ?x ?/).join(', ')}]`;
}

function misfit(trans: ITranslate): string {
  return trans.__('Output and target do not fit together in the loss');
}

function printShapes(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Print both shapes just before the loss'),
    code: 'print(output.shape, target.shape)'
  };
}

/** `name.squeeze(…)` where a shape has a dimension of size 1, else undefined. */
function squeezed(name: string, shape: string | undefined): string | undefined {
  const at = sizesOf(shape)?.lastIndexOf(1) ?? -1;
  return at < 0 ? undefined : `${name} = ${name}.squeeze(${at})`;
}

/**
 * Whether more than two batch sizes is at hand: those alone say neither which of
 * the two is wrong nor where, and misled in each of the judged findings.
 */
function isDecided(
  { input, target }: ValuesOf<'input' | 'target'>,
  reading: IReading
): boolean {
  return (
    reading.incident.tensors !== undefined ||
    target === '0' ||
    isOneRow({ input, target }) ||
    headOf(reading) !== undefined ||
    twinOf(reading).meant !== undefined ||
    isSeen({ input, target, ...visibleOf({ input, target }, reading) })
  );
}

/** Only whether the data set gives all labels with each sample. */
function wholeForm(reading: IReading): 'whole' | undefined {
  return formOf(namesOf(reading).answer, reading) === 'whole'
    ? 'whole'
    : undefined;
}

/** Whether the two shapes that a loss printed differ in a way that tells more. */
function isTold(
  values: ValuesOf<'input' | 'target'>,
  reading: IReading
): boolean {
  return (
    reading.incident.tensors !== undefined ||
    wholeForm(reading) !== undefined ||
    tellShapes({ ...values, ...visibleOf({}, reading) })
  );
}

/** What helps most often where the shapes say nothing in particular. */
function usualFixes(
  trans: ITranslate,
  { input, target }: ValuesOf<'input' | 'target'> = {}
): IFix[] {
  const known = squeezed('target', target) ?? squeezed('output', input);
  return [
    // Where both shapes are known, one must have such a dimension.
    ...(known === undefined && input !== undefined && target !== undefined
      ? []
      : [
          check(
            known === undefined
              ? trans.__('One of them is [N, 1]: take the dimension away')
              : trans.__('Take the dimension of size 1 away'),
            known ?? 'output = output.squeeze(-1)'
          )
        ]),
    check(
      trans.__('Keep the batch when flattening'),
      'x = torch.flatten(x, 1)'
    ),
    printShapes(trans)
  ];
}

/** Three values for one, and so many that they are pixels. */
function isColour(input: string, target: string): boolean {
  return Number(input) >= 1000 && Number(target) === 3 * Number(input);
}

/** Labels of a whole batch for a shorter one. */
function isShorter({ input, target }: ValuesOf<'input' | 'target'>): boolean {
  return Number(input) < Number(target) && Number(target) <= 1024;
}

/** Whether the two numbers of values say what one has more than the other. */
function tellsCounts({
  input = '',
  target = ''
}: ValuesOf<'input' | 'target'>): boolean {
  return (
    isColour(input, target) ||
    isShorter({ input, target }) ||
    (Number(target) > 0 && Number(input) % Number(target) === 0)
  );
}

/** `[N, H, W, 3]` or `[N, 3, H, W]`. */
function isColourMask(target: string | undefined): boolean {
  const sizes = target?.match(/\d{1,9}/g) ?? [];
  return (
    sizes.length === 4 &&
    sizes[0] !== '3' &&
    (sizes[3] === '3' || (sizes[1] === '3' && sizes[2] !== '3'))
  );
}

/** A mask that was read in colour. */
function greyMasks(trans: ITranslate): IFix[] {
  return [
    check(
      trans.__('Read the masks as grey: one value for each pixel'),
      "mask = Image.open(path).convert('L')  # cv2: cv2.imread(path, 0)",
      trans.__(
        'Where each class has a colour of its own: make class numbers of the colours instead.'
      )
    )
  ];
}

/** What a mask of this shape lacks; both ways where it is not known. */
function maskFixes(trans: ITranslate, target: string | undefined): IFix[] {
  const sizes = sizesOf(target) ?? [];
  const column: IFix = {
    ...check(
      trans.__('A mask [N, 1, H, W]: take the channel away'),
      'target = target.squeeze(1).long()'
    ),
    edit: lossThen('target', '.squeeze(1)')
  };
  const resize = check(
    trans.__('Another size: resize the output, or the mask by nearest'),
    "output = F.interpolate(output, size=target.shape[-2:], mode='bilinear')"
  );
  if (sizes.length === 3) {
    return [resize];
  }
  return sizes.length === 4 && sizes[1] > 1
    ? [
        check(
          trans.__(
            'A mask with a layer for each class: take the class numbers'
          ),
          'target = target.argmax(dim=1)'
        )
      ]
    : [column, ...(sizes.length === 4 ? [] : [resize])];
}

/** Where the data set gives the labels of all samples with each of them. */
function wholeWords(trans: ITranslate): IWords {
  return {
    title: trans.__('Each sample comes with the labels of all'),
    cause: trans.__(
      '__getitem__ of the data set takes one sample by its index and returns the labels without one. A batch so has all labels in every row, [N, all], where the loss wants one class number per sample.'
    ),
    fixes: [
      check(
        trans.__('Take the label of this sample in __getitem__'),
        'return self.x[index], self.y[index]'
      ),
      printShapes(trans)
    ]
  };
}

/** Where the target has no entry. */
function noTarget(trans: ITranslate, input: string | undefined): IWords {
  return {
    title: trans.__('The target of the loss is empty'),
    cause: trans.__(
      'The output has %1 entries, the target none, so the labels were lost on the way: no view() or squeeze() brings them back. Usually the data has no label column of the name that the model wants, or a filter left nothing.',
      input
    ),
    fixes: [
      {
        safety: 'diagnostic',
        title: trans.__('See what a batch holds'),
        code: 'batch = next(iter(loader))\nprint({name: value.shape for name, value in batch.items()})'
      },
      {
        safety: 'check',
        title: trans.__('Several GPUs in one notebook: try one'),
        detail: trans.__(
          'Before the first import of torch. If the labels are there with one GPU, the libraries that split the batch do not fit each other: update them together.'
        ),
        code: "import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '0'",
        action: {
          kind: 'environment',
          variables: { CUDA_VISIBLE_DEVICES: '0' }
        }
      },
      printShapes(trans)
    ]
  };
}

/** Two lists of one number per item, of other lengths: no dimension is too many. */
const LIST = /^\[(?<count>\d{1,12})\]$/;

function countsOf(
  input = '',
  target = ''
): readonly [predictions: string, targets: string] | null {
  const [predictions, targets] = [input, target].map(
    shape => LIST.exec(shape)?.groups?.count
  );
  return predictions && targets && predictions !== targets
    ? [predictions, targets]
    : null;
}

function otherCounts(
  trans: ITranslate,
  predictions: string,
  targets: string
): IWords {
  return {
    title: trans.__('%1 predictions for %2 targets', predictions, targets),
    cause: trans.__(
      'A metric compares the predictions and the targets one by one, so there must be as many. The two are of different data, as of the training and the test set, or were not collected over all batches, or over too many.'
    ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('Collect both anew, in one loop over one loader'),
        code: 'preds, targets = [], []\nfor x, y in test_loader:\n    preds.append(model(x).argmax(dim=1).cpu())\n    targets.append(y)\npreds, targets = torch.cat(preds), torch.cat(targets)'
      },
      {
        safety: 'diagnostic',
        title: trans.__('See which data set has %1 items', predictions),
        code: 'print(len(train_loader.dataset), len(test_loader.dataset))'
      }
    ]
  };
}

const VALUES = [
  'input',
  'target',
  'wanted',
  'classes',
  'head',
  'output',
  'answer',
  'view',
  'width',
  'steps',
  'sliced',
  'constant',
  'form',
  'wrote',
  'meant',
  'anew',
  'reason'
] as const;

type Value = (typeof VALUES)[number];

export default define({
  id: 'tensor/loss-shape',
  infers: true,
  answers: [
    'Expected input batch_size (4) to match target batch_size (2).',
    '0D or 1D target tensor expected, multi-target not supported',
    'Target size (torch.Size([4])) must be the same as input size (torch.Size([4, 1]))',
    'Using a target size (torch.Size([4])) that is different to the input size (torch.Size([4, 1]))',
    'Expected target size [2, 4], got [2, 5]',
    'only batches of spatial targets supported (3D tensors)',
    'Expected non-empty vector or matrix with optional 0-dim batch size, but got: [2, 3, 8, 8]',
    'If `preds` have one dimension more than `target`, `preds` should be a float tensor.',
    'Predictions and targets are expected to have the same shape, but got torch.Size([8, 1]) and torch.Size([8]).',
    'margin_ranking_loss : All input tensors should have same dimension',
    'weight tensor should be defined either for all 10 classes or no classes'
  ],
  values: VALUES,
  known: reading => namesOf(reading),
  signs: messageOrLog(
    /(?:(?<margin>\bmulti_margin_loss): target tensor should be 1-D with size equal to the number of input samples \(batch size\)\. E)?xpected target size (?<wanted>[[(][\d, ]*[\])]), (?:but )?got (?:torch\.Size\()?(?<target>[[(][\d, ]*[\])])/,
    {
      // A target of two sizes is one of words, of three one of pixels.
      read: ({ margin, wanted, target }) => ({
        kind: margin
          ? 'margin'
          : wanted?.includes(',') && sizesOf(target)?.length === 1
            ? 'flat'
            : wanted?.split(',').length === 2
              ? 'tokens'
              : 'pixels'
      })
    }
  ),
  kinds: named<Value, string>(
    {
      sizes: {
        signs: [
          ...messageOrLog(
            /xpected input batch_size \((?<input>\d+)\) to match target batch_size \((?<target>\d+)\)/,
            {
              tells: isDecided,
              read: (groups, reading) => ({
                head: headOf(reading),
                ...twinOf(reading),
                ...visibleOf(groups, reading)
              })
            }
          ),
          ...messageOrLog(
            /Target size \((?:torch\.Size\()?(?<target>\[[\d, ]*\])\)?\) must be the same as input size \((?:torch\.Size\()?(?<input>\[[\d, ]*\])/,
            {
              tells: isTold,
              read: (_, reading) => ({ form: wholeForm(reading) })
            }
          ),
          ...messageOrLog(
            /\b[Ii]nconsistent target size:? (?<target>\[[\d, ]*\]) for (?:input|output) of size:? (?<input>\[[\d, ]*\])/,
            { tells: isTold }
          ),
          // torch 0.2 to 1.0.
          ...messageOrLog(
            /input and target have different number of elements: input\[(?<given>[\d x]{1,60})\] has \d{1,15} elements, while target\[(?<wanted>[\d x]{1,60})\]/,
            {
              read: ({ given, wanted }) => ({
                input: listed(given),
                target: listed(wanted),
                wanted: undefined
              })
            }
          ),
          // The C backend of torch 0.4 to 1.2.
          ...messageOrLog(
            /input and target shapes do not match: input \[(?<given>[\d x]{1,60})\], target \[(?<wanted>[\d x]{1,60})\]/,
            {
              read: ({ given, wanted }) => ({
                input: listed(given),
                target: listed(wanted),
                wanted: undefined
              })
            }
          ),
          {
            where: 'message',
            pattern: OTHER_SIZE,
            tells: isTold,
            read: (groups, reading) => ({
              ...groups,
              ...visibleOf({}, reading)
            })
          },
          // With MSELoss this is only a warning, and explains a failure to
          // broadcast.
          {
            where: 'log',
            pattern: OTHER_SIZE,
            when: ({ exceptions }) =>
              exceptions.every(({ message }) =>
                message.includes('size of tensor a')
              ),
            confidence: 'likely'
          }
        ],
        words: (trans, values) => {
          const { input, target, head, form } = values;
          if (form === 'whole') {
            return wholeWords(trans);
          }
          if (head !== undefined && target !== '0' && input !== '0') {
            return labelWords(trans, { head, input, target });
          }
          const known = sizeWords(trans, values);
          if (target === '0' && input !== '0') {
            return noTarget(trans, input);
          }
          return withTwin(trans, values, {
            title: misfit(trans),
            cause:
              known?.cause ??
              (input && target
                ? trans.__(
                    'The output has %1, the target %2. Often a view() or reshape() mixed the batch into another dimension, or the model has not as many outputs as the target has values.',
                    input,
                    target
                  )
                : trans.__(
                    'Output and target must agree, for classes in the batch, for BCE and MSE in every dimension. Often a view() mixed the batch into another dimension, or a dimension of size 1 is too many.'
                  )),
            fixes: known
              ? isOneRow({ input, target })
                ? [printShapes(trans), ...known.fixes]
                : known.fixes.some(({ safety }) => safety === 'diagnostic')
                  ? known.fixes
                  : [...known.fixes, printShapes(trans)]
              : usualFixes(trans, { input, target })
          });
        }
      },
      counts: {
        signs: messageOrLog(
          /arget and input must have the same number of elements\. target nelement \((?<target>\d{1,15})\) != input nelement \((?<input>\d{1,15})\)/,
          { tells: tellsCounts }
        ),
        words: (trans, { input = '', target = '' }) => ({
          title: trans.__(
            '%1 outputs for %2 targets in the loss',
            input,
            target
          ),
          cause: isColour(input, target)
            ? trans.__(
                'The target has exactly three times the values of the output: the masks were read as colour images (3 channels), and the network gives one channel.'
              )
            : Number(target) > Number(input)
              ? trans.__(
                  'The output has %1 values, the target %2. Mostly the labels were made for a full batch (of a fixed size), and the last batch of the loader is shorter.',
                  input,
                  target
                )
              : trans.__(
                  'The output has %1 values, the target %2: the model gives %3 values for each target. A last layer with 1 output is missing, or class numbers are compared with scores.',
                  input,
                  target,
                  Number(input) / Number(target)
                ),
          fixes: isColour(input, target)
            ? [...greyMasks(trans), printShapes(trans)]
            : Number(target) > Number(input)
              ? [
                  check(
                    trans.__('Make the labels for the batch at hand'),
                    'labels = torch.full((images.size(0),), 1.0, device=images.device)'
                  ),
                  lastLeftOut(
                    trans.__('Or leave the shorter last batch out'),
                    64
                  ),
                  printShapes(trans)
                ]
              : [
                  check(
                    trans.__('One value for each sample: one output'),
                    'model.fc = nn.Linear(model.fc.in_features, 1)'
                  ),
                  check(
                    trans.__('Class numbers: take the loss made for them'),
                    'loss = nn.CrossEntropyLoss()(output, target.long())'
                  ),
                  printShapes(trans)
                ]
        })
      },
      // torch 0.3 to 1.9; a tensor without any entry had no dimensions up to 0.3.
      rank: {
        signs: [
          ...messageOrLog(
            /\bExpected (?:1|2) or (?:more|4) dimensions \(got (?<input>\d)\)/
          ),
          {
            where: 'message',
            pattern: /Dimension out of range .{0,40}\[-1, 0\], but got 1/,
            when: inLoss,
            read: () => ({ input: '1' }),
            confidence: 'likely'
          }
        ],
        words: (trans, { input }) => ({
          title:
            input === '0'
              ? trans.__('Nothing is left for the loss, or a single number')
              : trans.__('The output lacks its batch or class dimension'),
          cause:
            input === '0'
              ? trans.__(
                  'The loss takes one row of scores for each sample, and the output has no dimension at all. Mostly a mask or a filter kept nothing (torch 0.3 printed an empty tensor so), or an index or squeeze() took the dimensions away.'
                )
              : trans.__(
                  'The loss takes an output [N, C] for samples or [N, C, H, W] for images, and this one has %1 dimensions. Mostly a single sample lacks its batch dimension.',
                  input ?? '1'
                ),
          fixes:
            input === '0'
              ? [
                  check(
                    trans.__(
                      'Where a mask may keep nothing: leave the loss out'
                    ),
                    'if mask.any():\n    loss = criterion(output[mask], target[mask])'
                  ),
                  check(
                    trans.__('A single sample: keep its row'),
                    'output = output[:1]  # not output[0]'
                  ),
                  printShapes(trans)
                ]
              : [
                  check(
                    trans.__('Give a single sample its batch dimension'),
                    'loss = criterion(output.unsqueeze(0), target.unsqueeze(0))'
                  ),
                  printShapes(trans)
                ]
        })
      },
      single: {
        signs: messageOrLog(
          /1D target must have size 1(?:, but got target size: (?<target>\d{1,12}))?/
        ),
        words: (trans, { target }) => ({
          title: target
            ? trans.__('One row of scores, and %1 class numbers', target)
            : trans.__('One row of scores, and several class numbers'),
          cause: trans.__(
            'An output of one dimension [C] is a single sample, so the target is one class number. Often squeeze() took the batch of one away, or the classes are no dimension of the output.'
          ),
          fixes: [
            {
              safety: 'check',
              title: trans.__('Keep the batch: [1, C]'),
              code: 'output = output.unsqueeze(0)  # not output.squeeze() before',
              edit: lossThen('input', '.unsqueeze(0)')
            },
            printShapes(trans)
          ]
        })
      },
      indices: {
        signs: messageOrLog(
          /multi-target not supported|\b1D target tensor expected\b/,
          {
            when: reading =>
              visibleCode(reading).lines.length < 2 ||
              reading.incident.tensors !== undefined ||
              formOf(namesOf(reading).answer, reading) !== undefined,
            read: (_, reading) => ({
              form: formOf(namesOf(reading).answer, reading)
            })
          }
        ),
        words: (trans, values) => {
          const { form } = values;
          const column = {
            ...check(
              trans.__('A target [N, 1]: take the dimension away'),
              'target = target.squeeze(1)'
            ),
            edit: lossThen('target', '.squeeze(1)')
          };
          if (form === 'whole') {
            return wholeWords(trans);
          }
          const numbers = {
            ...check(
              trans.__('A one-hot target [N, C]: take the class numbers'),
              'target = target.argmax(dim=1)'
            ),
            edit: lossThen('target', '.argmax(dim=1)')
          };
          return {
            title: misfit(trans),
            cause:
              form === 'one-hot'
                ? trans.__(
                    'CrossEntropyLoss and NLLLoss want one class number per sample, shape [N]. The target has one number for each class, [N, C]: its labels are one-hot.'
                  )
                : form === 'column'
                  ? trans.__(
                      'CrossEntropyLoss and NLLLoss want one class number per sample, shape [N]. The target stands as a column, [N, 1].'
                    )
                  : trans.__(
                      'CrossEntropyLoss and NLLLoss want one class number per sample: shape [N], not [N, 1] and not one-hot. The target has a dimension too many.'
                    ),
            fixes:
              form === undefined
                ? [printShapes(trans), column, numbers]
                : form === 'one-hot'
                  ? [numbers, printShapes(trans)]
                  : [column, printShapes(trans)]
          };
        }
      },
      tokens: {
        words: (trans, { wanted, target }) => ({
          title: misfit(trans),
          cause: trans.__(
            'The loss wants the classes in dimension 1 of the output, [N, C, T], and then a target %1; it got %2. Often the output is [N, T, C].',
            wanted,
            target
          ),
          fixes: [
            {
              safety: 'check',
              title: trans.__('Bring the classes to dimension 1'),
              code: 'loss = criterion(output.transpose(1, 2), target)',
              edit: lossThen('input', '.transpose(1, 2)')
            },
            {
              safety: 'check',
              title: trans.__('Or make one row of each word'),
              code: 'loss = criterion(output.flatten(0, 1), target.flatten())'
            },
            printShapes(trans)
          ]
        })
      },
      // One label for each sample: torch compares the batches before it says so.
      flat: {
        signs: messageOrLog(
          /only batches of spatial targets supported \(3D tensors\) but got targets of dimension: 1\b/
        ),
        words: (trans, { wanted, target }) => ({
          title: trans.__('The output has more dimensions than the target'),
          cause:
            wanted && target
              ? trans.__(
                  'The loss takes dimension 1 of the output as the classes, so it wants a target %1, and it got %2: one label for each sample. The output is no [N, C]: it still has scores for each word or place, or its classes stand last.',
                  wanted,
                  target
                )
              : trans.__(
                  'The target has one dimension, a label for each sample, and the output still has height and width, [N, C, H, W]. A model that classifies whole images ends with pooling, flatten() and a Linear layer.'
                ),
          fixes: [
            printShapes(trans),
            sizesOf(wanted)?.length === 2
              ? check(
                  trans.__('Make one row of scores for each sample'),
                  'output = output.mean(dim=1)  # [N, T, C] becomes [N, C]',
                  trans.__(
                    'Or take the one word or place that the label is for: output[:, 0].'
                  )
                )
              : check(
                  trans.__('Make one row of scores for each sample'),
                  'output = output.flatten(2).mean(dim=2)  # only [N, C] is left'
                )
          ]
        })
      },
      pixels: {
        signs: [
          ...messageOrLog(
            /only batches of spatial targets supported(?! \(3D tensors\) but got targets of dimension: 1\b)(?:[^[]{0,60}\[(?<target>[\d, ]{1,60})\])?/
          ),
          ...messageOrLog(
            /size mismatch \(got input: ?\[[\d, ]*\] ?, target: ?\[(?<target>[\d, ]*)\]/
          ),
          ...messageOrLog(
            /input and target batch or spatial sizes don["']t match/
          )
        ],
        words: (trans, { wanted, target }) => ({
          title: isColourMask(target)
            ? trans.__('The masks are colour images')
            : misfit(trans),
          cause: isColourMask(target)
            ? trans.__(
                'The target [%1] has three values for each pixel. The loss wants one class number for each: [N, H, W].',
                target?.replace(/[[\]]/g, '')
              )
            : wanted && target
              ? trans.__(
                  'The loss wants a target %1 for this output, one class number for each pixel, and got %2. A channel dimension, or another size, does not fit.',
                  wanted,
                  target
                )
              : trans.__(
                  'For an output [N, C, H, W] the target holds one class number per pixel: [N, H, W]. A channel dimension, or another size, does not fit.'
                ),
          fixes: isColourMask(target)
            ? [...greyMasks(trans), printShapes(trans)]
            : [...maskFixes(trans, target), printShapes(trans)]
        })
      },
      metric: {
        // torchmetrics, where the same two tensors are compared.
        signs: [
          ...messageOrLog(
            /Predictions and targets are expected to have the same shape, (?:but )?got (?:torch\.Size\()?(?<input>\[[\d, ]*\])\)? and (?:torch\.Size\()?(?<target>\[[\d, ]*\])/
          ),
          ...messageOrLog(
            /\bpreds[`"'] and [`"']target[`"'] should have the same shape,["', ]{1,6}got [`"']preds[`"'] with shape=torch\.Size\((?<input>\[[\d, ]*\])\) and [`"']target[`"'] with shape=torch\.Size\((?<target>\[[\d, ]*\])/
          ),
          ...messageOrLog(
            /If [`"']preds[`"'] have one dimension more than [`"']target[`"'], (?:[`"']preds[`"'] should be a float tensor|the shape of [`"']preds)|Either [`"']preds[`"'] and [`"']target[`"'] both should have the \(same\) shape/
          )
        ],
        words: (trans, { input, target }) => {
          const counts = countsOf(input, target);
          return counts
            ? otherCounts(trans, ...counts)
            : {
                title: trans.__(
                  'Predictions and target do not fit in the metric'
                ),
                cause:
                  input && target
                    ? trans.__(
                        'The predictions have %1, the target %2. A metric takes both in one shape, or for each target a row of scores, one for each class.',
                        input,
                        target
                      )
                    : trans.__(
                        'A metric takes predictions and target in one shape, or for each target a row of scores, one for each class. Class numbers with a dimension of size 1 (keepdim=True) are neither.'
                      ),
                fixes: [
                  {
                    safety: 'check',
                    title: trans.__('Take the dimension of size 1 away'),
                    code: target?.endsWith(', 1]')
                      ? 'target = target.squeeze(-1)'
                      : 'preds = preds.squeeze(-1)'
                  },
                  {
                    safety: 'check',
                    title: trans.__(
                      'Scores for each class: give them as they are'
                    ),
                    code: 'metric.update(output, target)  # output [N, C], target [N]'
                  },
                  {
                    safety: 'diagnostic',
                    ofLine: true,
                    title: trans.__('Print both shapes just before the line'),
                    code: 'print(preds.shape, preds.dtype, target.shape)'
                  }
                ]
              };
        }
      },
      pairs: {
        signs: messageOrLog(
          /1D target tensor expects [12]D input tensors, but found inputs with sizes|\bmargin_ranking_loss ?: All input tensors should have same dimension(?: but got sizes: input1: torch\.Size\((?<input>\[[\d, ]{0,60}\])\), input2: torch\.Size\((?<wanted>\[[\d, ]{0,60}\])\), target: torch\.Size\((?<target>\[[\d, ]{0,60}\])\))?/
        ),
        words: (trans, { input, wanted, target }) => ({
          title: misfit(trans),
          cause:
            input && wanted && target
              ? trans.__(
                  'The two inputs are %1 and %2, the target %3. All three need the same number of dimensions, and the target holds 1 or -1 for each pair: which of the two should be larger.',
                  input,
                  wanted,
                  target
                )
              : trans.__(
                  'This loss compares tensors pair by pair: the inputs need the same number of dimensions, and the target one number (1 or -1) for each pair, without a dimension of size 1.'
                ),
          fixes: usualFixes(trans, { input: wanted ?? input, target })
        })
      },
      triplet: {
        signs: messageOrLog(
          /anchor, positive, and negative tensors are expected to have the same number of dimensions(?:, but got: anchor (?<input>\d{1,3})D, positive (?<wanted>\d{1,3})D, and negative (?<target>\d{1,3})D)?/
        ),
        words: (trans, { input, wanted, target }) => ({
          title: trans.__('Anchor, positive and negative do not fit together'),
          cause:
            input && wanted && target
              ? trans.__(
                  'Dimensions: the anchor has %1, the positive %2, the negative %3. The loss takes three rows of features [batch, features], or three single ones [features].',
                  input,
                  wanted,
                  target
                )
              : trans.__(
                  'The loss takes three rows of features [batch, features], or three single ones [features].'
                ),
          fixes: [
            {
              safety: 'check',
              title: trans.__('Give the single one its batch dimension'),
              code: 'anchor = anchor.unsqueeze(0).expand_as(positive)'
            },
            {
              safety: 'diagnostic',
              title: trans.__('Print the three shapes just before the loss'),
              code: 'print(anchor.shape, positive.shape, negative.shape)'
            }
          ]
        })
      },
      margin: {
        signs: messageOrLog(
          /\bmulti_margin_loss: target tensor should be 1-D|Expected non-empty vector or matrix with optional 0-dim batch size, but got:? ?(?:torch\.Size\()?\[(?<input>[\d, ]*)\]/
        ),
        words: (trans, { input, wanted, target }) => ({
          title: misfit(trans),
          cause:
            wanted && target
              ? trans.__(
                  'MultiMarginLoss wants one class number for each sample, a target %1, and got %2. The output is not to blame.',
                  wanted,
                  target
                )
              : input && /(?:^|, )0(?:,|$)/.test(input)
                ? trans.__(
                    'This loss takes an output [N, C], one row of scores per sample, and the output is [%1]: it has no column, so there is no score at all. Usually a slice or a mask kept none of the classes.',
                    input
                  )
                : input
                  ? trans.__(
                      'This loss takes an output [N, C], one row of scores per sample, and the output is [%1]. MultiMarginLoss wants one class number per sample, MultiLabelMarginLoss one row of them.',
                      input
                    )
                  : trans.__(
                      'This loss takes an output [N, C], one row of scores per sample. MultiMarginLoss wants one class number per sample, MultiLabelMarginLoss one row of them.'
                    ),
          fixes: wanted
            ? [
                {
                  safety: 'check',
                  title: trans.__(
                    'A one-hot target [N, C]: take the class numbers'
                  ),
                  code: 'target = target.argmax(dim=1)'
                },
                {
                  safety: 'check',
                  title: trans.__('Several classes for a sample: another loss'),
                  code: 'criterion = nn.MultiLabelMarginLoss()'
                },
                printShapes(trans)
              ]
            : usualFixes(trans, { input })
        })
      },
      variance: {
        signs: [
          {
            where: 'message',
            ename: /^ValueError$/,
            pattern: /^var is of incorrect size$/,
            confidence: 'likely'
          }
        ],
        words: trans => ({
          title: misfit(trans),
          cause: trans.__(
            'GaussianNLLLoss takes a variance of the shape of the input, or one with a last dimension of size 1, or without it.'
          ),
          fixes: usualFixes(trans)
        })
      },
      weights: {
        signs: messageOrLog(
          /weight tensor should be defined either for all(?: (?<classes>\d+))?(?: classes)? or no classes/
        ),
        words: (trans, { classes }) => ({
          title: trans.__('The loss does not have one weight per class'),
          cause: classes
            ? trans.__(
                'The loss needs one weight for each of the %1 outputs of the model.',
                classes
              )
            : trans.__(
                'The loss needs one weight for each output of the model.'
              ),
          fixes: [
            {
              safety: 'check',
              title: trans.__('Give as many weights as classes'),
              code: `weight = torch.ones(${classes ?? 'num_classes'})`
            },
            printShapes(trans)
          ]
        })
      },
      lengths: {
        signs: [
          ...messageOrLog(
            /for argument #\d ["'](?:log_probs|targets)["'] \(while checking arguments for (?:\w{0,10}_)?ctc_loss/
          ),
          ...messageOrLog(
            /(?:input|target)_lengths must be of size batch_size|xpected input_lengths to have value at most/
          )
        ],
        words: trans => ({
          title: trans.__('The lengths given to CTCLoss do not fit'),
          cause: trans.__(
            'CTCLoss takes log-probabilities [T, N, C] with one length per sample, each at most T. Often the time and the batch dimension are swapped.'
          ),
          fixes: [
            {
              safety: 'check',
              title: trans.__('Bring the time dimension first'),
              code: 'log_probs = log_probs.permute(1, 0, 2)  # [T, N, C]'
            },
            printShapes(trans)
          ]
        })
      }
    },
    ({ output, answer }) => ({ output, target: answer })
  ),
  common: trans => ({
    notThis: [
      trans.__(
        '“Target 9 is out of bounds” is about the values of the labels, not about their shape.'
      )
    ],
    links: [
      LINKS.crossEntropy(trans),
      {
        title: trans.__('PyTorch: BCEWithLogitsLoss, same shape as the input'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.BCEWithLogitsLoss.html'
      }
    ]
  })
});
