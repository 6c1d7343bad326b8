import { define } from '../../define';
import { check, pip } from '../../fix';
import { messageOrLog } from '../../signs';
import { passedFunction, passedThrough, printedText } from '../../predicates';
import { fitting } from '../../shared/fitting';
import { onlyWarned } from '../../shared/remark';
import { cudaPrinted } from '../../shared/stack';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { reasonOf } from './reason';

/** Packages that pip builds against torch. */
const PACKAGES =
  'flash[-_]attn|xformers|apex|causal[-_]conv1d|mamba[-_]ssm|deepspeed|diff[-_]gaussian[-_]rasterization|simple[-_]knn|gsplat|pytorch3d|detectron2|mmcv(?:[-_]full)?|torch[-_](?:scatter|sparse|cluster|spline[-_]conv)|tiny[-_]?cuda[-_]?nn|nvdiffrast|MinkowskiEngine|spconv|kaolin|natten|auto[-_]gptq|DCNv2|groundingdino';

function toolsCause(trans: ITranslate): string {
  return trans.__(
    'PyTorch brings CUDA to run with, but no compiler. To build an extension the toolkit (nvcc), a C++ compiler and Ninja must be installed.'
  );
}

/** The toolkit that torch’s own CUDA asks for, named where it is known. */
function toolkit(trans: ITranslate, cuda: string | undefined): IFix {
  return {
    safety: 'check',
    title: cuda
      ? trans.__('Install the toolkit of CUDA %1, torch’s own, and Ninja', cuda)
      : trans.__('Install the toolkit of torch’s CUDA version, and Ninja'),
    detail: cuda
      ? trans.__('CUDA_HOME says where it lies.')
      : trans.__(
          'In place of VERSION stands what torch.version.cuda shows. CUDA_HOME says where it lies.'
        ),
    code: `$ conda install -c nvidia cuda-toolkit=${cuda ?? 'VERSION'} && pip install ninja && export CUDA_HOME=$CONDA_PREFIX`
  };
}

/** What helps whatever stopped the build. */
function buildFixes(trans: ITranslate, cuda: string | undefined): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Take a ready-made wheel, if the package offers one'),
      detail: trans.__(
        'It must be made for your versions of torch, CUDA and Python; then nothing is built.'
      )
    },
    toolkit(trans, cuda),
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

/** Sources that nobody ported: the torch of their time. */
function olderTorch(trans: ITranslate): IFix {
  return check(
    trans.__('Or build with the torch that the project’s README names'),
    '$ conda create -n old python=3.8 && conda activate old && pip install "torch==VERSION"',
    trans.__('In an environment of its own, with a toolkit of that time.')
  );
}

/** Where attention is all that is wanted, PyTorch has kernels of its own. */
function noFlash(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('transformers: use PyTorch’s own attention instead'),
    code: "model = AutoModelForCausalLM.from_pretrained(name, attn_implementation='sdpa')"
  };
}

