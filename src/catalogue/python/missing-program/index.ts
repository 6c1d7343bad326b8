import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { ownValue } from '../../../shared/own-value';
import { define } from '../../define';
import { check } from '../../fix';
import { isStart } from '../../predicates';
import { fitting } from '../../shared/fitting';
import { mayBeTorch } from '../../shared/torch-in-play';
import { isProgram, programOf } from './from-text';
import { called, isKnownProgram, packagesOf, programName } from './programs';

/** Python’s own words, where the message names what was to be started. */
const NAMED =
  /^\[(?:Errno 2|WinError 2)\] [^':]{1,120}: '(?<path>[^'\\/]{1,100})'/;

/** Windows, in the words of each language: CreateProcess names no file. */
const UNNAMED = /^\[WinError 2\] [^']{1,200}$/;

/** 193 and 216: there is a file, and it is no program for this machine. */
const NO_PROGRAM = /\[WinError (?:193|216)\] (?!.{0,400}(?:\.dll|\.pyd)\b)/;

/** Packages and shells that say it in their own words. */
const SAID =
  /\bfailed to execute \[?(?:(?:Posix|Windows)Path\()?["'](?<executed>[\w./\\-]{1,100})["']|["'](?<found>[\w.-]{1,40})["'] not found in path\b|(?<dot>Graphviz)'s executables? (?:not found|are not)|\bNo (?<exe>ffmpeg) exe could be found|(?<needed>ffmpeg) was not found but is required|\b(?<espeak>espeak) not installed on your system|\b(?<sox>SoX) could not be found|(?<tesseract>tesseract) is not installed or it's not in your PATH|Bad (?<git>git) executable|git: '(?<lfs>lfs)' is not a git command|\b(?<rar>unrar|rar) (?:is )?not installed|Cannot find working (?<tool>tool)|(?<java>java)['"`]? command is not found|No (?<jvm>JVM) shared library file|Requested MovieWriter \((?<writer>ffmpeg)\w{0,10}\) not available|Unable to get page count\. Is (?<poppler>poppler) installed|Couldn't find (?<either>ffmpeg or avconv)|(?<mpeg>FFmpeg) is not installed\b/i;

/** A shell does not find a program that the cell or the script calls. */
const SHELL =
  /(?:\/bin\/(?:ba)?sh: (?:\d{1,3}: |line \d{1,4}: )?|bash: |zsh: |^|['"]\s?)(?:command not found: )?(?<program>ffmpeg|ffprobe|dot|git-lfs|sox|espeak|espeak-ng|java|unrar|aria2c|tesseract|colmap|pdftoppm)['"]?(?:: (?:command )?not found\b| is not recognized as an internal or external command)/;

/** What the words name, by the program. */
const WORDS: Readonly<Record<string, string>> = {
  graphviz: 'dot',
  lfs: 'git-lfs',
  rar: 'unrar',
  tool: 'unrar',
  jvm: 'java',
  poppler: 'pdftoppm',
  'ffmpeg or avconv': 'ffmpeg'
};

function saidName(word: string): string {
  return ownValue(WORDS, word.toLowerCase()) ?? programName(word);
}

/** Where only the file that was started has to be another. */
function isOfProgram(reading: IReading): boolean {
  return (
    mayBeTorch(reading) &&
    (isStart(reading) ||
      programOf(reading) !== undefined ||
      reading.mentions('ranscri'))
  );
}

function seeWhich(trans: ITranslate, program: string): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See whether Python finds it now'),
    code: `import shutil\nprint(shutil.which('${program}'))`
  };
}

/** One line for each system; those of other systems are left out. */
function installs(trans: ITranslate, program: string): IFix[] {
  const { debian, conda, brew, winget } = packagesOf(program);
  const again = trans.__(
    'Then start the program, Jupyter or the editor anew: only then it sees the new PATH.'
  );
  return [
    ...(debian
      ? [
          check(
            trans.__('Linux, Colab, containers: install it'),
            `$ sudo apt-get update && sudo apt-get install -y ${debian}`
          )
        ]
      : []),
    ...(winget
      ? [
          check(
            trans.__('Windows: install it'),
            `$ winget install ${winget}`,
            `${again} ${trans.__('A copy that was unpacked by hand: add the folder of its .exe to PATH.')}`
          )
        ]
      : []),
    ...(brew
      ? [
          check(
            trans.__('On a Mac: install it'),
            `$ brew install ${brew}`,
            again
          )
        ]
      : []),
    ...(conda
      ? [
          check(
            trans.__('In an environment of conda, on every system'),
            `$ conda install -c conda-forge ${conda}`
          )
        ]
      : [])
  ];
}

function unknownFixes(trans: ITranslate, program: string | undefined): IFix[] {
  return [
    {
      safety: 'check',
      title: program
        ? trans.__('Install %1, and have its folder in PATH', program)
        : trans.__('Install what that line starts, and have it in PATH'),
      detail: trans.__(
        'pip installs Python’s packages, which rarely bring the program itself. Start Jupyter anew afterwards.'
      )
    },
    seeWhich(trans, program ?? 'PROGRAM')
  ];
}

export default define({
  id: 'python/missing-program',
  answers: [
    "FileNotFoundError: [Errno 2] No such file or directory: 'ffmpeg'",
    'FileNotFoundError: [WinError 2] The system cannot find the file specified',
    "ExecutableNotFound: failed to execute 'dot', make sure the Graphviz executables are on your systems' PATH",
    'OSError: [WinError 193] %1 is not a valid Win32 application',
    'RuntimeError: Failed to load audio: ffmpeg version'
  ],
  refines: ['python/missing-path'],
  values: ['program', 'last'],
  signs: [
    {
      where: 'message',
      ename: /^FileNotFoundError$/,
      pattern: NAMED,
      when: reading =>
        mayBeTorch(reading) &&
        reading.exceptions.some(({ message }) => {
          const path = NAMED.exec(message)?.groups?.path;
          return path !== undefined && isProgram(path, reading);
        }),
      confidence: 'likely',
      read: ({ path = '' }) => ({
        kind: /^\S+ /.test(path)
          ? 'whole'
          : path === 'nvidia-smi'
            ? 'driver'
            : 'missing',
        program: programName(path)
      })
    },
    {
      where: 'message',
      ename: /^FileNotFoundError$/,
      pattern: UNNAMED,
      when: reading =>
        mayBeTorch(reading) && (isStart(reading) || reading.code === ''),
      confidence: 'likely',
      read: (_, reading) => ({ kind: 'missing', program: programOf(reading) })
    },
    {
      where: 'message',
      pattern: SAID,
      when: reading =>
        mayBeTorch(reading) &&
        !reading.mentions('execute script') &&
        !reading.mentions('No module named'),
      confidence: 'likely',
      read: groups => ({
        kind: 'missing',
        program: saidName(
          Object.values(groups).find(one => one !== undefined) ?? ''
        )
      })
    },
    {
      where: 'log',
      pattern: SHELL,
      fatal: true,
      when: mayBeTorch,
      confidence: 'likely',
      read: ({ program }) => ({ kind: 'missing', program })
    },
    {
      where: 'message',
      ename: /^OSError$/,
      pattern: NO_PROGRAM,
      when: isOfProgram,
      confidence: 'likely',
      read: (_, reading) => ({ kind: 'broken', program: programOf(reading) })
    },
    {
      where: 'log',
      pattern: NO_PROGRAM,
      fatal: true,
      when: isOfProgram,
      confidence: 'likely',
      read: (_, reading) => ({
        kind: 'broken',
        program: programOf(reading) ?? 'ffmpeg'
      })
    }
  ],
  kinds: {
    missing: {
      words: (trans, { program }) => {
        const { name, caller } = packagesOf(program ?? '');
        return {
          title:
            program && fitting(program, 24)
              ? trans.__('The program %1 is not found', program)
              : trans.__('A program that the code starts is not found'),
          cause:
            (program
              ? trans.__(
                  'The file that is missing is %1 itself, which the code starts, and not the one that it should read: it is not installed, or its folder is not in PATH.',
                  name && name.toLowerCase() !== program
                    ? trans.__('%1 of %2', program, name)
                    : program
                )
              : trans.__(
                  'The line starts another program, and the system finds no such file: it is not installed, or its folder is not in PATH.'
                )) +
            (caller && program
              ? ` ${trans.__('The package %1 of pip calls it, and does not bring it.', caller)}`
              : ''),
          fixes:
            program && isKnownProgram(program)
              ? [...installs(trans, program), seeWhich(trans, program)]
              : unknownFixes(trans, program)
        };
      }
    },
    whole: {
      words: (trans, { program = 'ls -l' }) => ({
        title: trans.__('A whole command was given as one program'),
        cause: trans.__(
          'Without shell=True the text “%1” is the name of one program, blanks and arguments included, and there is none of that name.',
          program
        ),
        fixes: [
          check(
            trans.__('Give the program and its arguments as a list'),
            /["']/.test(program)
              ? `import shlex\nsubprocess.run(shlex.split(command))`
              : `subprocess.run([${program
                  .split(/ +/)
                  .map(one => `'${one}'`)
                  .join(', ')}])`
          )
        ]
      })
    },
    driver: {
      words: trans => ({
        title: trans.__('nvidia-smi is not here: no driver of NVIDIA'),
        cause: trans.__(
          'The program comes with the driver of an NVIDIA GPU alone: this machine, container or runtime has none, or does not show it.'
        ),
        fixes: [
          check(
            trans.__('Ask for it only where there is a GPU'),
            "import shutil\nif shutil.which('nvidia-smi'):\n    ..."
          ),
          {
            safety: 'check',
            title: trans.__('On Colab or Kaggle: choose a runtime with a GPU')
          }
        ]
      })
    },
    broken: {
      words: (trans, { program }) => ({
        title:
          program && fitting(program, 24)
            ? trans.__('The file of %1 is no program for Windows', program)
            : trans.__('A file is no program for this Windows'),
        cause: trans.__(
          'Windows found %1, and cannot start it: the file is damaged or half downloaded, was made for another processor, or is an empty alias of the Store.',
          called(trans, program)
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See which file is found first'),
            detail: trans.__(
              'A file of a few bytes, or one in WindowsApps, is not the program: delete it, or move its folder back in PATH.'
            ),
            code: `$ where ${program ?? 'ffmpeg'}`
          },
          ...(program && isKnownProgram(program)
            ? installs(trans, program)
            : [
                {
                  safety: 'check' as const,
                  title: trans.__('Install it anew, for 64 bits')
                }
              ])
        ]
      })
    },
    media: {
      // whisper/audio.py and its relatives: ffmpeg ran, and says why it stopped.
      signs: [
        {
          where: 'message',
          pattern:
            /Failed to load audio: ffmpeg version|^ffmpeg error \(see stderr output for detail\)|Decoding failed\. ffmpeg returned error code/,
          when: mayBeTorch,
          confidence: 'likely',
          read: (_, reading) => ({ last: lastWords(reading) })
        }
      ],
      words: (trans, { last }) => ({
        title: trans.__('FFmpeg could not read the file'),
        cause: last
          ? trans.__(
              'FFmpeg was found and started, and says “%1”. So the path is wrong, or the file is empty, not whole, or without sound.',
              last
            )
          : trans.__(
              'FFmpeg was found and started, and could not read what it was given. The path is wrong, or the file is empty, not whole, or without sound.'
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See whether the file is there, and how large'),
            code: 'import os\nprint(os.getcwd(), os.path.getsize(path))'
          },
          check(
            trans.__('See what FFmpeg finds in it'),
            '$ ffprobe -hide_banner FILE'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'If the message names a path with folders, it is a file that is missing, not a program.'
      )
    ],
    links: [
      {
        title: trans.__('Python: how subprocess finds a program'),
        url: 'https://docs.python.org/3/library/subprocess.html#popen-constructor'
      }
    ]
  })
});

/** The last thing that FFmpeg says of a file. */
function lastWords({ exceptions, log }: IReading): string | undefined {
  const said = [...exceptions.map(({ message }) => message), log].join('\n');
  return /No such file or directory|Invalid data found when processing input|Invalid argument|does not contain any stream|moov atom not found|Permission denied|Protocol not found|Server returned \d\w{1,30} [\w ]{1,30}/.exec(
    said
  )?.[0];
}
