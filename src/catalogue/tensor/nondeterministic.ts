import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';

/**
 * aten/src/ATen/Context.cpp, `alertNotDeterministic`; torch 1.7 named the
 * switch `set_deterministic`. With `warn_only` the same words are a warning.
 */
const NO_VERSION =
  /(?<operation>\b\w{2,80}) does not have a deterministic implementation, but you set(?! ["']torch\.use_deterministic_algorithms\(True, warn_only)/;

/** The same file, `alertCuBLASConfigNotDeterministic`. */
const CUBLAS =
  /Deterministic behavior was enabled with either|operation is not deterministic because it uses CuBLAS/;

const entry: IEntry = {
  id: 'tensor/nondeterministic',
  answers: [
    "does not have a deterministic implementation, but you set 'torch.use_deterministic_algorithms(True)'",
    'Deterministic behavior was enabled with either `torch.use_deterministic_algorithms(True)` … but this operation is not deterministic because it uses CuBLAS',
    "does not have a deterministic implementation, but you set 'torch.set_deterministic(True)'"
  ],
  signs: [
    ...said(NO_VERSION),
    ...said(CUBLAS, { read: () => ({ library: 'cuBLAS' }) })
  ],
  page(trans, { operation, library }) {
    const settings = {
      safety: 'check',
      title: trans.__('Set CUBLAS_WORKSPACE_CONFIG before CUDA starts'),
      detail: trans.__(
        'In the first cell of a fresh kernel: cuBLAS reads it once, when it starts.'
      ),
      code: "import os\nos.environ['CUBLAS_WORKSPACE_CONFIG'] = ':4096:8'\nimport torch"
    } as const;
    return {
      title: library
        ? trans.__('cuBLAS needs a setting to give repeatable results')
        : trans.__('This operation cannot give repeatable results'),
      cause: library
        ? trans.__(
            'You asked for repeatable results with use_deterministic_algorithms(True). Matrix products on the GPU give them only when the environment variable CUBLAS_WORKSPACE_CONFIG was set before CUDA started.'
          )
        : operation
          ? trans.__(
              'You asked for repeatable results with use_deterministic_algorithms(True), and %1 has no version that gives them on this device. PyTorch stops rather than let runs differ silently.',
              operation
            )
          : trans.__(
              'You asked for repeatable results with use_deterministic_algorithms(True), and one operation has no version that gives them on this device. PyTorch stops rather than let runs differ silently.'
            ),
      fixes: [
        ...(library ? [settings] : []),
        {
          safety: 'check',
          title: trans.__('Be warned instead of stopped (torch 1.11 or later)'),
          detail: trans.__(
            'Runs may then differ slightly where the warning appears; everything else stays repeatable.'
          ),
          code: 'torch.use_deterministic_algorithms(True, warn_only=True)'
        },
        {
          safety: 'check',
          title: trans.__('Take another operation that does the same'),
          detail: trans.__(
            'The documentation lists those that have no repeatable version. A loss or an interpolation is noticed only in backward().'
          ),
          code: 'x[index] = values           # instead of x.put_(index, values)'
        },
        {
          safety: 'check',
          title: trans.__('Switch it off around this one operation'),
          code: 'torch.use_deterministic_algorithms(False)\ny = operation(x)\ntorch.use_deterministic_algorithms(True)'
        },
        ...(library ? [] : [settings])
      ],
      notThis: [
        trans.__(
          'Runs differ and nothing is raised: then look at the seeds and at the workers of the DataLoader.'
        )
      ],
      links: [
        {
          title: trans.__(
            'PyTorch: use_deterministic_algorithms, and what refuses it'
          ),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.use_deterministic_algorithms.html'
        },
        {
          title: trans.__('PyTorch: reproducibility'),
          url: 'https://docs.pytorch.org/docs/stable/notes/randomness.html'
        },
        {
          title: trans.__('NVIDIA: when cuBLAS results are reproducible'),
          url: 'https://docs.nvidia.com/cuda/cublas/index.html#results-reproducibility'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        "put_ does not have a deterministic implementation, but you set 'torch.use_deterministic_algorithms(True)'. You can turn off determinism just for this operation, or you can use the 'warn_only=True' option, if that's acceptable for your application. You can also file an issue at https://github.com/pytorch/pytorch/issues to help us prioritize adding deterministic support for this operation.",
      torch: '2.13',
      origin: 'run',
      values: { operation: 'put_' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "upsample_bilinear2d_backward_cuda does not have a deterministic implementation, but you set 'torch.set_deterministic(True)'. You can turn off determinism just for this operation if that's acceptable for your application.",
      torch: '1.7',
      origin: 'reference',
      values: { operation: 'upsample_bilinear2d_backward_cuda' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Deterministic behavior was enabled with either `torch.use_deterministic_algorithms(True)` or `at::Context::setDeterministicAlgorithms(true)`, but this operation is not deterministic because it uses CuBLAS and you have CUDA >= 10.2. To enable deterministic behavior in this case, you must set an environment variable before running your PyTorch application: CUBLAS_WORKSPACE_CONFIG=:4096:8 or CUBLAS_WORKSPACE_CONFIG=:16:8. For more information, go to https://docs.nvidia.com/cuda/cublas/index.html#results-reproducibility',
      torch: '2.4',
      origin: 'reference',
      values: { library: 'cuBLAS' }
    }
  ],
  nearMisses: [
    {
      stderr:
        "x.py:4: UserWarning: put_ does not have a deterministic implementation, but you set 'torch.use_deterministic_algorithms(True, warn_only=True)'. You can file an issue at https://github.com/pytorch/pytorch/issues to help us prioritize adding deterministic support for this operation.\n"
    },
    {
      ename: 'UnimplementedError',
      evalue:
        'Deterministic GPU implementation of unsorted segment reduction op not available. [Op:UnsortedSegmentSum]'
    },
    {
      ename: 'NotImplementedError',
      evalue: '"put_" not implemented for \'Half\''
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'torch.use_deterministic_algorithms(True)',
      'x = torch.zeros(4)',
      'x.put_(torch.tensor([1]), torch.tensor([1.0]))'
    ].join('\n'),
    fixed: [
      'import torch',
      'torch.use_deterministic_algorithms(True, warn_only=True)',
      'x = torch.zeros(4)',
      'x.put_(torch.tensor([1]), torch.tensor([1.0]))'
    ].join('\n')
  }
};

export default entry;
