import { define } from '../../define';
import { check, pip } from '../../fix';
import { passedThrough } from '../../predicates';
import { messageOrLog } from '../../signs';

const FOLDER = {
  safety: 'diagnostic',
  code: "import os\nfor name in sorted(os.listdir('folder')):\n    print(os.path.getsize(os.path.join('folder', name)), name)"
} as const;

export default define({
  id: 'model/tokenizer-file',
  answers: [
    'Exception: data did not match any variant of untagged enum ModelWrapper at line 757479 column 3',
    'data did not match any variant of untagged enum PyPreTokenizerTypeWrapper at line 40 column 3',
    'TypeError: not a string',
    'RuntimeError: Internal: could not parse ModelProto from tokenizer.model',
    'RuntimeError: Internal: src/sentencepiece_processor.cc(1102) [model_proto->ParseFromArray(serialized.data(), serialized.size())]'
  ],
  values: ['file'],
  kinds: {
    newer: {
      // tokenizers, of tokenizer.json.
      signs: messageOrLog(
        /data did not match any variant of untagged enum \w{1,40}(?:Wrapper|Untagged)\b/,
        { confidence: 'likely' }
      ),
      words: trans => ({
        title: trans.__('tokenizer.json is newer than this tokenizers'),
        cause: trans.__(
          'The file was written by a newer release of the package tokenizers, and the installed one does not know all that is in it.'
        ),
        fixes: [
          pip({
            title: trans.__('Update both, then restart the kernel'),
            line: '%pip install --upgrade transformers tokenizers',
            isInUse: true
          }),
          check(
            trans.__('They must stay: the slow tokenizer, of other files'),
            'tokenizer = AutoTokenizer.from_pretrained(name, use_fast=False)'
          )
        ]
      })
    },
    none: {
      // sentencepiece/__init__.py: LoadFromFile(None).
      signs: [
        {
          where: 'message',
          confidence: 'likely',
          pattern: /^not a string$/,
          ename: /^TypeError$/,
          when: reading =>
            passedThrough(reading, /sentencepiece[\\/]__init__\.py$/)
        }
      ],
      words: trans => ({
        title: trans.__('The folder has no tokenizer.model'),
        cause: trans.__(
          'The tokenizer was to read its SentencePiece file and was given None for it: the folder or repository has none.'
        ),
        fixes: [
          check(
            trans.__('Take the fast tokenizer, which reads tokenizer.json'),
            'tokenizer = AutoTokenizer.from_pretrained(name, use_fast=True)'
          ),
          check(
            trans.__('Weights of your own: the tokenizer of the base model'),
            'tokenizer = AutoTokenizer.from_pretrained(base_name)\ntokenizer.save_pretrained(folder)'
          ),
          { ...FOLDER, title: trans.__('See which files there are') }
        ]
      })
    },
    broken: {
      signs: messageOrLog(
        /Internal: (?:could not parse ModelProto from (?<file>[^\s"']{1,200})|\S{0,80}sentencepiece_processor\.cc\(\d{1,6}\) \[model_proto->ParseFromArray)/,
        { confidence: 'likely' }
      ),
      words: (trans, { file }) => ({
        title: trans.__('The SentencePiece file is not what it should be'),
        cause: file
          ? trans.__(
              '%1 is there and is no SentencePiece model: often a pointer of Git LFS of a few lines, a page in place of the file, or a download that was cut off.',
              file
            )
          : trans.__(
              'The file is there and is no SentencePiece model: often a pointer of Git LFS of a few lines, a page in place of the file, or a download that was cut off.'
            ),
        fixes: [
          {
            ...FOLDER,
            title: trans.__('See its size: a few hundred bytes is a pointer')
          },
          check(
            trans.__('Fetch the file itself'),
            "from huggingface_hub import hf_hub_download\n\nhf_hub_download('owner/model', 'tokenizer.model', local_dir='folder', force_download=True)",
            trans.__('After git clone: git lfs install, and git lfs pull.')
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A text that the tokenizer refuses, once it is loaded, is something else.'
      )
    ],
    links: [
      {
        title: trans.__('Transformers: tokenizers'),
        url: 'https://huggingface.co/docs/transformers/fast_tokenizers'
      }
    ]
  })
});
