import type { IEntry, IReading } from '../../diagnosis/types';

import { LINKS } from './shared/links';

/** The KeyError comes from `collate` itself, not from the dataset. */
function raisedInCollate(reading: IReading): boolean {
  return reading.exceptions.some(one => {
    const last = one.frames[one.frames.length - 1];
    return (
      one.name === 'KeyError' &&
      last !== undefined &&
      /_utils[\\/]collate\.py$/.test(last.file)
    );
  });
}

const entry: IEntry = {
  id: 'dataloader/collate-keys',
  answers: [
    'KeyError in default_collate: {key: collate([d[key] for d in batch])}'
  ],
  refines: ['dataloader/worker-exception'],
  signs: [
    {
      where: 'message',
      ename: /^KeyError$/,
      pattern: /^'?(?<key>[^'\n]+)'?$/,
      when: raisedInCollate
    }
  ],
  page(trans, { key }) {
    return {
      title:
        key === undefined || key.length > 24
          ? trans.__('The dicts of one batch have different keys')
          : trans.__('Not every sample of the batch has the key “%1”', key),
      cause: trans.__(
        'The samples are dicts, and the loader makes a batch for each key of the first one. Another sample of the same batch lacks such a key.'
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Give every sample the same keys'),
          code: `sample.setdefault(${JSON.stringify(key ?? 'key')}, torch.zeros(()))`
        },
        {
          safety: 'check',
          title: trans.__('Or batch only the keys that all have'),
          code: 'from torch.utils.data import default_collate\n\ndef collate(batch):\n    keys = set.intersection(*(set(sample) for sample in batch))\n    return default_collate([{k: s[k] for k in keys} for s in batch])\n\nDataLoader(dataset, collate_fn=collate)'
        },
        {
          safety: 'diagnostic',
          title: trans.__('Find the samples that differ'),
          code: 'keys = set(dataset[0])\nprint([i for i in range(len(dataset)) if set(dataset[i]) != keys])'
        }
      ],
      notThis: [
        trans.__(
          'The traceback ends in your __getitem__: then a lookup of your own failed.'
        )
      ],
      links: [
        {
          title: trans.__(
            'PyTorch: default_collate, how dicts are put together'
          ),
          url: LINKS.collate
        }
      ]
    };
  },
  examples: [
    {
      ename: 'KeyError',
      evalue: "'mask'",
      traceback:
        "KeyError                                  Traceback (most recent call last)\nCell In[3], line 4\n----> 4 for b in DataLoader(samples, batch_size=2): pass\n\nFile ~/env/lib/python3.11/site-packages/torch/utils/data/_utils/fetch.py:57, in _MapDatasetFetcher.fetch(self, possibly_batched_index)\n---> 57 return self.collate_fn(data)\n\nFile ~/env/lib/python3.11/site-packages/torch/utils/data/_utils/collate.py:172, in collate(batch, collate_fn_map)\n--> 172 clone.update({key: collate([d[key] for d in batch]) for key in elem})\n\nKeyError: 'mask'",
      torch: '2.13',
      origin: 'run',
      values: { key: 'mask' }
    }
  ],
  nearMisses: [
    {
      ename: 'KeyError',
      evalue: "'mask'",
      traceback:
        'KeyError                                  Traceback (most recent call last)\nCell In[3], line 4\n----> 4 for b in DataLoader(data, batch_size=2): pass\n\nFile ~/env/lib/python3.11/site-packages/torch/utils/data/_utils/fetch.py:54, in _MapDatasetFetcher.fetch(self, possibly_batched_index)\n---> 54 data = [self.dataset[idx] for idx in possibly_batched_index]\n\nCell In[2], line 6, in Data.__getitem__(self, i)\n----> 6 return self.items["mask"]\n\nKeyError: \'mask\''
    },
    { ename: 'KeyError', evalue: "'mask'" }
  ],
  reproduction: {
    raises: [
      'import torch',
      'from torch.utils.data import DataLoader',
      "samples = [{'x': 1, 'mask': 0}, {'x': 2}]",
      'next(iter(DataLoader(samples, batch_size=2)))'
    ].join('\n'),
    fixed: [
      'import torch',
      'from torch.utils.data import DataLoader',
      "samples = [{'x': 1, 'mask': 0}, {'x': 2}]",
      'for sample in samples:',
      "    sample.setdefault('mask', 0)",
      'next(iter(DataLoader(samples, batch_size=2)))'
    ].join('\n')
  }
};

export default entry;
