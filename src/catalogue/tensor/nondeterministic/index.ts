import { define } from '../../define';
import { messageOrLog } from '../../signs';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { keywordGiven } from '../../shared/edits/calls';

function setWorkspace(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Set CUBLAS_WORKSPACE_CONFIG before CUDA starts'),
    detail: trans.__(
      'In the first cell of a fresh kernel: cuBLAS reads it once, when it starts.'
    ),
    code: "import os\nos.environ['CUBLAS_WORKSPACE_CONFIG'] = ':4096:8'\nimport torch",
    action: {
      kind: 'environment',
      variables: { CUBLAS_WORKSPACE_CONFIG: ':4096:8' }
    }
  };
}

/** What helps against any operation that is refused. */
function withoutIt(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Be warned instead of stopped (torch 1.11 or later)'),
      detail: trans.__(
        'Runs may then differ slightly where the warning appears; everything else stays repeatable.'
      ),
      code: 'torch.use_deterministic_algorithms(True, warn_only=True)',
      edit: keywordGiven(['use_deterministic_algorithms'], 'warn_only', 'True')
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
    }
  ];
}

export default define({
  id: 'tensor/nondeterministic',
  answers: [
    "does not have a deterministic implementation, but you set 'torch.use_deterministic_algorithms(True)'",
    'Deterministic behavior was enabled with either `torch.use_deterministic_algorithms(True)` … but this operation is not deterministic because it uses CuBLAS',
    "does not have a deterministic implementation, but you set 'torch.set_deterministic(True)'"
  ],
  values: ['operation'],
  kinds: {
    operation: {
      // aten/src/ATen/Context.cpp, `alertNotDeterministic`; torch 1.7 named the
      // switch `set_deterministic`. With `warn_only` the same words are a warning.
      signs: messageOrLog(
        /(?<operation>\b\w{2,80}) does not have a deterministic implementation, but you set(?! ["']torch\.use_deterministic_algorithms\(True, warn_only)/
      ),
      words: (trans, { operation }) => ({
        title: trans.__('This operation cannot give repeatable results'),
        cause: operation
          ? trans.__(
              'You asked for repeatable results with use_deterministic_algorithms(True), and %1 has no version that gives them on this device. PyTorch stops rather than let runs differ silently.',
              operation
            )
          : trans.__(
              'You asked for repeatable results with use_deterministic_algorithms(True), and one operation has no version that gives them on this device. PyTorch stops rather than let runs differ silently.'
            ),
        fixes: [...withoutIt(trans), setWorkspace(trans)]
      })
    },
    cublas: {
      // The same file, `alertCuBLASConfigNotDeterministic`.
      signs: messageOrLog(
        /Deterministic behavior was enabled with either|operation is not deterministic because it uses CuBLAS/
      ),
      words: trans => ({
        title: trans.__('cuBLAS needs a setting to give repeatable results'),
        cause: trans.__(
          'You asked for repeatable results with use_deterministic_algorithms(True). Matrix products on the GPU give them only when the environment variable CUBLAS_WORKSPACE_CONFIG was set before CUDA started.'
        ),
        fixes: [setWorkspace(trans), ...withoutIt(trans)]
      })
    }
  },
  common: trans => ({
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
  })
});
