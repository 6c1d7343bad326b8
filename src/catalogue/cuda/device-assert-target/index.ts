import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { LINKS, restartKernel } from '../shared/advice';
import { asserted, classesIn, noticedIn } from '../shared/device-assert';

function readClasses(_: Values, { code }: IReading) {
  return { classes: classesIn(code) };
}

/** The condition, also spelled as its macro or as for uint8 targets. */
const CONDITION =
  /(?:^|\W)(?:(?:t|cur_target|INDEX) ?>= ?0 ?&& ?)?(?:t|cur_target|INDEX) ?< ?(?:n_classes|N_CLASSES)\b/;

/** The CPU's THNN/generic/ClassNLLCriterion.c had the same condition. */
const GPU_FILE = /\.(?:cuh?|hip)$|^$/;

/** The loss's own file noticed it (THCUNN, torch up to about 1.4). */
const CRITERION = /(?:ClassNLL|MultiMargin|MultiLabelMargin)Criterion\.cu/;

/** The assertion where its line is cut at the first word of the condition. */
const CUT_CRITERION =
  /NLLCriterion\.cu:\d{1,5}: .{1,300}?thread: \[[\d,]{5,20}\] Assertion [`"']t(?=$|\s(?![<=>]))/;

/** The condition where its line is cut, so that the assertion is not seen. */
const PIECE = /\b(?:cur_target|t) ?>= ?0 ?&& ?(?:cur_target|t) ?< ?n_classes/;

/** The title where the range is known, else `usual`. */
function title(
  trans: ITranslate,
  classes: string | undefined,
  usual: string
): string {
  return classes === undefined || classes === '1'
    ? usual
    : trans.__('A class label is outside 0 … %1', Number(classes) - 1);
}

function cause(trans: ITranslate, classes: string | undefined): string {
  return classes === undefined
    ? trans.__(
        'The loss got a label below 0, or not below the number of outputs. With C outputs the valid labels are 0 … C - 1, or ignore_index.'
      )
    : classes === '1'
      ? trans.__(
          'The code at hand gives the model one output, so the only valid label is 0. At least one label is another.'
        )
      : trans.__(
          'The code at hand gives the model %1 outputs, so labels must be 0 … %2, or ignore_index. At least one label is not.',
          classes,
          Number(classes) - 1
        );
}

function compareLabels(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Compare the labels with the number of outputs'),
    detail: trans.__(
      'Run it before the loss, on the CPU copy of the labels if the GPU has failed already.'
    ),
    code: 'print(target.min().item(), target.max().item(), output.shape)'
  };
}

function skipMarks(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Padding or “void” labels: tell the loss to skip them'),
    code: 'criterion = nn.CrossEntropyLoss(ignore_index=255)  # your padding value'
  };
}

function subtractOne(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Labels run 1 … C: subtract 1'),
    detail: trans.__(
      'Adding 1 to all labels, as some pages advise, is wrong: the classes are 0 … C - 1.'
    ),
    code: 'target = target - 1'
  };
}

function closeGaps(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Labels with gaps: number them 0 … C - 1'),
    detail: trans.__(
      'Do it once for the whole data set. A coloured mask needs the same: one number for each colour.'
    ),
    code: 'number = {label: i for i, label in enumerate(sorted(set(labels)))}\nlabels = [number[label] for label in labels]'
  };
}

function fitOutputs(trans: ITranslate, classes: string | undefined): IFix {
  return {
    safety: 'check',
    title:
      classes === '1'
        ? trans.__('One output: use the loss for yes or no')
        : trans.__('More classes than outputs: widen the last layer'),
    code:
      classes === '1'
        ? 'criterion = nn.BCEWithLogitsLoss()  # target as float, shaped like the output'
        : 'model.fc = nn.Linear(model.fc.in_features, num_classes)'
  };
}

/**
 * Assertions of the negative log likelihood kernels: Loss.cu, NLLLoss2d.cu,
 * and THCUNN's ClassNLLCriterion.cu before torch 1.9.
 */
export default define({
  id: 'cuda/device-assert-target',
  answers: [
    'Assertion `t >= 0 && t < n_classes` failed',
    "Assertion `cur_target >= 0 && cur_target < n_classes' failed",
    'cuda runtime error (59) : device-side assert triggered at ClassNLLCriterion.cu:116',
    'device-side assert triggered in cross_entropy / nll_loss',
    'if the label contains 0, add 1 to all labels',
    'class label >= number of classes'
  ],
  refines: ['cuda/device-assert'],
  sticky: true,
  late: true,
  values: ['classes'],
  // A mask fails most of them, too: they tell no kind.
  signs: [
    {
      where: 'assertion',
      pattern: CONDITION,
      file: GPU_FILE,
      read: readClasses
    },
    {
      where: 'assertion',
      pattern: /target index is out of bounds/,
      file: GPU_FILE,
      read: readClasses
    },
    {
      where: 'assertion',
      pattern: /\b(?:target|label)\w{0,20} ?< ?n(?:um)?_?classes\b/i,
      file: GPU_FILE,
      confidence: 'likely',
      read: readClasses
    },
    {
      where: 'message',
      pattern: CRITERION,
      when: asserted,
      read: readClasses
    },
    { where: 'log', pattern: CRITERION, when: asserted, read: readClasses },
    {
      where: 'log',
      pattern: CUT_CRITERION,
      fatal: true,
      confidence: 'likely',
      read: readClasses
    },
    {
      where: 'log',
      pattern: PIECE,
      when: ({ log }) => !/NLLCriterion\.c:/.test(log),
      fatal: true,
      read: readClasses
    },
    {
      where: 'message',
      pattern: /device-side assert(?!ion)/,
      when: noticedIn(/\b(?:cross_entropy|nll_loss)/),
      confidence: 'likely',
      read: readClasses
    }
  ],
  kinds: {
    label: {
      words: (trans, { classes }) => ({
        title: title(
          trans,
          classes,
          trans.__('A class label is outside the range the loss allows')
        ),
        cause: cause(trans, classes),
        fixes: [
          compareLabels(trans),
          subtractOne(trans),
          skipMarks(trans),
          closeGaps(trans),
          fitOutputs(trans, classes),
          restartKernel(trans)
        ]
      })
    },
    mask: {
      signs: [
        {
          where: 'assertion',
          pattern: CONDITION,
          file: /NLLLoss2d\.cu|SpatialClassNLL/
        }
      ],
      words: (trans, { classes }) => ({
        title: title(
          trans,
          classes,
          trans.__('A value of the mask is not a class of the model')
        ),
        cause: cause(trans, classes),
        fixes: [
          compareLabels(trans),
          skipMarks(trans),
          subtractOne(trans),
          closeGaps(trans),
          fitOutputs(trans, classes),
          restartKernel(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The assertion names an index of an embedding, gather or indexing: then it is an index that is out of range, not a label.'
      )
    ],
    links: [
      {
        title: trans.__(
          'PyTorch: CrossEntropyLoss, shape and range of the target'
        ),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.CrossEntropyLoss.html'
      },
      LINKS.asynchronous(trans)
    ]
  })
});
