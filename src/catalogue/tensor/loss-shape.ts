import type { IEntry, IReading, Values } from '../../diagnosis/types';
import { said } from '../said';
import { LOSS_SHAPE_EXAMPLES } from './shared/loss-shape-examples';
import { LINKS } from './shared/links';
import { lossCause, lossFixes } from './shared/loss-words';

const pixels = { read: (): Values => ({ kind: 'pixels' }) };
/** A target of two sizes is one of words, of three one of pixels. */
const places = {
  read: ({ input, target }: Values): Values =>
    input?.split(',').length === 2 && target?.includes(',')
      ? { kind: 'tokens', input, target }
      : { kind: 'pixels' }
};
const indices = { read: (): Values => ({ kind: 'indices' }) };
const weights = { read: (): Values => ({ kind: 'weights' }) };
const metric = {
  read: ({ input, target }: Values): Values => ({
    kind: 'metric',
    input,
    target
  })
};
const lengths = { read: (): Values => ({ kind: 'lengths' }) };

/** A class dimension that is missing shows inside the loss. */
const inLoss = ({ exceptions }: IReading): boolean =>
  exceptions.some(({ frames }) =>
    frames.some(({ func }) =>
      /^(?:cross_entropy|nll_loss|log_softmax)$/.test(func)
    )
  );

const OTHER_SIZE =
  /Using a target size \((?:torch\.Size\()?(?<target>\[[\d, ]*\])\)?\) that is different to the input size \((?:torch\.Size\()?(?<input>\[[\d, ]*\])/;

const entry: IEntry = {
  id: 'tensor/loss-shape',
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
  signs: [
    ...said(
      /\bmulti_margin_loss: target tensor should be 1-D|Expected non-empty vector or matrix with optional 0-dim batch size, but got:? ?(?:torch\.Size\()?\[(?<input>[\d, ]*)\]/,
      { read: ({ input }) => ({ kind: 'margin', input }) }
    ),
    ...said(
      /xpected input batch_size \((?<input>\d+)\) to match target batch_size \((?<target>\d+)\)/
    ),
    ...said(/xpected input batch_size|batch_size mismatch between input/),
    ...said(
      /multi-target not supported|\b1D target tensor expected\b/,
      indices
    ),
    ...said(
      /Target size \((?:torch\.Size\()?(?<target>\[[\d, ]*\])\)?\) must be the same as input size \((?:torch\.Size\()?(?<input>\[[\d, ]*\])/
    ),
    ...said(/must be the same as input size \(torch/),
    // torchmetrics, where the same two tensors are compared.
    ...said(
      /Predictions and targets are expected to have the same shape, (?:but )?got (?:torch\.Size\()?(?<input>\[[\d, ]*\])\)? and (?:torch\.Size\()?(?<target>\[[\d, ]*\])/,
      metric
    ),
    ...said(
      /\bpreds[`"'] and [`"']target[`"'] should have the same shape,["', ]{1,6}got [`"']preds[`"'] with shape=torch\.Size\((?<input>\[[\d, ]*\])\) and [`"']target[`"'] with shape=torch\.Size\((?<target>\[[\d, ]*\])/,
      metric
    ),
    ...said(
      /If [`"']preds[`"'] have one dimension more than [`"']target[`"'], (?:[`"']preds[`"'] should be a float tensor|the shape of [`"']preds)|Either [`"']preds[`"'] and [`"']target[`"'] both should have the \(same\) shape/,
      metric
    ),
    { where: 'message', pattern: OTHER_SIZE },
    // With MSELoss this is only a warning, and explains a failure to broadcast.
    {
      where: 'log',
      pattern: OTHER_SIZE,
      when: ({ exceptions }) =>
        exceptions.every(({ message }) => message.includes('size of tensor a')),
      confidence: 'likely'
    },
    ...said(
      /xpected target size (?<input>[[(][\d, ]*[\])]), (?:but )?got (?:torch\.Size\()?(?<target>[[(][\d, ]*[\])])/,
      places
    ),
    ...said(/only batches of spatial targets supported/, pixels),
    ...said(
      /size mismatch \(got input: ?\[(?<input>[\d, ]*)\] ?, target: ?\[(?<target>[\d, ]*)\]/,
      pixels
    ),
    ...said(/input and target batch or spatial sizes don["']t match/, pixels),
    ...said(
      /input and target (?:shapes do not match|have different number of elements)|inconsistent target size|THIndexTensor_\(size\)\(target, 0\) == batch_size|1D target must have size 1|arget and input must have the same number of elements|Expected 2 or (?:more|4) dimensions \(got \d\)/
    ),
    ...said(/\bExpected 1 or more dimensions \(got 0\)/),
    ...said(
      /1D target tensor expects [12]D input tensors, but found inputs with sizes|\bmargin_ranking_loss ?: All input tensors should have same dimension|anchor, positive, and negative tensors are expected to have the same number of dimensions/,
      { read: () => ({ kind: 'pairs' }) }
    ),
    {
      where: 'message',
      ename: /^ValueError$/,
      pattern: /^var is of incorrect size$/,
      confidence: 'likely',
      read: () => ({ kind: 'variance' })
    },
    ...said(
      /for argument #\d ["'](?:log_probs|targets)["'] \(while checking arguments for (?:\w{0,10}_)?ctc_loss/,
      lengths
    ),
    ...said(
      /weight tensor should be defined either for all(?: (?<classes>\d+))?(?: classes)? or no classes/,
      weights
    ),
    ...said(
      /(?:input|target)_lengths must be of size batch_size|xpected input_lengths to have value at most/,
      lengths
    ),
    {
      where: 'message',
      pattern: /Dimension out of range/,
      when: inLoss,
      confidence: 'likely',
      read: () => ({ kind: 'classless' })
    }
  ],
  page(trans, values) {
    const { kind } = values;
    return {
      title:
        kind === 'weights'
          ? trans.__('The loss has not one weight per class')
          : kind === 'lengths'
            ? trans.__('The lengths given to CTCLoss do not fit')
            : kind === 'metric'
              ? trans.__('Predictions and target do not fit in the metric')
              : trans.__('Output and target do not fit together in the loss'),
      cause: lossCause(trans, values),
      fixes: lossFixes(trans, values),
      notThis: [
        trans.__(
          '“Target 9 is out of bounds” is about the values of the labels, not about their shape.'
        )
      ],
      links: [
        LINKS.crossEntropy(trans),
        {
          title: trans.__(
            'PyTorch: BCEWithLogitsLoss, same shape as the input'
          ),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.BCEWithLogitsLoss.html'
        }
      ]
    };
  },
  examples: LOSS_SHAPE_EXAMPLES,
  nearMisses: [
    { ename: 'IndexError', evalue: 'Target 9 is out of bounds.' },
    {
      ename: 'ValueError',
      evalue: 'Shapes (None, 10) and (None, 3) are incompatible'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'import torch.nn.functional as F',
      'output, target = torch.rand(4, 1), torch.ones(4)',
      'F.binary_cross_entropy_with_logits(output, target)'
    ].join('\n'),
    fixed: [
      'import torch',
      'import torch.nn.functional as F',
      'output, target = torch.rand(4, 1), torch.ones(4)',
      'output = output.squeeze(-1)',
      'F.binary_cross_entropy_with_logits(output, target)'
    ].join('\n')
  }
};

export default entry;
