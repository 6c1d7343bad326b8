import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define, type Sign } from '../../define';
import { check } from '../../fix';
import { withArgument, type ICallText } from '../../shared/call-text';
import { ownCall } from '../../shared/ran-code';
import { fitting } from '../../shared/fitting';
import { isAloneOnTorch } from '../../shared/torch-in-play';
import { baseOf } from '../shared/base-of';

type Value = 'path' | 'call' | 'fixed';

type Kind =
  'made' | 'copied' | 'moved' | 'removed' | 'full' | 'listed' | 'opened';

const MAKES = /(?:^|\.)(?:mkdir|makedirs)$/;

/** The line that makes a folder, for one that is there already. */
function making(reading: IReading): string | undefined {
  const call = ownCall(MAKES, reading);
  if (call === undefined || call.args.some(arg => /^exist_ok/.test(arg))) {
    return undefined;
  }
  return withArgument(
    { ...call, name: call.name.replace(/^os\.mkdir$/, 'os.makedirs') },
    'exist_ok=True'
  );
}

/** What a call did to a file or folder, and what the line should be. */
function sign(
  kind: Kind,
  ename: RegExp,
  pattern: RegExp,
  name: RegExp,
  fixed: (call: ICallText, reading: IReading) => string | undefined = () =>
    undefined
): Sign<Value, Kind> {
  return {
    where: 'message',
    ename,
    pattern,
    when: reading =>
      isAloneOnTorch(reading) && ownCall(name, reading) !== undefined,
    confidence: 'likely',
    read: ({ path }, reading) => {
      const call = ownCall(name, reading);
      return {
        kind,
        path,
        call: call?.name,
        fixed: call && fixed(call, reading)
      };
    }
  };
}

