import type { IFix, ILink, ITranslate, Values } from '../../../diagnosis/types';

/** The builds that still hold, or already hold, code for this GPU. */
function install(trans: ITranslate, values: Values): IFix {
  const { capability, age, release, build } = values;
  if (release && build) {
    return {
      safety: 'check',
      title: trans.__('Install the build that PyTorch itself names'),
      detail: trans.__(
        'The same release, built for a CUDA that knows this GPU.'
      ),
      code: `$ pip install torch==${release} --index-url https://download.pytorch.org/whl/${build}`
    };
  }
  if (Number(capability) < 5) {
    return {
      safety: 'check',
      title: trans.__('Install a PyTorch of the card’s own time'),
      detail: trans.__(
        'No build of today has code for capability %1. “Previous versions” on pytorch.org lists the older ones; CPU builds work on every machine.',
        capability
      )
    };
  }
  if (age === 'older' || Number(capability) < 7.5) {
    return {
      safety: 'check',
      title: trans.__('Install a build that still has code for this GPU'),
      detail: trans.__(
        'The CUDA 12.6 builds reach back to compute capability 5.0.'
      ),
      code: '$ pip install torch torchvision --index-url https://download.pytorch.org/whl/cu126'
    };
  }
  return {
    safety: 'check',
    title: trans.__('Install a PyTorch built for a CUDA that knows this GPU'),
    detail: trans.__(
      'Ampere (8.x) needs CUDA 11 or later (8.6: 11.1), Ada and Hopper (8.9, 9.0) 11.8, Blackwell (10.0, 12.0) 12.8.'
    ),
    code: '$ pip install --upgrade torch torchvision'
  };
}

/** What AMD's cards need in place of a CUDA build. */
function rocmFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('See which GPU is meant and what the build holds'),
      detail: trans.__(
        'The gfx number must be in the list. Often the first GPU is the small one inside the processor.'
      ),
      code: 'import torch\nfor i in range(torch.cuda.device_count()):\n    print(i, torch.cuda.get_device_properties(i))\nprint(torch.version.hip, torch.cuda.get_arch_list())'
    },
    {
      safety: 'check',
      title: trans.__('Choose the separate card'),
      detail: trans.__(
        'First cell of a fresh kernel; the number is the one printed above.'
      ),
      code: 'import os\nos.environ["HIP_VISIBLE_DEVICES"] = "0"  # before import torch'
    },
    {
      safety: 'check',
      title: trans.__('Let a near relative of the card stand in for it'),
      detail: trans.__(
        'Not supported by AMD, and not for every card. 10.3.0 is for RDNA 2 (RX 6000), 11.0.0 for RDNA 3 (RX 7000).'
      ),
      code: 'import os\nos.environ["HSA_OVERRIDE_GFX_VERSION"] = "10.3.0"  # before import torch'
    },
    {
      safety: 'check',
      title: trans.__('Install a PyTorch of a ROCm that supports the card'),
      detail: trans.__('PyTorch’s page names the index of the newest one.')
    }
  ];
}

/** What to do, for the maker of the card. */
export function kernelImageFixes(trans: ITranslate, values: Values): IFix[] {
  return values.maker === 'amd'
    ? rocmFixes(trans)
    : [
        install(trans, values),
        {
          safety: 'diagnostic',
          title: trans.__('Compare the GPU with what the build was made for'),
          detail: trans.__(
            'The capability (8, 6) must find sm_86, or an older sm_8x, in the list.'
          ),
          code: 'print(torch.cuda.get_device_capability(), torch.cuda.get_arch_list(), torch.version.cuda)'
        },
        {
          safety: 'check',
          title: trans.__(
            'PyTorch’s own operations work, an extension’s fail: rebuild it'
          ),
          detail: trans.__(
            'A compiled extension has its own list of architectures, set when it is built.'
          ),
          code: '$ TORCH_CUDA_ARCH_LIST="8.6" pip install --no-cache-dir --no-build-isolation --force-reinstall --no-deps EXTENSION'
        }
      ];
}

/** What it means, with the GPU and the build where they are known. */
export function kernelImageCause(trans: ITranslate, values: Values): string {
  const { gpu, capability, oldest, newest, age, maker } = values;
  if (maker === 'amd') {
    return trans.__(
      'The program holds no code for this AMD GPU. Usually ROCm does not support the card, or this build of PyTorch does not; sometimes the graphics part of the processor was taken for the card.'
    );
  }
  if (capability && oldest && newest && age) {
    const here = trans.__(
      'The GPU%1 has compute capability %2; this build of PyTorch holds code for %3.',
      gpu ? ` (${gpu})` : '',
      capability,
      oldest === newest ? oldest : trans.__('%1 to %2', oldest, newest)
    );
    return age === 'newer'
      ? `${here} ${trans.__('The card is newer than the build.')}`
      : `${here} ${trans.__('The card is older than anything in the build.')}`;
  }
  if (capability && age === 'older') {
    return trans.__(
      'The GPU%1 has compute capability %2, which this build of PyTorch no longer supports.',
      gpu ? ` (${gpu})` : '',
      capability
    );
  }
  return trans.__(
    'The program holds no code for the compute capability of this GPU. Usually the card is newer than the CUDA that PyTorch was built with, or too old for it.'
  );
}

/** Where it is written down, for the maker of the card. */
export function kernelImageLinks(trans: ITranslate, values: Values): ILink[] {
  if (values.maker === 'amd') {
    return [
      {
        title: trans.__('AMD: GPUs that ROCm supports'),
        url: 'https://rocm.docs.amd.com/projects/install-on-linux/en/latest/reference/system-requirements.html'
      },
      {
        title: trans.__('AMD: the environment variables of HIP'),
        url: 'https://rocm.docs.amd.com/projects/HIP/en/latest/reference/env_variables.html'
      },
      {
        title: trans.__('ROCm issue: the processor’s graphics taken first'),
        url: 'https://github.com/ROCm/legacy-rocm-build/issues/3401'
      },
      {
        title: trans.__('PyTorch: choose a build'),
        url: 'https://pytorch.org/get-started/locally/'
      }
    ];
  }
  return [
    {
      title: trans.__('PyTorch: choose a build'),
      url: 'https://pytorch.org/get-started/locally/'
    },
    {
      title: trans.__(
        'PyTorch: which release was built for which CUDA and GPU'
      ),
      url: 'https://github.com/pytorch/pytorch/blob/main/RELEASE.md'
    },
    {
      title: trans.__('NVIDIA: which CUDA an Ampere GPU needs'),
      url: 'https://docs.nvidia.com/cuda/ampere-compatibility-guide/index.html'
    },
    {
      title: trans.__('PyTorch issue: CUDNN_STATUS_SUCCESS on a newer GPU'),
      url: 'https://github.com/pytorch/pytorch/issues/14260'
    },
    {
      title: trans.__('PyTorch: TORCH_CUDA_ARCH_LIST for extensions'),
      url: 'https://docs.pytorch.org/docs/stable/cpp_extension.html'
    }
  ];
}
