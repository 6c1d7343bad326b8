import type { IEntry } from '../../diagnosis/types';
import { DISTRIBUTION_EXAMPLES } from './shared/distribution-words';
import { LINKS } from './shared/links';
import { NAN_SIGNS } from './shared/nan-signs';
import { nanCause, nanFixes, nanTitle } from './shared/nan-words';

const entry: IEntry = {
  id: 'tensor/nan',
  answers: [
    'loss is nan',
    "Function 'SqrtBackward0' returned nan values in its 0th output.",
    'The total norm of order 2.0 for gradients from `parameters` is non-finite, so it cannot be clipped.',
    'Loss became infinite or NaN',
    'Minimum loss scale reached (0.0001). Your loss is probably exploding.',
    'Current loss scale already at minimum - cannot decrease scale anymore. Exiting run.',
    'to satisfy the constraint Real(), but found invalid values: nan',
    'to satisfy the constraint Simplex(), but found invalid values',
    'to satisfy the constraint GreaterThan(lower_bound=0.0), but found invalid values',
    'Expected value argument to be within the support of the distribution, but found invalid values',
    'The algorithm failed to converge because the input matrix contained non-finite values'
  ],
  signs: NAN_SIGNS,
  page(trans, values) {
    return {
      title: nanTitle(trans, values),
      cause: nanCause(trans, values),
      fixes: nanFixes(trans, values),
      notThis: [
        trans.__(
          'scikit-learn says “Input contains NaN”: there the data that was passed to it is meant.'
        ),
        trans.__(
          'A loss that is nan only for the mean of an empty batch or mask: then there was nothing to average.'
        )
      ],
      links: [
        LINKS.anomaly(trans),
        {
          title: trans.__('PyTorch: isfinite'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.isfinite.html'
        },
        {
          title: trans.__('PyTorch: clip_grad_norm_'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.clip_grad_norm_.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'AssertionError',
      evalue: '',
      traceback:
        'Traceback (most recent call last):\n  File "main.py", line 409, in main\n    train_stats = train_one_epoch(\n  File "engine.py", line 63, in train_one_epoch\n    assert math.isfinite(loss_value)\nAssertionError',
      torch: '1.10',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        '/x/site-packages/diffusers/utils/pil_utils.py:38: RuntimeWarning: invalid value encountered in cast\n  images = (images * 255).round().astype("uint8")\n',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'printed' }
    },
    {
      ename: 'NansException',
      evalue:
        "A tensor with all NaNs was produced in Unet. This could be either because there's not enough precision to represent the picture, or because your video card does not support half type.",
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: 'NaN detected in latents: train/5_x/0.npz',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'ValueError',
      evalue: 'Loss is not finite and patience is exhausted.',
      torch: '1.10',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        "tensor([[nan, nan, nan],\n        [nan, nan, nan]], device='mps:0', grad_fn=<LinearBackward0>)\n",
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'printed' }
    },
    {
      kind: 'text',
      stderr:
        ' iteration     5426/  250000 | loss scale: 1.0 | grad norm: nan | number of skipped iterations:   0 |\n',
      torch: '1.10',
      origin: 'reference'
    },
    ...DISTRIBUTION_EXAMPLES,
    {
      kind: 'text',
      stderr: '***WARNING*** Bad grad_norm detected (grad_norm=nan)\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: "Function 'SqrtBackward0' returned nan values in its 0th output.",
      torch: '2.13',
      origin: 'run',
      values: { func: 'SqrtBackward0' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'The total norm of order 2.0 for gradients from `parameters` is non-finite, so it cannot be clipped. To disable this error and scale the gradients by the non-finite norm anyway, set `error_if_nonfinite=False`',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'ValueError',
      evalue:
        'Expected parameter loc (Tensor of shape ()) of distribution Normal(loc: nan, scale: 1.0) to satisfy the constraint Real(), but found invalid values:\nnan',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'distribution' }
    },
    {
      ename: 'FloatingPointError',
      evalue:
        'Minimum loss scale reached (0.0001). Your loss is probably exploding. Try lowering the learning rate, using gradient clipping or increasing the batch size.',
      torch: '1.4',
      origin: 'reference',
      values: { kind: 'scale' }
    },
    {
      ename: 'ZeroDivisionError',
      evalue: 'float division by zero',
      stdout:
        'Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 3.1e-05\nGradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 0.0\n',
      torch: '1.4',
      origin: 'reference',
      values: { kind: 'scale' }
    },
    {
      stderr:
        '| WARNING: overflow detected, setting loss scale to: 0.03125\n| WARNING: overflow detected, setting loss scale to: 0.015625\n',
      torch: '1.0',
      origin: 'reference',
      values: { kind: 'scale' }
    },
    {
      ename: 'ValueError',
      evalue: 'Model outputs are NaN, stopping training',
      origin: 'reference'
    },
    {
      ename: 'KeyboardInterrupt',
      evalue: '',
      traceback:
        'KeyboardInterrupt                         Traceback (most recent call last)\nCell In[4], line 9\n----> 9     optimizer.step()\nFile ~/lib/python3.11/site-packages/torch/optim/adam.py:247, in Adam.step(self, closure)\nKeyboardInterrupt: ',
      stdout: 'epoch 3 train_loss: nan val_loss: nan\n',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'AssertionError',
      evalue: '',
      traceback:
        'Traceback (most recent call last):\n  File "engine.py", line 63, in check\n    assert math.isfinite(width)\nAssertionError'
    },
    {
      ename: 'ValueError',
      evalue:
        'Expected parameter covariance_matrix (Tensor of shape (2, 2)) of distribution MultivariateNormal(loc: torch.Size([2]), covariance_matrix: torch.Size([2, 2])) to satisfy the constraint PositiveDefinite(), but found invalid values:\ntensor([[1., 2.],\n        [0., 1.]])'
    },
    {
      ename: 'ValueError',
      evalue: 'Normal distribution got invalid scale parameter.'
    },
    { ename: 'ZeroDivisionError', evalue: 'float division by zero' },
    {
      stdout:
        'Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 32768.0\n'
    },
    {
      ename: 'ValueError',
      evalue:
        "Input contains NaN, infinity or a value too large for dtype('float64')."
    },
    {
      ename: 'KeyError',
      evalue: "'accuracy'",
      stdout: 'epoch 3 loss: nan\n'
    },
    {
      ename: 'KeyboardInterrupt',
      evalue: '',
      stdout: '1875/1875 [=====] - 3s 2ms/step - loss: nan - accuracy: 0.0987\n'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'x = torch.zeros(3, requires_grad=True)',
      'with torch.autograd.set_detect_anomaly(True):',
      '    norm = x.pow(2).sum().sqrt()',
      '    norm.backward()'
    ].join('\n'),
    fixed: [
      'import torch',
      'x = torch.zeros(3, requires_grad=True)',
      'with torch.autograd.set_detect_anomaly(True):',
      '    norm = (x.pow(2).sum() + 1e-12).sqrt()',
      '    norm.backward()'
    ].join('\n')
  }
};

export default entry;
