import type { IEntry, IReading, Values } from '../../diagnosis/types';
import { said } from '../said';
import {
  compilerCause,
  compilerFix,
  compilerTitle
} from './shared/compiler-words';

/** torch/_inductor/exc.py and cpp_builder.py; triton/runtime/build.py. */
const MISSING =
  /No working C\+\+ compiler found in [\w.]{1,60}(?:: \(None, ["'](?<compiler>[^"']{1,120})["']\))?|Failed to find (?:C compiler|MSVC)|Compiler: (?<named>\S{1,120}) is not found\./;

/** How torch.utils.cpp_extension looks for one, under Windows and elsewhere. */
const EXTENSION =
  /Command ['"]?\['where', '(?<where>cl)(?:\.exe)?'\]['"]? returned non-zero|Error checking compiler version for (?<named>[\w+./\\-]{1,120}):/;

/** The compiler is there; what it needs to build a small helper is not. */
const HEADERS =
  /(?<header>Python\.h|omp\.h|cuda\.h|stddef\.h)['"]?(?:: No such file or directory| file not found| not found\b)|fatal error C1083: [^'":]{1,40}: ?['"](?<include>[\w./]{1,40})['"]|Command '\['[^']{1,160}(?:gcc|cc|clang|(?:t?cc|cl)\.exe)', '[^']{0,160}(?:main|cuda_utils|__triton_launcher)\.c'|\b(?:cuda_utils|__triton_launcher)\.[\w.-]{1,40}['"]?\]?['"]? returned non-zero exit status|cannot find (?<library>-lcuda)\b/;

/** Triton's own helper, which it writes to a folder of its own: no name needed. */
const HELPER =
  /[\\/]tmp\w{4,12}[\\/](?:main|cuda_utils|hip_utils|__triton_launcher)\.c:[\d:]{1,9} (?:fatal )?error: .{0,20}(?<header>Python\.h|cuda\.h)/;

const headers = (groups: Values, reading: IReading): Values => ({
  kind: 'headers',
  header: groups.header ?? groups.include ?? groups.library,
  // ComfyUI's archive brings a Python without what a compiler needs.
  python: reading.mentions('python_embed') ? 'embedded' : undefined
});

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
      read: headers
    }),
    ...said(HELPER, { confidence: 'likely', read: headers }),
    ...said(EXTENSION, {
      confidence: 'likely',
      read: ({ where, named }) => ({
        kind: 'extension',
        compiler: where ?? named
      })
    })
  ],
  page(trans, values) {
    return {
      title: compilerTitle(trans, values),
      cause: compilerCause(trans, values),
      fixes: [
        compilerFix(trans, values),
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
      ename: 'CalledProcessError',
      evalue:
        "Command '['C:\\\\ComfyUI\\\\python_embeded\\\\Lib\\\\site-packages\\\\triton\\\\runtime\\\\tcc\\\\tcc.exe', 'C:\\\\Temp\\\\tmp1\\\\cuda_utils.c', '-O3', '-shared', '-lcuda', '-lpython313'",
      torch: '2.7',
      origin: 'reference',
      values: { kind: 'headers', python: 'embedded' }
    },
    {
      ename: 'CalledProcessError',
      evalue: "Command '['where', 'cl']' returned non-zero exit status 1.",
      torch: '1.10',
      origin: 'reference',
      values: { kind: 'extension', compiler: 'cl' }
    },
    {
      kind: 'text',
      stderr:
        '/tmp/tmpa1b2c3d4/main.c:5:10: fatal error: Python.h: No such file or directory\n    5 | #include <Python.h>\ncompilation terminated.\n',
      torch: '2.3',
      origin: 'reference',
      values: { kind: 'headers', header: 'Python.h' }
    },
    {
      kind: 'text',
      stderr:
        "/tmp/torchinductor_user/6o/c6om.h:8:10: fatal error: 'omp.h' file not found\n#include <omp.h>\n1 error generated.\n",
      torch: '2.3',
      origin: 'reference',
      values: { kind: 'headers', header: 'omp.h' }
    },
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
      kind: 'text',
      stderr: "main.cpp:3:10: fatal error: 'omp.h' file not found\n"
    },
    {
      ename: 'CalledProcessError',
      evalue: "Command '['where', 'git']' returned non-zero exit status 1."
    },
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
      'from torch._inductor import config',
      "config.cpp.cxx = (None, 'a-compiler-that-is-not-there')",
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
      'from torch._inductor import config',
      "config.cpp.cxx = (None, 'g++')",
      'try:',
      '    torch.compile(lambda x: x.sin() + 1)(torch.zeros(8))',
      'finally:',
      '    folder.cleanup()'
    ].join('\n')
  }
};

export default entry;
