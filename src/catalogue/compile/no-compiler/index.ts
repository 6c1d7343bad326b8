import { define } from '../../define';
import { check } from '../../fix';
import { passedThrough } from '../../predicates';
import { messageOrLog } from '../../signs';
import type { ValuesOf } from '../../define';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { keywordGiven } from '../../shared/edits/calls';

function readHeader(
  { header, include, library }: Values,
  reading: IReading
): ValuesOf<'header' | 'python'> {
  return {
    header: header ?? include ?? library,
    // ComfyUI's archive brings a Python without what a compiler needs.
    python: reading.mentions('python_embed') ? 'embedded' : undefined
  };
}

function installCompiler(
  trans: ITranslate,
  compiler: string | undefined
): IFix {
  if (/^cl(?:\.exe)?$/.test(compiler ?? '')) {
    return {
      safety: 'check',
      title: trans.__('Install Visual Studio’s Build Tools'),
      detail: trans.__(
        'Choose “Desktop development with C++”. Then start Jupyter from the “x64 Native Tools Command Prompt”, in which cl is found.'
      ),
      code: '$ winget install Microsoft.VisualStudio.2022.BuildTools'
    };
  }
  return {
    safety: 'check',
    title: trans.__('Install a C++ compiler, or name the one you have'),
    detail: trans.__(
      'Then restart the kernel. On Windows: Visual Studio’s “Desktop development with C++”, with Jupyter started from its x64 prompt. Without administrator rights: conda’s package cxx-compiler.'
    ),
    code: "# Linux, in a terminal: sudo apt-get install build-essential\nimport os\nos.environ['CXX'] = 'g++'  # before importing torch"
  };
}

/** What to install, by what is missing and where this Python comes from. */
function installHeaders(
  trans: ITranslate,
  { header, python }: ValuesOf<'header' | 'python'>
): IFix {
  if (header === 'omp.h') {
    return {
      safety: 'check',
      title: trans.__('Install OpenMP, which Apple’s compiler lacks'),
      detail: trans.__(
        'With conda the package is llvm-openmp. Set the variables where Jupyter starts.'
      ),
      code: '$ brew install libomp && export CPATH="$(brew --prefix libomp)/include" LIBRARY_PATH="$(brew --prefix libomp)/lib"'
    };
  }
  if (python === 'embedded') {
    return {
      safety: 'check',
      title: trans.__('Give the embedded Python its include and libs folders'),
      detail: trans.__(
        'Copy both into its folder from an installed Python of the very same version.'
      )
    };
  }
  return {
    safety: 'check',
    title: trans.__('Install the headers of the running Python'),
    detail: trans.__(
      'For Python 3.11 of the system the package is called python3.11-dev. conda’s Python has them already.'
    ),
    code: '$ sudo apt-get install build-essential python3-dev'
  };
}

function eitherWay(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'safe',
      title: trans.__('Run without compiling'),
      edit: keywordGiven(['torch.compile'], 'backend', "'eager'"),
      detail: trans.__(
        'Same results, only slower. Or set TORCH_COMPILE_DISABLE=1 before starting Jupyter.'
      ),
      code: "model = torch.compile(model, backend='eager')  # or leave torch.compile out"
    },
    {
      safety: 'diagnostic',
      title: trans.__('See whether the kernel finds a compiler'),
      code: "import os, shutil\nprint(shutil.which('g++'), shutil.which('gcc'), shutil.which('cl'), os.environ.get('CXX'), os.environ.get('CC'))"
    }
  ];
}

