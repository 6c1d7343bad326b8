import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';
import { LINKS } from './shared/links';

const entry: IEntry = {
  id: 'model/optimizer-state',
  answers: [
    "loaded state dict contains a parameter group that doesn't match the size of optimizer's group",
    'loaded state dict has a different number of parameter groups'
  ],
  signs: [
    ...said(
      /loaded state dict (?:contains a parameter group that doesn["']t match the size of optimizer["']s group|has a different number of parameter groups)/
    )
  ],
  page(trans) {
    return {
      title: trans.__('The saved optimizer belongs to another model'),
      cause: trans.__(
        'An optimizer remembers its parameters by their place in the list only, and the list has another length here. Layers were added, removed or frozen since it was saved.'
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Start with a fresh optimizer'),
          detail: trans.__(
            'The weights can be kept; only the momentum of the earlier training is lost.'
          ),
          code: "model.load_state_dict(checkpoint['state_dict'], strict=False)\noptimizer = torch.optim.Adam(model.parameters(), lr=1e-3)"
        },
        {
          safety: 'check',
          title: trans.__('Or build model and optimizer as they were'),
          detail: trans.__(
            'The same layers, the same groups in the same order, frozen before the optimizer is made.'
          )
        },
        {
          safety: 'diagnostic',
          title: trans.__('Compare the sizes of the groups'),
          code: "print([len(g['params']) for g in checkpoint['optimizer']['param_groups']], [len(g['params']) for g in optimizer.param_groups])"
        }
      ],
      notThis: [
        trans.__(
          '“Missing key(s) in state_dict” is about the weights of the model.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: load_state_dict of an optimizer'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.optim.Optimizer.load_state_dict.html'
        },
        LINKS.saving(trans)
      ]
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue:
        "loaded state dict contains a parameter group that doesn't match the size of optimizer's group",
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'ValueError',
      evalue: 'loaded state dict has a different number of parameter groups',
      torch: '2.13',
      origin: 'run'
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Sequential:\n\tMissing key(s) in state_dict: "0.bias". '
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'old, model = torch.nn.Linear(2, 1), torch.nn.Linear(2, 1, bias=False)',
      "checkpoint = {'state_dict': old.state_dict(), 'optimizer': torch.optim.Adam(old.parameters()).state_dict()}",
      'optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)',
      "optimizer.load_state_dict(checkpoint['optimizer'])"
    ].join('\n'),
    fixed: [
      'import torch',
      'old, model = torch.nn.Linear(2, 1), torch.nn.Linear(2, 1, bias=False)',
      "checkpoint = {'state_dict': old.state_dict(), 'optimizer': torch.optim.Adam(old.parameters()).state_dict()}",
      "model.load_state_dict(checkpoint['state_dict'], strict=False)",
      'optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)'
    ].join('\n')
  }
};

export default entry;
