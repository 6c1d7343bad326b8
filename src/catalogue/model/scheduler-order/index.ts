import { define } from '../../define';
import { onlyWarned } from '../../shared/remark';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import type { ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { keywordGiven } from '../../shared/edits/calls';
import { schedulerLast } from '../../shared/edits/lines';
import { nothingGiven } from '../../shared/edits/options';

/** torch/optim/lr_scheduler.py, since 1.1. */
const ORDER =
  /Detected call of `lr_scheduler\.step\(\)` before `optimizer\.step\(\)`|`optimizer\.step\(\)` has been overridden after learning rate scheduler/;

const ONE_CYCLE =
  'scheduler = torch.optim.lr_scheduler.OneCycleLR(\n    optimizer, max_lr=0.01, epochs=epochs, steps_per_epoch=len(loader))\nfor epoch in range(epochs):\n    for x, y in loader:\n        ...\n        optimizer.step()\n        scheduler.step()  # once per batch';

/** Only a scheduler's step() takes `metrics`; where the code is known it says so. */
function ofScheduler({ code }: IReading): boolean {
  return code === '' || /sched|plateau|lr_/i.test(code);
}

function notWarned(trans: ITranslate): string {
  return trans.__(
    '“lr_scheduler.step() before optimizer.step()” is a warning about the order of the two calls.'
  );
}

export default define({
  id: 'model/scheduler-order',
  answers: [
    'Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call them in the opposite order',
    'Seems like `optimizer.step()` has been overridden after learning rate scheduler initialization.',
    'Tried to step 2502 times. The specified number of total steps is 2500',
    'You must define either total_steps OR (epochs AND steps_per_epoch)',
    "ReduceLROnPlateau.step() missing 1 required positional argument: 'metrics'",
    'NoneType is not an Optimizer',
    'Expected 1 lr_lambdas, but got 2',
    'optimizer must support momentum or beta1 with `cycle_momentum` option enabled'
  ],
  values: ['tried', 'total', 'name', 'type'],
  kinds: {
    /** A warning, which stops nothing. */
    order: {
      signs: [
        { where: 'message', pattern: ORDER },
        { where: 'log', pattern: ORDER, when: onlyWarned }
      ],
      words: trans => ({
        title: trans.__('The learning rate was stepped before the optimizer'),
        cause: trans.__(
          'A scheduler’s step() ran although optimizer.step() had not run yet, so the first learning rate of the schedule is never used. With mixed precision it is also shown when GradScaler left out the first update.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Step the optimizer first, then the scheduler'),
            edit: schedulerLast,
            code: 'loss.backward()\noptimizer.step()\nscheduler.step()  # or once after each epoch'
          },
          {
            safety: 'check',
            title: trans.__('Mixed precision: only after a real update'),
            detail: trans.__(
              'GradScaler lowers its scale and leaves the update out where a gradient overflowed.'
            ),
            code: 'scale = scaler.get_scale()\nscaler.step(optimizer)\nscaler.update()\nif scaler.get_scale() >= scale:\n    scheduler.step()'
          }
        ],
        notThis: [
          trans.__(
            'It is a warning and stops nothing: if the cell failed, look for the exception below.'
          )
        ]
      })
    },
    total: {
      // torch/optim/lr_scheduler.py, `OneCycleLR`; the words of 1.3 and since.
      signs: messageOrLog(
        /Tried to step (?<tried>\d{1,12}) times\. The (?:specified number of total steps|total number of steps) is (?<total>\d{1,12})/
      ),
      words: (trans, { tried, total }) => ({
        title: trans.__('The schedule has ended: it was made for fewer steps'),
        cause:
          tried !== undefined && total !== undefined
            ? trans.__(
                'The scheduler was made for %1 steps, and step() ran %2 times. Usual: epochs were counted and step() runs per batch, training was resumed or made longer, or the loader gives more batches now.',
                total,
                tried
              )
            : trans.__(
                'step() was called more often than the scheduler was made for. Usual: epochs were counted and step() runs per batch, or training was resumed or made longer.'
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Make it for all batches of all epochs'),
            detail: trans.__(
              'With gradient accumulation count the updates: len(loader) // accumulate.'
            ),
            code: ONE_CYCLE
          },
          {
            safety: 'check',
            title: trans.__(
              'Training longer than planned: make a new scheduler'
            ),
            detail: trans.__(
              'Loading the state of the old one brings its number of steps back.'
            )
          }
        ],
        notThis: [notWarned(trans)]
      })
    },
    define: {
      signs: messageOrLog(
        /You must define either total_steps OR \(epochs AND steps_per_epoch\)|xpected (?:non-negative|positive) integer (?<name>total_steps|epochs|steps_per_epoch|T_0|T_mult), but got/
      ),
      words: (trans, { name }) => ({
        title: trans.__('The scheduler was not told how many steps there are'),
        cause:
          name === undefined
            ? trans.__(
                'OneCycleLR needs either total_steps, or both epochs and steps_per_epoch.'
              )
            : trans.__(
                '%1 must be a whole number of 1 or more. A division with / gives another kind of number; an empty loader gives 0.',
                name
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Give epochs and batches per epoch'),
            code: ONE_CYCLE
          }
        ],
        notThis: [notWarned(trans)]
      })
    },
    metrics: {
      signs: [
        {
          where: 'message',
          pattern:
            /\bReduceLROnPlateau\.step\(\) missing 1 required positional argument: ["']metrics["']/
        },
        // Before Python 3.10, which names no class.
        {
          where: 'message',
          pattern:
            /^step\(\) missing 1 required positional argument: ["']metrics["']/,
          when: ofScheduler,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('ReduceLROnPlateau needs the value it watches'),
        cause: trans.__(
          'It lowers the learning rate when a value stops improving, and step() was not given that value. Other schedulers take none.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Pass the validation loss, once per epoch'),
            code: 'scheduler.step(val_loss)'
          },
          {
            safety: 'check',
            title: trans.__('PyTorch Lightning: name the value to watch'),
            code: "return {'optimizer': optimizer, 'lr_scheduler': {'scheduler': scheduler, 'monitor': 'val_loss'}}"
          }
        ],
        notThis: [notWarned(trans)]
      })
    },
    monitor: {
      // PyTorch Lightning's trainer, which calls step() itself.
      signs: messageOrLog(
        /ReduceLROnPlateau["'`]? conditioned on metric ["'`]?(?<name>[\w/.-]{1,60})["'`]? which is not available|must include a monitor when a ["'`]?ReduceLROnPlateau/
      ),
      words: (trans, { name }) => ({
        title: trans.__(
          'The value that ReduceLROnPlateau watches is not there'
        ),
        cause:
          name === undefined
            ? trans.__(
                'Lightning calls this scheduler with a logged value, and was not told which.'
              )
            : trans.__(
                'Lightning looks for “%1” among the logged values, and it was not logged when the scheduler ran. Often it is spelt differently, or validation had not run yet.',
                name
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Log it in validation_step(), by the same name'),
            code: "self.log('val_loss', loss)"
          },
          {
            safety: 'check',
            title: trans.__('Name it beside the scheduler'),
            code: "return {'optimizer': optimizer, 'lr_scheduler': {'scheduler': scheduler, 'monitor': 'val_loss'}}"
          }
        ],
        notThis: [notWarned(trans)]
      })
    },
    'no-metrics': {
      // The other schedulers are given what only ReduceLROnPlateau takes.
      signs: [
        {
          where: 'message',
          pattern:
            /\b_?LRScheduler\.step\(\) (?:got an unexpected keyword argument ["']metrics["']|takes from 1 to 2 positional arguments but 3 were given)/
        }
      ],
      words: trans => ({
        title: trans.__('This scheduler takes no value to watch'),
        cause: trans.__(
          'Only ReduceLROnPlateau looks at a loss or a score. step() of the others is called without arguments.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Call it without arguments'),
            edit: nothingGiven(['step']),
            code: 'scheduler.step()'
          },
          {
            safety: 'check',
            title: trans.__('Schedulers of both kinds in one loop: ask first'),
            code: 'if isinstance(scheduler, torch.optim.lr_scheduler.ReduceLROnPlateau):\n    scheduler.step(val_loss)\nelse:\n    scheduler.step()'
          }
        ],
        notThis: [notWarned(trans)]
      })
    },
    type: {
      signs: [
        {
          where: 'message',
          pattern: /^(?<type>[A-Za-z_]\w{0,60}) is not an Optimizer$/,
          ename: /^TypeError$/
        },
        {
          where: 'log',
          pattern: /TypeError: (?<type>[A-Za-z_]\w{0,60}) is not an Optimizer\b/
        }
      ],
      words: (trans, { type }) => ({
        title: trans.__('The scheduler was not given a PyTorch optimizer'),
        cause:
          type === undefined
            ? trans.__(
                'A scheduler changes the learning rate of an optimizer, and something else stands there.'
              )
            : trans.__(
                'A scheduler changes the learning rate of a torch.optim.Optimizer, and was given a %1. Usual: the optimizer is not made yet, the model or its parameters stand there, or a library wrapped it.',
                type
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Make the optimizer first and pass it'),
            code: 'optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\nscheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=10)'
          },
          {
            safety: 'check',
            title: trans.__(
              'Wrapped (apex, DeepSpeed): make it before wrapping'
            ),
            detail: trans.__('Or pass the inner one, often wrapped.optimizer.')
          }
        ],
        notThis: [notWarned(trans)]
      })
    },
    groups: {
      signs: messageOrLog(
        /xpected \d{1,4} (?:lr_lambdas?|min_lrs?), (?:but )?got \d{1,4}\b|must have the same length as optimizer\.param_groups|xpected \d{1,4} values for (?:base_lr|max_lr|base_momentum|max_momentum|initial_lr), got/
      ),
      words: trans => ({
        title: trans.__('One value is needed for each group of parameters'),
        cause: trans.__(
          'The scheduler was given a list, and its length is not the number of the optimizer’s groups. One value alone counts for all groups.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See how many groups there are'),
            code: 'print(len(optimizer.param_groups))'
          },
          {
            safety: 'check',
            title: trans.__('Give one value, or one for each group'),
            code: 'scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lr_lambda=lambda epoch: 0.95 ** epoch)'
          }
        ],
        notThis: [notWarned(trans)]
      })
    },
    momentum: {
      signs: messageOrLog(
        /optimizer must support momentum (?:or beta1 )?with ["'`]cycle_momentum["'`] option enabled/
      ),
      words: trans => ({
        title: trans.__(
          'The optimizer has no momentum for the scheduler to change'
        ),
        cause: trans.__(
          'CyclicLR and OneCycleLR move the momentum against the learning rate, unless told otherwise. This optimizer has none.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Leave the momentum alone'),
            edit: keywordGiven(
              ['CyclicLR', 'OneCycleLR'],
              'cycle_momentum',
              'False'
            ),
            code: 'scheduler = torch.optim.lr_scheduler.CyclicLR(optimizer, 1e-4, 1e-2, cycle_momentum=False)'
          },
          {
            safety: 'check',
            title: trans.__('Or give the optimizer a momentum'),
            code: 'optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)'
          }
        ],
        notThis: [notWarned(trans)]
      })
    }
  },
  common: trans => ({
    links: [
      {
        title: trans.__('PyTorch: how to adjust the learning rate'),
        url: 'https://docs.pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate'
      },
      LINKS.optim(trans)
    ]
  })
});
