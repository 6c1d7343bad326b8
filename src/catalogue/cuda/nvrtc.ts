import type { IEntry } from '../../diagnosis/types';

import { gpuSaid, isOurs } from './shared/ours';

/** aten/src/ATen/cuda/Exceptions.h: `CUDA NVRTC error: `, older `nvrtc: error: `, or none. */
const BUILTINS =
  /\bfailed to open (?:lib)?(?<library>nvrtc-builtins(?:\.so(?:\.\d{1,3}){0,3}|\w{0,12}\.dll)?)|NVRTC_ERROR_BUILTIN_OPERATION_FAILURE/i;

const ARCHITECTURE =
  /nvrtc: error: invalid value for --gpu-architecture|NVRTC(?: error: |_ERROR_)INVALID_OPTION/i;

const ANY =
  /CUDA NVRTC (?:compile )?error:|\bnvrtc: error:|\bNVRTC_ERROR[_ ][a-z_]{4,40}|nvrtc compilation failed|a PTX JIT compilation failed|nvrtcCompileProgram/i;

/** Raised in C++ where nobody caught it: fused_kernel.cpp of torch's fuser. */
const ABORTED =
  /(?:what\(\): .{0,200}|fused_kernel\.cpp:\d{1,5}: )\bNVRTC_ERROR/;

const entry: IEntry = {
  id: 'cuda/nvrtc',
  answers: [
    'nvrtc: error: invalid value for --gpu-architecture (-arch)',
    'nvrtc: error: failed to open libnvrtc-builtins.so.11.1',
    'CUDA NVRTC error: NVRTC_ERROR_INVALID_OPTION',
    'nvrtc compilation failed'
  ],
  signs: [
    ...gpuSaid(BUILTINS, {
      read: ({ library }) => ({ kind: 'builtins', library })
    }),
    {
      where: 'message',
      pattern: ARCHITECTURE,
      when: isOurs,
      read: () => ({ kind: 'architecture' })
    },
    { where: 'log', pattern: ABORTED, fatal: true },
    ...gpuSaid(ANY)
  ],
  page(trans, { kind, library }) {
    return {
      title:
        kind === 'builtins'
          ? trans.__('NVRTC does not find its helper library')
          : kind === 'architecture'
            ? trans.__('NVRTC does not know this GPU: it is too new')
            : trans.__('CUDA code could not be compiled while running'),
      cause:
        kind === 'builtins'
          ? trans.__(
              'PyTorch compiles some kernels while it runs, with the library NVRTC. That needs %1 of its own version, and the loader finds none.',
              library ?? 'nvrtc-builtins'
            )
          : kind === 'architecture'
            ? trans.__(
                'PyTorch compiles some kernels while it runs, with the NVRTC of its own CUDA version. That version is older than this GPU and has no code for it.'
              )
            : trans.__(
                'PyTorch compiles some kernels while it runs, with the library NVRTC, and that failed. Often its version does not fit the GPU or the other CUDA libraries.'
              ),
      fixes: [
        kind === 'builtins'
          ? {
              safety: 'check',
              title: trans.__('Install torch anew, with its CUDA libraries'),
              detail: trans.__(
                'A leftover of another CUDA version is often found first: start without LD_LIBRARY_PATH.'
              ),
              code: '$ env -u LD_LIBRARY_PATH pip install --force-reinstall --no-cache-dir torch torchvision'
            }
          : {
              safety: 'check',
              title: trans.__('Install a PyTorch built for a newer CUDA'),
              detail: trans.__(
                'Ampere (8.x) needs CUDA 11 or later, Ada and Hopper (8.9, 9.0) 11.8, Blackwell (10.0, 12.0) 12.8.'
              ),
              code: '$ pip install --upgrade torch torchvision'
            },
        {
          safety: 'diagnostic',
          title: trans.__('Compare the GPU with what the build was made for'),
          code: 'print(torch.cuda.get_device_capability(), torch.cuda.get_arch_list(), torch.version.cuda)'
        },
        {
          safety: 'check',
          title: trans.__(
            'Until then: keep TorchScript from fusing on the GPU'
          ),
          detail: trans.__(
            'It helps only where the kernel comes from the fuser of torch.jit.'
          ),
          code: 'torch._C._jit_set_texpr_fuser_enabled(False)'
        }
      ],
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
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        'pytorch/torch/csrc/jit/fuser/cuda/fused_kernel.cpp:196: NVRTC_ERROR unknown:\noperation failed in interpreter:\n\nAborted (core dumped)\n',
      torch: '1.1',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: 'failed to open libnvrtc-builtins.so.13.0\n',
      torch: '2.9',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Encountered an exception while running the trace with test inputs.\nException:\n        ../torch/csrc/jit/fuser/cuda/fused_kernel.cpp:137: a PTX JIT compilation failed\n',
      torch: '1.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        "terminate called after throwing an instance of 'std::runtime_error'\n  what():  /pytorch/torch/csrc/jit/fuser/cuda/fused_kernel.cpp:131: NVRTC_ERROR unknown\nAborted (core dumped)\n",
      torch: '1.2',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'nvrtc: error: invalid value for --gpu-architecture (-arch)\n\nnvrtc compilation failed: \n\n#define NAN __int_as_float(0x7fffffff)\n#define POS_INFINITY __int_as_float(0x7f800000)\n',
      torch: '1.7',
      origin: 'reference',
      values: { kind: 'architecture' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'nvrtc: error: failed to open libnvrtc-builtins.so.11.3.\n  Make sure that libnvrtc-builtins.so.11.3 is installed correctly.',
      torch: '1.10',
      origin: 'reference',
      values: { kind: 'builtins', library: 'nvrtc-builtins.so.11.3' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'CUDA NVRTC error: NVRTC_ERROR_INTERNAL_ERROR',
      torch: '2.0',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'ImportError',
      evalue:
        'libnvrtc.so.11.2: cannot open shared object file: No such file or directory'
    },
    {
      ename: 'NVRTCError',
      evalue: 'NVRTC_ERROR_COMPILATION (6)',
      traceback:
        'Traceback (most recent call last):\n  File "/usr/lib/python3/dist-packages/cupy/cuda/compiler.py", line 701, in compile\n    nvrtc.compileProgram(self.ptr, options)\ncupy_backends.cuda.libs.nvrtc.NVRTCError: NVRTC_ERROR_COMPILATION (6)'
    }
  ]
};

export default entry;
