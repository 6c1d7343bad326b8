import type { IEntry } from '../../diagnosis/types';
import { INSTALL_SIGNS } from './shared/install-signs';

const entry: IEntry = {
  id: 'version/broken-install',
  answers: [
    'OSError: [WinError 126] The specified module could not be found. Error loading "…\\torch\\lib\\c10.dll" or one of its dependencies',
    'OSError: [WinError 1114] A dynamic link library (DLL) initialization routine failed. Error loading "…\\torch\\lib\\c10.dll"',
    'libtorch_cpu.so: undefined symbol: iJIT_NotifyEvent',
    'ImportError: libc10.so: cannot open shared object file',
    'torch/_C.so: undefined symbol: …',
    'Failed to load PyTorch C extensions',
    'cannot allocate memory in static TLS block'
  ],
  refines: [
    'version/torchvision-op',
    'version/removed-api',
    'cuda/library-missing'
  ],
  signs: INSTALL_SIGNS,
  page(trans, { library, kind }) {
    return {
      title: library
        ? trans.__('torch cannot load %1', library.slice(0, 30))
        : trans.__('The installed torch cannot be loaded'),
      cause:
        kind === 'windows'
          ? trans.__(
              'Windows does not find something this file of torch needs. Usually Microsoft’s Visual C++ runtime is missing or old.'
            )
          : kind === 'tls'
            ? trans.__(
                'Some memory for libraries is given out when the process starts, and libraries imported before had used it up. It is met mostly on ARM computers.'
              )
            : trans.__(
                'The import fails before any of your code runs: a part of torch is missing, or does not fit another library of this environment.'
              ),
      fixes: [
        ...(kind === 'windows'
          ? [
              {
                safety: 'check' as const,
                title: trans.__('Install the newest Visual C++ runtime (x64)'),
                detail: trans.__('Then restart Jupyter.'),
                code: '$ winget install Microsoft.VCRedist.2015+.x64'
              }
            ]
          : []),
        {
          safety: 'safe',
          title: trans.__('Import torch before everything else'),
          detail: trans.__(
            'A compiled extension needs the libraries that torch loads; some other libraries must not come first.'
          ),
          code: 'import torch  # first line of the first cell, in a fresh kernel'
        },
        {
          safety: 'check',
          title: trans.__('Make a new environment and install torch there'),
          detail: trans.__(
            'Do not mix conda and pip packages of torch. “iJIT_NotifyEvent” comes from a newer MKL: there mkl 2024.0 also helps.'
          ),
          code: '$ python -m venv fresh && fresh/bin/pip install torch torchvision'
        },
        {
          safety: 'diagnostic',
          title: trans.__('See which torch is found'),
          detail: trans.__(
            'A folder named torch beside the notebook, such as PyTorch’s own sources, hides the installed one.'
          ),
          code: "import importlib.util, sys\nprint(sys.executable, importlib.util.find_spec('torch').origin)"
        }
      ],
      notThis: [
        trans.__(
          '“The paging file is too small” (WinError 1455) is about memory, not about the installation.'
        ),
        trans.__(
          'If “import torch” works and only torchvision or an extension fails, that package does not fit this torch.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: questions about Windows'),
          url: 'https://docs.pytorch.org/docs/stable/notes/windows.html'
        },
        {
          title: trans.__('PyTorch: choose a build'),
          url: 'https://pytorch.org/get-started/locally/'
        },
        {
          title: trans.__('PyTorch: iJIT_NotifyEvent and MKL'),
          url: 'https://github.com/pytorch/pytorch/issues/123097'
        }
      ]
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        'WinError 127 - Error loading "torch_python.dll" or one of its dependencies\n',
      torch: '1.0',
      origin: 'reference',
      values: { library: 'torch_python.dll', kind: 'windows' }
    },
    {
      ename: 'OSError',
      evalue:
        'libopenblas.so.0: cannot open shared object file: No such file or directory',
      traceback:
        'Traceback (most recent call last):\n  File "/usr/local/lib/python3.6/dist-packages/torch/__init__.py", line 195, in <module>\n    _load_global_deps()\n  File "/usr/local/lib/python3.6/dist-packages/torch/__init__.py", line 148, in _load_global_deps\n    ctypes.CDLL(lib_path, mode=ctypes.RTLD_GLOBAL)\n  File "/usr/lib/python3.6/ctypes/__init__.py", line 348, in __init__\n    self._handle = _dlopen(self._name, mode)\nOSError: libopenblas.so.0: cannot open shared object file: No such file or directory',
      torch: '1.8',
      origin: 'reference',
      values: { library: 'libopenblas.so.0' }
    },
    {
      ename: 'ImportError',
      evalue:
        'dlopen(/env/lib/python3.6/site-packages/torch/_C.cpython-36m-darwin.so, 9): Library not loaded: @rpath/libiomp5.dylib\n  Referenced from: /env/lib/python3.6/site-packages/torch/lib/libTH.1.dylib\n  Reason: image not found',
      torch: '1.0',
      origin: 'reference',
      values: { library: 'libiomp5.dylib' }
    },
    {
      ename: 'OSError',
      evalue: '[WinError 126] The specified module could not be found',
      traceback:
        'Traceback (most recent call last):\n  File "<stdin>", line 1, in <module>\n  File "C:\\envs\\a\\lib\\site-packages\\torch\\__init__.py", line 81, in <module>\n    ctypes.CDLL(dll)\n  File "C:\\envs\\a\\lib\\ctypes\\__init__.py", line 364, in __init__\n    self._handle = _dlopen(self._name, mode)\nOSError: [WinError 126] The specified module could not be found',
      torch: '1.8',
      origin: 'reference',
      values: { kind: 'windows' }
    },
    {
      ename: 'OSError',
      evalue:
        "dlopen(/x/.venv/lib/python3.10/site-packages/torch/lib/libtorch_global_deps.dylib, 0x000A): tried: '/x/.venv/lib/python3.10/site-packages/torch/lib/libtorch_global_deps.dylib' (mach-o file, but is an incompatible architecture (have 'x86_64', need 'arm64'))",
      torch: '2.0',
      origin: 'reference',
      values: { library: 'libtorch_global_deps.dylib' }
    },
    {
      ename: 'ImportError',
      evalue: 'DLL load failed: The operating system cannot run %1.',
      traceback:
        'Traceback (most recent call last):\n  File "run.py", line 1, in <module>\n    import torch\n  File "C:\\envs\\a\\lib\\site-packages\\torch\\__init__.py", line 78, in <module>\n    from torch._C import *\nImportError: DLL load failed: The operating system cannot run %1.',
      torch: '1.1',
      origin: 'reference',
      values: { kind: 'windows' }
    },
    {
      ename: 'OSError',
      evalue:
        '[WinError 126] The specified module could not be found. Error loading "C:\\Users\\user\\venv\\lib\\site-packages\\torch\\lib\\fbgemm.dll" or one of its dependencies.',
      torch: '2.4',
      origin: 'reference',
      values: { library: 'fbgemm.dll', kind: 'windows' }
    },
    {
      kind: 'text',
      stderr:
        'ERROR    Could not load torch: [WinError 127] Error loading "D:\\app\\venv\\lib\\site-packages\\torch\\lib\\shm.dll" or one of its dependencies.\n',
      torch: '2.3',
      origin: 'reference',
      values: { library: 'shm.dll' }
    },
    {
      ename: 'ImportError',
      evalue:
        'site-packages/torch/lib/libtorch_cpu.so: undefined symbol: iJIT_NotifyEvent',
      torch: '2.1',
      origin: 'reference',
      values: { library: 'libtorch_cpu.so' }
    },
    {
      ename: 'ImportError',
      evalue:
        'libc10.so: cannot open shared object file: No such file or directory',
      torch: '1.8',
      origin: 'reference',
      values: { library: 'libc10.so' }
    },
    {
      ename: 'ImportError',
      evalue:
        '/home/user/env/lib/python3.6/site-packages/torch/_C.cpython-36m-x86_64-linux-gnu.so: undefined symbol: nvrtcGetProgramLogSize',
      torch: '0.4',
      origin: 'reference',
      values: { library: '_C.cpython-36m-x86_64-linux-gnu.so' }
    },
    {
      ename: 'ImportError',
      evalue:
        'dlopen(/Users/user/env/lib/python2.7/site-packages/torch/_C.so, 10): Symbol not found: __ZNSs4_Rep20_S_empty_rep_storageE',
      torch: '0.1',
      origin: 'reference',
      values: { library: '_C.so' }
    }
  ],
  nearMisses: [
    {
      ename: 'ImportError',
      evalue:
        '/env/lib/python3.6/site-packages/cv2/../opencv.libs/libgomp-d22c30c5.so.1.0.0: cannot allocate memory in static TLS block'
    },
    {
      ename: 'ImportError',
      evalue:
        '/usr/lib/aarch64-linux-gnu/libgomp.so.1: cannot allocate memory in static TLS block',
      traceback:
        'Traceback (most recent call last):\n  File "/usr/lib/python3.8/dist-packages/cv2/__init__.py", line 153, in bootstrap\n    native_module = importlib.import_module("cv2")\nImportError: /usr/lib/aarch64-linux-gnu/libgomp.so.1: cannot allocate memory in static TLS block'
    },
    {
      ename: 'OSError',
      evalue:
        '[WinError 1455] The paging file is too small for this operation to complete. Error loading "C:\\venv\\lib\\site-packages\\torch\\lib\\c10.dll" or one of its dependencies.'
    },
    {
      ename: 'ImportError',
      evalue:
        'DLL load failed while importing _arpack: The specified procedure could not be found.'
    },
    {
      ename: 'ImportError',
      evalue:
        'site-packages/torchvision/_C.so: undefined symbol: _ZN2at4_ops10zeros_like4callERKNS_6TensorE'
    },
    {
      ename: 'ImportError',
      evalue: 'site-packages/cv2/cv2.abi3.so: undefined symbol: PyCMethod_New'
    }
  ]
};

export default entry;
