import { fitting } from '../../shared/fitting';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type IWords } from '../../define';
import { messageOrLog } from '../../signs';
import { gpuMessageOrLog, isOurs } from '../../shared/ours';

/** Libraries of the CUDA toolkit, cuDNN and NCCL, `libcudnn_ops` included. */
const LIB = String.raw`(?:cudart|cublas|cudnn|cufft|curand|cusolver|cusparse|cupti|nccl|nvrtc|nvJitLink|nvToolsExt|nvshmem|cufile|cuda)[\w-]{0,40}`;

/** TensorFlow's `dlerror:` and ONNX Runtime's remarks say the same words. */
const OPEN = new RegExp(
  String.raw`(?<!dlerror: )\b(?<library>lib${LIB}\.so[.\d]{0,12}): cannot open shared object file`,
  'i'
);

/** glibc's loader, where the file that was found carries another version. */
const VERSION = new RegExp(
  String.raw`\b(?<library>lib${LIB}\.so[.\d]{0,12}): version \S{1,60} not found \(required by [^)]{0,200}torch`
);

const SYMBOL = new RegExp(
  String.raw`\b(?<library>lib${LIB}\.so[.\d]{0,12}): symbol \w{1,80}[, ]{0,2} ?version \S{1,60} not defined|: symbol \w{1,80}[, ]{0,2} ?version (?<defining>lib${LIB}\.so(?:[.\d]{0,11}\d)?) not defined|\blib${LIB}\.so[.\d]{0,12}: undefined symbol: \w{1,80}, version (?<needed>lib${LIB}\.so(?:[.\d]{0,11}\d)?)|(?:undefined symbol: |Symbol not found: _)(?:__nvJitLink\w{1,80}|(?:cu(?:blas|dnn|sparse|fft|rand|solver)|nccl|cuda)[A-Z]\w{1,80}|nvrtc\w{1,60})(?:, version (?<version>lib\w{1,30}\.so(?:[.\d]{0,11}\d)?))?`
);

/** cuDNN's own words as it gives up, versions 8 and 9. */
const NATIVE = new RegExp(
  String.raw`Could not (?:load|locate) (?:library )?(?<library>(?:lib)?${LIB}\.(?:so|dll)(?:[.\d]{0,11}\d)?)|Unable to load any of \{(?<any>lib${LIB}\.so(?:[.\d]{0,11}\d)?)|Invalid handle\. Cannot load symbol cu`,
  'i'
);

/** torch/__init__.py, `_preload_cuda_deps`; 1.13.0 forgot to set the name. */
const PRELOAD =
  /\b(?<library>lib(?:cu|nv|nccl)\w{1,30}\.so)\S{0,12} not found in the system path|local variable 'cublas_path' (?:referenced before assignment|where it is not associated with a value)/;

/**
 * Windows: torch/__init__.py and ctypes; ATen/DynamicLibrary.cpp, which opens
 * torch's own caffe2_nvrtc, whose dependency is NVRTC.
 */
const DLL =
  /(?:Error loading|Could not find module) ["'][^"']{1,300}[\\/](?<library>(?:cudart|cublas|cudnn|cufft|curand|cusolver|cusparse|nvrtc|caffe2_nvrtc)\w{0,40}\.dll)["']|Error in dlopen(?: or dlsym: | for library )(?<other>(?:lib)?(?:caffe2_|th)?nvrtc\.(?:so(?:\.\d{1,3}){0,3}|dll|\w{1,5}))/i;

/** `library`, and what it tells by its name: the display driver's is its own kind. */
function named(
  library: string | undefined,
  kind: 'missing' | 'version' | 'mixed' = 'missing'
) {
  const isDriver = /^libcuda\.so/.test(library ?? '');
  return { library, kind: isDriver ? ('driver' as const) : kind };
}

function readNative({ library, any }: Values) {
  return named(library ?? any);
}

function title(trans: ITranslate, library: string | undefined): string {
  return fitting(library, 42)
    ? trans.__('%1 cannot be loaded', library)
    : trans.__('A CUDA library cannot be loaded');
}

