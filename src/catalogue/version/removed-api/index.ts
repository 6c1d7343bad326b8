import { fitting } from '../../shared/fitting';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { memoize } from '../../../shared/memoize';
import { define, type Sign, type ValuesOf } from '../../define';
import { check, pip } from '../../fix';
import { messageOrLog } from '../../signs';
import { nothingRaised, printedText } from '../../predicates';
import { onlyWarned } from '../../shared/remark';
import { keywordSigns } from './keywords';
import { packageOf } from '../../../shared/package-names';
import { callingPackage } from '../../shared/code-owner';
import { PACKAGES } from '../../shared/torch-packages';
import { causeOf } from './cause';
import { installedFacts } from './installed';
import { foreignName } from './foreign';
import { meantBy, meantIn } from './meant';
import { asksTorch, importedFrom } from './names';
import { replacement, spelling } from './replacements';
import { SAVED_SIGNS } from './saved-layer';
import { isStale, staleWords } from './stale';
import { SCHEDULER_SIGNS, schedulerWords } from './scheduler';
import { attributeRenamed, importedFirst } from '../../shared/edits/names';
import { ofMember } from '../../shared/edits/twins';
import { REMOVED_MEMBER } from '../../shared/removed-members';

/**
 * A name that a module of torch does not have. Names of `torch._C` that exist
 * in a CUDA build only, and modules half imported, are other causes.
 */
const ATTRIBUTE = new RegExp(
  String.raw`(?<!initialized )module '?(?<module>(?:${PACKAGES})(?:\.\w{1,40}){0,6})'? has no attribute '(?!_cud|_nccl|_CUDA|extension')(?<name>\w{1,60})(?:'|$)`
);

const IMPORT = new RegExp(
  String.raw`cannot import name '?(?!_C')(?<name>\w{1,60})'? from '(?<module>(?:${PACKAGES})(?:\.\w{1,40}){0,6})'(?! \(unknown location)`
);

/** Python 2, without quotes, names the whole where torch itself is missing. */
const NO_MODULE = new RegExp(
  String.raw`No module named '(?<module>(?:${PACKAGES})(?!\._C')(?:\.\w{1,40}){1,6})'?`
);

/** torch/_linalg_utils.py and others. */
const REPORTED =
  /This function was deprecated since version (?<version>[\d.]{1,6}\d) and is now removed|'weights_only' is an invalid keyword argument for Unpickler/;

/** torch/utils/ffi/__init__.py, 1.0 and later. */
const FFI =
  /torch\.utils\.ffi is deprecated\. Please use cpp extensions instead/;

/** torch/csrc/autograd/python_function.cpp, since 1.5; a warning before. */
const LEGACY =
  /Legacy autograd function with non-static forward method is deprecated(?! and will be)/;

/** The same of 1.5 to 1.7, where backward() alone is no static method. */
const LEGACY_BACKWARD =
  /You must implement the backward function for custom autograd\.Function/;

