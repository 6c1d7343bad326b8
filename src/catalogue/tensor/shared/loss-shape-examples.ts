import type { IExample } from '../../../diagnosis/types';

/** Texts that `tensor/loss-shape` must recognise. */
export const LOSS_SHAPE_EXAMPLES: readonly IExample[] = [
  {
    ename: 'ValueError',
    evalue:
      'If `preds` have one dimension more than `target`, `preds` should be a float tensor.',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'metric' }
  },
  {
    ename: 'ValueError',
    evalue:
      "('The `preds` and `target` should have the same shape,', ' got `preds` with shape=torch.Size([16, 1]) and `target` with shape=torch.Size([16]).')",
    torch: '2.13',
    origin: 'run',
    values: { kind: 'metric', input: '[16, 1]', target: '[16]' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Predictions and targets are expected to have the same shape, but got torch.Size([8, 1]) and torch.Size([8]).',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'metric', input: '[8, 1]', target: '[8]' }
  },
  {
    ename: 'ValueError',
    evalue: 'Expected 2 or 4 dimensions (got 1)',
    torch: '0.3',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Expected non-empty vector or matrix with optional 0-dim batch size, but got: [2, 3, 4]',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'margin', input: '2, 3, 4' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      '1D target tensor expects 2D input tensors, but found inputs with sizes [2, 3, 3] and [2, 3, 3].',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'pairs' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'margin_ranking_loss : All input tensors should have same dimension but got sizes: input1: torch.Size([2]), input2: torch.Size([2]), target: torch.Size([2, 1]) ',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'pairs' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: anchor 3D, positive 2D, and negative 2D inputs',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'pairs' }
  },
  {
    ename: 'ValueError',
    evalue: 'var is of incorrect size',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'variance' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "Expected 3-dimensional tensor, but got 5-dimensional tensor for argument #1 'log_probs' (while checking arguments for ctc_loss_allocate_outputs)",
    torch: '2.13',
    origin: 'run',
    values: { kind: 'lengths' }
  },
  {
    ename: 'ValueError',
    evalue: 'Expected 1 or more dimensions (got 0)',
    torch: '2.13',
    origin: 'run'
  },
  {
    ename: 'ValueError',
    evalue: 'Expected input batch_size (4) to match target batch_size (2).',
    torch: '2.13',
    origin: 'run',
    values: { input: '4', target: '2' }
  },
  {
    ename: 'ValueError',
    evalue:
      'Target size (torch.Size([4])) must be the same as input size (torch.Size([4, 1]))',
    torch: '2.13',
    origin: 'run',
    values: { input: '[4, 1]', target: '[4]' }
  },
  {
    ename: 'RuntimeError',
    evalue: '0D or 1D target tensor expected, multi-target not supported',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'indices' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'only batches of spatial targets supported (3D tensors) but got targets of dimension: 4',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'pixels' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'multi-target not supported at /pytorch/aten/src/THNN/generic/ClassNLLCriterion.c:22',
    torch: '1.0',
    origin: 'reference',
    values: { kind: 'indices' }
  }
];
