import type { ITranslate } from '../../../diagnosis/types';
import { check } from '../../fix';
import type { Words } from '../../fix';

/**
 * What a model of transformers lacks, or was given too much of.
 *
 * @param kind - `decoder`, `decoder-one`, `both`, `encoding`, `flat`, `deep` or
 *   `image`
 */
export function transformersInputWords(
  trans: ITranslate,
  kind: string | undefined
): Words {
  const unpack = check(
    trans.__('Give the model what the tokenizer made, by name'),
    "batch = tokenizer(texts, padding=True, return_tensors='pt')\nout = model(**batch)"
  );
  const decoding = [
    check(
      trans.__('To write a text: generate()'),
      'tokens = model.generate(**batch, max_new_tokens=50)\ntexts = tokenizer.batch_decode(tokens, skip_special_tokens=True)'
    ),
    check(
      trans.__('To train: give the labels'),
      "batch = tokenizer(sources, text_target=targets, padding=True, return_tensors='pt')\nloss = model(**batch).loss"
    )
  ];
  switch (kind) {
    case 'decoder':
      return [
        trans.__('The decoder of the model was given nothing to begin with'),
        trans.__(
          'A model with an encoder and a decoder (T5, BART, Marian) reads a text and writes another. In a call of the model the decoder gets its tokens from labels or decoder_input_ids, and neither was given.'
        ),
        decoding
      ];
    case 'decoder-one':
      return [
        trans.__('The decoder takes tokens or embeddings, one of them'),
        trans.__(
          'transformers 5 says so where both were given, and where neither was: in a call of the model the decoder gets its tokens from labels or decoder_input_ids.'
        ),
        decoding
      ];
    case 'image':
      return [
        trans.__('The model was given one image without a batch dimension'),
        trans.__(
          'A model of transformers takes images as (batch, channels, height, width), and this one has three dimensions.'
        ),
        [
          check(
            trans.__('Add the dimension of the batch'),
            'out = model(pixel_values.unsqueeze(0))'
          ),
          check(
            trans.__('Or let the processor make the batch'),
            "batch = image_processor(image, return_tensors='pt')\nout = model(**batch)"
          )
        ]
      ];
    case 'both':
      return [
        trans.__('The model takes tokens or embeddings, one of them'),
        trans.__(
          'input_ids and inputs_embeds are two ways to give the same text, and the model takes one of them. A few models say so where neither was given.'
        ),
        [
          check(
            trans.__('Leave the tokens out'),
            "embeds = model.get_input_embeddings()(batch['input_ids'])\nout = model(inputs_embeds=embeds, attention_mask=batch['attention_mask'])"
          )
        ]
      ];
    case 'encoding':
      return [
        trans.__("The tokenizer's whole result was given as a tensor"),
        trans.__(
          'A tokenizer returns several tensors by their names: input_ids, attention_mask and others. The function wanted one tensor, and asked the whole for its shape.'
        ),
        [
          check(
            trans.__('Put two stars before it'),
            'tokens = model.generate(**inputs, max_new_tokens=50)'
          )
        ]
      ];
    case 'flat':
      return [
        trans.__('The model was given one text without a batch dimension'),
        trans.__(
          'A model of transformers takes tokens as (batch, length), and these have one dimension only.'
        ),
        [
          check(
            trans.__('Add the dimension of the batch'),
            'out = model(input_ids.unsqueeze(0))'
          ),
          unpack
        ]
      ];
    case 'deep':
      return [
        trans.__('The tokens have a dimension too many'),
        trans.__(
          'A model of transformers takes tokens as (batch, length). With return_tensors="pt" the tokenizer gives even one text a batch dimension, and a loader adds another.'
        ),
        [
          check(
            trans.__('In the data set: take it off again'),
            "def __getitem__(self, i):\n    item = self.tokenizer(self.texts[i], truncation=True, padding='max_length', return_tensors='pt')\n    return {k: v.squeeze(0) for k, v in item.items()}"
          ),
          check(
            trans.__('Or tokenize without tensors, and let a collator pad'),
            'loader = DataLoader(dataset, batch_size=16, collate_fn=DataCollatorWithPadding(tokenizer))'
          )
        ]
      ];
    default:
      return [
        trans.__('The model was given no tokens'),
        trans.__(
          'The model was called without input_ids, and without inputs_embeds in their place. Either they have another name in the batch, or the data lost them.'
        ),
        [
          unpack,
          {
            safety: 'diagnostic',
            title: trans.__('See what the batch holds'),
            code: 'print(batch.keys())'
          }
        ]
      ];
  }
}
