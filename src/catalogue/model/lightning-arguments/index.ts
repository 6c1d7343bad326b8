import { define } from '../../define';
import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { keywordsOwn } from '../../shared/edits/options';

/** Python's own words; since 3.10 with the class. */
const MISSING =
  /(?:\b(?<module>\w{1,60})\.)?\b__init__\(\) missing \d{1,2} required (?:positional|keyword-only) arguments?: (?<missing>['"\w, ]{1,300})/;

/** Whether Lightning made the object, and not a call inside its __init__(). */
function loadsCheckpoint({ exceptions }: IReading): boolean {
  return exceptions.some(({ name, frames }) => {
    const last = frames[frames.length - 1];
    return (
      name === 'TypeError' &&
      last !== undefined &&
      /\b_load_(?:model_)?state\b/.test(last.func) &&
      /lightning/.test(last.file)
    );
  });
}

function read({ module, missing }: Values): Values {
  return {
    module,
    missing: missing?.match(/(?<=["'])\w{1,60}(?=["'])/g)?.join(', ')
  };
}

export default define({
  id: 'model/lightning-arguments',
  answers: [
    'load_from_checkpoint: __init__() missing required positional arguments',
    'Lightning load_from_checkpoint without save_hyperparameters()'
  ],
  values: ['module', 'missing'],
  signs: [{ where: 'message', pattern: MISSING, when: loadsCheckpoint, read }],
  words: (trans, { module, missing }) => {
    const model = module ?? 'LitModel';
    const names = missing?.split(', ') ?? ['hidden_dim', 'lr'];
    return {
      title: trans.__('The checkpoint lacks arguments of the model'),
      cause: missing
        ? trans.__(
            'load_from_checkpoint() makes a new %1, and neither the call nor the checkpoint tells %2. Lightning writes them into a checkpoint only where __init__() calls save_hyperparameters().',
            module ?? trans.__('model'),
            missing
          )
        : trans.__(
            'load_from_checkpoint() makes a new model, and neither the call nor the checkpoint tells what __init__() needs. Lightning writes it into a checkpoint only where __init__() calls save_hyperparameters().'
          ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Pass them along, as they were in training'),
          edit: keywordsOwn('load_from_checkpoint', missing?.split(', ') ?? []),
          code: `model = ${model}.load_from_checkpoint(\n    path, ${names.map(name => `${name}=${name}`).join(', ')})`
        },
        {
          safety: 'check',
          title: trans.__('Let the next checkpoints hold them'),
          detail: trans.__('Files that are already written stay as they are.'),
          code: `def __init__(self, ${names.join(', ')}):\n    super().__init__()\n    self.save_hyperparameters()`
        }
      ]
    };
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The same words where you make the model yourself: then this call lacks them.'
      )
    ],
    links: [
      {
        title: trans.__('Lightning: save and load, with hyperparameters'),
        url: 'https://lightning.ai/docs/pytorch/stable/common/checkpointing_basic.html'
      }
    ]
  })
});
