import type { Confidence } from '../../../diagnosis/types';
import { define, type Sign } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { isAlone, isTorchInPlay, mayBeTorch } from '../../shared/torch-in-play';
import { baseOf } from '../shared/base-of';

const DENIED =
  /^\[(?:Errno 13|WinError 5)\] [^':]{1,120}: '(?<path>[^']{1,300})'/;

const READ_ONLY = /^\[Errno 30\] [^':]{1,120}: '(?<path>[^']{1,300})'/;

const IN_USE = /^\[WinError 32\] [^':]{1,300}: '(?<path>[^']{1,300})'/;

const FULL = /^\[Errno (?:28|122)\] [^':]{1,120}(?:: '(?<path>[^']{1,300})')?/;

/** The Hub’s cache, which links its files. */
const NO_LINK = /^\[WinError 1314\]/;

/** Names that Windows refuses; Python shows the signs as it would read them. */
const BAD_NAME = /^\[Errno 22\] Invalid argument: '(?<path>(?!\/)[^']{1,300})'/;

type Kind = 'denied' | 'readOnly' | 'inUse' | 'full' | 'link' | 'name';

const CONFIDENCE: Readonly<Record<Kind, Confidence>> = {
  denied: 'possible',
  readOnly: 'certain',
  inUse: 'certain',
  full: 'certain',
  link: 'certain',
  name: 'likely'
};

function sign(pattern: RegExp, kind: Kind): Sign<'path', Kind | 'kaggle'> {
  return {
    where: 'message',
    ename: /^(?:PermissionError|OSError)$/,
    pattern,
    when: reading =>
      isAlone(reading) &&
      (reading.incident.kind === 'text' && kind !== 'denied'
        ? mayBeTorch(reading)
        : isTorchInPlay(reading)),
    confidence: CONFIDENCE[kind],
    read: ({ path }) => ({
      path,
      kind: path?.startsWith('/kaggle/input') ? 'kaggle' : kind
    })
  };
}

/** What to call the file elsewhere. */
function nameOf(path = 'model.pt'): string {
  return baseOf(path);
}

export default define({
  id: 'python/no-write',
  answers: [
    "PermissionError: [Errno 13] Permission denied: '/data/model.pt'",
    "OSError: [Errno 30] Read-only file system: '/kaggle/input/weights'",
    'OSError: [Errno 28] No space left on device',
    'OSError: [WinError 1314] A required privilege is not held by the client',
    'PermissionError: [WinError 32] The process cannot access the file because it is being used by another process'
  ],
  values: ['path'],
  signs: [
    sign(DENIED, 'denied'),
    sign(READ_ONLY, 'readOnly'),
    sign(IN_USE, 'inUse'),
    sign(FULL, 'full'),
    sign(NO_LINK, 'link'),
    sign(BAD_NAME, 'name')
  ],
  kinds: {
    denied: {
      words: (trans, { path }) => ({
        title: trans.__('The kernel’s user may not use that path'),
        cause: path
          ? trans.__(
              '%1, or the folder that it lies in, belongs to somebody else. On Windows the same is said of a folder that is opened like a file, and of a file that another program holds open.',
              fitting(path, 200) ?? nameOf(path)
            )
          : trans.__(
              'The file, or the folder that it lies in, belongs to somebody else. On Windows the same is said of a folder that is opened like a file, and of a file that another program holds open.'
            ),
        fixes: [
          check(
            trans.__('Write into a folder of your own'),
            `import pathlib\npath = pathlib.Path.home() / '${nameOf(path).replace(/['\\]/g, '')}'`
          ),
          check(
            trans.__('A cache of downloads: give it another place'),
            "import os\nos.environ['HF_HOME'] = os.environ['TORCH_HOME'] = os.path.expanduser('~/cache')  # before the imports"
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See whose it is'),
            code: `!ls -ld '${(path ?? 'path').replace(/'/g, '')}' . && id`
          }
        ]
      })
    },
    kaggle: {
      words: (trans, { path = '/kaggle/input/weights' }) => ({
        title: trans.__('/kaggle/input cannot be written to'),
        cause: trans.__(
          'The inputs of a notebook on Kaggle are there to be read only. What is written goes below /kaggle/working, or /kaggle/temp if it need not be kept.'
        ),
        fixes: [
          check(
            trans.__('Write below /kaggle/working'),
            `path = '/kaggle/working/${nameOf(path).replace(/['\\]/g, '')}'`
          ),
          check(
            trans.__('The code writes beside its input: copy that first'),
            `!cp -r ${path.split('/').slice(0, 4).join('/')} /kaggle/working/`
          )
        ]
      })
    },
    readOnly: {
      words: (trans, { path = '' }) => ({
        title: trans.__('The file system can only be read'),
        cause: trans.__(
          '%1 lies on a file system that is mounted without the right to write: an input, an image of a container, or a disk that the system locked after an error.',
          fitting(path, 200) ?? nameOf(path)
        ),
        fixes: [
          check(
            trans.__('Write to another place'),
            `import tempfile, pathlib\npath = pathlib.Path(tempfile.mkdtemp()) / '${nameOf(path).replace(/['\\]/g, '')}'`
          ),
          check(
            trans.__('A cache of downloads: give it another place'),
            "import os\nos.environ['HF_HOME'] = os.environ['TORCH_HOME'] = '/tmp/cache'  # before the imports"
          )
        ]
      })
    },
    full: {
      words: (trans, { path }) => ({
        title: trans.__('The disk, or your share of it, is full'),
        cause: path
          ? trans.__(
              '%1 could not be written: there is no room left on that disk. Checkpoints, the caches of downloads and the trash are what fills it.',
              fitting(path, 200) ?? nameOf(path)
            )
          : trans.__(
              'There is no room left on the disk that is written to. Checkpoints, the caches of downloads and the trash are what fills it.'
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See how much is left, and what takes it'),
            code: "import shutil, os\nfor place in ('.', os.path.expanduser('~'), '/tmp'):\n    if os.path.exists(place):\n        print(place, shutil.disk_usage(place).free / 2**30, 'GiB free')"
          },
          check(
            trans.__('Delete old checkpoints and what the caches hold'),
            '$ pip cache purge && du -sh ~/.cache/* | sort -h',
            trans.__(
              'The models that were downloaded lie there. Keep fewer checkpoints: save_total_limit=2. On Kaggle /kaggle/working holds 20 GB, and /kaggle/temp more.'
            )
          ),
          check(
            trans.__('Write to another disk'),
            "import os\nos.environ['HF_HOME'] = os.environ['TORCH_HOME'] = os.environ['TMPDIR'] = '/path/with/room'  # before the imports"
          )
        ]
      })
    },
    link: {
      words: trans => ({
        title: trans.__('Windows does not let this account make links'),
        cause: trans.__(
          'The cache of the Hugging Face Hub keeps a file once and links to it. Windows allows links to administrators, or where the developer mode is on.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Switch the developer mode of Windows on'),
            detail: trans.__(
              'Settings, System, For developers. Or start the program once as administrator.'
            )
          },
          check(
            trans.__('Or update the library, which does without links'),
            '%pip install --upgrade huggingface_hub'
          )
        ]
      })
    },
    name: {
      words: (trans, { path = '' }) => ({
        title: trans.__('Windows cannot have a file of that name'),
        cause: /\\x0|\\[abfnrtv]|\t/.test(path)
          ? trans.__(
              'In %1 a backslash was read with the letter behind it as another sign, as \\t is a tab.',
              path
            )
          : trans.__(
              '%1 has a sign that names of files cannot have on Windows, as : ? * " < > and |, or the drive does not take it. Often it is a time with colons.',
              path
            ),
        fixes: [
          check(
            trans.__('Write / between the parts, or an r before the text'),
            "path = 'D:/data/train'\npath = r'D:\\data\\train'"
          ),
          check(
            trans.__('A time in the name: without colons'),
            "name = f'model-{datetime.now():%Y%m%d-%H%M%S}.pt'"
          )
        ]
      })
    },
    inUse: {
      words: (trans, { path = '' }) => ({
        title: trans.__('Another program holds the file open'),
        cause: trans.__(
          'Windows neither deletes nor renames a file that is open: %1. Often that is this kernel itself, a DataLoader’s worker, or a virus scanner.',
          fitting(path, 200) ?? nameOf(path)
        ),
        fixes: [
          check(
            trans.__('Close it before, most surely by with'),
            "with open(path, 'rb') as file:\n    data = file.read()"
          ),
          {
            safety: 'check',
            title: trans.__('Or end what holds it: restart the kernel'),
            detail: trans.__(
              'A restart loses all variables: save what took long.'
            )
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__('A path that does not exist gives FileNotFoundError instead.')
    ],
    links: [
      {
        title: trans.__('Hugging Face: where downloads are kept'),
        url: 'https://huggingface.co/docs/huggingface_hub/package_reference/environment_variables'
      }
    ]
  })
});
