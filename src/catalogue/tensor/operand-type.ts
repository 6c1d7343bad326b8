import type { IEntry, IReading } from '../../diagnosis/types';
import { ofKind, said } from '../said';
import { tensorUseWords } from './shared/operand-words';

const TENSOR = String.raw`(?:Tensor|Parameter|torch\.(?:cuda\.)?\w{1,12}Tensor)`;

const ANY = String.raw`[\w.]{1,60}`;

/** Python's words for two operands, one of them a tensor. */
function operands(before: string, between: string): RegExp[] {
  const pair = (left: string, right: string): RegExp =>
    new RegExp(
      String.raw`${before}["'](?<left>${left})["'] ${between} ["'](?<right>${right})["']`
    );
  return [pair(TENSOR, ANY), pair(ANY, TENSOR)];
}

const ARITHMETIC = operands(
  String.raw`unsupported operand type\(s\) for (?<operator>[^:"']{1,14}): `,
  'and'
);

const COMPARED = operands(
  String.raw`["'](?<operator>[<>=]{1,2})["'] not supported between instances of `,
  'and'
);

/** TensorFlow and others call their classes Tensor too. */
const notOthers = (reading: IReading): boolean =>
  !['tensorflow', 'keras', 'paddle', 'mxnet', 'tf.'].some(name =>
    reading.mentions(name)
  );

/** Of words that are the same for every class called Tensor. */
const perhaps = { when: notOthers, confidence: 'likely' } as const;

