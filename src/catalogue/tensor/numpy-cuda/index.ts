import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { beforeNumpy } from '../../shared/edits/values';

function others(trans: ITranslate): IFix[] {
  return [
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
  ];
}

export default define({
  id: 'tensor/numpy-cuda',
  answers: [
    "can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.",
    "can't convert CUDA tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.",
    "can't convert CUDA tensor to numpy (it doesn't support GPU arrays)"
  ],
  values: ['device'],
  signs: messageOrLog(
    /numpy conversion for (?:torch\.)?(?:cuda\.)?(?!Half)\w{3,12}Tensor is not supported|can(?:["']?t|not) convert (?<device>[\w:-]{2,20}) (?:device type )?tensor to numpy/i,
    { read: ({ device }) => ({ kind: device === 'meta' ? 'meta' : 'gpu' }) }
  ),
  kinds: {
    gpu: {
      words: (trans, { device }) => ({
        title: trans.__('NumPy cannot read a tensor on the GPU'),
        cause:
          device && device !== 'non-cpu'
            ? trans.__(
                'The tensor is on %1, NumPy works in the memory of the CPU. Plotting, scikit-learn and np.array(…) call NumPy, too.',
                device
              )
            : trans.__(
                'The tensor is on the GPU, NumPy works in the memory of the CPU. Plotting, scikit-learn and np.array(…) call NumPy, too.'
              ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Copy it to the CPU first'),
            code: 'array = x.detach().cpu().numpy()',
            edit: beforeNumpy('detach', 'cpu')
          },
          ...others(trans)
        ]
      })
    },
    meta: {
      words: trans => ({
        title: trans.__('A tensor on “meta” has no values'),
        cause: trans.__(
          'The device “meta” keeps shapes only. The tensor must be made on a real device before NumPy can have its values.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Make the tensor on the CPU'),
            code: "x = torch.ones(3, device='cpu')"
          },
          ...others(trans)
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
