import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';

const entry: IEntry = {
  id: 'tensor/inference-tensor',
  answers: [
    'Inference tensors cannot be saved for backward.',
    'Inplace update to inference tensor outside InferenceMode is not allowed.',
    'Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.'
  ],
  signs: [
    ...said(
      /Inference tensors cannot be saved for backward|Cannot set version_counter for inference tensor|Inference tensors do not track version counter|on inference tensor outside InferenceMode|update to inference tensor outside InferenceMode/
    )
  ],
  page(trans) {
    return {
      title: trans.__('A tensor from inference_mode is used in training'),
      cause: trans.__(
        'Tensors made under torch.inference_mode() (or by a trainer while it validates) carry no record for autograd, and never can. Later they are used where gradients are wanted, or changed in place.'
      ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Use no_grad() instead of inference_mode()'),
          code: 'with torch.no_grad():\n    features = model(x)'
        },
        {
          safety: 'safe',
          title: trans.__('Or make a normal copy of the tensor'),
          code: 'features = features.clone()'
        }
      ],
      notThis: [
        trans.__(
          '“does not require grad and does not have a grad_fn” means that the loss has no graph; there inference_mode is only one of the reasons.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: inference_mode'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.autograd.grad_mode.inference_mode.html'
        },
        {
          title: trans.__('PyTorch: grad modes compared'),
          url: 'https://docs.pytorch.org/docs/stable/notes/autograd.html#grad-modes'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: 'Inference tensors do not track version counter.',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it in autograd, or use `torch.no_grad()` instead of `torch.inference_mode()`.',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal tensor before doing inplace update.See https://github.com/pytorch/rfcs/pull/17 for more details.',
      torch: '2.13',
      origin: 'run'
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'element 0 of tensors does not require grad and does not have a grad_fn'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'weight = torch.ones(3, requires_grad=True)',
      'with torch.inference_mode():',
      '    features = torch.ones(3) * 2',
      '(features * weight).sum().backward()'
    ].join('\n'),
    fixed: [
      'import torch',
      'weight = torch.ones(3, requires_grad=True)',
      'with torch.no_grad():',
      '    features = torch.ones(3) * 2',
      '(features * weight).sum().backward()'
    ].join('\n')
  }
};

export default entry;
