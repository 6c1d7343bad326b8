import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { unreadImageFixes } from '../../shared/unread-image';
import { withoutWorkers } from '../../shared/edits/loader';

/** Leave out what cannot be read, before the first epoch meets it. */
function findBroken(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('Find all files that cannot be read'),
    code: "from pathlib import Path\nfrom PIL import Image\n\nfor path in Path(root).rglob('*.jpg'):\n    try:\n        Image.open(path).load()\n    except Exception as error:\n        print(path, error)"
  };
}

function findSample(trans: ITranslate): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('The path is not shown: load in the main process'),
    code: 'loader = DataLoader(dataset, batch_size=1, num_workers=0)',
    edit: withoutWorkers
  };
}

/** Pillow's errors, which have nothing to do with torch where it is not in play. */
const ours = (reading: IReading): boolean =>
  isTorchInPlay(reading) || reading.mentions('DataLoader worker');

/** A file of a data set that is no image, or not a whole one. */
export default define({
  id: 'dataloader/image-file',
  answers: [
    "PIL.UnidentifiedImageError: cannot identify image file '/content/data/cat/001.jpg'",
    'OSError: image file is truncated (12 bytes not processed)',
    'OSError: broken data stream when reading image file',
    'error: (-215:Assertion failed) !_src.empty() in function cvtColor'
  ],
  refines: ['dataloader/worker-exception'],
  values: ['file', 'left'],
  kinds: {
    unknown: {
      signs: [
        {
          where: 'message',
          pattern:
            /\bcannot identify image file ["']?(?<file>[^"'<>]{1,300}[^"'<> ])?/,
          when: ours
        }
      ],
      words: (trans, { file }) => ({
        title: trans.__('A file of the data set is no image'),
        cause: file
          ? trans.__(
              '%1 holds nothing that Pillow knows as an image. Mostly a download broke off or gave a web page, or it is another kind of file (a video, .DS_Store, a git-lfs pointer).',
              file
            )
          : trans.__(
              'A file holds nothing that Pillow knows as an image. Mostly a download broke off or gave a web page, or it is another kind of file (a video, .DS_Store, a git-lfs pointer).'
            ),
        fixes: [
          ...(file
            ? [
                {
                  safety: 'diagnostic' as const,
                  title: trans.__('Look at its size and its first bytes'),
                  code: `import os\nprint(os.path.getsize(${JSON.stringify(file)}), open(${JSON.stringify(file)}, 'rb').read(40))`
                }
              ]
            : [findSample(trans)]),
          findBroken(trans)
        ]
      })
    },
    cut: {
      signs: [
        {
          where: 'message',
          pattern:
            /\bimage file is truncated(?: \((?<left>\d{1,12}) bytes not processed\))?|\bbroken data stream when reading image file|\bunrecognized data stream contents when reading image file/,
          when: ours
        }
      ],
      words: (trans, { left }) => ({
        title: trans.__('An image of the data set is not complete'),
        cause: left
          ? trans.__(
              'The file ends before its image does (%1 bytes were left over): a download or a copy broke off, or the disk was full.',
              left
            )
          : trans.__(
              'The file ends before its image does: a download or a copy broke off, or the disk was full.'
            ),
        fixes: [
          findBroken(trans),
          check(
            trans.__('Few are broken: let Pillow fill in the rest'),
            'from PIL import ImageFile\nImageFile.LOAD_TRUNCATED_IMAGES = True  # before the first image is loaded',
            trans.__('What is missing becomes grey or black.')
          ),
          findSample(trans)
        ]
      })
    },
    unread: {
      // OpenCV: the function, not imread(), notices that there is nothing.
      signs: [
        {
          where: 'message',
          pattern:
            /\(-215:Assertion failed\) !(?:_?src|ssize|image)\.empty\(\)|!ssize\.empty\(\) in function/,
          when: ours
        }
      ],
      words: trans => ({
        title: trans.__('OpenCV was given an image that was not read'),
        cause: trans.__(
          'cv2.imread() gives None, without an error, for a path that does not exist and for a file that is no image. The next function of OpenCV then finds nothing.'
        ),
        fixes: unreadImageFixes(trans)
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Every image fails: then the path or the folder is wrong, not a file.'
      )
    ],
    links: [
      {
        title: trans.__('Pillow: Image.open and what it raises'),
        url: 'https://pillow.readthedocs.io/en/stable/reference/Image.html#PIL.Image.open'
      },
      {
        title: trans.__('OpenCV: imread'),
        url: 'https://docs.opencv.org/4.x/d4/da8/group__imgcodecs.html'
      }
    ]
  })
});
