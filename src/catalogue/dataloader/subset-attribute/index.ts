import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { fitting } from '../../shared/fitting';
import { ofSubset } from '../../shared/edits/names';

/** torch/utils/data/dataset.py; somebody may have named a class of theirs so. */
const WRAPPER =
  /["'](?<type>Subset|ConcatDataset)["'] object has no attribute ["'](?<name>\w{1,60})["']/;

/** Data sets of torchvision and the like; somebody may have named a class so. */
const DATA = String.raw`(?<type>(?:Fashion|[KEQ])?MNIST|CIFAR100?|SVHN|STL10|ImageFolder|DataLoader|\w{0,30}Dataset)`;

/** What moves or converts a tensor. */
const MOVED = new RegExp(
  String.raw`["']${DATA}["'] object has no attribute ["'](?<name>to|cuda|float|half|shape|size)["']`
);

/** What torchvision called the samples and labels of CIFAR up to 2019. */
const RENAMED =
  /\b["']?(?<type>CIFAR100?|SVHN)["']? object has no attribute ["'](?<name>(?:train|test)_(?:labels|data))["']/;

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

/** What `train_labels` and the like are called since. */
function today(name: string): string {
  return name.endsWith('labels') ? 'targets' : 'data';
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
  values: ['name', 'type'],
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
    },
    moved: {
      signs: messageOrLog(MOVED, { confidence: 'likely' }),
      words: (trans, { type = 'MNIST', name = 'to' }) => ({
        title: fitting(`${type}${name}`, 36)
          ? trans.__('A %1 is no tensor: it has no %2', type, name)
          : trans.__('A data set is no tensor'),
        cause: trans.__(
          'A data set or a loader hands out its samples one after another, and stays on the CPU. Tensors are what comes out of it: the batches.'
        ),
        fixes: [
          /^(?:shape|size)$/.test(name)
            ? check(
                trans.__('Ask for the number of samples, or one of them'),
                'print(len(dataset), dataset[0][0].shape)'
              )
            : check(
                trans.__('Move each batch in the loop'),
                'for x, y in loader:\n    x, y = x.to(device), y.to(device)'
              )
        ]
      })
    },
    renamed: {
      signs: messageOrLog(RENAMED, { confidence: 'likely' }),
      words: (trans, { type = 'CIFAR10', name = 'train_labels' }) => ({
        title: trans.__('%1 calls it %2 today', type, today(name)),
        cause: trans.__(
          'torchvision had %1 in its first releases. Since then a data set has data and targets, of the part that train=True or train=False chose.',
          name
        ),
        fixes: [
          check(
            trans.__('Write what it is called today'),
            `dataset.${today(name)}`
          )
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
