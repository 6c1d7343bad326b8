import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { textFrom } from '../../shared/text-from';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { keywordGiven } from '../../shared/edits/calls';
import { allOf } from '../../shared/edits/find';

/** The strategy that Lightning names. */
function strategyIn(reading: IReading): string | undefined {
  const call = textFrom(reading, 'strategy=');
  return /^strategy=['"]?(\w+)/.exec(call)?.[1];
}

function freshKernel(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Restart the kernel; use CUDA only in the function'),
    detail: trans.__(
      'Model, .to(device), Accelerator and torch.cuda calls all go inside it. torch.cuda.device_count() is harmless, is_available() may not be.'
    ),
    code: 'def training():\n    accelerator = Accelerator()\n    model = make_model()\n    ...\n\nnotebook_launcher(training, num_processes=2)'
  };
}

const ONE_PROCESS = 'notebook_launcher(training, num_processes=1)';
const ONE_DEVICE = "trainer = Trainer(accelerator='gpu', devices=1)";

/** Ways round the launch, and how to find what stands in its way. */
function otherWays(trans: ITranslate, onOneGpu: string): IFix[] {
  return [
    {
      safety: 'safe',
      title: trans.__('Or run it as a script'),
      code: '$ torchrun --standalone --nproc_per_node=2 train.py'
    },
    {
      safety: 'safe',
      title: trans.__('Or use one GPU: nothing needs to be started'),
      edit:
        onOneGpu === ONE_PROCESS
          ? keywordGiven(['notebook_launcher'], 'num_processes', '1')
          : allOf(
              keywordGiven(['Trainer'], 'devices', '1'),
              // A strategy for several is refused with one device, too.
              keywordGiven(['Trainer'], 'strategy', "'auto'")
            ),
      code: onOneGpu
    },
    {
      safety: 'diagnostic',
      title: trans.__('Find the cell that starts CUDA'),
      detail: trans.__('Run it after each cell, in a fresh kernel.'),
      code: 'torch.cuda.is_initialized()'
    }
  ];
}

export default define({
  id: 'parallel/notebook-launcher',
  answers: [
    'To launch a multi-GPU training from your notebook, you need to avoid running any instruction using `torch.cuda` in any cell.',
    "`Trainer(strategy='ddp')` is not compatible with an interactive environment.",
    "Lightning can't create new processes if CUDA is already initialized.",
    'CUDA has been initialized before the `notebook_launcher` could create a forked subprocess.'
  ],
  refines: ['cuda/fork-reinit', 'parallel/spawn-wrapper', 'parallel/init'],
  values: ['strategy'],
  kinds: {
    cuda: {
      signs: [
        ...messageOrLog(
          /launch a multi-GPU training from your notebook, you need to avoid running any instruction|CUDA has been initialized before the `?notebook_launcher`? could create|Libraries known to initialize (?:CUDA|device) upon import have been imported already/
        ),
        // Said with ACCELERATE_DEBUG_MODE; CUDA is its guess.
        ...messageOrLog(
          /issue was found when verifying a stable environment for the notebook launcher/,
          { confidence: 'likely' }
        ),
        ...messageOrLog(
          /Lightning can't create new processes if CUDA is already initialized/
        )
      ],
      words: trans => ({
        title: trans.__('CUDA was used before the processes were started'),
        cause: trans.__(
          'A cell (or an import) already used CUDA in the notebook’s own process, and a forked process cannot take CUDA over. One call such as model.cuda() is enough, in any cell since the start.'
        ),
        fixes: [freshKernel(trans), ...otherWays(trans, ONE_PROCESS)]
      })
    },
    accelerator: {
      signs: messageOrLog(
        /(?:launch a multi-(?:GPU|device) training from your notebook|train on TPU in Colab or Kaggle Kernel), the `?Accelerator`? should only be initialized/
      ),
      words: trans => ({
        title: trans.__('The Accelerator was made before the launch'),
        cause: trans.__(
          'A cell made an Accelerator in the notebook’s own process. It must be made inside the function that each new process runs.'
        ),
        fixes: [freshKernel(trans), ...otherWays(trans, ONE_PROCESS)]
      })
    },
    number: {
      signs: messageOrLog(
        /You have to specify the number of (?:GPU|device)s you would like to use, add `?num_processes=/
      ),
      words: trans => ({
        title: trans.__('notebook_launcher does not know how many GPUs'),
        cause: trans.__(
          'Outside of Colab it does not find out by itself: the number of processes, one for each GPU, must be given.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Give the number of GPUs'),
            edit: keywordGiven(
              ['notebook_launcher'],
              'num_processes',
              'torch.cuda.device_count()'
            ),
            detail: trans.__('Counting them does not start CUDA.'),
            code: 'notebook_launcher(training, num_processes=torch.cuda.device_count())'
          },
          ...otherWays(trans, ONE_PROCESS)
        ]
      })
    },
    strategy: {
      signs: messageOrLog(/is not compatible with an interactive environment/, {
        read: (_, reading) => ({ strategy: strategyIn(reading) })
      }),
      words: (trans, { strategy }) => ({
        title:
          strategy === undefined || strategy.length > 16
            ? trans.__('This Lightning strategy cannot run in a notebook')
            : trans.__('Strategy “%1” cannot run in a notebook', strategy),
        cause: trans.__(
          'It starts your script again once per GPU, and a notebook is no script. A strategy that forks the notebook’s own process can run here.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Use the strategy made for notebooks'),
            edit: keywordGiven(['Trainer'], 'strategy', "'ddp_notebook'"),
            detail: trans.__(
              'Restart the kernel first, and use no CUDA before fit().'
            ),
            code: "trainer = Trainer(accelerator='gpu', devices=2, strategy='ddp_notebook')"
          },
          ...otherWays(trans, ONE_DEVICE)
        ]
      })
    },
    platform: {
      signs: messageOrLog(/process forking is not supported on this platform/),
      words: trans => ({
        title: trans.__('This system cannot fork processes'),
        cause: trans.__(
          'The strategy forks the process, which Windows does not offer. A notebook cannot start processes in another way, so here it can use one GPU; a script can use more.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('In a script: the strategy that spawns'),
            code: "trainer = Trainer(accelerator='gpu', devices=2, strategy='ddp_spawn')"
          },
          ...otherWays(trans, ONE_DEVICE)
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
