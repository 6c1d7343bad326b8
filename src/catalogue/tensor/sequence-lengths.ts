import type { IEntry, Values } from '../../diagnosis/types';
import { ofKind, said } from '../said';
import { sequenceWords } from './shared/sequence-words';

/** aten/src/ATen/native/PackedSequence.cpp; before 1.1 without the option's name. */
const SORTED =
  /["'`]?lengths["'`]? (?:array must be sorted in decreasing order when ["'`]?enforce_sorted["'`]? is True|array has to be sorted in decreasing order)/;

const ZERO =
  /[Ll]ength of all samples has to be greater than 0, but found an element in ["'`]lengths["'`] that is <= ?0/;

const COUNT =
  /xpected ["'`]?len\(lengths\)["'`]? to be equal to batch_size, but got (?<given>\d{1,9}) \(batch_size=(?<wanted>\d{1,9})\)/;

/** c10: torch/csrc/utils/pad_sequence, `pack_sequence`, `cat` of old. */
const EMPTY =
  /\breceived an empty list of sequences|\bCannot pack empty tensors/;

const SHAPE =
  /["'`]lengths["'`] argument should be a 1D CPU int64 tensor, but got (?!1D)(?<given>\d{1,2})D/;

/** torch/nn/utils/rnn.py. */
const TOTAL =
  /xpected total_length to be at least the length of the longest sequence in input, but got total_length=(?<given>\d{1,9}) and max sequence length being (?<wanted>\d{1,9})/;

function as(kind: string): { read: (groups: Values) => Values } {
  return { read: groups => ({ ...groups, kind }) };
}

const entry: IEntry = {
  id: 'tensor/sequence-lengths',
  answers: [
    '`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass `enforce_sorted=False` to pack_padded_sequence',
    "Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0",
    'Expected `len(lengths)` to be equal to batch_size, but got 1 (batch_size=2)',
    'received an empty list of sequences'
  ],
  signs: [
    ...said(SORTED),
    ...said(ZERO, ofKind('zero')),
    ...said(COUNT, as('count')),
    // Up to 0.3.
    ...said(/\blengths array has incorrect size/, ofKind('count')),
    ...said(EMPTY, ofKind('empty')),
    ...said(SHAPE, as('shape')),
    ...said(TOTAL, as('total'))
  ],
  page(trans, values) {
    const [title, cause, fixes] = sequenceWords(trans, values);
    return {
      title,
      cause,
      fixes: [
        ...fixes,
        {
          safety: 'diagnostic',
          title: trans.__('Compare batch and lengths'),
          code: 'print(x.shape, lengths)'
        }
      ],
      notThis: [
        trans.__(
          '“should be a 1D CPU int64 tensor, but got 1D cuda:0 Long tensor”: only the device is wrong, use lengths.cpu().'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: pack_padded_sequence'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.rnn.pack_padded_sequence.html'
        },
        {
          title: trans.__('PyTorch: pad_sequence'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.rnn.pad_sequence.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        '`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass `enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this requirement if you do not need ONNX exportability.',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'zero' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Expected `len(lengths)` to be equal to batch_size, but got 1 (batch_size=2)',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'count', given: '1', wanted: '2' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'received an empty list of sequences',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'empty' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "'lengths' argument should be a 1D CPU int64 tensor, but got 2D cpu Long tensor",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'shape', given: '2' }
    },
    {
      ename: 'ValueError',
      evalue:
        'Expected total_length to be at least the length of the longest sequence in input, but got total_length=1 and max sequence length being 2',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'total', given: '1', wanted: '2' }
    },
    {
      ename: 'ValueError',
      evalue: "'lengths' array has to be sorted in decreasing order",
      torch: '0.4',
      origin: 'reference'
    },
    {
      ename: 'ValueError',
      evalue:
        "length of all samples has to be greater than 0, but found an element in 'lengths' that is <=0",
      torch: '0.3',
      origin: 'reference',
      values: { kind: 'zero' }
    },
    {
      ename: 'ValueError',
      evalue: 'lengths array has incorrect size',
      torch: '0.3',
      origin: 'reference',
      values: { kind: 'count' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        "'lengths' argument should be a 1D CPU int64 tensor, but got 1D cuda:0 Long tensor"
    },
    {
      ename: 'ValueError',
      evalue: 'The array must be sorted in decreasing order'
    },
    { ename: 'ValueError', evalue: 'need at least one array to concatenate' }
  ],
  reproduction: {
    raises: [
      'import torch',
      'from torch.nn.utils.rnn import pack_padded_sequence',
      'x, lengths = torch.ones(2, 3, 4), torch.tensor([2, 3])',
      'packed = pack_padded_sequence(x, lengths, batch_first=True)'
    ].join('\n'),
    fixed: [
      'import torch',
      'from torch.nn.utils.rnn import pack_padded_sequence',
      'x, lengths = torch.ones(2, 3, 4), torch.tensor([2, 3])',
      'packed = pack_padded_sequence(x, lengths.cpu(), batch_first=True, enforce_sorted=False)'
    ].join('\n')
  }
};

export default entry;
