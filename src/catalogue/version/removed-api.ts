import type { IEntry, IReading, Values } from '../../diagnosis/types';

import { replacement } from './shared/replacements';

const PACKAGES =
  'torch|torchvision|torchaudio|torchtext|torchdata|torchmetrics|functorch|pytorch_lightning|lightning';

/**
 * A name that a module of torch does not have. Names of `torch._C` that exist
 * in a CUDA build only, and modules half imported, are other causes.
 */
const ATTRIBUTE = new RegExp(
  String.raw`(?<!initialized )module '?(?<module>(?:${PACKAGES})(?:\.\w{1,40}){0,6})'? has no attribute '(?!_cud|_nccl|_CUDA|extension')(?<name>\w{1,60})'`
);

const IMPORT = new RegExp(
  String.raw`cannot import name '?(?!_C')(?<name>\w{1,60})'? from '(?<module>(?:${PACKAGES})(?:\.\w{1,40}){0,6})'(?! \(unknown location)`
);

const NO_MODULE = new RegExp(
  String.raw`No module named '?(?<module>(?:${PACKAGES})(?!\._C')(?:\.\w{1,40}){1,6})'?`
);

/** torch/_linalg_utils.py and others. */
const TOLD =
  /This function was deprecated since version (?<version>[\d.]{1,6}\d) and is now removed|torch\.utils\.ffi is deprecated\. Please use cpp extensions instead|Legacy autograd function with non-static forward method is deprecated|'weights_only' is an invalid keyword argument for Unpickler/;

/** Methods of tensors and iterators that older torch had. */
const METHOD =
  /'Tensor' object has no attribute '(?<name>rfft|irfft|fft|ifft|symeig|eig|lstsq|gels|solve|gesv)'|'_\w{1,20}DataLoaderIter' object has no attribute '(?<method>next)'/;

/** The function that such a message is about, where it is one of these. */
function toldName(_: Values, { exceptions }: IReading): Values {
  const found = exceptions
    .map(one =>
      /torch\.(?:linalg\.)?(?<name>solve|lstsq|symeig|eig|matrix_rank)\b/.exec(
        one.message
      )
    )
    .find(match => match !== null);
  return { ...found?.groups };
}

function calls(pattern: RegExp): (reading: IReading) => boolean {
  return ({ code }) => pattern.test(code);
}

const entry: IEntry = {
  id: 'version/removed-api',
  answers: [
    "ModuleNotFoundError: No module named 'torch._six'",
    "AttributeError: module 'torch' has no attribute 'rfft'",
    "AttributeError: module 'torch' has no attribute 'compile'",
    'This function was deprecated since version 1.9 and is now removed',
    "'_MultiProcessingDataLoaderIter' object has no attribute 'next'",
    "No module named 'torchvision.transforms.functional_tensor'",
    'torch.utils.ffi is deprecated. Please use cpp extensions instead.',
    'Legacy autograd function with non-static forward method is deprecated',
    'cannot import name … from torch'
  ],
  signs: [
    { where: 'message', pattern: ATTRIBUTE },
    { where: 'message', pattern: IMPORT },
    {
      where: 'message',
      pattern: NO_MODULE,
      read: ({ module }) => ({ module, name: module })
    },
    { where: 'message', pattern: TOLD, read: toldName },
    {
      where: 'message',
      pattern: METHOD,
      read: ({ name, method }) => ({ name: name ?? method })
    },
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
      when: calls(/\.cuda\([^)\n]{0,60}\basync ?=/),
      read: () => ({ name: 'async' })
    }
  ],
  page(trans, { module, name, version }) {
    const { code, since } = replacement(name);
    const full =
      module && name && module !== name ? `${module}.${name}` : (name ?? '');
    const shown = full.length > 30 ? name?.slice(0, 30) : full;
    return {
      title:
        since && shown
          ? trans.__('%1 needs PyTorch %2 or later', shown, since)
          : shown
            ? trans.__('This version has no “%1”', shown)
            : trans.__('The code is for another version of PyTorch'),
      cause: since
        ? trans.__(
            'The code was written for a newer release than the installed one, which does not have this name yet.'
          )
        : version
          ? trans.__(
              'The function was deprecated in PyTorch %1 and is gone. The message names what to use in its place; arguments and results may be ordered differently.',
              version
            )
          : trans.__(
              'The code and the installed %1 are of different times: the name was removed or moved, or does not exist yet.',
              module?.split('.')[0] ?? 'torch'
            ),
      fixes: [
        ...(code || name === 'async'
          ? [
              {
                safety: 'check' as const,
                title: trans.__('Use what took its place'),
                code: code ?? 'x = x.cuda(non_blocking=True)  # was async=True'
              }
            ]
          : []),
        ...(since
          ? [
              {
                safety: 'check' as const,
                title: trans.__('Update PyTorch, and what goes with it'),
                code: '%pip install --upgrade torch torchvision'
              }
            ]
          : []),
        {
          safety: 'check',
          title: trans.__(
            'The line is in a library: bring it and torch together'
          ),
          detail: trans.__(
            'Update the library named in the last frames; if it is no longer maintained, install the torch it was written for in an environment of its own.'
          )
        },
        {
          safety: 'diagnostic',
          title: trans.__(
            'See what is installed, then read that version’s docs'
          ),
          code: 'import torch\nprint(torch.__version__, torch.__file__)'
        }
      ],
      notThis: [
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
    };
  },
  examples: [
    {
      ename: 'ModuleNotFoundError',
      evalue: "No module named 'torch._six'",
      torch: '2.13',
      origin: 'run',
      values: { name: 'torch._six' }
    },
    {
      ename: 'AttributeError',
      evalue: "module 'torch' has no attribute 'rfft'",
      torch: '2.13',
      origin: 'run',
      values: { module: 'torch', name: 'rfft' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'This function was deprecated since version 1.9 and is now removed. `torch.solve` is deprecated in favor of `torch.linalg.solve`. `torch.linalg.solve` has its arguments reversed and does not return the LU factorization.',
      torch: '2.13',
      origin: 'run',
      values: { version: '1.9', name: 'solve' }
    },
    {
      ename: 'AttributeError',
      evalue: "module 'torch' has no attribute 'compile'",
      torch: '1.13',
      origin: 'reference',
      values: { name: 'compile' }
    },
    {
      ename: 'AttributeError',
      evalue: "'_SingleProcessDataLoaderIter' object has no attribute 'next'",
      torch: '2.13',
      origin: 'run',
      values: { name: 'next' }
    }
  ],
  nearMisses: [
    {
      ename: 'AttributeError',
      evalue: "module 'torch._C' has no attribute '_cuda_setDevice'"
    },
    {
      ename: 'AttributeError',
      evalue:
        "partially initialized module 'torch' has no attribute 'nn' (most likely due to a circular import)"
    },
    {
      ename: 'AttributeError',
      evalue: "module 'tensorflow' has no attribute 'Session'"
    },
    { ename: 'ModuleNotFoundError', evalue: "No module named 'torch'" }
  ],
  reproduction: {
    raises: [
      'from torch._six import string_classes',
      "print(isinstance('a', string_classes))"
    ].join('\n'),
    fixed: [
      'string_classes = (str, bytes)',
      "print(isinstance('a', string_classes))"
    ].join('\n')
  }
};

export default entry;
