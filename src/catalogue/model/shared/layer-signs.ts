import type { ISign, Values } from '../../../diagnosis/types';
import { said } from '../../said';

function as(kind: string): { read: (groups: Values) => Values } {
  return { read: groups => ({ ...groups, kind }) };
}

/** nn.MultiheadAttention, `multi_head_attention_forward`; transformers; timm. */
const HEADS =
  /embed_dim (?<width>\d{1,9}) not divisible by num_heads (?<parts>\d{1,6})|\b(?:embed_dim|hidden_size|d_model)`? must be divisible by `?num_heads`?(?: \(got `\w{1,20}`: (?<got>\d{1,9}) and `num_heads`: (?<by>\d{1,6}))?|[Tt]he hidden size \(?(?<hidden>\d{1,9}),?\)? is not a multiple of the number of attention heads \(?(?<number>\d{1,6})|\bdim should be divisible by num_heads/;

/** torch/nn/modules/conv.py, `_ConvNd`. */
const GROUPS =
  /\b(?<name>in_channels|out_channels) must be divisible by groups/;

const PADDING = /Invalid padding string:? ["'](?<given>[^"']{1,40})["']/;

const SAME = /padding=["']same["'] is not supported for strided convolutions/;

const PADDING_MODE =
  /padding_mode must be one of [{[(][^})\]]{1,80}[})\]], but got padding_mode=["'](?<given>[^"']{1,40})["']|Only ["']zeros["'] padding mode is supported for ConvTranspose|Unrecognised padding mode (?<mode>\w{1,40})/;

const SHARE =
  /dropout probability has to be between 0 and 1, but got (?<given>-?[\d.]{1,20})|dropout should be a number in range \[0, 1\] representing the probability|label_smoothing must be between 0\.0 and 1\.0\. Got: (?<smoothing>-?[\d.]{1,20})/;

/** torch/nn/modules/rnn.py, `RNNBase`. */
const RNN_SIZE =
  /\b(?<name>hidden_size|input_size|num_layers) must be greater than zero/;

/**
 * A weight of a convolution. A vector or matrix may be no layer at all
 * (tensor/reshape-size); an output that became too small is tensor/conv-input.
 */
const NEGATIVE =
  /Trying to create tensor with negative dimension -\d{1,18}: (?<shape>\[(?:-\d{1,18}, -?\d{1,18}|\d{1,18}, -\d{1,18}), -?\d{1,18}(?:, -?\d{1,18}){0,5}\])/;

const WINDOW = /^(?:\w{1,40}: )?stride should not be zero/;

const PAIRS = /\bPadding length must be divisible by 2/;

const INIT_SHAPE =
  /Fan in and fan out can ?not be computed for tensor with (?:fewer|less) than 2 dimensions|Only tensors with 2 or more dimensions are supported/;

const GAIN =
  /Unsupported nonlinearity (?<given>\w{1,40})|Mode \S{1,40} not supported, please use one of \[["']fan_in["']/;

const ACTIVATION =
  /activation should be relu\/gelu, not (?<given>[\w.]{1,40})|Unknown nonlinearity ["'](?<name>[^"']{1,40})["']\. Select from ["']tanh["'] or ["']relu["']/;

const RESIZE =
  /\b(?:either|only one of) size or scale_factor should be defined/;

const CORNERS =
  /align_corners option can only be set with the interpolating modes/;

const REDUCTION =
  /\b(?!elementwise_mean\b)(?<given>\w{1,40}) is not a valid value for reduction(?!_)/;

/** What layers and initialisers say of options that do not fit, by kind. */
export const layerSigns: readonly ISign[] = [
  ...said(HEADS, {
    read: ({ width, parts, got, by, hidden, number }) => ({
      kind: 'heads',
      width: width ?? got ?? hidden,
      parts: parts ?? by ?? number
    })
  }),
  ...said(GROUPS, as('groups')),
  ...said(PADDING, as('padding')),
  ...said(SAME, as('same')),
  ...said(PADDING_MODE, {
    read: ({ given, mode }) => ({
      kind: 'padding-mode',
      given: given ?? mode
    })
  }),
  ...said(SHARE, {
    read: ({ given, smoothing }) => ({
      kind: 'share',
      given: given ?? smoothing
    })
  }),
  ...said(RNN_SIZE, as('size')),
  ...said(NEGATIVE, as('negative')),
  ...said(WINDOW, as('window')),
  ...said(PAIRS, as('pairs')),
  ...said(/Padding_idx must be within num_embeddings/, as('padding-row')),
  ...said(INIT_SHAPE, as('init-shape')),
  ...said(GAIN, as('gain')),
  ...said(ACTIVATION, {
    read: ({ given, name }) => ({ kind: 'activation', given: given ?? name })
  }),
  ...said(RESIZE, as('resize')),
  ...said(CORNERS, as('corners')),
  ...said(REDUCTION, as('reduction'))
];
