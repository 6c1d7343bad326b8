import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';
import { onlyWarned } from '../version/shared/remark';

/** torch/utils/cpp_extension.py, and DeepSpeed's op_builder. */
const HOME =
  /CUDA_HOME environment variable is not set\. Please set it to your CUDA install root|CUDA_HOME does not exist, unable to compile CUDA op|\bMissingCUDAException\b/;
const VERSIONS =
  /(?:The detected CUDA version \(|Installed CUDA version )(?<found>[\d.]{1,8})(?:\) mismatches the version that was used to compile PyTorch \(| does not match the version torch was compiled with (?=[\d.]{1,8}, unable to compile))(?<built>[\d.]{0,7}\d)/;
const NINJA = /Ninja is required to load C\+\+ extensions/;
/** The first is how torch calls Ninja, whose exit status tells no more. */
const BUILD =
  /Command ['"]?\[['"]ninja['"], ['"]-v['"]|Error (?:building|compiling objects for) extension(?: '(?<extension>[^']{1,60})')?/;

/** StyleGAN's own operators, torch_utils/custom_ops.py, and what follows. */
const PLUGIN =
  /Setting up PyTorch plugin "(?<extension>\w{1,60})"\.\.\. Failed!|No module named ['"]?(?<named>(?:bias_act|upfirdn2d|filtered_lrelu)_plugin)/;

/** pip, of packages that build against torch. */
const PACKAGES =
  'flash[-_]attn|xformers|apex|causal[-_]conv1d|mamba[-_]ssm|deepspeed|diff[-_]gaussian[-_]rasterization|simple[-_]knn|gsplat|pytorch3d|detectron2|mmcv(?:[-_]full)?|torch[-_](?:scatter|sparse|cluster|spline[-_]conv)|tiny[-_]?cuda[-_]?nn|nvdiffrast|MinkowskiEngine|spconv|kaolin|natten|auto[-_]gptq|DCNv2|groundingdino';
const WHEEL = new RegExp(
  String.raw`(?:Failed building wheel for |Could not build wheels for |Building wheel for (?=[\w-]{1,60} \([\w.]{1,30}\) ?(?:\.\.\. error|: finished with status 'error')))(?<extension>${PACKAGES})\b`
);

const entry: IEntry = {
  id: 'compile/extension-build',
  answers: [
    'OSError: CUDA_HOME environment variable is not set. Please set it to your CUDA install root.',
    'The detected CUDA version (12.1) mismatches the version that was used to compile PyTorch (11.8)',
    'RuntimeError: Ninja is required to load C++ extensions',
    "RuntimeError: Error building extension 'fused'",
    'MissingCUDAException: CUDA_HOME does not exist, unable to compile CUDA op(s)'
  ],
  signs: [
    ...said(HOME, { read: () => ({ kind: 'home' }) }),
    ...said(VERSIONS, {
      read: ({ found, built }) => ({ found, built, kind: 'versions' })
    }),
    ...said(NINJA, { read: () => ({ kind: 'ninja' }) }),
    ...said(BUILD, { confidence: 'likely' }),
    ...said(PLUGIN, { confidence: 'likely' }),
    {
      where: 'log',
      pattern: WHEEL,
      when: onlyWarned,
      confidence: 'likely'
    }
  ],
  page(trans, { kind, found, built, extension }) {
    return {
      title:
        kind === 'home'
          ? trans.__('The CUDA toolkit, needed for building, is not found')
          : kind === 'versions'
            ? trans.__(
                'nvcc %1 cannot build for torch’s CUDA %2',
                found ?? '',
                built ?? ''
              )
            : kind === 'ninja'
              ? trans.__('Ninja, needed for building, is missing')
              : trans.__('A C++ or CUDA extension could not be built'),
      cause:
        kind === 'versions'
          ? trans.__(
              'An extension is built with the nvcc of this machine (CUDA %1) against a PyTorch of CUDA %2. The first numbers must be the same.',
              found ?? '',
              built ?? ''
            )
          : kind === 'home' || kind === 'ninja'
            ? trans.__(
                'PyTorch brings CUDA to run with, but no compiler. To build an extension the toolkit (nvcc), a C++ compiler and Ninja must be installed.'
              )
            : trans.__(
                'The compiler of this machine stopped while building%1. The first “error:” line above says at what.',
                extension
                  ? ` “${extension.slice(0, 30)}”`
                  : trans.__(' an extension')
              ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Take a ready-made wheel, if the package offers one'),
          detail: trans.__(
            'It must be made for your versions of torch, CUDA and Python; then nothing is built.'
          )
        },
        {
          safety: 'check',
          title: trans.__(
            'Install the toolkit of torch’s CUDA version, and Ninja'
          ),
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
      ],
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
    };
  },
  examples: [
    {
      ename: 'CUDAMismatchException',
      evalue:
        '>- DeepSpeed Op Builder: Installed CUDA version 12.2 does not match the version torch was compiled with 11.8, unable to compile cuda/cpp extensions without a matching cuda version.',
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'versions', found: '12.2', built: '11.8' }
    },
    {
      kind: 'text',
      stderr:
        '  Building wheel for diff_gaussian_rasterization (setup.py) ... error\n  error: subprocess-exited-with-error\n',
      torch: '2.1',
      origin: 'reference',
      values: { extension: 'diff_gaussian_rasterization' }
    },
    {
      kind: 'text',
      stderr:
        '  ERROR: Failed building wheel for flash-attn\n  Running setup.py clean for flash-attn\nFailed to build flash-attn\n',
      torch: '2.3',
      origin: 'reference',
      values: { extension: 'flash-attn' }
    },
    {
      kind: 'text',
      stderr: 'Setting up PyTorch plugin "bias_act_plugin"... Failed!\n',
      torch: '1.13',
      origin: 'reference',
      values: { extension: 'bias_act_plugin' }
    },
    {
      ename: 'OSError',
      evalue:
        'CUDA_HOME environment variable is not set. Please set it to your CUDA install root.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'home' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        '\nThe detected CUDA version (12.4) mismatches the version that was used to compile\nPyTorch (11.8). Please make sure to use the same CUDA versions.\n',
      torch: '2.0',
      origin: 'reference',
      values: { found: '12.4', built: '11.8' }
    },
    {
      ename: 'MissingCUDAException',
      evalue: 'CUDA_HOME does not exist, unable to compile CUDA op(s)',
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'home' }
    },
    {
      ename: 'RuntimeError',
      evalue: "Error building extension 'fused': [1/2] c++ -MMD -MF fused.o.d",
      torch: '1.5',
      origin: 'reference',
      values: { extension: 'fused' }
    },
    {
      ename: 'CalledProcessError',
      evalue:
        "Command '['ninja', '-v', '-j', '4']' returned non-zero exit status 1.",
      torch: '2.1',
      origin: 'reference'
    }
  ],
  nearMisses: [
    // DeepSpeed only notes it, and goes on.
    {
      kind: 'text',
      stderr:
        'Installed CUDA version 12.2 does not match the version torch was compiled with 12.1 but since the APIs are compatible, accepting this combination\n'
    },
    { ename: 'OSError', evalue: 'JAVA_HOME does not exist, unable to compile' },
    {
      kind: 'text',
      stderr:
        "error: command 'gcc' failed with exit status 1\nERROR: Failed building wheel for spam\n"
    },
    {
      ename: 'CalledProcessError',
      evalue: "Command '['ninja', 'install']' returned non-zero exit status 1."
    }
  ]
};

export default entry;
