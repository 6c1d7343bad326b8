import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** Per kind: title, cause and first fix. */
type Words = readonly [title: string, cause: string, fix: IFix];

function optionWords(
  trans: ITranslate,
  { kind, name, given, optimizer, keyword }: Values
): Words {
  if (kind === 'keyword') {
    return [
      trans.__('The optimizer has no option of this name'),
      trans.__(
        'torch.optim.%1 does not take “%2”. Adam and its kin have betas in place of momentum, SGD has no betas; the learning rate is called lr.',
        optimizer ?? 'Optimizer',
        keyword ?? ''
      ),
      {
        safety: 'check',
        title: trans.__('Use its own options'),
        code: 'torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)\ntorch.optim.Adam(model.parameters(), lr=1e-3, betas=(0.9, 0.999))'
      }
    ];
  }
  if (kind === 'required') {
    return [
      trans.__('The optimizer was not told its %1', name ?? 'lr'),
      trans.__(
        'This optimizer has no default for it. Before torch 2.1 SGD has none for the learning rate.'
      ),
      {
        safety: 'check',
        title: trans.__('Give it'),
        code: 'optimizer = torch.optim.SGD(model.parameters(), lr=0.01)'
      }
    ];
  }
  return [
    trans.__('An option of the optimizer is out of range'),
    given !== undefined && name !== undefined
      ? trans.__(
          'The optimizer refuses %2 as %1. Learning rate, eps and weight decay are 0 or more, each beta lies in 0 … 1 without 1 itself.',
          name,
          given
        )
      : trans.__(
          'Learning rate, eps and weight decay are 0 or more, each beta lies in 0 … 1 without 1 itself. Nesterov needs a momentum, and a learning rate that is a tensor has one element.'
        ),
    {
      safety: 'check',
      title: trans.__('Give numbers in range, and by their names'),
      detail: trans.__(
        'Read from a file or the command line they may be text: float(lr).'
      ),
      code: 'torch.optim.Adam(model.parameters(), lr=1e-3, betas=(0.9, 0.999), weight_decay=0.0)'
    }
  ];
}

/** The words of `model/optimizer-parameters`. */
export function optimizerWords(trans: ITranslate, values: Values): Words {
  const { kind, type } = values;
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
    case 'option':
    case 'required':
    case 'keyword':
      return optionWords(trans, values);
    case 'fused':
      return [
        trans.__('fused=True does not fit these parameters'),
        trans.__(
          'The fused optimizer wants parameters of a floating point type on a device it knows (before torch 2.4 only CUDA), and goes without foreach=True. Usually the model is still on the CPU.'
        ),
        {
          safety: 'check',
          title: trans.__('Move the model first, or leave fused out'),
          code: "model.to('cuda')\noptimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, fused=torch.cuda.is_available())"
        }
      ];
    case 'closure':
      return [
        trans.__('LBFGS wants a function that computes the loss'),
        trans.__(
          'LBFGS evaluates the loss several times in one step, so its step() is given a closure that does it. Other optimizers need none.'
        ),
        {
          safety: 'check',
          title: trans.__('Pass a closure'),
          code: 'def closure():\n    optimizer.zero_grad()\n    loss = criterion(model(x), y)\n    loss.backward()\n    return loss\n\noptimizer.step(closure)'
        }
      ];
    case 'sparse':
      return [
        trans.__('This optimizer cannot use gradients of this layout'),
        trans.__(
          'nn.Embedding(…, sparse=True) gives sparse gradients, which only SGD, Adagrad and SparseAdam take. SparseAdam in turn takes only sparse ones.'
        ),
        {
          safety: 'check',
          title: trans.__('Make the embedding dense, or separate the two'),
          code: 'embedding = nn.Embedding(1000, 64)  # without sparse=True\n# or: torch.optim.SparseAdam(model.embedding.parameters()), beside Adam for the rest'
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
