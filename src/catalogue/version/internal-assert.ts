import type { IEntry, IReading, Values } from '../../diagnosis/types';
import { classUntold } from '../said';

/** c10/util/Exception.h: TORCH_INTERNAL_ASSERT, with and without quotes. */
const FAILED =
  /INTERNAL ASSERT FAILED(?: at ["']?(?<file>(?:[A-Za-z]:)?[^"':]{1,200})["']?:(?<line>\d{1,6}))?/;

/** Where torch's own source lies, whoever built it. */
const TORCHS = /(?:^|[\\/])(?:aten|c10|caffe2)[\\/]|\btorch[\\/]csrc[\\/]/i;

const WORDS = 'INTERNAL ASSERT FAILED';

/**
 * The condition that does not hold: what stands before the words on its line,
 * behind the class and what a caller put before it. A bare `false` says nothing.
 */
function expressionIn(text: string): string | undefined {
  const before = text.slice(0, text.indexOf(WORDS)).trimEnd();
  const found = before
    .slice(before.lastIndexOf('\n') + 1)
    .split(': ')
    .at(-1)
    ?.trim();
  return found && found !== 'false' && found.length <= 120 ? found : undefined;
}

function read({ file, line }: Values, reading: IReading): Values {
  const { exceptions, streams } = reading;
  const text = [
    ...exceptions.map(({ message }) => message),
    streams.stderr,
    streams.stdout
  ].find(one => one.includes(WORDS));
  return {
    kind: file === undefined || TORCHS.test(file) ? undefined : 'extension',
    expression: text === undefined ? undefined : expressionIn(text),
    file: file?.split(/[\\/]/).slice(-3).join('/'),
    line
  };
}

const entry: IEntry = {
  id: 'version/internal-assert',
  answers: [
    'RuntimeError: … INTERNAL ASSERT FAILED at "…":123, please report a bug to PyTorch.'
  ],
  signs: [
    { where: 'message', pattern: FAILED, confidence: 'possible', read },
    {
      where: 'log',
      pattern: FAILED,
      when: classUntold,
      confidence: 'possible',
      read
    }
  ],
  page(trans, { kind, expression, file, line }) {
    const at = file ? `${file.slice(-80)}${line ? `:${line}` : ''}` : undefined;
    const condition = expression ? ` (${expression})` : '';
    const isTheirs = kind === 'extension';
    return {
      title: isTheirs
        ? trans.__('A compiled extension met an impossible state')
        : trans.__('torch met a state that it holds impossible'),
      cause: isTheirs
        ? trans.__(
            'A check%1 failed in %2. That file belongs to an extension, not to torch: the request to report it to PyTorch comes with the macro that both use.',
            condition,
            at ?? trans.__('its source')
          )
        : trans.__(
            'A check of torch’s own code%1 failed%2. Usually that is a bug of this version, met with unusual tensors (sparse, views, another device) or after an earlier error.',
            condition,
            at ? trans.__(' in %1', at) : ''
          ),
      fixes: [
        ...(isTheirs
          ? [
              {
                safety: 'check' as const,
                title: trans.__('Read what follows the check’s place'),
                detail: trans.__(
                  'Authors of extensions write the reason behind it, for example that only CUDA tensors are supported. Then look in the issues of that project.'
                )
              },
              {
                safety: 'check' as const,
                title: trans.__('Build the extension again for this torch'),
                detail: trans.__(
                  'A binary made for another torch or CUDA can fail like that; the name of the package is in the path.'
                )
              }
            ]
          : [
              {
                safety: 'check' as const,
                title: trans.__('Try the newest torch'),
                detail: trans.__(
                  'Such checks name bugs, and many are mended in a later release.'
                ),
                code: '$ pip install --upgrade torch torchvision torchaudio'
              },
              {
                safety: 'diagnostic' as const,
                title: trans.__(
                  'Restart, and run the call in its plainest form'
                ),
                detail: trans.__(
                  'On the CPU, without torch.compile and autocast, with dense, contiguous tensors: whichever makes it pass is the way round it.'
                ),
                code: "x = x.detach().to('cpu').contiguous()\nprint(x.layout, x.shape, x.stride(), x.dtype)"
              },
              {
                safety: 'safe' as const,
                title: trans.__(
                  'Look for the condition among PyTorch’s issues'
                ),
                detail: trans.__(
                  'Search for the words before INTERNAL ASSERT and the name of the file; report it with a short example if nobody did.'
                )
              }
            ])
      ],
      notThis: [
        trans.__(
          'If another error of CUDA or of a worker was printed before, that one is the cause and this only its consequence.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: issues'),
          url: 'https://github.com/pytorch/pytorch/issues'
        },
        {
          title: trans.__('PyTorch: where the check is defined'),
          url: 'https://github.com/pytorch/pytorch/blob/main/c10/util/Exception.h'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        '!dynamicLayerStack.empty() INTERNAL ASSERT FAILED at "/__w/pytorch/pytorch/aten/src/ATen/functorch/DynamicLayer.cpp":220, please report a bug to PyTorch. ',
      torch: '2.13',
      origin: 'run',
      values: {
        expression: '!dynamicLayerStack.empty()',
        file: 'ATen/functorch/DynamicLayer.cpp',
        line: '220'
      }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'range.second - range.first == t.size() INTERNAL ASSERT FAILED at ..\\torch\\csrc\\autograd\\generated\\Functions.cpp:57, please report a bug to PyTorch. inconsistent range for TensorList output',
      torch: '1.5',
      origin: 'reference',
      values: { line: '57', file: 'autograd/generated/Functions.cpp' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'false INTERNAL ASSERT FAILED at _ext-src/src/sampling.cpp:83, please report a bug to PyTorch. CPU not supported',
      torch: '1.5',
      origin: 'reference',
      values: { kind: 'extension', file: '_ext-src/src/sampling.cpp' }
    },
    {
      kind: 'text',
      stderr:
        'RuntimeError: sparse_.is_sparse() INTERNAL ASSERT FAILED, please report a bug to PyTorch\n',
      torch: '1.5',
      origin: 'reference',
      values: { expression: 'sparse_.is_sparse()' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'NVML_SUCCESS == r INTERNAL ASSERT FAILED at "../c10/cuda/CUDACachingAllocator.cpp":1123, please report a bug to PyTorch.'
    },
    {
      ename: 'DeferredCudaCallError',
      evalue:
        'CUDA call failed lazily at initialization with error: device >= 0 && device < num_gpus INTERNAL ASSERT FAILED at "../aten/src/ATen/cuda/CUDAContext.cpp":50, please report a bug to PyTorch.'
    },
    {
      ename: 'AssertionError',
      evalue: 'internal assertion failed in parser'
    }
  ],
  reproduction: {
    raises: 'import torch\ntorch._C._functorch._vmap_decrement_nesting()',
    fixed:
      "import torch\ntorch._C._functorch._vmap_increment_nesting(3, 'error')\ntorch._C._functorch._vmap_decrement_nesting()"
  }
};

export default entry;
