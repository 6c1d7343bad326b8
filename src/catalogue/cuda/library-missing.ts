import type { IEntry } from '../../diagnosis/types';
import { LIBRARY_SIGNS } from './shared/library-signs';
import { rocmLibraryPage } from './shared/rocm-library-page';

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
  signs: LIBRARY_SIGNS,
  page(trans, { library, symbol, kind }) {
    if (kind === 'rocm') {
      return rocmLibraryPage(trans, library);
    }
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
          : kind === 'version'
            ? trans.__(
                'A file of that name was found, but it is of another version than the one that was asked for. Usually a folder of LD_LIBRARY_PATH, or another package, brings it.'
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
      ename: 'RuntimeError',
      evalue:
        'Error in dlopen for library libnvrtc.so.11.2and libnvrtc-d833c4f3.so.11.2',
      torch: '2.0',
      origin: 'reference',
      values: { library: 'libnvrtc.so.11.2' }
    },
    {
      ename: 'ImportError',
      evalue:
        "/env/lib/python3.6/site-packages/torch/../../../libcudart.so.9.0: version `libcudart.so.9.0' not found (required by /env/lib/python3.6/site-packages/torch/_C.so)",
      torch: '0.4',
      origin: 'reference',
      values: { library: 'libcudart.so.9.0', kind: 'version' }
    },
    {
      ename: 'ImportError',
      evalue:
        'librocblas.so.4: cannot open shared object file: No such file or directory',
      traceback:
        'Traceback (most recent call last):\n  File "/env/lib/python3.11/site-packages/torch/__init__.py", line 416, in <module>\n    from torch._C import *  # noqa: F403\nImportError: librocblas.so.4: cannot open shared object file: No such file or directory',
      torch: '2.9',
      origin: 'reference',
      values: { library: 'librocblas.so.4', kind: 'rocm' }
    },
    {
      ename: 'ImportError',
      evalue:
        '/opt/rocm-7.2.0/lib/libMIOpen.so.1: undefined symbol: _ZN2ck16tensor_operation6device8instance3addE',
      torch: '2.10',
      origin: 'reference',
      values: { library: 'libMIOpen.so.1', kind: 'rocm' }
    },
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
    {
      ename: 'ImportError',
      evalue:
        "/usr/local/cuda/lib64/libcudart.so.11.0: version `libcudart.so.11.0' not found (required by /usr/lib/libopencv_core.so.4.5)"
    },
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
