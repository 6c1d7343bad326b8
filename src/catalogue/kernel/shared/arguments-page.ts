import type { IPage, ITranslate } from '../../../diagnosis/types';

/** argparse in a cell: it ends the cell, the kernel lives on. */
export function argumentsPage(trans: ITranslate): IPage {
  return {
    title: trans.__('argparse read the notebook’s own command line'),
    cause: trans.__(
      'The code was written as a script: argparse reads the arguments of the process, which here are those of the kernel (-f and a file), and stops with SystemExit. Only the cell ended; the kernel lives, and its variables are there.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Give the arguments as a list'),
        detail: trans.__('An empty list takes every default.'),
        code: "args = parser.parse_args(['--epochs', '2'])"
      },
      {
        safety: 'safe',
        title: trans.__('Or pass over those that the parser does not know'),
        code: 'args, _ = parser.parse_known_args()'
      },
      {
        safety: 'safe',
        title: trans.__('Or run the script as a script'),
        code: '$ python train.py --epochs 2'
      }
    ],
    notThis: [
      trans.__(
        'The kernel itself is gone (“appears to have died”): then something else ended the process.'
      )
    ],
    links: [
      {
        title: trans.__('Python: parse_args and its list of arguments'),
        url: 'https://docs.python.org/3/library/argparse.html#argparse.ArgumentParser.parse_args'
      }
    ]
  };
}