const entry: IEntry = {
  id: 'tensor/operand-type',
  answers: [
    "unsupported operand type(s) for +: 'Tensor' and 'NoneType'",
    "unsupported operand type(s) for *: 'numpy.ndarray' and 'Tensor'",
    'can only concatenate str (not "Tensor") to str',
    'unsupported format string passed to Tensor.__format__',
    "type Tensor doesn't define __round__ method",
    "can't assign a str to a torch.FloatTensor",
    "'Tensor' object is not callable"
  ],
  signs: [
    ...[...ARITHMETIC, ...COMPARED].map(pattern => ({
      where: 'message' as const,
      pattern,
      ...perhaps
    })),
    {
      where: 'message',
      pattern: /can only concatenate str \(not ["']Tensor["']\) to str/,
      ...perhaps,
      ...ofKind('text')
    },
    {
      where: 'message',
      pattern:
        /can only concatenate (?:list|tuple) \(not ["']Tensor["']\) to|can["']t multiply sequence by non-int of type ["']Tensor["']/,
      ...perhaps,
      ...ofKind('list')
    },
    {
      where: 'message',
      pattern: /unsupported format string passed to Tensor\.__format__/,
      ...perhaps,
      ...ofKind('format')
    },
    {
      where: 'message',
      pattern: /type Tensor doesn["']t define __round__ method/,
      ...perhaps,
      ...ofKind('round')
    },
    {
      where: 'message',
      pattern: /^["'](?:Tensor|Parameter)["'] object is not callable$/,
      ...perhaps,
      ...ofKind('called')
    },
    {
      where: 'message',
      pattern:
        /["']torch\.(?:Size|(?:cuda\.)?\w{1,12}Tensor)["'] object is not callable/,
      ...ofKind('called')
    },
    {
      where: 'message',
      pattern:
        /["'](?:Tensor|Parameter)["'] object has no attribute ["'](?:append|extend|insert)["']/,
      when: reading => notOthers(reading) && reading.mentions('torch'),
      confidence: 'likely',
      ...ofKind('append')
    },
    ...said(
      /can["']t assign an? (?<type>[\w.]{1,60}) to a torch\.(?:cuda\.)?\w{1,12}Tensor/,
      ofKind('assign')
    ),
    ...said(
      /Tensor\.__contains__ only supports Tensor or scalar, but you passed in an? (?:<class ["'])?(?<type>[\w.]{1,60})/,
      ofKind('contains')
    )
  ],
  page(trans, values) {
    const [title, cause, fixes] = tensorUseWords(trans, values);
    return {
      title,
      cause,
      fixes: [
        ...fixes,
        {
          safety: 'diagnostic',
          title: trans.__('See what both sides are'),
          code: 'print(type(a), type(b))'
        }
      ],
      notThis: [
        trans.__(
          'Both sides are tensors: then their shapes, number types or devices differ, and the message says so.'
        ),
        trans.__(
          'The Tensor is one of TensorFlow or another library: then its own documents tell more.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: torch.Tensor'),
          url: 'https://docs.pytorch.org/docs/stable/tensors.html'
        },
        {
          title: trans.__('PyTorch: Tensor.item'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.Tensor.item.html'
        },
        {
          title: trans.__('PyTorch: torch.from_numpy'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.from_numpy.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'TypeError',
      evalue: "unsupported operand type(s) for +: 'Tensor' and 'NoneType'",
      torch: '2.13',
      origin: 'run',
      values: { operator: '+', left: 'Tensor', right: 'NoneType' }
    },
    {
      ename: 'TypeError',
      evalue: "unsupported operand type(s) for *: 'numpy.ndarray' and 'Tensor'",
      torch: '2.13',
      origin: 'run',
      values: { operator: '*', left: 'numpy.ndarray', right: 'Tensor' }
    },
    {
      ename: 'TypeError',
      evalue: "'>' not supported between instances of 'Tensor' and 'NoneType'",
      torch: '2.13',
      origin: 'run',
      values: { operator: '>', right: 'NoneType' }
    },
    {
      ename: 'TypeError',
      evalue: 'can only concatenate str (not "Tensor") to str',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'text' }
    },
    {
      ename: 'TypeError',
      evalue: 'can only concatenate list (not "Tensor") to list',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'list' }
    },
    {
      ename: 'TypeError',
      evalue: 'unsupported format string passed to Tensor.__format__',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'format' }
    },
    {
      ename: 'TypeError',
      evalue: "type Tensor doesn't define __round__ method",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'round' }
    },
    {
      ename: 'TypeError',
      evalue: "can't assign a str to a torch.FloatTensor",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'assign', type: 'str' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Tensor.__contains__ only supports Tensor or scalar, but you passed in a <class 'str'>.",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'contains', type: 'str' }
    },
    {
      ename: 'TypeError',
      evalue: "'Tensor' object is not callable",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'called' }
    },
    {
      ename: 'TypeError',
      evalue: "'torch.Size' object is not callable",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'called' }
    },
    {
      ename: 'AttributeError',
      evalue: "'Tensor' object has no attribute 'append'",
      source: 'import torch\noutputs = torch.ones(2)\noutputs.append(3)',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'append' }
    }
  ],
  nearMisses: [
    {
      ename: 'TypeError',
      evalue: "unsupported operand type(s) for +: 'int' and 'NoneType'"
    },
    {
      ename: 'TypeError',
      evalue: "unsupported operand type(s) for +: 'Tensor' and 'NoneType'",
      source: 'import tensorflow as tf'
    },
    {
      ename: 'TypeError',
      evalue: 'can only concatenate str (not "int") to str'
    },
    {
      ename: 'TypeError',
      evalue: 'unsupported format string passed to NoneType.__format__'
    },
    {
      ename: 'TypeError',
      evalue: "type list doesn't define __round__ method"
    },
    { ename: 'TypeError', evalue: "'list' object is not callable" },
    {
      ename: 'AttributeError',
      evalue: "'Tensor' object has no attribute 'append'",
      source: 'import tensorflow as tf'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'def double(x):',
      '    y = x * 2',
      'double(torch.ones(2)) + torch.ones(2)'
    ].join('\n'),
    fixed: [
      'import torch',
      'def double(x):',
      '    return x * 2',
      'double(torch.ones(2)) + torch.ones(2)'
    ].join('\n')
  }
};

export default entry;
