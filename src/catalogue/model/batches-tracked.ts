import type { IEntry } from '../../diagnosis/types';
import { LINKS } from './shared/links';
import {
  EITHER,
  namesOf,
  onlyCounters,
  onlyCountersLogged,
  stateDictSigns
} from './shared/state-dict';

const entry: IEntry = {
  id: 'model/batches-tracked',
  answers: [
    'unexpected key "module.bn1.num_batches_tracked" in state_dict',
    'Unexpected key(s) in state_dict: "bn1.num_batches_tracked"',
    'Missing key(s) in state_dict: "bn1.num_batches_tracked"',
    "KeyError: 'bn1.num_batches_tracked'"
  ],
  refines: ['model/state-dict-missing', 'model/state-dict-unexpected'],
  signs: [
    ...stateDictSigns(EITHER, onlyCounters, { read: namesOf }),
    // Loaders of others, and a piece of a long list.
    {
      where: 'log',
      pattern:
        /(?:(?:missing|unexpected) keys?: ?["']?|["'], ["'])[a-z][\w.]{0,300}num_batches_tracked/i,
      when: onlyCountersLogged,
      confidence: 'likely'
    },
    {
      where: 'message',
      // The second is h5py's, of weights in an HDF5 file.
      pattern:
        /^["']?[\w.]*num_batches_tracked["']?$|\(object '[\w.]{0,300}num_batches_tracked' doesn't exist\)/
    }
  ],
  page(trans) {
    return {
      title: trans.__('BatchNorm counters of another torch version'),
      cause: trans.__(
        'Since torch 0.4.1 each BatchNorm layer keeps a counter, num_batches_tracked. Checkpoint and model come from different sides of that change, or only one of them keeps running statistics.'
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__(
            'The counters are all that differs: load without them'
          ),
          detail: trans.__(
            'strict=False would hide every other missing weight, too: so print what it left out.'
          ),
          code: 'result = model.load_state_dict(state, strict=False)\nprint(result.missing_keys, result.unexpected_keys)'
        },
        {
          safety: 'check',
          title: trans.__('Old torch: take the counters out of the checkpoint'),
          code: "state = {k: v for k, v in state.items() if not k.endswith('num_batches_tracked')}"
        },
        {
          safety: 'check',
          title: trans.__('Code that copies weights by name: pass over them'),
          code: "if not name.endswith('num_batches_tracked'):\n    own_state[name].copy_(param)"
        }
      ],
      notThis: [
        trans.__(
          'Other keys are named as well: then the architecture or a prefix differs, and the counters are only a part of it.'
        )
      ],
      links: [
        LINKS.loadStateDict(trans),
        {
          title: trans.__('PyTorch: BatchNorm2d, track_running_stats'),
          url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.BatchNorm2d.html'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'KeyError',
      evalue:
        "\"Unable to open object (object 'conv1.1.num_batches_tracked' doesn't exist)\"",
      torch: '0.4',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Unet:\n\tUnexpected key(s) in state_dict: "bn1.num_batches_tracked", "bn2.num_batches_tracked". ',
      torch: '0.4',
      origin: 'reference'
    },
    {
      ename: 'KeyError',
      evalue:
        '\'unexpected key "module.bn1.num_batches_tracked" in state_dict\'',
      torch: '0.3',
      origin: 'reference'
    },
    {
      stdout:
        'missing key:  stem.norm.num_batches_tracked\nmissing key:  stage1.norm.num_batches_tracked\n',
      torch: '0.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        '"module.stem.norm1.num_batches_tracked", "module.stem.norm2.num_batches_tracked", "module.stage1.norm1.num_batches_tracked"\n',
      torch: '0.4',
      origin: 'reference'
    },
    {
      ename: 'KeyError',
      evalue: "'num_batches_tracked'",
      torch: '2.13',
      origin: 'run'
    }
  ],
  nearMisses: [
    {
      stdout:
        "odict_keys(['0.weight', '0.bias', '1.weight', '1.bias', '1.running_mean', '1.running_var', '1.num_batches_tracked'])\n"
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Sequential:\n\tMissing key(s) in state_dict: "0.weight", "0.bias", "1.weight", "1.bias". \n\tUnexpected key(s) in state_dict: "module.0.weight", "module.0.bias", "module.1.weight", "module.1.bias", "module.1.num_batches_tracked". '
    },
    { ename: 'KeyError', evalue: "'num_batches'" }
  ],
  reproduction: {
    raises: [
      'import torch',
      "old = [k for k in torch.nn.BatchNorm1d(2).state_dict() if 'tracked' not in k]",
      'model = torch.nn.BatchNorm1d(2)',
      'state = {name: model.state_dict()[name].clone() for name in old}',
      'for name in model.state_dict():',
      '    model.state_dict()[name].copy_(state[name])'
    ].join('\n'),
    fixed: [
      'import torch',
      "old = [k for k in torch.nn.BatchNorm1d(2).state_dict() if 'tracked' not in k]",
      'model = torch.nn.BatchNorm1d(2)',
      'state = {name: model.state_dict()[name].clone() for name in old}',
      'result = model.load_state_dict(state, strict=False)',
      'print(result.missing_keys, result.unexpected_keys)'
    ].join('\n')
  }
};

export default entry;
