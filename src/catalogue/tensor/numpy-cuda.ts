import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';
import { LINKS } from './shared/links';

const entry: IEntry = {
  id: 'tensor/numpy-cuda',
  answers: [
    "can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.",
    "can't convert CUDA tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.",
    "can't convert CUDA tensor to numpy (it doesn't support GPU arrays)"
  ],
  signs: [
    ...said(
      /numpy conversion for (?:torch\.)?(?:cuda\.)?(?!Half)\w{3,12}Tensor is not supported|can(?:["']?t|not) convert (?<device>[\w:-]{2,20}) (?:device type )?tensor to numpy/i
    )
  ],
  page(trans, { device }) {
    const meta = device === 'meta';
    return {
      title: meta
        ? trans.__('A tensor on “meta” has no values')
        : trans.__('NumPy cannot read a tensor on the GPU'),
      cause: meta
        ? trans.__(
            'The device “meta” keeps shapes only. The tensor must be made on a real device before NumPy can have its values.'
          )
        : device && device !== 'non-cpu'
          ? trans.__(
              'The tensor is on %1, NumPy works in the memory of the CPU. Plotting, scikit-learn and np.array(…) call NumPy, too.',
              device
            )
          : trans.__(
              'The tensor is on the GPU, NumPy works in the memory of the CPU. Plotting, scikit-learn and np.array(…) call NumPy, too.'
            ),
      fixes: [
        meta
          ? {
              safety: 'check',
              title: trans.__('Make the tensor on the CPU'),
              code: "x = torch.ones(3, device='cpu')"
            }
          : {
              safety: 'safe',
              title: trans.__('Copy it to the CPU first'),
              code: 'array = x.detach().cpu().numpy()'
            },
        {
          safety: 'safe',
          title: trans.__('A list of tensors: convert each'),
          code: 'array = np.array([t.detach().cpu().numpy() for t in tensors])'
        },
        {
          safety: 'safe',
          title: trans.__('One number: item()'),
          code: 'value = loss.item()'
        }
      ],
      notThis: [
        trans.__(
          'CuPy says “Implicit conversion to a NumPy array is not allowed”: that array needs get().'
        )
      ],
      links: [
        LINKS.numpy(trans),
        {
          title: trans.__('PyTorch: Tensor.cpu'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.cpu.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue: 'numpy conversion for FloatTensor is not supported',
      torch: '0.1',
      origin: 'reference'
    },
    {
      ename: 'TypeError',
      evalue:
        "can't convert non-cpu tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.",
      torch: '1.1',
      origin: 'reference'
    },
    {
      ename: 'TypeError',
      evalue:
        "can't convert meta device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.",
      torch: '2.13',
      origin: 'run',
      values: { device: 'meta' }
    },
    {
      ename: 'TypeError',
      evalue:
        "can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.",
      torch: '2.13',
      origin: 'reference',
      values: { device: 'cuda:0' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "can't convert CUDA tensor to numpy (it doesn't support GPU arrays). Use .cpu() to move the tensor to host memory first.",
      torch: '0.3',
      origin: 'reference',
      values: { device: 'CUDA' }
    }
  ],
  nearMisses: [
    {
      ename: 'TypeError',
      evalue:
        'Implicit conversion to a NumPy array is not allowed. Please use `.get()` to construct a NumPy array explicitly.'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      "x = torch.ones(3, device='meta')",
      'array = x.numpy()'
    ].join('\n'),
    fixed: [
      'import torch',
      "x = torch.ones(3, device='cpu')",
      'array = x.numpy()'
    ].join('\n')
  }
};

export default entry;
