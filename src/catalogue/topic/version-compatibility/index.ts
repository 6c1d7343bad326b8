import { define } from '../../define';

export default define({
  id: 'topic/version-compatibility',
  answers: [
    'driver, CUDA toolkit, torch and torchvision versions',
    'which CUDA version for which PyTorch',
    'which torchvision for which torch',
    'nvidia-smi CUDA Version and nvcc -V differ',
    'torch.version.cuda'
  ],
  words: trans => ({
    title: trans.__('Driver, CUDA, torch, torchvision: what must match'),
    cause: trans.__(
      'The driver must be as new as the CUDA that torch was built with, or newer; torchvision must belong to the same release as torch. The CUDA toolkit (nvcc) of the machine matters only for building extensions: torch brings its own libraries.'
    ),
    fixes: [
      {
        safety: 'diagnostic',
        title: trans.__('Read all versions'),
        detail: trans.__(
          '“CUDA Version” in the head of nvidia-smi is the newest CUDA the driver can do, not what is installed. nvcc tells the toolkit’s.'
        ),
        code: '$ nvidia-smi; python -c "import torch; print(torch.__version__, torch.version.cuda, torch.backends.cudnn.version())"; pip list | grep -i torch; nvcc --version'
      },
      {
        safety: 'check',
        title: trans.__('Driver ≥ CUDA of torch'),
        detail: trans.__(
          'Within a major version any driver of it will do: CUDA 11 needs driver 450 or later, CUDA 12 driver 525, CUDA 13 driver 580. A newer driver runs every older CUDA.'
        )
      },
      {
        safety: 'check',
        title: trans.__('CUDA of torch ≥ what the GPU needs'),
        detail: trans.__(
          'Ampere (8.0, 8.6) needs CUDA 11.0 and 11.1, Ada and Hopper 11.8, Blackwell 12.8. Old cards drop out again: CUDA 13 builds begin at 7.5.'
        ),
        code: 'print(torch.cuda.get_device_capability(), torch.cuda.get_arch_list())'
      },
      {
        safety: 'check',
        title: trans.__('torchvision of the same release, from the same place'),
        detail: trans.__(
          'torch 2.0 goes with torchvision 0.15, 2.1 with 0.16, … 2.9 with 0.24. Install them in one command, both from pip or both from conda, with the same cuXXX.'
        ),
        code: '$ pip install torch torchvision --index-url https://download.pytorch.org/whl/cu126'
      },
      {
        safety: 'check',
        title: trans.__(
          'Extensions: nvcc’s major version = torch.version.cuda’s'
        ),
        detail: trans.__('Only here the toolkit of the machine counts.')
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'Installing another toolkit or cuDNN on the machine does not change what torch uses.'
      )
    ],
    links: [
      {
        title: trans.__('NVIDIA: which driver each CUDA version needs'),
        url: 'https://docs.nvidia.com/deploy/cuda-compatibility/minor-version-compatibility.html'
      },
      {
        title: trans.__('PyTorch: releases, their CUDA, Python and GPUs'),
        url: 'https://github.com/pytorch/pytorch/blob/main/RELEASE.md'
      },
      {
        title: trans.__('torchvision: which release fits which torch'),
        url: 'https://github.com/pytorch/vision#installation'
      },
      {
        title: trans.__('PyTorch: previous versions and their commands'),
        url: 'https://pytorch.org/get-started/previous-versions/'
      }
    ]
  })
});
