import type {
  IFix,
  IReading,
  ITranslate,
  Values
} from '../../../diagnosis/types';
import { check } from '../../fix';
import { passedThrough } from '../../shown';
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

/** What a feature extractor or an image processor makes. */
const FEATURES = /^(?:input_values|input_features|pixel_values)$/;

const LABELS = /^(?:label|labels|label_ids)$/;

/** Why a column is no full block of numbers: of what was raised inside. */
type Reason = 'text' | 'missing' | 'ragged' | 'untold';

function reasonOf(reading: IReading): Reason {
  if (reading.mentions("too many dimensions 'str'")) {
    return 'text';
  }
  if (reading.mentions('Could not infer dtype of NoneType')) {
    return 'missing';
  }
  return reading.mentions('expected sequence of length') ? 'ragged' : 'untold';
}

/** Whether a collator of transformers put the batch together. */
export function isInCollator(reading: IReading): boolean {
  return passedThrough(
    reading,
    /\btransformers[\\/]data[\\/]data_collator\.py$/
  );
}

/** What of a batch of texts is not of one length, and which column it is. */
export function readPadding(_: Values, reading: IReading): Values {
  const { name } =
    UNABLE.exec(textFrom(reading, 'Unable to create'))?.groups ?? {};
  if (name === undefined || TOKENIZED.test(name)) {
    return { name, kind: isInCollator(reading) ? 'tokens' : 'tokenizer' };
  }
  if (FEATURES.test(name)) {
    return { name, kind: 'features' };
  }
  const column = LABELS.test(name) ? 'labels' : 'column';
  return { name, kind: column, reason: reasonOf(reading) };
}

/** The title of what `readPadding` has read. */
export function paddingTitle(
  trans: ITranslate,
  { kind, name, reason }: Values
): string {
  if (kind === 'labels' && reason === 'ragged') {
    return trans.__('The labels of the batch differ in length');
  }
  switch (kind) {
    case 'labels':
    case 'column':
      return name && name.length <= 20
        ? trans.__('The column “%1” cannot become a tensor', name)
        : trans.__('A column of the data cannot become a tensor');
    case 'features':
      return trans.__('The inputs of the batch differ in size');
    default:
      return trans.__('The texts of the batch differ in length');
  }
}

/** What the column holds, as a sentence. */
function content(trans: ITranslate, { name, reason }: Values): string {
  switch (reason) {
    case 'text':
      return trans.__('A tensor holds numbers, and “%1” holds texts.', name);
    case 'missing':
      return trans.__(
        'A tensor holds numbers, and in “%1” a value is missing (None).',
        name
      );
    case 'ragged':
      return trans.__(
        'A tensor is a full block of numbers, and “%1” holds lists of different length.',
        name
      );
    default:
      return trans.__(
        'A tensor is a full block of numbers, and “%1” holds lists of different length, or values that are no numbers.',
        name
      );
  }
}

/** Its cause. */
export function paddingCause(trans: ITranslate, values: Values): string {
  switch (values.kind) {
    case 'labels':
      return /^(?:text|missing)$/.test(values.reason ?? '')
        ? content(trans, values)
        : `${content(trans, values)} ${trans.__('The tokenizer and DataCollatorWithPadding pad the texts, and not their labels.')}`;
    case 'column':
      return `${content(trans, values)} ${trans.__('Columns of the raw data stay in it unless they are dropped.')}`;
    case 'features':
      return trans.__(
        'A tensor is a full block of numbers, and “%1” of one sample has another size than that of the next.',
        values.name
      );
    default:
      return trans.__(
        'A tensor is a full block of numbers, and one text has more tokens than another. Nothing filled the short ones up to one length.'
      );
  }
}

function withoutRaw(trans: ITranslate): IFix {
  return check(
    trans.__('Drop the columns of the raw data when you tokenize'),
    'tokenized = dataset.map(tokenize, batched=True, remove_columns=dataset.column_names)',
    trans.__('What the model needs, labels too, is returned by tokenize().')
  );
}

function bestFixes(trans: ITranslate, { kind, name, reason }: Values): IFix[] {
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
  const numbers = check(
    trans.__('Turn class names into class numbers'),
    `names = sorted(set(dataset['${name ?? 'label'}']))\nlabel2id = {label: i for i, label in enumerate(names)}\ndataset = dataset.map(lambda row: {'labels': label2id[row['${name ?? 'label'}']]})`
  );
  const complete = check(
    trans.__('Leave out the samples without a value'),
    `dataset = dataset.filter(lambda row: row['${name ?? 'label'}'] is not None)`
  );
  if (reason === 'missing') {
    return [complete, withoutRaw(trans)];
  }
  switch (kind) {
    case 'labels':
      return reason === 'text'
        ? [numbers, withoutRaw(trans)]
        : [perToken, target];
    case 'column':
      return [
        withoutRaw(trans),
        check(
          trans.__('Or drop this one'),
          `dataset = dataset.remove_columns(['${name ?? 'text'}'])`
        )
      ];
    case 'features':
      return name === 'pixel_values'
        ? [
            check(
              trans.__('Bring the images to one size'),
              "batch = image_processor(images, return_tensors='pt')"
            )
          ]
        : [
            check(
              trans.__('Pad the sounds to the longest'),
              "batch = feature_extractor(sounds, sampling_rate=16000, padding=True, return_tensors='pt')"
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
