import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';
import { LINKS } from './shared/links';

const entry: IEntry = {
  id: 'tensor/deepcopy-graph',
  answers: [
    'Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment'
  ],
  signs: [
    ...said(
      /Only (?:Tensors|Variables) created explicitly by the user \(graph leaves\) support the deepcopy protocol/
    )
  ],
  page(trans) {
    return {
      title: trans.__('A computed tensor cannot be deep-copied'),
      cause: trans.__(
        'copy.deepcopy() would have to copy the graph behind the tensor. Often a module or a dataset keeps an output of the network, or weight_norm keeps a computed weight.'
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Copy the values, without the graph'),
          code: 'y = x.detach().clone()'
        },
        {
          safety: 'check',
          title: trans.__('Do not keep outputs on the module'),
          detail: trans.__(
            'Store self.last = output.detach() if you need it later.'
          )
        },
        {
          safety: 'check',
          title: trans.__('A model with weight_norm: use the parametrization'),
          code: 'layer = torch.nn.utils.parametrizations.weight_norm(nn.Linear(4, 4))'
        }
      ],
      notThis: [
        trans.__(
          '“cannot pickle … object” comes from other objects that are copied along, such as locks and open files.'
        )
      ],
      links: [
        LINKS.autograd(trans),
        {
          title: trans.__('PyTorch: weight_norm as a parametrization'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.parametrizations.weight_norm.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  If you were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, see https://github.com/pytorch/pytorch/pull/103001',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment',
      torch: '1.0',
      origin: 'reference'
    }
  ],
  nearMisses: [
    { ename: 'TypeError', evalue: "cannot pickle '_thread.lock' object" }
  ],
  reproduction: {
    raises: [
      'import copy',
      'import torch',
      'x = torch.ones(3, requires_grad=True) * 2',
      'y = copy.deepcopy(x)'
    ].join('\n'),
    fixed: [
      'import copy',
      'import torch',
      'x = torch.ones(3, requires_grad=True) * 2',
      'y = x.detach().clone()'
    ].join('\n')
  }
};

export default entry;
