import type { IEntry, ITranslate } from '../../diagnosis/types';
import { check } from '../fix';
import type { Words } from '../fix';
import { ofKind, said } from '../said';

function words(trans: ITranslate, kind: string | undefined): Words {
  switch (kind) {
    case 'whole':
      return [
        trans.__('The tokenizer was given something else than texts'),
        trans.__(
          'A tokenizer takes a text, a list of texts, or a list of lists of words. A pandas or datasets column, an array and a number are none of these, nor is a list that begins with None.'
        ),
        [
          check(
            trans.__('Make a list of the column'),
            "batch = tokenizer(list(df['text']), padding=True, truncation=True)"
          ),
          check(
            trans.__('Leave missing texts out'),
            "df = df.dropna(subset=['text'])"
          )
        ]
      ];
    case 'none':
      return [
        trans.__('The tokenizer was given no text'),
        trans.__(
          'The first argument is None: the variable or the column that should hold the text does not.'
        ),
        [
          {
            safety: 'diagnostic',
            title: trans.__('See what the data holds'),
            code: 'print(dataset.column_names, dataset[0])'
          }
        ]
      ];
    default:
      return [
        trans.__('One of the texts for the tokenizer is no text'),
        trans.__(
          'Every element of the list must be a text, and one is something else: None or NaN where a text is missing, a number, or a list of words.'
        ),
        [
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
          )
        ]
      ];
  }
}

const entry: IEntry = {
  id: 'model/tokenizer-text',
  answers: [
    'TextEncodeInput must be Union[TextInputSequence, Tuple[InputSequence, InputSequence]]',
    'text input must be of type `str` (single example), `list[str]` (batch or single pretokenized example)',
    'PreTokenizedEncodeInput must be Union[PreTokenizedInputSequence, Tuple[PreTokenizedInputSequence, PreTokenizedInputSequence]]',
    'You need to specify either `text` or `text_target`.'
  ],
  signs: [
    // tokenizers/bindings/python/src/tokenizer.rs
    ...said(/TextEncodeInput must be Union\[TextInputSequence/),
    ...said(/PreTokenized(?:EncodeInput|InputSequence) must be Union\[/),
    // transformers/tokenization_utils.py, the tokenizers in Python
    ...said(
      /\bis not valid\. Should be a string(?: or|, a list\/tuple of strings(?: or|,)) a list\/tuple of (?:integers|strings)/
    ),
    // transformers/tokenization_utils_base.py; "text input must of type" until 4.56
    ...said(
      /text input must (?:be )?of type [`"']?str[`"']? \(single example\)/,
      ofKind('whole')
    ),
    ...said(
      /You need to specify either [`"']text[`"'] or [`"']text_target[`"']/,
      ofKind('none')
    )
  ],
  page(trans, { kind }) {
    const [title, cause, fixes] = words(trans, kind);
    return {
      title,
      cause,
      fixes: [
        ...fixes,
        {
          safety: 'diagnostic',
          title: trans.__('See which types are in it'),
          code:
            kind === undefined
              ? 'print({type(text) for text in texts})'
              : 'print(type(texts), texts)'
        }
      ],
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
    };
  },
  examples: [
    {
      ename: 'TypeError',
      evalue:
        'TextEncodeInput must be Union[TextInputSequence, Tuple[InputSequence, InputSequence]]',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'TypeError',
      evalue:
        'PreTokenizedEncodeInput must be Union[PreTokenizedInputSequence, Tuple[PreTokenizedInputSequence, PreTokenizedInputSequence]]',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'ValueError',
      evalue:
        'text input must be of type `str` (single example), `list[str]` (batch or single pretokenized example) or `list[list[str]]` (batch of pretokenized examples) or `list[tuple[list[str], list[str]]]` (batch of pretokenized sequence pairs).',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'whole' }
    },
    {
      ename: 'ValueError',
      evalue:
        'text input must of type `str` (single example), `List[str]` (batch or single pretokenized example) or `List[List[str]]` (batch of pretokenized examples).',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'whole' }
    },
    {
      ename: 'ValueError',
      evalue:
        'Input nan is not valid. Should be a string, a list/tuple of strings or a list/tuple of integers.',
      torch: '2.0',
      origin: 'reference'
    },
    {
      ename: 'ValueError',
      evalue: 'You need to specify either `text` or `text_target`.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'none' }
    }
  ],
  nearMisses: [
    { ename: 'TypeError', evalue: 'expected string or bytes-like object' },
    { ename: 'ValueError', evalue: 'Input is not valid. Should be a number.' }
  ]
};

export default entry;
