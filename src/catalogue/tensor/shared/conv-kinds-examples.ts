import type { IExample } from '../../../diagnosis/types';

/** Texts of the layers that have a rule of their own, of `conv-kinds.ts`. */
export const KIND_EXAMPLES: readonly IExample[] = [
  {
    ename: 'RuntimeError',
    evalue:
      'Wrong input shape height=100, width=100. Expected image height and width divisible by 32. Consider pad your images to shape (128, 128).',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'halved', given: '100', wanted: '32' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Non-empty 3D data tensor expected but got a tensor with sizes [2, 0, 4]',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'empty', input: '2, 0, 4' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'pad must be non-negative, but got pad: -1',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'option' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'dilation should be greater than zero',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'option' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'stft(torch.FloatTensor[10, 1], n_fft=7, hop_length=1, win_length=7, window=None, normalized=0, onesided=None, return_complex=1, align_to_window=None) : expected 0 < n_fft < 1, but got n_fft=7',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'window' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'maximum size for tensor at dimension 0 is 1 but size is 101',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'window' }
  },
  {
    ename: 'AssertionError',
    evalue: "Input image height (256) doesn't match model (224).",
    torch: '2.1',
    origin: 'reference',
    values: { kind: 'size', given: '256', wanted: '224' }
  },
  {
    ename: 'ValueError',
    evalue: "Input image size (256*256) doesn't match model (224*224).",
    torch: '2.1',
    origin: 'reference',
    values: { kind: 'size', given: '256*256' }
  },
  {
    ename: 'AssertionError',
    evalue: 'Input image height 250 is not a multiple of patch height 14',
    torch: '2.1',
    origin: 'reference',
    values: { kind: 'patch', given: '250', wanted: '14' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Only zero batch or zero channel inputs are supported, but got input shape: [1, 3, 4, 0]',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'empty', input: '1, 3, 4, 0' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Input and output sizes should be greater than 0, but got input (H: 4, W: 0) output (H: 3, W: 3)',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'empty' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but input.size(-3)=2 is not divisible by 4",
    torch: '2.13',
    origin: 'run',
    values: { kind: 'divisible' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'Halving dimension must be even, but dimension 1 is size 3',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'divisible' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got input.size(1)=2 and kernel_size=(2, 2).",
    torch: '2.13',
    origin: 'run',
    values: { kind: 'fold' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      "Given output_size=(4, 4), kernel_size=(2, 2), dilation=(1, 1), padding=(0, 0), stride=(1, 1), expected size of input's dimension 2 to match the calculated number of sliding blocks 3 * 3 = 9, but got input.size(2)=4.",
    torch: '2.13',
    origin: 'run',
    values: { kind: 'fold' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Mismatch of parameter numbers and input channel size. Found parameter numbers = 5 and channel size = 3.',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'prelu', given: '3', wanted: '5' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'Given groups=3, expected weight to be divisible by 3 at dimension 0, but got weight of size [[4, 1, 3, 3]] instead',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'groups', groups: '3' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'grid_sampler(): expected grid and input to have same batch size, but got input with sizes [2, 3, 8, 8] and grid with sizes [1, 4, 4, 2]',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'grid' }
  },
  {
    ename: 'RuntimeError',
    evalue:
      'output padding must be smaller than either stride or dilation, but got output_padding_height: 1 output_padding_width: 1 stride_height: 1 stride_width: 1 dilation_height: 1 dilation_width: 1',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'option' }
  },
  {
    ename: 'RuntimeError',
    evalue: 'required rank 4 tensor to use channels_last format',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'last' }
  },
  {
    ename: 'ValueError',
    evalue: 'input has to be 1D or 2D Tensor, but got Tensor of dimension 3',
    torch: '2.13',
    origin: 'run',
    values: { kind: 'bag' }
  }
];
