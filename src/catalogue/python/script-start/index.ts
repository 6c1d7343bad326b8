import type { IReading } from '../../../incident/types';
import { define, type Sign, type ValuesOf } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { fitting } from '../../shared/fitting';
import { isTorchInPlay } from '../../shared/torch-in-play';

const VALUES = [
  'script',
  'folder',
  'option',
  'near',
  'names',
  'given'
] as const;

type Named = ValuesOf<(typeof VALUES)[number]>;

/** Launchers of a kernel are told by `python/notebook-arguments`. */
const SCRIPT = String.raw`(?<![\w-])(?<script>(?!ipykernel_launcher|colab_kernel_launcher)[\w-]{1,60}\.py): error: `;

const ERROR = new RegExp(SCRIPT);

/** python and what starts it, when the file is not there. */
const ABSENT =
  /can't open file ["'](?:(?<folder>[^'"]{1,300})[\\/])?(?<script>[^'"\\/]{1,100}\.py)["']: \[Errno 2\]/;

type Kind = 'option' | 'required' | 'choice';

/**
 * Whether the command is at hand that started the program. One that something
 * else starts, as a server its workers, gets its arguments from that.
 */
function isOwnStart(reading: IReading): boolean {
  const text = `${reading.incident.source}\n${printedText(reading)}`;
  const script = ERROR.exec(text)?.groups?.script;
  return (
    script !== undefined &&
    new RegExp(
      String.raw`\b(?:python[\d.]{0,4}|torchrun|accelerate launch|%run)[ \t][^\n]{0,200}\b${script}\b`
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
    when: reading => isTorchInPlay(reading) && isOwnStart(reading),
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

export default define({
  id: 'python/script-start',
  answers: [
    "python3: can't open file '/content/train.py': [Errno 2] No such file or directory",
    'train.py: error: unrecognized arguments: --epoch 3',
    'train.py: error: the following arguments are required: --data'
  ],
  values: VALUES,
  signs: [
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
      ({ script, names }) => ({ script, names })
    ),
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
          when: isTorchInPlay,
          read: ({ folder, script }) => ({ folder, script })
        }
      ],
      words: (trans, { folder, script = 'train.py' }) => ({
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
      words: (trans, { script = 'train.py', names = '--data' }) => ({
        title: trans.__('The program wants arguments that are missing'),
        cause: trans.__('%1 does not run without %2.', script, names),
        fixes: [
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
