import type { Values } from '../../../diagnosis/types';
import { define } from '../../define';

import { gpuMessageOrLog } from '../../shared/ours';

/** `8, 5, 0` → `8.5.0`; `7102` → `7.1.2`, `90100` → `9.1.0` (CUDNN_VERSION). */
function plain(version: string | undefined): string | undefined {
  if (version === undefined || version.includes(',')) {
    return version?.replace(/, ?/g, '.');
  }
  const number = Number(version);
  const base = number >= 90000 ? 10000 : 1000;
  return [
    Math.floor(number / base),
    Math.floor((number % base) / 100),
    number % 100
  ].join('.');
}

const read = ({ built, found }: Values): Values => ({
  built: plain(built),
  found: plain(found)
});

/** torch/backends/cudnn/__init__.py, 0.2 to now; Caffe2's common_cudnn.h. */
const SIGNS = [
  /cuDNN version (?:incompatibility|mismatch): PyTorch was compiled {1,2}against \(?(?<built>\d[\d, ]{2,12}\d)\)? but (?:found runtime version|linked against) \(?(?<found>\d[\d, ]{2,12}\d)\)?/,
  /cuDNN compiled \((?<built>\d{4,6})\) and runtime \((?<found>\d{4,6})\) versions mismatch/,
  /cuDNN version (?:incompatibility|mismatch)|CUDNN_STATUS_(?:SUBLIBRARY_)?VERSION_MISMATCH/,
  // Windows: a part of cuDNN 9 meets one of another 9, or of CTranslate2's.
  /Could not load symbol cudnn\w{1,60}\. Error code/
];

export default define({
  id: 'cuda/cudnn-version',
  answers: [
    'cuDNN version incompatibility: PyTorch was compiled against (8, 5, 0) but found runtime version (8, 3, 3)',
    'cuDNN version mismatch: PyTorch was compiled against 6021 but linked against 5110',
    'CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH',
    'LD_LIBRARY_PATH contains an incompatible version of cudnn'
  ],
  values: ['built', 'found'],
  signs: SIGNS.flatMap(pattern => gpuMessageOrLog(pattern, { read })),
  words: (trans, { built, found }) => ({
    title:
      built && found
        ? trans.__('PyTorch wants cuDNN %1 and finds %2', built, found)
        : trans.__('PyTorch finds a cuDNN that is not its own'),
    cause: trans.__(
      'PyTorch brings the cuDNN it was built with, but the loader finds another one first. Usually LD_LIBRARY_PATH or a second package leads to it.'
    ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('Start the kernel without LD_LIBRARY_PATH'),
        detail: trans.__(
          'The variable must be gone before Jupyter or the kernel starts; changing it in a cell is too late.'
        ),
        code: '$ env -u LD_LIBRARY_PATH jupyter lab'
      },
      {
        safety: 'diagnostic',
        title: trans.__('See which cuDNN is loaded, and from where'),
        code: "import torch\nprint(torch.backends.cudnn.version())\nprint({line.split()[-1] for line in open('/proc/self/maps') if 'cudnn' in line})"
      },
      {
        safety: 'check',
        title: trans.__(
          'A second cuDNN in the environment: install torch’s own again'
        ),
        detail: trans.__(
          'TensorFlow, JAX or a conda package may have replaced it. Separate environments avoid that.'
        ),
        code: '$ pip list | grep -i cudnn; pip install --force-reinstall torch'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'A cuDNN library that cannot be opened at all is missing rather than of the wrong version.'
      ),
      trans.__(
        'TensorFlow’s “Loaded runtime CuDNN library … but source was compiled with” is about TensorFlow’s cuDNN.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.backends.cudnn'),
        url: 'https://docs.pytorch.org/docs/stable/backends.html#module-torch.backends.cudnn'
      },
      {
        title: trans.__('NVIDIA: which cuDNN goes with which CUDA and driver'),
        url: 'https://docs.nvidia.com/deeplearning/cudnn/backend/latest/reference/support-matrix.html'
      }
    ]
  })
});
