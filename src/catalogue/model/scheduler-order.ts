import type { IEntry } from '../../diagnosis/types';
import { onlyWarned } from '../version/shared/remark';
import { LINKS } from './shared/links';

/** torch/optim/lr_scheduler.py, since 1.1. */
const ORDER =
  /Detected call of `lr_scheduler\.step\(\)` before `optimizer\.step\(\)`|`optimizer\.step\(\)` has been overridden after learning rate scheduler/;

const entry: IEntry = {
  id: 'model/scheduler-order',
  answers: [
    'Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call them in the opposite order',
    'Seems like `optimizer.step()` has been overridden after learning rate scheduler initialization.'
  ],
  signs: [
    { where: 'message', pattern: ORDER },
    { where: 'log', pattern: ORDER, when: onlyWarned }
  ],
  page(trans) {
    return {
      title: trans.__('The learning rate was stepped before the optimizer'),
      cause: trans.__(
        'A scheduler’s step() ran although optimizer.step() had not run yet, so the first learning rate of the schedule is never used. With mixed precision it is also shown when GradScaler left out the first update.'
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Step the optimizer first, then the scheduler'),
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
      ],
      links: [
        {
          title: trans.__('PyTorch: how to adjust the learning rate'),
          url: 'https://docs.pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate'
        },
        LINKS.optim(trans)
      ]
    };
  },
  examples: [
    {
      stderr:
        '/usr/lib/python3.11/site-packages/torch/optim/lr_scheduler.py:192: UserWarning: Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call them in the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will result in PyTorch skipping the first value of the learning rate schedule. See more details at https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate\n  warnings.warn(\n',
      torch: '2.13',
      origin: 'run'
    }
  ],
  nearMisses: [
    {
      ename: 'KeyError',
      evalue: "'lr'",
      stderr:
        'UserWarning: Detected call of `lr_scheduler.step()` before `optimizer.step()`.\n'
    }
  ],
  reproduction: {
    raises: [
      'import warnings, torch',
      "warnings.simplefilter('error')",
      'weight = torch.nn.Parameter(torch.ones(1))',
      'optimizer = torch.optim.SGD([weight], lr=0.1)',
      'scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)',
      'scheduler.step()',
      'optimizer.step()'
    ].join('\n'),
    fixed: [
      'import warnings, torch',
      "warnings.simplefilter('error')",
      'weight = torch.nn.Parameter(torch.ones(1))',
      'optimizer = torch.optim.SGD([weight], lr=0.1)',
      'scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)',
      'optimizer.step()',
      'scheduler.step()'
    ].join('\n')
  }
};

export default entry;
