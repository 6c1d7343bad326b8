import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { lineAbout } from '../../shared/edits/lines';

/** A call that makes a vocabulary. */
function isVocab(call: string): boolean {
  return /\b(?:build_vocab_from_iterator|vocab)$/.test(call);
}

export default define({
  id: 'model/vocab-default',
  answers: ['RuntimeError: Token Bude not found and default index is not set'],
  values: ['token'],
  // torchtext/csrc/vocab.cpp
  signs: messageOrLog(
    /\bToken (?<token>[^\n]{0,60}?) ?not found and default index is not set/
  ),
  words: (trans, { token }) => ({
    title: trans.__('The vocabulary meets a word that it does not know'),
    cause: token
      ? trans.__(
          '“%1” is not in the vocabulary of torchtext, and no default index says what unknown words become.',
          token
        )
      : trans.__(
          'A word is not in the vocabulary of torchtext, and no default index says what unknown words become.'
        ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Name the token for unknown words, once it is built'),
        edit: lineAbout(
          isVocab,
          name => `${name}.set_default_index(${name}['<unk>'])`
        ),
        code: "vocab = build_vocab_from_iterator(tokens, specials=['<unk>', '<pad>'])\nvocab.set_default_index(vocab['<unk>'])"
      },
      check(
        trans.__('Build it from the training texts, split in the same way'),
        'vocab = build_vocab_from_iterator(map(tokenizer, texts), specials=["<unk>"])'
      )
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'If all words are unknown, the text was split otherwise than for the vocabulary: compare the tokenizers.'
      )
    ],
    links: [
      {
        title: trans.__('torchtext: Vocab.set_default_index'),
        url: 'https://docs.pytorch.org/text/stable/vocab.html'
      }
    ]
  })
});
