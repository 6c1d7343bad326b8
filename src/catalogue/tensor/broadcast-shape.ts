import type { IEntry, IFix, ITranslate, Values } from '../../diagnosis/types';
import { said } from '../said';
import { BROADCAST_SHAPE_EXAMPLES } from './shared/broadcast-shape-examples';
import { KIND_SIGNS, kindWords } from './shared/broadcast-kinds';
import { LINKS } from './shared/links';

const masked = { read: (): Values => ({ kind: 'mask' }) };
const expanded = { read: (): Values => ({ kind: 'expand' }) };

function cause(trans: ITranslate, { kind, a, b, dim }: Values): string {
  if (kind === 'mask') {
    return trans.__(
      'A mask must have the shape of what it selects from. With x[mask] it must agree in the dimensions that it covers.'
    );
  }
  const known = a !== undefined && b !== undefined;
  if (kind === 'expand') {
    return known
      ? trans.__(
          'The tensor has size %1 where size %2 is wanted, and only a size of 1 can be stretched. In an assignment the right side must fit the left.',
          b,
          a
        )
      : trans.__(
          'A tensor was to be stretched to another shape, and only a size of 1 can be stretched. In an assignment the right side must fit the left.'
        );
  }
  return known
    ? trans.__(
        'In dimension %3 one tensor has size %1, the other %2. Sizes must be equal, or one of them 1, counted from the last dimension.',
        a,
        b,
        dim ?? '?'
      )
    : trans.__(
        'The shapes differ in a dimension where neither has size 1. Sizes must be equal, or one of them 1, counted from the last dimension.'
      );
}

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
      /\btensor a ?\((?<a>\d+)\) must match the size of tensor b ?\((?<b>\d+)\)(?: at (?:non-singleton )?dimension (?<dim>-?\d{1,3}))?/
    ),
    ...said(
      /expanded size of the tensor \((?<a>\d+)\) must match the existing size \((?<b>\d+)\)(?: at non-singleton dimension (?<dim>-?\d{1,3}))?/,
      expanded
    ),
    ...said(/size of tensor a must match the size of tensor b/),
    ...said(
      /output with shape \[[\d, ]*\] doesn["']t match the broadcast shape|number of sizes provided \(\d{1,3}\) must be greater or equal to the number of dimensions in the tensor|expanded size of the tensor must match the existing size/,
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
      /\boperands do not broadcast with remapped shapes|einsum\(\): (?:operands do not broadcast|subscript \w has size (?<a>\d+) for operand \d{1,3} which does not broadcast with previously seen size (?<b>\d+))/
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
      cause: own?.cause ?? cause(trans, values),
      fixes: own
        ? [own.fix, shapes]
        : [
            {
              safety: 'check',
              title: trans.__(
                'Add the dimension of size 1 that is meant to stretch'
              ),
              detail: trans.__(
                'Shapes are compared from the right: [N, C] and [N] do not fit, [N, C] and [N, 1] do.'
              ),
              code: 'c = a + b.unsqueeze(-1)'
            },
            shapes,
            {
              safety: 'check',
              title: trans.__(
                'In skip connections: bring one to the size of the other'
              ),
              code: 'b = F.interpolate(b, size=a.shape[-2:])'
            }
          ],
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