export default define({
  id: 'compile/no-compiler',
  answers: [
    "InvalidCxxCompiler: No working C++ compiler found in torch._inductor.config.cpp.cxx: (None, 'g++')",
    'RuntimeError: Failed to find C compiler. Please specify via CC environment variable.',
    'RuntimeError: Compiler: cl is not found.',
    'fatal error: Python.h: No such file or directory'
  ],
  refines: ['compile/backend-failed', 'compile/extension-build'],
  values: ['compiler', 'header', 'python', 'built'],
  // That no compiler works: a kind that shows beside it says why.
  signs: [
    // torch/_inductor/exc.py and cpp_builder.py; triton/runtime/build.py.
    ...messageOrLog(
      /No working C\+\+ compiler found in [\w.]{1,60}(?:: \(None, ["'](?<compiler>[^"']{1,120})["']\))?|Failed to find (?:C compiler|MSVC)|Compiler: (?<named>\S{1,120}) is not found\./,
      { read: ({ compiler, named }) => ({ compiler: compiler ?? named }) }
    ),
    ...messageOrLog(/\bInvalidCxxCompiler\b/),
    { where: 'message', pattern: /^/, ename: /^InvalidCxxCompiler$/ }
  ],
  kinds: {
    compiler: {
      words: (trans, { compiler }) => ({
        title: trans.__('torch.compile finds no C++ compiler'),
        cause: compiler
          ? trans.__(
              'torch.compile turns the model into C++ or GPU code and calls a compiler of the system for it. It tried %1, which is not installed or does not work.',
              compiler
            )
          : trans.__(
              'torch.compile turns the model into C++ or GPU code and calls a compiler of the system for it. It found none that works.'
            ),
        fixes: [installCompiler(trans, compiler), ...eitherWay(trans)]
      })
    },
    headers: {
      signs: [
        // The compiler is there; what it needs to build a small helper is not.
        ...messageOrLog(
          /(?<header>Python\.h|omp\.h|cuda\.h|stddef\.h)['"]?(?:: No such file or directory| file not found| not found\b)|fatal error C1083: [^'":]{1,40}: ?['"](?<include>(?!cu(?:da|blas|dnn|sparse|solver|rand|fft)_?\w{0,30}\.h)[\w./]{1,40})['"]|Command '\['[^']{1,160}(?:gcc|cc|clang|(?:t?cc|cl)\.exe)', '[^']{0,160}(?:main|cuda_utils|__triton_launcher)\.c'|\b(?:cuda_utils|__triton_launcher)\.[\w.-]{1,40}['"]?\]?['"]? returned non-zero exit status|cannot find (?<library>-lcuda)\b/,
          {
            confidence: 'likely',
            when: reading =>
              ['torch', 'triton', 'inductor'].some(word =>
                reading.mentions(word)
              ),
            read: readHeader
          }
        ),
        // Triton's own helper, which it writes to a folder of its own: no name
        // needed.
        ...messageOrLog(
          /[\\/]tmp\w{4,12}[\\/](?:main|cuda_utils|hip_utils|__triton_launcher)\.c:[\d:]{1,9} (?:fatal )?error: .{0,20}(?<header>Python\.h|cuda\.h)/,
          { confidence: 'likely', read: readHeader }
        )
      ],
      words: (trans, { header, python }) => ({
        title: trans.__('torch.compile’s C compiler lacks what it needs'),
        cause: trans.__(
          'torch.compile builds small C programs while it runs. The compiler is there, but %1 is not.',
          header ?? trans.__('a header or library it needs')
        ),
        fixes: [installHeaders(trans, { header, python }), ...eitherWay(trans)]
      })
    },
    extension: {
      // How torch.utils.cpp_extension looks for a compiler, under Windows and
      // elsewhere.
      signs: [
        // Windows’ shell, and setuptools.
        ...messageOrLog(
          /'(?<named>cl|nmake)' is not recognized as an internal or external command|(?<needed>Microsoft Visual C\+\+ 1\d\.\d(?: or greater)?) is required/,
          {
            confidence: 'likely',
            read: ({ named }) => ({ compiler: named ?? 'cl', built: 'yes' })
          }
        ),
        {
          where: 'message',
          ename: /^FileNotFoundError$/,
          pattern: /^\[WinError 2\] [^']{1,200}$/,
          when: reading =>
            passedThrough(
              reading,
              /[\\/]torch[\\/]utils[\\/]cpp_extension\.py$/
            ),
          confidence: 'likely',
          read: () => ({ compiler: 'cl', built: 'yes' })
        },
        ...messageOrLog(
          /Command ['"]?\['where', '(?<where>cl)(?:\.exe)?'\]['"]? returned non-zero|Error checking compiler version for (?<named>[\w+./\\-]{1,120}):/,
          {
            confidence: 'likely',
            read: ({ where, named }) => ({ compiler: where ?? named })
          }
        )
      ],
      words: (trans, { compiler, built }) => ({
        title: trans.__('No C++ compiler is found for the extension'),
        cause: trans.__(
          'A C++ or CUDA extension is being built, and the system was asked for the compiler %1 without success. It is not installed, or not on the PATH of this process.',
          compiler ?? ''
        ),
        fixes: built
          ? [
              installCompiler(trans, compiler),
              check(
                trans.__('Or take a wheel, which has it compiled already'),
                '%pip install --only-binary :all: PACKAGE',
                trans.__(
                  'Wheels are made for certain versions of Python: often one or two behind the newest.'
                )
              )
            ]
          : [installCompiler(trans, compiler), ...eitherWay(trans)]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A compiler that runs and prints errors about the code it was given is a failure of the backend, not a missing compiler.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.compile, troubleshooting'),
        url: 'https://docs.pytorch.org/docs/stable/user_guide/torch_compiler/torch.compiler_troubleshooting.html'
      },
      {
        title: trans.__('PyTorch: torch.compile on Windows'),
        url: 'https://docs.pytorch.org/tutorials/unstable/inductor_windows.html'
      }
    ]
  })
});
