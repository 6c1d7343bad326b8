import type {
  IEntry,
  IFix,
  IReading,
  ITranslate,
  Values
} from '../../diagnosis/types';
import { check } from '../fix';
import { said } from '../said';

/**
 * transformers/tokenization_utils_base.py, `convert_to_tensors`; before 4.25
 * without the name of what could not be converted.
 */
const UNABLE =
  /Unable to create tensor, you should probably activate truncation and\/or padding with(?: [^()]{1,100}\. Perhaps your features \([`"'](?<name>\w{1,60})[`"'] in this case\))?/;

/** What a tokenizer makes, and pads when told so. */
const TOKENIZED =
  /^(?:input_ids|attention_mask|token_type_ids|special_tokens_mask|decoder_input_ids|decoder_attention_mask|offset_mapping)$/;

const LABELS = /^(?:label|labels|label_ids)$/;

function read({ name }: Values, reading: IReading): Values {
  const isText = reading.mentions("too many dimensions 'str'");
  const column =
    name === undefined || TOKENIZED.test(name)
      ? 'tokens'
      : LABELS.test(name)
        ? 'labels'
        : 'column';
  return {
    name,
    kind: isText && column !== 'tokens' ? `${column}-text` : column
  };
}

function title(trans: ITranslate, { kind, name }: Values): string {
  switch (kind) {
    case 'labels':
      return trans.__('The labels of the batch differ in length');
    case 'labels-text':
      return trans.__('The labels are texts, not numbers');
    case 'column':
    case 'column-text':
      return name && name.length <= 20
        ? trans.__('The column “%1” cannot become a tensor', name)
        : trans.__('A column of the data cannot become a tensor');
    default:
      return trans.__('The texts of the batch differ in length');
  }
}

function cause(trans: ITranslate, { kind, name }: Values): string {
  switch (kind) {
    case 'labels':
      return trans.__(
        'Each text has a list of labels here, one longer than another. DataCollatorWithPadding and the tokenizer pad the texts, and not their labels.'
      );
    case 'labels-text':
      return trans.__(
        'A tensor of labels holds class numbers, and “%1” holds texts.',
        name
      );
    case 'column':
      return trans.__(
        'The collator makes a tensor of every column that the samples have, and “%1” holds lists of different length. Columns of the raw data stay in it unless they are dropped.',
        name
      );
    case 'column-text':
      return trans.__(
        'The collator makes a tensor of every column that the samples have, and “%1” holds texts. Columns of the raw data stay in it unless they are dropped.',
        name
      );
    default:
      return trans.__(
        'A tensor is a full block of numbers, and one text has more tokens than another. Nothing filled the short ones up to one length.'
      );
  }
}

const MAP_WITHOUT = (trans: ITranslate): IFix =>
  check(
    trans.__('Drop the columns of the raw data when you tokenize'),
    'tokenized = dataset.map(tokenize, batched=True, remove_columns=dataset.column_names)',
    trans.__('What the model needs, labels too, is returned by tokenize().')
  );

function fixesOf(trans: ITranslate, { kind, name }: Values): IFix[] {
  const perToken = check(
    trans.__('A label per token: its own collator'),
    'collator = DataCollatorForTokenClassification(tokenizer)'
  );
  const target = check(
    trans.__('The labels are texts to be written: its own collator'),
    'collator = DataCollatorForSeq2Seq(tokenizer, model=model)'
  );
  switch (kind) {
    case 'labels':
      return [perToken, target];
    case 'labels-text':
      return [
        check(
          trans.__('Turn class names into class numbers'),
          `names = sorted(set(dataset['${name ?? 'label'}']))\nlabel2id = {label: i for i, label in enumerate(names)}\ndataset = dataset.map(lambda row: {'labels': label2id[row['${name ?? 'label'}']]})`
        ),
        MAP_WITHOUT(trans)
      ];
    case 'column':
    case 'column-text':
      return [
        MAP_WITHOUT(trans),
        check(
          trans.__('Or drop this one'),
          `tokenized = tokenized.remove_columns(['${name ?? 'text'}'])`
        )
      ];
    default:
      return [
        check(
          trans.__('Pad and cut where the texts are tokenized'),
          "batch = tokenizer(texts, padding=True, truncation=True, return_tensors='pt')"
        ),
        check(
          trans.__('With a Trainer or a loader: pad each batch'),
          'collator = DataCollatorWithPadding(tokenizer)\nloader = DataLoader(tokenized, batch_size=16, collate_fn=collator)',
          trans.__(
            'Then tokenize without return_tensors: it wraps each text in a further list.'
          )
        )
      ];
  }
}

const entry: IEntry = {
  id: 'model/unpadded-batch',
  answers: [
    "Unable to create tensor, you should probably activate truncation and/or padding with 'padding=True' 'truncation=True' to have batched tensors with the same length.",
    'Perhaps your features (`labels` in this case) have excessive nesting (inputs type `list` where type `int` is expected).'
  ],
  refines: ['tensor/numpy-object'],
  signs: said(UNABLE, { read }),
  page(trans, values) {
    return {
      title: title(trans, values),
      cause: cause(trans, values),
      fixes: [
        ...fixesOf(trans, values),
        {
          safety: 'diagnostic',
          title: trans.__('See the columns of two samples'),
          code: 'for sample in (tokenized[0], tokenized[1]):\n    print({k: len(v) if hasattr(v, "__len__") else v for k, v in sample.items()})'
        }
      ],
      notThis: [
        trans.__(
          '“Asking to pad but the tokenizer does not have a padding token”: padding was asked for, and there is no token for it.'
        )
      ],
      links: [
        {
          title: trans.__('Transformers: padding and truncation'),
          url: 'https://huggingface.co/docs/transformers/pad_truncation'
        },
        {
          title: trans.__('Transformers: data collators'),
          url: 'https://huggingface.co/docs/transformers/main_classes/data_collator'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue:
        "Unable to create tensor, you should probably activate truncation and/or padding with 'padding=True' 'truncation=True' to have batched tensors with the same length. Perhaps your features (`input_ids` in this case) have excessive nesting (inputs type `list` where type `int` is expected).",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'tokens', name: 'input_ids' }
    },
    {
      ename: 'ValueError',
      evalue:
        "Unable to create tensor, you should probably activate truncation and/or padding with 'padding=True' 'truncation=True' to have batched tensors with the same length. Perhaps your features (`labels` in this case) have excessive nesting (inputs type `list` where type `int` is expected).",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'labels' }
    },
    {
      ename: 'ValueError',
      evalue:
        "Unable to create tensor, you should probably activate truncation and/or padding with 'padding=True' 'truncation=True' to have batched tensors with the same length. Perhaps your features (`text` in this case) have excessive nesting (inputs type `list` where type `int` is expected).",
      traceback: [
        'Traceback (most recent call last):',
        '  File "/opt/lib/python3.11/site-packages/transformers/tokenization_utils_base.py", line 698, in as_tensor',
        '    return torch.tensor(value, dtype=dtype)',
        "ValueError: too many dimensions 'str'",
        '',
        'The above exception was the direct cause of the following exception:',
        '',
        'Traceback (most recent call last):',
        '  File "/opt/lib/python3.11/site-packages/transformers/tokenization_utils_base.py", line 754, in convert_to_tensors',
        '    raise ValueError(',
        "ValueError: Unable to create tensor, you should probably activate truncation and/or padding with 'padding=True' 'truncation=True' to have batched tensors with the same length. Perhaps your features (`text` in this case) have excessive nesting (inputs type `list` where type `int` is expected)."
      ].join('\n'),
      torch: '2.13',
      origin: 'run',
      values: { kind: 'column-text', name: 'text' }
    },
    {
      ename: 'ValueError',
      evalue:
        "Unable to create tensor, you should probably activate truncation and/or padding with 'padding=True' 'truncation=True' to have batched tensors with the same length.",
      torch: '1.7',
      origin: 'reference',
      values: { kind: 'tokens' }
    }
  ],
  nearMisses: [
    {
      ename: 'ValueError',
      evalue:
        'Asking to truncate to max_length but no maximum length is provided and the model has no predefined maximum length.'
    },
    {
      ename: 'ValueError',
      evalue:
        'Unable to create tensor returning overflowing tokens of different lengths. Please see if a fast version of this tokenizer is available.'
    }
  ]
};

export default entry;
