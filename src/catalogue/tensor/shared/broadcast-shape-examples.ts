import type { IExample } from '../../../diagnosis/types';

/** Texts that `tensor/broadcast-shape` must recognise. */
export const BROADCAST_SHAPE_EXAMPLES: readonly IExample[] = [
  {
    ename: 'RuntimeError',
    evalue:
      "Expected tensor for argument #1 'grad' to have same size as tensor for argument #2 'output'; but [1, 5] does not equal [5] (while checking arguments for softmax_backward)",
    torch: '2.13',
    origin: 'run'
  },
  {
    ename: 'ValueError',
    evalue:
      'Attention mask should be of size (1, 1, 1, 230), but is torch.Size([1, 1, 1, 8])',
    torch: '2.1',
    origin: 'reference',
    values: { kind: 'attention' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'invalid argument 2: sizes do not match at /pytorch/torch/lib/TH/generic/THTensorCopy.c:51',
    torch: '0.2',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue: 'size of dimension does not match previous size, operand 1, dim 1',
    torch: '1.0',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue:
      'invalid argument 3: sizes do not match at /pytorch/torch/lib/THC/generated/../generic/THCTensorMathPointwise.cu:217',
    torch: '0.2',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue:
      'inconsistent tensor size, expected tensor [256] and src [512] to have the same number of elements, but got 256 and 512 elements respectively at /pytorch-src/torch/lib/TH/generic/THTensorCopy.c:86',
    torch: '0.2',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue:
      'operands do not broadcast with remapped shapes [original->remapped]: [3, 3]->[3, 1, 3] [4, 3]->[1, 3, 4]',
    torch: '1.6',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue:
      "The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension 0",
    torch: '2.13',
    origin: 'run',
    values: { kind: 'leading' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'expected src to have a size equal to the slice of self. src size = [3, 4], slice size = [2, 4]',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'expand' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'size {[3]} is not expandable to size {[4]}.',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'expand' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'linalg.cross: inputs dimension -1 must have length 3. Got 2 and 2',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'cross' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'masked_fill_ only supports a 0-dimensional value tensor, but got tensor with 1 dimension(s).',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'fill' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'Number of elements of source < number of ones in mask',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'source' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'The shape of the 3D attn_mask is torch.Size([9, 9, 9]), but should be (6, 2, 2).',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'attention' }
  },
  {
    ename: 'AssertionError',
    evalue: 'Expected key_padded_mask.shape[0] to be 3, but got 9',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'attention' }
  },
  {
    ename: 'AssertionError',
    evalue:
      'expecting key_padding_mask shape of (2, 3), but got torch.Size([3, 2])',
    torch: '1.12',
    origin: 'reference',
    values: { kind: 'attention' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'The size of the 2D attn_mask is not correct.',
    torch: '1.4',
    origin: 'reference',
    values: { kind: 'attention' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'Mask shape should match input. mask: [5, 5] input: [2, 4, 5, 5]',
    torch: '1.13',
    origin: 'reference',
    values: { kind: 'attention' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'The size of tensor a (4) must match the size of tensor b (5) at non-singleton dimension 1',
    torch: '2.13',
    origin: 'run',
    values: { a: '4', b: '5', dim: '1' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'The expanded size of the tensor (2) must match the existing size (3) at non-singleton dimension 0.  Target sizes: [2, 4].  Tensor sizes: [3, 4]',
    torch: '2.13',
    origin: 'run',
    values: { a: '2', b: '3', kind: 'expand' }
  },
  {
    ename: 'IndexError',
    evalue:
      'The shape of the mask [2] at index 0 does not match the shape of the indexed tensor [3, 4] at index 0',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'mask' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'inconsistent tensor size at /pytorch/torch/lib/TH/generic/THTensorMath.c:831',
    torch: '0.2',
    origin: 'reference'
  }
];
