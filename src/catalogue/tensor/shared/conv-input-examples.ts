import type { IExample } from '../../../diagnosis/types';
import { KIND_EXAMPLES } from './conv-kinds-examples';

/** Texts that `tensor/conv-input` must recognise. */
export const CONV_INPUT_EXAMPLES: readonly IExample[] = [
  {
    ename: 'RuntimeError',
    evalue:
      'Given normalized_shape=[16, 64], expected input with shape [*, 16, 64], but got input of size[8, 3, 64]',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'layernorm', wanted: '16, 64', given: '3, 64' }
  },
  {
    ename: 'ValueError',
    evalue:
      'Input and output must have the same number of spatial dimensions, but got input with with spatial dimensions of [3, 4] and output size of (3,). Please provide input tensor in (N, C, d1, d2, ...,dK) format and output size in (o1, o2, ...,oK) format.',
    torch: '1.12',
    origin: 'run',
    values: { kind: 'dims' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'Padding length too large',
    torch: '1.12',
    origin: 'run',
    values: { kind: 'dims' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'pad should be smaller than or equal to half of kernel size, but got padW = 101, padH = 0, kW = 3, kH = 1',
    torch: '1.12',
    origin: 'run',
    values: { kind: 'small' }
  },
  {
    ename: 'NotImplementedError',
    evalue:
      'Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for now',
    torch: '1.12',
    origin: 'run',
    values: { kind: 'dims' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'The input size 0, plus negative padding 0 and 0 resulted in a negative output size, which is invalid. Check dimension 0 of your input.',
    torch: '1.12',
    origin: 'run',
    values: { kind: 'small' }
  },
  {
    ename: 'ValueError',
    evalue: 'Input tensor must have at least 3 dimensions, but got 2',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'dims' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'max_pool1d() padding should be at most half of kernel size, but got padding=100 and kernel_size=3',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'small' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Given groups=2 and weights of shape: [4, 2, 3, 3, 3] , so expected input ([1, 2, 5, 5, 5])  to have 4 channels, but got 2 channels instead',
    torch: '0.1',
    origin: 'reference',
    values: { given: '2', wanted: '4' }
  },
  {
    ename: 'ValueError',
    evalue:
      'Make sure that the channel dimension of the pixel values match with the one set in the configuration. Expected 3 but got 4.',
    torch: '2.1',
    origin: 'reference',
    values: { given: '4', wanted: '3' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "Expected 4-dimensional tensor, but got 3-dimensional tensor for argument #1 'self' (while checking arguments for adaptive_avg_pool2d)",
    torch: '1.4',
    origin: 'reference',
    values: { kind: 'dims' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'adaptive_avg_pool2d(): Expected 3D or 4D tensor, but got [2, 3]',
    torch: '2.0',
    origin: 'reference',
    values: { kind: 'dims' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "Expected 2 to 3 dimensions, but got 4-dimensional tensor for argument #1 'self' (while checking arguments for adaptive_avg_pool1d)",
    torch: '2.13',
    origin: 'run',
    values: { kind: 'dims' }
  },
  {
    ename: 'ValueError',
    evalue: 'Input dimension should be at least 3',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'dims' }
  },
  {
    ename: 'ValueError',
    evalue:
      'Input and output must have the same number of spatial dimensions, but got input with spatial dimensions of [4] and output size of (3, 3). Please provide input tensor in (N, C, d1, d2, ...,dK) format and output size in (o1, o2, ...,oK) format.',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'dims' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Given input with spatial size (3, 8), kernel_size=(9, 9), dilation=(1, 1), padding=(0, 0), calculated shape of the array of sliding blocks as (-5, 0), but its components must be at least one.',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'small' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'max_pool1d() Invalid computed output size: 0',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'small' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Expected weight to be of same shape as normalized_shape, but got weight of shape [2] and normalized_shape = [3]',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'norm' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'invalid argument 2: input image (T: 1 H: 4 W: 1) smaller than kernel size (kT: 1 kH: 4 kW: 4) at /pytorch/aten/src/THCUNN/generic/VolumetricAveragePooling.cu:57',
    torch: '1.0',
    origin: 'reference'
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Given groups=1, weight of size [4, 3, 3, 3], expected input[1, 1, 8, 8] to have 3 channels, but got 1 channels instead',
    torch: '2.13',
    origin: 'run',
    values: { given: '1', wanted: '3', input: '1, 1, 8, 8' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: [8, 8]',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'dims' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "Calculated padded input size per channel: (4 x 4). Kernel size: (9 x 9). Kernel size can't be greater than actual input size",
    torch: '2.13',
    origin: 'run',
    values: { kind: 'small' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'running_mean should contain 3 elements not 4',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'norm', given: '3', wanted: '4' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Expected 4-dimensional input for 4-dimensional weight [4, 3, 3, 3], but got 2-dimensional input of size [8, 8] instead',
    torch: '1.10',
    origin: 'reference',
    values: { kind: 'dims' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'expected 3D tensor',
    torch: '0.1',
    origin: 'reference',
    values: { kind: 'dims' }
  },
  ...KIND_EXAMPLES
];
