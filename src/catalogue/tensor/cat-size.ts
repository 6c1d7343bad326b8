import type {
  IEntry,
  IFix,
  IReading,
  ITranslate,
  Values
} from '../../diagnosis/types';
import { said } from '../said';
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
  /invalid argument 0: Sizes of tensors must match except in dimension 0\. Got (?<first>\d{1,19}) and (?<second>\d{1,19}) in dimension (?<dim>\d{1,3})(?! at \S{1,300}THC)/;

function cause(
  trans: ITranslate,
  { first, second, along, dim }: Values
): string {
  if (dim === '0') {
    return trans.__(
      'The tensors have %1 and %2 in dimension 0, which is the batch. Often the last batch of a loader is shorter, or one of the tensors was made for a fixed batch size.',
      first ?? '?',
      second ?? '?'
    );
  }
  return first && second
    ? trans.__(
        'Tensors that are joined along dimension %3 must agree in all others, and here %1 meets %2. Often an odd size was halved and doubled again: 25 becomes 12, then 24.',
        first,
        second,
        along ?? '0'
      )
    : trans.__(
        'Tensors that are joined must agree in all dimensions but the one they are joined along. Often an odd size was halved and doubled again, or one tensor lacks a dimension.'
      );
}

function fixes(trans: ITranslate, { dim, kind }: Values): IFix[] {
  const shapes: IFix = {
    safety: 'diagnostic',
    title: trans.__('Print the shapes just before the line'),
    code: 'print([t.shape for t in tensors])'
  };
  const last: IFix = {
    safety: 'check',
    title: trans.__('Skip the shorter last batch'),
    code: 'loader = DataLoader(dataset, batch_size=16, shuffle=True, drop_last=True)'
  };
  const resize: IFix = {
    safety: 'check',
    title: trans.__('Skip connections: bring one to the size of the other'),
    detail: trans.__(
      'Or use image sizes that can be divided by 2 as often as the network does it.'
    ),
    code: 'up = F.interpolate(up, size=skip.shape[-2:])'
  };
  const lift: IFix = {
    safety: 'check',
    title: trans.__('Give the tensor the dimension it lacks'),
    code: 'x = x.unsqueeze(0)'
  };
  if (kind === 'dims') {
    return [lift, shapes];
  }
  return dim === '0' ? [last, shapes, resize] : [resize, shapes, last];
}

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
      /(?<!invalid argument 0: )Sizes of tensors must match except in dimension(?: (?<along>-?\d{1,3})(?:\. (?:Expected size|Got) (?<first>\d{1,19}) (?:but got size|and) (?<second>\d{1,19})(?: in dimension (?<dim>-?\d{1,3}))?)?)?/,
      { when: outside }
    ),
    ...said(
      /invalid argument 0: Sizes of tensors must match except in dimension (?<along>[1-9]\d?)\. Got (?<first>\d{1,19}) and (?<second>\d{1,19}) in dimension (?<dim>\d{1,3})/,
      { when: outside }
    ),
    ...said(
      /invalid argument 0: Sizes of tensors must match except in dimension 0\. Got (?<first>\d{1,19}) and (?<second>\d{1,19}) in dimension (?<dim>\d{1,3}) at \S{1,300}THC/
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
    ...said(/inconsistent tensor sizes at \S{0,300}THC/),
    ...said(/inconsistent tensor sizes at (?!\S{0,300}THC)/, {
      when: outside,
      confidence: 'possible'
    })
  ],
  page(trans, values) {
    const { first, second, kind } = values;
    return {
      title:
        first && second
          ? kind === 'dims'
            ? trans.__(
                'Joined tensors have %1 and %2 dimensions',
                first,
                second
              )
            : trans.__(
                'Joined tensors differ in size: %1 and %2',
                first,
                second
              )
          : trans.__('Tensors to be joined differ in size'),
      cause:
        kind === 'dims'
          ? trans.__(
              'torch.cat() joins tensors with the same number of dimensions, and none without any. Numbers are joined with torch.stack(), a missing dimension is added with unsqueeze().'
            )
          : cause(trans, values),
      fixes: fixes(trans, values),
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
        'Sizes of tensors must match except in dimension 1. Expected size 4 but got size 2 for tensor number 1 in the list.',
      torch: '2.13',
      origin: 'run',
      values: { along: '1', first: '4', second: '2' }
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
