import { define } from '../../define';
import { passedThrough } from '../../predicates';
import { LINKS } from '../shared/links';
import { usesLoaded } from '../../shared/loading';
import { builtThenLoaded } from '../../shared/edits/layers';

export default define({
  id: 'model/state-dict-as-model',
  answers: [
    "'collections.OrderedDict' object has no attribute 'eval'",
    "'collections.OrderedDict' object is not callable",
    "'dict' object has no attribute 'eval'"
  ],
  values: ['method', 'type'],
  signs: [
    {
      where: 'message',
      pattern:
        /["'](?:collections\.)?(?<type>OrderedDict)["'] object has no attribute ["'](?<method>eval|train|training|cuda|cpu|half|float|parameters|named_parameters|forward|state_dict|load_state_dict|modules|children|to|fc|classifier|requires_grad_|module|named_modules|zero_grad|predict|generate)["']/
    },
    {
      where: 'message',
      pattern:
        /["'](?:collections\.)?(?<type>OrderedDict)["'] object is not callable/
    },
    // A batch can be a dictionary too: only what nobody asks of a batch.
    {
      where: 'message',
      pattern:
        /["'](?<type>dict)["'] object has no attribute ["'](?<method>eval|state_dict|load_state_dict|named_parameters)["']/,
      // There `model` is a dictionary of settings.
      when: reading =>
        !passedThrough(reading, /[\\/]mm(?:cv|engine)[\\/].{0,80}config\.py$/),
      confidence: 'likely'
    },
    // Not the old names of dictionaries, and not what a file would have.
    {
      where: 'message',
      pattern:
        /["'](?:collections\.)?(?<type>OrderedDict|dict)["'] object (?:is not callable|has no attribute ["'](?!iter|has_key|sort|append|add["']|seek|tell|read|shape|size)(?<method>\w+)["'])/,
      when: usesLoaded,
      confidence: 'likely'
    }
  ],
  words: (trans, { method, type }) => ({
    title: trans.__('These are the weights, not the model'),
    cause:
      method && type
        ? trans.__(
            'torch.load() gave a dictionary of weights (%1), as state_dict() makes it, and a dictionary has no %2. The model must be built first; then the weights are put in.',
            type,
            method
          )
        : trans.__(
            'torch.load() gave a dictionary of weights, as state_dict() makes it, not a model. The model must be built first; then the weights are put in.'
          ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('Build the model, then load the weights into it'),
        edit: method === undefined ? undefined : builtThenLoaded(method),
        code: "state = torch.load(path, map_location='cpu')\nmodel = Net()\nmodel.load_state_dict(state)\nmodel.eval()"
      },
      {
        safety: 'diagnostic',
        title: trans.__('See what the file holds'),
        detail: trans.__(
          'With keys such as “epoch” and “state_dict” the weights lie one level deeper.'
        ),
        code: 'print(list(state)[:5])'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'If the name is a dictionary for another reason, look where it was assigned last.'
      )
    ],
    links: [LINKS.saving(trans), LINKS.loadStateDict(trans)]
  })
});
