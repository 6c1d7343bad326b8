import type { IEntry, Values } from '../../diagnosis/types';
import { said } from '../said';
import { LINKS } from './shared/links';

const loop = { read: (): Values => ({ kind: 'loop' }) };

const entry: IEntry = {
  id: 'tensor/scalar-index',
  answers: [
    'invalid index of a 0-dim tensor. Use tensor.item() to convert a 0-dim tensor to a Python number',
    'iteration over a 0-d tensor',
    'len() of a 0-d tensor',
    'slice() cannot be applied to a 0-dim tensor.',
    'Dimension specified as 0 but tensor has no dimensions',
    'trying to index 1 dimensions of a 0 dimensional tensor'
  ],
  signs: [
    ...said(
      /invalid index of a 0-dim tensor|(?:slice|select|narrow)\(\) cannot be applied to a 0-dim tensor|too many indices for tensor of dimension 0|trying to index \d{1,2} dimensions of a 0 dimensional tensor/
    ),
    ...said(/(?:iteration over|len\(\) of) a 0-d tensor/, loop),
    ...said(
      /\b[Dd]imension specified as -?\d{1,2} but tensor has no dimensions|\b(?:chunk|split) expects at least a 1-dimensional tensor|\breduction dim -1 or 0 for scalar but got/,
      loop
    ),
    // NumPy, of the one number that a loss of torch 0.4 is.
    {
      where: 'message',
      pattern: /^too many indices for array/,
      when: ({ code }) => /\.numpy\(\)\[0\]/.test(code),
      confidence: 'likely'
    }
  ],
  page(trans, { kind }) {
    const loops = kind === 'loop';
    return {
      title: loops
        ? trans.__('A single number was used like a list')
        : trans.__('A single number was indexed like a list'),
      cause: loops
        ? trans.__(
            'The tensor has no dimension: there is nothing to go through or to count. Often squeeze() took the only dimension of a batch of one away.'
          )
        : trans.__(
            'The tensor has no dimension. Since torch 0.4 a loss is such a number, and loss.data[0] of older code became loss.item().'
          ),
      fixes: [
        ...(loops
          ? [
              {
                safety: 'check' as const,
                title: trans.__('Keep one dimension'),
                code: 'x = x.reshape(-1)  # or squeeze(1) instead of squeeze()'
              }
            ]
          : []),
        {
          safety: 'safe',
          title: trans.__('Take the number out'),
          code: 'value = loss.item()  # instead of loss.data[0]'
        },
        {
          safety: 'diagnostic',
          title: trans.__('See what it is'),
          code: 'print(x.shape, x)'
        }
      ],
      notThis: [
        trans.__(
          'NumPy says “invalid index to scalar variable” or “iteration over a 0-d array”: then it is a NumPy number.'
        )
      ],
      links: [LINKS.item(trans)]
    };
  },
  examples: [
    {
      ename: 'IndexError',
      evalue: 'Dimension specified as 0 but tensor has no dimensions',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'loop' }
    },
    {
      ename: 'IndexError',
      evalue: 'too many indices for array',
      source: 'cpu_loss = error.data.cpu().numpy()[0]',
      torch: '0.4',
      origin: 'reference'
    },
    {
      ename: 'IndexError',
      evalue:
        'invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim tensor to a number',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'TypeError',
      evalue: 'iteration over a 0-d tensor',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'loop' }
    },
    {
      ename: 'IndexError',
      evalue:
        'invalid index of a 0-dim tensor. Use tensor.item() to convert a 0-dim tensor to a Python number',
      torch: '0.5',
      origin: 'reference'
    },
    {
      ename: 'IndexError',
      evalue: 'trying to index 1 dimensions of a 0 dimensional tensor',
      torch: '0.3',
      origin: 'reference'
    }
  ],
  nearMisses: [
    { ename: 'IndexError', evalue: 'invalid index to scalar variable.' },
    { ename: 'TypeError', evalue: 'iteration over a 0-d array' }
  ],
  reproduction: {
    raises: [
      'import torch',
      'loss = torch.tensor(0.5)',
      'value = loss.data[0]'
    ].join('\n'),
    fixed: [
      'import torch',
      'loss = torch.tensor(0.5)',
      'value = loss.item()'
    ].join('\n')
  }
};

export default entry;
