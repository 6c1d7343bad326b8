import type { IEntry, ITranslate } from '../../diagnosis/types';

import { said } from '../said';

/** What each refused combination needs, by the option that was named. */
function advice(
  option: string | undefined,
  trans: ITranslate
): { rule: string; code: string } {
  switch (option) {
    case 'prefetch_factor':
      return {
        rule: trans.__(
          'prefetch_factor says how many batches each worker prepares, so it needs num_workers of at least 1.'
        ),
        code: 'DataLoader(dataset, num_workers=2, prefetch_factor=2)'
      };
    case 'persistent_workers':
      return {
        rule: trans.__(
          'persistent_workers keeps the workers after an epoch, so it needs num_workers of at least 1.'
        ),
        code: 'DataLoader(dataset, num_workers=2, persistent_workers=True)'
      };
    case 'sampler':
    case 'batch_sampler':
      return {
        rule: trans.__(
          'A sampler decides the order itself, so shuffle must stay off; a batch_sampler decides the batches, so batch_size, shuffle, sampler and drop_last must stay off too.'
        ),
        code: 'DataLoader(dataset, batch_size=8, sampler=sampler)'
      };
    case 'IterableDataset':
      return {
        rule: trans.__(
          'An IterableDataset gives its samples in its own order, so shuffle and sampler must stay off. Shuffle inside its __iter__.'
        ),
        code: 'DataLoader(iterable_dataset, batch_size=8)'
      };
    case 'lengths':
      return {
        rule: trans.__(
          'The lengths given to random_split must add up to the length of the dataset; fractions that add up to 1 are rounded for you.'
        ),
        code: 'train, test = random_split(dataset, [0.8, 0.2])'
      };
    case 'loop':
      return {
        rule: trans.__(
          'A DataLoader can only be looped over. For one batch make an iterator of it; a single sample is in its dataset.'
        ),
        code: 'x, y = next(iter(loader))\nx, y = loader.dataset[0]'
      };
    default:
      return {
        rule: trans.__(
          'batch_size must be a whole number of at least 1; num_workers and timeout must not be negative.'
        ),
        code: 'DataLoader(dataset, batch_size=int(batch_size), num_workers=0)'
      };
  }
}

/** Checks of `DataLoader.__init__`, `BatchSampler` and `random_split`. */
const entry: IEntry = {
  id: 'dataloader/options',
  answers: [
    'prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 to enable multiprocessing, otherwise set prefetch_factor to None.',
    'persistent_workers option needs num_workers > 0',
    'sampler option is mutually exclusive with shuffle',
    'batch_size should be a positive integer value, but got batch_size=0',
    'Sum of input lengths does not equal the length of the input dataset!',
    "'DataLoader' object is not subscriptable"
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
    )
  ],
  page(trans, { option }) {
    const { rule, code } = advice(option, trans);
    return {
      title:
        option === undefined
          ? trans.__('These DataLoader arguments do not go together')
          : option === 'lengths'
            ? trans.__('The parts do not add up to the whole dataset')
            : option === 'loop'
              ? trans.__('A DataLoader has no index and no next batch')
              : trans.__('DataLoader refuses its argument: %1', option),
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