/** Headers of the old C++ backend, removed in torch 1.11. */
const HEADER =
  /(?:fatal error(?: C1083)?: |Cannot open include file: ['"])(?:Cannot open include file: ['"])?(?<name>THC?\/THC?[\w/]{0,40}\.(?:cu)?h)/;

/** The function that such a message is about, where it is one of these. */
function toldName({ exceptions }: IReading): string | undefined {
  const found = exceptions
    .map(one =>
      /torch\.(?:linalg\.)?(?<name>solve|lstsq|symeig|eig|matrix_rank)\b/.exec(
        one.message
      )
    )
    .find(match => match !== null);
  return found?.groups?.name;
}

/** Parts of torch 2.13 that `import torch` leaves out, and that people use. */
const SUBMODULES =
  /module '?(?:torch\.nn\.utils' has no attribute 'prune'|torch\.utils' has no attribute '(?:benchmark|bundled_inputs|cpp_extension|mobile_optimizer|model_zoo|tensorboard)'|torch\.distributed' has no attribute '(?:checkpoint|elastic|fsdp|launch|optim)'|torch\.cuda' has no attribute 'comm'|torch\.onnx' has no attribute '(?:operators|verification)')/;

function isSubmodule({ exceptions }: IReading): boolean {
  return exceptions.some(one => SUBMODULES.test(one.message));
}

/** Whether a cell installed anew what lacks the name, while the kernel ran. */
const isMixed = memoize((reading: IReading): boolean => {
  const texts = [
    ...reading.exceptions.map(({ message }) => message),
    reading.log
  ];
  return (
    !isSubmodule(reading) &&
    texts.some(text => {
      const { module, name } =
        (ATTRIBUTE.exec(text) ?? IMPORT.exec(text))?.groups ?? {};
      return isStale(module, name, reading);
    })
  );
});

/** The name that Python proposes, since 3.10. */
function meantName({
  exceptions,
  incident,
  log
}: IReading): string | undefined {
  const asked = exceptions.some(({ name }) => name.endsWith('AttributeError'));
  const found = /Did you mean: ['"](?<meant>\w{1,60})['"]\?/.exec(
    `${exceptions.map(one => one.message).join(' ')} ${incident.traceback} ${log}`
  );
  return asked ? found?.groups?.meant : undefined;
}

/**
 * Whether more is known of a name than that it is not there: where it is, what
 * took its place, since when, whose line asks for it.
 */
function isTold({ module, name }: Values, reading: IReading): boolean {
  const { code, since } = replacement(name, module);
  return (
    [code, since, meantName(reading), callingPackage(reading)].some(Boolean) ||
    spelling(module, name) !== null ||
    (module !== undefined && foreignName(module, name ?? '') !== undefined)
  );
}

/** The same of the name that a pattern finds. */
function tells(pattern: RegExp): (reading: IReading) => boolean {
  return reading =>
    [
      // What people write below a message is no part of it.
      ...reading.exceptions.flatMap(({ message }) => [
        message,
        message.split('\n')[0]
      ]),
      reading.log
    ].some(text => {
      const { module, name = module } = pattern.exec(text)?.groups ?? {};
      return module !== undefined && isTold({ module, name }, reading);
    });
}

/** The package whose line asks for the name; `own` where it is the user's line. */
function whoAsks(reading: IReading): ValuesOf<'asker' | 'own'> {
  const asker = callingPackage(reading);
  const isShown = reading.exceptions.some(({ frames }) => frames.length > 0);
  return { asker, own: isShown && !asker ? 'yes' : undefined };
}

function calls(pattern: RegExp): (reading: IReading) => boolean {
  return ({ code }) => pattern.test(code);
}

/** A keyword of Python since 3.7. */
const ASYNC = /\.cuda\([^)\n]{0,60}\basync ?=/;

/** torch.functional: complex numbers since 1.8, and nothing else since 2.0. */
const COMPLEX =
  /\b(?<name>i?stft) requires (?:the return_complex parameter be given for real inputs|a complex-valued input tensor matching the output from stft)/;

function titleOf(
  trans: ITranslate,
  module: string | undefined,
  name: string | undefined
): string {
  const { since } = replacement(name, module);
  const full =
    module && name && module !== name ? `${module}.${name}` : (name ?? '');
  const shown = fitting(full, 30) ?? fitting(name, 30);
  const known = spelling(module, name)?.is;
  return since && shown
    ? trans.__('%1 needs PyTorch %2 or later', shown, since)
    : shown
      ? known !== undefined && known !== 'there'
        ? trans.__('There is no “%1”', shown)
        : trans.__('This version has no “%1”', shown)
      : trans.__('The code is for another version of PyTorch');
}

function torchUpdated(trans: ITranslate): IFix {
  return pip({
    title: trans.__('Update PyTorch, and what goes with it'),
    line: '%pip install --upgrade torch torchvision',
    isInUse: true
  });
}

/** The name that is there, in place of the one that is not. */
function writtenAs(
  trans: ITranslate,
  module: string,
  name: string | undefined,
  there: string,
  anew?: string
): IFix {
  return {
    ...check(
      trans.__('Write the name that exists'),
      anew ?? `${module}.${there}`
    ),
    ...(name ? ofMember(name, attributeRenamed(name, there)) : {})
  };
}

/** What to do where it is known what became of `name`. */
function replacementFixes(
  trans: ITranslate,
  name: string | undefined,
  module?: string
): IFix[] {
  const { code, since } = replacement(name, module);
  return [
    ...(code
      ? [
          {
            ofLine: true,
            ...check(trans.__('Use what took its place'), code)
          }
        ]
      : []),
    ...(since ? [torchUpdated(trans)] : [])
  ];
}

/** What a name that torch never had may be replaced with. */
function ownInstead(trans: ITranslate, module: string, name: string): IFix {
  return check(
    trans.__('No part of torch: import it from elsewhere, or write it'),
    /^[A-Z]/.test(name) || module === 'torch.nn'
      ? `class ${name[0].toUpperCase()}${name.slice(1)}(nn.Module): ...`
      : `def ${name}(x): ...`
  );
}

/** The name that was meant, where it is not known what became of this one. */
function nearNames(
  trans: ITranslate,
  { module, name, to, anew }: ValuesOf<'module' | 'name' | 'to' | 'anew'>
): IFix[] {
  const known = spelling(module, name);
  if (!module || !name || module === name) {
    return [];
  }
  const foreign = foreignName(module, name);
  if (foreign !== undefined && known?.is !== 'there') {
    return [check(trans.__('Write it as PyTorch does'), foreign)];
  }
  const meant = meantBy(module, name);
  if (known && meant && to !== undefined && !to.startsWith(`${module}.`)) {
    return [
      check(trans.__('Take it from where it is'), anew ?? to),
      // The layer, where the function of its name was meant, or the other way.
      ...(known.is === 'near'
        ? [check(trans.__('Or take this one'), `${module}.${known.name}`)]
        : [])
    ];
  }
  switch (known?.is) {
    case 'near':
      return [writtenAs(trans, module, name, known.name, anew)];
    case 'elsewhere':
      return [
        check(
          trans.__('Take it from where it is'),
          anew ?? `${known.module}.${known.name}`
        )
      ];
    case 'method':
      return [
        check(
          known.of === 'tensor'
            ? trans.__('Call it on the tensor')
            : trans.__('Call it on the model'),
          anew ?? `${known.of === 'tensor' ? 'x' : 'model'}.${name}(…)`
        )
      ];
    case 'like':
      return [
        check(
          trans.__('Take the one that is meant'),
          [
            anew ?? `${module}.${known.names[0]}`,
            known.names.slice(1).join(', ')
          ]
            .filter(Boolean)
            .join('  # or ')
        )
      ];
    case 'there':
      return [torchUpdated(trans)];
    case 'nowhere':
      return [ownInstead(trans, module, name)];
    default: {
      const { code, since } = replacement(name, module);
      return code || since
        ? []
        : [
            {
              safety: 'diagnostic',
              title: trans.__('Look for the name among those that are there'),
              code: `import difflib, ${module}\nprint(difflib.get_close_matches('${name}', dir(${module}), n=8))`
            }
          ];
    }
  }
}

/** Packages of PyTorch itself, of which each release fits one of torch. */
const OF_PYTORCH = /^torch(?:vision|audio|text)$/;

/**
 * What to do where a line of a package asks for the name, and no line of the
 * user's is to change: torch is too old for the package, or too new.
 */
function askedFixes(
  trans: ITranslate,
  asker: string,
  module: string | undefined,
  name: string | undefined
): IFix[] {
  const known = replacementFixes(trans, name, module);
  const near =
    spelling(module, name)?.is === 'there' ? [torchUpdated(trans)] : [];
  if (OF_PYTORCH.test(asker)) {
    return [
      pip({
        title: trans.__('Install it and torch together'),
        line: `%pip install --upgrade --force-reinstall torch ${asker}`,
        detail: trans.__('Each of its releases fits one release of torch.'),
        isInUse: true
      }),
      ...known,
      ...near
    ];
  }
  if (replacement(name, module).since) {
    return [
      ...known.slice(-1),
      check(
        trans.__('Or take a %1 of the time of this torch', asker),
        `%pip install "${packageOf(asker)}==VERSION"`
      ),
      ...known.slice(0, -1)
    ];
  }
  return [
    pip({
      title: trans.__('Update %1, then restart the kernel', asker),
      line: `%pip install --upgrade ${packageOf(asker)}`,
      isInUse: true
    }),
    ...known,
    ...near
  ];
}

/** Whether another module of torch has the name: then no slip is meant. */
function isElsewhere(
  module: string | undefined,
  name: string | undefined
): boolean {
  return spelling(module, name)?.is === 'elsewhere';
}

function libraryFix(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('The line is in a library: bring it and torch together'),
    detail: trans.__(
      'Update the library named in the last frames; if it is no longer maintained, install the torch it was written for in an environment of its own.'
    )
  };
}

