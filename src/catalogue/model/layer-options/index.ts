import { define } from '../../define';
import { ARGUMENTS } from './arguments';
import { CHOICES } from './choices';
import { SIZES } from './sizes';

export default define({
  id: 'model/layer-options',
  inPackage: 'settings',
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
    'The hidden size (768) is not a multiple of the number of attention heads (10)',
    'bias should be of type bool, got: float',
    'adaptive_avg_pool2d: output_size must be 2',
    'batch_norm eps must be positive during training, but got 0.0'
  ],
  values: ['width', 'parts', 'name', 'shape', 'given'],
  kinds: {
    ...SIZES,
    ...CHOICES,
    ...ARGUMENTS
  },
  common: trans => ({
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
  })
});
