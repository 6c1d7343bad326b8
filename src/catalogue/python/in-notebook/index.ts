import { define } from '../../define';
import { check, pip } from '../../fix';
import { isTorchInPlay, mayBeTorch } from '../../shared/torch-in-play';

/** tqdm/notebook.py, and the widgets of transformers and datasets with it. */
const WIDGETS = /^IProgress not found\. Please update jupyter and ipywidgets/;

const NO_INPUT =
  /raw_input was called, but this frontend does not support input requests/;

const NO_TTY = /^api_key not configured \(no-tty\)/;

const LOOP =
  /asyncio\.run\(\) cannot be called from a running event loop|This event loop is already running/;

const MAGIC =
  /^(?:Line|Cell) magic function `%{1,2}(?<magic>tensorboard|wandb|memit|mprun|lprun|autoreload)` not found/;

/** concurrent.futures: a worker was gone before it answered. */
const POOL =
  /^A (?:process|child process) in the process pool was terminated abruptly|^A child process terminated abruptly, the process pool is not usable anymore/;

const SECRET = /^Secret (?<name>\w{1,80}) does not exist/;

const LOADS: Readonly<Record<string, string>> = {
  tensorboard: 'tensorboard',
  wandb: 'wandb',
  memit: 'memory_profiler',
  mprun: 'memory_profiler',
  lprun: 'line_profiler',
  autoreload: 'autoreload'
};

/** Only beside torch: notebooks of others have these, too. */
const beside = { where: 'message', when: isTorchInPlay } as const;

export default define({
  id: 'python/in-notebook',
  answers: [
    'ImportError: IProgress not found. Please update jupyter and ipywidgets.',
    'RuntimeError: asyncio.run() cannot be called from a running event loop',
    'BrokenProcessPool: A process in the process pool was terminated abruptly',
    'UsageError: Line magic function `%tensorboard` not found.',
    'UsageError: api_key not configured (no-tty). call wandb.login(key=[your_api_key])',
    'StdinNotImplementedError: raw_input was called, but this frontend does not support input requests.'
  ],
  values: ['magic', 'name'],
  kinds: {
    pool: {
      signs: [
        {
          where: 'message',
          pattern: POOL,
          when: reading =>
            reading.incident.kind === 'text'
              ? mayBeTorch(reading)
              : isTorchInPlay(reading),
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('The worker processes of the pool ended'),
        cause: trans.__(
          'The processes that ProcessPoolExecutor started ended without an answer. On macOS and Windows they start anew and cannot find what is defined in a notebook; elsewhere the memory mostly ran out, or compiled code crashed in them.'
        ),
        fixes: [
          check(
            trans.__('Do without processes: the error then shows itself'),
            'n_workers = 0  # num_workers=0, max_workers=0 or 1',
            trans.__(
              'Whatever the call names them; one process then does it all.'
            )
          ),
          check(
            trans.__('Put the functions and classes into a file of their own'),
            '%%writefile work.py\ndef work(item):\n    …\n\n# in the next cell: from work import work'
          ),
          {
            safety: 'check',
            title: trans.__('Memory: fewer workers, smaller parts for each')
          }
        ]
      })
    },
    widgets: {
      signs: [{ ...beside, pattern: WIDGETS }],
      words: trans => ({
        title: trans.__('The progress bar needs ipywidgets'),
        cause: trans.__(
          'tqdm.notebook, or a library that takes it in a notebook, draws its bar with ipywidgets. The kernel’s Python does not have them.'
        ),
        fixes: [
          pip({
            title: trans.__('Install them, restart, reload the page'),
            line: '%pip install ipywidgets',
            isInUse: true
          }),
          check(
            trans.__('Or take the bar of plain text'),
            'from tqdm import tqdm  # not tqdm.notebook'
          )
        ]
      })
    },
    input: {
      signs: [
        { ...beside, pattern: NO_INPUT },
        { ...beside, pattern: NO_TTY }
      ],
      words: trans => ({
        title: trans.__('Something asks for input, and nobody can answer'),
        cause: trans.__(
          'The notebook runs without a person before it (as a job, with Run All on a server, on Kaggle), and a call waits for a typed answer: mostly wandb for a key, or a login.'
        ),
        fixes: [
          check(
            trans.__('wandb: give the key before, from a secret'),
            "import os\nos.environ['WANDB_API_KEY'] = key"
          ),
          check(
            trans.__('Or go without wandb'),
            "import os\nos.environ['WANDB_MODE'] = 'disabled'  # of Trainer: report_to='none'"
          )
        ]
      })
    },
    loop: {
      signs: [{ ...beside, pattern: LOOP }],
      words: trans => ({
        title: trans.__('A notebook runs an event loop already'),
        cause: trans.__(
          'asyncio.run() and run_until_complete() start a loop of their own, and the kernel works in one. A cell may await by itself.'
        ),
        fixes: [
          check(trans.__('Await it in the cell'), 'result = await main()'),
          check(
            trans.__('A library starts the loop: let it nest'),
            '%pip install nest_asyncio\nimport nest_asyncio\nnest_asyncio.apply()'
          )
        ]
      })
    },
    magic: {
      signs: [{ ...beside, pattern: MAGIC }],
      words: (trans, { magic = 'tensorboard' }) => ({
        title: trans.__('The extension with %%1 is not loaded', magic),
        cause: trans.__(
          '%%1 comes with an extension of IPython, which each kernel loads anew, also after a restart.',
          magic
        ),
        fixes: [
          check(
            trans.__('Load it first'),
            `%load_ext ${new Map(Object.entries(LOADS)).get(magic) ?? magic}`
          )
        ]
      })
    },
    secret: {
      signs: [{ ...beside, pattern: SECRET }],
      words: (trans, { name = 'HF_TOKEN' }) => ({
        title: trans.__('Colab has no secret of that name for you'),
        cause: trans.__(
          'Secrets belong to an account, not to a notebook: in a copy of somebody else’s notebook you add %1 yourself.',
          name
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Add it under the key at the left edge'),
            detail: trans.__(
              'Name %1, your token as its value, then switch on access for this notebook.',
              name
            )
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A script that runs in a terminal has no such limits: there the same code may work.'
      )
    ],
    links: [
      {
        title: trans.__('ipywidgets: installation'),
        url: 'https://ipywidgets.readthedocs.io/en/stable/user_install.html'
      },
      {
        title: trans.__('IPython: asynchronous code in cells'),
        url: 'https://ipython.readthedocs.io/en/stable/interactive/autoawait.html'
      }
    ]
  })
});
