import type { IEntry, ITranslate } from '../../diagnosis/types';
import { onlyWarned } from '../version/shared/remark';
import { LINKS } from './shared/links';
import { schedulerSigns } from './shared/scheduler-signs';
import type { SchedulerWords } from './shared/scheduler-words';
import { schedulerWords } from './shared/scheduler-words';

/** torch/optim/lr_scheduler.py, since 1.1. */
const ORDER =
  /Detected call of `lr_scheduler\.step\(\)` before `optimizer\.step\(\)`|`optimizer\.step\(\)` has been overridden after learning rate scheduler/;

/** The warning: title, cause and fixes. */
function warned(trans: ITranslate): SchedulerWords {
  return [
    trans.__('The learning rate was stepped before the optimizer'),
    trans.__(
      'A scheduler’s step() ran although optimizer.step() had not run yet, so the first learning rate of the schedule is never used. With mixed precision it is also shown when GradScaler left out the first update.'
    ),
    [
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
    ]
  ];
}

const entry: IEntry = {
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
  signs: [
    { where: 'message', pattern: ORDER },
    { where: 'log', pattern: ORDER, when: onlyWarned },
    ...schedulerSigns
  ],
  page(trans, values) {
    const [title, cause, fixes] =
      schedulerWords(trans, values) ?? warned(trans);
    return {
      title,
      cause,
      fixes,
      notThis: [
        values.kind === undefined
          ? trans.__(
              'It is a warning and stops nothing: if the cell failed, look for the exception below.'
            )
          : trans.__(
              '“lr_scheduler.step() before optimizer.step()” is a warning about the order of the two calls.'
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
    },
    {
      ename: 'ValueError',
      evalue: 'Tried to step 3 times. The specified number of total steps is 2',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'total', tried: '3', total: '2' }
    },
    {
      ename: 'ValueError',
      evalue: 'Tried to step 2502 times. The total number of steps is 2500',
      torch: '1.13',
      origin: 'reference',
      values: { kind: 'total', tried: '2502', total: '2500' }
    },
    {
      ename: 'ValueError',
      evalue:
        'You must define either total_steps OR (epochs AND steps_per_epoch)',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'define' }
    },
    {
      ename: 'TypeError',
      evalue:
        "ReduceLROnPlateau.step() missing 1 required positional argument: 'metrics'",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'metrics' }
    },
    {
      ename: 'TypeError',
      evalue: "step() missing 1 required positional argument: 'metrics'",
      source: 'scheduler.step()',
      torch: '1.4',
      origin: 'reference',
      values: { kind: 'metrics' }
    },
    {
      ename: 'MisconfigurationException',
      evalue:
        "ReduceLROnPlateau conditioned on metric val_loss which is not available. Available metrics are: ['train_loss']. Condition can be set using `monitor` key in lr scheduler dict",
      torch: '1.13',
      origin: 'reference',
      values: { kind: 'monitor', name: 'val_loss' }
    },
    {
      ename: 'TypeError',
      evalue: "LRScheduler.step() got an unexpected keyword argument 'metrics'",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'no-metrics' }
    },
    {
      ename: 'TypeError',
      evalue: 'NoneType is not an Optimizer',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'type', type: 'NoneType' }
    },
    {
      ename: 'ValueError',
      evalue: 'Expected 1 lr_lambdas, but got 2',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'groups' }
    },
    {
      ename: 'ValueError',
      evalue:
        'optimizer must support momentum with `cycle_momentum` option enabled',
      torch: '1.1',
      origin: 'reference',
      values: { kind: 'momentum' }
    }
  ],
  nearMisses: [
    {
      ename: 'TypeError',
      evalue: "step() missing 1 required positional argument: 'metrics'",
      source: 'report.step()'
    },
    {
      ename: 'TypeError',
      evalue: "step() missing 1 required positional argument: 'action'",
      source: 'env.step()'
    },
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