/** What to do, whatever is wrong with the library. */
function usualFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Start without foreign libraries in the way'),
      detail: trans.__(
        'PyTorch’s wheels bring their own CUDA libraries; a folder of another CUDA in LD_LIBRARY_PATH can be found before them.'
      ),
      code: '$ env -u LD_LIBRARY_PATH python -c "import torch; print(torch.cuda.is_available())"'
    },
    {
      safety: 'check',
      title: trans.__('Install torch anew, with the libraries it asks for'),
      detail: trans.__(
        'Best in a new environment: pip and conda packages of PyTorch do not mix well.'
      ),
      code: '$ pip install --force-reinstall --no-cache-dir torch torchvision'
    },
    {
      safety: 'check',
      title: trans.__(
        'Another package asks for it: get its build for your CUDA'
      ),
      detail: trans.__(
        'libcublas.so.11 in the message means that it was built for CUDA 11. Compare with torch.version.cuda, and rebuild or reinstall that package.'
      )
    },
    {
      safety: 'diagnostic',
      title: trans.__('See which file asks, and what it finds'),
      detail: trans.__(
        'Put in the .so file named at the end of the traceback or of the message.'
      ),
      code: '$ ldd FILE.so | grep -E "not found|cu"; python -m torch.utils.collect_env'
    }
  ];
}

/** What holds for all but ROCm's libraries. */
function cudaPages(trans: ITranslate): Pick<IWords, 'notThis' | 'links'> {
  return {
    notThis: [
      trans.__(
        'A missing libGL, libstdc++ or libgomp is no CUDA library: install it with the system’s packages.'
      ),
      trans.__(
        'A symbol that begins with _ZN is a C++ function of torch: then a package was built for another torch.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: choose a build'),
        url: 'https://pytorch.org/get-started/locally/'
      },
      {
        title: trans.__('NVIDIA: the driver, the toolkit and their libraries'),
        url: 'https://docs.nvidia.com/deploy/cuda-compatibility/index.html'
      },
      {
        title: trans.__('NVIDIA: the libraries of cuDNN'),
        url: 'https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html'
      }
    ]
  };
}

