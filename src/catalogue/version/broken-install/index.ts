import { fitting } from '../../shared/fitting';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { check } from '../../fix';
import { define } from '../../define';
import { isStart, printedText } from '../../predicates';
import { messageOrLog } from '../../signs';
import { mayBeTorch } from '../../shared/torch-in-play';
import { importsTorch } from '../shared/imports-torch';
import { importedAtStart } from '../../shared/edits/packages';

/** torch/__init__.py on Windows. Error 1455 is the paging file, not this. */
const DLL =
  /Error loading "?(?:[^"]{1,300}[\\/]torch[\\/]{1,2}lib[\\/]{1,2}|(?=torch_(?:python|cuda|cpu)\.dll|c10\.dll|caffe2\.dll|shm\.dll|fbgemm\.dll))(?!cudart|cublas|cudnn|cufft|curand|cusolver|cusparse|nvrtc|caffe2_nvrtc)(?<library>[\w.-]{1,60}\.dll)(?:"| or one of its)/;

/** A library of torch itself that lacks a function, or is not there. */
const SHARED =
  /(?<library>lib(?:torch(?!audio|vision|text)\w{0,20}|c10\w{0,10}|shm)\.(?:so|dylib)): (?:(?<!_hip\.so: )undefined symbol: (?!nccl|cu[a-z]{2,8}[A-Z]|__nv|nvrtc)|(?<!_cuda(?:_cu|_cpp)?\.so: )cannot open shared object file)|Library not loaded: \S{1,200}(?<dylib>lib(?:torch(?!audio|vision|text)\w{0,20}|c10\w{0,10}|shm)\.dylib)|Library not loaded: \S{1,200}(?<omp>libi?omp5?\.dylib) Referenced from: .{1,300}[\\/]torch[\\/]|undefined symbol: iJIT_NotifyEvent|dlopen\(.{1,300}[\\/]torch[\\/]lib[\\/](?<other>lib\w{1,40}\.dylib).{1,600}incompatible architecture/;

/**
 * A file inside the folder of torch lacks a function, whichever: torch cannot
 * be imported. Where the path is cut off, only the names above tell it.
 */
const INSIDE =
  /[\\/]torch[\\/](?:lib[\\/])?(?<library>_C\.(?:[\w-]{1,40}\.)?so|lib(?:torch|c10|caffe2|ATen|shm|TH|_C|mkldnn)\w{0,20}\.(?:so|dylib)[.\d]{0,4})(?:, \d{1,3}\))?: (?:undefined symbol: (?!__nv|nccl|cu[a-z]{2,8}[A-Z])|[Ss]ymbol not found(?!: _(?:cu[a-z]{2,8}|nccl)[A-Z]))/;

/** The function that is missing, as the linker names it. */
const SYMBOL =
  /(?:undefined symbol|[Ss]ymbol not found): _{0,2}(?<symbol>\w{1,80})/;

/** Functions of Python itself, and those of torch's own parts. */
const OF_PYTHON = /^Py[A-Z]/;
const OF_TORCH =
  /^(?:TH[A-Z]\w{0,60}|Z?\w{0,3}N?K?\d?(?:2at|3c10|5torch|6caffe2)\w{0,60})/;

/** Whose function the loaded part of torch lacks, and whether torch itself was being imported. */
function readInside({ library }: Values, reading: IReading) {
  const symbol = reading.exceptions
    .map(({ message }) => SYMBOL.exec(message)?.groups?.symbol)
    .find(found => found !== undefined);
  return {
    library,
    symbol: symbol !== undefined && OF_PYTHON.test(symbol) ? symbol : undefined,
    mixed: symbol !== undefined && OF_TORCH.test(symbol) ? 'yes' : undefined,
    itself: importsTorch(reading) ? 'yes' : undefined
  };
}

/** The folder of torch is there, its compiled part is not. */
const NO_C =
  /Failed to load PyTorch C extensions|No module named 'torch\._C'|cannot import name '_C' from '(?:torch|partially initialized module 'torch)|libtorch_\w{1,20} is not found/;

const TLS = /cannot allocate memory in static TLS block/;

/** A frame of a package: of torch, or of another that has the same trouble. */
const PACKAGE = /(?:site|dist)-packages[\\/]\w/;

