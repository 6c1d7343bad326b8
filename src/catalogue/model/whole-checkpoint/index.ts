import { define } from '../../define';
import { LINKS } from '../shared/links';
import { stateDictOf, stateDictSigns, UNEXPECTED } from '../shared/state-dict';
import type { IStateDict } from '../shared/state-dict';
import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { loadedThen } from '../../shared/edits/layers';

/** Where training scripts and Lightning keep the weights themselves. */
const WEIGHTS =
  /^(?:(?:model_?)?(?:state_?dict|state|weights?)|model|net|network|params(?:_ema)?|module|generator|discriminator|encoder|decoder|ema|student|teacher|\w+_state_dict)$/;

/** What else they put beside them. */
const BESIDE =
  /^(?:epochs?|optim(?:izer)?(?:_state(?:_?dict)?|s|_states)?|(?:lr_)?schedulers?|scaler|arch|args|config|cfg|best_\w+|(?:train_|val_|valid_)?(?:loss|acc)\w*|global_step|step|iter(?:ation)?s?|callbacks|hyper_parameters|hparams\w*|pytorch-lightning_version|meta|loops|native_amp_\w+|rng_state|class_to_idx)$/;

/** The keys of the outer dictionary: names of weights have a dot or are other. */
function outer({ unexpected }: IStateDict): {
  weights: string[];
  beside: string[];
} {
  return {
    weights: unexpected.filter(
      key => WEIGHTS.test(key) && !/optim|sched/.test(key)
    ),
    beside: unexpected.filter(key => BESIDE.test(key))
  };
}

function isWhole(parsed: IStateDict): boolean {
  const { weights, beside } = outer(parsed);
  return (
    weights.length + beside.length >= parsed.unexpected.length / 2 &&
    (beside.length >= 2 ||
      (weights.length > 0 && beside.length > 0) ||
      weights.some(key => /state_?dict/.test(key)))
  );
}

/** One key alone, which could also be the name of a weight. */
function maybeWhole(parsed: IStateDict): boolean {
  const { weights, beside } = outer(parsed);
  return (
    !isWhole(parsed) &&
    parsed.unexpected.length === 1 &&
    parsed.missing.length > 1 &&
    weights.length + beside.length === 1
  );
}

function read(_: Values, reading: IReading): Values {
  const { weights, beside } = outer(stateDictOf(reading));
  return {
    key: weights[0],
    keys: [...weights, ...beside].slice(0, 4).join(', ')
  };
}

export default define({
  id: 'model/whole-checkpoint',
  answers: [
    'Unexpected key(s) in state_dict: "epoch", "state_dict", "optimizer"',
    'Unexpected key(s) in state_dict: "model_state_dict", "optimizer_state_dict", "epoch", "loss"'
  ],
  refines: [
    'model/other-architecture',
    'model/state-dict-missing',
    'model/state-dict-prefix',
    'model/state-dict-unexpected'
  ],
  values: ['key', 'keys'],
  signs: [
    ...stateDictSigns(UNEXPECTED, isWhole, { read }),
    ...stateDictSigns(UNEXPECTED, maybeWhole, { read, confidence: 'likely' })
  ],
  words: (trans, { key = 'state_dict', keys }) => ({
    title: trans.__('load_state_dict() got the whole checkpoint'),
    cause: keys
      ? trans.__(
          'The file holds %1: a dictionary about the training, with the weights inside. load_state_dict() wants the weights alone.',
          keys
        )
      : trans.__(
          'The file holds a dictionary about the training, with the weights inside. load_state_dict() wants the weights alone.'
        ),
    fixes: [
      {
        safety: 'check',
        title: trans.__('Pass the weights inside it'),
        code: `checkpoint = torch.load(path, map_location='cpu')\nmodel.load_state_dict(checkpoint['${key}'])`,
        edit: loadedThen(`['${key}']`)
      },
      {
        safety: 'diagnostic',
        title: trans.__('See what the file holds'),
        code: 'print(checkpoint.keys())'
      },
      {
        safety: 'check',
        title: trans.__('A Lightning checkpoint: let the class load it'),
        code: 'model = LitModel.load_from_checkpoint(path)'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'The unexpected keys are names of layers: then the architecture or a prefix differs.'
      )
    ],
    links: [LINKS.saving(trans), LINKS.loadStateDict(trans)]
  })
});
