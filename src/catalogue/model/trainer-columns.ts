import type {
  IEntry,
  IReading,
  ITranslate,
  Values
} from '../../diagnosis/types';
import { check, told } from '../fix';
import type { Words } from '../fix';
import { said } from '../said';

/** transformers/trainer.py. */
const COLUMNS =
  /No columns in the dataset match the model["'`]?s forward method signature(?:: \([\w, ]{0,300}\))?(?:\. The following columns have been ignored: \[(?<ignored>[^\]]{0,300})\])?/;

/** A column by its name, as a KeyError gives it. */
const NAME = /^["'](?<name>\w{1,60})["']$/;

/** Columns that the trainers of trl ask for, by what they train. */
const TRL_NAME =
  /^["'](?<name>prompt|chosen|rejected|completion|messages|text)["']$/;

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

function columns(trans: ITranslate, { ignored }: Values): Words {
  return [
    trans.__('The data has no column that the model takes'),
    ignored
      ? trans.__(
          'Trainer drops every column that forward() of the model does not name, and nothing is left: the data has %1. The texts were not tokenized, or the columns have other names.',
          ignored.replace(/["']/g, '')
        )
      : trans.__(
          'Trainer drops every column that forward() of the model does not name, and nothing is left. The data was not made ready, or its columns have other names.'
        ),
    [
      check(
        trans.__('Tokenize, and give Trainer what comes out'),
        "tokenized = dataset.map(lambda rows: tokenizer(rows['text'], truncation=True), batched=True)\ntrainer = Trainer(model=model, args=args, train_dataset=tokenized)"
      ),
      check(
        trans.__('A model of your own: name the columns in forward()'),
        `def forward(self, ${ignored?.split(', ')[0].replace(/\W/g, '') || 'input_ids'}, labels=None):\n    ...`,
        trans.__(
          'Or keep all columns with remove_unused_columns=False, when the collator sorts them out.'
        )
      )
    ]
  ];
}

function transform(trans: ITranslate, { name }: Values): Words {
  return [
    name && name.length <= 20
      ? trans.__('Trainer dropped the column “%1”', name)
      : trans.__('Trainer dropped a column that the transform needs'),
    trans.__(
      'Trainer drops every column that forward() of the model does not name, before your transform makes the inputs out of it.'
    ),
    [
      check(
        trans.__('Keep all columns'),
        "args = TrainingArguments('out', remove_unused_columns=False)",
        trans.__('The collator is then to return what the model takes, only.')
      ),
      {
        safety: 'diagnostic',
        title: trans.__('See whether the data has it'),
        code: 'print(dataset.column_names)'
      }
    ]
  ];
}

function ofTrl(trans: ITranslate, { name = 'prompt' }: Values): Words {
  return [
    trans.__('The data has no column “%1”', name),
    trans.__(
      'The trainers of trl find what to train on by the names of the columns: “prompt”, “chosen” and “rejected” for preferences, “text”, “messages” or “prompt” and “completion” to fine-tune.'
    ),
    [
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
  ];
}

function words(trans: ITranslate, values: Values): Words {
  switch (values.kind) {
    case 'transform':
      return transform(trans, values);
    case 'trl':
      return ofTrl(trans, values);
    default:
      return columns(trans, values);
  }
}

const entry: IEntry = {
  id: 'model/trainer-columns',
  answers: [
    "No columns in the dataset match the model's forward method signature",
    "KeyError: 'image'",
    "KeyError: 'chosen'"
  ],
  signs: [
    ...said(COLUMNS, {
      read: ({ ignored }) => ({ ignored })
    }),
    {
      where: 'message',
      pattern: NAME,
      ename: /^KeyError$/,
      when: isInTransform,
      confidence: 'likely',
      read: ({ name }) => ({ kind: 'transform', name })
    },
    {
      where: 'message',
      pattern: TRL_NAME,
      ename: /^KeyError$/,
      when: isInTrl,
      confidence: 'likely',
      read: ({ name }) => ({ kind: 'trl', name })
    }
  ],
  page(trans, values) {
    return {
      ...told(words(trans, values)),
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
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue:
        "No columns in the dataset match the model's forward method signature: (input_ids, attention_mask, labels). The following columns have been ignored: [text, stars]. Please check the dataset and model. You may need to set `remove_unused_columns=False` in `TrainingArguments`.",
      torch: '2.13',
      origin: 'run',
      values: { ignored: 'text, stars' }
    },
    {
      ename: 'KeyError',
      evalue: "'image'",
      traceback: [
        'Traceback (most recent call last):',
        '  File "/home/me/train.py", line 40, in <module>',
        '    trainer.train()',
        '  File "/opt/lib/python3.11/site-packages/transformers/trainer.py", line 1576, in train',
        '    return inner_training_loop(',
        '  File "/opt/lib/python3.11/site-packages/datasets/formatting/formatting.py", line 557, in format_batch',
        '    return self.transform(batch)',
        '  File "/home/me/train.py", line 12, in apply',
        '    batch["pixel_values"] = [crop(image) for image in batch["image"]]',
        "KeyError: 'image'"
      ].join('\n'),
      torch: '2.13',
      origin: 'run',
      values: { kind: 'transform', name: 'image' }
    },
    {
      ename: 'KeyError',
      evalue: "'chosen'",
      traceback: [
        'Traceback (most recent call last):',
        '  File "/home/me/train.py", line 40, in <module>',
        '    trainer = DPOTrainer(model=model, args=args, train_dataset=data)',
        '  File "/opt/lib/python3.11/site-packages/trl/data_utils.py", line 623, in extract_prompt',
        '    for idx in range(min(len(example["chosen"]), len(example["rejected"]))):',
        '  File "/opt/lib/python3.11/site-packages/datasets/formatting/formatting.py", line 299, in __getitem__',
        '    value = self.data[key]',
        "KeyError: 'chosen'"
      ].join('\n'),
      torch: '2.13',
      origin: 'run',
      values: { kind: 'trl', name: 'chosen' }
    }
  ],
  nearMisses: [
    {
      ename: 'KeyError',
      evalue: "'image'",
      traceback: [
        'Traceback (most recent call last):',
        '  File "/home/me/train.py", line 30, in <module>',
        '    first = dataset[0]',
        '  File "/opt/lib/python3.11/site-packages/datasets/formatting/formatting.py", line 557, in format_batch',
        '    return self.transform(batch)',
        '  File "/home/me/train.py", line 12, in apply',
        '    batch["pixel_values"] = [crop(image) for image in batch["image"]]',
        "KeyError: 'image'"
      ].join('\n')
    },
    {
      ename: 'KeyError',
      evalue: "'chosen'",
      traceback: [
        'Traceback (most recent call last):',
        '  File "/home/me/train.py", line 30, in <module>',
        '    row["chosen"]',
        "KeyError: 'chosen'"
      ].join('\n')
    },
    {
      ename: 'ValueError',
      evalue: 'No columns in the dataset'
    }
  ]
};

export default entry;
