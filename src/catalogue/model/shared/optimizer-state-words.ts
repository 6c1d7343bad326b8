import type {
  IFix,
  IReading,
  ISign,
  ITranslate,
  Values
} from '../../../diagnosis/types';
import { ofKind, said } from '../../said';
import { passedThrough } from '../../shown';

/** torch/optim/optimizer.py, `load_state_dict`. */
const GROUPS =
  /loaded state dict (?:contains a parameter group that doesn["']t match the size of optimizer["']s group|has a different number of parameter groups)/;

/** torch/optim/lr_scheduler.py, both wordings. */
const INITIAL =
  /param \\?["']initial_lr\\?["'] is not specified in param_groups\[\d{1,4}\] when resuming/;

/** torch/optim/adam.py of 1.12 and since. */
const DEVICE =
  /If capturable=False, state_steps should not be CUDA tensors|If capturable=True, params and state_steps must be CUDA tensors|["'`]state_steps["'`] argument must contain a list of singleton tensors/;

function inOptimizer(reading: IReading): boolean {
  return passedThrough(reading, /\btorch[\\/.]optim\b/);
}

/** What `model/optimizer-state` answers to, by kind. */
export const stateSigns: readonly ISign[] = [
  ...said(GROUPS),
  ...said(INITIAL, ofKind('initial')),
  ...said(DEVICE, ofKind('device')),
  {
    where: 'message',
    pattern: /^["']param_groups["']$/,
    ename: /^KeyError$/,
    when: reading =>
      inOptimizer(reading) ||
      /\bopt\w{0,20}\.load_state_dict\(/.test(reading.code),
    ...ofKind('whole')
  },
  {
    where: 'message',
    pattern:
      /^["'](?<name>exp_avg|exp_avg_sq|max_exp_avg_sq|momentum_buffer|square_avg|betas|momentum|nesterov|amsgrad|maximize|foreach|capturable|differentiable|fused|step)["']$/,
    ename: /^KeyError$/,
    when: inOptimizer,
    read: ({ name }) => ({ name, kind: 'other' })
  }
];

/** Per kind: title, cause and fixes. */
type Words = readonly [title: string, cause: string, fixes: IFix[]];

/** The words of `model/optimizer-state`. */
export function stateWords(trans: ITranslate, { kind, name }: Values): Words {
  const fresh: IFix = {
    safety: 'check',
    title: trans.__('Start with a fresh optimizer'),
    detail: trans.__(
      'The weights can be kept; only the momentum of the earlier training is lost.'
    ),
    code: "model.load_state_dict(checkpoint['state_dict'], strict=False)\noptimizer = torch.optim.Adam(model.parameters(), lr=1e-3)"
  };
  switch (kind) {
    case 'initial':
      return [
        trans.__('The scheduler resumes with a fresh optimizer'),
        trans.__(
          'With last_epoch given, a scheduler looks for the learning rate at the start, initial_lr, in the optimizer. A new optimizer has none: only an earlier scheduler or a loaded state puts it there.'
        ),
        [
          {
            safety: 'check',
            title: trans.__('Load both states, and leave last_epoch out'),
            code: "optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\nscheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=10)\noptimizer.load_state_dict(checkpoint['optimizer'])\nscheduler.load_state_dict(checkpoint['scheduler'])"
          },
          {
            safety: 'check',
            title: trans.__('No state was saved: set it by hand'),
            code: "for group in optimizer.param_groups:\n    group.setdefault('initial_lr', group['lr'])\nscheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=10, last_epoch=epoch)"
          }
        ]
      ];
    case 'device':
      return [
        trans.__('The optimizer’s step count lies on the GPU'),
        trans.__(
          'Adam keeps the number of steps on the CPU unless capturable is set. In torch 1.12.0 loading a state moved it to the GPU; else a loop that calls .cuda() on the whole state did.'
        ),
        [
          {
            safety: 'check',
            title: trans.__('torch 1.12.0: update, 1.12.1 has it mended'),
            code: '$ pip install -U torch'
          },
          {
            safety: 'check',
            title: trans.__('Else: leave the device to load_state_dict()'),
            detail: trans.__(
              'Move the model first; no loop over optimizer.state is needed.'
            ),
            code: "model.to(device)\noptimizer = torch.optim.Adam(model.parameters())\noptimizer.load_state_dict(checkpoint['optimizer'])"
          },
          {
            safety: 'check',
            title: trans.__('Or allow it'),
            code: "for group in optimizer.param_groups:\n    group['capturable'] = True"
          }
        ]
      ];
    case 'whole':
      return [
        trans.__('What was loaded is not the state of an optimizer'),
        trans.__(
          'The state of an optimizer holds “state” and “param_groups”, and this dictionary has no param_groups. Usually it is the whole checkpoint, or the weights of the model.'
        ),
        [
          {
            safety: 'diagnostic',
            title: trans.__('See what the checkpoint holds'),
            code: 'print(checkpoint.keys())'
          },
          {
            safety: 'check',
            title: trans.__('Take the optimizer’s part'),
            code: "optimizer.load_state_dict(checkpoint['optimizer'])"
          }
        ]
      ];
    case 'other':
      return [
        trans.__('The optimizer’s state is not of this kind'),
        trans.__(
          'The optimizer needs “%1” and does not find it. Usual: the loaded state is of another optimizer (SGD in place of Adam) or of another torch version.',
          name ?? trans.__('a value of its own')
        ),
        [
          {
            safety: 'check',
            title: trans.__('Make the optimizer that was saved'),
            code: "print(checkpoint['optimizer']['param_groups'][0].keys())  # betas: Adam; momentum, nesterov: SGD"
          },
          fresh
        ]
      ];
    default:
      return [
        trans.__('The saved optimizer belongs to another model'),
        trans.__(
          'An optimizer remembers its parameters by their place in the list only, and the list has another length here. Layers were added, removed or frozen since it was saved.'
        ),
        [
          fresh,
          {
            safety: 'check',
            title: trans.__('Or build model and optimizer as they were'),
            detail: trans.__(
              'The same layers, the same groups in the same order, frozen before the optimizer is made.'
            )
          },
          {
            safety: 'diagnostic',
            title: trans.__('Compare the sizes of the groups'),
            code: "print([len(g['params']) for g in checkpoint['optimizer']['param_groups']], [len(g['params']) for g in optimizer.param_groups])"
          }
        ]
      ];
  }
}
