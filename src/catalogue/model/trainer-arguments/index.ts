import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { keywordAs, optionSet } from '../../shared/edits/options';

export default define({
  id: 'model/trainer-arguments',
  answers: [
    '--load_best_model_at_end requires the save and eval strategy to match',
    "You have set `args.eval_strategy` to epoch but you didn't pass an `eval_dataset` to `Trainer`.",
    'Trainer: evaluation requires an eval_dataset.',
    'train_dataset does not implement __len__, max_steps has to be specified',
    'No valid checkpoint found in output directory (out)'
  ],
  values: ['folder'],
  kinds: {
    strategies: {
      // transformers/training_args.py; “evaluation_strategy” until 4.46.
      signs: messageOrLog(
        /-{0,2}load_best_model_at_end requires the (?:save and eval(?:uation)? strategy|saving steps)/
      ),
      words: trans => ({
        title: trans.__(
          'Saving and evaluating do not happen at the same steps'
        ),
        cause: trans.__(
          'load_best_model_at_end picks the checkpoint with the best evaluation, so each needs one. Both go by the same strategy, and by steps save_steps is a multiple of eval_steps.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Save whenever there is an evaluation'),
              "args = TrainingArguments('out', eval_strategy='epoch', save_strategy='epoch', load_best_model_at_end=True)",
              trans.__(
                'In transformers before 4.41 the first is named evaluation_strategy.'
              )
            ),
            edit: keywordAs(
              ['TrainingArguments', 'Seq2SeqTrainingArguments'],
              'save_strategy',
              ['eval_strategy', 'evaluation_strategy']
            )
          },
          check(
            trans.__('By steps: the same number'),
            "args = TrainingArguments('out', eval_strategy='steps', eval_steps=500, save_strategy='steps', save_steps=500, load_best_model_at_end=True)"
          )
        ]
      })
    },
    data: {
      // transformers/trainer.py, as the next.
      signs: messageOrLog(
        /You have set [`"']args\.eval(?:uation)?_strategy[`"'] to .{1,40} but you didn["']t pass an [`"']eval_dataset|Trainer: evaluation requires an eval_dataset/
      ),
      words: trans => ({
        title: trans.__('Trainer is to evaluate, and has no data for it'),
        cause: trans.__(
          'An evaluation was asked for, by eval_strategy or by evaluate(), and Trainer was given no eval_dataset.'
        ),
        fixes: [
          check(
            trans.__('Give it the data'),
            'trainer = Trainer(model=model, args=args, train_dataset=train, eval_dataset=valid)'
          ),
          {
            ...check(
              trans.__('Or do not evaluate'),
              "args = TrainingArguments('out', eval_strategy='no')"
            ),
            edit: optionSet(
              ['TrainingArguments', 'Seq2SeqTrainingArguments'],
              [99, 'eval_strategy'],
              "'no'"
            )
          }
        ]
      })
    },
    length: {
      signs: messageOrLog(
        /train_dataset does not implement __len__,? (?:so .{1,80}; )?max_steps has to be specified/
      ),
      words: trans => ({
        title: trans.__('Trainer cannot know when the training is over'),
        cause: trans.__(
          'The training data is a stream without a length, so the number of epochs says nothing. The learning rate follows the number of steps as well.'
        ),
        fixes: [
          check(
            trans.__('Say how many steps to train'),
            "args = TrainingArguments('out', max_steps=10_000)"
          ),
          check(
            trans.__('Or give the data set a length'),
            'def __len__(self):\n    return self.number_of_samples'
          )
        ]
      })
    },
    resume: {
      // transformers/trainer.py.
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^No valid checkpoint found in output directory \((?<folder>[^()\n]{1,200})\)|^Can't find a valid checkpoint at (?<path>[^\n]{1,200})$/,
          read: ({ folder, path }) => ({ folder: folder ?? path })
        }
      ],
      words: (trans, { folder = 'out' }) => ({
        title: trans.__('There is no checkpoint to resume from'),
        cause: trans.__(
          'train(resume_from_checkpoint=…) looked in %1 for a folder checkpoint-… with the state of a training. None was saved yet, it lies elsewhere, or the folder holds a finished model only.',
          folder
        ),
        fixes: [
          check(
            trans.__('Resume only where there is one'),
            `from transformers.trainer_utils import get_last_checkpoint\ntrainer.train(resume_from_checkpoint=get_last_checkpoint(args.output_dir))`,
            trans.__('It gives None where there is none: a new training.')
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See what lies there'),
            code: `import os\nprint(os.getcwd(), os.listdir(args.output_dir))`
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'An argument that TrainingArguments does not know ends in “unexpected keyword argument”.'
      )
    ],
    links: [
      {
        title: trans.__('Transformers: Trainer and TrainingArguments'),
        url: 'https://huggingface.co/docs/transformers/main_classes/trainer'
      }
    ]
  })
});
