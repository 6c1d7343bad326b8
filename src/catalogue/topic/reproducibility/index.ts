import { define } from '../../define';

export default define({
  id: 'topic/reproducibility',
  answers: [
    'reproducibility',
    'same seed, different results',
    'torch.manual_seed, cudnn.deterministic, use_deterministic_algorithms',
    'CUBLAS_WORKSPACE_CONFIG=:4096:8',
    'seed of DataLoader workers, worker_init_fn'
  ],
  words: trans => ({
    title: trans.__('Getting the same result twice'),
    cause: trans.__(
      'Random numbers come from several generators, and some GPU algorithms add in an order that changes. Both can be fixed for one machine and one version; across versions, devices or machines PyTorch promises nothing.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Seed all generators, before the model is made'),
        code: 'import random\nimport numpy as np\nimport torch\nrandom.seed(0)\nnp.random.seed(0)\ntorch.manual_seed(0)  # the CPU and all GPUs'
      },
      {
        safety: 'check',
        title: trans.__('Use algorithms that repeat their results'),
        detail: trans.__(
          'Slower. An operation that has none raises an error and names itself; warn_only=True makes it a warning. Set the variable before CUDA starts.'
        ),
        code: "import os\nos.environ['CUBLAS_WORKSPACE_CONFIG'] = ':4096:8'\ntorch.use_deterministic_algorithms(True)\ntorch.backends.cudnn.deterministic = True\ntorch.backends.cudnn.benchmark = False"
      },
      {
        safety: 'check',
        title: trans.__('Seed the workers and the shuffling of a DataLoader'),
        detail: trans.__(
          'Each worker gets its own torch seed; NumPy and random must be seeded from it. The generator fixes the order. In a notebook on Windows or macOS the function must be in a .py file.'
        ),
        code: 'def seed_worker(worker_id):\n    seed = torch.initial_seed() % 2**32\n    np.random.seed(seed)\n    random.seed(seed)\n\ngenerator = torch.Generator().manual_seed(0)\nloader = DataLoader(dataset, shuffle=True, num_workers=2,\n                    worker_init_fn=seed_worker, generator=generator)'
      },
      {
        safety: 'check',
        title: trans.__('In a notebook: restart and run all cells in order'),
        detail: trans.__('A cell run twice draws twice from the generators.')
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'Differences of about 1e-6 between CPU and GPU, or between two GPUs, are rounding and stay.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: reproducibility'),
        url: 'https://docs.pytorch.org/docs/stable/notes/randomness.html'
      },
      {
        title: trans.__('PyTorch: use_deterministic_algorithms'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.use_deterministic_algorithms.html'
      },
      {
        title: trans.__('NVIDIA: cuBLAS and reproducible results'),
        url: 'https://docs.nvidia.com/cuda/cublas/index.html#results-reproducibility'
      }
    ]
  })
});
