import { define, type Sign } from '../../define';
import { check } from '../../fix';
import { parsedNothing } from '../../shared/edits/calls';

/** What starts the kernel of a notebook, in the place of the script. */
const LAUNCHER = String.raw`(?:ipykernel_launcher|colab_kernel_launcher)\.py: error: `;

/** The exception says no more than “2”: argparse prints what is wrong. */
function printed(words: string): Sign<'names'>[] {
  const pattern = new RegExp(LAUNCHER + words);
  return [
    { where: 'message', pattern },
    { where: 'log', pattern, fatal: true }
  ];
}

export default define({
  id: 'python/notebook-arguments',
  answers: [
    'ipykernel_launcher.py: error: unrecognized arguments: -f /home/user/.local/share/jupyter/runtime/kernel-1234.json',
    'ipykernel_launcher.py: error: the following arguments are required: --data',
    'An exception has occurred, use %tb to see the full traceback. SystemExit: 2'
  ],
  values: ['names'],
  kinds: {
    kernel: {
      signs: [
        ...printed(
          String.raw`unrecognized arguments: (?:-f\b|--f=|--ip=127|--HistoryManager|\S{0,200}\.json\b)`
        ),
        ...printed(
          String.raw`(?:ambiguous option: --f=|argument [^:]{1,80}: (?:invalid \w{1,20} value|expected one argument|not allowed with)[^\n]{0,200}\.json\b)`
        )
      ],
      words: trans => ({
        title: trans.__('argparse reads the arguments of the kernel'),
        cause: trans.__(
          'parse_args() takes what stands behind the name of the program, and the program is the notebook’s kernel: its “-f …json”, or “--f=…json”, is none of yours. A script started from a terminal would get your own.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Parse an empty list: every argument has its default'),
              "args = parser.parse_args([])  # or ['--epochs', '3']",
              trans.__(
                'In a script the list would hide what was typed: leave it out there.'
              )
            ),
            edit: parsedNothing
          },
          check(
            trans.__('The same code as script and in a notebook'),
            'args, unknown = parser.parse_known_args()',
            trans.__('It is silent about misspelt arguments.')
          )
        ]
      })
    },
    required: {
      signs: printed(
        String.raw`the following arguments are required: (?<names>[\w-]{1,40}(?:, [\w-]{1,40}){0,5})`
      ),
      words: (trans, { names }) => ({
        title: trans.__('argparse misses an argument that is required'),
        cause: names
          ? trans.__(
              'A notebook is not started with arguments of yours, and the parser wants %1.',
              names
            )
          : trans.__(
              'A notebook is not started with arguments of yours, and the parser wants some.'
            ),
        fixes: [
          check(
            trans.__('Give them as a list of texts'),
            `args = parser.parse_args(['${names?.split(', ')[0] ?? '--data'}', 'value'])`
          ),
          check(
            trans.__('Or give the argument a default'),
            "parser.add_argument('--data', default='data')  # without required=True"
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The line names a script of yours instead of the kernel’s launcher: then its own arguments are wrong.'
      )
    ],
    links: [
      {
        title: trans.__('Python: argparse, what parse_args() reads'),
        url: 'https://docs.python.org/3/library/argparse.html#the-parse-args-method'
      }
    ]
  })
});
