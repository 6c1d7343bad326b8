import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { columnListed } from '../../shared/edits/rewritten';

/** transformers’ pipelines hand a dictionary on as keywords of the tokenizer. */
const UNPACKED = /\bself\.tokenizer\(\*\*inputs\b/;

/** Whether a pipeline was given a whole row in place of its text. */
function isRow({ exceptions }: IReading): boolean {
  return exceptions.some(({ frames }) =>
    frames.some(
      ({ file, code }) =>
        /[\\/]transformers[\\/]pipelines[\\/]/.test(file) && UNPACKED.test(code)
    )
  );
}

const NO_TEXT =
  /You need to specify either [`"']text[`"'] or [`"']text_target[`"']/;

function seeTypes(trans: ITranslate, code: string): IFix {
  return {
    safety: 'diagnostic',
    title: trans.__('See which types are in it'),
    code
  };
}

export default define({
  id: 'model/tokenizer-text',
  answers: [
    'TextEncodeInput must be Union[TextInputSequence, Tuple[InputSequence, InputSequence]]',
    'text input must be of type `str` (single example), `list[str]` (batch or single pretokenized example)',
    'PreTokenizedEncodeInput must be Union[PreTokenizedInputSequence, Tuple[PreTokenizedInputSequence, PreTokenizedInputSequence]]',
    'You need to specify either `text` or `text_target`.'
  ],
  kinds: {
    element: {
      signs: [
        // tokenizers/bindings/python/src/tokenizer.rs
        ...messageOrLog(/TextEncodeInput must be Union\[TextInputSequence/),
        ...messageOrLog(
          /PreTokenized(?:EncodeInput|InputSequence) must be Union\[/
        ),
        // transformers/tokenization_utils.py, the tokenizers in Python
        ...messageOrLog(
          /(?<!Input \[\] )\bis not valid\. Should be a string(?: or|, a list\/tuple of strings(?: or|,)) a list\/tuple of (?:integers|strings)/
        )
      ],
      words: trans => ({
        title: trans.__('One of the texts for the tokenizer is no text'),
        cause: trans.__(
          'Every element of the list must be a text, and one is something else: None or NaN where a text is missing, a number, or a list of words.'
        ),
        fixes: [
          check(
            trans.__('Leave missing texts out'),
            "df = df.dropna(subset=['text'])\ntexts = df['text'].astype(str).tolist()"
          ),
          check(
            trans.__('With datasets'),
            "dataset = dataset.filter(lambda row: isinstance(row['text'], str))"
          ),
          check(
            trans.__('The texts are lists of words: say so'),
            'batch = tokenizer(sentences, is_split_into_words=True, padding=True)'
          ),
          seeTypes(trans, 'print({type(text) for text in texts})')
        ]
      })
    },
    empty: {
      // transformers/tokenization_utils.py looks at the first element.
      signs: messageOrLog(/\bInput \[\] is not valid\. Should be a string/),
      words: trans => ({
        title: trans.__('The tokenizer was given an empty list'),
        cause: trans.__(
          'The tokenizers in Python look at the first element to tell words from numbers, and this list has none.'
        ),
        fixes: [
          check(
            trans.__('Leave out what is empty, before the tokenizer'),
            'texts = [words for words in texts if len(words) > 0]'
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See which of them are empty'),
            code: 'print([at for at, words in enumerate(texts) if len(words) == 0])'
          }
        ]
      })
    },
    whole: {
      // transformers/tokenization_utils_base.py; "text input must of type" until 4.56
      signs: messageOrLog(
        /text input must (?:be )?of type [`"']?str[`"']? \(single example\)/
      ),
      words: trans => ({
        title: trans.__('The tokenizer was given something else than texts'),
        cause: trans.__(
          'A tokenizer takes a text, a list of texts, or a list of lists of words. A pandas or datasets column, an array and a number are none of these, nor is a list that begins with None.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Make a list of the column'),
              "batch = tokenizer(list(df['text']), padding=True, truncation=True)"
            ),
            edit: columnListed
          },
          check(
            trans.__('Leave missing texts out'),
            "df = df.dropna(subset=['text'])"
          ),
          seeTypes(trans, 'print(type(texts), texts)')
        ]
      })
    },
    row: {
      signs: [{ where: 'message', pattern: NO_TEXT, when: isRow }],
      words: trans => ({
        title: trans.__('The pipeline was given a row, not its text'),
        cause: trans.__(
          'A dictionary came in, and the pipeline hands its keys on to the tokenizer as arguments. None of them is called text.'
        ),
        fixes: [
          check(
            trans.__('Give it the text of the row'),
            "prediction = pipe(row['text'])  # the column that holds the text"
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See which keys the row has'),
            code: 'print(row.keys())'
          }
        ]
      })
    },
    none: {
      signs: messageOrLog(NO_TEXT, { when: reading => !isRow(reading) }),
      words: trans => ({
        title: trans.__('The tokenizer was given no text'),
        cause: trans.__(
          'The first argument is None, or a row was unpacked (**row) that has no key text: the variable or the column that should hold the text does not.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what the data holds'),
            code: 'print(dataset.column_names, dataset[0])'
          },
          seeTypes(trans, 'print(type(texts), texts)')
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        '“Unable to create tensor”: the texts were read, and their lengths differ.'
      )
    ],
    links: [
      {
        title: trans.__('Transformers: tokenizers'),
        url: 'https://huggingface.co/docs/transformers/main_classes/tokenizer'
      },
      {
        title: trans.__('Tokenizers: input sequences'),
        url: 'https://huggingface.co/docs/tokenizers/api/input-sequences'
      }
    ]
  })
});
