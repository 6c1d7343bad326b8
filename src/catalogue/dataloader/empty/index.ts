import type { ILink, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { passedThrough } from '../../predicates';
import { DATASET_VALUES, datasetOf } from '../shared/dataset';

/** An average over the samples or the batches, of which there are none. */
const AVERAGE =
  /\/=? ?(?:float\()?len\( ?(?:self\.)?\w{0,30}(?:loader|data_?set|_dl|_ds)\b/;

function averages({ exceptions }: IReading): boolean {
  return exceptions.some(({ name, frames }) =>
    name === 'ZeroDivisionError'
      ? AVERAGE.test(frames[frames.length - 1]?.code ?? '')
      : false
  );
}

/** The line makes the iterator that it asks: its first batch is not there. */
function startsAnew(reading: IReading): boolean {
  return /\bnext\(iter\(/.test(reading.code);
}

/** `next(iter(loader))` of a loader without a single batch. */
function endsInLoader(reading: IReading): boolean {
  return passedThrough(reading, /[\\/]dataloader\.py$/);
}

function loaderLink(trans: ITranslate): ILink {
  return {
    title: trans.__('PyTorch: DataLoader, dataset and shuffle'),
    url: 'https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.DataLoader'
  };
}

export default define({
  id: 'dataloader/empty',
  answers: [
    'num_samples should be a positive integer value, but got num_samples=0',
    'num_samples should be a positive integeral value, but got num_samples=0',
    'Found 0 files in subfolders of: ./data',
    'Found no valid file for the classes .ipynb_checkpoints'
  ],
  values: ['folder', 'classes', ...DATASET_VALUES],
  known: datasetOf,
  kinds: {
    dataset: {
      signs: [
        ...messageOrLog(
          /num_samples should be a positive inte\w{1,12}(?: value)?, ?but got num_samples ?= ?0/
        ),
        {
          where: 'message',
          ename: /^StopIteration$/,
          pattern: /^$/,
          when: reading => endsInLoader(reading) && startsAnew(reading),
          confidence: 'likely'
        },
        // torch.randperm(0), which a sampler calls, up to torch 0.4.
        ...messageOrLog(
          /must be strictly positive at \S{1,200}THTensor(?:Math|Random)\.c/,
          { confidence: 'likely' }
        ),
        // ConcatDataset of no data sets at all; data of length 0 in one of them.
        ...messageOrLog(/datasets should not be an empty iterable/),
        {
          where: 'message',
          ename: /^ZeroDivisionError$/,
          pattern: /^/,
          when: averages,
          confidence: 'likely'
        }
      ],
      words: (trans, { dataset, length }) => ({
        title: trans.__('The dataset is empty'),
        cause:
          dataset && length === '0'
            ? trans.__(
                'The loader was given a %1 of length 0. Usually a wrong folder, a file pattern or extension that matches nothing, or a filter or split that left nothing.',
                dataset
              )
            : trans.__(
                'The loader was given a dataset of length 0. Usually a wrong folder, a file pattern or extension that matches nothing, or a filter or split that left nothing.'
              ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('Look at the length and the folder'),
            detail: trans.__(
              'A relative path counts from the folder in which the kernel runs.'
            ),
            code: 'import os\n\nprint(len(dataset), os.getcwd(), os.listdir(root)[:5])'
          },
          {
            safety: 'check',
            title: trans.__('Make the path absolute and check what matches'),
            code: 'from pathlib import Path\n\npaths = sorted(Path(root).resolve().rglob("*.jpg"))\nassert paths, f"no images under {root}"'
          },
          {
            safety: 'check',
            title: trans.__('Look at __len__ of your own Dataset'),
            code: 'def __len__(self):\n    return len(self.paths)'
          }
        ],
        links: [loaderLink(trans)]
      })
    },
    ended: {
      signs: [
        {
          where: 'message',
          ename: /^StopIteration$/,
          pattern: /^$/,
          when: reading => endsInLoader(reading) && !startsAnew(reading),
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('The iterator of the loader is used up'),
        cause: trans.__(
          'next() gives one batch after another, and after the last one it raises StopIteration. With drop_last=True, or an empty data set, there may be no batch at all.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Begin anew where it ends'),
            code: 'try:\n    x, y = next(batches)\nexcept StopIteration:\n    batches = iter(loader)\n    x, y = next(batches)'
          },
          {
            safety: 'diagnostic',
            title: trans.__('See how many batches there are'),
            code: 'print(len(loader), len(loader.dataset), loader.batch_size, loader.drop_last)'
          }
        ],
        links: [loaderLink(trans)]
      })
    },
    // torchvision's ImageFolder, whose classes are the folders in its root.
    folder: {
      // torchvision/datasets/folder.py, now and up to 0.9.
      signs: [
        ...messageOrLog(
          /Couldn["']t find any class folder in (?<folder>[^ ]{1,200}[^ .])/
        ),
        ...messageOrLog(
          /Found (?:0 (?:files|images) in subfolders of: ?(?<folder>.{1,200}?)(?= Supported|$)|no valid file for the classes (?<classes>.{1,200}?)\. Supported)/
        )
      ],
      words: (trans, { folder = 'root', classes }) => ({
        title: trans.__('A folder of images holds none'),
        cause: classes
          ? trans.__(
              'ImageFolder takes each folder inside its root for a class, and %1 holds no file with an extension that it knows. Usual: a folder that is no class, such as .ipynb_checkpoints, or images that lie one level higher or lower.',
              classes
            )
          : trans.__(
              'ImageFolder takes each folder inside its root (%1) for a class, and found no file there with an extension that it knows. Usual: a wrong path, or images that lie one level higher or lower.',
              folder
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what lies in the root and its folders'),
            detail: trans.__(
              'A relative path counts from the folder in which the kernel runs.'
            ),
            code: 'from pathlib import Path\n\nfor each in sorted(Path(root).resolve().iterdir()):\n    print(each, len(list(each.glob("*"))) if each.is_dir() else "")'
          },
          {
            safety: 'check',
            title: trans.__('Put each class into a folder of its own'),
            detail: trans.__(
              'root/dog/1.png, root/cat/2.png. Folders that are no class move elsewhere; Jupyter makes .ipynb_checkpoints where a file was edited.'
            )
          },
          {
            safety: 'check',
            title: trans.__('Other extensions: name them, or test each file'),
            code: 'ImageFolder(root, is_valid_file=lambda path: path.endswith(".jp2"))'
          }
        ],
        links: [
          loaderLink(trans),
          {
            title: trans.__('torchvision: ImageFolder'),
            url: 'https://docs.pytorch.org/vision/stable/generated/torchvision.datasets.ImageFolder.html'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The number in the message is not 0: then a float or a negative number was given to a sampler.'
      ),
      trans.__(
        'next() on an iterator that was used up raises StopIteration too: make a new one with iter(loader).'
      )
    ]
  })
});
