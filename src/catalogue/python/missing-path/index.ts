import type { IFactsMatch, IFix, ITranslate } from '../../../diagnosis/types';
import type { IPathFacts } from '../../../incident/live-paths';
import type { IReading } from '../../../incident/types';
import { define, type IWords, type Sign, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import { memoize } from '../../../shared/memoize';
import { baseOf } from '../shared/base-of';
import { whereIsIt } from '../shared/where-is-it';
import { madeIn, madeWords, optionFor } from '../shared/made-by';
import { isAlone, mayBeTorch } from '../../shared/torch-in-play';
import { knownValues, liveFacts } from '../shared/live-facts';
import { pathExpanded, textReplaced } from '../../shared/edits/texts';
import {
  ASKED,
  askedFrom,
  copiesIn,
  isOfFile,
  isTelling,
  isTold,
  isUnmounted,
  unjoined,
  kindOf,
  NODE,
  NOT_OPENED,
  NOT_THERE,
  parted,
  weightsAsked,
  type TextKind
} from './from-text';
import { hostedAt, mountedIn, movedFrom, shownOf } from './from-cells';
import { bringIt, foundAt, ofCells, ofData, seeFolder } from './of-cells';

const VALUES = [
  'path',
  'there',
  'gone',
  'better',
  'names',
  'folder',
  'script',
  'unmounted',
  'cell',
  'state',
  'code',
  'option',
  'place'
] as const;

type Named = ValuesOf<(typeof VALUES)[number]>;

/** A longer name has no room in a title. */
const MAX_NAME = 30;

/** Python's own way to write a path, where the kernel did not. */
function quoted(path: string | undefined): string {
  return path && /^[^'\\]{1,200}$/.test(path) ? `'${path}'` : 'path';
}

function writeBetter(trans: ITranslate, { path, better = '' }: Named): IFix {
  return {
    safety: 'check',
    title: trans.__('Write the path that exists, if it is the one you mean'),
    code: better,
    ...(path && better ? { edit: textReplaced(path, better) } : {})
  };
}

function correctPath(trans: ITranslate, title: string): IFix {
  return {
    safety: 'check',
    title,
    detail: trans.__(
      'Paths of another machine, such as /content or /kaggle, do not exist here.'
    )
  };
}

function makeFolder(trans: ITranslate, { path }: Named): IFix {
  return {
    safety: 'check',
    title: trans.__('To write there, make the folder first'),
    code: `import os\nos.makedirs(os.path.dirname(${quoted(path)}), exist_ok=True)`
  };
}

/** What a training writes, and goes on from. */
const RESUMED = /checkpoint|ckpt|epoch|\b(?:best|last|latest)\b|best_|last_/i;

/** What lies where the path breaks off. */
function beside(
  trans: ITranslate,
  { there = '', names, folder = '' }: Named
): string {
  const place = there === '.' ? folder : there;
  return names
    ? trans.__('In %1 there are: %2.', place, names)
    : trans.__('There is nothing to see in %1.', place);
}

/** Title and cause where a folder of the path is not there. */
function noFolder(trans: ITranslate, values: Named) {
  return {
    title: fitting(values.gone, MAX_NAME)
      ? trans.__('There is no folder %1', values.gone)
      : trans.__('A folder of the path does not exist'),
    cause: beside(trans, values)
  };
}

/** Whether the kernel has proven that this is the cause. */
function isProven({ state, expands }: IPathFacts): boolean {
  switch (state) {
    case 'near':
    case 'elsewhere':
    case 'escape':
      return false;
    case 'home':
    case 'variable':
      return expands;
    default:
      return true;
  }
}

function factsOf(reading: IReading): IFactsMatch | null {
  const live = liveFacts(reading, 'path');
  if (live === null) {
    return null;
  }
  const { state, path, there, gone, better, folder } = live;
  // Two texts that lack a comma say why the path is not there.
  if (parted(path, reading) !== undefined) {
    return null;
  }
  const more = live.count > live.names.length ? ', …' : '';
  const names = `${live.names.join(', ')}${more}`;
  return {
    confidence: isProven(live) ? 'certain' : 'likely',
    evidence: [
      { where: 'kernel', text: `${there}: ${names}` },
      { where: 'kernel', text: `os.getcwd() = ${folder}` }
    ],
    values: {
      // No folder is made for a file that is to be read.
      kind: state === 'folder' && live.writes === false ? 'unread' : state,
      ...knownValues({ path, there, gone, better, folder }),
      names: live.names.length > 0 ? names : undefined
    }
  };
}

/** What the cells show of it, where that is the kind. */
function valuesOf(path: string, kind: TextKind, reading: IReading) {
  const shown =
    kind === 'moved' ? movedFrom(path, reading) : shownOf(path, reading);
  return shown?.kind === kind ? shown : {};
}

/** The first path that one of the exceptions names so. */
function pathBy(pattern: RegExp, { exceptions }: IReading): string | undefined {
  return exceptions
    .map(({ message }) => pattern.exec(message)?.groups?.path)
    .find(path => path !== undefined);
}

function missing(ename: RegExp, pattern: RegExp): Sign<keyof Named, TextKind> {
  const first = memoize((reading: IReading) => {
    const path = pathBy(pattern, reading);
    return path === undefined
      ? undefined
      : { path, kind: kindOf(path, reading) };
  });
  return {
    where: 'message',
    ename,
    pattern,
    when: reading => {
      const found = isOfFile(reading) ? first(reading) : undefined;
      return (
        found !== undefined &&
        isTold(found.path, found.kind, reading) &&
        isTelling(found.path, found.kind, reading)
      );
    },
    confidence: reading =>
      first(reading)?.kind === 'comma' ? 'certain' : 'possible',
    read: ({ path = '' }, reading) => {
      const kind = kindOf(path, reading);
      return {
        path,
        kind,
        ...(kind === 'made' ? madeIn(path, reading) : {}),
        ...(kind === 'copies' ? copiesIn(reading) : {}),
        option: kind === 'option' ? optionFor(path, reading) : undefined,
        ...askedFrom(reading, kind),
        unmounted: kind === 'drive' && isUnmounted(reading) ? 'yes' : undefined,
        ...(kind === 'unjoined' ? { code: unjoined(path, reading) } : {}),
        ...(kind === 'comma' ? { code: parted(path, reading) } : {}),
        ...(kind === 'onDrive' ? { cell: mountedIn(reading) } : {}),
        ...(kind === 'nowhere' ? { place: hostedAt(reading) } : {}),
        ...valuesOf(path, kind, reading)
      };
    }
  };
}

/** Where it was searched, and what to do about it. */
function ofProgram(
  trans: ITranslate,
  { folder, script }: Named
): IFix | undefined {
  return folder && script
    ? check(
        trans.__('It lies beside %1: start the program there', script),
        `%cd ${folder}\n!python ${script}`,
        trans.__(
          'A !cd lasts for its own line only. In the program itself, Path(__file__).parent is its folder.'
        )
      )
    : undefined;
}

/** The path from the folder of a data set on, as one reaches it elsewhere. */
function afterRoot(path: string): string {
  return path.replace(
    /^(?:\/content\/g?drive\/(?:MyDrive|My Drive)\/|\/kaggle\/input\/)/,
    ''
  );
}

function mounted(
  trans: ITranslate,
  path: string,
  unmounted: string | undefined
): IWords {
  return {
    title: trans.__('Google Drive has nothing under that path here'),
    cause: unmounted
      ? trans.__(
          'The path lies on Google Drive, which a session of Colab sees only once it is mounted, and no cell imports what mounts it. Outside of Colab there is no such folder.'
        )
      : trans.__(
          'The path lies on Google Drive, which a session of Colab sees only once it is mounted, in each session anew. Then every folder of the path has to be there, spelt the same.'
        ),
    fixes: [
      check(
        trans.__('On Colab: mount Drive, then see what lies there'),
        "from google.colab import drive\ndrive.mount('/content/drive')\n!ls /content/drive/MyDrive",
        trans.__(
          'A folder that somebody shared with you is seen once you add a shortcut to it in My Drive.'
        )
      ),
      check(
        trans.__('Elsewhere: write where the file lies on this machine'),
        afterRoot(path) || 'data/train.csv'
      )
    ]
  };
}

/** The same where the path counts from the folder in which the kernel works. */
function mountedBelow(trans: ITranslate, folder: string): IWords {
  return {
    title: trans.__('Google Drive is not mounted where the path begins'),
    cause: trans.__(
      'The path begins with %1, the folder of a mounted Google Drive, and counts from where the kernel works. Each session mounts Drive anew, and a %cd moves the start away from it.',
      folder
    ),
    fixes: [
      check(
        trans.__('Mount it again, and see what lies there from here'),
        `from google.colab import drive\ndrive.mount('/content/${folder}')\n!pwd; ls ${folder}`,
        trans.__(
          'Where another cell mounts it in its own way: run that one. drive.mount() puts MyDrive between %1 and your folders.',
          folder
        )
      ),
      check(
        trans.__('Write the whole path, which no %cd changes'),
        `/content/${folder}/MyDrive/…`
      )
    ]
  };
}

export default define({
  id: 'python/missing-path',
  answers: [
    "FileNotFoundError: [Errno 2] No such file or directory: 'data/train'",
    "FileNotFoundError: [Errno 2] No such file or directory: '~/model.pt'",
    "IsADirectoryError: [Errno 21] Is a directory: 'checkpoints'",
    "NotADirectoryError: [Errno 20] Not a directory: 'data.zip/train'"
  ],
  values: VALUES,
  signs: [
    ...NOT_THERE.map(pattern => missing(/^FileNotFoundError$/, pattern)),
    ...ASKED.map((pattern): Sign<keyof Named, TextKind> => ({
      where: 'message',
      ename:
        /^(?:AssertionError|Exception|ValueError|RuntimeError|OSError|IOError|FileNotFoundError|NotADirectoryError)$/,
      pattern,
      when: reading =>
        isOfFile(reading) &&
        !/^Dataset not found or corrupted/.test(
          reading.exceptions[0]?.message ?? ''
        ),
      confidence: 'likely',
      read: ({ path }) => ({ path, kind: 'asked' })
    })),
    {
      where: 'log',
      pattern:
        /\bCannot import \S{1,300} module for custom nodes: \[Errno 2\] [^':]{1,80}: '(?<path>[^']{1,300})'/,
      fatal: true,
      confidence: 'likely',
      read: ({ path }) => ({ path, kind: 'node' })
    },
    // Ultralytics prints the paths, and raises without them.
    {
      where: 'log',
      pattern:
        /\b[Dd]ataset not found.{1,12}missing paths? \[?["'](?<path>[^"']{1,300})["']/,
      fatal: true,
      when: mayBeTorch,
      confidence: 'likely',
      read: ({ path }) => ({ path, kind: 'asked' })
    },
    // Libraries in Rust do not name the file.
    {
      where: 'message',
      ename: /^(?:Exception|OSError|FileNotFoundError|RuntimeError)$/,
      pattern: /\(os error [23]\)/,
      when: reading =>
        isAlone(reading) &&
        mayBeTorch(reading) &&
        copiesIn(reading) !== undefined,
      confidence: 'likely',
      read: (_, reading) => ({ kind: 'copies', ...copiesIn(reading) })
    },
    // A traceback that lost the words of its last line: the call has the path.
    {
      where: 'message',
      ename: /^FileNotFoundError$/,
      pattern: /^$/,
      when: reading => isOfFile(reading) && weightsAsked(reading) !== undefined,
      confidence: 'likely',
      read: (_, reading) => ({ kind: 'weights', path: weightsAsked(reading) })
    },
    ...NOT_OPENED.map(pattern =>
      missing(/^(?:OSError|FileNotFoundError|LibsndfileError)$/, pattern)
    )
  ],
  facts: factsOf,
  kinds: {
    unknown: {
      words: (trans, values) => {
        const { path, script } = values;
        const start = ofProgram(trans, values);
        return {
          title: fitting(path, MAX_NAME)
            ? trans.__('There is no %1', path)
            : trans.__('There is no file or folder of that path'),
          cause: script
            ? trans.__(
                'A path that does not begin with / or a drive is searched in the folder in which the program was started, not in that of %1.',
                script
              )
            : trans.__(
                'A path that does not begin with / or a drive is searched in the folder in which the kernel works: usually that of the notebook, until a %cd or os.chdir changes it.'
              ),
          fixes: start ? [start, whereIsIt(trans)] : [whereIsIt(trans)]
        };
      }
    },
    made: { words: madeWords },
    ...ofCells,
    ...ofData,
    copies: {
      words: (trans, { names = 'package', there = '', folder = '', path }) => ({
        title: fitting(names, 24)
          ? trans.__('Two copies of %1 are mixed', names)
          : trans.__('Two copies of a package are mixed'),
        cause: path
          ? trans.__(
              'The program was started in the clone, and yet its parts come from the %1 in %2. That copy looks for %3, which was not installed with it.',
              names,
              there,
              path
            )
          : trans.__(
              'The program was started in the clone, and yet its parts come from the %1 in %2. That copy looks for a file of its own, which was not installed with it.',
              names,
              there
            ),
        fixes: [
          check(
            trans.__('Remove the copy, install the clone in place'),
            `%pip uninstall -y ${names}\n%pip install -e ${folder === '' ? '.' : JSON.stringify(folder)}`,
            trans.__(
              'setup.py install leaves a folder or file that ends in .egg: delete it, where pip does not.'
            )
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See which copy Python takes'),
            code: `import ${names}\nprint(${names}.__file__)`
          }
        ]
      })
    },
    option: {
      words: (trans, { path = '', option = '--data' }) => ({
        title: fitting(option, 24)
          ? trans.__('What %1 names lacks a part', option)
          : trans.__('What an option names lacks a part'),
        cause: trans.__(
          'The program looked for %1, which it puts together from the value of %2. Those data were not downloaded or prepared there, or the option names another folder than it wants.',
          path,
          option
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Download or prepare the data for that folder'),
            detail: trans.__(
              'The README of the project tells which script does so, and how the folder looks then.'
            )
          },
          check(
            trans.__('They lie elsewhere: name that folder'),
            `${option} /path/to/folder`
          ),
          whereIsIt(trans)
        ]
      })
    },
    nowhere: {
      words: (trans, { path = '', place }) => ({
        title: fitting(baseOf(path), 24)
          ? trans.__('No cell here makes %1', baseOf(path))
          : trans.__('No cell here makes that file'),
        cause: trans.__(
          'No cell of this notebook downloads, unpacks or saves %1, nor does any output show it: it comes from another notebook or program, or from a download.',
          path
        ),
        fixes: [
          bringIt(trans, path),
          ...foundAt(trans, path, place),
          ...(place === 'drive' ? [] : [whereIsIt(trans)])
        ]
      })
    },
    weights: {
      words: (trans, { path = 'weights/model.pth' }) => ({
        title: fitting(baseOf(path), 24)
          ? trans.__('The weights %1 are not there', baseOf(path))
          : trans.__('The file of weights is not there'),
        cause: trans.__(
          'The program wants %1. Files of weights are too large for most repositories: they are downloaded apart, and have to lie at that very path.',
          path
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Download it, and put it at that path'),
            detail: trans.__(
              'The README or the releases of the project have the link. See its size then: a file of a few kilobytes is a web page or a pointer of Git LFS.'
            ),
            code: /[\\/]/.test(path)
              ? `$ ls -l ${path.replace(/[\\/][^\\/]{1,200}$/, '')}`
              : '$ ls -l'
          },
          ...(RESUMED.test(path)
            ? [
                check(
                  trans.__('You train from the start: let it load none'),
                  'checkpoint = None',
                  trans.__(
                    'It is a state of an earlier training, by its name. Leave out --resume, or set the variable that names it to None.'
                  )
                )
              ]
            : []),
          check(
            trans.__('It is there: start the program in the project’s root'),
            '$ cd path/to/repository',
            trans.__(
              'A path that begins with no / or drive counts from the folder in which you start it.'
            )
          )
        ]
      })
    },
    node: {
      words: (trans, { path = '' }) => {
        const node = NODE.exec(path)?.groups?.node ?? 'NODE';
        return {
          title: fitting(node, 26)
            ? trans.__('The folder %1 is no node of ComfyUI', node)
            : trans.__('A folder in custom_nodes is no node'),
          cause: trans.__(
            'ComfyUI takes each folder in custom_nodes for an extension, and %1 has no __init__.py: it is empty or half cloned, unpacked one folder too deep, or of another program. ComfyUI itself goes on without it.',
            node
          ),
          fixes: [
            check(
              trans.__('It is no node, or not needed: take the folder out'),
              `custom_nodes/${node}`
            ),
            check(
              trans.__('It should be one: delete the folder, clone it anew'),
              `$ git clone https://github.com/OWNER/${node} custom_nodes/${node}`
            )
          ]
        };
      }
    },
    step: {
      words: (trans, { path }) => ({
        title: fitting(path, MAX_NAME)
          ? trans.__('There is no %1', path)
          : trans.__('A file that an earlier step makes is not there'),
        cause: trans.__(
          'By its folder, %1 is either the output of an earlier step, which failed, was left out or wrote under another name, or it came with the program and was not unpacked with the rest.',
          path ?? trans.__('it')
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what lies there, and under which names'),
            code: `import os\nprint(os.getcwd(), os.listdir(${quoted(path?.replace(/[\\/][^\\/]{1,200}$/, ''))}))`,
            detail: trans.__(
              'A name that differs by a number alone is that of another GPU or part: rename it, or correct the number in the program.'
            )
          },
          {
            safety: 'check',
            title: trans.__('Run the step before again, and read all it prints')
          },
          {
            safety: 'check',
            title: trans.__(
              'It belongs to the program: unpack or clone that anew'
            )
          }
        ]
      })
    },
    asked: {
      words: (trans, { path }) => ({
        title: fitting(path, MAX_NAME)
          ? trans.__('%1 is not there', path)
          : trans.__('What the program asks for is not there'),
        cause: trans.__(
          'The program looked for %1 and did not find it: it was not downloaded or unpacked there, or the program was started in another folder, from which a path without / or drive counts.',
          path ?? trans.__('a file or folder')
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Bring it there: download, unpack or clone it'),
            detail: trans.__(
              'The README says where data and weights come from, and how the folder has to look; a notebook has a cell for it that must be run first.'
            )
          },
          check(
            trans.__('It lies elsewhere: give its whole path, or start there'),
            '%cd path/to/repository',
            trans.__('Programs have an option for it, as --dataroot or --data.')
          ),
          whereIsIt(trans)
        ]
      })
    },
    drive: {
      words: (trans, { path = '', unmounted }) => {
        const [folder] = path.replace(/^\.\//, '').split('/');
        return path !== '' && !path.startsWith('/')
          ? mountedBelow(trans, folder)
          : mounted(trans, path, unmounted);
      }
    },
    kaggle: {
      words: (trans, { path = '/kaggle/input/data/train.csv' }) => ({
        title: trans.__('/kaggle/input has nothing under that path'),
        cause: trans.__(
          'It holds the data sets that were added to a notebook of Kaggle, each in a folder of its own. Either %1 was not added here, or it is there and has no such file.',
          afterRoot(path).split('/')[0]
        ),
        fixes: [
          seeFolder(trans, path),
          {
            safety: 'check',
            title: trans.__('No such data set there: on Kaggle, Add Input'),
            detail: trans.__('See then how its folder is called.')
          },
          check(
            trans.__('Elsewhere: download it, and write where it lies'),
            afterRoot(path) || 'data/train.csv',
            trans.__('kagglehub or the command kaggle downloads a data set.')
          )
        ]
      })
    },
    windows: {
      words: (trans, { path = '' }) => ({
        title: trans.__('The path is one of Windows, and this is not'),
        cause: trans.__(
          'The other paths at hand are of another system. Here a backslash is a part of a name, and there are no drives such as C:.'
        ),
        fixes: [
          /^[A-Z]:/i.test(path)
            ? {
                safety: 'check',
                title: trans.__(
                  'Bring the file to this machine, and write where it lies here'
                )
              }
            : check(
                trans.__('Write where the file lies here, with / in between'),
                path.replace(/\\{1,2}/g, '/') || 'data/train.csv'
              ),
          whereIsIt(trans)
        ]
      })
    },
    unjoined: {
      words: (trans, { path = 'datalabels.txt', code }) => ({
        title: trans.__('A slash is missing in the path'),
        cause: trans.__(
          'The line adds a name to a folder, and + puts nothing in between: so it asks for %1.',
          path
        ),
        fixes: [
          check(
            trans.__('Join folder and name'),
            code ?? "os.path.join(root, 'labels.txt')"
          )
        ]
      })
    },
    comma: {
      words: (trans, { path = '', code = "'data', 'train'" }) => ({
        title: trans.__('A comma is missing between two texts'),
        cause: trans.__(
          'Python makes one text of two that stand side by side: so it asks for %1.',
          path
        ),
        fixes: [check(trans.__('Part them with a comma'), code)]
      })
    },
    unmade: {
      words: (trans, { path }) => ({
        title: trans.__('The folder to write into does not exist'),
        cause: path
          ? trans.__(
              'The call writes %1. Python makes the file, but not the folder that it lies in.',
              path
            )
          : trans.__(
              'The call writes a file. Python makes it, but not the folder that it lies in.'
            ),
        fixes: [makeFolder(trans, { path }), whereIsIt(trans)]
      })
    },
    near: {
      words: (trans, values) => ({
        title: fitting(values.gone, MAX_NAME)
          ? trans.__('There is no %1, but something like it', values.gone)
          : trans.__('A part of the path is spelt another way'),
        cause: trans.__(
          '%1 exists, and %2 is not in it. %3 does exist.',
          values.there === '.' ? (values.folder ?? '') : (values.there ?? ''),
          values.gone ?? '',
          values.better ?? ''
        ),
        fixes: [writeBetter(trans, values), whereIsIt(trans)]
      })
    },
    home: {
      words: (trans, { path }) => ({
        title: trans.__('Python takes ~ for the name of a folder'),
        cause: trans.__(
          'Only a shell puts your home folder in its place. open(), torch.load() and pathlib take the path as it stands.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Have the home folder put in'),
            code: `import os\npath = os.path.expanduser(${quoted(path)})`,
            ...(path ? { edit: pathExpanded(path, 'expanduser') } : {})
          }
        ]
      })
    },
    variable: {
      words: (trans, { path }) => ({
        title: trans.__('Python puts no variable into a path'),
        cause: trans.__(
          'Only a shell replaces a variable in a path by its value. Here its name stands where a folder should.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Have the variable put in'),
            detail: trans.__(
              'The kernel knows the variables that it was started with, not those that a terminal set later.'
            ),
            code: `import os\npath = os.path.expandvars(${quoted(path)})`,
            ...(path ? { edit: pathExpanded(path, 'expandvars') } : {})
          }
        ]
      })
    },
    space: {
      words: (trans, values) => ({
        title: trans.__('White space belongs to the path here'),
        cause: trans.__(
          'The path begins or ends with a blank or a line end. Without it, %1 exists.',
          values.better ?? ''
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Strip what was read from a file or a list'),
            code: 'path = path.strip()'
          },
          writeBetter(trans, values)
        ]
      })
    },
    escape: {
      words: trans => ({
        title: trans.__('A backslash of the path was read as another sign'),
        cause: trans.__(
          'In a Python text \\t is a tab and \\n a line end, so that the path holds such a sign in place of a backslash.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Write / between the parts, on Windows too'),
            detail: trans.__(
              'Or put an r before the text, so that backslashes stay what they are.'
            ),
            code: "path = 'data/train'"
          }
        ]
      })
    },
    backslash: {
      words: (trans, values) => ({
        title: trans.__('The path was written for Windows'),
        cause: trans.__(
          'On this machine a backslash is a part of a name. %1, with slashes, exists.',
          values.better ?? ''
        ),
        fixes: [writeBetter(trans, values)]
      })
    },
    elsewhere: {
      words: (trans, values) => ({
        title: trans.__('It is not there, but in another folder'),
        cause: trans.__(
          'The kernel works in %1. There is no %2, but %3 exists.',
          values.folder ?? '',
          values.path ?? '',
          values.better ?? ''
        ),
        fixes: [writeBetter(trans, values), whereIsIt(trans)]
      })
    },
    file: {
      words: (trans, values) => ({
        title: fitting(values.gone, MAX_NAME)
          ? trans.__('There is no %1 in that folder', values.gone)
          : trans.__('The folder is there, but not what is asked for'),
        cause: beside(trans, values),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Use a name that is there, or bring the file'),
            detail: trans.__(
              'A download or an upload may have gone into another folder.'
            )
          },
          whereIsIt(trans)
        ]
      })
    },
    folder: {
      words: (trans, values) => ({
        ...noFolder(trans, values),
        fixes: [
          makeFolder(trans, values),
          correctPath(trans, trans.__('To read, correct the path')),
          whereIsIt(trans)
        ]
      })
    },
    unread: {
      words: (trans, values) => ({
        ...noFolder(trans, values),
        fixes: [
          correctPath(trans, trans.__('Correct the path, or bring the files')),
          whereIsIt(trans)
        ]
      })
    },
    directory: {
      words: (trans, values) => ({
        title: trans.__('It is a folder, and a file is wanted'),
        cause: beside(trans, values),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Give it a file of that folder'),
            code: `import os\npath = os.path.join(${quoted(values.path)}, 'NAME')`
          }
        ]
      })
    },
    'not-folder': {
      words: (trans, values) => ({
        title: fitting(values.there, MAX_NAME)
          ? trans.__('%1 is a file, not a folder', values.there)
          : trans.__('A part of the path is a file, not a folder'),
        cause: trans.__(
          'Nothing can lie below a file. An archive such as a .zip has to be unpacked before.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Give it the folder that holds the files'),
            code: `import os\npath = os.path.dirname(${quoted(values.there)})`
          },
          {
            safety: 'check',
            title: trans.__('Or unpack the archive first'),
            code: `import shutil\nshutil.unpack_archive(${quoted(values.there)}, 'data')`
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the message comes from subprocess, it is a program that is missing, not a file of yours.'
      )
    ],
    links: [
      {
        title: trans.__('Python: os.path'),
        url: 'https://docs.python.org/3/library/os.path.html'
      },
      {
        title: trans.__('PyTorch: torch.load'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.load.html'
      }
    ]
  })
});