const EXISTS =
  /^\[(?:Errno 17|WinError 183)\] [^':]{1,120}: '(?<path>[^']{1,300})'/;

const IS_FOLDER = /^\[Errno 21\] [^':]{1,80}: '(?<path>[^']{1,300})'/;

const NOT_EMPTY =
  /^\[(?:Errno (?:39|66)|WinError 145)\] [^':]{1,80}: '(?<path>[^']{1,300})'/;

const NO_FOLDER =
  /^\[(?:Errno 20|WinError 267)\] [^':]{1,80}: '(?<path>[^']{1,300})'/;

/** The path as Python writes it. */
function quoted(path = 'data'): string {
  return `'${path}'`;
}

function thereAlready(trans: ITranslate, path: string | undefined): string {
  return fitting(path, 30)
    ? trans.__('The folder %1 is there already', path)
    : trans.__('The folder is there already');
}

function removeAll(
  trans: ITranslate,
  title: string,
  path: string | undefined
): IFix {
  return check(
    title,
    `import shutil\nshutil.rmtree(${quoted(path)})`,
    trans.__('This cannot be undone: look at what it holds first.')
  );
}

export default define({
  id: 'python/file-exists',
  answers: [
    "FileExistsError: [Errno 17] File exists: 'data'",
    "shutil.Error: Destination path 'data/cat.jpg' already exists",
    "IsADirectoryError: [Errno 21] Is a directory: 'data/train'",
    "OSError: [Errno 39] Directory not empty: 'data'",
    "NotADirectoryError: [Errno 20] Not a directory: 'data/train/.DS_Store'"
  ],
  values: ['path', 'call', 'fixed'],
  signs: [
    sign('made', /^FileExistsError$/, EXISTS, MAKES, (_, reading) =>
      making(reading)
    ),
    sign('copied', /^FileExistsError$/, EXISTS, /(?:^|\.)copytree$/, call =>
      withArgument(call, 'dirs_exist_ok=True')
    ),
    sign(
      'moved',
      /^(?:Error|shutil\.Error|FileExistsError)$/,
      /^(?:Destination path|\[WinError 183\] [^':]{1,120}:) '(?<path>[^']{1,300})'/,
      /(?:^|\.)(?:move|rename)$/
    ),
    sign(
      'removed',
      /^(?:IsADirectoryError|PermissionError)$/,
      /^\[Errno (?:21|1)\] [^':]{1,80}: '(?<path>[^']{1,300})'/,
      /(?:^|\.)(?:remove|unlink)$/
    ),
    sign('full', /^OSError$/, NOT_EMPTY, /(?:^|\.)(?:rmdir|removedirs)$/),
    sign(
      'listed',
      /^NotADirectoryError$/,
      NO_FOLDER,
      /(?:^|\.)(?:listdir|scandir|iterdir|walk)$/
    ),
    sign('opened', /^IsADirectoryError$/, IS_FOLDER, /^(?:io\.)?open$/)
  ],
  kinds: {
    made: {
      words: (trans, { path, fixed }) => ({
        title: thereAlready(trans, path),
        cause: trans.__(
          'An earlier run of this line made it, and mkdir() refuses to make it again.'
        ),
        fixes: [
          check(
            trans.__('Make it only where it is missing'),
            fixed ?? `os.makedirs(${quoted(path)}, exist_ok=True)`
          )
        ]
      })
    },
    copied: {
      words: (trans, { path, fixed }) => ({
        title: thereAlready(trans, path),
        cause: trans.__(
          'copytree() makes the folder that it copies to, and refuses one that an earlier run made.'
        ),
        fixes: [
          check(
            trans.__('Copy into the folder that is there'),
            fixed ??
              `shutil.copytree(source, ${quoted(path)}, dirs_exist_ok=True)`,
            trans.__('Files of the same name are replaced. From Python 3.8 on.')
          )
        ]
      })
    },
    moved: {
      words: (trans, { path }) => ({
        title: fitting(path && baseOf(path), 30)
          ? trans.__('%1 is there already', path && baseOf(path))
          : trans.__('What is moved is there already'),
        cause: trans.__(
          'An earlier run moved %1, or made it there, and a second one is not put over it.',
          path ?? ''
        ),
        fixes: [
          check(
            trans.__('Move it only where it is missing'),
            `if not os.path.exists(${quoted(path)}):\n    ...  # the line that moves it`
          ),
          check(
            trans.__('Or put the new one in its place'),
            `os.replace(source, ${quoted(path)})`,
            trans.__('The one that is there is lost. For files of one disk.')
          )
        ]
      })
    },
    removed: {
      words: (trans, { path, call }) => ({
        title: fitting(path, 26)
          ? trans.__('%1 is a folder, no file to remove', path)
          : trans.__('What is to be removed is a folder'),
        cause: trans.__('%1() removes files alone.', call ?? 'os.remove'),
        fixes: [
          removeAll(
            trans,
            trans.__('Remove the folder with all that is in it'),
            path
          ),
          check(
            trans.__('Or go over the files in it'),
            `for name in os.listdir(${quoted(path)}):\n    os.remove(os.path.join(${quoted(path)}, name))`
          )
        ]
      })
    },
    full: {
      words: (trans, { path }) => ({
        title: fitting(path, 30)
          ? trans.__('The folder %1 is not empty', path)
          : trans.__('The folder is not empty'),
        cause: trans.__('rmdir() removes an empty folder alone.'),
        fixes: [
          removeAll(trans, trans.__('Remove it with all that is in it'), path)
        ]
      })
    },
    listed: {
      words: (trans, { path, call }) => ({
        title: fitting(path && baseOf(path), 30)
          ? trans.__('%1 is a file, not a folder', path && baseOf(path))
          : trans.__('A file stands where a folder is expected'),
        cause: trans.__(
          '%1() goes over a folder, and %2 is a file: often one beside the folders of the classes, such as .DS_Store or a table.',
          call ?? 'os.listdir',
          path ?? ''
        ),
        fixes: [
          check(
            trans.__('Take the folders alone'),
            `folders = [entry.path for entry in os.scandir(root) if entry.is_dir()]`
          )
        ]
      })
    },
    opened: {
      words: (trans, { path }) => ({
        title: fitting(path, 30)
          ? trans.__('%1 is a folder, not a file', path)
          : trans.__('open() was given a folder'),
        cause: trans.__(
          'open() reads or writes one file. The name of the file is missing behind %1.',
          path ?? ''
        ),
        fixes: [
          check(
            trans.__('Name a file in it'),
            `path = os.path.join(${quoted(path)}, 'model.pt')`
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See what it holds'),
            code: `print(os.listdir(${quoted(path)}))`
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the file or folder is missing, the message says “No such file or directory”.'
      )
    ],
    links: [
      {
        title: trans.__('Python: os.makedirs'),
        url: 'https://docs.python.org/3/library/os.html#os.makedirs'
      }
    ]
  })
});
