import type { IFix, ISign, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type ValuesOf } from '../../define';
import { packageOf } from '../../../shared/package-names';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { mayExplain } from '../../shared/ours';
import { onlyWarned } from '../../shared/remark';
import { cudaErrorSigns } from '../shared/cuda-error';
import { readCapability } from './capability';

/** The GPU and the build, as `readCapability` tells them. */
const VALUES = [
  'gpu',
  'capability',
  'oldest',
  'newest',
  'age',
  'release',
  'build',
  'covered',
  'architecture',
  'extension'
] as const;
type Gpu = ValuesOf<(typeof VALUES)[number]>;

/** ROCm's words; `HIP` alone also stands in the name of torch's headers. */
const AMD = /\bHIP error|\bhipError|AMD_SERIALIZE_KERNEL|rocBLAS error/;

function read(_: Values, reading: IReading) {
  const texts = [reading.log, ...reading.exceptions.map(one => one.message)];
  return {
    ...readCapability(reading),
    ...(AMD.test(texts.join(' '))
      ? { kind: 'amd' as const }
      : ofExtension(reading))
  };
}

/** Packages with kernels of their own, by their modules. */
const EXTENSIONS =
  /[\\/](?<module>mamba_ssm|causal_conv1d|flash_attn|xformers|torch_(?:scatter|sparse|cluster|spline_conv)|spconv|mmcv|detectron2|pytorch3d|apex|kaolin|nvdiffrast|gsplat|tinycudann|torchsparse|MinkowskiEngine|diff_gaussian_rasterization|simple_knn|fvdb|torch_radon|pointnet2_ops|natten|lietorch|fused_ssim)[\\/]/;

/** The same, called by the line itself: a compiled function has no frame. */
const CALLS_EXTENSION =
  /\b(?<module>mamba_ssm|flash_attn|spconv|pytorch3d|kaolin|nvdiffrast|gsplat|tinycudann|torchsparse|fvdb|torch_radon|pointnet2_ops|natten|lietorch|fused_ssim)\.\w/;

/** The compiled module of an extension is called in the last line. */
const COMPILED = /\b(?<module>\w{1,60})_cuda\.\w/;

/** Not on PyPI, or something else by that name: built from a clone. */
const CLONED =
  /^(?:detectron2|diff_gaussian_rasterization|simple_knn|apex|kaolin|tinycudann|nvdiffrast|fvdb|torch_radon|pointnet2_ops|lietorch|fused_ssim)$/;

/** The extension whose kernel it was: the innermost code outside of torch. */
function ofExtension({ exceptions }: IReading) {
  const frames = exceptions[0]?.frames ?? [];
  const frame = frames
    .filter(({ file }) => !/[\\/]torch[\\/]/.test(file))
    .pop();
  // Frames of torch below the line tell that torch was called by it.
  const last = frames[frames.length - 1] === frame ? frame : undefined;
  const extension =
    COMPILED.exec(frame?.code ?? '')?.groups?.module ??
    CALLS_EXTENSION.exec(last?.code ?? '')?.groups?.module ??
    EXTENSIONS.exec(frame?.file ?? '')?.groups?.module;
  return extension ? { extension, kind: 'extension' as const } : {};
}

/** Warnings of torch/cuda/__init__.py since 0.2, and of xFormers' kernels. */
const WARNED =
  /is not compatible with the current PyTorch installation|current PyTorch install supports CUDA capabilities|PyTorch no longer supports this GPU because it is too old|which requires CUDA_VERSION >= \d{4,6} (?:for optimal|to work)|does not include kernels for this GPU|No published PyTorch CUDA builds for release/;

/** PyTorch's memory-efficient attention, which xFormers' wheels hold as well. */
const ATTENTION =
  /is for sm\d{2,3}(?:-sm\d{2,3})?, but was built for sm\d{2,4}/;

/** What may come of a GPU that this torch has no code for. */
const OF_THE_GPU =
  /CUDA error|cudnn|cublas|nvrtc|kernel (?:image|launch)|\bGPUs?\b|\bsm_\d|find an engine/i;

