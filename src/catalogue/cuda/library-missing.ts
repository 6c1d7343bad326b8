import type { IEntry, IReading } from '../../diagnosis/types';
import { said } from '../said';

import { isOurs, mayExplain } from './shared/ours';

/** Libraries of the CUDA toolkit, cuDNN and NCCL, `libcudnn_ops` included. */
const LIB = String.raw`(?:cudart|cublas|cudnn|cufft|curand|cusolver|cusparse|cupti|nccl|nvrtc|nvJitLink|nvToolsExt|nvshmem|cufile|cuda)[\w-]{0,40}`;

/** TensorFlow's `dlerror:` and ONNX Runtime's remarks say the same words. */
const OPEN = new RegExp(
  String.raw`(?<!dlerror: )\b(?<library>lib${LIB}\.so[.\d]{0,12}): cannot open shared object file`,
  'i'
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
  /\b(?<library>lib(?:cu|nv|nccl)\w{1,30}\.so)\S{0,12} not found in the system path|local variable 'cublas_path' referenced before assignment/;

/**
 * Windows: torch/__init__.py and ctypes; ATen/DynamicLibrary.cpp, which opens
 * torch's own caffe2_nvrtc, whose dependency is NVRTC.
 */
const DLL =
  /(?:Error loading|Could not find module) ["'][^"']{1,300}[\\/](?<library>(?:cudart|cublas|cudnn|cufft|curand|cusolver|cusparse|nvrtc|caffe2_nvrtc)\w{0,40}\.dll)["']|Error in dlopen or dlsym: (?<other>(?:lib)?(?:caffe2_|th)nvrtc\.\w{1,5})/i;

/** bitsandbytes/cuda_setup, and cextension.py since 0.43. */
const QUANTISER =
  /CUDA Setup failed despite (?:GPU|CUDA) being available|Configured (?:CUDA|ROCm) binary not found at|libbitsandbytes_cpu\.so: undefined symbol/;

/** The display driver's library: it is missing where there is no driver. */
function isDriver(library: string | undefined): boolean {
  return /^libcuda\.so/.test(library ?? '');
}

const entry: IEntry = {
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
  signs: [
    { where: 'message', pattern: OPEN, when: isOurs },
    { where: 'log', pattern: OPEN, when: mayExplain, confidence: 'likely' },
    {
      where: 'message',
      pattern: SYMBOL,
      when: isOurs,
      read: ({ library, version, needed, defining }) => ({
        library: library ?? version ?? needed ?? defining,
        symbol: 'yes'
      })
    },
    {
      where: 'log',
      pattern: NATIVE,
      fatal: true,
      when: (reading: IReading) =>
        isOurs(reading) && !reading.mentions('dso_loader'),
      read: ({ library, any }) => ({ library: library ?? any })
    },
    {
      where: 'message',
      pattern: NATIVE,
      when: isOurs,
      read: ({ library, any }) => ({ library: library ?? any })
    },
    { where: 'message', pattern: PRELOAD },
    {
      where: 'message',
      pattern: DLL,
      when: reading => !reading.mentions('1455'),
      read: ({ library, other }) => ({ library: library ?? other })
    },
    ...said(QUANTISER, {
      confidence: 'likely',
      read: () => ({ library: 'libbitsandbytes' })
    })
  ],
  page(trans, { library, symbol }) {
    const name = library?.slice(0, 30);
    return {
      title: name
        ? trans.__('%1 cannot be loaded', name)
        : trans.__('A CUDA library cannot be loaded'),
      cause: isDriver(library)
        ? trans.__(
            'libcuda comes with the NVIDIA driver, not with PyTorch or the toolkit. The driver is missing here, or the container was started without the GPU.'
          )
        : library === 'libbitsandbytes'
          ? trans.__(
              'bitsandbytes looks for the CUDA runtime and for its own library built for that version, and did not find the two together. PyTorch itself may be fine.'
            )
          : symbol
            ? trans.__(
                'Two CUDA libraries of different versions were mixed: one lacks a function that another calls. Usually a folder of LD_LIBRARY_PATH brings one of them.'
              )
            : trans.__(
                'A compiled part needs this library in exactly this version, and the loader finds none. The number in the name tells which CUDA that part was built for.'
              ),
      fixes: [
        ...(isDriver(library)
          ? [
              {
                safety: 'check' as const,
                title: trans.__(
                  'Install the driver, or give the container the GPU'
                ),
                code: '$ docker run --gpus all IMAGE'
              }
            ]
          : []),
        ...(library === 'libbitsandbytes'
          ? [
              {
                safety: 'check' as const,
                title: trans.__('Update bitsandbytes and let it look again'),
                detail: trans.__(
                  'It brings a library for each CUDA version; old releases know only old ones, and have none for Windows.'
                ),
                code: '$ pip install --upgrade bitsandbytes && python -m bitsandbytes'
              }
            ]
          : []),
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
      ],
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
          title: trans.__(
            'NVIDIA: the driver, the toolkit and their libraries'
          ),
          url: 'https://docs.nvidia.com/deploy/cuda-compatibility/index.html'
        },
        {
          title: trans.__('NVIDIA: the libraries of cuDNN'),
          url: 'https://docs.nvidia.com/deeplearning/cudnn/backend/latest/api/overview.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'UnboundLocalError',
      evalue: "local variable 'cublas_path' referenced before assignment",
      torch: '1.13',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'error in dlopen or dlsym: libthnvrtc.so: cannot open shared object file: No such file or directory',
      torch: '1.2',
      origin: 'reference',
      values: { library: 'libthnvrtc.so' }
    },
    {
      ename: 'ImportError',
      evalue:
        '/env/lib/python3.9/site-packages/torch/lib/libtorch_cuda_cu.so: symbol cusparseSpMM_bufferSize, version libcusparse.so.11 not defined in file libcusparse.so.11 with link time reference',
      torch: '1.13',
      origin: 'reference',
      values: { library: 'libcusparse.so.11', symbol: 'yes' }
    },
    {
      ename: 'OSError',
      evalue:
        '/env/lib/python3.7/site-packages/torch/lib/../../../../libcublas.so.11: undefined symbol: free_gemm_select, version libcublasLt.so.11',
      torch: '1.7',
      origin: 'reference'
    },
    {
      ename: 'OSError',
      evalue:
        '[WinError 126] The specified module could not be found. Error loading "C:\\Python310\\Lib\\site-packages\\torch\\lib\\caffe2_nvrtc.dll" or one of its dependencies.',
      torch: '2.0',
      origin: 'reference',
      values: { library: 'caffe2_nvrtc.dll' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Error in dlopen or dlsym: libcaffe2_nvrtc.so: cannot open shared object file: No such file or directory',
      torch: '1.3',
      origin: 'reference',
      values: { library: 'libcaffe2_nvrtc.so' }
    },
    {
      ename: 'OSError',
      evalue:
        'libcublas.so.12: cannot open shared object file: No such file or directory',
      torch: '2.13',
      origin: 'run',
      values: { library: 'libcublas.so.12' }
    },
    {
      ename: 'ImportError',
      evalue:
        'libcudart.so.10.1: cannot open shared object file: No such file or directory',
      torch: '1.5',
      origin: 'reference',
      values: { library: 'libcudart.so.10.1' }
    },
    {
      ename: 'ImportError',
      evalue:
        'site-packages/torch/lib/../../nvidia/cusparse/lib/libcusparse.so.12: undefined symbol: __nvJitLinkAddData_12_1, version libnvJitLink.so.12',
      torch: '2.1',
      origin: 'reference',
      values: { library: 'libnvJitLink.so.12' }
    },
    {
      kind: 'kernel',
      stderr:
        'Could not load library libcudnn_cnn_infer.so.8. Error: libcudnn_cnn_infer.so.8: cannot open shared object file: No such file or directory\n',
      torch: '2.0',
      origin: 'reference',
      values: { library: 'libcudnn_cnn_infer.so.8' }
    },
    {
      kind: 'kernel',
      stderr:
        'Unable to load any of {libcudnn_cnn.so.9.1.0, libcudnn_cnn.so.9.1, libcudnn_cnn.so.9, libcudnn_cnn.so}\nInvalid handle. Cannot load symbol cudnnCreateConvolutionDescriptor\n',
      torch: '2.4',
      origin: 'reference',
      values: { library: 'libcudnn_cnn.so.9.1.0' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        '\n        CUDA Setup failed despite GPU being available. Please run the following command to get more information:\n\n        python -m bitsandbytes\n',
      torch: '2.0',
      origin: 'reference',
      values: { library: 'libbitsandbytes' }
    }
  ],
  nearMisses: [
    { ename: 'RuntimeError', evalue: 'Setup failed despite all retries' },
    {
      ename: 'ImportError',
      evalue:
        'libgthread-2.0.so.0: cannot open shared object file: No such file or directory'
    },
    {
      kind: 'text',
      stderr:
        "2023-01-05 10:11:12.131415: W tensorflow/compiler/xla/stream_executor/platform/default/dso_loader.cc:64] Could not load dynamic library 'libnvinfer.so.7'; dlerror: libnvinfer.so.7: cannot open shared object file: No such file or directory\n2023-01-05 10:11:12.131416: W tensorflow/compiler/xla/stream_executor/platform/default/dso_loader.cc:64] Could not load dynamic library 'libcudart.so.11.0'; dlerror: libcudart.so.11.0: cannot open shared object file: No such file or directory\n"
    },
    {
      ename: 'ImportError',
      evalue:
        'site-packages/torchvision/_C.so: undefined symbol: _ZN2at4_ops10zeros_like4callERKNS_6TensorE'
    }
  ]
};

export default entry;
