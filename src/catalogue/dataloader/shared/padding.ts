import type {
  IFix,
  IReading,
  ITranslate,
  Values
} from '../../../diagnosis/types';
import { check } from '../../fix';
import { textFrom } from './text-from';

/**
 * transformers/tokenization_utils_base.py, `convert_to_tensors`; before 4.25
 * without the name of what could not be converted.
 */
export const UNABLE =
  /Unable to create tensor, you should probably activate truncation and\/or padding with(?: [^()]{1,100}\. Perhaps your features \([`"'](?<name>\w{1,60})[`"'] in this case\))?/;

/** What a tokenizer makes, and pads when told so. */
const TOKENIZED =
  /^(?:input_ids|attention_mask|token_type_ids|special_tokens_mask|decoder_input_ids|decoder_attention_mask|offset_mapping)$/;

const LABELS = /^(?:label|labels|label_ids)$/;

/** Whether a collator of transformers put the batch together. */
export function isInCollator(reading: IReading): boolean {
  return reading.mentions('data_collator');
}

/** What of a batch of texts is not of one length, and which column it is. */
export function readPadding(_: Values, reading: IReading): Values {
  const { name } =
    UNABLE.exec(textFrom(reading, 'Unable to create'))?.groups ?? {};
  const isText = reading.mentions("too many dimensions 'str'");
  const tokens = isInCollator(reading) ? 'tokens' : 'tokenizer';
  if (name === undefined || TOKENIZED.test(name)) {
    return { name, kind: tokens };
  }
  const column = LABELS.test(name) ? 'labels' : 'column';
  return { name, kind: isText ? `${column}-text` : column };
}

/** The title of what `readPadding` has read. */
export function paddingTitle(
  trans: ITranslate,
  { kind, name }: Values
): string {
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

/** Its cause. */
export function paddingCause(
  trans: ITranslate,
  { kind, name }: Values
): string {
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

function bestFixes(trans: ITranslate, { kind, name }: Values): IFix[] {
  const perToken = check(
    trans.__('A label per token: its own collator'),
    'collator = DataCollatorForTokenClassification(tokenizer)'
  );
  const target = check(
    trans.__('The labels are texts to be written: its own collator'),
    'collator = DataCollatorForSeq2Seq(tokenizer, model=model)'
  );
  const collator = check(
    trans.__('With a Trainer or a loader: let the collator pad each batch'),
    'collator = DataCollatorWithPadding(tokenizer)\nloader = DataLoader(tokenized, batch_size=16, collate_fn=collator)\ntrainer = Trainer(model=model, args=args, train_dataset=tokenized, data_collator=collator)',
    trans.__(
      'Then tokenize without return_tensors: it wraps each text in a further list.'
    )
  );
  const cut = check(
    trans.__('Pad and cut where the texts are tokenized'),
    "batch = tokenizer(texts, padding=True, truncation=True, return_tensors='pt')"
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
    case 'tokenizer':
      return [cut, collator];
    default:
      return [collator, perToken, cut];
  }
}

/** What to do about it; best first. */
export function paddingFixes(trans: ITranslate, values: Values): IFix[] {
  return [
    ...bestFixes(trans, values),
    {
      safety: 'diagnostic',
      title: trans.__('See the columns of two samples'),
      code: 'for sample in (dataset[0], dataset[1]):\n    print({k: len(v) if hasattr(v, "__len__") else v for k, v in sample.items()})'
    }
  ];
}
