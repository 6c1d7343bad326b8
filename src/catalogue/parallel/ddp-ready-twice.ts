import type { IEntry } from '../../diagnosis/types';

import { said } from '../said';
import { LINKS } from './shared/links';

/** torch/csrc/distributed/c10d/reducer.cpp, the other way round. */
const entry: IEntry = {
  id: 'parallel/ddp-ready-twice',
  answers: [
    'Expected to mark a variable ready only once.',
    'Parameter at index 1 with name a.bias has been marked as ready twice.'
  ],
  signs: [
    ...said(/Expected to mark a variable ready only once/),
    ...said(
      /Parameter at index (?<index>\d+)(?: with name (?<name>[\w.]+))? has been marked as ready twice/
    )
  ],
  page(trans, { name, index }) {
    const which = name ?? index;
    return {
      title: trans.__('DDP got one parameter’s gradient twice in a step'),
      cause:
        which === undefined
          ? trans.__(
              'DistributedDataParallel expects each parameter’s gradient once per backward pass. Usual reasons: reentrant checkpointing, a parameter used outside forward(), or find_unused_parameters together with either.'
            )
          : trans.__(
              'DistributedDataParallel expects each parameter’s gradient once per backward pass, and %1 came twice. Usual reasons: reentrant checkpointing, a parameter used outside forward(), or find_unused_parameters together with either.',
              which
            ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Checkpoint without reentrant autograd'),
          detail: trans.__(
            'transformers: gradient_checkpointing_kwargs={"use_reentrant": False}.'
          ),
          code: 'checkpoint(block, x, use_reentrant=False)'
        },
        {
          safety: 'check',
          title: trans.__('Turn find_unused_parameters off if all are used'),
          code: 'DistributedDataParallel(model, find_unused_parameters=False)'
        },
        {
          safety: 'check',
          title: trans.__('The same graph in every step: say so'),
          code: 'DistributedDataParallel(model, static_graph=True)'
        },
        {
          safety: 'diagnostic',
          title: trans.__('Let DDP name the parameter'),
          code: '$ TORCH_DISTRIBUTED_DEBUG=DETAIL torchrun --nproc_per_node=2 train.py'
        }
      ],
      notThis: [
        trans.__(
          'The message says “finished reduction in the prior iteration”: then a parameter got no gradient at all.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: DistributedDataParallel, static_graph'),
          url: LINKS.ddp
        },
        {
          title: trans.__('PyTorch: checkpoint, use_reentrant'),
          url: 'https://docs.pytorch.org/docs/stable/checkpoint.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'Expected to mark a variable ready only once. This error is caused by one of the following reasons: 1) Use of a module parameter outside the `forward` function. Please make sure model parameters are not shared across multiple concurrent forward-backward passes. or try to use _set_static_graph() as a workaround if this module graph does not change during training loop.2) Reused parameters in multiple reentrant backward passes.\nParameter at index 1 with name a.bias has been marked as ready twice. This means that multiple autograd engine  hooks have fired for this particular parameter during this iteration.',
      torch: '2.13',
      origin: 'run',
      values: { index: '1', name: 'a.bias' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Expected to mark a variable ready only once. This error is caused by use of a module parameter outside the `forward` function.',
      torch: '1.1',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'Expected to have finished reduction in the prior iteration before starting a new one.'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed).'
    }
  ],
  reproduction: {
    raises: [
      'import tempfile, torch',
      'import torch.distributed as dist',
      'from torch.nn.parallel import DistributedDataParallel',
      'from torch.utils.checkpoint import checkpoint',
      'class Net(torch.nn.Module):',
      '    def __init__(self):',
      '        super().__init__()',
      '        self.a = torch.nn.Linear(2, 2)',
      '    def forward(self, x):',
      '        x = checkpoint(self.a, x, use_reentrant=True)',
      '        return checkpoint(self.a, x, use_reentrant=True)',
      'with tempfile.TemporaryDirectory() as folder:',
      "    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=0, world_size=1)",
      '    try:',
      '        model = DistributedDataParallel(Net(), find_unused_parameters=True)',
      '        model(torch.ones(1, 2, requires_grad=True)).sum().backward()',
      '    finally:',
      '        dist.destroy_process_group()'
    ].join('\n'),
    fixed: [
      'import tempfile, torch',
      'import torch.distributed as dist',
      'from torch.nn.parallel import DistributedDataParallel',
      'from torch.utils.checkpoint import checkpoint',
      'class Net(torch.nn.Module):',
      '    def __init__(self):',
      '        super().__init__()',
      '        self.a = torch.nn.Linear(2, 2)',
      '    def forward(self, x):',
      '        x = checkpoint(self.a, x, use_reentrant=False)',
      '        return checkpoint(self.a, x, use_reentrant=False)',
      'with tempfile.TemporaryDirectory() as folder:',
      "    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=0, world_size=1)",
      '    try:',
      '        model = DistributedDataParallel(Net(), find_unused_parameters=True)',
      '        model(torch.ones(1, 2, requires_grad=True)).sum().backward()',
      '    finally:',
      '        dist.destroy_process_group()'
    ].join('\n')
  }
};

export default entry;
