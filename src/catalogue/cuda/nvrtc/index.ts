import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { gpuMessageOrLog, isOurs } from '../../shared/ours';

function newerBuild(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Install a PyTorch built for a newer CUDA'),
    detail: trans.__(
      'Ampere (8.x) needs CUDA 11 or later, Ada and Hopper (8.9, 9.0) 11.8, Blackwell (10.0, 12.0) 12.8.'
    ),
    code: '$ pip install --upgrade torch torchvision --index-url https://download.pytorch.org/whl/cu128'
  };
}

/** What to do, whatever must be installed first. */
function alsoFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'diagnostic',
      title: trans.__('Compare the GPU with what the build was made for'),
      code: 'print(torch.cuda.get_device_capability(), torch.cuda.get_arch_list(), torch.version.cuda)'
    },
    {
      safety: 'check',
      title: trans.__('Until then: keep TorchScript from fusing on the GPU'),
      detail: trans.__(
        'It helps only where the kernel comes from the fuser of torch.jit.'
      ),
      code: 'torch._C._jit_set_texpr_fuser_enabled(False)'
    }
  ];
}

export default define({
  id: 'cuda/nvrtc',
  answers: [
    'nvrtc: error: invalid value for --gpu-architecture (-arch)',
    'nvrtc: error: failed to open libnvrtc-builtins.so.11.1',
    'CUDA NVRTC error: NVRTC_ERROR_INVALID_OPTION',
    'nvrtc compilation failed'
  ],
  values: ['library'],
  // Every failure of NVRTC is announced so: they tell no kind.
  signs: [
    // Raised in C++ where nobody caught it: fused_kernel.cpp of torch's fuser.
    {
      where: 'log',
      pattern:
        /(?:what\(\): .{0,200}|fused_kernel\.cpp:\d{1,5}: )\bNVRTC_ERROR/,
      fatal: true
    },
    ...gpuMessageOrLog(
      /CUDA NVRTC (?:compile )?error:|\bnvrtc: error:|\bNVRTC_ERROR[_ ][a-z_]{4,40}|nvrtc compilation failed|a PTX JIT compilation failed|nvrtcCompileProgram/i
    )
  ],
  kinds: {
    compilation: {
      words: trans => ({
        title: trans.__('CUDA code could not be compiled while running'),
        cause: trans.__(
          'PyTorch compiles some kernels while it runs, with the library NVRTC, and that failed. Often its version does not fit the GPU or the other CUDA libraries.'
        ),
        fixes: [newerBuild(trans), ...alsoFixes(trans)]
      })
    },
    builtins: {
      // aten/src/ATen/cuda/Exceptions.h: `CUDA NVRTC error: `, older `nvrtc: error: `, or none.
      signs: gpuMessageOrLog(
        /\bfailed to open (?:lib)?(?<library>nvrtc-builtins(?:\.so(?:\.\d{1,3}){0,3}|\w{0,12}\.dll)?)|NVRTC_ERROR_BUILTIN_OPERATION_FAILURE/i
      ),
      words: (trans, { library }) => ({
        title: trans.__('NVRTC does not find its helper library'),
        cause: trans.__(
          'PyTorch compiles some kernels while it runs, with the library NVRTC. That needs %1 of its own version, and the loader finds none.',
          library ?? 'nvrtc-builtins'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Install torch anew, with its CUDA libraries'),
            detail: trans.__(
              'A leftover of another CUDA version is often found first: start without LD_LIBRARY_PATH.'
            ),
            code: '$ env -u LD_LIBRARY_PATH pip install --force-reinstall --no-cache-dir torch torchvision'
          },
          ...alsoFixes(trans)
        ]
      })
    },
    architecture: {
      signs: [
        {
          where: 'message',
          pattern:
            /nvrtc: error: invalid value for --gpu-architecture|NVRTC(?: error: |_ERROR_)INVALID_OPTION/i,
          when: isOurs
        }
      ],
      words: trans => ({
        title: trans.__('NVRTC does not know this GPU: it is too new'),
        cause: trans.__(
          'PyTorch compiles some kernels while it runs, with the NVRTC of its own CUDA version. That version is older than this GPU and has no code for it.'
        ),
        fixes: [newerBuild(trans), ...alsoFixes(trans)]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'CuPy and Numba compile with NVRTC too: if the traceback ends in one of them, its own version must fit.'
      )
    ],
    links: [
      {
        title: trans.__('NVIDIA: NVRTC and its helper library'),
        url: 'https://docs.nvidia.com/cuda/nvrtc/index.html'
      },
      {
        title: trans.__(
          'PyTorch: which release was built for which CUDA and GPU'
        ),
        url: 'https://github.com/pytorch/pytorch/blob/main/RELEASE.md'
      }
    ]
  })
});
