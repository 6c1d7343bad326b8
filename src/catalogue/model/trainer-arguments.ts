import type { IEntry, ITranslate } from '../../diagnosis/types';
import { check, told } from '../fix';
import type { Words } from '../fix';
import { ofKind, said } from '../said';

/** transformers/training_args.py; “evaluation_strategy” until 4.46. */
const STRATEGIES =
  /-{0,2}load_best_model_at_end requires the (?:save and eval(?:uation)? strategy|saving steps)/;

/** transformers/trainer.py. */
const EVAL_DATA =
  /You have set [`"']args\.eval(?:uation)?_strategy[`"'] to .{1,40} but you didn["']t pass an [`"']eval_dataset|Trainer: evaluation requires an eval_dataset/;

const LENGTH =
  /train_dataset does not implement __len__,? (?:so .{1,80}; )?max_steps has to be specified/;

function words(trans: ITranslate, kind: string | undefined): Words {
  switch (kind) {
    case 'data':
      return [
        trans.__('Trainer is to evaluate, and has no data for it'),
        trans.__(
          'An evaluation was asked for, by eval_strategy or by evaluate(), and Trainer was given no eval_dataset.'
        ),
        [
          check(
            trans.__('Give it the data'),
            'trainer = Trainer(model=model, args=args, train_dataset=train, eval_dataset=valid)'
          ),
          check(
            trans.__('Or do not evaluate'),
            "args = TrainingArguments('out', eval_strategy='no')"
          )
        ]
      ];
    case 'length':
      return [
        trans.__('Trainer cannot know when the training is over'),
        trans.__(
          'The training data is a stream without a length, so the number of epochs says nothing. The learning rate follows the number of steps as well.'
        ),
        [
          check(
            trans.__('Say how many steps to train'),
            "args = TrainingArguments('out', max_steps=10_000)"
          ),
          check(
            trans.__('Or give the data set a length'),
            'def __len__(self):\n    return self.number_of_samples'
          )
        ]
      ];
    default:
      return [
        trans.__('Saving and evaluating do not happen at the same steps'),
        trans.__(
          'load_best_model_at_end picks the checkpoint with the best evaluation, so each needs one. Both go by the same strategy, and by steps save_steps is a multiple of eval_steps.'
        ),
        [
          check(
            trans.__('Save whenever there is an evaluation'),
            "args = TrainingArguments('out', eval_strategy='epoch', save_strategy='epoch', load_best_model_at_end=True)",
            trans.__(
              'In transformers before 4.41 the first is named evaluation_strategy.'
            )
          ),
          check(
            trans.__('By steps: the same number'),
            "args = TrainingArguments('out', eval_strategy='steps', eval_steps=500, save_strategy='steps', save_steps=500, load_best_model_at_end=True)"
          )
        ]
      ];
  }
}

const entry: IEntry = {
  id: 'model/trainer-arguments',
  answers: [
    '--load_best_model_at_end requires the save and eval strategy to match',
    "You have set `args.eval_strategy` to epoch but you didn't pass an `eval_dataset` to `Trainer`.",
    'Trainer: evaluation requires an eval_dataset.',
    'train_dataset does not implement __len__, max_steps has to be specified'
  ],
  signs: [
    ...said(STRATEGIES),
    ...said(EVAL_DATA, ofKind('data')),
    ...said(LENGTH, ofKind('length'))
  ],
  page(trans, { kind }) {
    return {
      ...told(words(trans, kind)),
      notThis: [
        trans.__(
          'An argument that TrainingArguments does not know is told as “unexpected keyword argument”.'
        )
      ],
      links: [
        {
          title: trans.__('Transformers: Trainer and TrainingArguments'),
          url: 'https://huggingface.co/docs/transformers/main_classes/trainer'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue:
        '--load_best_model_at_end requires the save and eval strategy to match, except when --save_strategy="best", but found\n- Evaluation strategy: IntervalStrategy.EPOCH\n- Save strategy: SaveStrategy.STEPS',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'ValueError',
      evalue:
        '--load_best_model_at_end requires the save and eval strategy to match, but found\n- Evaluation strategy: no\n- Save strategy: epoch',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'ValueError',
      evalue:
        '--load_best_model_at_end requires the saving steps to be a round multiple of the evaluation steps, but found 500, which is not a round multiple of 200.',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'ValueError',
      evalue:
        "You have set `args.eval_strategy` to IntervalStrategy.EPOCH but you didn't pass an `eval_dataset` to `Trainer`. Either set `args.eval_strategy` to `no` or pass an `eval_dataset`. ",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'data' }
    },
    {
      ename: 'ValueError',
      evalue: 'Trainer: evaluation requires an eval_dataset.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'data' }
    },
    {
      ename: 'ValueError',
      evalue:
        'The train_dataset does not implement __len__, so the number of training steps cannot be inferred; max_steps has to be specified. The total number of steps must be known in advance to bound the training loop and to configure the learning rate scheduler.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'length' }
    },
    {
      ename: 'ValueError',
      evalue:
        'train_dataset does not implement __len__, max_steps has to be specified',
      torch: '1.10',
      origin: 'reference',
      values: { kind: 'length' }
    }
  ],
  nearMisses: [
    {
      ename: 'TypeError',
      evalue: "object of type 'IterableDataset' has no len()"
    },
    {
      ename: 'ValueError',
      evalue: 'No columns in the dataset'
    }
  ]
};

export default entry;