function seeVersion(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See what is installed, then read that version’s docs'),
    code: 'import torch\nprint(torch.__version__, torch.__file__)'
  };
}

export default define({
  id: 'version/removed-api',
  answers: [
    "ModuleNotFoundError: No module named 'torch._six'",
    "AttributeError: module 'torch' has no attribute 'rfft'",
    "AttributeError: module 'torch' has no attribute 'compile'",
    'This function was deprecated since version 1.9 and is now removed',
    "'_MultiProcessingDataLoaderIter' object has no attribute 'next'",
    "ReduceLROnPlateau.__init__() got an unexpected keyword argument 'verbose'",
    "No module named 'torchvision.transforms.functional_tensor'",
    'torch.utils.ffi is deprecated. Please use cpp extensions instead.',
    'Legacy autograd function with non-static forward method is deprecated',
    'stft requires the return_complex parameter be given for real inputs',
    'istft requires a complex-valued input tensor matching the output from stft with return_complex=True.',
    'cannot import name … from torch',
    "'Upsample' object has no attribute 'recompute_scale_factor'",
    "'GELU' object has no attribute 'approximate'"
  ],
  refines: [
    'model/no-attribute',
    'compile/extension-build',
    'version/library-argument'
  ],
  values: [
    'module',
    'name',
    'version',
    'meant',
    'installed',
    'asker',
    'own',
    'to',
    'anew'
  ],
  facts: installedFacts,
  kinds: {
    name: {
      signs: [
        {
          where: 'message',
          pattern: ATTRIBUTE,
          when: reading =>
            !isSubmodule(reading) &&
            !isMixed(reading) &&
            tells(ATTRIBUTE)(reading),
          read: (groups, reading) => ({
            meant: meantName(reading),
            ...whoAsks(reading),
            ...meantIn(groups, reading)
          })
        },
        {
          where: 'message',
          pattern: IMPORT,
          when: reading => !isMixed(reading) && tells(IMPORT)(reading),
          read: (groups, reading) => ({
            ...whoAsks(reading),
            ...meantIn(groups, reading)
          })
        },
        {
          where: 'message',
          pattern: NO_MODULE,
          when: tells(NO_MODULE),
          read: ({ module }, reading) => ({
            module,
            name: module,
            ...whoAsks(reading)
          })
        },
        {
          where: 'message',
          pattern: REPORTED,
          read: ({ version }, reading) => ({ version, name: toldName(reading) })
        },
        {
          where: 'message',
          pattern: REMOVED_MEMBER,
          read: ({ name, method }) => ({ name: name ?? method })
        },
        // Variable(x, volatile=True): only a warning, since 0.4.
        ...messageOrLog(
          /\b(?<name>volatile) was removed and now has no effect/,
          { when: onlyWarned, confidence: 'likely' }
        ),
        ...keywordSigns(),
        {
          where: 'message',
          pattern: /'module' object has no attribute '(?<name>\w{1,60})'/,
          when: asksTorch
        },
        // Python 2 does not name the module; nobody else has these.
        {
          where: 'message',
          pattern:
            /^'module' object has no attribute '(?<name>no_grad|enable_grad|set_grad_enabled|inference_mode)'$/,
          confidence: 'likely'
        },
        {
          where: 'message',
          pattern: /cannot import name '?\w{1,60}'?$/,
          when: reading => importedFrom(reading).module !== undefined,
          read: (_, reading) => importedFrom(reading)
        },
        ...[ATTRIBUTE, IMPORT, NO_MODULE, REPORTED].map(
          (pattern): Sign<never> => ({
            where: 'log',
            pattern,
            when: reading =>
              nothingRaised(reading) &&
              !isMixed(reading) &&
              (pattern === REPORTED || tells(pattern)(reading)),
            confidence: 'likely'
          })
        ),
        {
          where: 'message',
          pattern: /'module' object is not callable/,
          when: calls(/\btorch\.fft\(/),
          confidence: 'likely',
          read: () => ({ name: 'fft' })
        },
        {
          where: 'message',
          pattern: /invalid syntax/,
          ename: /^SyntaxError$/,
          when: ({ code, log }) => ASYNC.test(code) || ASYNC.test(log),
          read: () => ({ name: 'async' })
        }
      ],
      words: (
        trans,
        { module, name, version, meant, installed, asker, own, to, anew }
      ) => ({
        title: titleOf(trans, module, name),
        cause: asker
          ? replacement(name, module).since
            ? trans.__(
                'A line of %1 asks for it, not one of yours: that %1 was written for a newer release than the installed one.',
                asker
              )
            : trans.__(
                'A line of %1 asks for it, not one of yours: that %1 and the installed release do not fit each other.',
                asker
              )
          : causeOf(trans, { module, name, version, meant, installed, to }),
        fixes: asker
          ? [
              ...askedFixes(trans, asker, module, name),
              libraryFix(trans),
              seeVersion(trans)
            ]
          : [
              ...(meant && module && !isElsewhere(module, name)
                ? [writtenAs(trans, module, name, meant)]
                : []),
              ...replacementFixes(trans, name, module),
              ...(version || (meant && !isElsewhere(module, name))
                ? []
                : nearNames(trans, { module, name, to, anew })),
              // Of the user's own line it would be untrue.
              ...(own === undefined ? [libraryFix(trans)] : []),
              seeVersion(trans)
            ]
      })
    },
    stale: {
      signs: [ATTRIBUTE, IMPORT].flatMap((pattern): Sign<never>[] => [
        { where: 'message', pattern, when: isMixed, confidence: 'likely' },
        {
          where: 'log',
          pattern,
          when: reading => nothingRaised(reading) && isMixed(reading),
          confidence: 'likely'
        }
      ]),
      words: staleWords
    },
    scheduler: { signs: SCHEDULER_SIGNS, words: schedulerWords },
    submodule: {
      signs: [
        {
          where: 'message',
          pattern: ATTRIBUTE,
          when: isSubmodule
        }
      ],
      words: (trans, { module, name }) => ({
        title:
          module && name && `${module}${name}`.length <= 28
            ? trans.__('Import %1.%2 by its own name first', module, name)
            : trans.__('This part of torch must be imported by name'),
        cause: trans.__(
          '%1.%2 is a module that “import torch” does not bring along: it is there only after an import of its own.',
          module ?? 'torch.nn.utils',
          name ?? 'prune'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Import it'),
            code: `import ${module ?? 'torch.nn.utils'}.${name ?? 'prune'}`,
            edit: importedFirst(
              `import ${module ?? 'torch.nn.utils'}.${name ?? 'prune'}`
            )
          }
        ]
      })
    },
    complex: {
      signs: messageOrLog(COMPLEX),
      words: (trans, { name = 'stft' }) => ({
        title: trans.__('%1 works with complex numbers now', name),
        cause: trans.__(
          'The code is from before PyTorch 1.8, when real and imaginary parts stood in a last dimension of size 2. Today stft must be told which form is wanted, and istft takes complex numbers only.'
        ),
        fixes: [
          ...replacementFixes(trans, name),
          libraryFix(trans),
          seeVersion(trans)
        ]
      })
    },
    legacy: {
      signs: [
        { where: 'message', pattern: LEGACY },
        { where: 'message', pattern: LEGACY_BACKWARD, confidence: 'likely' }
      ],
      words: trans => ({
        title: trans.__('forward() of an autograd Function must be static'),
        cause: trans.__(
          'The code is from before PyTorch 1.5: the Function was made like an object and called. Today forward() and backward() are static, keep what they need in ctx, and apply() runs them.'
        ),
        fixes: [
          check(
            trans.__('Make both static, and call apply()'),
            'class Reverse(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x, scale):\n        ctx.scale = scale\n        return x.view_as(x)\n\n    @staticmethod\n    def backward(ctx, grad):\n        return -ctx.scale * grad, None  # one for each input\n\ny = Reverse.apply(x, 1.0)'
          ),
          libraryFix(trans),
          seeVersion(trans)
        ]
      })
    },
    ffi: {
      signs: messageOrLog(FFI),
      words: trans => ({
        title: trans.__('The project’s C code is for PyTorch 0.4'),
        cause: trans.__(
          'PyTorch 1.0 dropped torch.utils.ffi, with which projects built functions of their own in C and CUDA. Such code has to be written anew for torch.utils.cpp_extension; another import alone does not do it.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'Take a version or a fork of the project for PyTorch 1'
            ),
            detail: trans.__(
              'One whose setup.py says CppExtension or CUDAExtension. Operations such as NMS and RoIAlign are in torchvision.ops today.'
            )
          },
          check(
            trans.__('Or an environment with the last PyTorch that had it'),
            '$ conda create -n torch04 python=3.6\n$ conda activate torch04\n$ python -m pip install torch==0.4.1 torchvision==0.2.1',
            trans.__('Its CUDA, 9, knows no GPU since Turing.')
          )
        ]
      })
    },
    header: {
      signs: messageOrLog(HEADER),
      words: (trans, { name }) => ({
        title: titleOf(trans, undefined, name),
        cause: trans.__(
          'The header belongs to PyTorch’s old C++ backend (TH, THC), which is gone since 1.11. The extension that is being built was written for an older PyTorch.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Take a newer version of the extension, or a fork'),
            detail: trans.__(
              'One whose sources include <ATen/…> in place of <THC/…>. Otherwise build it with PyTorch 1.10 or older, in an environment of its own.'
            )
          },
          seeVersion(trans)
        ]
      })
    },
    // A model that another version of PyTorch has saved whole.
    saved: {
      signs: SAVED_SIGNS,
      words: (trans, { name }) => ({
        title: trans.__('The model was saved by another PyTorch version'),
        cause: trans.__(
          'The file holds whole layer objects, made by another version of PyTorch. The layers of the installed version look for “%1”, which the saved ones do not have.',
          name ?? ''
        ),
        fixes: [
          check(
            trans.__('Make the model anew and load only its weights'),
            'model = Net()\nmodel.load_state_dict(loaded.state_dict())'
          ),
          {
            safety: 'check',
            title: trans.__('Or install the version it was saved with'),
            detail: trans.__(
              'Once there, save the weights: torch.save(model.state_dict(), path).'
            )
          }
        ]
      })
    },
    profiler: {
      signs: [
        {
          where: 'message',
          pattern:
            /^(?:profile\.)?__init__\(\) takes from 1 to 2 positional arguments but \d positional arguments \(and \d keyword-only arguments?\) were given/,
          when: reading => /profil/.test(printedText(reading)),
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('The profiler takes its options by name only'),
        cause: trans.__(
          'Since PyTorch 1.9 torch.autograd.profiler.profile() takes all but its first argument by name, and the line gives a second one by its place.'
        ),
        fixes: [
          check(
            trans.__('Name the argument'),
            'with torch.autograd.profiler.profile(enabled, use_device="cuda" if use_gpu else None) as prof:  # use_cuda=use_gpu up to 2.0\n    ...'
          ),
          check(
            trans.__('Code of others: update it'),
            '$ git pull',
            trans.__('Or take the torch it was written for, 1.8 at most.')
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A layer of your own lacks an attribute: its __init__() must call super().__init__() first.'
      ),
      trans.__(
        '“Partially initialized module”, or a path that is not site-packages: a file torch.py of yours is imported instead.'
      ),
      trans.__(
        'A missing torch._C._cuda… means a build without CUDA, not another version.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: release notes'),
        url: 'https://github.com/pytorch/pytorch/releases'
      },
      {
        title: trans.__('PyTorch: torch.linalg'),
        url: 'https://docs.pytorch.org/docs/stable/linalg.html'
      },
      {
        title: trans.__('PyTorch: torch.fft'),
        url: 'https://docs.pytorch.org/docs/stable/fft.html'
      }
    ]
  })
});
