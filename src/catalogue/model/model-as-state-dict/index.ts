import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';

export default define({
  id: 'model/model-as-state-dict',
  answers: [
    "Expected state_dict to be dict-like, got <class 'torch.nn.modules.container.Sequential'>."
  ],
  values: ['type'],
  signs: [
    ...messageOrLog(
      /Expected state_dict to be dict-like, got <class ["'](?<type>[\w.]+)["']>/
    ),
    ...messageOrLog(/Expected state_dict to be dict-like/)
  ],
  words: (trans, { type }) => ({
    title: trans.__('load_state_dict() got something else than weights'),
    cause:
      type === 'NoneType'
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
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'If a path was passed, load the file first: load_state_dict() does not open files.'
      )
    ],
    links: [LINKS.saving(trans), LINKS.loadStateDict(trans)]
  })
});
