import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import type { IReading } from '../../../incident/types';
import { keywordGiven } from '../../shared/edits/calls';

const TRAINER = /\btransformers[\\/]trainer\.py$/;
const TRL = /(?:site|dist)-packages[\\/]trl[\\/]/;
const TRANSFORM = /\bdatasets[\\/]formatting[\\/]formatting\.py$/;

/** Whether data that Trainer asked for went through a transform of the user's. */
function isInTransform({ exceptions, code }: IReading): boolean {
  const frames = exceptions[0]?.frames ?? [];
  const [caller, last] = frames.slice(-2);
  const [asked] = /["']\w{1,60}["']/.exec(exceptions[0]?.message ?? '') ?? [];
  return (
    last !== undefined &&
    last.place !== 'library' &&
    TRANSFORM.test(caller.file) &&
    frames.some(({ file }) => TRAINER.test(file)) &&
    last.code.replace(/"/g, "'").includes(`[${asked}]`) &&
    !/remove_unused_columns ?= ?False/.test(code)
  );
}

function isInTrl({ exceptions }: IReading): boolean {
  const frames = exceptions[0]?.frames ?? [];
  return (
    frames[frames.length - 1]?.place === 'library' &&
    frames.some(({ file }) => TRL.test(file))
  );
}

export default define({
  id: 'model/trainer-columns',
  answers: [
    "No columns in the dataset match the model's forward method signature",
    "KeyError: 'image'",
    "KeyError: 'chosen'"
  ],
  values: ['ignored', 'name', 'row'],
  kinds: {
    columns: {
      // transformers/trainer.py.
      signs: messageOrLog(
        /No columns in the dataset match the model["'`]?s forward method signature(?:: \([\w, ]{0,300}\))?(?:\. The following columns have been ignored: \[(?<ignored>[^\]]{0,300})\])?/
      ),
      words: (trans, { ignored }) => ({
        title: trans.__('The data has no column that the model takes'),
        cause: ignored
          ? /\b(?:input_ids|pixel_values|input_features)\b/.test(ignored)
            ? trans.__(
                'Trainer drops every column that forward() of the model does not name, and nothing is left: the data has %1. forward() takes other names, often because it is wrapped (PEFT, a model of your own) or takes **kwargs.',
                ignored.replace(/["']/g, '')
              )
            : trans.__(
                'Trainer drops every column that forward() of the model does not name, and nothing is left: the data has %1. Either the texts were not tokenized, or the columns have other names.',
                ignored.replace(/["']/g, '')
              )
          : trans.__(
              'Trainer drops every column that forward() of the model does not name, and nothing is left. The data was not made ready, or its columns have other names.'
            ),
        fixes: [
          ...(/\b(?:input_ids|pixel_values|input_features)\b/.test(
            ignored ?? ''
          )
            ? []
            : [
                check(
                  trans.__('Tokenize, and give Trainer what comes out'),
                  "tokenized = dataset.map(lambda rows: tokenizer(rows['text'], truncation=True), batched=True)\ntrainer = Trainer(model=model, args=args, train_dataset=tokenized)"
                )
              ]),
          check(
            trans.__('A model of your own: name the columns in forward()'),
            `def forward(self, ${ignored?.split(', ')[0].replace(/\W/g, '') || 'input_ids'}, labels=None):\n    ...`,
            trans.__(
              'Or keep all columns with remove_unused_columns=False, when the collator sorts them out.'
            )
          )
        ]
      })
    },
    emptied: {
      // datasets/formatting/formatting.py, once a table has no column left.
      signs: [
        {
          where: 'message',
          pattern:
            /^Invalid key: (?<row>\d{1,12}) is out of bounds for size 0$/,
          ename: /^IndexError$/,
          confidence: 'likely'
        }
      ],
      words: (trans, { row }) => ({
        title: trans.__('The data set has no rows left'),
        cause: row
          ? trans.__(
              'Row %1 was asked for, and the table is empty. Usually Trainer dropped all columns: it keeps those that forward() of the model names, and a wrapped model (PEFT, one of your own) may name none.',
              row
            )
          : trans.__(
              'The table is empty. Usually Trainer dropped all columns: it keeps those that forward() of the model names.'
            ),
        fixes: [
          {
            ...check(
              trans.__('Keep all columns'),
              "args = TrainingArguments('out', remove_unused_columns=False)"
            ),
            edit: keywordGiven(
              ['TrainingArguments', 'Seq2SeqTrainingArguments'],
              'remove_unused_columns',
              'False'
            )
          },
          {
            safety: 'diagnostic',
            title: trans.__('See what the data has'),
            code: 'print(dataset)'
          }
        ]
      })
    },
    transform: {
      signs: [
        {
          where: 'message',
          // A column by its name, as a KeyError gives it.
          pattern: /^["'](?<name>\w{1,60})["']$/,
          ename: /^KeyError$/,
          when: isInTransform,
          confidence: 'likely'
        }
      ],
      words: (trans, { name }) => ({
        title:
          name && name.length <= 20
            ? trans.__('Trainer dropped the column “%1”', name)
            : trans.__('Trainer dropped a column that the transform needs'),
        cause: trans.__(
          'Trainer drops every column that forward() of the model does not name, before your transform makes the inputs out of it.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Keep all columns'),
              "args = TrainingArguments('out', remove_unused_columns=False)",
              trans.__(
                'The collator is then to return what the model takes, only.'
              )
            ),
            edit: keywordGiven(
              ['TrainingArguments', 'Seq2SeqTrainingArguments'],
              'remove_unused_columns',
              'False'
            )
          },
          {
            safety: 'diagnostic',
            title: trans.__('See whether the data has it'),
            code: 'print(dataset.column_names)'
          }
        ]
      })
    },
    trl: {
      signs: [
        {
          where: 'message',
          // Columns that the trainers of trl ask for, by what they train.
          pattern:
            /^["'](?<name>prompt|chosen|rejected|completion|messages|text)["']$/,
          ename: /^KeyError$/,
          when: isInTrl,
          confidence: 'likely'
        }
      ],
      words: (trans, { name = 'prompt' }) => ({
        title: trans.__('The data has no column “%1”', name),
        cause: trans.__(
          'The trainers of trl find what to train on by the names of the columns: “prompt”, “chosen” and “rejected” for preferences, “text”, “messages” or “prompt” and “completion” to fine-tune.'
        ),
        fixes: [
          check(
            trans.__('Rename the columns'),
            /^(?:prompt|chosen|rejected)$/.test(name)
              ? "dataset = dataset.rename_columns({'question': 'prompt', 'good': 'chosen', 'bad': 'rejected'})"
              : `dataset = dataset.rename_column('instruction', '${name}')`,
            trans.__('On the left the names that your data has.')
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See the columns'),
            code: 'print(dataset.column_names)'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A model that got its columns and still returns no loss lacks the labels among them.'
      )
    ],
    links: [
      {
        title: trans.__('Transformers: Trainer and TrainingArguments'),
        url: 'https://huggingface.co/docs/transformers/main_classes/trainer'
      },
      {
        title: trans.__('TRL: dataset formats and types'),
        url: 'https://huggingface.co/docs/trl/dataset_formats'
      }
    ]
  })
});
