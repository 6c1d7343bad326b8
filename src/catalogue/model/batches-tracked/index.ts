import { define } from '../../define';
import { LINKS } from '../shared/links';
import {
  EITHER,
  onlyCounters,
  onlyCountersLogged,
  stateDictSigns
} from '../shared/state-dict';
import { notStrict } from '../../shared/edits/layers';

export default define({
  id: 'model/batches-tracked',
  answers: [
    'unexpected key "module.bn1.num_batches_tracked" in state_dict',
    'Unexpected key(s) in state_dict: "bn1.num_batches_tracked"',
    'Missing key(s) in state_dict: "bn1.num_batches_tracked"',
    "KeyError: 'bn1.num_batches_tracked'"
  ],
  refines: ['model/state-dict-missing', 'model/state-dict-unexpected'],
  signs: [
    ...stateDictSigns(EITHER, onlyCounters),
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
  words: trans => ({
    title: trans.__('BatchNorm counters of another torch version'),
    cause: trans.__(
      'Since torch 0.4.1 each BatchNorm layer keeps a counter, num_batches_tracked. Either checkpoint and model come from different sides of that change, or only one of them keeps running statistics.'
    ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('The counters are all that differs: load without them'),
        detail: trans.__(
          'strict=False would hide every other missing weight, too: so print what it left out.'
        ),
        code: 'result = model.load_state_dict(state, strict=False)\nprint(result.missing_keys, result.unexpected_keys)',
        edit: notStrict
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
    ]
  }),
  common: trans => ({
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
  })
});
