import type { ISign, Values } from '../../../diagnosis/types';
import { ofKind, said } from '../../said';
import { KIND_SIGNS } from './conv-kinds';

/** What a LayerNorm was made for, and the sizes that stand in their place. */
function normSizes({ wanted, input }: Values): Values {
  const made = wanted?.match(/\d+/g) ?? [];
  const got = (input?.match(/\d+/g) ?? []).slice(-made.length);
  return {
    kind: made.length > 1 ? 'layernorm' : 'norm',
    wanted: made.join(', '),
    given: got.join(', ')
  };
}

/** The signs of `tensor/conv-input`, by torch's many wordings. */
export const CONV_SIGNS: readonly ISign[] = [
  ...said(
    /xpected input ?\(?\[(?<input>[\d, ]+)\]\)? {1,2}to have (?<wanted>\d+) channels, but got (?<given>\d+) channels/
  ),
  ...said(/Need input\.size\[1\] == (?<wanted>\d+) but got (?<given>\d+)/),
  ...said(/Need input of dimension \d(?:\.\.\.|$)/, ofKind('dims')),
  ...said(
    /Need input of dimension \d and input\.size\[1\] == (?<wanted>\d+) but got input to be of shape: ?\[\d+ x (?<given>\d+)/
  ),
  ...said(
    /Given (?:groups|transposed)=\w{1,9}, weights?(?: of (?:size|shape):?)? ?\[[\d, ]+\] ?, (?:so )?expected input/
  ),
  ...said(
    /Expected \dD \(unbatched\) or \dD \(batched\) input to \w{1,40}, but got input of size: \[(?<input>[\d, ]+)\]/,
    { read: ({ input }) => ({ kind: 'dims', input }) }
  ),
  ...said(/xpected (?<wanted>\d)D input \(got (?<given>\d)D input\)/, {
    read: ({ wanted, given }) => ({ kind: 'dims', wanted, given })
  }),
  ...said(
    /Expected \dD \(unbatched\) or \dD \(batched\) input to \w+|Expected \d-dimensional (?:input|tensor|weight) for \d-dimensional (?:weight|input)/,
    ofKind('dims')
  ),
  ...said(
    /xpected (?:\dD,? ){0,3}(?:or )?\dD input \(got \dD input\)|\dD or \dD \(batch mode\) (?:expected for input|tensor)|non-empty \dD or \dD (?:\(batch mode\) |input )?tensor expected|a list of \d values to match the convolution dimensions|xpected \dD tensor as input, got \dD/,
    ofKind('dims')
  ),
  // The convolutions of torch up to 0.1 say no more than this.
  {
    where: 'message',
    pattern:
      /^[Ee]xpected (?:a )?\dD (?:input )?tensor(?:$|[.!]|,? (?:but )?got)/,
    confidence: 'likely',
    ...ofKind('dims')
  },
  ...said(
    /Only (?:3D, 4D and 5D (?:input Tensors supported|padding with)|2D, 3D, 4D, 5D padding with)|Got \dD input, but \w+ mode needs \dD input|Padding size \d{1,3} is not supported for \dD input/,
    ofKind('dims')
  ),
  ...said(
    /(?:RNN|LSTM|GRU)(?:Cell)?: Expected input to be (?:\dD(?:,? or |, )){1,2}\dD, got \dD|input must have \d dimensions, got \d|input has less dimensions than expected/,
    ofKind('dims')
  ),
  ...said(
    /Kernel size can["']?t (?:be )?greater than actual input size|Calculated padded input size per channel|input image \([THW: \d]{1,60}\) smaller than kernel size|Output size is too small/,
    ofKind('small')
  ),
  ...said(/negative dimension -\d+: \[\d+, \d+, -?\d+(?:, -?\d+){0,2}\]/, {
    ...ofKind('small'),
    confidence: 'likely'
  }),
  ...said(
    /Padding (?:size should be less than|length should be less than or equal to two times) the (?:corresponding )?input dimension|\bpad should be (?:smaller than|smaller than or equal to|at most) half of (?:effective )?kernel size|\bmax_pool1d\(\) padding should be at most half of kernel size/,
    ofKind('small')
  ),
  ...said(
    /\b(?:running_mean|running_var|weight|bias) should contain (?<given>\d+) elements not (?<wanted>\d+)/,
    ofKind('norm')
  ),
  ...said(
    /Given normalized_shape=\[(?<wanted>[\d, ]+)\], expected input with shape \[\*[\d, ]*\], but got input of size ?\[(?<input>[\d, ]*)\]/,
    { read: normSizes }
  ),
  ...said(
    /number of channels in input to be divisible by num_groups|num_channels \(\d+\) must be divisible by num_groups|vector of size equal to the number of channels in input/,
    ofKind('norm')
  ),
  // Layers that name the number of dimensions in a wording of their own.
  ...said(
    /\b\w{4,24}pool[23]d\w{0,4}\(\): Expected [34]D or [45]D tensor, but got|\bpixel_(?:un)?shuffle expects input to have at least 3 dimensions|Input to max_unpooling[23]d should be a|Expected at least 2 dimensions for input tensor but received \d|Feature dropout requires at least 2 dimensions|Expected 3D or higher dimensionality input \(got \d/,
    ofKind('dims')
  ),
  ...said(
    /Expected \d(?: to \d dimensions|-dimensional tensor), but got \d-dimensional tensor for argument #1 ["'](?:self|input)["'] \(while checking arguments for [\w:]{0,20}(?:pool|conv|batch_norm|grid_sampler|upsample|unfold|col2im|im2col)/,
    ofKind('dims')
  ),
  {
    where: 'message',
    ename: /^RuntimeError$/,
    pattern: /^Padding length too large$/,
    confidence: 'likely',
    ...ofKind('dims')
  },
  {
    where: 'message',
    ename: /^(?:ValueError|RuntimeError)$/,
    pattern:
      /^Input (?:dimension should be at least \d|tensor must have at least \d dimensions, but got \d)$/,
    ...ofKind('dims')
  },
  ...said(
    /Input and output must have the same number of spatial dimensions, but got input (?:with ){1,2}spatial dimensions|Length of pad should be no more than twice the number of dimensions of the input/,
    ofKind('dims')
  ),
  ...said(
    /the array of sliding blocks as \([-\d, ]{1,40}\), but its components must be at least one|max_pool1d\(\) Invalid computed output size: (?:0|-\d)|\bpool (?:height|width|time) \d{1,9} too large relative to input|Padding value causes wrapping around more than once|plus negative padding -?\d{1,9} and -?\d{1,9} resulted in a negative output size/,
    ofKind('small')
  ),
  ...said(
    /xpected (?:weight|bias) to be of same shape as normalized_shape/,
    ofKind('norm')
  ),
  ...KIND_SIGNS
];
