import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { keywordGiven } from '../../shared/edits/calls';

export default define({
  id: 'tensor/vmap',
  answers: [
    'vmap: called random operation while in randomness error mode.',
    "vmap: It looks like you're calling .item() on a Tensor.",
    "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow.",
    'vmap: Expected all tensors to have the same size in the mapped dimension',
    'vmap: inplace arithmetic(self, *extra_args) is not possible',
    'Batch norm got a batched tensor as input while the running_mean or running_var were not batched.'
  ],
  values: ['dim', 'dims'],
  kinds: {
    samples: {
      signs: messageOrLog(
        /vmap: Expected all tensors to have the same size in the mapped/
      ),
      words: trans => ({
        title: trans.__('vmap() was given different numbers of samples'),
        cause: trans.__(
          'vmap() goes through its arguments together, so the dimension that it goes along must have one size in all of them.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Mark what is the same for all with None'),
              'out = torch.vmap(f, in_dims=(0, None))(x, weight)'
            ),
            edit: keywordGiven(['vmap'], 'in_dims', '(0, None)')
          },
          {
            safety: 'diagnostic',
            title: trans.__('See the shapes'),
            code: 'print(x.shape, y.shape)'
          }
        ]
      })
    },
    random: {
      signs: messageOrLog(
        /vmap: called random operation while in randomness error mode/
      ),
      words: trans => ({
        title: trans.__('vmap() was not told how to draw random numbers'),
        cause: trans.__(
          'The function draws random numbers, as dropout does in training. They can be the same for all samples or different for each, and vmap() wants to be told which.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Draw for each sample'),
              "out = torch.vmap(f, randomness='different')(x)"
            ),
            edit: keywordGiven(['vmap'], 'randomness', "'different'")
          },
          check(
            trans.__('To evaluate: switch dropout off'),
            'model.eval()',
            trans.__('Call it before the parameters are taken from the model.')
          )
        ]
      })
    },
    value: {
      signs: messageOrLog(
        /vmap: It looks like you["']re (?:calling|either \(1\) calling) \.item\(\) on a Tensor/
      ),
      words: trans => ({
        title: trans.__('The function asks for a value inside of vmap()'),
        cause: trans.__(
          'Inside of vmap() a tensor stands for all samples at once, so item() or float() has no single value to give.'
        ),
        fixes: [
          check(
            trans.__('Return the tensor, and read values outside'),
            'losses = torch.vmap(f)(x)\nvalues = losses.tolist()'
          )
        ]
      })
    },
    flow: {
      signs: messageOrLog(
        /vmap: It looks like you["']re attempting to use a Tensor in some data-dependent control flow/
      ),
      words: trans => ({
        title: trans.__('An if or a loop depends on a tensor inside of vmap()'),
        cause: trans.__(
          'Inside of vmap() a tensor stands for all samples at once, and the samples may want different branches.'
        ),
        fixes: [
          check(
            trans.__('Choose by sample with torch.where()'),
            'out = torch.where(x.sum() > 0, x, -x)'
          )
        ]
      })
    },
    size: {
      signs: messageOrLog(
        /vmap: We do not support batching operators that can (?:output|support) dynamic shape/
      ),
      words: trans => ({
        title: trans.__('The number of results differs between samples'),
        cause: trans.__(
          'A boolean mask or nonzero() gives each sample another number of elements, and vmap() needs one shape for all.'
        ),
        fixes: [
          check(
            trans.__('Keep the shape: set what is not wanted to zero'),
            'out = torch.where(x > 0, x, 0.0)'
          )
        ]
      })
    },
    inplace: {
      signs: messageOrLog(
        /vmap: (?:inplace arithmetic|(?:aten::)?\w{1,40})\(self, \*extra_args\) is not possible because there exists a Tensor/
      ),
      words: trans => ({
        title: trans.__(
          'A tensor without samples is written to inside of vmap()'
        ),
        cause: trans.__(
          'The function writes values of one sample into a tensor that is the same for all samples. There is no room in it for the others.'
        ),
        fixes: [
          check(
            trans.__('Build a new tensor instead of writing into one'),
            'out = torch.stack([x[0], x[1] * 2])'
          ),
          check(
            trans.__('Or make the tensor from the sample'),
            'out = torch.zeros_like(x)\nout[0] = x[0]'
          )
        ]
      })
    },
    batchnorm: {
      signs: messageOrLog(
        /Batch norm got a batched tensor as input while the running_mean or running_var/
      ),
      words: trans => ({
        title: trans.__('BatchNorm would update its averages inside of vmap()'),
        cause: trans.__(
          'In training BatchNorm writes averages over the batch, and inside of vmap() every sample would write its own into the same place.'
        ),
        fixes: [
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
      })
    },
    argument: {
      signs: messageOrLog(
        /vmap\([^()]{1,80}\)\(<inputs>\): Got in_dim=-?\d{1,3} for an input but the input is of type/
      ),
      words: trans => ({
        title: trans.__('vmap() was given an argument that is no tensor'),
        cause: trans.__(
          'vmap() takes one slice of every argument. What is the same for all samples is marked with None in in_dims.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Mark what is the same for all'),
              'out = torch.vmap(f, in_dims=(0, None))(x, scale)'
            ),
            edit: keywordGiven(['vmap'], 'in_dims', '(0, None)')
          }
        ]
      })
    },
    dimension: {
      signs: messageOrLog(
        /vmap\([^()]{1,80}\)\(<inputs>\): Got in_dim=(?<dim>-?\d{1,3}) for some input, but that input is a Tensor of dimensionality (?<dims>\d{1,3})/
      ),
      words: (trans, { dim, dims }) => ({
        title: trans.__('An input of vmap() lacks the dimension to go along'),
        cause: trans.__(
          'vmap() was to go along dimension %1 of an input that has %2. A number as a tensor has none: it is the same for all samples.',
          dim,
          dims
        ),
        fixes: [
          {
            ...check(
              trans.__('Mark what is the same for all with None'),
              'out = torch.vmap(f, in_dims=(0, None))(x, scale)'
            ),
            edit: keywordGiven(['vmap'], 'in_dims', '(0, None)')
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The function fails without vmap() as well: then the cause lies in the function. Call it with one sample to see.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: what torch.func cannot do'),
        url: 'https://docs.pytorch.org/docs/stable/func.ux_limitations.html'
      },
      {
        title: trans.__('PyTorch: torch.vmap'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.func.vmap.html'
      },
      {
        title: trans.__('PyTorch: BatchNorm with torch.func'),
        url: 'https://docs.pytorch.org/docs/stable/func.batch_norm.html'
      }
    ]
  })
});
