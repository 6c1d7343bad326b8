import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { passedThrough } from '../../predicates';
import { textFrom } from '../../shared/text-from';

/**
 * transformers/tokenization_utils_base.py, `convert_to_tensors`; before 4.25
 * without the name of what could not be converted.
 */
export const UNABLE =
  /Unable to create tensor, you should probably activate truncation and\/or padding with(?: [^()]{1,100}\. Perhaps your features \([`"'](?<name>\w{1,60})[`"'] in this case\))?/;

/** What a tokenizer makes, and pads on request. */
const TOKENIZED =
  /^(?:input_ids|attention_mask|token_type_ids|special_tokens_mask|decoder_input_ids|decoder_attention_mask|offset_mapping)$/;

/** What a feature extractor or an image processor makes. */
const FEATURES = /^(?:input_values|input_features|pixel_values)$/;

const LABELS = /^(?:label|labels|label_ids)$/;

/** Why a column is no full block of numbers, by what was raised inside. */
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
export function readPadding(_: Values, reading: IReading) {
  const { name } =
    UNABLE.exec(textFrom(reading, 'Unable to create'))?.groups ?? {};
  if (name === undefined || TOKENIZED.test(name)) {
    return {
      name,
      kind: isInCollator(reading) ? 'tokens' : 'tokenizer'
    } as const;
  }
  if (FEATURES.test(name)) {
    return { name, kind: 'features' } as const;
  }
  return {
    name,
    kind: LABELS.test(name) ? 'labels' : 'column',
    reason: reasonOf(reading)
  } as const;
}
