import type { IEntry } from '../../diagnosis/types';
import { told } from '../fix';
import { LINKS } from './shared/links';
import { stateSigns, stateWords } from './shared/optimizer-state-words';

const entry: IEntry = {
  id: 'model/optimizer-state',
  answers: [
    "loaded state dict contains a parameter group that doesn't match the size of optimizer's group",
    'loaded state dict has a different number of parameter groups',
    "param 'initial_lr' is not specified in param_groups[0] when resuming an optimizer",
    'If capturable=False, state_steps should not be CUDA tensors.'
  ],
  // torch's own lines read the keys of a state, too.
  refines: ['model/checkpoint-key'],
  signs: stateSigns,
  page(trans, values) {
    return {
      ...told(stateWords(trans, values)),
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
    };
  },
  examples: [
    {
      ename: 'AssertionError',
      evalue:
        'If capturable=True, params and state_steps must be CUDA tensors.',
      torch: '1.12',
      origin: 'reference',
      values: { kind: 'device' }
    },
    {
      ename: 'ValueError',
      evalue:
        "loaded state dict contains a parameter group that doesn't match the size of optimizer's group",
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'ValueError',
      evalue: 'loaded state dict has a different number of parameter groups',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'KeyError',
      evalue:
        "\"param 'initial_lr' is not specified in param_groups[0] when resuming scheduler with last_epoch >= 0.\\nThis typically happens when:\\n1. You're trying to resume training from a checkpoint but haven't properly loaded the optimizer state\"",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'initial' }
    },
    {
      ename: 'KeyError',
      evalue:
        '"param \'initial_lr\' is not specified in param_groups[0] when resuming an optimizer"',
      torch: '1.4',
      origin: 'reference',
      values: { kind: 'initial' }
    },
    {
      ename: 'AssertionError',
      evalue: 'If capturable=False, state_steps should not be CUDA tensors.',
      torch: '1.12',
      origin: 'reference',
      values: { kind: 'device' }
    },
    {
      ename: 'KeyError',
      evalue: "'param_groups'",
      traceback:
        'Traceback (most recent call last):\n  File "train.py", line 3, in <module>\n    optimizer.load_state_dict(model.state_dict())\n  File "/usr/lib/python3.11/site-packages/torch/optim/optimizer.py", line 938, in load_state_dict\n    saved_groups = deepcopy(state_dict["param_groups"])\n                            ~~~~~~~~~~^^^^^^^^^^^^^^^^\nKeyError: \'param_groups\'',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'whole' }
    },
    {
      ename: 'KeyError',
      evalue: "'step'",
      traceback:
        'Traceback (most recent call last):\n  File "train.py", line 7, in <module>\n    optimizer.load_state_dict(state)\n  File "/usr/lib/python3.11/site-packages/torch/optim/optimizer.py", line 1018, in load_state_dict\n    self.__setstate__({"state": state, "param_groups": param_groups})\n  File "/usr/lib/python3.11/site-packages/torch/optim/adam.py", line 127, in __setstate__\n    if len(p_state) != 0 and not torch.is_tensor(p_state["step"]):\n                                                 ~~~~~~~^^^^^^^^\nKeyError: \'step\'',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'other', name: 'step' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Sequential:\n\tMissing key(s) in state_dict: "0.bias". '
    },
    {
      ename: 'KeyError',
      evalue: "'param_groups'",
      source: "config['param_groups']"
    },
    { ename: 'KeyError', evalue: "'betas'", source: "config['betas']" }
  ],
  reproduction: {
    raises: [
      'import torch',
      'old, model = torch.nn.Linear(2, 1), torch.nn.Linear(2, 1, bias=False)',
      "checkpoint = {'state_dict': old.state_dict(), 'optimizer': torch.optim.Adam(old.parameters()).state_dict()}",
      'optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)',
      "optimizer.load_state_dict(checkpoint['optimizer'])"
    ].join('\n'),
    fixed: [
      'import torch',
      'old, model = torch.nn.Linear(2, 1), torch.nn.Linear(2, 1, bias=False)',
      "checkpoint = {'state_dict': old.state_dict(), 'optimizer': torch.optim.Adam(old.parameters()).state_dict()}",
      "model.load_state_dict(checkpoint['state_dict'], strict=False)",
      'optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)'
    ].join('\n')
  }
};

export default entry;
