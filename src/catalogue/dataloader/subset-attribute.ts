import type { IEntry, IFix, ITranslate, Values } from '../../diagnosis/types';
import { check } from '../fix';
import { said } from '../said';

/** torch/utils/data/dataset.py; somebody may have named a class of theirs so. */
const WRAPPER =
  /["'](?<type>Subset|ConcatDataset)["'] object has no attribute ["'](?<name>\w{1,60})["']/;

/** What holds a value per sample: it is to be picked for the subset. */
const PER_SAMPLE =
  /^(?:targets|labels|train_labels|y|samples|imgs|data|train_data)$/;

function fixesOf(trans: ITranslate, { type, name }: Values): IFix[] {
  const attribute = name ?? 'targets';
  if (type === 'ConcatDataset') {
    return [
      check(
        trans.__('Ask the data sets that it is made of'),
        PER_SAMPLE.test(attribute)
          ? `${attribute} = [value for part in dataset.datasets for value in part.${attribute}]`
          : `dataset.datasets[0].${attribute}`
      )
    ];
  }
  if (attribute === 'transform') {
    return [
      check(
        trans.__('Make the data set once per transform, split the indices'),
        'indices = torch.randperm(len(train_all)).tolist()\ntrain = Subset(train_all, indices[1000:])\nvalid = Subset(valid_all, indices[:1000])',
        trans.__(
          'train_all and valid_all are the same data with other transforms. To set it on subset.dataset would change all parts of the split.'
        )
      )
    ];
  }
  return PER_SAMPLE.test(attribute)
    ? [
        check(
          trans.__('Pick them by the indices of the subset'),
          `${attribute} = [subset.dataset.${attribute}[i] for i in subset.indices]`
        )
      ]
    : [
        check(
          trans.__('Ask the data set that it is a part of'),
          attribute === 'df'
            ? 'df = subset.dataset.df.iloc[subset.indices]'
            : `subset.dataset.${attribute}`
        )
      ];
}

const entry: IEntry = {
  id: 'dataloader/subset-attribute',
  answers: [
    "'Subset' object has no attribute 'targets'",
    "'Subset' object has no attribute 'classes'",
    "'Subset' object has no attribute 'transform'",
    "'ConcatDataset' object has no attribute 'targets'"
  ],
  signs: said(WRAPPER, { confidence: 'likely' }),
  page(trans, values) {
    const { type, name } = values;
    const isConcat = type === 'ConcatDataset';
    return {
      title:
        name && name.length <= 16
          ? trans.__('%1 has no attribute “%2” of its own', type, name)
          : trans.__('A part of a data set does not have its attributes'),
      cause: isConcat
        ? trans.__(
            'ConcatDataset gives samples and a length, and none of the attributes of the data sets that it joins.'
          )
        : trans.__(
            'random_split() and Subset give samples and a length, and none of the attributes of the whole data set. That stands behind “.dataset”, and which samples are meant in “.indices”.'
          ),
      fixes: [
        ...fixesOf(trans, values),
        {
          safety: 'diagnostic',
          title: trans.__('See what is inside'),
          code: isConcat
            ? 'print([type(part) for part in dataset.datasets])'
            : 'print(type(subset.dataset), len(subset.indices))'
        }
      ],
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
    };
  },
  examples: [
    {
      ename: 'AttributeError',
      evalue: "'Subset' object has no attribute 'targets'",
      torch: '2.13',
      origin: 'run',
      values: { type: 'Subset', name: 'targets' }
    },
    {
      ename: 'AttributeError',
      evalue: "'Subset' object has no attribute 'transform'",
      torch: '2.13',
      origin: 'run',
      values: { name: 'transform' }
    },
    {
      ename: 'AttributeError',
      evalue: "'Subset' object has no attribute 'classes'",
      torch: '2.13',
      origin: 'run',
      values: { name: 'classes' }
    },
    {
      ename: 'AttributeError',
      evalue: "'ConcatDataset' object has no attribute 'targets'",
      torch: '2.13',
      origin: 'run',
      values: { type: 'ConcatDataset', name: 'targets' }
    }
  ],
  nearMisses: [
    {
      ename: 'AttributeError',
      evalue: "'Dataset' object has no attribute 'targets'"
    },
    {
      ename: 'AttributeError',
      evalue: "'_SubsetDataset' object has no attribute 'targets'"
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'from torch.utils.data import TensorDataset, random_split',
      'dataset = TensorDataset(torch.randn(10, 2))',
      'dataset.targets = list(range(10))',
      'train, valid = random_split(dataset, [8, 2])',
      'targets = train.targets'
    ].join('\n'),
    fixed: [
      'import torch',
      'from torch.utils.data import TensorDataset, random_split',
      'dataset = TensorDataset(torch.randn(10, 2))',
      'dataset.targets = list(range(10))',
      'train, valid = random_split(dataset, [8, 2])',
      'targets = [train.dataset.targets[i] for i in train.indices]'
    ].join('\n')
  }
};

export default entry;
