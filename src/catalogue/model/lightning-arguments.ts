import type { IEntry, IReading, Values } from '../../diagnosis/types';

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

const entry: IEntry = {
  id: 'model/lightning-arguments',
  answers: [
    'load_from_checkpoint: __init__() missing required positional arguments',
    'Lightning load_from_checkpoint without save_hyperparameters()'
  ],
  signs: [{ where: 'message', pattern: MISSING, when: loadsCheckpoint, read }],
  page(trans, { module, missing }) {
    const model = module ?? 'LitModel';
    const names = missing?.split(', ') ?? ['hidden_dim', 'lr'];
    return {
      title: trans.__('The checkpoint lacks arguments of the model'),
      cause: missing
        ? trans.__(
            'load_from_checkpoint() makes a new %1, and neither the call nor the checkpoint tells %2. Lightning writes them into a checkpoint only where __init__() calls save_hyperparameters().',
            model,
            missing
          )
        : trans.__(
            'load_from_checkpoint() makes a new model, and neither the call nor the checkpoint tells what __init__() needs. Lightning writes it into a checkpoint only where __init__() calls save_hyperparameters().'
          ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Pass them along, as they were in training'),
          code: `model = ${model}.load_from_checkpoint(\n    path, ${names.map(name => `${name}=${name}`).join(', ')})`
        },
        {
          safety: 'check',
          title: trans.__('Let the next checkpoints hold them'),
          detail: trans.__('Files that are already written stay as they are.'),
          code: `def __init__(self, ${names.join(', ')}):\n    super().__init__()\n    self.save_hyperparameters()`
        }
      ],
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
    };
  },
  examples: [
    {
      ename: 'TypeError',
      evalue:
        "LitRegressor.__init__() missing 3 required positional arguments: 'input_dim', 'hidden_dim', and 'lr'",
      traceback:
        "---------------------------------------------------------------------------\nTypeError                                 Traceback (most recent call last)\nCell In[5], line 1\n----> 1 model = LitRegressor.load_from_checkpoint(path)\n\nFile /usr/lib/python3.11/site-packages/lightning/pytorch/core/module.py:1796, in LightningModule.load_from_checkpoint(cls, checkpoint_path, map_location, hparams_file, strict, weights_only, **kwargs)\n-> 1796     loaded = _load_from_checkpoint(\n   1797         cls,\n\nFile /usr/lib/python3.11/site-packages/lightning/pytorch/core/saving.py:100, in _load_from_checkpoint(cls, checkpoint_path, map_location, hparams_file, strict, weights_only, **kwargs)\n     99 if issubclass(cls, pl.LightningModule):\n--> 100     model = _load_state(cls, checkpoint, strict=strict, **kwargs)\n\nFile /usr/lib/python3.11/site-packages/lightning/pytorch/core/saving.py:186, in _load_state(cls, checkpoint, strict, **cls_kwargs_new)\n--> 186 obj = instantiator(cls, _cls_kwargs) if instantiator else cls(**_cls_kwargs)\n\nTypeError: LitRegressor.__init__() missing 3 required positional arguments: 'input_dim', 'hidden_dim', and 'lr'",
      torch: '2.13',
      origin: 'run',
      values: { module: 'LitRegressor', missing: 'input_dim, hidden_dim, lr' }
    },
    {
      ename: 'TypeError',
      evalue: "__init__() missing 1 required positional argument: 'width'",
      traceback:
        'Traceback (most recent call last):\n  File "test.py", line 7, in <module>\n    model = Net.load_from_checkpoint(path)\n  File "/usr/lib/python3.8/site-packages/pytorch_lightning/core/saving.py", line 157, in load_from_checkpoint\n    model = cls._load_model_state(checkpoint, strict=strict, **kwargs)\n  File "/usr/lib/python3.8/site-packages/pytorch_lightning/core/saving.py", line 199, in _load_model_state\n    model = cls(**_cls_kwargs)\nTypeError: __init__() missing 1 required positional argument: \'width\'\n',
      torch: '1.8',
      origin: 'reference',
      values: { missing: 'width' }
    }
  ],
  nearMisses: [
    {
      ename: 'TypeError',
      evalue:
        "LitRegressor.__init__() missing 1 required positional argument: 'lr'",
      source: 'model = LitRegressor()'
    },
    {
      ename: 'TypeError',
      evalue:
        "Head.__init__() missing 1 required positional argument: 'classes'",
      traceback:
        'Traceback (most recent call last):\n  File "test.py", line 7, in <module>\n    model = Net.load_from_checkpoint(path)\n  File "/usr/lib/python3.11/site-packages/lightning/pytorch/core/saving.py", line 186, in _load_state\n    obj = instantiator(cls, _cls_kwargs) if instantiator else cls(**_cls_kwargs)\n  File "test.py", line 4, in __init__\n    self.head = Head()\nTypeError: Head.__init__() missing 1 required positional argument: \'classes\'\n'
    }
  ]
};

export default entry;
