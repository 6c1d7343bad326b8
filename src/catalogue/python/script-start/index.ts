import type { IReading } from '../../../incident/types';
import { ownValue } from '../../../shared/own-value';
import { define, type Sign, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { fitting } from '../../shared/fitting';
import { isAlone, isTorchInPlay, mayBeTorch } from '../../shared/torch-in-play';

const VALUES = [
  'script',
  'folder',
  'option',
  'near',
  'names',
  'given',
  'prompt',
  'words',
  'terminal'
] as const;

type Named = ValuesOf<(typeof VALUES)[number]>;

/** Launchers of a kernel are told by `python/notebook-arguments`. */
const SCRIPT = String.raw`(?<![\w-])(?<script>(?!ipykernel_launcher|colab_kernel_launcher)[\w-]{1,60}\.py): error: `;

const ERROR = new RegExp(SCRIPT, 'g');

/** python and what starts it, when the file is not there. */
const ABSENT =
  /can't open file ["'](?:(?<folder>[^'"]{1,300})[\\/])?(?<script>[^'"\\/]{1,100}\.py)["']: \[Errno 2\]/;

type Kind = 'option' | 'required' | 'choice' | 'command';

/**
 * Whether the command is at hand that started the program. One that something
 * else starts, as a server its workers, gets its arguments from that.
 */
function isOwnStart(reading: IReading): boolean {
  const text = `${reading.incident.source}\n${printedText(reading)}`;
  // A line that was put together anew may begin with the end of another.
  return [...text.matchAll(ERROR)].some(({ groups }) =>
    new RegExp(
      String.raw`\b(?:python[\d.]{0,4}|torchrun|accelerate launch|%run)[ \t][^\n]{0,200}\b${groups?.script}\b`
    ).test(text)
  );
}

/** What a program prints and ends with: no exception has to follow. */
function printed(
  words: string,
  kind: Kind,
  read: (
    groups: Readonly<Partial<Record<string, string>>>,
    reading: IReading
  ) => Named
): Sign<keyof Named, Kind> {
  return {
    where: 'log',
    pattern: new RegExp(SCRIPT + words),
    fatal: true,
    when: reading =>
      reading.incident.kind === 'text'
        ? mayBeTorch(reading)
        : isTorchInPlay(reading) && isOwnStart(reading),
    confidence: 'likely',
    read: (groups, reading) => ({ ...read(groups, reading), kind })
  };
}

/** The options that the program printed with its usage. */
function optionsIn(reading: IReading): readonly string[] {
  const text = printedText(reading);
  const end = text.lastIndexOf(': error: ');
  const usage = text.slice(text.lastIndexOf('usage: ', end), end);
  return [...usage.matchAll(/--[a-z][\w-]{1,40}/gi)].map(([one]) => one);
}

/** The one option that is nearly called so: it begins with the other, or the other with it. */
function nearOption(option: string, reading: IReading): string | undefined {
  const bare = (name: string) => name.toLowerCase().replace(/[-_]/g, '');
  const found = new Set(
    optionsIn(reading).filter(one => {
      const [a, b] = [bare(one), bare(option)];
      return a.startsWith(b) || (a.length > 2 && b.startsWith(a));
    })
  );
  return found.size === 1 ? [...found][0] : undefined;
}

/** Programs that train or apply a model, by what they are called. */
const MODEL_PROGRAM =
  /\bcan't open file ["'][^"']{0,200}(?:train|infer|model|finetune|fine_tune|generate|predict|demo|sample|eval)\w{0,30}[^"']{0,60}\.py["']/;

function isModelProgram({ incident, log }: IReading): boolean {
  return incident.kind === 'text' && MODEL_PROGRAM.test(log);
}

/** The folder that the prompt of the command shows. */
function promptFolder({ log }: IReading): string | undefined {
  return (
    /(?:^|[\s)])(?<folder>[A-Z]:\\[^>"*?|]{0,120})> ?python/.exec(log)?.groups
      ?.folder ??
    /[\w.-]{1,40}@[\w.-]{1,60}:? ?(?<folder>[~/][\w./~-]{0,120})\]? ?[$#%] ?python/.exec(
      log
    )?.groups?.folder
  );
}

/** One of the missing options, where the cell that starts the program has it. */
function writtenOption(
  names: string | undefined,
  { incident }: IReading
): string | undefined {
  return names
    ?.split(', ')
    .flatMap(name => name.split('/'))
    .find(
      name =>
        name.startsWith('--') &&
        new RegExp(String.raw`^[^#]{0,400}${name}[ =]`, 'm').test(
          incident.source
        )
    );
}

/** argparse’s and its kin's words of a program that is no file of Python's. */
const COMMAND_CHOICE =
  /\binvalid choice: ["']?(?<given>[\w./-]{1,60})["']? \(choose[ |]{1,12}from (?<names>[^)]{1,600})/;

/** The program whose usage was printed. */
const USAGE = /\busage: (?<script>[\w.-]{1,60})/;

/** Values of options that were given another name since. */
const RENAMED: Readonly<Record<string, string>> = {
  'gaussian-splatting': 'splatfacto'
};

export default define({
  id: 'python/script-start',
  answers: [
    "python3: can't open file '/content/train.py': [Errno 2] No such file or directory",
    'train.py: error: unrecognized arguments: --epoch 3',
    'train.py: error: the following arguments are required: --data',
    'train.py: error: unrecognized arguments: my folder',
    "Failed to execute script: 'NoneType' object has no attribute 'write'"
  ],
  refines: ['python/wrong-object'],
  values: VALUES,
  signs: [
    // What argparse has left over begins with no dash: a part of a value.
    {
      where: 'log',
      pattern:
        /\berror: unrecognized arguments: (?<words>(?![-…])\S{1,60}(?: (?!-)\S{1,60}){0,8})/,
      fatal: true,
      when: reading =>
        reading.incident.kind === 'text' || isTorchInPlay(reading),
      confidence: 'likely',
      read: ({ words }) => ({ kind: 'split', words })
    },
    {
      where: 'message',
      ename: /^ValueError$/,
      pattern:
        /^(?:invalid literal for int\(\) with base \d{1,2}|could not convert string to float): '(?<words>[^']{1,100})'/,
      when: reading =>
        /\b(?:int|float)\( ?sys\.argv\[\d{1,2}\]/.test(printedText(reading)),
      confidence: 'likely',
      read: ({ words }) => ({
        kind: 'split',
        words: words?.replace(/\\\\/g, '\\')
      })
    },
    // The file's name stops where the path has its first blank.
    {
      where: 'log',
      pattern:
        /can't open file ["'](?<words>[^'"]{1,200}[\\/][^'"\\/.]{1,60})["']: \[Errno 2\]/,
      fatal: true,
      when: mayBeTorch,
      confidence: 'likely',
      read: ({ words }) => ({ kind: 'split', words })
    },
    // PyInstaller's windows, pythonw and services have no streams.
    ...(['message', 'log'] as const).map(
      (where): Sign<keyof Named, 'windowed'> => ({
        where,
        pattern:
          /'NoneType' object has no attribute '(?:write|flush|isatty|fileno|encoding|buffer)'/,
        fatal: where === 'log',
        // What the program wanted to print is the error above it, if there is one.
        when: reading =>
          mayBeTorch(reading) &&
          (reading.exceptions.length < 2 || isAlone(reading)) &&
          /PyInstaller|pyimod\d|Failed to execute script|[Uu]nhandled exception in script|pythonw|_MEI\d/.test(
            printedText(reading) +
              reading.exceptions.map(({ message }) => message).join(' ')
          ),
        confidence: 'likely',
        read: () => ({ kind: 'windowed' })
      })
    ),
    printed(
      String.raw`unrecognized arguments: (?<option>--?[\w-]{1,60})?`,
      'option',
      ({ script, option }, reading) => ({
        script,
        option,
        near: option ? nearOption(option, reading) : undefined
      })
    ),
    printed(
      String.raw`the following arguments are required: (?<names>[\w/-]{1,60}(?:, [\w/-]{1,60}){0,8})`,
      'required',
      ({ script, names }, reading) => ({
        script,
        names,
        given: writtenOption(names, reading)
      })
    ),
    {
      where: 'log',
      pattern: COMMAND_CHOICE,
      fatal: true,
      when: reading =>
        isTorchInPlay(reading) && !/\.py: error: /.test(reading.log),
      confidence: 'likely',
      read: ({ given, names }, reading) => ({
        kind: 'command',
        script: USAGE.exec(reading.log)?.groups?.script,
        given,
        names: names?.replace(/['"|]/g, '').replace(/ {2,}/g, ' ')
      })
    },
    printed(
      String.raw`argument (?<option>[\w/-]{1,80}): invalid choice: (?<given>'[^']{0,60}'|[\w.-]{1,60}) \(choose from (?<names>[^)]{1,400})`,
      'choice',
      ({ script, option, given, names }) => ({
        script,
        option,
        given,
        names: names?.replace(/'/g, '')
      })
    )
  ],
  kinds: {
    absent: {
      signs: [
        {
          where: 'log',
          pattern: ABSENT,
          fatal: true,
          when: reading => isTorchInPlay(reading) || isModelProgram(reading),
          read: ({ folder, script }, reading) => ({
            folder,
            script,
            prompt: promptFolder(reading)
          })
        }
      ],
      words: (trans, { folder, script = 'train.py', prompt, terminal }) =>
        prompt || terminal
          ? {
              title: fitting(script, 24)
                ? trans.__(
                    '%1 is not in %2',
                    script,
                    fitting(prompt, 24) ?? trans.__('this folder')
                  )
                : trans.__('The program is not in this folder'),
              cause: prompt
                ? trans.__(
                    'The prompt shows that the command was given in %1. Python looks for the program from there on, and it lies in the clone of its project.',
                    prompt
                  )
                : trans.__(
                    'Python looks for it in the folder in which the command is given, here %1. It lies in the clone of its project, or another state of that calls it otherwise.',
                    folder ?? trans.__('another one')
                  ),
              fixes: [
                check(
                  trans.__('Go into the clone first'),
                  `$ cd PROJECT\n$ python ${folder && !/^(?:[/\\]|[A-Z]:)/.test(folder) ? `${folder}/` : ''}${script}`,
                  trans.__(
                    'PROJECT is the folder that git clone made, or the one of the unpacked archive.'
                  )
                ),
                check(
                  trans.__('There is no clone yet: make it'),
                  '$ git clone https://github.com/OWNER/PROJECT'
                )
              ]
            }
          : {
              title: fitting(script, 30)
                ? trans.__('There is no %1 where it was started', script)
                : trans.__('The program is not where it was started'),
              cause: folder
                ? trans.__(
                    'Python looked for it in %1. Each line with ! has a shell of its own, so that a “!cd” before it has no effect; %cd has.',
                    folder
                  )
                : trans.__(
                    'Each line with ! has a shell of its own, so that a “!cd” before it has no effect; %cd has.'
                  ),
              fixes: [
                check(
                  trans.__('See where it lies, then go there'),
                  `!find . -name "${script}" -not -path "*/site-packages/*"\n%cd path/to/its/folder`
                ),
                check(
                  trans.__('The clone is missing: a new session begins empty'),
                  '!git clone https://github.com/OWNER/PROJECT\n%cd PROJECT'
                )
              ]
            }
    },
    split: {
      words: (trans, { words = '' }) => ({
        title: trans.__('A value with a blank in it was split'),
        cause: /^[\w.-]{1,60}$/.test(words)
          ? trans.__(
              'The program got “%1” as an argument of its own. Either it belongs to the value before it, which has blanks and stands without quotes, or the program wants the name of an option in front of it.',
              words
            )
          : trans.__(
              'The program got “%1” as an argument of its own. It is a part of a path or a name with blanks, which stands without quotes on the command line, so that all that follows is shifted.',
              words
            ),
        fixes: [
          check(
            trans.__('Use folders and names without blanks and brackets'),
            'D:/training/white_queen',
            trans.__(
              'Web UIs write the command themselves: move the data, and the program too, to a path of plain letters.'
            )
          ),
          check(
            trans.__('You write the command: put the value into quotes'),
            `$ python train.py --output_dir "D:/training/${/[\\/:"]/.test(words) ? 'my folder' : words}"`
          )
        ]
      })
    },
    windowed: {
      words: trans => ({
        title: trans.__('The program has no console to write to'),
        cause: trans.__(
          'A program that was packed without a console (PyInstaller --windowed, pythonw) starts with sys.stdout and sys.stderr as None. What prints there, as a progress bar or a warning of a library, fails.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'Of somebody else: update it, or start it in a console'
            ),
            detail: trans.__(
              'Newer releases mostly give the streams a file. Some bring a second program with a console.'
            )
          },
          check(
            trans.__('Your own: give it streams before anything is imported'),
            "import os, sys\n\nif sys.stdout is None:\n    sys.stdout = open(os.devnull, 'w')\nif sys.stderr is None:\n    sys.stderr = open(os.devnull, 'w')"
          )
        ]
      })
    },
    option: {
      words: (trans, { script = 'train.py', option, near }) => ({
        title:
          option && fitting(option + script, 34)
            ? trans.__('%1 does not know %2', script, option)
            : trans.__('The program does not know an option'),
        cause: near
          ? trans.__(
              'Its usage, printed above, lists %1, and nothing that is called %2.',
              near,
              option ?? ''
            )
          : trans.__(
              'Its usage, printed above, lists the options that this copy of the program has. Another release, or the guide that you follow, may have others.'
            ),
        fixes: [
          near
            ? check(
                trans.__('Write %1, if that is what you mean', near),
                `!python ${script} ${near} …`
              )
            : check(
                trans.__('See what it takes, with explanations'),
                `!python ${script} --help`
              ),
          check(
            trans.__('The guide has it: bring the program up to date'),
            '$ git pull'
          )
        ]
      })
    },
    required: {
      words: (trans, { script = 'train.py', names = '--data', given }) => ({
        title: given
          ? trans.__('The command ended before %1', given)
          : trans.__('The program wants arguments that are missing'),
        cause: given
          ? trans.__(
              '%1 is in the cell, and %2 did not get it: the line before it does not go on. A backslash that goes on has to be the very last sign of its line, with no blank or remark behind it.',
              given,
              script
            )
          : /^-/.test(names)
            ? trans.__(
                '%1 did not get %2. If your command has it, the shell ended the command in a line before: a \\ that is missing, has a blank behind it or stands before an empty line; cmd of Windows wants ^, PowerShell `.',
                script,
                names
              )
            : trans.__('%1 does not run without %2.', script, names),
        fixes: [
          ...(given || /^-/.test(names)
            ? [
                check(
                  trans.__('Write the whole command on one line'),
                  `$ python ${script} ${names
                    .split(', ')
                    .map(name => `${name.split('/')[0]} …`)
                    .join(' ')}`,
                  trans.__(
                    'Or mend the ends of its lines; quotes that are not closed end it, too.'
                  )
                )
              ]
            : []),
          check(
            trans.__('Give them behind its name'),
            `!python ${script} ${names
              .split(', ')
              .map(name =>
                name.startsWith('-')
                  ? `${name.split('/')[0]} …`
                  : `${name.toUpperCase()}`
              )
              .join(' ')}`
          ),
          check(
            trans.__('See what each of them is'),
            `!python ${script} --help`
          )
        ]
      })
    },
    command: {
      words: (trans, { script = 'the program', given = '', names = '' }) => {
        const today = ownValue(RENAMED, given);
        return {
          title: fitting(given, 28)
            ? trans.__('The installed program has no “%1”', given)
            : trans.__('The installed program has no such choice'),
          cause: today
            ? trans.__(
                '%1 of this release does not know %2, which was a branch of its own at first and is called %3 today.',
                script,
                given,
                today
              )
            : trans.__(
                '%1 does not know %2. It offers: %3. A newer release, or an extension that is not installed here, may have it.',
                script,
                given,
                names
              ),
          fixes: [
            /^ns-/.test(script)
              ? check(
                  trans.__('Bring it up to date'),
                  '%pip install --upgrade nerfstudio'
                )
              : check(trans.__('See what it offers'), `$ ${script} --help`),
            check(
              today
                ? trans.__('Write the name of today')
                : trans.__('Choose one of those it offers'),
              `$ ${script} ${today ?? names.split(/[, ]+/)[0]}`
            )
          ]
        };
      }
    },
    choice: {
      words: (
        trans,
        { script = 'train.py', option = '--model', given = '', names = '' }
      ) => ({
        title: fitting(option, 24)
          ? trans.__('%1 does not take that value', option)
          : trans.__('An option does not take that value'),
        cause: trans.__(
          '%1 got %2 for %3, and takes: %4.',
          script,
          given,
          option,
          names
        ),
        fixes: [
          check(
            trans.__('Choose one of them'),
            `!python ${script} ${option.split('/').pop() ?? option} ${names.split(', ')[0]}`
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The line names the kernel’s launcher instead of a program of yours: then argparse runs in the notebook itself.'
      )
    ],
    links: [
      {
        title: trans.__('IPython: %cd and commands of the system'),
        url: 'https://ipython.readthedocs.io/en/stable/interactive/magics.html#magic-cd'
      }
    ]
  })
});
