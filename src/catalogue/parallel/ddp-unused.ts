import type { IEntry, IReading, Values } from '../../diagnosis/types';

import { textFrom } from '../dataloader/shared/text-from';
import { said } from '../said';
import { LINKS } from './shared/links';

/** With TORCH_DISTRIBUTED_DEBUG the message has the names too. */
function readParameters(_: Values, reading: IReading): Values {
  const names = textFrom(reading, 'Parameters which did not receive grad');
  const indices = textFrom(reading, 'Parameter indices which did not receive');
  return {
    names: /rank \d+: ([\w.]+(?:, [\w.]+){0,5})/.exec(names)?.[1],
    indices: /rank \d+: (\d[\d ]*)/.exec(indices)?.[1].trim()
  };
}

/** torch/csrc/distributed/c10d/reducer.cpp. */
const entry: IEntry = {
  id: 'parallel/ddp-unused',
  answers: [
    'Expected to have finished reduction in the prior iteration before starting a new one. This error indicates that your module has parameters that were not used in producing loss.',
    'Parameter indices which did not receive grad for rank 0: 2 3'
  ],
  signs: [
    ...said(
      /Expected to have finished reduction in the prior iteration|parameters that were not used in producing (?:the )?loss|Parameter(?: indice)?s which did not receive grad for rank/,
      { read: readParameters }
    )
  ],
  page(trans, { indices, names }) {
    const which = names ?? indices;
    return {
      title: trans.__('Some parameters took no part in the loss'),
      cause:
        which === undefined
          ? trans.__(
              'DistributedDataParallel waits for the gradient of every parameter in each step, and some got none: a branch that forward() did not take, a layer that is never called, or an output that the loss leaves out.'
            )
          : trans.__(
              'DistributedDataParallel waits for the gradient of every parameter in each step, and these got none: %1 (in the order of model.parameters()). A branch was not taken, a layer is never called, or the loss leaves an output out.',
              which
            ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Let DDP look for unused parameters'),
          detail: trans.__('Costs some time in each step.'),
          code: 'DistributedDataParallel(model, device_ids=[rank], find_unused_parameters=True)'
        },
        {
          safety: 'check',
          title: trans.__('Better: remove or freeze what is never used'),
          detail: trans.__(
            'Before the model is wrapped. Use every output of forward() in the loss.'
          ),
          code: 'for parameter in model.old_head.parameters():\n    parameter.requires_grad_(False)'
        },
        {
          safety: 'diagnostic',
          title: trans.__('Name the parameters without a gradient'),
          detail: trans.__(
            'After backward() of the model without DDP. TORCH_DISTRIBUTED_DEBUG=DETAIL prints them too.'
          ),
          code: 'print([n for n, p in model.named_parameters() if p.requires_grad and p.grad is None])'
        }
      ],
      notThis: [
        trans.__(
          'The message says “ready only once”: then a parameter was used twice, not left out.'
        ),
        trans.__(
          'An earlier step failed on another rank: then this is only what the others saw.'
        )
      ],
      links: [
        {
          title: trans.__(
            'PyTorch: DistributedDataParallel, find_unused_parameters'
          ),
          url: LINKS.ddp
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        "It looks like your LightningModule has parameters that were not used in producing the loss returned by training_step. If this is intentional, you must enable the detection of unused parameters in DDP, either by setting the string value `strategy='ddp_find_unused_parameters_true'` or by setting the flag in the strategy with `strategy=DDPStrategy(find_unused_parameters=True)`.",
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Expected to have finished reduction in the prior iteration before starting a new one. This error indicates that your module has parameters that were not used in producing loss. You can enable unused parameter detection by passing the keyword argument `find_unused_parameters=True` to `torch.nn.parallel.DistributedDataParallel`, and by \nmaking sure all `forward` function outputs participate in calculating loss. \nIf you already have done the above, then the distributed data parallel module wasn't able to locate the output tensors in the return value of your module's `forward` function. Please include the loss function and the structure of the return value of `forward` of your module when reporting this issue (e.g. list, dict, iterable).\nParameter indices which did not receive grad for rank 0: 2 3\n In addition, you can set the environment variable TORCH_DISTRIBUTED_DEBUG to either INFO or DETAIL",
      torch: '2.13',
      origin: 'run',
      values: { indices: '2 3' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Expected to have finished reduction in the prior iteration before starting a new one. This error indicates that your module has parameters that were not used in producing loss. You can enable unused parameter detection by (1) passing the keyword argument `find_unused_parameters=True` to `torch.nn.parallel.DistributedDataParallel`; (2) making sure all `forward` function outputs participate in calculating loss.',
      torch: '1.4',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'ValueError',
      evalue: 'The config has parameters that were not used: dropout, width'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Expected to mark a variable ready only once. This error is caused by one of the following reasons: 1) Use of a module parameter outside the `forward` function.'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.'
    }
  ],
  reproduction: {
    raises: [
      'import tempfile, torch',
      'import torch.distributed as dist',
      'from torch.nn.parallel import DistributedDataParallel',
      'class Net(torch.nn.Module):',
      '    def __init__(self):',
      '        super().__init__()',
      '        self.used = torch.nn.Linear(2, 2)',
      '        self.unused = torch.nn.Linear(2, 2)',
      '    def forward(self, x):',
      '        return self.used(x)',
      'with tempfile.TemporaryDirectory() as folder:',
      "    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=0, world_size=1)",
      '    try:',
      '        model = DistributedDataParallel(Net())',
      '        for step in range(2):',
      '            model(torch.ones(1, 2)).sum().backward()',
      '    finally:',
      '        dist.destroy_process_group()'
    ].join('\n'),
    fixed: [
      'import tempfile, torch',
      'import torch.distributed as dist',
      'from torch.nn.parallel import DistributedDataParallel',
      'class Net(torch.nn.Module):',
      '    def __init__(self):',
      '        super().__init__()',
      '        self.used = torch.nn.Linear(2, 2)',
      '        self.unused = torch.nn.Linear(2, 2)',
      '    def forward(self, x):',
      '        return self.used(x)',
      'with tempfile.TemporaryDirectory() as folder:',
      "    dist.init_process_group('gloo', init_method=f'file://{folder}/meet', rank=0, world_size=1)",
      '    try:',
      '        model = DistributedDataParallel(Net(), find_unused_parameters=True)',
      '        for step in range(2):',
      '            model(torch.ones(1, 2)).sum().backward()',
      '    finally:',
      '        dist.destroy_process_group()'
    ].join('\n')
  }
};

export default entry;
