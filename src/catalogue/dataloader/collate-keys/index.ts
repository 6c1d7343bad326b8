import type { IReading } from '../../../incident/types';
import { define } from '../../define';

import { LINKS } from '../shared/links';
import {
  SHARED_KEYS,
  collatedBy,
  samplesFilled
} from '../../shared/edits/collate';

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

export default define({
  id: 'dataloader/collate-keys',
  answers: [
    'KeyError in default_collate: {key: collate([d[key] for d in batch])}'
  ],
  refines: ['dataloader/worker-exception'],
  values: ['key'],
  signs: [
    {
      where: 'message',
      ename: /^KeyError$/,
      pattern: /^'?(?<key>[^'\n]+)'?$/,
      when: raisedInCollate
    }
  ],
  words: (trans, { key }) => ({
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
        edit: key === undefined ? undefined : samplesFilled(key),
        code: `sample.setdefault(${JSON.stringify(key ?? 'key')}, torch.zeros(()))`
      },
      {
        safety: 'check',
        title: trans.__('Or batch only the keys that all have'),
        edit: collatedBy(SHARED_KEYS),
        code: 'from torch.utils.data import default_collate\n\ndef collate(batch):\n    keys = set.intersection(*(set(sample) for sample in batch))\n    return default_collate([{k: s[k] for k in keys} for s in batch])\n\nDataLoader(dataset, collate_fn=collate)'
      },
      {
        safety: 'diagnostic',
        title: trans.__('Find the samples that differ'),
        code: 'keys = set(dataset[0])\nprint([i for i in range(len(dataset)) if set(dataset[i]) != keys])'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'The traceback ends in your __getitem__: then a lookup of your own failed.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: default_collate, how dicts are put together'),
        url: LINKS.collate
      }
    ]
  })
});
