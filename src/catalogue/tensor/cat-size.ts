import type { IEntry, IReading, Values } from '../../diagnosis/types';
import { said } from '../said';
import { catCause, catFixes, catTitle } from './shared/cat-words';
import { LINKS } from './shared/links';

/** The DataLoader stacks its batch itself: that is `dataloader/collate-size`. */
const COLLATE = /collate|in DataLoader worker|utils[\\/]data[\\/]/;

const outside = ({ exceptions, log }: IReading): boolean =>
  !COLLATE.test(log) &&
  !exceptions.some(({ frames, message }) =>
    [message, ...frames.map(one => `${one.file} ${one.func}`)].some(text =>
      COLLATE.test(text)
    )
  );

/** The frames are there to show it, not only missing. */
const knownOutside = (reading: IReading): boolean =>
  outside(reading) && reading.exceptions.some(one => one.frames.length > 0);

/**
 * Up to torch 1.1 the DataLoader stacked a batch with this very text, along
 * dimension 0 and on the CPU (TH, not THC).
 */
const OLD_STACK =
  /invalid argument 0: Sizes of tensors must match except in dimension 0\. Got (?<first>\d+) and (?<second>\d+) in dimension (?<dim>\d{1,3})(?! at \S+THC)/;

const dims = { when: outside, read: (): Values => ({ kind: 'dims' }) };

const entry: IEntry = {
  id: 'tensor/cat-size',
  answers: [
    'Sizes of tensors must match except in dimension 1. Expected size 24 but got size 23 for tensor number 1 in the list.',
    'invalid argument 0: Sizes of tensors must match except in dimension 1. Got 14 and 13 in dimension 0',
    'Tensors must have same number of dimensions: got 2 and 3',
    'zero-dimensional tensor (at position 0) cannot be concatenated',
    'inconsistent tensor sizes at THCTensorMath.cu'
  ],
  signs: [
    ...said(
      /(?<!invalid argument 0: )Sizes of tensors must match except in dimension(?: (?<along>-?\d{1,3})(?:\. (?:Expected size|Got) (?<first>\d+) (?:but got size|and) (?<second>\d+)(?: in dimension (?<dim>-?\d{1,3}))?)?)?/,
      { when: outside }
    ),
    ...said(
      /invalid argument 0: Sizes of tensors must match except in dimension (?<along>[1-9]\d?)\. Got (?<first>\d+) and (?<second>\d+) in dimension (?<dim>\d{1,3})/,
      { when: outside }
    ),
    ...said(
      /invalid argument 0: Sizes of tensors must match except in dimension 0\. Got (?<first>\d+) and (?<second>\d+) in dimension (?<dim>\d{1,3}) at \S+THC/
    ),
    // Cut off there: a batch or a call of cat.
    ...said(
      /invalid argument 0: Sizes of tensors must match except in dimension(?: \d{1,2})?$/,
      { confidence: 'possible' }
    ),
    ...said(OLD_STACK, { when: knownOutside }),
    ...said(OLD_STACK, { when: outside, confidence: 'possible' }),
    ...said(
      /Tensors must have (?:the )?same number of dimensions(?:: got (?<first>\d{1,3}) and (?<second>\d{1,3}))?/,
      dims
    ),
    ...said(
      /zero-dimensional tensor \(at position \d{1,6}\) cannot be concatenated/,
      dims
    ),
    ...said(
      /expected a non-empty list of Tensors|stack expects a non-empty TensorList|There were no tensor arguments to this function \(e\.g\., you passed an empty list of Tensors\)/,
      { read: () => ({ kind: 'empty' }) }
    ),
    ...said(/inconsistent tensor sizes at \S*THC/),
    ...said(/inconsistent tensor sizes at (?!\S*THC)/, {
      when: outside,
      confidence: 'possible'
    })
  ],
  page(trans, values) {
    return {
      title: catTitle(trans, values),
      cause: catCause(trans, values),
      fixes: catFixes(trans, values),
      notThis: [
        trans.__(
          'The traceback passes through default_collate or a DataLoader worker: then the samples of a batch differ in shape.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: cat, what must agree'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.cat.html'
        },
        LINKS.dataLoader(trans)
      ]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'There were no tensor arguments to this function (e.g., you passed an empty list of Tensors), but no fallback function is registered for schema aten::_cat.  This usually means that this function requires a non-empty list of Tensors.',
      torch: '1.7',
      origin: 'reference',
      values: { kind: 'empty' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Sizes of tensors must match except in dimension 1. Expected size 5 but got size 4 for tensor number 1 in the list.',
      torch: '2.13',
      origin: 'run',
      values: { along: '1', first: '5', second: '4' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'Tensors must have same number of dimensions: got 2 and 3',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'dims', first: '2', second: '3' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'invalid argument 0: Sizes of tensors must match except in dimension 1. Got 14 and 13 in dimension 0 at /pytorch/aten/src/THC/generic/THCTensorMath.cu:83',
      torch: '1.0',
      origin: 'reference',
      values: { first: '14', second: '13', dim: '0' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Sizes of tensors must match except in dimension 0. Got 3 and 4 in dimension 1 (The offending index is 1)',
      torch: '1.8',
      origin: 'reference',
      values: { first: '3', second: '4', dim: '1' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'Caught RuntimeError in DataLoader worker process 0.\nOriginal Traceback (most recent call last):\n  File "/opt/lib/python3.6/site-packages/torch/utils/data/_utils/collate.py", line 68, in default_collate\n    return torch.stack(batch, 0, out=out)\nRuntimeError: invalid argument 0: Sizes of tensors must match except in dimension 0. Got 1 and 3 in dimension 1 at /pytorch/aten/src/TH/generic/THTensor.cpp:711'
    },
    {
      ename: 'ValueError',
      evalue:
        'all the input array dimensions except for the concatenation axis must match exactly, but along dimension 1, the array at index 0 has size 3 and the array at index 1 has size 4'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'import torch.nn.functional as F',
      'skip = torch.ones(1, 2, 5, 5)',
      'up = F.interpolate(F.max_pool2d(skip, 2), scale_factor=2)',
      'torch.cat([skip, up], dim=1)'
    ].join('\n'),
    fixed: [
      'import torch',
      'import torch.nn.functional as F',
      'skip = torch.ones(1, 2, 5, 5)',
      'up = F.interpolate(F.max_pool2d(skip, 2), scale_factor=2)',
      'up = F.interpolate(up, size=skip.shape[-2:])',
      'torch.cat([skip, up], dim=1)'
    ].join('\n')
  }
};

export default entry;
