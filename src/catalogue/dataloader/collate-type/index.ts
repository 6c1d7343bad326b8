import type { Edit } from '../../../code/types';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type IWords, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { definitionOf } from '../../shared/visible-code';

import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { textFrom } from '../../shared/text-from';
import { keywordGiven } from '../../shared/edits/calls';
import {
  LISTED,
  PRESENT,
  collatedBy,
  commaTaken
} from '../../shared/edits/collate';
import { returnAdded } from '../../shared/edits/functions';

/** Without the samples that are None, where some are there: it returns something. */
const presentOnly: Edit = failed =>
  returnAdded('__getitem__')(failed) ? null : collatedBy(PRESENT)(failed);

/** What stands in a sample where brackets were forgotten: `x.float` for `x.float()`. */
const UNCALLED = /^(?:builtin_function_or_method|method|function)$/;

function isUncalled(type = ''): boolean {
  return UNCALLED.test(type);
}

/** A method of tensors and arrays that takes no arguments, without its brackets. */
const METHOD =
  /(?<=[\w)\]])\.(?:float|double|half|long|int|bool|numpy|item|tolist|flatten|squeeze|clone|copy|detach|cpu|cuda|t|mean|sum|max|min)(?![\w(.])/g;

/** The line of __getitem__ in which a method is not called, with its brackets. */
function calledLine(reading: IReading): string | undefined {
  const body = definitionOf('__getitem__', reading)?.body ?? [];
  const lines = body.filter(line => line.search(METHOD) >= 0);
  const [line = ''] = lines;
  return lines.length === 1 && line.trim().length <= 100
    ? line.trim().replace(METHOD, method => `${method}()`)
    : undefined;
}

/** What to change, by the class that was found in the sample. */
function fixFor(
  { type, anew }: ValuesOf<'type' | 'anew'>,
  trans: ITranslate
): readonly IFix[] {
  if (isUncalled(type)) {
    return [
      check(
        trans.__('Call the method: put () behind it'),
        anew ?? 'return self.x[index].float(), self.y[index]  # not .float'
      )
    ];
  }
  if (type === 'NoneType') {
    return [
      {
        safety: 'check',
        title: trans.__('Return the sample from every way through __getitem__'),
        edit: returnAdded('__getitem__'),
        detail: trans.__(
          'A return statement is missing, or a branch (a file that cannot be read) returns None.'
        ),
        code: 'def __getitem__(self, index):\n    ...\n    return image, label'
      },
      {
        safety: 'check',
        title: trans.__('Or drop the samples that are None'),
        edit: presentOnly,
        code: 'from torch.utils.data import default_collate\n\ndef skip_none(batch):\n    return default_collate([s for s in batch if s is not None])\n\nDataLoader(dataset, collate_fn=skip_none)'
      }
    ];
  }
  if (
    /(?:Dataset|DataLoader|ImageFolder|Subset|DatasetFolder)$/.test(type ?? '')
  ) {
    return [
      {
        safety: 'check',
        title: trans.__('A comma made a tuple of the data set: take it away'),
        edit: commaTaken,
        code: 'dataset = ImageFolder(root, transform)  # without a comma behind it'
      },
      {
        safety: 'check',
        title: trans.__('Several data sets: join them to one'),
        code: 'from torch.utils.data import ConcatDataset\nloader = DataLoader(ConcatDataset([first, second]), batch_size=8)'
      }
    ];
  }
  if (type?.startsWith('PIL.')) {
    return [
      {
        safety: 'safe',
        title: trans.__('Turn the image into a tensor'),
        edit: keywordGiven(
          ['ImageFolder', 'CIFAR10', 'CIFAR100', 'MNIST', 'FashionMNIST'],
          'transform',
          'transforms.ToTensor()'
        ),
        code: 'dataset = ImageFolder(root, transform=transforms.ToTensor())'
      }
    ];
  }
  if (type?.startsWith('torch_geometric.')) {
    return [
      {
        safety: 'safe',
        title: trans.__('Graphs have a DataLoader of their own'),
        detail: trans.__(
          'It joins the graphs of a batch into one, with batch.batch telling them apart.'
        ),
        code: 'from torch_geometric.loader import DataLoader  # not torch.utils.data'
      }
    ];
  }
  if (type?.startsWith('pandas.')) {
    return [
      {
        safety: 'check',
        title: trans.__('Take numbers out of the row'),
        code: "row = self.table.iloc[index]\nx = torch.tensor(row[self.columns].to_numpy(dtype='float32'))\nreturn x, int(row['label'])"
      },
      {
        safety: 'check',
        title: trans.__('fastai: say which columns are x and y'),
        code: "block = DataBlock(blocks=(ImageBlock, CategoryBlock), get_x=ColReader('path'), get_y=ColReader('label'))"
      }
    ];
  }
  return [
    {
      safety: 'check',
      title: trans.__(
        'Return tensors, numpy arrays or numbers from __getitem__'
      ),
      code: 'return torch.as_tensor(x), torch.as_tensor(y)'
    },
    {
      safety: 'check',
      title: trans.__('Or tell the loader how to make a batch of them'),
      edit: collatedBy(LISTED),
      code: 'def collate(batch):\n    return tuple(zip(*batch))\n\nDataLoader(dataset, batch_size=8, collate_fn=collate)'
    }
  ];
}

/** Title and cause, by the class that was found in the sample. */
function saidOf(
  trans: ITranslate,
  type: string | undefined
): Pick<IWords, 'title' | 'cause'> {
  if (type === 'NoneType') {
    return {
      title: trans.__('A sample is None: no batch can be made of it'),
      cause: trans.__(
        'The dataset returned None for a sample, or inside one. The loader can put tensors, numpy arrays, numbers, texts, dicts and lists together, nothing else.'
      )
    };
  }
  if (isUncalled(type)) {
    return {
      title: trans.__('A sample holds a method that was not called'),
      cause: trans.__(
        'A sample holds a %1, the method itself and not what it gives: in __getitem__ it stands without its brackets.',
        type
      )
    };
  }
  return {
    title:
      type === undefined || type.length > 30
        ? trans.__('A sample holds what cannot become a batch')
        : trans.__('A sample holds a %1: no batch of it', type),
    cause:
      type === undefined
        ? trans.__(
            'The loader can put tensors, numpy arrays, numbers, texts, dicts and lists together to a batch, and a sample holds something else.'
          )
        : trans.__(
            'The loader can put tensors, numpy arrays, numbers, texts, dicts and lists together to a batch, and a sample holds a %1.',
            type
          )
  };
}

/** Whether the loader's own code for putting a batch together raised it. */
function raisedInCollate({ exceptions }: IReading): boolean {
  return exceptions.some(({ name, frames }) => {
    const { file = '' } = frames[frames.length - 1] ?? {};
    return name === 'TypeError' && /_utils[\\/]collate\.py$/.test(file);
  });
}

function readType(_: Values, reading: IReading) {
  const text = textFrom(reading, 'batch must contain ');
  const type = /found <(?:class|type) '([^\s']+)'/.exec(text)?.[1];
  return {
    type,
    anew: isUncalled(type) ? calledLine(reading) : undefined
  };
}

