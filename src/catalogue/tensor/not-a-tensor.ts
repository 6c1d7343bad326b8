import type { IEntry, IReading } from '../../diagnosis/types';
import { said } from '../said';
import { notATensorFixes } from './shared/not-a-tensor-fixes';

/** `.to(device)`, `.to('cuda')`, `.cuda()` in the failed lines. */
const MOVES =
  /\.to\( ?(?:[\w.]{0,40}\.)?device\b|\.to\( ?["'](?:cuda|cpu|mps)|\.cuda\(/i;

/** A dictionary that torch.load() gave is another cause. */
function moves(reading: IReading): boolean {
  const { code } = reading;
  return (
    !/\bload\(/.test(code) && (MOVES.test(code) || reading.mentions('torch'))
  );
}

const entry: IEntry = {
  id: 'tensor/not-a-tensor',
  answers: [
    "linear(): argument 'input' (position 1) must be Tensor, not tuple",
    'conv2d() received an invalid combination of arguments - got (numpy.ndarray, …)',
    'expected Tensor as element 0 in argument 0, but got numpy.ndarray',
    "'float' object has no attribute 'backward'",
    "'list' object has no attribute 'to'"
  ],
  signs: [
    // torch up to 0.3 kept tensors and what autograd follows apart.
    ...said(
      /argument \d{1,2} is not a Variable|save_for_backward can only save input or output tensors, but argument \d{1,2} doesn["']t satisfy/,
      { read: () => ({ kind: 'variable' }) }
    ),
    ...said(
      /\b(?<func>\w+)\(\): argument ["'](?<argument>\w+)["'] (?:\(position \d{1,3}\) )?must be (?:Tensor|tuple of Tensors|list of Tensors), not (?!Tensor\b)(?<type>[\w.]+)/
    ),
    ...said(
      /expected Tensor as element \d{1,6} in argument \d{1,3}, but got (?<type>[\w.]+)/
    ),
    ...said(
      /received an invalid combination of arguments - got \((?<type>numpy\.ndarray|tuple|list|NoneType|Image|str|dict|DataFrame|Series)\b/,
      { confidence: 'likely' }
    ),
    {
      where: 'message',
      pattern:
        /["'](?<type>float|int|list|tuple|NoneType|numpy\.ndarray)["'] object has no attribute ["'](?:backward|dim|requires_grad_?)["']/,
      when: reading =>
        reading.mentions('torch') || reading.mentions('backward'),
      confidence: 'likely'
    },
    {
      where: 'message',
      pattern:
        /["'](?<type>list|tuple|dict|str|int|float)["'] object has no attribute ["'](?:to|cuda)["']/,
      when: moves,
      confidence: 'likely',
      read: ({ type }) => ({ type, kind: 'batch' })
    }
  ],
  page(trans, values) {
    const { func, type, kind } = values;
    return {
      title:
        kind === 'variable'
          ? trans.__('This old PyTorch wants a Variable, not a tensor')
          : type
            ? trans.__('%1 was given where a tensor is needed', type)
            : trans.__('Something else was given where a tensor is needed'),
      cause:
        kind === 'variable'
          ? trans.__(
              'Up to PyTorch 0.3 layers took only tensors wrapped in Variable(…), and this is a bare tensor. The code was written for 0.4 or later, or the wrapping was forgotten.'
            )
          : kind === 'batch'
            ? trans.__(
                'Only tensors and modules can be moved to a device. A DataLoader gives a list, tuple or dictionary as soon as a sample has several parts, and leaves texts as they are.'
              )
            : func && type
              ? trans.__(
                  '%1 works on tensors and got %2. Nothing is converted on the way into a torch function.',
                  `${func}()`,
                  type
                )
              : trans.__(
                  'Functions of torch work on tensors; lists, arrays, images and None are not converted on the way in.'
                ),
      fixes: notATensorFixes(trans, values),
      notThis: [
        trans.__(
          'The value is a tensor, but of the wrong number type or on another device: then the message names types such as Double or cuda.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: torch.tensor'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.tensor.html'
        },
        {
          title: trans.__('PyTorch: LSTM, what it returns'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.LSTM.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'TypeError',
      evalue:
        "linear(): argument 'input' (position 1) must be Tensor, not tuple",
      torch: '2.13',
      origin: 'run',
      values: { func: 'linear', argument: 'input', type: 'tuple' }
    },
    {
      ename: 'TypeError',
      evalue: 'expected Tensor as element 0 in argument 0, but got int',
      torch: '2.13',
      origin: 'run',
      values: { type: 'int' }
    },
    {
      ename: 'TypeError',
      evalue:
        'conv2d() received an invalid combination of arguments - got (numpy.ndarray, Parameter, Parameter, tuple, tuple, tuple, int), but expected one of:\n * (Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, tuple of ints padding = 0, tuple of ints dilation = 1, int groups = 1)',
      torch: '2.13',
      origin: 'reference',
      values: { type: 'numpy.ndarray' }
    },
    {
      ename: 'TypeError',
      evalue: 'argument 0 is not a Variable',
      torch: '0.3',
      origin: 'reference',
      values: { kind: 'variable' }
    },
    {
      ename: 'AttributeError',
      evalue: "'list' object has no attribute 'to'",
      source: 'for batch in loader:\n    batch = batch.to(device)',
      torch: '2.13',
      origin: 'run',
      values: { type: 'list', kind: 'batch' }
    }
  ],
  nearMisses: [
    {
      ename: 'TypeError',
      evalue:
        "argument should be a str or an os.PathLike object, not 'NoneType'"
    },
    {
      ename: 'ValueError',
      evalue: 'The passed save_path is not a valid checkpoint: argument 0'
    },
    {
      ename: 'AttributeError',
      evalue: "'NoneType' object has no attribute 'text'"
    },
    {
      ename: 'AttributeError',
      evalue: "'list' object has no attribute 'to'",
      source: "names.tolist().to('csv')"
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'lstm, linear = torch.nn.LSTM(2, 3), torch.nn.Linear(3, 1)',
      'x = torch.ones(4, 1, 2)',
      'linear(lstm(x))'
    ].join('\n'),
    fixed: [
      'import torch',
      'lstm, linear = torch.nn.LSTM(2, 3), torch.nn.Linear(3, 1)',
      'x = torch.ones(4, 1, 2)',
      'output, state = lstm(x)',
      'linear(output)'
    ].join('\n')
  }
};

export default entry;
