import type { IEntry, IReading } from '../../diagnosis/types';
import { said } from '../said';

/** torch/__init__.py on Windows. Error 1455 is the paging file, not this. */
const DLL =
  /Error loading "[^"]{1,300}[\\/]torch[\\/]{1,2}lib[\\/]{1,2}(?!cudart|cublas|cudnn|cufft|curand|cusolver|cusparse|nvrtc|caffe2_nvrtc)(?<dll>[\w.-]{1,60}\.dll)"/;

/** A library of torch itself that lacks a function, or is not there. */
const SHARED =
  /(?<library>lib(?:torch(?!audio|vision|text)\w{0,20}|c10\w{0,10}|shm)\.(?:so|dylib)): (?:undefined symbol: (?!nccl|cu[a-z]{2,8}[A-Z]|__nv|nvrtc)|(?<!_cuda\.so: )cannot open shared object file)|Library not loaded: \S{1,200}(?<dylib>lib(?:torch(?!audio|vision|text)\w{0,20}|c10\w{0,10}|shm)\.dylib)|Library not loaded: \S{1,200}(?<omp>libi?omp5?\.dylib) Referenced from: .{1,300}[\\/]torch[\\/]|undefined symbol: iJIT_NotifyEvent|dlopen\(.{1,300}[\\/]torch[\\/]lib[\\/](?<other>lib\w{1,40}\.dylib).{1,600}incompatible architecture/;

/**
 * A file inside the folder of torch lacks a function, whichever: torch cannot
 * be imported. Where the path is cut off, only the names above tell it.
 */
const INSIDE =
  /[\\/]torch[\\/](?:lib[\\/])?(?<file>_C\.(?:[\w-]{1,40}\.)?so|lib(?:torch|c10|caffe2|ATen|shm|TH|_C|mkldnn)\w{0,20}\.(?:so|dylib)[.\d]{0,4})(?:, \d{1,3}\))?: (?:undefined symbol: (?!__nv|nccl|cu[a-z]{2,8}[A-Z])|[Ss]ymbol not found(?!: _(?:cu[a-z]{2,8}|nccl)[A-Z]))/;

/** The folder of torch is there, its compiled part is not. */
const NO_C =
  /Failed to load PyTorch C extensions|No module named 'torch\._C'|cannot import name '_C' from '(?:torch|partially initialized module 'torch)|libtorch_\w{1,20} is not found/;

const TLS = /cannot allocate memory in static TLS block/;

function mentionsTorch(reading: IReading): boolean {
  return ['torch', 'libgomp'].some(word => reading.mentions(word));
}

/** Whether torch's own import failed, perhaps in the ctypes that it calls. */
function importsTorch({ exceptions }: IReading): boolean {
  return exceptions.some(({ frames }) => {
    const files = frames
      .map(({ file }) => file)
      .filter(file => !/[\\/]ctypes[\\/]__init__\.py$/.test(file));
    return /[\\/]torch[\\/]__init__\.py$/.test(files[files.length - 1] ?? '');
  });
}

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
  signs: [
    ...said(DLL, {
      when: reading => !reading.mentions('1455'),
      read: ({ dll }) => ({ library: dll, kind: 'windows' })
    }),
    {
      where: 'message',
      pattern: SHARED,
      read: ({ library, dylib, omp, other }) => ({
        library: library ?? dylib ?? omp ?? other
      })
    },
    {
      where: 'message',
      pattern: INSIDE,
      read: ({ file }) => ({ library: file })
    },
    { where: 'message', pattern: NO_C },
    // Windows names neither the library nor what it misses.
    {
      where: 'message',
      ename: /^(?:ImportError|OSError)$/,
      pattern:
        /^(?:DLL load failed|\[WinError \d{1,5}\])(?!.{0,200}Error loading)/,
      when: reading => importsTorch(reading) && !reading.mentions('1455'),
      read: () => ({ kind: 'windows' })
    },
    {
      where: 'message',
      pattern: TLS,
      when: mentionsTorch,
      confidence: 'likely',
      read: () => ({ kind: 'tls' })
    }
  ],
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