export default define({
  id: 'dataloader/collate-type',
  answers: [
    "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found <class 'NoneType'>",
    "batch must contain tensors, numbers, dicts or lists; found <class 'PIL.Image.Image'>"
  ],
  refines: ['dataloader/worker-exception'],
  values: ['type', 'anew'],
  signs: [
    // The samples are tuples, and one of them is none.
    {
      where: 'message',
      ename: /^TypeError$/,
      pattern:
        /^(?:object of type )?["']NoneType["'] (?:has no len\(\)|object is not iterable)$/,
      when: raisedInCollate,
      read: () => ({ type: 'NoneType' })
    },
    ...messageOrLog(
      /batch must contain (?:tensors, )?(?:numpy arrays, )?numbers, dicts or lists|default_collate: batch must contain/,
      { read: readType }
    )
  ],
  words: (trans, { type, anew }) => ({
    ...saidOf(trans, type),
    fixes: [
      ...fixFor({ type, anew }, trans),
      {
        safety: 'diagnostic',
        title: trans.__('Look at one sample'),
        code: 'print(type(dataset[0]), dataset[0])'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'Samples of the right type but of different sizes give another message (“equal size”).'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: default_collate, the types it knows'),
        url: LINKS.data
      },
      {
        title: trans.__('PyTorch: working with collate_fn'),
        url: LINKS.collate
      }
    ]
  })
});
