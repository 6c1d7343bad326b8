import type { IEntry, IFix, Values } from '../../diagnosis/types';
import { said } from '../said';
import { BROADCAST_SHAPE_EXAMPLES } from './shared/broadcast-shape-examples';
import { KIND_SIGNS, kindWords } from './shared/broadcast-kinds';
import {
  broadcastCause,
  broadcastFixes,
  roleOf
} from './shared/broadcast-words';
import { LINKS } from './shared/links';

const masked = { read: (): Values => ({ kind: 'mask' }) };
const expanded = {
  read: ({ out, grown, table, text }: Values): Values => ({
    kind: 'expand',
    out,
    grown,
    table,
    text
  })
};

const entry: IEntry = {
  id: 'tensor/broadcast-shape',
  answers: [
    'The size of tensor a (4) must match the size of tensor b (5) at non-singleton dimension 1',
    'The expanded size of the tensor (2) must match the existing size (3) at non-singleton dimension 0',
    "output with shape [3, 4] doesn't match the broadcast shape [5, 3, 4]",
    'shape mismatch: indexing tensors could not be broadcast together with shapes [2], [3]',
    'The shape of the mask [2] at index 0 does not match the shape of the indexed tensor [3, 4] at index 0',
    'expected src to have a size equal to the slice of self.',
    'size {[3]} is not expandable to size {[4]}.',
    'The shape of the 2D attn_mask is torch.Size([5, 5]), but should be (4, 4).',
    'Number of elements of source < number of ones in mask',
    'masked_fill_ only supports a 0-dimensional value tensor, but got tensor with 1 dimension(s).',
    'linalg.cross: inputs dimension -1 must have length 3. Got 2 and 2',
    'inconsistent tensor size'
  ],
  signs: [
    ...said(
      /\btensor a ?\((?<a>\d+)\) must match the size of tensor b ?\((?<b>\d+)\)(?: at (?:non-singleton )?dimension (?<dim>-?\d{1,3}))?/,
      {
        read: ({ a, b, dim }, reading) => ({ a, b, dim, role: roleOf(reading) })
      }
    ),
    ...said(
      /expanded size of the tensor \((?<a>\d+)\) must match the existing size \((?<b>\d+)\)(?: at non-singleton dimension (?<dim>-?\d{1,3})(?:\. Target sizes: \[\d{1,12}, (?<text>\d{1,12})\]\. Tensor sizes: \[1, (?<table>\d{1,12})\])?)?/,
      expanded
    ),
    ...said(/size of tensor a must match the size of tensor b/),
    ...said(
      /output with shape \[(?<out>[\d, ]{0,60})\] doesn["']t match the broadcast shape(?: \[(?<grown>[\d, ]{0,60})\])?/,
      expanded
    ),
    ...said(
      /number of sizes provided \(\d{1,3}\) must be greater or equal to the number of dimensions in the tensor|expanded size of the tensor must match the existing size/,
      expanded
    ),
    ...said(
      /Shape mismatch: objects cannot be broadcast|shape mismatch: (?:indexing tensors could not be broadcast together with shapes \[|value tensor of shape \[)/
    ),
    ...said(
      /Attempting to broadcast a dimension of length (?<a>\d+) at (?<dim>-?\d{1,3})!/
    ),
    ...said(
      /xpected tensor for argument #\d ["']\w{1,30}["'] to have same size as tensor for argument #\d ["']\w{1,30}["']; but/
    ),
    ...said(/expected shape should be broadcastable to \[(?<b>\d+)\]/),
    ...said(
      /einsum\(\): subscript \w has size (?<a>\d+) for operand \d{1,3} which does not broadcast with previously seen size (?<b>\d+)/,
      { read: ({ a, b }) => ({ a, b, kind: 'einsum' }) }
    ),
    ...said(
      /\boperands do not broadcast with remapped shapes|einsum\(\): operands do not broadcast/
    ),
    ...said(
      /shape of the mask \[[\d, ]*\](?: at index \d{1,3})? ?does not match the shape of the indexed tensor/,
      masked
    ),
    ...said(
      /inconsistent tensor size, expected tensor \[[\d x]*\] and mask/,
      masked
    ),
    ...KIND_SIGNS,
    // 0.1 to 1.x. The plural ("sizes") was the message of torch.cat.
    ...said(
      /inconsistent tensor size(?=,? (?:expected (?:r_|tensor \[\d+ x)|at \S)|$)|respectively at \S*(?:Copy|Pointwise)|invalid argument \d: sizes do not match at \S*Copy|invalid argument \d: sizes do not match at \S*Pointwise|size of dimension does not match previous size, operand|tensors? (?:do|does) not have the same number of elements/
    )
  ],
  page(trans, values) {
    const { a, b, kind } = values;
    const known = a !== undefined && b !== undefined;
    const own = kindWords(trans, kind);
    const shapes: IFix = {
      safety: 'diagnostic',
      title: trans.__('Print both shapes just before the line'),
      code: 'print(a.shape, b.shape)'
    };
    return {
      title:
        own?.title ??
        (kind === 'mask'
          ? trans.__('The mask does not have the shape of the tensor')
          : known
            ? trans.__('The shapes do not fit: %1 against %2', a, b)
            : trans.__('The shapes of two tensors do not fit together')),
      cause: own?.cause ?? broadcastCause(trans, values),
      fixes: [...(own ? [own.fix] : broadcastFixes(trans, values)), shapes],
      notThis: [
        trans.__(
          'NumPy says “operands could not be broadcast together with shapes (2,3) (3,2)”: the line then works on arrays, not on tensors.'
        ),
        trans.__(
          'If the line multiplies matrices (@, matmul, Linear), compare the batch dimensions, too.'
        )
      ],
      links: [LINKS.broadcasting(trans)]
    };
  },
  examples: BROADCAST_SHAPE_EXAMPLES,
  nearMisses: [
    {
      ename: 'ValueError',
      evalue:
        'incompatible dimensions for cross product\n(dimension must be 2 or 3)'
    },
    {
      ename: 'ValueError',
      evalue:
        'operands could not be broadcast together with shapes (2,3) (3,2) '
    },
    {
      ename: 'ValueError',
      evalue:
        'shape mismatch: value array of shape (2,1) could not be broadcast to indexing result of shape (2,)'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'inconsistent tensor sizes at /pytorch/torch/lib/THC/generic/THCTensorMath.cu:157'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'a = torch.ones(2, 4)',
      'b = torch.ones(2)',
      'c = a + b'
    ].join('\n'),
    fixed: [
      'import torch',
      'a = torch.ones(2, 4)',
      'b = torch.ones(2)',
      'c = a + b.unsqueeze(-1)'
    ].join('\n')
  }
};

export default entry;
