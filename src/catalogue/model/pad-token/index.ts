import { define } from '../../define';
import { messageOrLog } from '../../signs';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import { lineAbout } from '../../shared/edits/lines';

function addToken(trans: ITranslate): IFix {
  return {
    safety: 'check',
    title: trans.__('To train a model that writes: a token of its own'),
    detail: trans.__(
      'The loss leaves padding out: with the end token as padding the model does not learn to stop.'
    ),
    code: "tokenizer.add_special_tokens({'pad_token': '[PAD]'})\nmodel.resize_token_embeddings(len(tokenizer))\nmodel.config.pad_token_id = tokenizer.pad_token_id"
  };
}

/** A call that makes a tokenizer. */
function isTokenizer(call: string): boolean {
  return call.includes('Tokenizer');
}

export default define({
  id: 'model/pad-token',
  answers: [
    'Asking to pad but the tokenizer does not have a padding token. Please select a token to use as `pad_token`',
    'Cannot handle batch sizes > 1 if no padding token is defined.',
    'Unable to set proper padding strategy as the tokenizer does not have a padding token'
  ],
  kinds: {
    tokenizer: {
      signs: messageOrLog(
        /(?:Asking to pad but|proper padding strategy as) the tokenizer does not have a padding token/
      ),
      words: trans => ({
        title: trans.__('The tokenizer has no padding token'),
        cause: trans.__(
          'Texts of unequal length are filled up with a padding token, and this tokenizer has none. Those of GPT-2, Llama and other models that write text come without one.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'Take the token for the end of a text, and tell both'
            ),
            edit: lineAbout(
              isTokenizer,
              name => `${name}.pad_token = ${name}.eos_token`
            ),
            code: 'tokenizer.pad_token = tokenizer.eos_token\nmodel.config.pad_token_id = tokenizer.pad_token_id'
          },
          addToken(trans)
        ]
      })
    },
    model: {
      signs: messageOrLog(
        /Cannot handle batch sizes > 1 if no padding token is defined/
      ),
      words: trans => ({
        title: trans.__('The model is not told which token is padding'),
        cause: trans.__(
          'For a batch of texts the model looks for the last token of each that is not padding, and pad_token_id of its configuration is not set. A single text would pass.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'Tell the model the padding token of the tokenizer'
            ),
            code: 'if tokenizer.pad_token is None:\n    tokenizer.pad_token = tokenizer.eos_token\nmodel.config.pad_token_id = tokenizer.pad_token_id'
          },
          addToken(trans)
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“Unable to create tensor, you should probably activate truncation and/or padding”: the texts were not padded at all.'
      )
    ],
    links: [
      {
        title: trans.__('Transformers: padding and truncation'),
        url: 'https://huggingface.co/docs/transformers/pad_truncation'
      },
      {
        title: trans.__('Transformers: tokenizers'),
        url: 'https://huggingface.co/docs/transformers/main_classes/tokenizer'
      }
    ]
  })
});