/** Whether torch may be what was imported, and no other package is named. */
function perhapsTorch(reading: IReading): boolean {
  const files = reading.exceptions.flatMap(({ frames }) =>
    frames.map(({ file }) => file)
  );
  const messages = reading.exceptions.map(({ message }) => message);
  return (
    reading.mentions('torch') ||
    (reading.mentions('libgomp') &&
      !PACKAGE.test([reading.log, ...files, ...messages].join('\n')))
  );
}

/** Whether PyInstaller made one program of it: nothing is installed there. */
function readDamaged(
  { library }: Values,
  reading: IReading
): { readonly library?: string; readonly packed?: string } {
  return {
    library,
    packed: /PyInstaller|[\\/]_internal[\\/]|_MEI\d/.test(printedText(reading))
      ? 'yes'
      : undefined
  };
}

function titleOf(trans: ITranslate, library: string | undefined): string {
  return fitting(library, 40)
    ? trans.__('torch cannot load %1', library)
    : trans.__('The installed torch cannot be loaded');
}

function installFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'safe',
      title: trans.__('Import torch before everything else'),
      edit: importedAtStart('import torch'),
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
  ];
}

export default define({
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
  values: ['library', 'packed', 'symbol', 'mixed', 'itself'],
  kinds: {
    library: {
      signs: [
        {
          where: 'message',
          pattern: SHARED,
          read: ({ library, dylib, omp, other }, reading) => ({
            ...readInside({}, reading),
            library: library ?? dylib ?? omp ?? other
          })
        },
        { where: 'message', pattern: INSIDE, read: readInside },
        { where: 'message', pattern: NO_C },
        // Builds for other machines bring less with them: OpenBLAS, MPI.
        {
          where: 'message',
          pattern:
            /\b(?<library>lib(?!cu[a-z]|nv|nccl|MIOpen|roc|hip|rccl|amd|hsa)[\w+-]{1,40}\.so[.\d]{0,12}): cannot open shared object file/,
          when: importsTorch
        }
      ],
      words: (trans, { library, symbol, mixed, itself }) => ({
        title: titleOf(trans, library),
        cause: symbol
          ? trans.__(
              'This file of torch calls %1 of Python itself, and the Python that runs does not have it: usually it is an early one of its series (3.6.0, say), and torch was built with a later one.',
              symbol
            )
          : mixed
            ? trans.__(
                'One part of torch calls a function of another part, and that has it not: usually files of two installations or builds of torch lie mixed (pip over conda, a new build over an old one).'
              )
            : trans.__(
                'The import fails before any of your code runs: a part of torch is either missing, or does not fit another library of this environment.'
              ),
        fixes: symbol
          ? [
              check(
                trans.__(
                  'Update Python within its series, or make a new environment'
                ),
                '$ conda create -n torch python=3.11 && conda activate torch && python -m pip install torch torchvision'
              ),
              {
                safety: 'diagnostic',
                title: trans.__('See which Python it is'),
                code: 'import sys\nprint(sys.version, sys.executable)'
              }
            ]
          : mixed
            ? [
                check(
                  trans.__('Remove all of them, then install one'),
                  '$ conda uninstall -y pytorch libtorch; python -m pip uninstall -y torch; python -m pip uninstall -y torch; python -m pip install --no-cache-dir torch torchvision',
                  trans.__(
                    'Until pip says that none is installed. Delete a folder torch that is left in site-packages. Built from source: python setup.py clean first.'
                  )
                ),
                ...installFixes(trans).slice(1)
              ]
            : installFixes(trans).slice(itself ? 1 : 0)
      })
    },
    windows: {
      signs: [
        ...messageOrLog(DLL, {
          when: reading =>
            !reading.mentions('1455') &&
            !reading.mentions('WinError 127') &&
            !reading.mentions('WinError 193') &&
            !reading.mentions('fbgemm.dll')
        }),
        // All that somebody copied: no file, no module.
        ...messageOrLog(/\bDLL load failed: [^%.:]{1,80}\./, {
          when: ({ code, incident }) => code === '' && incident.kind === 'text',
          confidence: 'possible'
        }),
        // Windows names neither the library nor what it misses.
        {
          where: 'message',
          ename: /^(?:ImportError|OSError)$/,
          pattern:
            /^(?:DLL load failed|\[WinError (?!193)\d{1,5}\])(?!.{0,200}(?:Error loading|%1 is not a valid Win32))/,
          when: reading => importsTorch(reading) && !reading.mentions('1455')
        }
      ],
      words: (trans, { library }) => ({
        title: titleOf(trans, library),
        cause: trans.__(
          'Windows does not find something this file of torch needs. Usually Microsoft’s Visual C++ runtime is missing or old.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Install the newest Visual C++ runtime (x64)'),
            detail: trans.__('Then restart Jupyter.'),
            code: '$ winget install Microsoft.VCRedist.2015+.x64'
          },
          ...installFixes(trans)
        ]
      })
    },
    // 193: the file is there, and is no library for this Python.
    damaged: {
      signs: [
        ...messageOrLog(
          /\[WinError 193\].{1,300}?[\\/"'](?<library>[\w.-]{1,60}\.(?:dll|pyd))\b/,
          { when: mayBeTorch, confidence: 'likely', read: readDamaged }
        ),
        {
          where: 'message',
          pattern:
            /^DLL load failed(?: while importing (?<library>\w{1,60}))?: %1 is not a valid Win32 application/,
          when: mayBeTorch,
          confidence: 'likely',
          read: readDamaged
        },
        {
          where: 'message',
          ename: /^OSError$/,
          pattern: /^\[WinError 193\] [^"']{1,120}$/,
          when: reading => mayBeTorch(reading) && !isStart(reading),
          confidence: 'possible',
          read: readDamaged
        }
      ],
      words: (trans, { library, packed }) => ({
        title: fitting(library, 32)
          ? trans.__('%1 is no library for this Windows', library)
          : trans.__('A library is none for this Windows'),
        cause: trans.__(
          'Windows found the file and cannot load it (error 193): it is damaged or not whole, as after a download or an unpacking that broke off, or it is of 32 bits where the program has 64, or the other way round.'
        ),
        fixes: packed
          ? [
              check(
                trans.__('Download and unpack the program again, whole'),
                `$ dir /s ${library ?? '*.dll'}`,
                trans.__(
                  'Compare the size of the archive with that on its page, and of this file with that in the archive. Unpack with 7-Zip into a short path.'
                )
              ),
              {
                safety: 'check',
                title: trans.__('Have the virus scanner leave its folder alone')
              }
            ]
          : [
              check(
                trans.__('Install the package anew, past the cache'),
                '$ pip install --force-reinstall --no-cache-dir torch torchvision',
                trans.__('Or the package in whose folder the file lies.')
              ),
              {
                safety: 'diagnostic',
                title: trans.__(
                  'See whether Python has 64 bits: torch wants it'
                ),
                code: "import struct\nprint(struct.calcsize('P') * 8)"
              }
            ]
      })
    },
    // pytorch/pytorch#131662
    openmp: {
      signs: messageOrLog(DLL, {
        when: reading =>
          reading.mentions('fbgemm.dll') &&
          !reading.mentions('1455') &&
          !reading.mentions('WinError 127'),
        confidence: 'likely'
      }),
      words: (trans, { library }) => ({
        title: titleOf(trans, library),
        cause: trans.__(
          'In torch 2.4.0 this file needs libomp140.x86_64.dll, which Visual Studio brings and Windows does not have. With another torch, Microsoft’s Visual C++ runtime may be missing.'
        ),
        fixes: [
          check(
            trans.__('Take a newer torch, which does without'),
            '%pip install --upgrade "torch>=2.4.1"',
            trans.__(
              'For a build with CUDA name its index: --index-url https://download.pytorch.org/whl/cu124.'
            )
          ),
          {
            safety: 'check',
            title: trans.__('Another torch: the newest Visual C++ runtime'),
            detail: trans.__('Then restart Jupyter.'),
            code: '$ winget install Microsoft.VCRedist.2015+.x64'
          }
        ]
      })
    },
    // 127: the library is there, and lacks a function that the file calls.
    procedure: {
      signs: messageOrLog(DLL, {
        when: reading => reading.mentions('WinError 127')
      }),
      words: (trans, { library }) => ({
        title: titleOf(trans, library),
        cause: trans.__(
          'Windows finds the libraries that this file of torch needs, but one of them lacks a function: it is of another version. Usually two installations are mixed, or another program’s DLL stands first in PATH.'
        ),
        fixes: installFixes(trans).slice(1)
      })
    },
    tls: {
      signs: [
        {
          where: 'message',
          pattern: TLS,
          when: perhapsTorch,
          confidence: 'likely'
        }
      ],
      words: (trans, { library }) => ({
        title: titleOf(trans, library),
        cause: trans.__(
          'Some memory for libraries is given out when the process starts, and libraries imported before had used it up. It is met mostly on ARM computers.'
        ),
        fixes: installFixes(trans)
      })
    }
  },
  common: trans => ({
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
  })
});
