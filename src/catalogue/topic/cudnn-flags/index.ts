import { define } from '../../define';

export default define({
  id: 'topic/cudnn-flags',
  answers: [
    'torch.backends.cudnn.enabled',
    'torch.backends.cudnn.benchmark',
    'torch.backends.cudnn.deterministic',
    'torch.backends.cudnn.enabled / .benchmark'
  ],
  words: trans => ({
    title: trans.__('cudnn.enabled, cudnn.benchmark, cudnn.deterministic'),
    cause: trans.__(
      'Three switches of torch.backends.cudnn that are often mixed up: whether cuDNN is used, how its algorithm is chosen, and whether only repeatable ones may be chosen.'
    ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('benchmark=True: try the algorithms, keep the fastest'),
        detail: trans.__(
          'It helps when the shapes of the input stay the same. It hurts when they change from batch to batch: every new shape is measured again, and more memory is used for it.'
        ),
        code: 'torch.backends.cudnn.benchmark = True  # default: False'
      },
      {
        safety: 'check',
        title: trans.__(
          'deterministic=True: only algorithms that repeat their results'
        ),
        detail: trans.__(
          'Together with benchmark=False, because the choice by measuring may differ from run to run.'
        ),
        code: 'torch.backends.cudnn.deterministic = True\ntorch.backends.cudnn.benchmark = False'
      },
      {
        safety: 'diagnostic',
        title: trans.__('enabled=False: do without cuDNN'),
        detail: trans.__(
          'PyTorch then uses its own kernels, usually slower and hungrier. It tells whether an error is cuDNN’s: if it stays, memory or the code is at fault. It has nothing to do with determinism.'
        ),
        code: 'torch.backends.cudnn.enabled = False  # default: True'
      },
      {
        safety: 'safe',
        title: trans.__('Switch for one block only'),
        code: 'with torch.backends.cudnn.flags(enabled=False):\n    output = model(x)'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'Results that must be equal from run to run need more than these: seeds and deterministic algorithms.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.backends.cudnn'),
        url: 'https://docs.pytorch.org/docs/stable/backends.html#module-torch.backends.cudnn'
      },
      {
        title: trans.__('PyTorch: reproducibility and cuDNN’s choice'),
        url: 'https://docs.pytorch.org/docs/stable/notes/randomness.html#cuda-convolution-benchmarking'
      }
    ]
  })
});