/** The warning is no news where the error is about something else. */
function explains(reading: IReading): boolean {
  return (
    mayExplain(reading) &&
    reading.exceptions.some(({ message }) => OF_THE_GPU.test(message))
  );
}

/** What ends a program without an exception, and has nothing to do with a GPU. */
const OTHER_END =
  /(?:can ?not|could not|couldn't|can't) (?:find|open|be found)|No such file|is not recognized as|command not found|Permission denied/i;

/** Whether the warning is all that was printed of a failure. */
function onlyWarnedOfGpu(reading: IReading): boolean {
  return onlyWarned(reading) && !OTHER_END.test(reading.log);
}

/** ROCm's runtime, as it aborts the process (pytorch issues 53738, 73534). */
const NO_HIP_BINARY =
  /hipErrorNoBinaryForGpu: (?:Unable to find code object|Cou\w{1,3}n["']t find binary)/;

/** rocBLAS has its kernels in a file for each GPU, and aborts without one. */
const NO_TENSILE =
  /rocBLAS error: (?:C(?:annot read|ould not load) .{1,300}TensileLibrary|Could not initialize Tensile)/;

/** A call that ROCm's own log (AMD_LOG_LEVEL) shows failing. */
const HIP_LOG =
  /Returned hipError(?:InvalidDeviceFunction|NoBinaryForGpu|InvalidKernelFile)\b/;

/** The flash-attn that xFormers and others hold, by the file of its check. */
const THIRD_PARTY =
  /CUDA error \((?<file>[^)]{0,200}flash[-_]attention[\\/][^)]{0,160})\): (?:no kernel image is available|invalid argument)/;

/** Triton's LLVM or ptxas, older than the GPU; the kernel fails to compile. */
const UNKNOWN_PROCESSOR =
  /'(?<architecture>sm_\d{2,3}[a-z]?)' is not (?:a recognized processor for this target|defined for option 'gpu-name')/;

/**
 * What cuDNN's RNNs answer on a GPU newer than the CUDA that torch 0.4 and 1.0
 * were built with (pytorch issue 14260: Tesla T4, CUDA 9).
 */
const FALSE_SUCCESS = /cuDNN error: CUDNN_STATUS_SUCCESS\b/i;

function title(
  trans: ITranslate,
  { capability, covered }: ValuesOf<'capability' | 'covered'>
): string {
  if (covered) {
    return trans.__('A compiled extension has no code for this GPU');
  }
  return capability
    ? trans.__(
        'This PyTorch has no code for a GPU of capability %1',
        capability
      )
    : trans.__('This PyTorch has no code for your GPU');
}

