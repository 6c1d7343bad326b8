import type { IEntry, IFix, ITranslate, Values } from '../../diagnosis/types';
import { ofKind, said } from '../said';
import { LINKS } from './shared/links';

/** Per kind: title, cause and first fix. */
type Words = readonly [title: string, cause: string, fix: IFix];

function words(trans: ITranslate, { kind, type }: Values): Words {
  switch (kind) {
    case 'leaf':
      return [
        trans.__('The optimizer got a computed tensor'),
        trans.__(
          'An optimizer changes tensors in place, and that works only for leaves: those made by you or by a layer. w.cuda() or 0.1 * torch.randn(…, requires_grad=True) gives a new, computed one.'
        ),
        {
          safety: 'check',
          title: trans.__(
            'Make the tensor first, then let it require gradients'
          ),
          code: 'w = (0.1 * torch.randn(3, device=device)).requires_grad_()'
        }
      ];
    case 'type':
      return [
        trans.__('The optimizer got something else than parameters'),
        type
          ? trans.__(
              'An optimizer wants a list of tensors or of dictionaries, and got %1.',
              type
            )
          : trans.__(
              'An optimizer wants a list of tensors or of dictionaries.'
            ),
        {
          safety: 'check',
          title: trans.__('Pass the parameters, not the model'),
          code: 'optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)'
        }
      ];
    case 'twice':
      return [
        trans.__('A parameter stands in two groups of the optimizer'),
        trans.__(
          'Each tensor may be updated once per step. Shared layers, or model.parameters() beside a group of its own layers, name it twice.'
        ),
        {
          safety: 'check',
          title: trans.__('Give each parameter to one group'),
          code: 'head = set(model.fc.parameters())\nbody = [p for p in model.parameters() if p not in head]\noptimizer = torch.optim.Adam([{"params": body}, {"params": list(head), "lr": 1e-2}])'
        }
      ];
    default:
      return [
        trans.__('The model has no parameters to train'),
        trans.__(
          'The list given to the optimizer is empty. Often the layers lie in a plain Python list or dict, all weights are frozen, or a generator was used up before.'
        ),
        {
          safety: 'check',
          title: trans.__('Keep layers in nn.ModuleList or nn.ModuleDict'),
          code: 'self.layers = nn.ModuleList([nn.Linear(8, 8) for _ in range(3)])'
        }
      ];
  }
}

const entry: IEntry = {
  id: 'model/optimizer-parameters',
  answers: [
    'optimizer got an empty parameter list',
    "can't optimize a non-leaf Tensor",
    'optimizer can only optimize Tensors, but one of the params is torch.nn.modules.conv.Conv2d',
    'some parameters appear in more than one parameter group'
  ],
  signs: [
    ...said(/optimizer got an empty parameter list/),
    ...said(
      /can["']?t optimize a (?:non-leaf|parameter that doesn["']t require)/,
      ofKind('leaf')
    ),
    ...said(
      /(?:optimizer can only optimize (?:Tensors|Variables), but one of the params is|iterable of (?:Tensors|Variables) or dicts, but got) (?<type>[\w.]+)/,
      ofKind('type')
    ),
    ...said(
      /some parameters appear in more than one parameter group/,
      ofKind('twice')
    )
  ],
  page(trans, values) {
    const [title, cause, fix] = words(trans, values);
    return {
      title,
      cause,
      fixes: [
        fix,
        {
          safety: 'diagnostic',
          title: trans.__('List the parameters'),
          code: 'print([(n, tuple(p.shape), p.requires_grad) for n, p in model.named_parameters()])'
        }
      ],
      notThis: [
        trans.__(
          '“element 0 of tensors does not require grad” comes from backward(): there the loss has no graph.'
        )
      ],
      links: [
        LINKS.optim(trans),
        {
          title: trans.__('PyTorch: ModuleList'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.ModuleList.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue: 'optimizer got an empty parameter list',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'ValueError',
      evalue: "can't optimize a non-leaf Tensor",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'leaf' }
    },
    {
      ename: 'TypeError',
      evalue:
        'optimizer can only optimize Tensors, but one of the params is torch.nn.modules.conv.Conv2d',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'type', type: 'torch.nn.modules.conv.Conv2d' }
    }
  ],
  nearMisses: [
    {
      ename: 'ValueError',
      evalue: 'No gradients provided for any variable.'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'from torch import nn',
      'class Net(nn.Module):',
      '    def __init__(self):',
      '        super().__init__()',
      '        self.layers = [nn.Linear(8, 8) for _ in range(3)]',
      'torch.optim.Adam(Net().parameters())'
    ].join('\n'),
    fixed: [
      'import torch',
      'from torch import nn',
      'class Net(nn.Module):',
      '    def __init__(self):',
      '        super().__init__()',
      '        self.layers = nn.ModuleList([nn.Linear(8, 8) for _ in range(3)])',
      'torch.optim.Adam(Net().parameters())'
    ].join('\n')
  }
};

export default entry;
