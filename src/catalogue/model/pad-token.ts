import type { IEntry } from '../../diagnosis/types';
import { ofKind, said } from '../said';

const entry: IEntry = {
  id: 'model/pad-token',
  answers: [
    'Asking to pad but the tokenizer does not have a padding token. Please select a token to use as `pad_token`',
    'Cannot handle batch sizes > 1 if no padding token is defined.',
    'Unable to set proper padding strategy as the tokenizer does not have a padding token'
  ],
  signs: [
    ...said(
      /(?:Asking to pad but|proper padding strategy as) the tokenizer does not have a padding token/
    ),
    ...said(
      /Cannot handle batch sizes > 1 if no padding token is defined/,
      ofKind('model')
    )
  ],
  page(trans, { kind }) {
    const ofModel = kind === 'model';
    return {
      title: ofModel
        ? trans.__('The model is not told which token is padding')
        : trans.__('The tokenizer has no padding token'),
      cause: ofModel
        ? trans.__(
            'For a batch of texts the model looks for the last token of each that is not padding, and pad_token_id of its configuration is not set. A single text would pass.'
          )
        : trans.__(
            'Texts of unequal length are filled up with a padding token, and this tokenizer has none. Those of GPT-2, Llama and other models that write text come without one.'
          ),
      fixes: [
        {
          safety: 'check',
          title: ofModel
            ? trans.__('Tell the model the padding token of the tokenizer')
            : trans.__('Take the token for the end of a text, and tell both'),
          code: ofModel
            ? 'if tokenizer.pad_token is None:\n    tokenizer.pad_token = tokenizer.eos_token\nmodel.config.pad_token_id = tokenizer.pad_token_id'
            : 'tokenizer.pad_token = tokenizer.eos_token\nmodel.config.pad_token_id = tokenizer.pad_token_id'
        },
        {
          safety: 'check',
          title: trans.__('To train a model that writes: a token of its own'),
          detail: trans.__(
            'The loss leaves padding out: with the end token as padding the model does not learn to stop.'
          ),
          code: "tokenizer.add_special_tokens({'pad_token': '[PAD]'})\nmodel.resize_token_embeddings(len(tokenizer))\nmodel.config.pad_token_id = tokenizer.pad_token_id"
        }
      ],
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
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue:
        "Asking to pad but the tokenizer does not have a padding token. Please select a token to use as `pad_token` `(tokenizer.pad_token = tokenizer.eos_token e.g.)` or add a new pad token via `tokenizer.add_special_tokens({'pad_token': '[PAD]'})`.",
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'ValueError',
      evalue: 'Cannot handle batch sizes > 1 if no padding token is defined.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'model' }
    },
    {
      ename: 'ValueError',
      evalue:
        'Unable to set proper padding strategy as the tokenizer does not have a padding token. In this case please set the `pad_token` `(tokenizer.pad_token = tokenizer.eos_token e.g.)`',
      torch: '1.5',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'ValueError',
      evalue:
        "Unable to create tensor, you should probably activate truncation and/or padding with 'padding=True' 'truncation=True' to have batched tensors with the same length."
    },
    {
      ename: 'AssertionError',
      evalue: 'Padding_idx must be within num_embeddings'
    }
  ]
};

export default entry;
