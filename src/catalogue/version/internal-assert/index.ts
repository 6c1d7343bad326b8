import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { isNameUnknown } from '../../predicates';
import { fitting } from '../../shared/fitting';
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

/** The package whose call of a compiled operator failed, unless it is torch. */
function callerOf({ exceptions }: IReading): string | undefined {
  const frames =
    exceptions.find(({ message }) => message.includes(WORDS))?.frames ?? [];
  const name = frames
    .map(({ file }) => /(?:site|dist)-packages[\\/](\w{1,60})/.exec(file)?.[1])
    .filter(one => one !== 'torch')
    .at(-1);
  const last = frames.at(-1)?.file ?? '';
  return /[\\/]torch[\\/]_ops\.py$/.test(last) ? name : undefined;
}

/** A check of an argument's dimensions: `x.dim() == 2`. */
const DIMENSIONS = /^(?<argument>\w{1,40})\.dim\(\) == (?<dims>\d)$/;

function read({ file, line }: Values, reading: IReading) {
  const { exceptions, streams } = reading;
  const text = [
    ...exceptions.map(({ message }) => message),
    streams.stderr,
    streams.stdout
  ].find(one => one.includes(WORDS));
  const caller = callerOf(reading);
  const expression = text === undefined ? undefined : expressionIn(text);
  const isTorchs =
    file === undefined ? caller === undefined : TORCHS.test(file);
  const { argument, dims } = DIMENSIONS.exec(expression ?? '')?.groups ?? {};
  return {
    kind: isTorchs ? 'torch' : argument ? 'dimensions' : 'extension',
    expression,
    caller,
    argument,
    dims,
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
  values: ['expression', 'file', 'line', 'torch', 'caller', 'argument', 'dims'],
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
    dimensions: {
      words: (trans, { caller, argument = 'x', dims = '2' }) => ({
        title: trans.__(
          '%1 has to have %2 dimensions here',
          fitting(argument, 20) ?? trans.__('An argument'),
          dims
        ),
        cause: trans.__(
          '%1 checks %2.dim() == %3 in its compiled code, and what was given as %2 has another number of dimensions.',
          caller ?? trans.__('A compiled extension'),
          argument,
          dims
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Print the shape just before the line'),
            code: `print(${argument}.shape)`
          },
          ...(dims === '2'
            ? [
                check(
                  trans.__('A batch: make rows of it, and say whose they are'),
                  `batch = torch.arange(${argument}.size(0), device=${argument}.device).repeat_interleave(${argument}.size(1))\n${argument} = ${argument}.flatten(0, 1)`,
                  trans.__(
                    'Functions on graphs and points take all rows of a batch as one, with a tensor that tells where each row belongs.'
                  )
                )
              ]
            : [])
        ]
      })
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
