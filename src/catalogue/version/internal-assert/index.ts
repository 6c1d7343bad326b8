import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { isNameUnknown } from '../../predicates';
import { torchOf } from '../../shared/stack';

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

function read({ file, line }: Values, reading: IReading) {
  const { exceptions, streams } = reading;
  const text = [
    ...exceptions.map(({ message }) => message),
    streams.stderr,
    streams.stdout
  ].find(one => one.includes(WORDS));
  return {
    kind: file === undefined || TORCHS.test(file) ? 'torch' : 'extension',
    expression: text === undefined ? undefined : expressionIn(text),
    file: file?.split(/[\\/]/).slice(-3).join('/'),
    line
  } as const;
}

function placeOf(
  file: string | undefined,
  line: string | undefined
): string | undefined {
  return file ? `${file.slice(-80)}${line ? `:${line}` : ''}` : undefined;
}

export default define({
  id: 'version/internal-assert',
  answers: [
    'RuntimeError: … INTERNAL ASSERT FAILED at "…":123, please report a bug to PyTorch.'
  ],
  values: ['expression', 'file', 'line', 'torch'],
  known: reading => ({ torch: torchOf(reading) }),
  signs: [
    { where: 'message', pattern: FAILED, confidence: 'possible', read },
    {
      where: 'log',
      pattern: FAILED,
      when: isNameUnknown,
      confidence: 'possible',
      read
    }
  ],
  kinds: {
    torch: {
      words: (trans, { expression, file, line, torch }) => {
        const at = placeOf(file, line);
        return {
          title: trans.__('torch met a state that it holds impossible'),
          cause: trans.__(
            'A check of torch’s own code%1 failed%2. Usually that is a bug of this version%3, met with unusual tensors (sparse, views, another device) or after an earlier error.',
            expression ? ` (${expression})` : '',
            at ? trans.__(' in %1', at) : '',
            torch ? ` (${torch})` : ''
          ),
          fixes: [
            {
              safety: 'check',
              title: trans.__('Try the newest torch'),
              detail: trans.__(
                'Such checks name bugs, and many are mended in a later release.'
              ),
              code: '$ pip install --upgrade torch torchvision torchaudio'
            },
            {
              safety: 'diagnostic',
              title: trans.__('Restart, and run the call in its plainest form'),
              detail: trans.__(
                'On the CPU, without torch.compile and autocast, with dense, contiguous tensors: whichever makes it pass is the way round it.'
              ),
              code: "x = x.detach().to('cpu').contiguous()\nprint(x.layout, x.shape, x.stride(), x.dtype)"
            },
            {
              safety: 'safe',
              title: trans.__('Look for the condition among PyTorch’s issues'),
              detail: trans.__(
                'Search for the words before INTERNAL ASSERT and the name of the file; report it with a short example if nobody did.'
              )
            }
          ]
        };
      }
    },
    extension: {
      words: (trans, { expression, file, line }) => ({
        title: trans.__('A compiled extension met an impossible state'),
        cause: trans.__(
          'A check%1 failed in %2. That file belongs to an extension, not to torch: the request to report it to PyTorch comes with the macro that both use.',
          expression ? ` (${expression})` : '',
          placeOf(file, line) ?? trans.__('its source')
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Read what follows the check’s place'),
            detail: trans.__(
              'Authors of extensions write the reason behind it, for example that only CUDA tensors are supported. Then look in the issues of that project.'
            )
          },
          {
            safety: 'check',
            title: trans.__('Build the extension again for this torch'),
            detail: trans.__(
              'A binary made for another torch or CUDA can fail like that; the name of the package is in the path.'
            )
          }
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
