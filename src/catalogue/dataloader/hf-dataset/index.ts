import { define } from '../../define';
import { check } from '../../fix';
import { fitting } from '../../shared/fitting';
import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';

/** A few of the names that a message lists. */
function few(list: string | undefined): string | undefined {
  return list?.replace(/["']/g, '').split(/, ?/).slice(0, 6).join(', ');
}

/** The first of the names that a message lists. */
function first(list: string | undefined): string | undefined {
  return list?.replace(/["']/g, '').split(/, ?/)[0];
}

/** The split to train on, or the first there is. */
function trainOf(list: string | undefined): string {
  const names = list?.replace(/["']/g, '').split(/, ?/) ?? [];
  return names.includes('train') ? 'train' : names[0] || 'train';
}

/** The columns that come of a tokenizer. */
const OF_TOKENIZER =
  'input_ids|attention_mask|token_type_ids|special_tokens_mask|offset_mapping';

/** What datasets says where a column is not there, of those called so. */
function noColumn(names: string) {
  const pattern = new RegExp(
    String.raw`^Column(?:s| to remove| name| to rename) (?:[{[]["'](?<name>${names})["'][^\]}]{0,200}[\]}]|["']?(?<one>${names})["']?) not in the dataset\.? ?(?:Current columns in the dataset: \[(?<known>[^\]]{0,400})\])?`
  );
  return {
    where: 'message' as const,
    confidence: 'likely' as const,
    pattern,
    read: ({ name, one, known }: Values) => ({ name: name ?? one, known })
  };
}

const IN_DATASETS =
  /[\\/]datasets[\\/](?:arrow_dataset|formatting[\\/]formatting)\.py$/;

function isInDatasets({ exceptions }: IReading): boolean {
  return (
    exceptions[0]?.frames.some(({ file }) => IN_DATASETS.test(file)) ?? false
  );
}

/** What only one split has, and a dictionary of splits does not. */
const ONE_SPLIT =
  'train_test_split|features|select|shard|to_pandas|to_csv|to_json|to_parquet|to_dict|add_column|add_item|iter|take|skip|info|description|batch|builder_name';

export default define({
  id: 'dataloader/hf-dataset',
  answers: [
    "BuilderConfig 'es' not found. Available: ['de', 'en']",
    'Column 3 named input_ids expected length 1000 but got length 1500',
    "Unknown split \"validation\". Should be one of ['train', 'test'].",
    "Column to remove ['idx'] not in the dataset. Current columns in the dataset: ['text', 'label']",
    "Couldn't cast array of type string to null",
    "'DatasetDict' object has no attribute 'train_test_split'",
    "Invalid key: 0. Please first select a split. Available splits: ['train', 'test']",
    'Stratifying by column is only supported for ClassLabel column, and column label is Value.'
  ],
  refines: ['python/missing-key', 'python/missing-attribute'],
  values: ['name', 'known', 'rows', 'got', 'from', 'to'],
  kinds: {
    config: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^BuilderConfig ["']?(?<name>[\w.-]{1,80})["']? not found\. Available: \[(?<known>[^\]]{1,400})/
        }
      ],
      words: (trans, { name, known }) => ({
        title: fitting(name, 20)
          ? trans.__('The dataset has no part “%1”', name)
          : trans.__('The dataset has no part of this name'),
        cause: trans.__(
          'The second argument of load_dataset() chooses one of the parts of a dataset, a language or a size. This one has: %1.',
          few(known) ?? ''
        ),
        fixes: [
          check(
            trans.__('Take one of those it has'),
            `dataset = load_dataset('owner/name', '${first(known) ?? 'default'}')`
          )
        ]
      })
    },
    rows: {
      // pyarrow, of what the function of map() gave back.
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /\bColumn \d{1,4} named (?<name>[\w.-]{1,60}) expected length (?<rows>\d{1,9}) but got length (?<got>\d{1,9})/
        }
      ],
      words: (trans, { rows, got }) => ({
        title: trans.__('map() gave back another number of rows'),
        cause:
          rows && got
            ? trans.__(
                'The function of map() made %1 rows out of %2, and the old columns, which stay beside the new ones, still have their number.',
                got,
                rows
              )
            : trans.__(
                'The function of map() made more or fewer rows, and the old columns, which stay beside the new ones, still have their number.'
              ),
        fixes: [
          check(
            trans.__('Drop the old columns'),
            'tokenized = dataset.map(tokenize, batched=True, remove_columns=dataset.column_names)',
            trans.__(
              'Of a DatasetDict: dataset["train"].column_names. Where the number must stay, leave out return_overflowing_tokens.'
            )
          )
        ]
      })
    },
    split: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^["']?Unknown split ["'](?<name>[\w.-]{1,60})["']\. Should be one of \[(?<known>[^\]]{0,300})\]/
        }
      ],
      words: (trans, { name, known }) => ({
        title: fitting(name, 20)
          ? trans.__('The dataset has no split “%1”', name)
          : trans.__('The dataset has no split of this name'),
        cause: known
          ? trans.__('It comes in these splits: %1.', few(known) ?? '')
          : trans.__('It comes in other splits.'),
        fixes: [
          check(
            trans.__('Set a part of the training data aside'),
            `parts = load_dataset('owner/name', split='${first(known) || 'train'}').train_test_split(test_size=0.1, seed=0)\ntrain, valid = parts['train'], parts['test']`
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See the splits'),
            code: "from datasets import get_dataset_split_names\nprint(get_dataset_split_names('owner/name'))"
          }
        ]
      })
    },
    whole: {
      // datasets/dataset_dict.py.
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^["']?Invalid key: [\w. [\](),-]{1,60}\. Please first select a split\.(?: For example: [^\n]{1,80}\.)? Available splits: \[(?<known>[^\]]{0,300})\]/
        },
        {
          where: 'message',
          confidence: 'likely',
          ename: /^AttributeError$/,
          pattern: new RegExp(
            String.raw`^["'](?:Iterable)?DatasetDict["'] object has no attribute ["'](?<name>${ONE_SPLIT})["']`
          )
        }
      ],
      words: (trans, { name, known }) => ({
        title: trans.__('All splits were given, and one is needed'),
        cause: known
          ? trans.__(
              'load_dataset() without split= returns a dictionary of splits, here %1. Samples, their number and their columns are in each of these.',
              few(known) ?? ''
            )
          : trans.__(
              'load_dataset() without split= returns a dictionary of splits (DatasetDict), even of one file. %1 is what a single split has.',
              name ?? ''
            ),
        fixes: [
          name === 'train_test_split'
            ? check(
                trans.__('Split one of them'),
                "parts = dataset['train'].train_test_split(test_size=0.2, seed=0)\ntrain, valid = parts['train'], parts['test']"
              )
            : check(
                trans.__('Take a split'),
                `train = dataset['${trainOf(known)}']\ntrainer = Trainer(model=model, args=args, train_dataset=train)`
              ),
          check(
            trans.__('Or load just this one'),
            `train = load_dataset('owner/name', split='${trainOf(known)}')`
          )
        ]
      })
    },
    one: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          ename: /^(?:KeyError|ValueError)$/,
          pattern:
            /^["']?Column ["']?(?<name>train|test|val|valid|validation|eval|dev)["']? (?:doesn['’]t exist|not in the dataset)/,
          when: isInDatasets
        }
      ],
      words: (trans, { name = 'train' }) => ({
        title: trans.__('This is one split already: it has no “%1”', name),
        cause: trans.__(
          'The data set is no dictionary of splits: it was loaded with split=, or a split was taken before. Its keys are the columns.'
        ),
        fixes: [
          check(
            trans.__('Use it as it is'),
            'train = dataset\nprint(dataset.column_names, len(dataset))'
          ),
          check(
            trans.__('Or make splits of it'),
            "parts = dataset.train_test_split(test_size=0.2, seed=0)\ntrain, valid = parts['train'], parts['test']"
          )
        ]
      })
    },
    classes: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^Stratifying by column is only supported for ClassLabel column, and column (?<name>[\w.-]{1,60}) is /
        }
      ],
      words: (trans, { name = 'label' }) => ({
        title: trans.__('The column to stratify by has no classes yet'),
        cause: trans.__(
          'train_test_split() keeps the shares of classes only where the column is a ClassLabel. %1 holds plain numbers or texts.',
          name
        ),
        fixes: [
          check(
            trans.__('Make classes of the column first'),
            `dataset = dataset.class_encode_column('${name}')\nparts = dataset.train_test_split(test_size=0.2, stratify_by_column='${name}', seed=0)`
          )
        ]
      })
    },
    tokens: {
      signs: [noColumn(OF_TOKENIZER)],
      words: (trans, { name = 'input_ids', known }) => ({
        title: trans.__('The dataset has no column “%1”', name),
        cause: known
          ? trans.__(
              'A tokenizer gives that column, in map(), and its columns are now: %1. Either what map() returned was not kept, or its function leaves the column out, or the dataset has no row: then map() adds none.',
              few(known) ?? ''
            )
          : trans.__(
              'A tokenizer gives that column, in map(). Either what map() returned was not kept, or its function leaves the column out, or the dataset has no row: then map() adds none.'
            ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See how many rows it has, and its columns'),
            code: 'print(dataset.num_rows, dataset.column_names)'
          },
          check(
            trans.__(
              'Keep what map() returns, with all that the tokenizer gives'
            ),
            "dataset = dataset.map(lambda batch: tokenizer(batch['text'], truncation=True, padding='max_length'), batched=True)"
          )
        ]
      })
    },
    column: {
      signs: [noColumn(String.raw`(?!(?:${OF_TOKENIZER})["' ])[\w. -]{1,60}`)],
      words: (trans, { name, known }) => ({
        title: fitting(name, 20)
          ? trans.__('The dataset has no column “%1”', name)
          : trans.__('The dataset has no column of this name'),
        cause: known
          ? trans.__('Its columns are now: %1.', few(known) ?? '')
          : trans.__('It was renamed or removed before, or never was there.'),
        fixes: [
          check(
            trans.__('Name only what is there'),
            "unwanted = {'idx', 'text'} & set(dataset.column_names)\ndataset = dataset.remove_columns(sorted(unwanted))",
            trans.__(
              'A cell that removes or renames a column works once: begin with the loaded dataset again.'
            )
          )
        ]
      })
    },
    option: {
      // datasets/builder.py.
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^BuilderConfig [^\n]{1,800} doesn["']t have a ["'](?<name>\w{1,60})["'] key\.?$/
        }
      ],
      words: (trans, { name = 'use_auth_token' }) => ({
        title: fitting(name, 20)
          ? trans.__('load_dataset() has no argument “%1”', name)
          : trans.__('load_dataset() has no argument of this name'),
        cause: trans.__(
          'What load_dataset() does not know itself it hands to the builder of the data set, and that has no %1 either.',
          name
        ),
        fixes: [
          name === 'use_auth_token'
            ? check(
                trans.__('It is called token since datasets 2.14'),
                'dataset = load_dataset(name, token=True)'
              )
            : check(
                trans.__('Leave it out, or write the name that there is'),
                'help(load_dataset)'
              )
        ]
      })
    },
    cast: {
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern:
            /^Couldn['’]t cast array of type (?<from>\w{1,20}) to (?<to>\w{1,20})|^Couldn['’]t cast [\w ]{1,40}: |because column names don['’]t match/
        }
      ],
      words: (trans, { from, to }) => ({
        title: trans.__('The files do not have the same columns'),
        cause:
          from && to
            ? trans.__(
                'load_dataset() takes names and types of the columns from the first rows, where this one is %1, and later rows have %2 in it.',
                to,
                from
              )
            : trans.__(
                'load_dataset() puts the files into one table, by the names and types of the first, and another file or row has others.'
              ),
        fixes: [
          check(
            trans.__('Read with pandas, and give each column one type'),
            "import pandas as pd\nfrom datasets import Dataset\n\ntable = pd.read_json('data.jsonl', lines=True)\ntable['text'] = table['text'].astype(str)\ndataset = Dataset.from_pandas(table)"
          ),
          check(
            trans.__('Or load each file alone'),
            "dataset = load_dataset('json', data_files='train.jsonl')"
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A sample that cannot become a tensor, once the dataset is there, is a matter of the collator.'
      )
    ],
    links: [
      {
        title: trans.__('datasets: load'),
        url: 'https://huggingface.co/docs/datasets/loading'
      },
      {
        title: trans.__('datasets: process'),
        url: 'https://huggingface.co/docs/datasets/process'
      }
    ]
  })
});
