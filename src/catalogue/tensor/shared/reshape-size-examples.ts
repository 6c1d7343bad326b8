import type { IExample } from '../../../diagnosis/types';

/** Texts that `tensor/reshape-size` must recognise. */
export const RESHAPE_SIZE_EXAMPLES: readonly IExample[] = [
  {
    ename: 'RuntimeError',
    evalue: "shape '[]' is invalid for input of size 2",
    torch: '2.13',
    origin: 'run'
  },
  {
    ename: 'RuntimeError',
    evalue: 'sizes must be non-negative',
    torch: '0.4',
    origin: 'reference',
    values: { kind: 'negative' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'only one dimension can be inferred',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'inferred' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'Trying to create tensor with negative dimension -1: [4, -1]',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'negative' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'zeros: Dimension size must be non-negative.',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'negative' }
  },
  {
    ename: 'RuntimeError',
    evalue: "shape '[-1, 4]' is invalid for input of size 6",
    torch: '2.13',
    origin: 'run',
    values: { shape: '-1, 4', size: '6' }
  },
  {
    ename: 'RuntimeError',
    evalue: "shape '[5]' is invalid for input of size 6",
    torch: '2.13',
    origin: 'run',
    values: { shape: '5', size: '6' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "unflatten: Provided sizes [4, 2] don't multiply up to the size of dim 0 (6) in the input tensor",
    torch: '2.13',
    origin: 'run'
  },
  {
    ename: 'RuntimeError',
    evalue:
      "invalid argument 2: size '[-1 x 400]' is invalid for input with 384 elements at /pytorch/aten/src/TH/THStorage.cpp:84",
    torch: '1.0',
    origin: 'reference',
    values: { shape: '-1 x 400', size: '384' }
  },
  {
    ename: 'EinopsError',
    evalue:
      " Error while processing rearrange-reduction pattern \"b (h w) c -> b h w c\".\n Input tensor shape: torch.Size([2, 10, 4]). Additional info: {'h': 3}.\n Shape mismatch, can't divide axis of length 10 in chunks of 3",
    origin: 'reference',
    values: { kind: 'einops', input: '2, 10, 4' }
  }
];
