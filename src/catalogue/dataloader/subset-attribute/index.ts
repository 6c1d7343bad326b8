import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { ofSubset } from '../../shared/edits/names';

/** torch/utils/data/dataset.py; somebody may have named a class of theirs so. */
const WRAPPER =
  /["'](?<type>Subset|ConcatDataset)["'] object has no attribute ["'](?<name>\w{1,60})["']/;

/** What holds a value per sample: it is to be picked for the subset. */
const PER_SAMPLE =
  /^(?:targets|labels|train_labels|y|samples|imgs|data|train_data)$/;

function subsetFix(trans: ITranslate, attribute: string): IFix {
  if (attribute === 'transform') {
    return check(
      trans.__('Make the data set once per transform, split the indices'),
      'indices = torch.randperm(len(train_all)).tolist()\ntrain = Subset(train_all, indices[1000:])\nvalid = Subset(valid_all, indices[:1000])',
      trans.__(
        'train_all and valid_all are the same data with other transforms. To set it on subset.dataset would change all parts of the split.'
      )
    );
  }
  return PER_SAMPLE.test(attribute)
    ? {
        ...check(
          trans.__('Pick them by the indices of the subset'),
          `${attribute} = [subset.dataset.${attribute}[i] for i in subset.indices]`
        ),
        edit: ofSubset(attribute)
      }
    : check(
        trans.__('Ask the data set that it is a part of'),
        attribute === 'df'
          ? 'df = subset.dataset.df.iloc[subset.indices]'
          : `subset.dataset.${attribute}`
      );
}

function titleOf(
  trans: ITranslate,
  type: string,
  name: string | undefined
): string {
  return name && name.length <= 16
    ? trans.__('%1 has no attribute “%2” of its own', type, name)
    : trans.__('A part of a data set does not have its attributes');
}

export default define({
  id: 'dataloader/subset-attribute',
  answers: [
    "'Subset' object has no attribute 'targets'",
    "'Subset' object has no attribute 'classes'",
    "'Subset' object has no attribute 'transform'",
    "'ConcatDataset' object has no attribute 'targets'"
  ],
  values: ['name'],
  signs: messageOrLog(WRAPPER, {
    confidence: 'likely',
    read: ({ type, name }) => ({
      kind: type === 'ConcatDataset' ? 'joined' : 'subset',
      name
    })
  }),
  kinds: {
    subset: {
      words: (trans, { name }) => ({
        title: titleOf(trans, 'Subset', name),
        cause: trans.__(
          'random_split() and Subset give samples and a length, and none of the attributes of the whole data set. That stands behind “.dataset”, and which samples are meant in “.indices”.'
        ),
        fixes: [
          subsetFix(trans, name ?? 'targets'),
          {
            safety: 'diagnostic',
            title: trans.__('See what is inside'),
            code: 'print(type(subset.dataset), len(subset.indices))'
          }
        ]
      })
    },
    joined: {
      words: (trans, { name = 'targets' }) => ({
        title: titleOf(trans, 'ConcatDataset', name),
        cause: trans.__(
          'ConcatDataset gives samples and a length, and none of the attributes of the data sets that it joins.'
        ),
        fixes: [
          check(
            trans.__('Ask the data sets that it is made of'),
            PER_SAMPLE.test(name)
              ? `${name} = [value for part in dataset.datasets for value in part.${name}]`
              : `dataset.datasets[0].${name}`
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See what is inside'),
            code: 'print([type(part) for part in dataset.datasets])'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the whole data set lacks the attribute as well, look how its class names it.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: torch.utils.data.Subset'),
        url: 'https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.Subset'
      }
    ]
  })
});
