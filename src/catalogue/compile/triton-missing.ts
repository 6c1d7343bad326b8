import type {
  IEntry,
  IPage,
  IReading,
  ITranslate,
  Values
} from '../../diagnosis/types';
import { said } from '../said';

/** torch/_inductor/exc.py (TritonMissing), scheduler.py before 2.6. */
const MISSING =
  /Cannot find a working triton installation|\bTritonMissing\b|\btorch\.compile .{0,60}\btriton is not installed|No module named ['"]?triton(?:\.[\w.]{1,60})?(?![\w.])/;

/** torch/_inductor/exc.py, GPUTooOldForTriton. */
const TOO_OLD = /too old to be supported by the triton GPU compiler/;

/** triton/compiler and triton/runtime/driver.py choose one, by what is there. */
const CHOICE =
  /(?<count>\d) (?:compatible backends for target|active drivers) ?\(/;

const CAPABILITY = /device is of CUDA capability (?<capability>\d{1,2}\.\d)/;

function readCapability(_: Values, { exceptions, log }: IReading): Values {
  const text = [...exceptions.map(one => one.message), log].join(' ');
  return { kind: 'old', ...CAPABILITY.exec(text)?.groups };
}

/** Triton is there, and finds no GPU driver to write code for, or several. */
function choicePage(trans: ITranslate, count: string | undefined): IPage {
  const none = count === '0';
  return {
    title: none
      ? trans.__('Triton finds no GPU that it can write code for')
      : trans.__('More than one Triton is installed'),
    cause: none
      ? trans.__(
          'torch.compile writes its code with Triton, and Triton sees no driver of a GPU: PyTorch is a build for the CPU, the driver is missing, or the package is broken.'
        )
      : trans.__(
          'Triton counts %1 parts for one kind of GPU, and there must be one. Usually two packages of it are installed, one over the other.',
          count ?? '2'
        ),
    fixes: [
      {
        safety: 'diagnostic',
        title: none
          ? trans.__('Does PyTorch see the GPU?')
          : trans.__('See which packages there are'),
        code: none
          ? 'import torch\nprint(torch.version.cuda, torch.cuda.is_available())'
          : '%pip list | grep -i triton'
      },
      {
        safety: 'check',
        title: trans.__('Remove them all, and install torch again'),
        code: '%pip uninstall -y triton pytorch-triton triton-windows\n%pip install --force-reinstall torch'
      },
      {
        safety: 'safe',
        title: trans.__('Run without compiling'),
        detail: trans.__('Same results, only slower.'),
        code: "model = torch.compile(model, backend='eager')  # or leave torch.compile out"
      }
    ],
    notThis: [
      trans.__(
        '“Cannot find a working triton installation” means that there is none.'
      )
    ],
    links: [
      {
        title: trans.__('Triton: installation'),
        url: 'https://triton-lang.org/main/getting-started/installation.html'
      }
    ]
  };
}

const entry: IEntry = {
  id: 'compile/triton-missing',
  answers: [
    'Cannot find a working triton installation',
    "ModuleNotFoundError: No module named 'triton'",
    'too old to be supported by the triton GPU compiler, which is used as the backend. Triton only supports devices of CUDA Capability >= 7.0'
  ],
  refines: ['compile/backend-failed'],
  signs: [
    ...said(MISSING),
    ...said(TOO_OLD, { read: readCapability }),
    ...said(CHOICE, {
      read: ({ count }) => ({ kind: count === '0' ? 'driver' : 'two', count })
    })
  ],
  page(trans, { kind, capability, count }) {
    if (kind === 'two' || kind === 'driver') {
      return choicePage(trans, count);
    }
    const old = kind === 'old';
    return {
      title: old
        ? trans.__('Triton does not support this GPU any more')
        : trans.__('torch.compile needs Triton and does not find it'),
      cause: old
        ? trans.__(
            'torch.compile uses Triton to write GPU code, and Triton needs compute capability 7.0 or more. This GPU (%1) has less.',
            capability ?? trans.__('its number stands in the message')
          )
        : trans.__(
            'On a GPU torch.compile writes its code with Triton, a package of its own. It is missing, or of a version that this PyTorch cannot use.'
          ),
      fixes: [
        ...(old
          ? []
          : [
              {
                safety: 'check' as const,
                title: trans.__(
                  'Install the Triton that belongs to this PyTorch'
                ),
                detail: trans.__(
                  'On Linux it comes with the CUDA builds of torch: install torch again rather than Triton by itself. On Windows the package is triton-windows.'
                ),
                code: '%pip install --force-reinstall torch'
              }
            ]),
        {
          safety: 'safe',
          title: trans.__('Run without compiling'),
          detail: trans.__('Same results, only slower.'),
          code: "model = torch.compile(model, backend='eager')  # or leave torch.compile out"
        },
        {
          safety: 'check',
          title: trans.__('A library compiles for you: let it fall back'),
          detail: trans.__(
            'Set it before the first call. Errors of the compiler are then logged and the code runs as it is.'
          ),
          code: 'import torch._dynamo\ntorch._dynamo.config.suppress_errors = True'
        }
      ],
      notThis: [
        trans.__(
          'xFormers’ “A matching Triton is not available” is a remark: some of its parts stay switched off, nothing fails.'
        ),
        trans.__(
          '“cannot import name … from triton” means that Triton is there, but too new or too old for this PyTorch.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: torch.compile, troubleshooting'),
          url: 'https://docs.pytorch.org/docs/stable/user_guide/torch_compiler/torch.compiler_troubleshooting.html'
        },
        {
          title: trans.__('Triton: installation'),
          url: 'https://triton-lang.org/main/getting-started/installation.html'
        }
      ]
    };
  },
  examples: [
    {
      kind: 'text',
      stderr: 'Warning: torch.compile disabled - triton is not installed\n',
      torch: '2.3',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: '0 active drivers ([]). There should only be one.',
      torch: '2.6',
      origin: 'reference',
      values: { kind: 'driver', count: '0' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "2 compatible backends for target (cuda) ([<class 'c.CUDABackend'>, <class 'n.CUDABackend'>]). There should only be one.",
      torch: '2.6',
      origin: 'reference',
      values: { kind: 'two', count: '2' }
    },
    {
      ename: 'InductorError',
      evalue:
        "ModuleNotFoundError: No module named 'triton'\n\nSet TORCHDYNAMO_VERBOSE=1 for the internal stack trace (please do this especially if you're reporting a bug to PyTorch). For even more developer context, set TORCH_LOGS=\"+dynamo\"\n",
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'TritonMissing',
      evalue:
        'Cannot find a working triton installation. Either the package is not installed or it is too old. More information on installing Triton can be found at: https://github.com/triton-lang/triton',
      torch: '2.13',
      origin: 'reference'
    },
    {
      ename: 'BackendCompilerFailed',
      evalue:
        "backend='inductor' raised:\nRuntimeError: Found NVIDIA GeForce GTX 1080 Ti which is too old to be supported by the triton GPU compiler, which is used as the backend. Triton only supports devices of CUDA Capability >= 7.0, but your device is of CUDA capability 6.1",
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'old', capability: '6.1' }
    }
  ],
  nearMisses: [
    {
      ename: 'BackendCompilerFailed',
      evalue:
        "backend='inductor' raised:\nImportError: cannot import name 'triton_key' from 'triton.compiler.compiler' (site-packages/triton/compiler/compiler.py)"
    },
    { ename: 'ModuleNotFoundError', evalue: "No module named 'tritonclient'" }
  ],
  reproduction: {
    raises: [
      'import os, tempfile',
      'import torch',
      'folder = tempfile.TemporaryDirectory()',
      "os.environ['TORCHINDUCTOR_CACHE_DIR'] = folder.name",
      "# The CPU's code is written with Triton too when asked to.",
      "compiled = torch.compile(lambda x: x.sin() + 1, options={'cpu_backend': 'triton'})",
      'try:',
      '    compiled(torch.zeros(8))',
      'finally:',
      '    folder.cleanup()'
    ].join('\n'),
    fixed: [
      'import torch',
      "compiled = torch.compile(lambda x: x.sin() + 1, backend='eager')",
      'compiled(torch.zeros(8))'
    ].join('\n')
  }
};

export default entry;
