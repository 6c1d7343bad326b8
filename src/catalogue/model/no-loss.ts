import type { IEntry, IFix, ITranslate, Values } from '../../diagnosis/types';
import { ofKind, said } from '../said';

/** transformers/trainer.py, `compute_loss`. */
const TRAINER =
  /model did not return a loss from the inputs, only the following keys: (?<keys>[\w,]{0,300})\. For reference, the inputs it received are (?<inputs>[\w,]{0,300})/;

/** lightning/pytorch/loops/optimization/automatic.py. */
const STEP =
  /In automatic[ _]optimization, ["'`]training_step["'`] must (?:either )?return a Tensor/;
const STEP_DICT =
  /In automatic[ _]optimization, when ["'`]training_step["'`] returns a dict, the ["'`]loss["'`] key needs to be present/;

function listed(names: string | undefined): string | undefined {
  return names?.split(',').filter(Boolean).join(', ') || undefined;
}

/** What the keys and inputs of Trainer's message tell. */
function read({ keys, inputs }: Values): Values {
  return {
    keys: listed(keys),
    inputs: listed(inputs),
    kind: /\blast_hidden_state\b/.test(keys ?? '')
      ? 'head'
      : /\b(?:label\w{0,10}|start_positions)\b/.test(inputs ?? '')
        ? 'own'
        : 'labels'
  };
}

function title(trans: ITranslate, { kind }: Values): string {
  switch (kind) {
    case 'head':
      return trans.__('The model has no head, so it returns no loss');
    case 'labels':
      return trans.__('The model was given no labels, so there is no loss');
    case 'step':
      return trans.__('training_step() did not return the loss as a tensor');
    case 'step-dict':
      return trans.__('training_step() returned a dictionary without a loss');
    default:
      return trans.__('The model returned no loss to train with');
  }
}

function cause(trans: ITranslate, { kind, keys, inputs }: Values): string {
  switch (kind) {
    case 'head':
      return trans.__(
        'The model returned %1 and no loss. A model without a head, as AutoModel loads it, takes no labels and computes none.',
        keys
      );
    case 'labels':
      return trans.__(
        'The model was given %1 and no labels. Trainer drops every column that forward() of the model does not name, except “label”, “label_ids” and “labels”.',
        inputs ?? trans.__('its inputs')
      );
    case 'own':
      return trans.__(
        'The model was given %1 and returned %2. Trainer takes the loss from what forward() returns as “loss”, and there is none.',
        inputs,
        keys ?? trans.__('nothing by name')
      );
    case 'step':
      return trans.__(
        'Lightning trains with what training_step() returns: the loss as a tensor, a dictionary that holds it as “loss”, or None to leave a step out. A number, as .item() gives it, or a list is none of them.'
      );
    case 'step-dict':
      return trans.__(
        'Where training_step() returns a dictionary, Lightning takes the loss from its key “loss”. This one has no such key.'
      );
    default:
      return trans.__(
        'The loss must come from the model or from training_step(), and was not there. Usual: the labels do not reach the model, or it has no head.'
      );
  }
}

function stepFixes(trans: ITranslate, kind: string): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Return the tensor that backward() can start from'),
      detail: trans.__('Use .item() only for what is printed or kept.'),
      code: `def training_step(self, batch, batch_idx):\n    x, y = batch\n    loss = F.cross_entropy(self(x), y)\n    return ${kind === 'step' ? 'loss  # not loss.item()' : "{'loss': loss}"}`
    },
    {
      safety: 'check',
      title: trans.__('You call backward() yourself: say so'),
      code: 'def __init__(self):\n    super().__init__()\n    self.automatic_optimization = False'
    }
  ];
}

function fixes(trans: ITranslate, { kind }: Values): IFix[] {
  if (kind === 'step' || kind === 'step-dict') {
    return stepFixes(trans, kind);
  }
  const rename: IFix = {
    safety: 'check',
    title: trans.__('Call the column of the labels “labels”'),
    code: "dataset = dataset.rename_column('target', 'labels')\nprint(dataset.column_names)"
  };
  const language: IFix = {
    safety: 'check',
    title: trans.__('A language model: let the collator make the labels'),
    code: 'from transformers import DataCollatorForLanguageModeling\ntrainer = Trainer(model, args, train_dataset=dataset,\n    data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False))'
  };
  const head: IFix = {
    safety: 'check',
    title: trans.__('Load the model with the head for the task'),
    code: 'model = AutoModelForSequenceClassification.from_pretrained(name, num_labels=2)'
  };
  const own: IFix = {
    safety: 'check',
    title: trans.__('A model of your own: compute the loss and return it'),
    code: "def forward(self, input_ids, attention_mask=None, labels=None):\n    logits = self.head(self.body(input_ids, attention_mask))\n    return {'loss': F.cross_entropy(logits, labels), 'logits': logits}"
  };
  return kind === 'head'
    ? [head, rename]
    : kind === 'own'
      ? [own, head]
      : [rename, language, head, own];
}

const entry: IEntry = {
  id: 'model/no-loss',
  answers: [
    'The model did not return a loss from the inputs, only the following keys: logits.',
    'In automatic optimization, `training_step` must return a Tensor, a dict, or None',
    "In automatic_optimization, when `training_step` returns a dict, the 'loss' key needs to be present"
  ],
  signs: [
    ...said(TRAINER, { read }),
    ...said(/model did not return a loss from the inputs/),
    ...said(STEP, ofKind('step')),
    ...said(STEP_DICT, ofKind('step-dict'))
  ],
  page(trans, values) {
    return {
      title: title(trans, values),
      cause: cause(trans, values),
      fixes: fixes(trans, values),
      notThis: [
        trans.__(
          '“grad can be implicitly created only for scalar outputs”: a loss is there, and it is not one number.'
        )
      ],
      links: [
        {
          title: trans.__('Transformers: Trainer'),
          url: 'https://huggingface.co/docs/transformers/main_classes/trainer'
        },
        {
          title: trans.__('Lightning: training_step'),
          url: 'https://lightning.ai/docs/pytorch/stable/common/lightning_module.html#training-step'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue:
        'The model did not return a loss from the inputs, only the following keys: logits. For reference, the inputs it received are input_ids,attention_mask.',
      torch: '2.13',
      origin: 'run',
      values: {
        kind: 'labels',
        keys: 'logits',
        inputs: 'input_ids, attention_mask'
      }
    },
    {
      ename: 'ValueError',
      evalue:
        'The model did not return a loss from the inputs, only the following keys: last_hidden_state,pooler_output. For reference, the inputs it received are input_ids,attention_mask.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'head', keys: 'last_hidden_state, pooler_output' }
    },
    {
      ename: 'ValueError',
      evalue:
        'The model did not return a loss from the inputs, only the following keys: logits. For reference, the inputs it received are input_ids,labels.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'own', inputs: 'input_ids, labels' }
    },
    {
      ename: 'MisconfigurationException',
      evalue:
        'In automatic optimization, `training_step` must return a Tensor, a dict, or None (where the step will be skipped).',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'step' }
    },
    {
      ename: 'MisconfigurationException',
      evalue:
        "In automatic_optimization, when `training_step` returns a dict, the 'loss' key needs to be present",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'step-dict' }
    }
  ],
  nearMisses: [
    {
      ename: 'ValueError',
      evalue: 'The model did not return a list of the inputs'
    },
    {
      ename: 'MisconfigurationException',
      evalue:
        'No `training_step()` method defined. Lightning `Trainer` expects as minimum `training_step()`, `train_dataloader()` and `configure_optimizers()` to be defined.'
    }
  ]
};

export default entry;
