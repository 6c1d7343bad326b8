import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';

/** torch/_inductor/exc.py and cpp_builder.py; triton/runtime/build.py. */
const MISSING =
  /No working C\+\+ compiler found in [\w.]{1,60}(?:: \(None, ["'](?<compiler>[^"']{1,120})["']\))?|Failed to find (?:C compiler|MSVC)|Compiler: (?<named>\S{1,120}) is not found\./;

/** The compiler is there; what it needs to build a small helper is not. */
const HEADERS =
  /(?<header>Python\.h): No such file or directory|fatal error C1083: Cannot open include file: ['"](?<include>[\w./]{1,40})['"]|Command '\['[^']{1,120}(?:gcc|cc|clang|cl\.exe)', '[^']{0,120}main\.c'/;

const entry: IEntry = {
  id: 'compile/no-compiler',
  answers: [
    "InvalidCxxCompiler: No working C++ compiler found in torch._inductor.config.cpp.cxx: (None, 'g++')",
    'RuntimeError: Failed to find C compiler. Please specify via CC environment variable.',
    'RuntimeError: Compiler: cl is not found.',
    'fatal error: Python.h: No such file or directory'
  ],
  refines: ['compile/backend-failed'],
  signs: [
    ...said(MISSING, {
      read: ({ compiler, named }) => ({ compiler: compiler ?? named })
    }),
    ...said(/\bInvalidCxxCompiler\b/),
    { where: 'message', pattern: /^/, ename: /^InvalidCxxCompiler$/ },
    ...said(HEADERS, {
      confidence: 'likely',
      when: reading =>
        ['torch', 'triton', 'inductor'].some(word => reading.mentions(word)),
      read: ({ header, include }) => ({
        kind: 'headers',
        header: header ?? include
      })
    })
  ],
  page(trans, { compiler, kind, header }) {
    const headers = kind === 'headers';
    return {
      title: headers
        ? trans.__('torch.compile’s C compiler lacks what it needs')
        : trans.__('torch.compile finds no C++ compiler'),
      cause: headers
        ? trans.__(
            'torch.compile builds small C programs while it runs. The compiler is there, but %1 is not.',
            header ?? trans.__('a header or library it needs')
          )
        : compiler
          ? trans.__(
              'torch.compile turns the model into C++ or GPU code and calls a compiler of the system for it. It tried %1, which is not installed or does not work.',
              compiler
            )
          : trans.__(
              'torch.compile turns the model into C++ or GPU code and calls a compiler of the system for it. It found none that works.'
            ),
      fixes: [
        headers
          ? {
              safety: 'check',
              title: trans.__('Install the headers of the running Python'),
              detail: trans.__(
                'For Python 3.11 of the system the package is called python3.11-dev. conda’s Python has them already.'
              ),
              code: '$ sudo apt-get install build-essential python3-dev'
            }
          : {
              safety: 'check',
              title: trans.__(
                'Install a C++ compiler, or name the one you have'
              ),
              detail: trans.__(
                'Then restart the kernel. On Windows: Visual Studio’s “Desktop development with C++”, with Jupyter started from its x64 prompt. Without administrator rights: conda’s package cxx-compiler.'
              ),
              code: "# Linux, in a terminal: sudo apt-get install build-essential\nimport os\nos.environ['CXX'] = 'g++'  # before importing torch"
            },
        {
          safety: 'safe',
          title: trans.__('Run without compiling'),
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
      ],
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
    };
  },
  examples: [
    {
      ename: 'InductorError',
      evalue:
        "InvalidCxxCompiler: No working C++ compiler found in torch._inductor.config.cpp.cxx: (None, 'missing-g++')\n\nSet TORCHDYNAMO_VERBOSE=1 for the internal stack trace (please do this especially if you're reporting a bug to PyTorch). For even more developer context, set TORCH_LOGS=\"+dynamo\"\n",
      torch: '2.13',
      origin: 'run',
      values: { compiler: 'missing-g++' }
    },
    {
      ename: 'BackendCompilerFailed',
      evalue:
        'backend=\'inductor\' raised:\nRuntimeError: Failed to find C compiler. Please specify via CC environment variable.\n\nSet TORCH_LOGS="+dynamo" and TORCHDYNAMO_VERBOSE=1 for more information',
      torch: '2.2',
      origin: 'reference'
    },
    {
      ename: 'BackendCompilerFailed',
      evalue:
        "backend='inductor' raised:\nRuntimeError: Compiler: cl is not found.",
      torch: '2.5',
      origin: 'reference',
      values: { compiler: 'cl' }
    }
  ],
  nearMisses: [
    {
      ename: 'InductorError',
      evalue: 'CppCompileError: C++ compile error\n\nCommand:\ng++ /tmp/x.cpp'
    },
    {
      kind: 'text',
      stderr:
        "  src/spam.c:2:10: fatal error: Python.h: No such file or directory\n  error: command 'gcc' failed with exit status 1\n  ERROR: Failed building wheel for spam\n"
    }
  ],
  reproduction: {
    raises: [
      'import os, tempfile',
      'import torch',
      'folder = tempfile.TemporaryDirectory()',
      "os.environ['TORCHINDUCTOR_CACHE_DIR'] = folder.name",
      "os.environ['CXX'] = 'a-compiler-that-is-not-there'",
      'try:',
      '    torch.compile(lambda x: x.sin() + 1)(torch.zeros(8))',
      'finally:',
      '    folder.cleanup()'
    ].join('\n'),
    fixed: [
      'import os, tempfile',
      'import torch',
      'folder = tempfile.TemporaryDirectory()',
      "os.environ['TORCHINDUCTOR_CACHE_DIR'] = folder.name",
      "os.environ['CXX'] = 'g++'",
      'try:',
      '    torch.compile(lambda x: x.sin() + 1)(torch.zeros(8))',
      'finally:',
      '    folder.cleanup()'
    ].join('\n')
  }
};

export default entry;
