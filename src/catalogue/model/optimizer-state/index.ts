import { define } from '../../define';
import { passedThrough } from '../../predicates';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { loadedThen } from '../../shared/edits/layers';
import { lineLeftOut } from '../../shared/edits/lines';

function inOptimizer(reading: IReading): boolean {
  return passedThrough(reading, /\btorch[\\/.]optim\b/);
}

function startFresh(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Start with a fresh optimizer'),
    edit: lineLeftOut(['load_state_dict']),
    detail: trans.__(
      'The weights can be kept; only the momentum of the earlier training is lost.'
    ),
    code: "model.load_state_dict(checkpoint['state_dict'], strict=False)\noptimizer = torch.optim.Adam(model.parameters(), lr=1e-3)"
  };
}

export default define({
  id: 'model/optimizer-state',
  answers: [
    "loaded state dict contains a parameter group that doesn't match the size of optimizer's group",
    'loaded state dict has a different number of parameter groups',
    "param 'initial_lr' is not specified in param_groups[0] when resuming an optimizer",
    'If capturable=False, state_steps should not be CUDA tensors.'
  ],
  // torch's own lines read the keys of a state, too.
  refines: ['model/checkpoint-key'],
  values: ['name'],
  kinds: {
    groups: {
      // torch/optim/optimizer.py, `load_state_dict`.
      signs: messageOrLog(
        /loaded state dict (?:contains a parameter group that doesn["']t match the size of optimizer["']s group|has a different number of parameter groups)/
      ),
      words: trans => ({
        title: trans.__('The saved optimizer belongs to another model'),
        cause: trans.__(
          'An optimizer remembers its parameters by their place in the list only, and the list has another length here. Layers were added, removed or frozen since it was saved.'
        ),
        fixes: [
          startFresh(trans),
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
      })
    },
    initial: {
      // torch/optim/lr_scheduler.py, both wordings.
      signs: messageOrLog(
        /param \\?["']initial_lr\\?["'] is not specified in param_groups\[\d{1,4}\] when resuming/
      ),
      words: trans => ({
        title: trans.__('The scheduler resumes with a fresh optimizer'),
        cause: trans.__(
          'With last_epoch given, a scheduler looks for the learning rate at the start, initial_lr, in the optimizer. A new optimizer has none: only an earlier scheduler or a loaded state puts it there.'
        ),
        fixes: [
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
      })
    },
    device: {
      // torch/optim/adam.py of 1.12 and since.
      signs: messageOrLog(
        /If capturable=False, state_steps should not be CUDA tensors|If capturable=True, params and state_steps must be CUDA tensors|["'`]state_steps["'`] argument must contain a list of singleton tensors/
      ),
      words: trans => ({
        title: trans.__('The optimizer’s step count lies on the GPU'),
        cause: trans.__(
          'Adam keeps the number of steps on the CPU unless capturable is set. In torch 1.12.0 loading a state moved it to the GPU; else a loop that calls .cuda() on the whole state did.'
        ),
        fixes: [
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
      })
    },
    whole: {
      signs: [
        {
          where: 'message',
          pattern: /^["']param_groups["']$/,
          ename: /^KeyError$/,
          when: reading =>
            inOptimizer(reading) ||
            /\bopt\w{0,20}\.load_state_dict\(/.test(reading.code)
        }
      ],
      words: trans => ({
        title: trans.__('What was loaded is not the state of an optimizer'),
        cause: trans.__(
          'The state of an optimizer holds “state” and “param_groups”, and this dictionary has no param_groups. Usually it is the whole checkpoint, or the weights of the model.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what the checkpoint holds'),
            code: 'print(checkpoint.keys())'
          },
          {
            safety: 'check',
            title: trans.__('Take the optimizer’s part'),
            edit: loadedThen("['optimizer']"),
            code: "optimizer.load_state_dict(checkpoint['optimizer'])"
          }
        ]
      })
    },
    other: {
      signs: [
        {
          where: 'message',
          pattern:
            /^["'](?<name>exp_avg|exp_avg_sq|max_exp_avg_sq|momentum_buffer|square_avg|betas|momentum|nesterov|amsgrad|maximize|foreach|capturable|differentiable|fused|step)["']$/,
          ename: /^KeyError$/,
          when: inOptimizer
        }
      ],
      words: (trans, { name }) => ({
        title: trans.__('The optimizer’s state is not of this kind'),
        cause: trans.__(
          'The optimizer needs “%1” and does not find it. Usual: the loaded state is of another optimizer (SGD in place of Adam) or of another torch version.',
          name ?? trans.__('a value of its own')
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Make the optimizer that was saved'),
            code: "print(checkpoint['optimizer']['param_groups'][0].keys())  # betas: Adam; momentum, nesterov: SGD"
          },
          startFresh(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“Missing key(s) in state_dict” is about the weights of the model.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: load_state_dict of an optimizer'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.optim.Optimizer.load_state_dict.html'
      },
      LINKS.saving(trans)
    ]
  })
});
