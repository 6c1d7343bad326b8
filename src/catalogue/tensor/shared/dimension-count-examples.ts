import type { IExample } from '../../../diagnosis/types';

/** Texts that `tensor/dimension-count` must recognise. */
export const DIMENSION_COUNT_EXAMPLES: readonly IExample[] = [
  {
    ename: 'RuntimeError',
    evalue:
      'qr input should have at least 2 dimensions, but has 1 dimensions instead',
    torch: '1.12',
    origin: 'run',
    values: { kind: 'matrix' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'linalg.svd: input should have at least 2 dimensions, but has 1 dimensions instead',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'matrix' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'linalg.pinv(Float{[5]}): expected a tensor with 2 or more dimensions of float, double, cfloat or cdouble types',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'matrix' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'addr: Expected 1-D argument vec1, but got 2-D',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'row' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: 1 key.dim: 3 and value.dim: 3 instead.',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'attention' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'B should have at least 2 dimensions, but has 1 dimensions instead',
    torch: '1.4',
    origin: 'reference',
    values: { kind: 'matrix' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired ordering of dimensions i.e. input.dim() = 3 is not equal to len(dims) = 4',
    torch: '2.13',
    origin: 'run',
    values: { has: '3', names: '4', kind: 'permute' }
  },
  {
    ename: 'RuntimeError',
    evalue: "number of dims don't match in permute",
    torch: '1.10',
    origin: 'reference',
    values: { kind: 'permute' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'einsum(): the number of subscripts in the equation (3) does not match the number of dimensions (2) for operand 0 and no ellipsis was given',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'einsum', names: '3', has: '2' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'dimension mismatch for operand 0: equation 3 tensor 2',
    torch: '1.4',
    origin: 'reference',
    values: { kind: 'einsum', names: '3', has: '2' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'einsum(): output subscript l does not appear in the equation for any input operand',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'equation' }
  },
  {
    ename: 'AssertionError',
    evalue:
      'query should be unbatched 2D or batched 3D tensor but received 4-D query tensor',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'attention', has: '4' }
  },
  {
    ename: 'AssertionError',
    evalue:
      'For batched (3-D) `query`, expected `key` and `value` to be 3-D but found 2-D and 2-D tensors respectively',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'attention' }
  },
  {
    ename: 'RuntimeError',
    evalue: 't() expects a tensor with <= 2 dimensions, but self is 3D',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'transpose', has: '3' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor.',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'transpose', has: '1' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'repeat' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'permute(): duplicate dims are not allowed.',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'twice' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'linalg.inv: The input tensor A must have at least 2 dimensions.',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'matrix' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'linalg.inv: A must be batches of square matrices, but they are 4 by 3 matrices',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'square', rows: '4', columns: '3' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'outer: Expected 1-D argument self, but got 2-D',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'row', has: '2' }
  }
];
