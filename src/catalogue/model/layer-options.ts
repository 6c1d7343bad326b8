import type { IEntry } from '../../diagnosis/types';
import { choiceWords } from './shared/choice-words';
import { layerSigns } from './shared/layer-signs';
import { layerWords } from './shared/layer-words';

const entry: IEntry = {
  id: 'model/layer-options',
  answers: [
    'embed_dim must be divisible by num_heads',
    'in_channels must be divisible by groups',
    'out_channels must be divisible by groups',
    "padding='same' is not supported for strided convolutions",
    'dropout probability has to be between 0 and 1, but got 50',
    'Padding_idx must be within num_embeddings',
    'Fan in and fan out can not be computed for tensor with fewer than 2 dimensions',
    'Unsupported nonlinearity gelu',
    'hidden_size must be greater than zero',
    'either size or scale_factor should be defined',
    'The hidden size (768) is not a multiple of the number of attention heads (10)'
  ],
  signs: layerSigns,
  page(trans, values) {
    const [title, cause, fixes] =
      layerWords(trans, values) ?? choiceWords(trans, values);
    return {
      title,
      cause,
      fixes,
      notThis: [
        trans.__(
          'The layer was made, and fails when data goes through it: then the shape of the input is the place to look.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: the layers and their arguments'),
          url: 'https://docs.pytorch.org/docs/stable/nn.html'
        },
        {
          title: trans.__('PyTorch: torch.nn.init'),
          url: 'https://docs.pytorch.org/docs/stable/nn.init.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'AssertionError',
      evalue: 'embed_dim must be divisible by num_heads',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'heads' }
    },
    {
      ename: 'AssertionError',
      evalue: 'embed_dim 10 not divisible by num_heads 3',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'heads', width: '10', parts: '3' }
    },
    {
      ename: 'ValueError',
      evalue: 'in_channels must be divisible by groups',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'groups', name: 'in_channels' }
    },
    {
      ename: 'ValueError',
      evalue: "Invalid padding string 'x', should be one of {'valid', 'same'}",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'padding', given: 'x' }
    },
    {
      ename: 'ValueError',
      evalue: "padding='same' is not supported for strided convolutions",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'same' }
    },
    {
      ename: 'ValueError',
      evalue:
        "padding_mode must be one of {'zeros', 'replicate', 'reflect', 'circular'}, but got padding_mode='zero'",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'padding-mode', given: 'zero' }
    },
    {
      ename: 'ValueError',
      evalue: 'dropout probability has to be between 0 and 1, but got 50',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'share', given: '50' }
    },
    {
      ename: 'ValueError',
      evalue: 'hidden_size must be greater than zero',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'size', name: 'hidden_size' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Trying to create tensor with negative dimension -4: [-4, 3, 3, 3]',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'negative', shape: '[-4, 3, 3, 3]' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'stride should not be zero',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'window' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'Padding length must be divisible by 2',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'pairs' }
    },
    {
      ename: 'AssertionError',
      evalue: 'Padding_idx must be within num_embeddings',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'padding-row' }
    },
    {
      ename: 'ValueError',
      evalue:
        'Fan in and fan out can not be computed for tensor with fewer than 2 dimensions',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'init-shape' }
    },
    {
      ename: 'ValueError',
      evalue: 'Unsupported nonlinearity gelu',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'gain', given: 'gelu' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'activation should be relu/gelu, not swish',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'activation', given: 'swish' }
    },
    {
      ename: 'ValueError',
      evalue: 'either size or scale_factor should be defined',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'resize' }
    },
    {
      ename: 'ValueError',
      evalue:
        'align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'corners' }
    },
    {
      ename: 'ValueError',
      evalue: 'average is not a valid value for reduction',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'reduction', given: 'average' }
    },
    {
      ename: 'ValueError',
      evalue:
        'embed_dim must be divisible by num_heads (got `embed_dim`: 10 and `num_heads`: 3).',
      torch: '1.11',
      origin: 'reference',
      values: { kind: 'heads', width: '10', parts: '3' }
    },
    {
      ename: 'ValueError',
      evalue:
        'The hidden size (768) is not a multiple of the number of attention heads (10)',
      torch: '1.9',
      origin: 'reference',
      values: { kind: 'heads', width: '768', parts: '10' }
    }
  ],
  nearMisses: [
    {
      ename: 'ValueError',
      evalue:
        'mode is not a valid value for reduction_type. Must be either sum or mean.'
    },
    {
      ename: 'ValueError',
      evalue:
        'The number of input channels must be evenly divisible by the number of groups. Received groups=2, but the input has 3 channels.'
    },
    {
      ename: 'ValueError',
      evalue:
        'Invalid value 50 received for `rate`, expected a value between 0 and 1.'
    },
    { ename: 'ValueError', evalue: 'negative dimensions are not allowed' },
    { ename: 'ValueError', evalue: 'Invalid padding bytes.' },
    {
      ename: 'RuntimeError',
      evalue:
        'Trying to create tensor with negative dimension -3: [1, 8, -3, -3]'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'attention = torch.nn.MultiheadAttention(embed_dim=10, num_heads=3)'
    ].join('\n'),
    fixed: [
      'import torch',
      'attention = torch.nn.MultiheadAttention(embed_dim=12, num_heads=3)'
    ].join('\n')
  }
};

export default entry;
