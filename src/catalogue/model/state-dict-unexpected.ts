import type { IEntry } from '../../diagnosis/types';
import { LINKS } from './shared/links';
import { namesOf, stateDictSigns } from './shared/state-dict';

const entry: IEntry = {
  id: 'model/state-dict-unexpected',
  answers: [
    'Error(s) in loading state_dict for Net: Unexpected key(s) in state_dict: "layer.weight", "layer.bias".',
    'unexpected key "layer.weight" in state_dict'
  ],
  signs: stateDictSigns(
    /[Uu]nexpected keys?(?:\(s\)| ["'].{1,300}["'])? in (?:source )?state_dict.{0,300}/,
    () => true,
    { read: namesOf }
  ),
  page(trans, { unexpected }) {
    return {
      title: trans.__('The checkpoint has weights the model does not have'),
      cause: unexpected
        ? trans.__(
            'The checkpoint has %1, and the model has no place for it. It was saved from another version of the class, or from a model with a further part.',
            unexpected
          )
        : trans.__(
            'The checkpoint has names that the model has not. It was saved from another version of the class, or from a model with a further part.'
          ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Superfluous parts: load without them'),
          detail: trans.__(
            'Print what is left out: strict=False also keeps silent about missing weights.'
          ),
          code: 'result = model.load_state_dict(state, strict=False)\nprint(result.missing_keys, result.unexpected_keys)'
        },
        {
          safety: 'check',
          title: trans.__('Build the model as it was when it was saved'),
          detail: trans.__(
            'Same class, same layers, same version of the library.'
          )
        },
        {
          safety: 'check',
          title: trans.__('Take the keys out by name'),
          code: "state = {k: v for k, v in state.items() if not k.startswith('head.')}"
        }
      ],
      notThis: [
        trans.__(
          'All keys differ by “module.”, “_orig_mod.” or another prefix: then only the prefix must go.'
        ),
        trans.__(
          'The keys are “epoch”, “optimizer”, “state_dict”: then the whole checkpoint was passed.'
        )
      ],
      links: [LINKS.loadStateDict(trans), LINKS.saving(trans)]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Sequential:\n\tUnexpected key(s) in state_dict: "extra.w". ',
      torch: '2.13',
      origin: 'run',
      values: { unexpected: 'extra.w' }
    },
    {
      ename: 'KeyError',
      evalue: '\'unexpected key "fc.weight" in state_dict\'',
      torch: '0.3',
      origin: 'reference',
      values: { unexpected: 'fc.weight' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'Error(s) in loading state_dict for Unet:\n\tUnexpected key(s) in state_dict: "bn1.num_batches_tracked", "bn2.num_batches_tracked". '
    },
    {
      ename: 'ValueError',
      evalue: "Unexpected keys in config: 'layers'"
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'state = torch.nn.Linear(2, 1).state_dict()',
      'model = torch.nn.Linear(2, 1, bias=False)',
      'model.load_state_dict(state)'
    ].join('\n'),
    fixed: [
      'import torch',
      'state = torch.nn.Linear(2, 1).state_dict()',
      'model = torch.nn.Linear(2, 1, bias=False)',
      'result = model.load_state_dict(state, strict=False)',
      "assert result.unexpected_keys == ['bias']"
    ].join('\n')
  }
};

export default entry;
