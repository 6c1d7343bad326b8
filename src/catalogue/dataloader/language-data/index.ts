import { define } from '../../define';
import { check } from '../../fix';
import { isTorchInPlay } from '../../shared/torch-in-play';
import { fitting } from '../../shared/fitting';

export default define({
  id: 'dataloader/language-data',
  answers: [
    'LookupError: Resource punkt_tab not found. Please use the NLTK Downloader to obtain the resource',
    "OSError: [E050] Can't find model 'en_core_web_sm'."
  ],
  values: ['name'],
  kinds: {
    nltk: {
      signs: [
        {
          where: 'message',
          pattern:
            /Resource ['"]?(?<name>[\w-]{1,60})['"]? not found\. Please use the NLTK Downloader/,
          when: isTorchInPlay
        }
      ],
      words: (trans, { name }) => ({
        title: fitting(name, 24)
          ? trans.__('NLTK lacks its data “%1”', name)
          : trans.__('NLTK lacks a part of its data'),
        cause: trans.__(
          'NLTK comes without word lists and models: each is fetched once, to a folder of this machine.'
        ),
        fixes: [
          check(
            trans.__('Fetch it, before its first use'),
            `import nltk\nnltk.download('${name ?? 'punkt_tab'}')`,
            trans.__(
              'Since NLTK 3.9 word_tokenize() asks for punkt_tab in place of punkt.'
            )
          ),
          check(
            trans.__('No network here: copy the folder, and name it'),
            "nltk.data.path.append('/path/to/nltk_data')"
          )
        ]
      })
    },
    spacy: {
      signs: [
        {
          where: 'message',
          pattern:
            /^\[E050\] Can['’]t find model ['"](?<name>[\w./-]{1,80})['"]/,
          when: isTorchInPlay
        }
      ],
      words: (trans, { name }) => ({
        title: fitting(name, 24)
          ? trans.__('spaCy has no “%1” here', name)
          : trans.__('spaCy lacks the model'),
        cause: trans.__(
          'The models of spaCy are packages of their own, and this one is not installed for this kernel. The short names, en and de, are gone since spaCy 3.'
        ),
        fixes: [
          check(
            trans.__('Install the model for this kernel, then restart'),
            `import sys\n!{sys.executable} -m spacy download ${/^[a-z]{2}$/.test(name ?? '') ? `${name === 'en' ? 'en_core_web_sm' : `${name ?? 'de'}_core_news_sm`}` : (name ?? 'en_core_web_sm')}`
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__('A tokenizer of the Hugging Face Hub is fetched otherwise.')
    ],
    links: [
      {
        title: trans.__('NLTK: installing its data'),
        url: 'https://www.nltk.org/data.html'
      },
      {
        title: trans.__('spaCy: models'),
        url: 'https://spacy.io/usage/models'
      }
    ]
  })
});
