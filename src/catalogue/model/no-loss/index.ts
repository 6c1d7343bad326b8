import { define } from '../../define';
import { messageOrLog } from '../../signs';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import { returnAdded } from '../../shared/edits/functions';
import { nameEverywhere } from '../../shared/edits/packages';

function listed(names: string | undefined): string | undefined {
  return names?.split(',').filter(Boolean).join(', ') || undefined;
}

/** What the keys and inputs of Trainer's message tell. */
function readKeys({ keys, inputs }: Values): {
  keys?: string;
  inputs?: string;
  kind: 'head' | 'own' | 'labels';
} {
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

function renameLabels(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Call the column of the labels “labels”'),
    code: "dataset = dataset.rename_column('target', 'labels')\nprint(dataset.column_names)"
  };
}

function collateLabels(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('A language model: let the collator make the labels'),
    code: 'from transformers import DataCollatorForLanguageModeling\ntrainer = Trainer(model, args, train_dataset=dataset,\n    data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False))'
  };
}

function loadHead(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('Load the model with the head for the task'),
    edit: nameEverywhere('AutoModel', 'AutoModelForSequenceClassification'),
    code: 'model = AutoModelForSequenceClassification.from_pretrained(name, num_labels=2)'
  };
}

function returnLoss(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('A model of your own: compute the loss and return it'),
    code: "def forward(self, input_ids, attention_mask=None, labels=None):\n    logits = self.head(self.body(input_ids, attention_mask))\n    return {'loss': F.cross_entropy(logits, labels), 'logits': logits}"
  };
}

function returnTensor(trans: ITranslate, line: string): IFix {
  return {
    safety: 'check',
    title: trans.__('Return the tensor that backward() can start from'),
    edit: returnAdded('training_step'),
    detail: trans.__('Use .item() only for what is printed or kept.'),
    code: `def training_step(self, batch, batch_idx):\n    x, y = batch\n    loss = F.cross_entropy(self(x), y)\n    ${line}`
  };
}

function backwardYourself(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('You call backward() yourself: say so'),
    code: 'def __init__(self):\n    super().__init__()\n    self.automatic_optimization = False'
  };
}

export default define({
  id: 'model/no-loss',
  answers: [
    'The model did not return a loss from the inputs, only the following keys: logits.',
    'In automatic optimization, `training_step` must return a Tensor, a dict, or None',
    "In automatic_optimization, when `training_step` returns a dict, the 'loss' key needs to be present"
  ],
  values: ['keys', 'inputs'],
  signs: [
    // transformers/trainer.py, `compute_loss`.
    ...messageOrLog(
      /model did not return a loss from the inputs, only the following keys: (?<keys>[\w,]{0,300})\. For reference, the inputs it received are (?<inputs>[\w,]{0,300})/,
      { read: readKeys }
    ),
    // Cut off before it lists the inputs.
    ...messageOrLog(/model did not return a loss from the inputs/)
  ],
  kinds: {
    unknown: {
      words: trans => ({
        title: trans.__('The model returned no loss to train with'),
        cause: trans.__(
          'The loss must come from the model or from training_step(), and was not there. Usual: the labels do not reach the model, or it has no head.'
        ),
        fixes: [
          renameLabels(trans),
          collateLabels(trans),
          loadHead(trans),
          returnLoss(trans)
        ]
      })
    },
    labels: {
      words: (trans, { inputs }) => ({
        title: trans.__('The model was given no labels, so there is no loss'),
        cause: trans.__(
          'The model was given %1 and no labels. Trainer drops every column that forward() of the model does not name, except “label”, “label_ids” and “labels”.',
          inputs ?? trans.__('its inputs')
        ),
        fixes: [
          renameLabels(trans),
          collateLabels(trans),
          loadHead(trans),
          returnLoss(trans)
        ]
      })
    },
    head: {
      words: (trans, { keys = 'last_hidden_state' }) => ({
        title: trans.__('The model has no head, so it returns no loss'),
        cause: trans.__(
          'The model returned %1 and no loss. A model without a head, as AutoModel loads it, takes no labels and computes none.',
          keys
        ),
        fixes: [loadHead(trans), renameLabels(trans)]
      })
    },
    own: {
      words: (trans, { keys, inputs = 'labels' }) => ({
        title: trans.__('The model returned no loss to train with'),
        cause: trans.__(
          'The model was given %1 and returned %2. Trainer takes the loss from what forward() returns as “loss”, and there is none.',
          inputs,
          keys ?? trans.__('nothing by name')
        ),
        fixes: [returnLoss(trans), loadHead(trans)]
      })
    },
    step: {
      // lightning/pytorch/loops/optimization/automatic.py, as the next.
      signs: messageOrLog(
        /In automatic[ _]optimization, ["'`]training_step["'`] must (?:either )?return a Tensor/
      ),
      words: trans => ({
        title: trans.__('training_step() did not return the loss as a tensor'),
        cause: trans.__(
          'Lightning trains with what training_step() returns: the loss as a tensor, a dictionary that holds it as “loss”, or None to leave a step out. A number, as .item() gives it, or a list is none of them.'
        ),
        fixes: [
          returnTensor(trans, 'return loss  # not loss.item()'),
          backwardYourself(trans)
        ]
      })
    },
    'step-dict': {
      signs: messageOrLog(
        /In automatic[ _]optimization, when ["'`]training_step["'`] returns a dict, the ["'`]loss["'`] key needs to be present/
      ),
      words: trans => ({
        title: trans.__('training_step() returned a dictionary without a loss'),
        cause: trans.__(
          'Where training_step() returns a dictionary, Lightning takes the loss from its key “loss”. This one has no such key.'
        ),
        fixes: [
          returnTensor(trans, "return {'loss': loss}"),
          backwardYourself(trans)
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
