import { define } from '../../define';

/** NVIDIA's CUDA programming guide, environment variables. */
const SYNTAX = [
  '# CUDA_VISIBLE_DEVICES=1       GPU 1 only; in the program it is cuda:0',
  '# CUDA_VISIBLE_DEVICES=0,1     GPUs 0 and 1',
  '# CUDA_VISIBLE_DEVICES="0,1"   the same, quotation marks are optional',
  '# CUDA_VISIBLE_DEVICES=0,2,3   GPUs 0, 2 and 3 as cuda:0, cuda:1, cuda:2',
  '# CUDA_VISIBLE_DEVICES=2,0     GPU 2 is cuda:0, GPU 0 is cuda:1',
  '# CUDA_VISIBLE_DEVICES=0,-1,1  GPU 0 only: an invalid number ends the list',
  '# CUDA_VISIBLE_DEVICES=        none (-1 does the same)',
  '# CUDA_VISIBLE_DEVICES=GPU-8932f937  by UUID, see nvidia-smi -L'
].join('\n');

export default define({
  id: 'topic/visible-devices',
  answers: [
    'CUDA_VISIBLE_DEVICES',
    'choose the GPU, hide a GPU',
    "os.environ['CUDA_VISIBLE_DEVICES'] = '1' has no effect"
  ],
  words: trans => ({
    title: trans.__('CUDA_VISIBLE_DEVICES: which GPUs a process sees'),
    cause: trans.__(
      'It lists the GPUs that a process may use; inside, they are counted from 0 in that order. It is read once, when CUDA starts: later changes are ignored, or lead to “CUDA unknown error”.'
    ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('How it is written'),
        code: SYNTAX
      },
      {
        safety: 'check',
        title: trans.__('In a notebook: first cell of a fresh kernel'),
        detail: trans.__(
          'Before torch is imported. torch.cuda.is_available() already fixes it.'
        ),
        code: "import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '1'\nimport torch"
      },
      {
        safety: 'check',
        title: trans.__('For one program, or for all of a user’s'),
        detail: trans.__(
          'A line in ~/.bashrc or /etc/profile holds for programs started afterwards from a login shell, and for nothing that is running, Jupyter included.'
        ),
        code: '$ CUDA_VISIBLE_DEVICES=0,1 python train.py'
      },
      {
        safety: 'check',
        title: trans.__('Make its numbers those of nvidia-smi'),
        detail: trans.__(
          'CUDA puts the fastest GPU first by default, nvidia-smi goes by the slot.'
        ),
        code: "os.environ['CUDA_DEVICE_ORDER'] = 'PCI_BUS_ID'"
      },
      {
        safety: 'diagnostic',
        title: trans.__('See what the process got'),
        code: "print(os.environ.get('CUDA_VISIBLE_DEVICES'), torch.cuda.device_count(), torch.cuda.get_device_name(0))"
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'On a cluster the scheduler sets it: do not widen it, the other GPUs belong to others.'
      )
    ],
    links: [
      {
        title: trans.__('NVIDIA: CUDA_VISIBLE_DEVICES and CUDA_DEVICE_ORDER'),
        url: 'https://docs.nvidia.com/cuda/cuda-programming-guide/05-appendices/environment-variables.html'
      },
      {
        title: trans.__('PyTorch: when the variable is read'),
        url: 'https://github.com/pytorch/pytorch/issues/40618'
      }
    ]
  })
});
