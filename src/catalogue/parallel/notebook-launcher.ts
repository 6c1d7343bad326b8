import type {
  IEntry,
  IFix,
  IReading,
  ITranslate,
  Values
} from '../../diagnosis/types';

import { textFrom } from '../dataloader/shared/text-from';
import { ofKind, said } from '../said';
import { LINKS } from './shared/links';

function words(
  trans: ITranslate,
  { kind, strategy }: Values
): { title: string; cause: string } {
  if (kind === 'platform') {
    return {
      title: trans.__('This system cannot fork processes'),
      cause: trans.__(
        'The strategy forks the process, which Windows does not offer. A notebook cannot start processes in another way, so here it can use one GPU; a script can use more.'
      )
    };
  }
  if (kind === 'strategy') {
    return {
      title:
        strategy === undefined || strategy.length > 16
          ? trans.__('This Lightning strategy cannot run in a notebook')
          : trans.__('Strategy “%1” cannot run in a notebook', strategy),
      cause: trans.__(
        'It starts your script again once per GPU, and a notebook is no script. A strategy that forks the notebook’s own process can run here.'
      )
    };
  }
  if (kind === 'number') {
    return {
      title: trans.__('notebook_launcher does not know how many GPUs'),
      cause: trans.__(
        'Outside of Colab it does not find out by itself: the number of processes, one for each GPU, must be given.'
      )
    };
  }
  return {
    title:
      kind === 'accelerator'
        ? trans.__('The Accelerator was made before the launch')
        : trans.__('CUDA was used before the processes were started'),
    cause:
      kind === 'accelerator'
        ? trans.__(
            'A cell made an Accelerator in the notebook’s own process. It must be made inside the function that each new process runs.'
          )
        : trans.__(
            'A cell (or an import) already used CUDA in the notebook’s own process, and a forked process cannot take CUDA over. One call such as model.cuda() is enough, in any cell since the start.'
          )
  };
}

/** What to change for this kind of the cause. */
function firstFix(trans: ITranslate, kind: string | undefined): IFix {
  switch (kind) {
    case 'platform':
      return {
        safety: 'safe',
        title: trans.__('In a script: the strategy that spawns'),
        code: "trainer = Trainer(accelerator='gpu', devices=2, strategy='ddp_spawn')"
      };
    case 'strategy':
      return {
        safety: 'safe',
        title: trans.__('Use the strategy made for notebooks'),
        detail: trans.__(
          'Restart the kernel first, and use no CUDA before fit().'
        ),
        code: "trainer = Trainer(accelerator='gpu', devices=2, strategy='ddp_notebook')"
      };
    case 'number':
      return {
        safety: 'safe',
        title: trans.__('Give the number of GPUs'),
        detail: trans.__('Counting them does not start CUDA.'),
        code: 'notebook_launcher(training, num_processes=torch.cuda.device_count())'
      };
    default:
      return {
        safety: 'check',
        title: trans.__('Restart the kernel; use CUDA only in the function'),
        detail: trans.__(
          'Model, .to(device), Accelerator and torch.cuda calls all go inside it. torch.cuda.device_count() is harmless, is_available() may not be.'
        ),
        code: 'def training():\n    accelerator = Accelerator()\n    model = make_model()\n    ...\n\nnotebook_launcher(training, num_processes=2)'
      };
  }
}

