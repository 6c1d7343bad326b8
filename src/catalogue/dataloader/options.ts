import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';
import { optionAdvice, optionTitle } from './shared/option-words';
import { samplerSigns } from './shared/sampler-signs';

/** Checks of `DataLoader.__init__`, `BatchSampler` and `random_split`. */
const entry: IEntry = {
  id: 'dataloader/options',
  answers: [
    'prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 to enable multiprocessing, otherwise set prefetch_factor to None.',
    'persistent_workers option needs num_workers > 0',
    'sampler option is mutually exclusive with shuffle',
    'batch_size should be a positive integer value, but got batch_size=0',
    'Sum of input lengths does not equal the length of the input dataset!',
    "'DataLoader' object is not subscriptable",
    'Size mismatch between tensors',
    'batch_size attribute should not be set after DataLoader is initialized'
  ],
  signs: [
    ...said(
      /(?<option>prefetch_factor|persistent_workers|timeout|num_workers) option (?:could only be specified in multiprocessing|needs num_workers|should be non-negative|cannot be negative)/
    ),
    ...said(
      /(?<option>batch_sampler|sampler) (?:option )?is mutually exclusive with (?:shuffle|batch_size|sampler)/
    ),
    ...said(/DataLoader with (?<option>IterableDataset): expected unspecified/),
    ...said(
      /(?<option>batch_size) should be a positive integ\w{1,6} value, but got batch_size/
    ),
    ...said(
      /Sum of input lengths does not equal the length of the input dataset/,
      { read: () => ({ option: 'lengths' }) }
    ),
    // Python's words for what the class lacks.
    ...said(
      /["']DataLoader["'] object (?:is not (?:subscriptable|an iterator|callable)|does not support indexing|has no attribute ["'](?:next|__next__|__getitem__)["'])/,
      { read: () => ({ option: 'loop' }) }
    ),
    ...samplerSigns
  ],
  page(trans, { option }) {
    const { rule, code } = optionAdvice(trans, option);
    return {
      title: optionTitle(trans, option),
      cause:
        option === undefined
          ? trans.__(
              'The loader checks its arguments when it is made, and two of them contradict each other or one is out of range.'
            )
          : rule,
      fixes: [{ safety: 'safe', title: trans.__('Change the call'), code }],
      notThis: [
        trans.__('A dataset of length 0 gives another message (num_samples=0).')
      ],
      links: [
        {
          title: trans.__('PyTorch: the arguments of DataLoader'),
          url: 'https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.DataLoader'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue: 'sampler is mutually exclusive with shuffle',
      torch: '0.2',
      origin: 'reference',
      values: { option: 'sampler' }
    },
    {
      ename: 'ValueError',
      evalue:
        'prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 to enable multiprocessing, otherwise set prefetch_factor to None.',
      torch: '2.13',
      origin: 'run',
      values: { option: 'prefetch_factor' }
    },
    {
      ename: 'ValueError',
      evalue: 'sampler option is mutually exclusive with shuffle',
      torch: '2.13',
      origin: 'run',
      values: { option: 'sampler' }
    },
    {
      ename: 'ValueError',
      evalue:
        'batch_size should be a positive integeral value, but got batch_size=0',
      torch: '1.0',
      origin: 'reference',
      values: { option: 'batch_size' }
    },
    {
      ename: 'ValueError',
      evalue:
        'Sum of input lengths does not equal the length of the input dataset!',
      torch: '2.13',
      origin: 'run',
      values: { option: 'lengths' }
    },
    {
      ename: 'TypeError',
      evalue: "'DataLoader' object is not subscriptable",
      torch: '2.13',
      origin: 'run',
      values: { option: 'loop' }
    },
    {
      ename: 'TypeError',
      evalue: "'DataLoader' object is not an iterator",
      torch: '2.13',
      origin: 'run',
      values: { option: 'loop' }
    },
    {
      ename: 'AssertionError',
      evalue: 'Size mismatch between tensors',
      torch: '2.13',
      origin: 'run',
      values: { option: 'tensors' }
    },
    {
      ename: 'AssertionError',
      evalue: '',
      traceback:
        'Traceback (most recent call last):\n  File "train.py", line 9, in <module>\n    data = TensorDataset(x, y)\n  File "/usr/lib/python3.7/site-packages/torch/utils/data/dataset.py", line 158, in __init__\n    assert all(tensors[0].size(0) == tensor.size(0) for tensor in tensors)\nAssertionError',
      torch: '1.4',
      origin: 'reference',
      values: { option: 'tensors' }
    },
    {
      ename: 'ValueError',
      evalue:
        'batch_size attribute should not be set after DataLoader is initialized',
      torch: '2.13',
      origin: 'run',
      values: { option: 'after' }
    },
    {
      ename: 'ValueError',
      evalue:
        'num_samples should be a positive integer value, but got num_samples=2.5',
      torch: '2.13',
      origin: 'run',
      values: { option: 'num_samples' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cannot sample n_sample > prob_dist.size(-1) samples without replacement',
      source:
        'sampler = WeightedRandomSampler(weights, 100, replacement=False)',
      torch: '2.13',
      origin: 'run',
      values: { option: 'draw' }
    }
  ],
  nearMisses: [
    {
      ename: 'ValueError',
      evalue: 'sampler is mutually exclusive with grid search'
    },
    {
      ename: 'ValueError',
      evalue:
        'num_samples should be a positive integer value, but got num_samples=0'
    },
    {
      ename: 'ValueError',
      evalue: 'batch_size must be specified for stateful RNNs'
    },
    { ename: 'ValueError', evalue: 'Size mismatch between tensors A and B' },
    { ename: 'AssertionError', evalue: '' },
    {
      ename: 'TypeError',
      evalue: "'MyLoader' object is not subscriptable"
    }
  ],
  reproduction: {
    raises: [
      'from torch.utils.data import DataLoader',
      'DataLoader(list(range(4)), num_workers=0, persistent_workers=True)'
    ].join('\n'),
    fixed: [
      'from torch.utils.data import DataLoader',
      'DataLoader(list(range(4)), num_workers=2, persistent_workers=True)'
    ].join('\n')
  }
};

export default entry;
