import { define } from '../../define';
import { messageOrLog } from '../../signs';
import type { IFix, ILink, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { isOnWindows } from '../../predicates';
import { libraryFrames, moduleOf } from '../../shared/code-owner';

const CAPABILITY = /device is of CUDA capability (?<capability>\d{1,2}\.\d)/;

/** The package that imported Triton, where it is not torch. */
function askerOf(reading: IReading): string | undefined {
  return libraryFrames(reading)
    .map(moduleOf)
    .filter(module => module !== undefined && module !== 'triton')
    .pop();
}

/** It may stand in another part of the failure than the pattern's words. */
function readCapability(_: Values, { exceptions, log }: IReading): Values {
  const text = [...exceptions.map(one => one.message), log].join(' ');
  return { ...CAPABILITY.exec(text)?.groups };
}

function runEager(trans: ITranslate): IFix {
  return {
    safety: 'safe',
    title: trans.__('Run without compiling'),
    detail: trans.__('Same results, only slower.'),
    code: "model = torch.compile(model, backend='eager')  # or leave torch.compile out"
  };
}

function fallBack(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('A library compiles for you: let it fall back'),
    detail: trans.__(
      'Set it before the first call. Errors of the compiler are then logged and the code runs as it is.'
    ),
    code: 'import torch._dynamo\ntorch._dynamo.config.suppress_errors = True'
  };
}

function reinstall(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Remove them all, and install torch again'),
    code: '%pip uninstall -y triton pytorch-triton triton-windows\n%pip install --force-reinstall torch'
  };
}

/** Where Triton cannot be used. */
function notUnusable(trans: ITranslate): string[] {
  return [
    trans.__(
      'xFormers’ “A matching Triton is not available” is a remark: some of its parts stay switched off, nothing fails.'
    ),
    trans.__(
      '“cannot import name … from triton” means that Triton is there, but too new or too old for this PyTorch.'
    )
  ];
}

/** Where Triton is there, and finds no GPU to write code for, or several. */
function notMissing(trans: ITranslate): string[] {
  return [
    trans.__(
      '“Cannot find a working triton installation” means that there is none.'
    )
  ];
}

function troubleshooting(trans: ITranslate): ILink {
  return {
    title: trans.__('PyTorch: torch.compile, troubleshooting'),
    url: 'https://docs.pytorch.org/docs/stable/user_guide/torch_compiler/torch.compiler_troubleshooting.html'
  };
}

export default define({
  id: 'compile/triton-missing',
  answers: [
    'Cannot find a working triton installation',
    "ModuleNotFoundError: No module named 'triton'",
    "cannot import name 'triton_key' from 'triton.compiler.compiler'",
    'too old to be supported by the triton GPU compiler, which is used as the backend. Triton only supports devices of CUDA Capability >= 7.0'
  ],
  refines: ['compile/backend-failed'],
  values: ['capability', 'count', 'name', 'asker', 'system'],
  // triton/compiler and triton/runtime/driver.py choose one, by what is there.
  signs: messageOrLog(
    /(?<count>\d) (?:compatible backends for target|active drivers) ?\(/,
    {
      read: ({ count }, reading) => ({
        kind: count === '0' ? 'driver' : 'two',
        asker: askerOf(reading)
      })
    }
  ),
  kinds: {
    missing: {
      // torch/_inductor/exc.py (TritonMissing), scheduler.py before 2.6.
      signs: messageOrLog(
        /Cannot find a working triton installation|\bTritonMissing\b|\btorch\.compile .{0,60}\btriton is not installed|No module named ['"]?triton(?:\.[\w.]{1,60})?(?![\w.])/,
        {
          read: (_, reading) => ({
            system: isOnWindows(reading) ? 'Windows' : undefined
          })
        }
      ),
      words: (trans, { system }) => ({
        title: trans.__('torch.compile needs Triton and does not find it'),
        cause: trans.__(
          'On a GPU torch.compile writes its code with Triton, a package of its own. It is either missing, or of a version that this PyTorch cannot use.'
        ),
        fixes: [
          system
            ? {
                safety: 'check',
                title: trans.__('Install Triton’s package for Windows'),
                detail: trans.__(
                  'Each release of it fits one of PyTorch: 3.2 fits 2.6, 3.3 fits 2.7, 3.4 fits 2.8.'
                ),
                code: '%pip install triton-windows'
              }
            : {
                safety: 'check',
                title: trans.__(
                  'Install the Triton that belongs to this PyTorch'
                ),
                detail: trans.__(
                  'On Linux it comes with the CUDA builds of torch: install torch again rather than Triton by itself. On Windows the package is triton-windows.'
                ),
                code: '%pip install --force-reinstall torch'
              },
          runEager(trans),
          fallBack(trans)
        ],
        notThis: notUnusable(trans),
        links: [troubleshooting(trans)]
      })
    },
    // torch/_inductor asks Triton for names that only some releases have.
    other: {
      signs: messageOrLog(
        /cannot import name ["'](?<name>triton_\w{1,40}|AttrsDescriptor|ASTSource|JITFunction)["'] from ["']triton[\w.]{0,60}["']/
      ),
      words: (trans, { name = 'triton_key' }) => ({
        title: trans.__('Triton is of another release than PyTorch wants'),
        cause: trans.__(
          'torch.compile asks Triton for %1, which the installed one does not have. Each PyTorch is made for one release of Triton, and another package or a hand put in another one.',
          name
        ),
        fixes: [reinstall(trans), runEager(trans)],
        notThis: notMissing(trans),
        links: [troubleshooting(trans)]
      })
    },
    old: {
      // torch/_inductor/exc.py, GPUTooOldForTriton.
      signs: messageOrLog(
        /too old to be supported by the triton GPU compiler/,
        { read: readCapability }
      ),
      words: (trans, { capability }) => ({
        title: trans.__('Triton does not support this GPU any more'),
        cause: trans.__(
          'torch.compile uses Triton to write GPU code, and Triton needs compute capability 7.0 or more. This GPU (%1) has less.',
          capability ?? trans.__('its number stands in the message')
        ),
        fixes: [runEager(trans), fallBack(trans)],
        notThis: notUnusable(trans),
        links: [troubleshooting(trans)]
      })
    },
    driver: {
      words: (trans, { asker }) => ({
        title: trans.__('Triton finds no GPU that it can write code for'),
        cause: asker
          ? trans.__(
              '%1 writes GPU code with Triton, and Triton sees no driver of a GPU: either the machine has none, PyTorch is a build for the CPU, or the package is broken.',
              asker
            )
          : trans.__(
              'torch.compile writes its code with Triton, and Triton sees no driver of a GPU: either the machine has none, PyTorch is a build for the CPU, or the package is broken.'
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Does PyTorch see the GPU?'),
            code: 'import torch\nprint(torch.version.cuda, torch.cuda.is_available())'
          },
          reinstall(trans),
          runEager(trans)
        ],
        notThis: notMissing(trans)
      })
    },
    two: {
      words: (trans, { count }) => ({
        title: trans.__('More than one Triton is installed'),
        cause: trans.__(
          'Triton counts %1 parts for one kind of GPU, and there must be one. Usually two packages of it are installed, one over the other.',
          count ?? '2'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See which packages there are'),
            code: '%pip list | grep -i triton'
          },
          reinstall(trans),
          runEager(trans)
        ],
        notThis: notMissing(trans)
      })
    }
  },
  common: trans => ({
    links: [
      {
        title: trans.__('Triton: installation'),
        url: 'https://triton-lang.org/main/getting-started/installation.html'
      }
    ]
  })
});
