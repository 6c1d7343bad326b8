import { fitting } from '../../shared/fitting';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type IWords } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { packageOf } from '../../../shared/package-names';
import { callingPackage } from '../../shared/code-owner';
import { mayBeTorch } from '../../shared/torch-in-play';
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

/** `cublas64_11.dll` and `libcublas.so.11` name the CUDA that is wanted. */
function readInference({ library }: Values) {
  const version = /(?:64_|\.so\.)(?<cuda>\d{1,2})/.exec(library ?? '')?.groups
    ?.cuda;
  return {
    library,
    cuda: version === '8' ? '11' : version === '9' ? '12' : version
  };
}

function onCpu(trans: ITranslate): IFix[] {
  return [
    check(
      trans.__('Or do without the GPU'),
      "model = WhisperModel('small', device='cpu', compute_type='int8')"
    )
  ];
}

/** The import that failed, where no frame shows a package: `import MSDA as ops`. */
const IMPORTS =
  /(?:^|\s)(?:import|from) (?<module>[A-Za-z]\w{1,60})(?: as \w{1,60}| import [\w, ]{1,80})?(?:\s{1,20}|$)/;

/** Whose compiled part was imported, where it is not torch's own. */
function askerOf(reading: IReading): string | undefined {
  const asker =
    callingPackage(reading) ??
    IMPORTS.exec(printedText(reading))?.groups?.module;
  return asker === undefined || /^torch/.test(asker) ? undefined : asker;
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
  values: ['library', 'cuda', 'platform', 'asker'],
  known: reading => ({ asker: askerOf(reading) }),
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
      when: reading =>
        !reading.mentions('1455') && !reading.mentions('WinError 193'),
      read: ({ library, other }) => named(library ?? other)
    }
  ],
  kinds: {
    missing: {
      words: (trans, { library, asker }) => ({
        title: title(trans, library),
        cause: asker
          ? trans.__(
              'The compiled part of %1 needs this library in exactly this version, and the loader finds none. The number in the name tells which CUDA %1 was built for.',
              asker
            )
          : trans.__(
              'A compiled part needs this library in exactly this version, and the loader finds none. The number in the name tells which CUDA that part was built for.'
            ),
        fixes: asker
          ? [
              check(
                trans.__('Compare with the CUDA of torch'),
                `$ pip show ${packageOf(asker)}; python -c "import torch; print(torch.__version__, torch.version.cuda)"`,
                trans.__(
                  'Then install the build of %1 for that torch and that CUDA: its page says from where.',
                  asker
                )
              ),
              check(
                trans.__('Built from sources: build it anew for this torch'),
                '$ rm -rf build && pip install --no-build-isolation --force-reinstall --no-deps .',
                trans.__('In the folder of its setup.py.')
              )
            ]
          : usualFixes(trans),
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
    // CTranslate2 and ONNX Runtime, which search by themselves.
    inference: {
      signs: [
        ...messageOrLog(
          /\bLibrary (?<library>(?:lib)?cu(?:blas|dnn|dart|rand|fft)\w{0,40}\.(?:dll|so)(?:[.\d]{0,6}\d)?) is not found or cannot be loaded/,
          { read: readInference }
        ),
        ...messageOrLog(
          /LoadLibrary failed with error 12\d .{0,200}?(?<library>onnxruntime_providers_\w{1,20}\.dll)|Failed to load library (?:\S{0,200}[\\/])?(?<other>libonnxruntime_providers_(?:cuda|tensorrt)\.so)/,
          {
            when: mayBeTorch,
            confidence: 'likely',
            read: ({ library, other }) => ({ library: library ?? other })
          }
        )
      ],
      words: (trans, { library = 'cublas64_12.dll', cuda, platform }) => {
        const isOnnx = /onnxruntime/.test(library);
        return {
          title: title(trans, library),
          cause: isOnnx
            ? trans.__(
                'ONNX Runtime’s part for the GPU needs CUDA’s libraries of the version that it was built for, and does not find them all. It goes on with the CPU, or stops.'
              )
            : trans.__(
                'CTranslate2, on which faster-whisper and WhisperX stand, was built for CUDA %1 and searches this library by itself. Here is none of that version, whatever torch brings.',
                cuda ?? '12'
              ),
          fixes: isOnnx
            ? [
                check(
                  trans.__('Take an ONNX Runtime for the CUDA that torch has'),
                  '%pip uninstall -y onnxruntime onnxruntime-gpu\n%pip install onnxruntime-gpu',
                  trans.__(
                    'From 1.19 on it is built for CUDA 12 and cuDNN 9; before, for CUDA 11 and cuDNN 8.'
                  )
                ),
                check(
                  trans.__('Let it use the libraries that torch has loaded'),
                  'import torch  # before onnxruntime\nimport onnxruntime\nonnxruntime.preload_dlls()',
                  trans.__('preload_dlls is in 1.21 and later.')
                )
              ]
            : cuda === '11'
              ? [
                  check(
                    trans.__(
                      'Take a CTranslate2 for CUDA 12, and its libraries'
                    ),
                    '%pip install --upgrade ctranslate2 faster-whisper nvidia-cublas-cu12 nvidia-cudnn-cu12'
                  ),
                  check(
                    trans.__('Or bring CUDA 11: with the torch built for it'),
                    '%pip install torch torchaudio --index-url https://download.pytorch.org/whl/cu118',
                    trans.__(
                      'Its folder torch/lib holds the library: import torch before faster_whisper, or add that folder to PATH.'
                    )
                  ),
                  ...onCpu(trans)
                ]
              : [
                  check(
                    trans.__('Install the libraries that it searches'),
                    '%pip install nvidia-cublas-cu12 "nvidia-cudnn-cu12==9.*"',
                    platform === 'windows'
                      ? trans.__(
                          'Add their folders bin, below site-packages\\nvidia, to PATH, then start the program anew.'
                        )
                      : trans.__(
                          'Their folders lib, below site-packages/nvidia, must be searched when the process starts.'
                        )
                  ),
                  check(
                    trans.__('Have the loader search them'),
                    '$ export LD_LIBRARY_PATH=$(python -c \'import os, nvidia.cublas.lib as b, nvidia.cudnn.lib as d; print(os.path.dirname(b.__file__) + ":" + os.path.dirname(d.__file__))\')'
                  ),
                  ...onCpu(trans)
                ],
          links: [
            {
              title: trans.__('faster-whisper: the libraries of the GPU'),
              url: 'https://github.com/SYSTRAN/faster-whisper#gpu'
            }
          ]
        };
      }
    },
    // The linker of an extension, or of Triton, which builds its launcher.
    linked: {
      signs: [
        {
          where: 'log',
          fatal: true,
          pattern:
            /\b(?:ld|ld\.\w{2,4}): (?:error: )?(?:cannot find|unable to find library) -l(?<library>cuda|cudart|cudart_static|cublas|cusparse|cusolver|curand|nvrtc)\b/,
          when: isOurs,
          confidence: 'likely',
          read: ({ library }) => ({ library: `lib${library ?? 'cuda'}.so` })
        },
        {
          where: 'message',
          pattern:
            /\bcannot find -l(?<library>cuda|cudart|cudart_static|cublas|cusparse|cusolver|curand|nvrtc)\b/,
          confidence: 'likely',
          read: ({ library }) => ({ library: `lib${library ?? 'cuda'}.so` })
        }
      ],
      words: (trans, { library = 'libcuda.so' }) => {
        const isDriver = library === 'libcuda.so';
        return {
          title: trans.__('The linker does not find %1', library),
          cause: isDriver
            ? trans.__(
                'Triton, or an extension, was compiled and is to be linked with libcuda.so, the library of the NVIDIA driver. On Kaggle, in WSL and in containers there is only libcuda.so.1, or it lies in a folder that the linker does not search.'
              )
            : trans.__(
                'An extension was compiled and is to be linked with %1, a library of the CUDA toolkit. The linker does not search the folder of the toolkit, or only its runtime is installed.',
                library
              ),
          fixes: isDriver
            ? [
                check(
                  trans.__('Name the folder that has it, before the first use'),
                  "import os\nos.environ['LIBRARY_PATH'] = ':'.join([\n    '/usr/local/nvidia/lib64', '/usr/lib/wsl/lib',\n    '/usr/local/cuda/lib64/stubs', os.environ.get('LIBRARY_PATH', '')])",
                  trans.__(
                    'In a terminal: export LIBRARY_PATH=…; the stubs of the toolkit are enough to link with.'
                  )
                ),
                check(
                  trans.__('Or give libcuda.so.1 the name that is searched'),
                  '$ ldconfig -p | grep libcuda; sudo ln -s /usr/lib/x86_64-linux-gnu/libcuda.so.1 /usr/lib/x86_64-linux-gnu/libcuda.so'
                )
              ]
            : [
                check(
                  trans.__('Have the linker search the toolkit'),
                  '$ export CUDA_HOME=/usr/local/cuda LIBRARY_PATH=/usr/local/cuda/lib64:$LIBRARY_PATH'
                ),
                check(
                  trans.__('Or install the toolkit with its files to build'),
                  '$ conda install -c nvidia cuda-toolkit',
                  trans.__('In the version that torch.version.cuda shows.')
                )
              ],
          links: [
            {
              title: trans.__('Triton: how it is installed and what it needs'),
              url: 'https://triton-lang.org/main/getting-started/installation.html'
            }
          ]
        };
      }
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
