import { define } from '../../define';
import { cudaErrorSigns } from '../shared/cuda-error';

export default define({
  id: 'cuda/device-busy',
  answers: [
    'CUDA error: all CUDA-capable devices are busy or unavailable',
    'CUDA error: CUDA-capable device(s) is/are busy or unavailable',
    'cuda runtime error (46) : all CUDA-capable devices are busy or unavailable'
  ],
  signs: cudaErrorSigns({
    text: String.raw`(?:all )?CUDA-capable devices? ?(?:\(s\) )?(?:is/are|are|is) busy or unavailable`,
    unmistakable: true,
    name: 'cudaErrorDevicesUnavailable',
    numbers: [46]
  }),
  words: trans => ({
    title: trans.__('The driver gives this process no GPU'),
    cause: trans.__(
      'The GPU exists, but no work can be started on it. Often it is in exclusive mode and another process, such as a forgotten kernel, holds it; work or memory of others that fills the GPU can do it too.'
    ),
    fixes: [
      {
        safety: 'diagnostic',
        title: trans.__('See who holds the GPU, and its compute mode'),
        detail: trans.__(
          '“Exclusive_Process” allows one process at a time, “Prohibited” none.'
        ),
        code: '$ nvidia-smi; nvidia-smi --query-gpu=index,compute_mode --format=csv'
      },
      {
        safety: 'check',
        title: trans.__('Shut down other notebooks’ kernels that use the GPU'),
        detail: trans.__(
          'In JupyterLab: “Running Terminals and Kernels”. Then restart this kernel.'
        )
      },
      {
        safety: 'check',
        title: trans.__('Take another GPU, in a fresh kernel'),
        code: "import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '1'  # before importing torch"
      },
      {
        safety: 'check',
        title: trans.__('Your own machine: allow several processes again'),
        detail: trans.__(
          'On a cluster the mode is set on purpose: ask for a GPU of your own instead.'
        ),
        code: '$ sudo nvidia-smi --compute-mode=DEFAULT'
      },
      {
        safety: 'check',
        title: trans.__('Nobody holds it: restart the machine'),
        detail: trans.__(
          'The driver can be stuck after a crash, a suspend or an update.'
        )
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'A GPU that is only full says “out of memory”: several processes may share a GPU in the default mode.'
      )
    ],
    links: [
      {
        title: trans.__(
          'NVIDIA: cudaErrorDevicesUnavailable and its usual reasons'
        ),
        url: 'https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html'
      },
      {
        title: trans.__('NVIDIA: nvidia-smi, compute mode'),
        url: 'https://docs.nvidia.com/deploy/nvidia-smi/index.html'
      }
    ]
  })
});