/** What it means, with the GPU and the build where they are known. */
function cause(trans: ITranslate, values: Gpu): string {
  const { gpu, capability, oldest, newest, age, covered } = values;
  if (covered && capability) {
    return trans.__(
      'The installed PyTorch holds code for this GPU (%1, capability %2), so the kernel that is missing is hardly one of PyTorch: a compiled extension has its own list of architectures.',
      gpu ?? trans.__('the only one'),
      capability
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

/** The builds that still hold, or already hold, code for this GPU. */
function install(trans: ITranslate, values: Gpu): IFix {
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
    code: '$ pip install --upgrade torch torchvision --index-url https://download.pytorch.org/whl/cu128'
  };
}

/** Triton compiles for the GPU at hand: then its versions do not fit. */
function notTriton(sign: ISign): ISign {
  return {
    ...sign,
    when: reading =>
      !reading.mentions('Triton Error') && (sign.when?.(reading) ?? true)
  };
}

export default define({
  id: 'cuda/no-kernel-image',
  answers: [
    'CUDA error: no kernel image is available for execution on the device',
    'NVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current PyTorch installation',
    'cuda runtime error (48) : no kernel image is available for execution on the device',
    'PyTorch no longer supports this GPU because it is too old',
    'CUDA error: invalid device function',
    'HIP error: invalid device function',
    'hipErrorNoBinaryForGpu: Unable to find code object for all current devices!',
    'CUDA error: device kernel image is invalid',
    'CuDNN error: CUDNN_STATUS_SUCCESS',
    'rocBLAS error: Cannot read TensileLibrary.dat: No such file or directory for GPU arch : gfx1101',
    "'sm_120' is not a recognized processor for this target (ignoring processor)",
    'Ampere needs CUDA 11',
    'compute capability, sm_86, get_arch_list'
  ],
  values: VALUES,
  signs: [
    // What CUDA programs call their own check; PyTorch's has no such words.
    ...messageOrLog(
      /\b(?:cudaCheckError\(\)|CUDA kernel) failed ?: ?no kernel image is available/,
      { read: () => ({ kind: 'compiled' }) }
    ),
    ...cudaErrorSigns(
      {
        text: 'no kernel image is avail(?:able for (?:execution )?on (?:(?:the|this) )?device|[able]{0,4}(?! ?\\w))',
        unmistakable: true,
        name: 'cudaErrorNoKernelImageForDevice',
        numbers: [48, 209]
      },
      { read }
    ),
    ...cudaErrorSigns(
      {
        text: 'invalid device function',
        name: 'cudaErrorInvalidDeviceFunction',
        numbers: [98]
      },
      { read }
    ),
    ...cudaErrorSigns(
      {
        text: 'device kernel image is invalid',
        unmistakable: true,
        name: 'cudaErrorInvalidKernelImage',
        numbers: [200]
      },
      { read, confidence: 'likely' }
    ).map(notTriton),
    { where: 'log', pattern: NO_HIP_BINARY, fatal: true, read },
    { where: 'log', pattern: NO_TENSILE, fatal: true, read },
    { where: 'log', pattern: HIP_LOG, confidence: 'likely', read },
    {
      where: 'message',
      pattern: WARNED,
      when: reading => !onlyWarned(reading) || onlyWarnedOfGpu(reading),
      read
    },
    { where: 'log', pattern: WARNED, when: onlyWarnedOfGpu, read },
    {
      where: 'log',
      pattern: WARNED,
      when: explains,
      confidence: 'likely',
      read
    },
    ...messageOrLog(ATTENTION, {
      confidence: 'likely',
      read: () => ({ kind: 'extension', extension: 'xformers' })
    }),
    ...messageOrLog(THIRD_PARTY, {
      confidence: 'likely',
      read: ({ file }) => ({
        kind: 'extension',
        extension: file?.includes('xformers') ? 'xformers' : 'flash_attn'
      })
    }),
    ...messageOrLog(FALSE_SUCCESS, { when: mayExplain, confidence: 'likely' })
  ],
  kinds: {
    nvidia: {
      words: (trans, values) => ({
        title: title(trans, values),
        cause: cause(trans, values),
        fixes: [
          ...(values.covered ? [] : [install(trans, values)]),
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
        ],
        links: [
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
            title: trans.__(
              'PyTorch issue: CUDNN_STATUS_SUCCESS on a newer GPU'
            ),
            url: 'https://github.com/pytorch/pytorch/issues/14260'
          },
          {
            title: trans.__('PyTorch: TORCH_CUDA_ARCH_LIST for extensions'),
            url: 'https://docs.pytorch.org/docs/stable/cpp_extension.html'
          }
        ]
      })
    },
    // What compiles for the GPU is older than the GPU.
    compiler: {
      signs: messageOrLog(UNKNOWN_PROCESSOR, { when: mayExplain }),
      words: (trans, { architecture = '' }) => ({
        title: trans.__('Triton does not know this GPU (%1)', architecture),
        cause: trans.__(
          'Triton and torch.compile write code for the GPU at hand, and the compiler in the installed Triton is from before %1. Operations of PyTorch itself are not concerned.',
          architecture
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Update PyTorch, which brings its Triton along'),
            code: '%pip install --upgrade torch torchvision'
          },
          {
            safety: 'check',
            title: trans.__('Or let Triton take the ptxas of a newer toolkit'),
            detail: trans.__('Set it before Python starts.'),
            code: '$ export TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas'
          },
          {
            safety: 'safe',
            title: trans.__('Or run without compiling'),
            code: "model = torch.compile(model, backend='eager')  # or leave torch.compile out"
          }
        ]
      })
    },
    extension: {
      words: (trans, { extension = 'flash_attn', capability }) => ({
        title: trans.__('%1 was built without code for this GPU', extension),
        cause: trans.__(
          'The kernel that is missing is one of %1, not of PyTorch: a compiled extension has its own list of architectures, set when it was built.',
          extension
        ),
        fixes: [
          ...(extension === 'xformers'
            ? [
                {
                  safety: 'check' as const,
                  title: trans.__('Take the attention of PyTorch itself'),
                  code: 'y = F.scaled_dot_product_attention(q, k, v)  # diffusers: do not enable xformers'
                },
                {
                  safety: 'check' as const,
                  title: trans.__('Or the xFormers of today, then restart'),
                  code: '%pip install --upgrade xformers'
                }
              ]
            : []),
          {
            safety: 'check',
            title: trans.__('Build it here, for this GPU'),
            detail: trans.__(
              'The number is that of torch.cuda.get_device_capability(). A clone of its repository is built in its folder.'
            ),
            code: CLONED.test(extension)
              ? `$ TORCH_CUDA_ARCH_LIST="${capability ?? '8.6'}" pip install --no-cache-dir --no-build-isolation --force-reinstall --no-deps .`
              : `$ TORCH_CUDA_ARCH_LIST="${capability ?? '8.6'}" pip install --no-cache-dir --no-binary :all: --no-build-isolation --force-reinstall --no-deps ${packageOf(extension)}`
          },
          {
            safety: 'diagnostic',
            title: trans.__('See that PyTorch’s own operations work'),
            code: "import torch\nprint(torch.cuda.get_device_capability())\nprint(torch.ones(2, device='cuda') * 2)"
          }
        ],
        links: [
          {
            title: trans.__('PyTorch: TORCH_CUDA_ARCH_LIST for extensions'),
            url: 'https://docs.pytorch.org/docs/stable/cpp_extension.html'
          }
        ]
      })
    },
    compiled: {
      words: trans => ({
        title: trans.__('A compiled extension has no code for this GPU'),
        cause: trans.__(
          'The words are those of a CUDA extension’s own check, not of PyTorch: it was compiled for other GPUs than this one. PyTorch itself may be fine.'
        ),
        fixes: [
          check(
            trans.__('Build the extension anew, on the machine with this GPU'),
            '$ rm -rf build && TORCH_CUDA_ARCH_LIST="8.6" python setup.py install  # your capability',
            trans.__(
              'Where its setup.py has -gencode lines of its own: add one for this GPU there. An extension that compiles when it is imported: remove ~/.cache/torch_extensions.'
            )
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See the capability, and PyTorch at work on it'),
            code: "import torch\nprint(torch.cuda.get_device_capability())\nprint(torch.ones(2, device='cuda') * 2)"
          }
        ]
      })
    },
    amd: {
      words: (trans, { capability }) => ({
        title: title(trans, { capability }),
        cause: trans.__(
          'The program holds no code for this AMD GPU. Usually ROCm does not support the card, or this build of PyTorch does not; sometimes the graphics part of the processor was taken for the card.'
        ),
        fixes: [
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
            title: trans.__(
              'Install a PyTorch of a ROCm that supports the card'
            ),
            detail: trans.__(
              'PyTorch’s page names the index of the newest one.'
            )
          }
        ],
        links: [
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
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The driver is too old for this CUDA: the text then speaks of the driver’s version.'
      ),
      trans.__(
        'If torch.ones(1).cuda() + 1 works, PyTorch fits the GPU and the failing call belongs to another compiled package.'
      )
    ]
  })
});
