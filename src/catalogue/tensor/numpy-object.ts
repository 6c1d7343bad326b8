import type { IEntry, ITranslate, Values } from '../../diagnosis/types';
import { told } from '../fix';
import type { Words } from '../fix';
import { ofKind, said } from '../said';
import { LINKS } from './shared/links';

function arrayTitle(trans: ITranslate, type: string | undefined): string {
  switch (type) {
    case 'object_':
      return trans.__('The array holds Python objects, not numbers');
    case 'str_':
      return trans.__('The array holds texts, not numbers');
    default:
      return type
        ? trans.__('The array holds %1, which a tensor cannot', type)
        : trans.__('The array holds something a tensor cannot');
  }
}

function words(trans: ITranslate, { kind, type }: Values): Words {
  switch (kind) {
    case 'ragged':
      return [
        trans.__('The rows of the list have different lengths'),
        trans.__(
          'A tensor is a full block of numbers, and one row is longer than another or is no list. Texts and sequences must be filled up or cut to one length.'
        ),
        [
          {
            safety: 'check',
            title: trans.__('Fill the rows up to the longest'),
            code: 'rows = [torch.tensor(row) for row in rows]\nx = nn.utils.rnn.pad_sequence(rows, batch_first=True)'
          },
          {
            safety: 'check',
            title: trans.__('With a tokenizer: pad and cut'),
            code: "batch = tokenizer(texts, padding=True, truncation=True, return_tensors='pt')"
          },
          {
            safety: 'diagnostic',
            title: trans.__('See the lengths'),
            code: 'print({len(row) for row in rows})'
          }
        ]
      ];
    case 'value':
      return [
        trans.__('A value cannot become part of a tensor'),
        type
          ? trans.__(
              'A tensor holds numbers and truth values only, and the data has a %1 in it. Texts must become numbers, missing values must be filled or left out.',
              type
            )
          : trans.__(
              'A tensor holds numbers and truth values only. Texts must become numbers, missing values must be filled or left out.'
            ),
        [
          {
            safety: 'check',
            title: trans.__('Turn class names into class numbers'),
            code: 'classes = sorted(set(names))\ny = torch.tensor([classes.index(name) for name in names])'
          },
          {
            safety: 'diagnostic',
            title: trans.__('See which types are in it'),
            code: 'print({type(v) for v in values})'
          }
        ]
      ];
    case 'frame':
      return [
        trans.__('from_numpy() takes an array, not another type'),
        trans.__(
          'torch.from_numpy() shares the memory of a NumPy array. Lists and pandas columns are converted first.'
        ),
        [
          {
            safety: 'safe',
            title: trans.__('A list: torch.tensor()'),
            code: 'x = torch.tensor(values)'
          },
          {
            safety: 'safe',
            title: trans.__('pandas: to_numpy()'),
            code: "x = torch.from_numpy(df[columns].to_numpy(dtype='float32'))"
          }
        ]
      ];
    default:
      return [
        arrayTitle(trans, type),
        trans.__(
          'The NumPy array is not made of plain numbers: texts, missing values, or rows of different length make it an array of objects. pandas columns with mixed types do so, too.'
        ),
        [
          {
            safety: 'check',
            title: trans.__('Convert the array to numbers'),
            detail: trans.__(
              'It fails with the offending value if there is a text in it.'
            ),
            code: 'x = torch.from_numpy(array.astype(np.float32))'
          },
          {
            safety: 'diagnostic',
            title: trans.__('Find the column that holds no numbers'),
            code: 'print(df.dtypes)'
          },
          {
            safety: 'check',
            title: trans.__('Rows of different length: pad them'),
            code: 'x = nn.utils.rnn.pad_sequence([torch.tensor(row) for row in array], batch_first=True)'
          }
        ]
      ];
  }
}

const entry: IEntry = {
  id: 'tensor/numpy-object',
  answers: [
    "can't convert np.ndarray of type numpy.object_. The only supported types are: float64, float32, …",
    "can't convert a given np.ndarray to a tensor - it has an invalid type",
    'expected sequence of length 2 at dim 1 (got 1)',
    'Could not infer dtype of NoneType',
    "too many dimensions 'str'",
    "new(): invalid data type 'str'",
    'expected np.ndarray (got list)'
  ],
  signs: [
    ...said(
      /can["']?t convert np\.ndarray of type (?:numpy\.)?(?<type>[\w.]+?)\.? The only supported types/
    ),
    ...said(
      /can["']?t convert (?:np\.ndarray of type|a given np\.ndarray to a tensor)/
    ),
    ...said(
      /expected sequence of length \d+ at dim \d{1,3} \(got \d+\)/,
      ofKind('ragged')
    ),
    // torch 0.3.
    ...said(
      /tried to construct a tensor from a nested (?:int|float|bool) sequence, but found an item of type (?<type>[\w.]+) at index/,
      ofKind('value')
    ),
    ...said(/Could not infer dtype of (?<type>[\w.]+)/, ofKind('value')),
    ...said(
      /new\(\): (?:invalid data type ["'](?<type>\w+)["']|data must be a sequence)|too many dimensions ["']str["']/,
      ofKind('value')
    ),
    ...said(/expected np\.ndarray \(got (?<type>[\w.]+)\)/, ofKind('frame'))
  ],
  page(trans, values) {
    return {
      ...told(words(trans, values)),
      notThis: [
        trans.__(
          'NumPy says “setting an array element with a sequence” when the array itself cannot be made.'
        )
      ],
      links: [
        LINKS.fromNumpy(trans),
        {
          title: trans.__('PyTorch: torch.tensor'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.tensor.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'tried to construct a tensor from a nested int sequence, but found an item of type numpy.int32 at index (0, 0)',
      torch: '0.3',
      origin: 'reference',
      values: { kind: 'value', type: 'numpy.int32' }
    },
    {
      ename: 'TypeError',
      evalue: 'expected np.ndarray (got numpy.float64)',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'frame', type: 'numpy.float64' }
    },
    {
      ename: 'TypeError',
      evalue:
        "can't convert np.ndarray of type numpy.object_. The only supported types are: float64, float32, float16, complex64, complex128, int64, int32, int16, int8, uint64, uint32, uint16, uint8, and bool.",
      torch: '2.13',
      origin: 'run',
      values: { type: 'object_' }
    },
    {
      ename: 'ValueError',
      evalue: 'expected sequence of length 2 at dim 1 (got 1)',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'ragged' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'Could not infer dtype of NoneType',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'value', type: 'NoneType' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "can't convert a given np.ndarray to a tensor - it has an invalid type. The only supported types are: double, float, int64, int32, and uint8.",
      torch: '0.3',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'ValueError',
      evalue:
        'setting an array element with a sequence. The requested array has an inhomogeneous shape after 1 dimensions.'
    },
    {
      ename: 'ValueError',
      evalue:
        'Failed to convert a NumPy array to a Tensor (Unsupported object type float).'
    }
  ],
  reproduction: {
    raises: [
      'import numpy as np',
      'import torch',
      "array = np.array(['1.5', '2'], dtype=object)",
      'x = torch.from_numpy(array)'
    ].join('\n'),
    fixed: [
      'import numpy as np',
      'import torch',
      "array = np.array(['1.5', '2'], dtype=object)",
      'x = torch.from_numpy(array.astype(np.float32))'
    ].join('\n')
  }
};

export default entry;
