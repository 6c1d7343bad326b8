import type { ITranslate, Values } from '../../../diagnosis/types';
import { check } from '../../fix';
import type { Words } from '../../fix';

/** What `vmap()` cannot do with a function or its inputs, by its kind. */
export function vmapWords(
  trans: ITranslate,
  { kind, dim, dims }: Values
): Words {
  switch (kind) {
    case 'dimension':
      return [
        trans.__('An input of vmap() lacks the dimension to go along'),
        trans.__(
          'vmap() was to go along dimension %1 of an input that has %2. A number as a tensor has none: it is the same for all samples.',
          dim,
          dims
        ),
        [
          check(
            trans.__('Mark what is the same for all with None'),
            'out = torch.vmap(f, in_dims=(0, None))(x, scale)'
          )
        ]
      ];
    case 'random':
      return [
        trans.__('vmap() was not told how to draw random numbers'),
        trans.__(
          'The function draws random numbers, as dropout does in training. They can be the same for all samples or different for each, and vmap() wants to be told which.'
        ),
        [
          check(
            trans.__('Draw for each sample'),
            "out = torch.vmap(f, randomness='different')(x)"
          ),
          check(
            trans.__('To evaluate: switch dropout off'),
            'model.eval()',
            trans.__('Call it before the parameters are taken from the model.')
          )
        ]
      ];
    case 'value':
      return [
        trans.__('The function asks for a value inside of vmap()'),
        trans.__(
          'Inside of vmap() a tensor stands for all samples at once, so item() or float() has no single value to give.'
        ),
        [
          check(
            trans.__('Return the tensor, and read values outside'),
            'losses = torch.vmap(f)(x)\nvalues = losses.tolist()'
          )
        ]
      ];
    case 'flow':
      return [
        trans.__('An if or a loop depends on a tensor inside of vmap()'),
        trans.__(
          'Inside of vmap() a tensor stands for all samples at once, and the samples may want different branches.'
        ),
        [
          check(
            trans.__('Choose by sample with torch.where()'),
            'out = torch.where(x.sum() > 0, x, -x)'
          )
        ]
      ];
    case 'size':
      return [
        trans.__('The number of results differs between samples'),
        trans.__(
          'A boolean mask or nonzero() gives each sample another number of elements, and vmap() needs one shape for all.'
        ),
        [
          check(
            trans.__('Keep the shape: set what is not wanted to zero'),
            'out = torch.where(x > 0, x, 0.0)'
          )
        ]
      ];
    case 'inplace':
      return [
        trans.__('A tensor without samples is written to inside of vmap()'),
        trans.__(
          'The function writes values of one sample into a tensor that is the same for all samples. There is no room in it for the others.'
        ),
        [
          check(
            trans.__('Build a new tensor instead of writing into one'),
            'out = torch.stack([x[0], x[1] * 2])'
          ),
          check(
            trans.__('Or make the tensor from the sample'),
            'out = torch.zeros_like(x)\nout[0] = x[0]'
          )
        ]
      ];
    case 'batchnorm':
      return [
        trans.__('BatchNorm would update its averages inside of vmap()'),
        trans.__(
          'In training BatchNorm writes averages over the batch, and inside of vmap() every sample would write its own into the same place.'
        ),
        [
          check(
            trans.__('Take a norm that does not look at the batch'),
            'norm = nn.GroupNorm(8, 64)'
          ),
          check(
            trans.__('Or let BatchNorm keep no averages'),
            'from torch.func import replace_all_batch_norm_modules_\nreplace_all_batch_norm_modules_(model)'
          ),
          check(trans.__('To evaluate: freeze the averages'), 'model.eval()')
        ]
      ];
    case 'argument':
      return [
        trans.__('vmap() was given an argument that is no tensor'),
        trans.__(
          'vmap() takes one slice of every argument. What is the same for all samples is marked with None in in_dims.'
        ),
        [
          check(
            trans.__('Mark what is the same for all'),
            'out = torch.vmap(f, in_dims=(0, None))(x, scale)'
          )
        ]
      ];
    default:
      return [
        trans.__('vmap() was given different numbers of samples'),
        trans.__(
          'vmap() goes through its arguments together, so the dimension that it goes along must have one size in all of them.'
        ),
        [
          check(
            trans.__('Mark what is the same for all with None'),
            'out = torch.vmap(f, in_dims=(0, None))(x, weight)'
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See the shapes'),
            code: 'print(x.shape, y.shape)'
          }
        ]
      ];
  }
}
