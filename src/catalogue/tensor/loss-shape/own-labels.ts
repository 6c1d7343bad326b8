/** Labels that a model of transformers was given and makes its loss of. */
import type { ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import type { IWords, ValuesOf } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { visibleCode } from '../../shared/ran-code';

/** What the model does: its class ends so. */
export type Head = 'classes' | 'tokens' | 'words';

const HEADS: readonly (readonly [RegExp, Head])[] = [
  [/ForSequenceClassification\b/, 'classes'],
  [/ForTokenClassification\b/, 'tokens'],
  [/(?:ForCausalLM|LMHeadModel|ForMaskedLM)\b/, 'words']
];

/** What the model of transformers makes its loss of; undefined for another loss. */
export function headOf(reading: IReading): Head | undefined {
  const { text } = visibleCode(reading);
  const shown = printedText(reading);
  // With a decoder of its own the labels need not be as long as the input.
  if (
    /ForConditionalGeneration\b|Seq2Seq|\bdecoder_input_ids\b/.test(
      `${shown} ${text}`
    )
  ) {
    return undefined;
  }
  const isOwn =
    /[\\/]transformers[\\/](?:models|loss|modeling_)|[\\/]transformers[\\/]trainer\.py/.test(
      shown
    ) || /\blabels ?= ?(?:\w|\.){0,40}label/.test(shown);
  const seen = isOwn ? `${shown} ${text}` : '';
  const heads = HEADS.filter(([pattern]) => pattern.test(seen));
  if (heads.length === 1) {
    return heads[0][1];
  }
  return heads.length === 0 &&
    /\(.{0,40}input_ids\b.{0,60}[ (,]labels ?=/.test(seen)
    ? 'words'
    : undefined;
}

/** What is to be done with labels of another length. */
export function labelWords(
  trans: ITranslate,
  { head, input, target }: ValuesOf<'head' | 'input' | 'target'>
): IWords {
  const title = trans.__('%1 predictions for %2 labels', input, target);
  const look = {
    safety: 'diagnostic' as const,
    title: trans.__('Print both shapes just before the model'),
    code: "print(batch['input_ids'].shape, batch['labels'].shape)"
  };
  if (head === 'classes') {
    const times = Number(target) / Number(input);
    const many = Number.isInteger(times) && times > 1;
    return {
      title,
      cause: many
        ? trans.__(
            'A model for sequence classification compares one class number per text, and here are %1 labels for each text: one for every class, or one for every token.',
            times
          )
        : trans.__(
            'A model for sequence classification compares one class number per text, and the labels are not as many as the texts.'
          ),
      fixes: [
        check(
          trans.__(
            'Several labels per text: say so, and give them as 0.0 and 1.0'
          ),
          "model = AutoModelForSequenceClassification.from_pretrained(name, num_labels=num_labels, problem_type='multi_label_classification')\nbatch['labels'] = batch['labels'].float()"
        ),
        check(
          trans.__('One class per text: give its number, [N]'),
          "batch['labels'] = batch['labels'].argmax(dim=-1)  # of one-hot labels"
        ),
        look
      ]
    };
  }
  if (head === 'tokens') {
    return {
      title,
      cause: trans.__(
        'A model for token classification wants one label per token of input_ids, and the labels were not cut and padded as the text was, or are one per word: a word may become several tokens.'
      ),
      fixes: [
        check(
          trans.__(
            'Give each token the label of its word, and -100 to the others'
          ),
          'words = tokens.word_ids(batch_index=i)\nlabels = [-100 if at is None else word_labels[at] for at in words]'
        ),
        check(
          trans.__('Pad inputs and labels together'),
          'data_collator = DataCollatorForTokenClassification(tokenizer)'
        ),
        look
      ]
    };
  }
  return {
    title,
    cause: trans.__(
      'A language model compares its output for each token of input_ids with the label in the same place, so labels must have the shape of input_ids. These were tokenized from another text, or padded to another length.'
    ),
    fixes: [
      check(
        trans.__(
          'Decoder alone (GPT, Llama): prompt and answer as one text, with labels of the same length'
        ),
        'input_ids = prompt_ids + answer_ids\nlabels = [-100] * len(prompt_ids) + answer_ids',
        trans.__('Padding gets -100 in the labels, too.')
      ),
      check(
        trans.__('The text itself is what is learnt: take input_ids'),
        'outputs = model(input_ids, attention_mask=attention_mask, labels=input_ids)'
      ),
      look
    ]
  };
}
