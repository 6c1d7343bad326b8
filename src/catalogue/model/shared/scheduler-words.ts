import type { IFix, ITranslate, Values } from '../../../diagnosis/types';

/** Per kind: title, cause and fixes. */
export type SchedulerWords = readonly [
  title: string,
  cause: string,
  fixes: IFix[]
];

const ONE_CYCLE =
  'scheduler = torch.optim.lr_scheduler.OneCycleLR(\n    optimizer, max_lr=0.01, epochs=epochs, steps_per_epoch=len(loader))\nfor epoch in range(epochs):\n    for x, y in loader:\n        ...\n        optimizer.step()\n        scheduler.step()  # once per batch';

/** The words of `model/scheduler-order` beyond its warning, or null. */
export function schedulerWords(
  trans: ITranslate,
  { kind, tried, total, type, name }: Values
): SchedulerWords | null {
  switch (kind) {
    case 'total':
      return [
        trans.__('The schedule has ended: it was made for fewer steps'),
        tried !== undefined && total !== undefined
          ? trans.__(
              'The scheduler was made for %1 steps, and step() ran %2 times. Usual: epochs were counted and step() runs per batch, training was resumed or made longer, or the loader gives more batches now.',
              total,
              tried
            )
          : trans.__(
              'step() was called more often than the scheduler was made for. Usual: epochs were counted and step() runs per batch, or training was resumed or made longer.'
            ),
        [
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
        ]
      ];
    case 'define':
      return [
        trans.__('The scheduler was not told how many steps there are'),
        name === undefined
          ? trans.__(
              'OneCycleLR needs either total_steps, or both epochs and steps_per_epoch.'
            )
          : trans.__(
              '%1 must be a whole number of 1 or more. A division with / gives another kind of number; an empty loader gives 0.',
              name
            ),
        [
          {
            safety: 'check',
            title: trans.__('Give epochs and batches per epoch'),
            code: ONE_CYCLE
          }
        ]
      ];
    case 'metrics':
      return [
        trans.__('ReduceLROnPlateau needs the value it watches'),
        trans.__(
          'It lowers the learning rate when a value stops improving, and step() was not given that value. Other schedulers take none.'
        ),
        [
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
        ]
      ];
    case 'monitor':
      return [
        trans.__('The value that ReduceLROnPlateau watches is not there'),
        name === undefined
          ? trans.__(
              'Lightning calls this scheduler with a logged value, and was not told which.'
            )
          : trans.__(
              'Lightning looks for “%1” among the logged values, and it was not logged when the scheduler ran. Often it is spelt differently, or validation had not run yet.',
              name
            ),
        [
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
        ]
      ];
    case 'no-metrics':
      return [
        trans.__('This scheduler takes no value to watch'),
        trans.__(
          'Only ReduceLROnPlateau looks at a loss or a score. step() of the others is called without arguments.'
        ),
        [
          {
            safety: 'safe',
            title: trans.__('Call it without arguments'),
            code: 'scheduler.step()'
          },
          {
            safety: 'check',
            title: trans.__('Schedulers of both kinds in one loop: ask first'),
            code: 'if isinstance(scheduler, torch.optim.lr_scheduler.ReduceLROnPlateau):\n    scheduler.step(val_loss)\nelse:\n    scheduler.step()'
          }
        ]
      ];
    case 'type':
      return [
        trans.__('The scheduler was not given a PyTorch optimizer'),
        type === undefined
          ? trans.__(
              'A scheduler changes the learning rate of an optimizer, and something else stands there.'
            )
          : trans.__(
              'A scheduler changes the learning rate of a torch.optim.Optimizer, and was given a %1. Usual: the optimizer is not made yet, the model or its parameters stand there, or a library wrapped it.',
              type
            ),
        [
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
        ]
      ];
    case 'groups':
      return [
        trans.__('One value is needed for each group of parameters'),
        trans.__(
          'The scheduler was given a list, and its length is not the number of the optimizer’s groups. One value alone counts for all groups.'
        ),
        [
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
        ]
      ];
    case 'momentum':
      return [
        trans.__('The optimizer has no momentum for the scheduler to change'),
        trans.__(
          'CyclicLR and OneCycleLR move the momentum against the learning rate, unless told otherwise. This optimizer has none.'
        ),
        [
          {
            safety: 'check',
            title: trans.__('Leave the momentum alone'),
            code: 'scheduler = torch.optim.lr_scheduler.CyclicLR(optimizer, 1e-4, 1e-2, cycle_momentum=False)'
          },
          {
            safety: 'check',
            title: trans.__('Or give the optimizer a momentum'),
            code: 'optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)'
          }
        ]
      ];
    default:
      return null;
  }
}
