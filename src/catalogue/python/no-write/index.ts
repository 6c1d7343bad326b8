import { define, type Sign } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { isAlone, isTorchInPlay } from '../../shared/torch-in-play';

const DENIED =
  /^\[(?:Errno 13|WinError 5)\] [^':]{1,120}: '(?<path>[^']{1,300})'/;

const READ_ONLY = /^\[Errno 30\] [^':]{1,120}: '(?<path>[^']{1,300})'/;

const IN_USE = /^\[WinError 32\] [^':]{1,300}: '(?<path>[^']{1,300})'/;

type Kind = 'denied' | 'readOnly' | 'inUse';

function sign(pattern: RegExp, kind: Kind): Sign<'path', Kind | 'kaggle'> {
  return {
    where: 'message',
    ename: /^(?:PermissionError|OSError)$/,
    pattern,
    when: reading => isAlone(reading) && isTorchInPlay(reading),
    confidence: kind === 'denied' ? 'possible' : 'certain',
    read: ({ path }) => ({
      path,
      kind: path?.startsWith('/kaggle/input') ? 'kaggle' : kind
    })
  };
}

/** The last part of a path. */
function nameOf(path: string | undefined): string {
  return path?.split(/[\\/]/).pop() ?? 'model.pt';
}

export default define({
  id: 'python/no-write',
  answers: [
    "PermissionError: [Errno 13] Permission denied: '/data/model.pt'",
    "OSError: [Errno 30] Read-only file system: '/kaggle/input/weights'",
    'PermissionError: [WinError 32] The process cannot access the file because it is being used by another process'
  ],
  values: ['path'],
  signs: [
    sign(DENIED, 'denied'),
    sign(READ_ONLY, 'readOnly'),
    sign(IN_USE, 'inUse')
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