/** The package to build, for a command line. */
function packageOf(extension: string | undefined): string {
  return extension ?? 'PACKAGE';
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
  values: [
    'found',
    'built',
    'extension',
    'cuda',
    'error',
    'limit',
    'old',
    'anew'
  ],
  known: reading => ({ cuda: cudaPrinted(reading) }),
  // That a build failed: a kind that shows beside it says why.
  signs: [
    ...messageOrLog(
      // The first is how torch calls Ninja, whose exit status tells no more.
      /Command ['"]?\[['"]ninja['"], ['"]-v['"]|Error (?:building|compiling objects for) extension(?: '(?<extension>[^']{1,60})')?/,
      { confidence: 'likely', read: (_, reading) => reasonOf(reading) }
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
      confidence: 'likely',
      read: (_, reading) => reasonOf(reading)
    }
  ],
  kinds: {
    stopped: {
      words: (trans, { extension, error, cuda }) => ({
        title: trans.__('A C++ or CUDA extension could not be built'),
        cause: error
          ? trans.__(
              'The compiler of this machine stopped while building %1, first at: “%2”. The sources, the compiler and torch’s CUDA do not fit each other.',
              extension ? `“${extension}”` : trans.__('an extension'),
              error
            )
          : trans.__(
              'The compiler of this machine stopped while building %1, and its first “error:” line, which says at what, is not shown. Most often the sources are older than the installed torch, else compiler or toolkit do not fit it.',
              extension ? `“${extension}”` : trans.__('an extension')
            ),
        fixes: error
          ? buildFixes(trans, cuda)
          : [
              {
                safety: 'diagnostic',
                title: trans.__('Find the first error: it decides'),
                detail: trans.__(
                  'AT_CHECK, THC/THC.h, .type(): the sources are older than torch. “unsupported GNU version” or “Microsoft Visual Studio version”: the compiler is too new for nvcc. cuda_runtime.h: the toolkit is missing.'
                ),
                code: '$ python setup.py build_ext --inplace 2>&1 | grep -i -m3 "error"'
              },
              olderTorch(trans),
              ...buildFixes(trans, cuda)
            ]
      })
    },
    renamed: {
      words: (
        trans,
        { extension, old = 'AT_CHECK', anew = 'TORCH_CHECK' }
      ) => ({
        title: trans.__('The sources are older than the installed torch'),
        cause: trans.__(
          'The build of %1 stops at a name that torch’s C++ side no longer has, %2: the sources were written for an older release.',
          extension ? `“${extension}”` : trans.__('the extension'),
          old
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Take a newer version of the project, or a fork'),
            detail: trans.__('Most of these have been ported since.')
          },
          check(
            trans.__('Or write the new name in its .cpp and .cu files'),
            `${anew}  // was ${old}`,
            trans.__(
              'Others that went: AT_CHECK (TORCH_CHECK), THC headers (leave out), x.type() in a dispatch (x.scalar_type()), x.data<T>() (x.data_ptr<T>()).'
            )
          ),
          olderTorch(trans)
        ]
      })
    },
    standard: {
      words: (trans, { limit = '17' }) => ({
        title: trans.__('torch’s headers need C++%1', limit),
        cause: trans.__(
          'The headers of the installed torch are written in C++%1, and the build asks the compiler for an older standard, or the compiler knows none newer.',
          limit
        ),
        fixes: [
          check(
            trans.__('Let the build ask for it: in setup.py'),
            `extra_compile_args={'cxx': ['-std=c++${limit}'], 'nvcc': ['-std=c++${limit}']}  # was -std=c++14 or c++11`,
            trans.__('Without the option torch sets the right one itself.')
          ),
          olderTorch(trans)
        ]
      })
    },
    // torch.version.cuda is None, and cpp_extension takes it apart as a text.
    cpu: {
      signs: [
        {
          where: 'message',
          ename: /^TypeError$/,
          pattern: /^expected string or bytes-like object/,
          when: reading =>
            passedThrough(reading, /[\\/]cpp_extension\.py$/) ||
            /\bNo CUDA runtime is found, using CUDA_HOME=/.test(reading.log),
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('The installed torch was built without CUDA'),
        cause: trans.__(
          'The build compares the toolkit with torch.version.cuda, and that is None: this torch is one for the CPU, which cannot build CUDA extensions.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Install a torch with CUDA, then build again'),
            detail: trans.__(
              'Of the same major version as the toolkit in CUDA_HOME; the page writes the line.'
            ),
            code: 'https://pytorch.org/get-started/locally/'
          },
          {
            safety: 'diagnostic',
            title: trans.__('See what it was built with'),
            code: '$ python -c "import torch; print(torch.__version__, torch.version.cuda)"'
          }
        ]
      })
    },
    // nvcc of a toolkit that came out before the GPU.
    capability: {
      words: (trans, { limit, cuda, extension }) => ({
        title: trans.__(
          'nvcc cannot build for GPUs of capability %1',
          limit ?? ''
        ),
        cause: trans.__(
          'The nvcc that was called is of another age than the GPUs that the build names: it does not know compute capability %1.',
          limit ?? ''
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Name the capability of your own GPU alone'),
            detail: trans.__(
              '7.5: T4, RTX 20. 8.0: A100. 8.6: RTX 30. 8.9: RTX 40. 9.0: H100. 12.0: RTX 50. Some packages name others in their setup.py.'
            ),
            code: `$ export TORCH_CUDA_ARCH_LIST="8.6" && pip install --no-build-isolation --no-cache-dir ${packageOf(extension)}`
          },
          toolkit(trans, cuda),
          {
            safety: 'diagnostic',
            title: trans.__('See which nvcc is called, and the GPU'),
            code: '$ which nvcc; nvcc --version; python -c "import torch; print(torch.cuda.get_device_capability(), torch.version.cuda)"'
          }
        ]
      })
    },
    // crt/host_config.h
    compiler: {
      words: (trans, { limit, extension }) => ({
        title: trans.__('nvcc refuses this g++: later than %1', limit ?? ''),
        cause: trans.__(
          'Each nvcc works with the C++ compilers of its own time, this one with g++ up to %1. The g++ that was found is newer.',
          limit ?? ''
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Install g++ %1 and build with it', limit ?? ''),
            code: `$ conda install -c conda-forge gxx_linux-64=${limit ?? 'VERSION'} && CUDAHOSTCXX=$CXX pip install --no-build-isolation ${packageOf(extension)}`
          },
          {
            safety: 'check',
            title: trans.__('Debian and Ubuntu: that of the system'),
            code: `$ sudo apt-get install g++-${limit ?? 'VERSION'} && CC=gcc-${limit ?? 'VERSION'} CXX=g++-${limit ?? 'VERSION'} pip install --no-build-isolation ${packageOf(extension)}`
          }
        ]
      })
    },
    memory: {
      words: (trans, { extension }) => ({
        title: trans.__('The compiler was killed while it built'),
        cause: trans.__(
          'A compiler process was ended by signal 9. Usually the main memory ran out: Ninja compiles as many files at once as there are cores, and one CUDA file takes several GB.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Compile fewer files at the same time'),
            code: `$ MAX_JOBS=2 pip install --no-build-isolation ${packageOf(extension)}`
          },
          {
            safety: 'check',
            title: trans.__(
              'Take a ready-made wheel, if the package offers one'
            )
          }
        ]
      })
    },
    // torch/utils/cpp_extension.py, and DeepSpeed's op_builder.
    home: {
      signs: messageOrLog(
        /CUDA_HOME environment variable is not set\. Please set it to your CUDA install root|CUDA_HOME does not exist, unable to compile CUDA op|\bMissingCUDAException\b|\b(?<extension>\w{1,40}) was requested, but nvcc was not found|No such file or directory: ['"][^'"\n]{1,160}[\\/]nvcc(?:\.exe)?['"]/
      ).concat({
        // setup.py of apex and others, which join None with '/bin/nvcc'.
        where: 'message',
        ename: /^TypeError$/,
        pattern:
          /'NoneType' and 'str'|expected str, bytes or os\.PathLike object, not NoneType/,
        when: reading =>
          /get_cuda_bare_metal_version|CUDA_HOME/.test(printedText(reading))
      }),
      words: (trans, { extension, cuda }) => ({
        title: trans.__('The CUDA toolkit, needed for building, is not found'),
        cause: toolsCause(trans),
        fixes:
          extension === 'flash_attn'
            ? [...buildFixes(trans, cuda).slice(0, 2), noFlash(trans)]
            : buildFixes(trans, cuda)
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
        fixes: buildFixes(trans, built)
      })
    },
    // setup.py of apex names one of the two, that of flash-attn what it needs.
    mismatch: {
      signs: messageOrLog(
        /Cuda extensions are being compiled with a version of Cuda that does not match the version used to compile Pytorch binaries\. ?Pytorch binaries were compiled with Cuda (?<built>[\d.]{0,7}\d)/
      ),
      words: (trans, { built = '' }) => ({
        title: trans.__('nvcc is not of torch’s CUDA %1', built),
        cause: trans.__(
          'PyTorch was built with CUDA %1, and the nvcc of this machine is of another version. The package builds only where both are the same.',
          built
        ),
        fixes: [
          toolkit(trans, built),
          ...buildFixes(trans, built).filter(
            ({ safety }) => safety === 'diagnostic'
          )
        ]
      })
    },
    old: {
      signs: messageOrLog(
        /(?<extension>\w{1,30}) is only supported on CUDA (?<limit>[\d.]{1,5}) and above/
      ),
      words: (trans, { extension = 'FlashAttention', limit = '', cuda }) => ({
        title:
          fitting(extension, 20) === undefined
            ? trans.__('nvcc is older than CUDA %1', limit)
            : trans.__(
                '%1 needs an nvcc of CUDA %2 or later',
                extension,
                limit
              ),
        cause: trans.__(
          'The nvcc that was found is older. It is that of the machine, not the CUDA that torch brings to run with.'
        ),
        fixes: [
          toolkit(trans, cuda),
          {
            safety: 'check',
            title: trans.__(
              'Take a ready-made wheel, if the package offers one'
            )
          },
          {
            safety: 'diagnostic',
            title: trans.__('See which nvcc is called'),
            code: '$ which nvcc; nvcc --version; echo $CUDA_HOME'
          }
        ]
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
      words: (trans, { cuda }) => ({
        title: trans.__('Ninja, needed for building, is missing'),
        cause: toolsCause(trans),
        fixes: [
          pip({
            title: trans.__('Install Ninja'),
            line: '%pip install ninja',
            detail: trans.__(
              'torch looks for it in PATH: start Jupyter from the environment of the kernel.'
            )
          }),
          ...buildFixes(trans, cuda)
        ]
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
