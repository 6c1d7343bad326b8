import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';
import { LINKS } from './shared/links';

const entry: IEntry = {
  id: 'model/model-as-state-dict',
  answers: [
    "Expected state_dict to be dict-like, got <class 'torch.nn.modules.container.Sequential'>."
  ],
  signs: [
    ...said(
      /Expected state_dict to be dict-like, got <class ["'](?<type>[\w.]{1,200})["']>/
    ),
    ...said(/Expected state_dict to be dict-like/)
  ],
  page(trans, { type }) {
    const none = type === 'NoneType';
    return {
      title: trans.__('load_state_dict() got something else than weights'),
      cause: none
        ? trans.__(
            'load_state_dict() wants a dictionary of weights and got None. Often a function that should return the weights returns nothing.'
          )
        : type
          ? trans.__(
              'load_state_dict() wants a dictionary of weights and got %1. The file holds the whole model: torch.save(model) was called, not torch.save(model.state_dict()).',
              type
            )
          : trans.__(
              'load_state_dict() wants a dictionary of weights. Often the file holds the whole model: torch.save(model) was called, not torch.save(model.state_dict()).'
            ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Take the weights of the loaded model'),
          code: 'model.load_state_dict(loaded.state_dict())'
        },
        {
          safety: 'check',
          title: trans.__('Or use the loaded model as it is'),
          code: 'model = loaded'
        },
        {
          safety: 'safe',
          title: trans.__('Next time save the weights only'),
          code: 'torch.save(model.state_dict(), path)'
        }
      ],
      notThis: [
        trans.__(
          'If a path was passed, load the file first: load_state_dict() does not open files.'
        )
      ],
      links: [LINKS.saving(trans), LINKS.loadStateDict(trans)]
    };
  },
  examples: [
    {
      ename: 'TypeError',
      evalue:
        "Expected state_dict to be dict-like, got <class 'torch.nn.modules.container.Sequential'>.",
      torch: '2.13',
      origin: 'run',
      values: { type: 'torch.nn.modules.container.Sequential' }
    }
  ],
  nearMisses: [
    {
      ename: 'AttributeError',
      evalue: "'collections.OrderedDict' object has no attribute 'eval'"
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'loaded = torch.nn.Linear(2, 1)  # as torch.load gives it',
      'model = torch.nn.Linear(2, 1)',
      'model.load_state_dict(loaded)'
    ].join('\n'),
    fixed: [
      'import torch',
      'loaded = torch.nn.Linear(2, 1)  # as torch.load gives it',
      'model = torch.nn.Linear(2, 1)',
      'model.load_state_dict(loaded.state_dict())'
    ].join('\n')
  }
};

export default entry;