function readStrategy(_: Values, reading: IReading): Values {
  const call = textFrom(reading, 'strategy=');
  return {
    kind: 'strategy',
    strategy: /^strategy=['"]?(\w+)/.exec(call)?.[1]
  };
}

const entry: IEntry = {
  id: 'parallel/notebook-launcher',
  answers: [
    'To launch a multi-GPU training from your notebook, you need to avoid running any instruction using `torch.cuda` in any cell.',
    "`Trainer(strategy='ddp')` is not compatible with an interactive environment.",
    "Lightning can't create new processes if CUDA is already initialized.",
    'CUDA has been initialized before the `notebook_launcher` could create a forked subprocess.'
  ],
  refines: ['cuda/fork-reinit', 'parallel/spawn-wrapper', 'parallel/init'],
  signs: [
    ...said(
      /launch a multi-GPU training from your notebook, you need to avoid running any instruction|CUDA has been initialized before the `?notebook_launcher`? could create|Libraries known to initialize CUDA upon import have been imported already/,
      { read: () => ({ kind: 'cuda' }) }
    ),
    ...said(
      /(?:launch a multi-GPU training from your notebook|train on TPU in Colab or Kaggle Kernel), the `?Accelerator`? should only be initialized/,
      { read: () => ({ kind: 'accelerator' }) }
    ),
    ...said(
      /You have to specify the number of GPUs you would like to use, add `?num_processes=/,
      ofKind('number')
    ),
    ...said(/is not compatible with an interactive environment/, {
      read: readStrategy
    }),
    ...said(/process forking is not supported on this platform/, {
      read: () => ({ kind: 'platform' })
    }),
    // Said with ACCELERATE_DEBUG_MODE; CUDA is its guess.
    ...said(
      /issue was found when verifying a stable environment for the notebook launcher/,
      { confidence: 'likely', read: () => ({ kind: 'cuda' }) }
    ),
    ...said(
      /Lightning can't create new processes if CUDA is already initialized/,
      { read: () => ({ kind: 'cuda' }) }
    )
  ],
  page(trans, values) {
    const { kind } = values;
    return {
      ...words(trans, values),
      fixes: [
        firstFix(trans, kind),
        {
          safety: 'safe',
          title: trans.__('Or run it as a script'),
          code: '$ torchrun --standalone --nproc_per_node=2 train.py'
        },
        {
          safety: 'safe',
          title: trans.__('Or use one GPU: nothing needs to be started'),
          code:
            kind === 'strategy' || kind === 'platform'
              ? "trainer = Trainer(accelerator='gpu', devices=1)"
              : 'notebook_launcher(training, num_processes=1)'
        },
        {
          safety: 'diagnostic',
          title: trans.__('Find the cell that starts CUDA'),
          detail: trans.__('Run it after each cell, in a fresh kernel.'),
          code: 'torch.cuda.is_initialized()'
        }
      ],
      notThis: [
        trans.__(
          'The message says “Cannot re-initialize CUDA in forked subprocess” from a DataLoader: then the dataset uses CUDA in a worker.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: CUDA and forked processes'),
          url: LINKS.poisonFork
        },
        { title: trans.__('PyTorch: torchrun'), url: LINKS.torchrun }
      ]
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue:
        'You have to specify the number of GPUs you would like to use, add `num_processes=...` to your call.',
      torch: '1.12',
      origin: 'reference',
      values: { kind: 'number' }
    },
    {
      ename: 'ValueError',
      evalue:
        "You selected `Trainer(strategy='ddp_fork')` but process forking is not supported on this platform. We recommed `Trainer(strategy='ddp_spawn')` instead.",
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'platform' }
    },
    {
      kind: 'text',
      stderr:
        'RuntimeError: An issue was found when verifying a stable environment for the notebook launcher.This likely stems from an outside import causing issues once the `notebook_launcher()` is called.\n',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'cuda' }
    },
    {
      ename: 'ValueError',
      evalue:
        'To launch a multi-GPU training from your notebook, you need to avoid running any instruction using `torch.cuda` in any cell. Restart your notebook and make sure no cells use any CUDA function.',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'cuda' }
    },
    {
      ename: 'MisconfigurationException',
      evalue:
        "`Trainer(strategy='ddp')` is not compatible with an interactive environment. Run your code as a script, or choose a notebook-compatible strategy: `Trainer(strategy='ddp_notebook')`. In case you are spawning processes yourself, make sure to include the Trainer creation inside the worker function.",
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'strategy', strategy: 'ddp' }
    },
    {
      ename: 'ValueError',
      evalue:
        'To launch a multi-GPU training from your notebook, the `Accelerator` should only be initialized inside your training function. Restart your notebook and make sure no cells initializes an `Accelerator`.',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'accelerator' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Lightning can't create new processes if CUDA is already initialized. Did you manually call `torch.cuda.*` functions, have moved the model to the device, or allocated memory on the GPU any other way? Please remove any such calls, or change the selected strategy. You will have to restart the Python kernel.",
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'cuda' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must use the 'spawn' start method"
    },
    {
      ename: 'RuntimeError',
      evalue: 'asyncio.run() cannot be called from a running event loop'
    }
  ]
};

export default entry;
