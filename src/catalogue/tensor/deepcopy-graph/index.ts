import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { callReplaced } from '../../shared/edits/calls';

export default define({
  id: 'tensor/deepcopy-graph',
  answers: [
    'Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment'
  ],
  signs: [
    ...messageOrLog(
      /Only (?:Tensors|Variables) created explicitly by the user \(graph leaves\) support the deepcopy protocol/
    )
  ],
  words: trans => ({
    title: trans.__('A computed tensor cannot be deep-copied'),
    cause: trans.__(
      'copy.deepcopy() would have to copy the graph behind the tensor. Often a module or a dataset keeps an output of the network, or weight_norm keeps a computed weight.'
    ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('Copy the values, without the graph'),
        code: 'y = x.detach().clone()',
        edit: callReplaced(['deepcopy'], [0, 'x'], '.detach().clone()')
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
    ]
  }),
  common: trans => ({
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
  })
});
