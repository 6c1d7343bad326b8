import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { passedFunction } from '../../predicates';
import { onlyWarned } from '../../shared/remark';
import type { IFix, ITranslate } from '../../../diagnosis/types';

/** Packages that pip builds against torch. */
const PACKAGES =
  'flash[-_]attn|xformers|apex|causal[-_]conv1d|mamba[-_]ssm|deepspeed|diff[-_]gaussian[-_]rasterization|simple[-_]knn|gsplat|pytorch3d|detectron2|mmcv(?:[-_]full)?|torch[-_](?:scatter|sparse|cluster|spline[-_]conv)|tiny[-_]?cuda[-_]?nn|nvdiffrast|MinkowskiEngine|spconv|kaolin|natten|auto[-_]gptq|DCNv2|groundingdino';

function toolsCause(trans: ITranslate): string {
  return trans.__(
    'PyTorch brings CUDA to run with, but no compiler. To build an extension the toolkit (nvcc), a C++ compiler and Ninja must be installed.'
  );
}

/** What helps whatever stopped the build. */
function buildFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Take a ready-made wheel, if the package offers one'),
      detail: trans.__(
        'It must be made for your versions of torch, CUDA and Python; then nothing is built.'
      )
    },
    {
      safety: 'check',
      title: trans.__('Install the toolkit of torch’s CUDA version, and Ninja'),
      detail: trans.__(
        'Put in the version that torch.version.cuda shows. Then set CUDA_HOME to where it lies.'
      ),
      code: '$ conda install -c nvidia cuda-toolkit=12.8 && pip install ninja && export CUDA_HOME=$CONDA_PREFIX'
    },
    {
      safety: 'diagnostic',
      title: trans.__('Compare what there is'),
      code: '$ nvcc --version; g++ --version; ninja --version; python -c "import torch; print(torch.version.cuda)"'
    },
    {
      safety: 'check',
      title: trans.__('It only needs the CPU: build it as a C++ extension'),
      code: "CppExtension('name', ['name.cpp'])  # was CUDAExtension"
    }
  ];
}

export default define({
  id: 'compile/extension-build',
  answers: [
    'OSError: CUDA_HOME environment variable is not set. Please set it to your CUDA install root.',
    'The detected CUDA version (12.1) mismatches the version that was used to compile PyTorch (11.8)',
    'RuntimeError: Ninja is required to load C++ extensions',
    "RuntimeError: Error building extension 'fused'",
    'MissingCUDAException: CUDA_HOME does not exist, unable to compile CUDA op(s)'
  ],
  refines: ['python/index-past-end'],
  values: ['found', 'built', 'extension'],
  // That a build failed: a kind that shows beside it says why.
  signs: [
    ...messageOrLog(
      // The first is how torch calls Ninja, whose exit status tells no more.
      /Command ['"]?\[['"]ninja['"], ['"]-v['"]|Error (?:building|compiling objects for) extension(?: '(?<extension>[^']{1,60})')?/,
      { confidence: 'likely' }
    ),
    // StyleGAN's own operators, torch_utils/custom_ops.py, and what follows.
    ...messageOrLog(
      /Setting up PyTorch plugin "(?<extension>\w{1,60})"\.\.\. Failed!|No module named ['"]?(?:bias_act|upfirdn2d|filtered_lrelu)_plugin/,
      { confidence: 'likely' }
    ),
    {
      where: 'log',
      pattern: new RegExp(
        String.raw`(?:Failed building wheel for |Could not build wheels for |Building wheel for (?=[\w-]{1,60} \([\w.]{1,30}\) ?(?:\.\.\. error|: finished with status 'error')))(?<extension>${PACKAGES})\b`
      ),
      when: onlyWarned,
      confidence: 'likely'
    }
  ],
  kinds: {
    stopped: {
      words: (trans, { extension }) => ({
        title: trans.__('A C++ or CUDA extension could not be built'),
        cause: trans.__(
          'The compiler of this machine stopped while building%1. The first “error:” line above says at what.',
          extension ? ` “${extension}”` : trans.__(' an extension')
        ),
        fixes: buildFixes(trans)
      })
    },
    // torch/utils/cpp_extension.py, and DeepSpeed's op_builder.
    home: {
      signs: messageOrLog(
        /CUDA_HOME environment variable is not set\. Please set it to your CUDA install root|CUDA_HOME does not exist, unable to compile CUDA op|\bMissingCUDAException\b/
      ),
      words: trans => ({
        title: trans.__('The CUDA toolkit, needed for building, is not found'),
        cause: toolsCause(trans),
        fixes: buildFixes(trans)
      })
    },
    versions: {
      signs: messageOrLog(
        /(?:The detected CUDA version \(|Installed CUDA version )(?<found>[\d.]{1,8})(?:\) mismatches the version that was used to compile PyTorch \(| does not match the version torch was compiled with (?=[\d.]{1,8}, unable to compile))(?<built>[\d.]{0,7}\d)/
      ),
      words: (trans, { found = '', built = '' }) => ({
        title: trans.__(
          'nvcc %1 cannot build for torch’s CUDA %2',
          found,
          built
        ),
        cause: trans.__(
          'An extension is built with the nvcc of this machine (CUDA %1) against a PyTorch of CUDA %2. The first numbers must be the same.',
          found,
          built
        ),
        fixes: buildFixes(trans)
      })
    },
    // torch/utils/cpp_extension.py asks the GPUs at hand, and there is none.
    architectures: {
      signs: [
        {
          where: 'message',
          ename: /^IndexError$/,
          pattern: /^list index out of range$/,
          when: reading => passedFunction(reading, /^_get_cuda_arch_flags$/)
        }
      ],
      words: trans => ({
        title: trans.__('No GPU is seen, so there is none to build for'),
        cause: trans.__(
          'Without TORCH_CUDA_ARCH_LIST an extension is built for the GPUs of this machine, and torch sees none: in a container, on a login node, or with a build for the CPU.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Name the capability of the GPU that will run it'),
            detail: trans.__(
              '7.5: T4, RTX 20. 8.0: A100. 8.6: RTX 30. 8.9: RTX 40. 9.0: H100.'
            ),
            code: '$ export TORCH_CUDA_ARCH_LIST="8.6" && pip install --no-build-isolation .'
          },
          {
            safety: 'diagnostic',
            title: trans.__('See whether torch finds a GPU'),
            code: 'import torch\nprint(torch.version.cuda, torch.cuda.is_available())'
          }
        ]
      })
    },
    ninja: {
      signs: messageOrLog(/Ninja is required to load C\+\+ extensions/),
      words: trans => ({
        title: trans.__('Ninja, needed for building, is missing'),
        cause: toolsCause(trans),
        fixes: buildFixes(trans)
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'To run PyTorch on a GPU no toolkit is needed: the driver is enough.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.utils.cpp_extension'),
        url: 'https://docs.pytorch.org/docs/stable/cpp_extension.html'
      },
      {
        title: trans.__('NVIDIA: CUDA toolkit, installation on Linux'),
        url: 'https://docs.nvidia.com/cuda/cuda-installation-guide-linux/index.html'
      }
    ]
  })
});