export default define({
  id: 'cuda/library-missing',
  answers: [
    'ImportError: libcudart.so.11.0: cannot open shared object file: No such file or directory',
    'OSError: libcublas.so.10: cannot open shared object file',
    'Could not load library libcudnn_cnn_infer.so.8',
    'Unable to load any of {libcudnn_ops.so.9.1.0, libcudnn_ops.so.9.1, libcudnn_ops.so.9, libcudnn_ops.so}',
    'undefined symbol: __nvJitLinkAddData_12_1, version libnvJitLink.so.12',
    'libcublas.so.11: symbol version libcublasLt.so.11 not defined',
    'Error loading "…\\torch\\lib\\caffe2_nvrtc.dll" or one of its dependencies',
    'libcuda.so.1: cannot open shared object file',
    'CUDA Setup failed despite GPU being available (bitsandbytes)'
  ],
  values: ['library'],
  signs: [
    ...gpuMessageOrLog(OPEN, { read: ({ library }) => named(library) }),
    ...gpuMessageOrLog(VERSION, {
      read: ({ library }) => named(library, 'version')
    }),
    {
      where: 'message',
      pattern: SYMBOL,
      when: isOurs,
      read: ({ library, version, needed, defining }) =>
        named(library ?? version ?? needed ?? defining, 'mixed')
    },
    {
      where: 'log',
      pattern: NATIVE,
      fatal: true,
      when: (reading: IReading) =>
        isOurs(reading) && !reading.mentions('dso_loader'),
      read: readNative
    },
    { where: 'message', pattern: NATIVE, when: isOurs, read: readNative },
    {
      where: 'message',
      pattern: PRELOAD,
      read: ({ library }) => named(library)
    },
    {
      where: 'message',
      pattern: DLL,
      when: reading => !reading.mentions('1455'),
      read: ({ library, other }) => named(library ?? other)
    }
  ],
  kinds: {
    missing: {
      words: (trans, { library }) => ({
        title: title(trans, library),
        cause: trans.__(
          'A compiled part needs this library in exactly this version, and the loader finds none. The number in the name tells which CUDA that part was built for.'
        ),
        fixes: [...usualFixes(trans)],
        ...cudaPages(trans)
      })
    },
    driver: {
      words: (trans, { library }) => ({
        title: title(trans, library),
        cause: trans.__(
          'libcuda comes with the NVIDIA driver, not with PyTorch or the toolkit. Either the driver is missing here, or the container was started without the GPU.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'Install the driver, or give the container the GPU'
            ),
            code: '$ docker run --gpus all IMAGE'
          },
          ...usualFixes(trans)
        ],
        ...cudaPages(trans)
      })
    },
    version: {
      words: (trans, { library }) => ({
        title: title(trans, library),
        cause: trans.__(
          'A file of that name was found, but it is of another version than the one that was asked for. Usually a folder of LD_LIBRARY_PATH, or another package, brings it.'
        ),
        fixes: [...usualFixes(trans)],
        ...cudaPages(trans)
      })
    },
    // Of different versions: a function is missing.
    mixed: {
      words: (trans, { library }) => ({
        title: title(trans, library),
        cause: trans.__(
          'Two CUDA libraries of different versions were mixed: one lacks a function that another calls. Usually a folder of LD_LIBRARY_PATH brings one of them.'
        ),
        fixes: [...usualFixes(trans)],
        ...cudaPages(trans)
      })
    },
    bitsandbytes: {
      // bitsandbytes/cuda_setup, and cextension.py since 0.43.
      signs: messageOrLog(
        /CUDA Setup failed despite (?:GPU|CUDA) being available|Configured (?:CUDA|ROCm) binary not found at|libbitsandbytes_cpu\.so: undefined symbol/,
        { confidence: 'likely' }
      ),
      words: trans => ({
        title: title(trans, 'libbitsandbytes'),
        cause: trans.__(
          'bitsandbytes looks for the CUDA runtime and for its own library built for that version, and did not find the two together. PyTorch itself may be fine.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Update bitsandbytes and let it look again'),
            detail: trans.__(
              'It brings a library for each CUDA version; old releases know only old ones, and have none for Windows.'
            ),
            code: '$ pip install --upgrade bitsandbytes && python -m bitsandbytes'
          },
          ...usualFixes(trans)
        ],
        ...cudaPages(trans)
      })
    },
    rocm: {
      // ROCm has a library for each of CUDA's.
      signs: gpuMessageOrLog(
        /\b(?<library>lib(?:MIOpen|roc(?:blas|fft|rand|solver|sparse|m_smi64)|hip(?:blas|blaslt|fft|rand|solver|sparse|sparselt)|rccl|amdhip64|roctx64|hsa-runtime64|roctracer64)\.so[.\d]{0,12}): (?:undefined symbol: |cannot open shared object file)|libtorch_hip\.so: undefined symbol: /
      ),
      words: (trans, { library = 'libtorch_hip.so' }) => ({
        title: title(trans, library),
        cause: trans.__(
          'A PyTorch for AMD GPUs loads many libraries of ROCm. Either this one is missing, or it is of another release than those that call it.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Start without foreign libraries in the way'),
            detail: trans.__(
              'PyTorch’s wheels bring their own ROCm; a folder of another one in LD_LIBRARY_PATH can be found before it.'
            ),
            code: '$ env -u LD_LIBRARY_PATH python -c "import torch; print(torch.version.hip)"'
          },
          {
            safety: 'check',
            title: trans.__(
              'Install torch anew, built for one release of ROCm'
            ),
            detail: trans.__(
              'Best in a new environment. The page that chooses a build names the current one.'
            ),
            code: '$ pip install --force-reinstall torch torchvision --index-url https://download.pytorch.org/whl/rocm6.4'
          },
          {
            safety: 'diagnostic',
            title: trans.__('See which file asks, and what it finds'),
            detail: trans.__(
              'Put in the .so file named at the end of the traceback or of the message.'
            ),
            code: '$ ldd FILE.so | grep -E "not found|rocm"'
          }
        ],
        notThis: [
          trans.__(
            'libamdhip64 missing altogether, with a PyTorch for CUDA: then an extension was built for ROCm.'
          )
        ],
        links: [
          {
            title: trans.__('PyTorch: choose a build'),
            url: 'https://pytorch.org/get-started/locally/'
          },
          {
            title: trans.__('AMD: PyTorch on ROCm'),
            url: 'https://rocm.docs.amd.com/projects/install-on-linux/en/latest/install/3rd-party/pytorch-install.html'
          }
        ]
      })
    }
  }
});
