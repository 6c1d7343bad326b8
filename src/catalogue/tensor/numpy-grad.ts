import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';
import { LINKS } from './shared/links';

const entry: IEntry = {
  id: 'tensor/numpy-grad',
  answers: [
    "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.",
    "Can't call numpy() on Variable that requires grad. Use var.detach().numpy() instead."
  ],
  signs: [
    ...said(
      /Can["']?t call [`"']?numpy\(\)[`"']? on (?:a )?(?:Tensor|Variable) that requires grad/i
    )
  ],
  page(trans) {
    return {
      title: trans.__('The tensor still belongs to the autograd graph'),
      cause: trans.__(
        'NumPy cannot record operations, so a tensor that requires gradients is not handed over silently. detach() gives the same values without the graph.'
      ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Detach before NumPy'),
          detail: trans.__(
            'cpu() changes nothing where the tensor is there already.'
          ),
          code: 'array = x.detach().cpu().numpy()'
        },
        {
          safety: 'safe',
          title: trans.__('Predict without a graph at all'),
          code: 'with torch.no_grad():\n    array = model(x).cpu().numpy()'
        },
        {
          safety: 'safe',
          title: trans.__('For one number, for a plot or a log: item()'),
          code: 'losses.append(loss.item())'
        }
      ],
      notThis: [
        trans.__(
          'Inside the loss detach() is wrong: nothing behind it would be trained. Stay with torch functions there.'
        )
      ],
      links: [
        LINKS.numpy(trans),
        {
          title: trans.__('PyTorch: detach'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        "Can't call `numpy()` on Tensor that requires grad. Use `tensor.detach().numpy()` instead.",
      torch: '1.6',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.",
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Can't call numpy() on Variable that requires grad. Use var.detach().numpy() instead.",
      torch: '1.4',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'NotImplementedError',
      evalue:
        'Cannot convert a symbolic Tensor (strided_slice:0) to a numpy array.'
    },
    {
      ename: 'TypeError',
      evalue:
        "can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first."
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'x = torch.ones(3, requires_grad=True) * 2',
      'array = x.numpy()'
    ].join('\n'),
    fixed: [
      'import torch',
      'x = torch.ones(3, requires_grad=True) * 2',
      'array = x.detach().cpu().numpy()'
    ].join('\n')
  }
};

export default entry;
