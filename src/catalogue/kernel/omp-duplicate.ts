import type { IEntry } from '../../diagnosis/types';

import { dying } from './shared/death';

const entry: IEntry = {
  id: 'kernel/omp-duplicate',
  answers: [
    'OMP: Error #15: Initializing libiomp5md.dll, but found libiomp5md.dll already initialized.',
    'MKL_THREADING_LAYER=INTEL is incompatible with libgomp',
    'OMP: Error #15: Initializing libomp.dylib, but found libiomp5.dylib already initialized.',
    'KMP_DUPLICATE_LIB_OK=TRUE',
    "Found Intel OpenMP ('libiomp') and LLVM OpenMP ('libomp') loaded at the same time"
  ],
  refines: [
    'kernel/aborted',
    'kernel/segfault',
    'kernel/exited',
    'kernel/died-unknown',
    'kernel/died-dataloader'
  ],
  signs: [
    ...dying(
      /Initializing (?<second>lib[\w.+-]+), but found (?<first>lib[\w.+-]+) already initialized/
    ),
    ...dying(
      /\bOMP: Error #15\*?: Init|multiple copies of the OpenMP runtime have been linked into the program/
    ),
    // The hint's last resort, which titles quote beside the error.
    ...dying(
      /\blib[\w.-]{1,40} already initialized.{0,80}KMP_DUPLICATE_LIB_OK/
    ),
    // mkl-service, which conda's numpy imports (pytorch issue 37377).
    ...dying(
      /MKL_THREADING_LAYER=INTEL is incompatible with (?<first>libgomp[\w.-]{0,40}) library/,
      { read: ({ first }) => ({ first, kind: 'layer' }) }
    ),
    {
      where: 'log',
      // threadpoolctl warns while both still live side by side.
      pattern:
        /Found Intel OpenMP \('(?<first>libiomp)'\) and LLVM OpenMP \('(?<second>libomp)'\) loaded at the same time/,
      confidence: 'possible'
    }
  ],
  page(trans, { first, second, kind }) {
    return {
      title:
        kind === 'layer'
          ? trans.__('MKL wants another OpenMP than PyTorch has loaded')
          : trans.__('Two OpenMP libraries were loaded into one process'),
      cause:
        kind === 'layer'
          ? trans.__(
              'NumPy’s MKL is set to Intel’s OpenMP (MKL_THREADING_LAYER=INTEL), but GNU’s %1 was loaded before it, by PyTorch. MKL refuses to work with it.',
              first ?? 'libgomp'
            )
          : first === undefined || first === second
            ? trans.__(
                'PyTorch and another package (often numpy, scikit-learn or OpenCV from another source) each bring an OpenMP library, and the second one refuses to start. It ends the process.'
              )
            : trans.__(
                'One package loaded %1, and another then brought %2; the second one refuses to start and ends the process. Usually packages of conda and pip are mixed.',
                first,
                second
              ),
      fixes: [
        ...(kind === 'layer'
          ? [
              {
                safety: 'safe' as const,
                title: trans.__('Import numpy before torch'),
                code: 'import numpy\nimport torch'
              },
              {
                safety: 'safe' as const,
                title: trans.__('Or let MKL use GNU’s OpenMP'),
                detail: trans.__(
                  'Before any import, and before worker processes or ranks are started: they inherit it.'
                ),
                code: "import os\n\nos.environ['MKL_THREADING_LAYER'] = 'GNU'"
              }
            ]
          : []),
        {
          safety: 'check',
          title: trans.__('Install torch and numpy from one source'),
          detail: trans.__(
            'A fresh environment, all by pip or all by conda, leaves one OpenMP library.'
          ),
          code: '$ python -m venv fresh && fresh/bin/pip install torch numpy scikit-learn ipykernel'
        },
        {
          safety: 'diagnostic',
          title: trans.__('Find the copies in this environment'),
          code: "import pathlib, sys\n\nfor name in ('*iomp5*', '*libomp*', '*libgomp*'):\n    print(*pathlib.Path(sys.prefix).rglob(name), sep='\\n')"
        },
        ...(kind === 'layer'
          ? []
          : [
              {
                safety: 'check' as const,
                title: trans.__('Import torch before the others'),
                code: 'import torch\nimport numpy'
              },
              {
                safety: 'check' as const,
                title: trans.__('Last resort: allow both'),
                detail: trans.__(
                  'Its own message calls it unsafe: it can crash, or give wrong results without a word.'
                ),
                code: "import os\n\nos.environ['KMP_DUPLICATE_LIB_OK'] = 'TRUE'  # before any import"
              }
            ])
      ],
      notThis: [
        trans.__(
          'A kernel that dies without this line has another cause; KMP_DUPLICATE_LIB_OK does not help then.'
        )
      ],
      links: [
        {
          title: trans.__(
            'PyTorch: a crash under KMP_DUPLICATE_LIB_OK (issue 78490)'
          ),
          url: 'https://github.com/pytorch/pytorch/issues/78490'
        }
      ]
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        'libomp.dylib already initialized, KMP_DUPLICATE_LIB_OK=TRUE does not help\n',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'Error: mkl-service + Intel(R) MKL: MKL_THREADING_LAYER=INTEL is incompatible with libgomp-7c85b1e2.so.1 library.\n\tTry to import numpy first or set the threading layer accordingly. Set MKL_SERVICE_FORCE_INTEL to force it.\n',
      torch: '1.8',
      origin: 'reference',
      values: { first: 'libgomp-7c85b1e2.so.1', kind: 'layer' }
    },
    {
      ename: '',
      evalue: '',
      stderr:
        '*OMP: Error #15*: Initialisation of libiomp5md.dll, but libiomp5md.dll has already been initialised.',
      torch: '2.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'StdErr from Kernel Process OMP: Error #15: Initializing libiomp5md.dll, but found libiomp5md.dll already initialized.\nOMP: Hint This means that multiple copies of the OpenMP runtime have been linked into the program.\n',
      torch: '1.8',
      origin: 'reference',
      values: { first: 'libiomp5md.dll', second: 'libiomp5md.dll' }
    },
    {
      kind: 'text',
      stderr:
        'OMP: Error #15: Initializing libomp.dylib, but found libiomp5.dylib already initialized.\nzsh: abort      python train.py\n',
      torch: '1.12',
      origin: 'reference',
      values: { first: 'libiomp5.dylib', second: 'libomp.dylib' }
    },
    {
      kind: 'text',
      stderr:
        "RuntimeWarning: \nFound Intel OpenMP ('libiomp') and LLVM OpenMP ('libomp') loaded at\nthe same time. Both libraries are known to be incompatible and this\ncan cause random crashes or deadlocks on Linux when loaded in the\nsame Python program.\n",
      torch: '2.3',
      origin: 'reference',
      values: { first: 'libiomp', second: 'libomp' }
    }
  ],
  nearMisses: [
    { kind: 'text', stderr: "Found OpenMP ('libgomp') loaded once" },
    {
      kind: 'text',
      stderr:
        'OMP: Warning #191: Forking a process while a parallel region is active is potentially unsafe.'
    },
    { kind: 'text', stderr: 'zsh: abort      python train.py' }
  ]
};

export default entry;
