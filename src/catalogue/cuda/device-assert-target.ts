import type { IEntry, ISign, Values } from '../../diagnosis/types';
import { LINKS, restartKernel } from './shared/advice';
import { asserted, noticedIn, onlyNumber } from './shared/device-assert';

/** Where code says how many classes a model tells apart. */
const CLASSES =
  /\b(?:num_classes|n_classes|num_labels|nb_classes|n_class|num_class) ?= ?(?<n>\d{1,6})\b/g;

/** The width of a last layer, as written: `nn.Linear(512, 10)`. */
const LINEAR =
  /\bLinear\([^,()]{1,80}, ?(?:out_features ?= ?)?(?<n>\d{1,6})\b/g;

/** How many classes the code at hand gives the model, if it tells. */
function classesIn(code: string): string | undefined {
  const widths = Array.from(code.matchAll(LINEAR), match => match.groups?.n);
  return onlyNumber(code, CLASSES) ?? widths[widths.length - 1];
}

const readClasses: ISign['read'] = (groups, { code }) => ({
  classes: classesIn(code)
});

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

function title(
  trans: Parameters<IEntry['page']>[0],
  { classes, pixels }: Values
): string {
  if (classes !== undefined && classes !== '1') {
    return trans.__('A class label is outside 0 … %1', Number(classes) - 1);
  }
  return pixels
    ? trans.__('A value of the mask is not a class of the model')
    : trans.__('A class label is outside the range the loss allows');
}

/**
 * Assertions of the negative log likelihood kernels: Loss.cu, NLLLoss2d.cu,
 * and THCUNN's ClassNLLCriterion.cu before torch 1.9.
 */
const entry: IEntry = {
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
  signs: [
    {
      where: 'assertion',
      pattern: CONDITION,
      file: GPU_FILE,
      read: readClasses
    },
    {
      where: 'assertion',
      pattern: CONDITION,
      file: /NLLLoss2d\.cu|SpatialClassNLL/,
      read: () => ({ pixels: 'yes' })
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
  page(trans, values) {
    const { classes, pixels } = values;
    const cause =
      classes === undefined
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
    const skip = {
      safety: 'check' as const,
      title: trans.__('Padding or “void” labels: tell the loss to skip them'),
      code: 'criterion = nn.CrossEntropyLoss(ignore_index=255)  # your padding value'
    };
    return {
      title: title(trans, values),
      cause,
      fixes: [
        {
          safety: 'diagnostic',
          title: trans.__('Compare the labels with the number of outputs'),
          detail: trans.__(
            'Run it before the loss, on the CPU copy of the labels if the GPU has failed already.'
          ),
          code: 'print(target.min().item(), target.max().item(), output.shape)'
        },
        ...(pixels ? [skip] : []),
        {
          safety: 'check',
          title: trans.__('Labels run 1 … C: subtract 1'),
          detail: trans.__(
            'Adding 1 to all labels, as some pages advise, is wrong: the classes are 0 … C - 1.'
          ),
          code: 'target = target - 1'
        },
        ...(pixels ? [] : [skip]),
        {
          safety: 'check',
          title: trans.__('Labels with gaps: number them 0 … C - 1'),
          detail: trans.__(
            'Do it once for the whole data set. A coloured mask needs the same: one number for each colour.'
          ),
          code: 'number = {label: i for i, label in enumerate(sorted(set(labels)))}\nlabels = [number[label] for label in labels]'
        },
        {
          safety: 'check',
          title:
            classes === '1'
              ? trans.__('One output: use the loss for yes or no')
              : trans.__('More classes than outputs: widen the last layer'),
          code:
            classes === '1'
              ? 'criterion = nn.BCEWithLogitsLoss()  # target as float, shaped like the output'
              : 'model.fc = nn.Linear(model.fc.in_features, num_classes)'
        },
        restartKernel(trans)
      ],
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
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        '/pytorch/aten/src/THCUNN/SpatialClassNLLCriterion.cu:103: void cunn_SpatialClassNLLCriterion_updateOutput_kernel(T *, T *, T *, long *, T *, int, int, int, int, int, long) [with T = float, AccumT = float]: block: [0,0,0], thread: [160,0,0] Assertion `t',
      torch: '1.1',
      origin: 'reference'
    },
    {
      ename: 'AcceleratorError',
      evalue:
        'CUDA error: device-side assert triggered\nCUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1',
      stderr:
        '../aten/src/ATen/native/cuda/Loss.cu:250: nll_loss_forward_reduce_cuda_kernel_2d: block: [0,0,0], thread: [18,0,0] Assertion `t >= 0 && t < n_classes` failed.\n',
      source:
        'model = resnet(num_classes=10)\nloss = F.cross_entropy(model(x), y)',
      torch: '2.13',
      origin: 'reference',
      values: { classes: '10' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cuda runtime error (59) : device-side assert triggered at /pytorch/aten/src/THC/generic/THCTensorMath.cu:15',
      stderr:
        "/pytorch/aten/src/THCUNN/ClassNLLCriterion.cu:105: void cunn_ClassNLLCriterion_updateOutput_kernel(Dtype *, Dtype *, Dtype *, long *, Dtype *, int, int, int, int, long) [with Dtype = float, Acctype = float]: block: [0,0,0], thread: [4,0,0] Assertion `cur_target >= 0 && cur_target < n_classes' failed.\n",
      torch: '0.4',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'CUDA error: device-side assert triggered',
      stderr:
        'C:\\w\\b\\windows\\pytorch\\aten\\src\\ATen\\native\\cuda\\NLLLoss2d.cu:104: block: [3,0,0], thread: [353,0,0] Assertion `t >= 0 && t < n_classes` failed.\n',
      torch: '1.12',
      origin: 'reference',
      values: { pixels: 'yes' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cuda runtime error (710) : device-side assert triggered at /pytorch/aten/src/THCUNN/generic/SpatialClassNLLCriterion.cu:134',
      torch: '1.4',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      kind: 'text',
      stderr:
        '/pytorch/aten/src/THC/THCTensorIndex.cu:361: void indexSelectLargeIndex(): block: [40,0,0], thread: [96,0,0] Assertion `s'
    },
    {
      ename: 'RuntimeError',
      evalue: 'CUDA error: device-side assert triggered',
      stderr:
        '../aten/src/ATen/native/cuda/Indexing.cu:1290: indexSelectLargeIndex: block: [49,0,0], thread: [0,0,0] Assertion `srcIndex < srcSelectDimSize` failed.\n'
    },
    { ename: 'IndexError', evalue: 'Target 9 is out of bounds.' }
  ]
};

export default entry;
