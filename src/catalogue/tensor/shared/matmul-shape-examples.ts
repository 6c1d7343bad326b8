import type { IExample } from '../../../diagnosis/types';

/** Texts that `tensor/matmul-shape` must recognise. */
export const MATMUL_SHAPE_EXAMPLES: readonly IExample[] = [
  {
    ename: 'RuntimeError',
    evalue: 'addmm: Argument #3 (dense): Expected dim 0 size 25, got 65',
    torch: '2.13',
    origin: 'run',
    values: { layer: 'sparse', given: '25', wanted: '65' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'invalid argument 6: wrong matrix size at /pytorch/aten/src/THC/generic/THCTensorMathBlas.cu:41',
    torch: '1.1',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue: 'tensors must be 2-D',
    torch: '1.13',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue: 'mat1 和 mat2 的形状无法相乘 (3x4 和 5x4)',
    torch: '2.0',
    origin: 'reference',
    values: { rows: '3', given: '4', wanted: '5', outputs: '4' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'inner() the last dimension must match on both input tensors but got shapes [3] and [4]',
    torch: '2.13',
    origin: 'run',
    values: { given: '3', wanted: '4' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'Incompatible matrix sizes for bmm (3x3 and 4x3)',
    torch: '2.13',
    origin: 'run',
    values: { given: '3', wanted: '4' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'linalg.solve: Incompatible shapes of A and B for the equation AX = B (3x3 and 2x1)',
    torch: '2.13',
    origin: 'run',
    values: { layer: 'solve' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'the batch number of src and tgt must be equal',
    torch: '2.13',
    origin: 'run',
    values: { layer: 'transformer' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'the feature number of src and tgt must be equal to d_model',
    torch: '2.13',
    origin: 'run',
    values: { layer: 'transformer' }
  },
  {
    ename: 'AssertionError',
    evalue:
      'key shape torch.Size([3, 2, 4]) does not match value shape torch.Size([5, 2, 4])',
    torch: '2.13',
    origin: 'run',
    values: { layer: 'pair' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "Expected 3-dimensional tensor, but got 2-dimensional tensor for argument #1 'batch1' (while checking arguments for bmm)",
    torch: '1.2',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue:
      'linear(): input and weight.T shapes cannot be multiplied (4x784 and 512x10)',
    torch: '2.4',
    origin: 'reference',
    values: { given: '784', wanted: '512' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'mat1 and mat2 shapes cannot be multiplied (32x784 and 512x10)',
    torch: '2.13',
    origin: 'run',
    values: { given: '784', wanted: '512', outputs: '10' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Expected size for first two dimensions of batch2 tensor to be: [2, 4] but got: [2, 5].',
    torch: '2.13',
    origin: 'run',
    values: { given: '4', wanted: '5' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'input.size(-1) must be equal to input_size. Expected 3, got 4',
    torch: '2.13',
    origin: 'run',
    values: { given: '4', wanted: '3', layer: 'rnn' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'size mismatch, m1: [2 x 5], m2: [4 x 3] at /pytorch/aten/src/TH/generic/THTensorMath.cpp:961',
    torch: '1.0',
    origin: 'reference',
    values: { given: '5', wanted: '4' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'mat1 dim 1 must match mat2 dim 0',
    torch: '1.8',
    origin: 'reference'
  }
];
