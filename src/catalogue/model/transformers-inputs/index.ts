import { define } from '../../define';
import { check, pip } from '../../fix';
import { printedText } from '../../predicates';
import { messageOrLog } from '../../signs';
import type { IFix, ITranslate, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { givenByName } from '../../shared/edits/options';
import { inputThen } from '../../shared/edits/values';

const MODELING =
  /\btransformers[\\/](?:models[\\/]\w{1,60}[\\/])?modeling_\w{1,60}\.py$/;
/** A package, or a clone of one, that is neither transformers nor torch. */
const CALLER =
  /(?:^|[\\/])(?<library>sentence_transformers|setfit|simpletransformers|flair|bertopic|keybert|bert_score)[\\/]/;

const ENCODING = /\btransformers[\\/]tokenization_utils_base\.py$/;

/** The last line of a model of transformers; `''` where another failed. */
function modelLine({ exceptions }: IReading): string {
  const last = exceptions[0]?.frames.slice(-1)[0];
  return last !== undefined && MODELING.test(last.file) ? last.code : '';
}

/** A line that takes the sizes of tokens apart. */
const TOKENS = /=\s*(?:input_shape|input_ids\.(?:shape|size\(\d?\)))/;

/** The same of images: (batch, channels, height, width). */
const IMAGES = /=\s*pixel_values\.shape/;

/** Whether a library, not the user, asked a tokenizer's result for what a tensor has. */
function isTakenForTensor({ exceptions }: IReading): boolean {
  const [asking, answering] = exceptions[0]?.frames.slice(-2) ?? [];
  return (
    answering !== undefined &&
    answering.func.endsWith('__getattr__') &&
    ENCODING.test(answering.file) &&
    asking.place === 'library'
  );
}

/** The file of the innermost call of the failure. */
function lastFile({ exceptions }: IReading): string {
  return exceptions[0]?.frames.slice(-1)[0]?.file ?? '';
}

/** Whether tokens are being made a text again. */
function isDecoding(reading: IReading): boolean {
  return /\btransformers[\\/]tokenization_\w{1,40}\.py$/.test(
    lastFile(reading)
  );
}

/** A tokenizer's call up to its end, as far as it holds no other call. */
const TOKENIZES = /\b\w{0,30}tokenizer\w{0,20}\([^()]{0,300}\)/g;

/** Whether lists came of the tokenizer, which was not asked for tensors. */
function isWithoutTensors(reading: IReading): boolean {
  const calls = printedText(reading).match(TOKENIZES) ?? [];
  return (
    MODELING.test(lastFile(reading)) ||
    (calls.length > 0 && !calls.some(call => call.includes('return_tensors')))
  );
}

/** What a model with a head returns, which has other fields than the bare model. */
const OUTPUT =
  /^["'](?<given>\w{0,60}(?:Output\w{0,50}|WithPooling\w{0,30}))["'] object has no attribute ["'](?<field>last_hidden_state|pooler_output|logits|hidden_states|loss|norm|sequences|scores|prediction_logits|image_embeds|text_embeds)["']/;

/** The same where it was taken for the tensor in it. */
const WHOLE =
  /^["'](?!Inception|GoogLeNet)(?<given>\w{0,60}(?:Output\w{0,50}|WithPooling\w{0,30}))["'] object has no attribute ["'](?<field>argmax|argsort|topk|cpu|cuda|detach|shape|size|dim|view|reshape|float|double|squeeze|unsqueeze|softmax|log_softmax|sigmoid|mean|sum|max|numpy|backward|tolist|flatten|permute|transpose|device|dtype)["']/;

/** The tensor of an output that a call most likely wants. */
function tensorOf(given: string, field: string): string {
  return field === 'backward'
    ? 'loss'
    : /^(?:BaseModelOutput|Seq2SeqModelOutput|Wav2Vec2BaseModelOutput)/.test(
          given
        )
      ? 'last_hidden_state'
      : 'logits';
}

/** What to write for a field that the output lacks. */
function insteadOf(trans: ITranslate, given: string, field: string): IFix[] {
  if (field === 'norm' || /_embeds$/.test(field)) {
    return [
      check(
        trans.__('Since transformers 5: take the vector out of it'),
        'features = model.get_image_features(**inputs).pooler_output'
      )
    ];
  }
  if (field === 'logits' || field === 'loss') {
    return [
      check(
        trans.__('Load the model with its head'),
        'model = AutoModelForSequenceClassification.from_pretrained(name, num_labels=2)',
        trans.__(
          'Or AutoModelForCausalLM, AutoModelForTokenClassification: the one of the task.'
        )
      ),
      check(
        trans.__('Or use what this one gives'),
        'hidden = outputs.last_hidden_state'
      )
    ];
  }
  if (field === 'sequences' || field === 'scores') {
    return [
      check(
        trans.__('Texts come of generate(), not of a call of the model'),
        'out = model.generate(**inputs, return_dict_in_generate=True, output_scores=True)\nprint(out.sequences.shape)'
      )
    ];
  }
  return [
    check(
      trans.__('Ask for the hidden states, and take the last'),
      'outputs = model(**inputs, output_hidden_states=True)\nhidden = outputs.hidden_states[-1]',
      /Seq2Seq/.test(given)
        ? trans.__(
            'Of a model with a decoder: encoder_hidden_states or decoder_hidden_states.'
          )
        : undefined
    ),
    check(
      trans.__('Or load the model without its head'),
      'model = AutoModel.from_pretrained(name)\nhidden = model(**inputs).last_hidden_state'
    )
  ];
}

/** The library that called the model in place of the user, if one did. */
function between({ exceptions }: IReading): string | undefined {
  const frames = exceptions[0]?.frames ?? [];
  // Old notebooks leave the frames between out; `encode` is its method.
  const isEncoded = frames.some(({ code }) => /\.encode\(/.test(code));
  return (
    frames
      .map(({ file }) => CALLER.exec(file)?.groups?.library)
      .find(library => library !== undefined) ??
    (isEncoded ? 'sentence_transformers' : undefined)
  );
}

/** The data that a Trainer is given, and the ones that were tokenized. */
const GIVEN = /\btrain_dataset ?= ?(?<given>[a-z_]\w{0,40})\b/i;
const TOKENIZED =
  /^[ \t]*(?<made>[a-z_]\w{0,40}) ?= ?(?<raw>[a-z_]\w{0,40})\.map\(/gim;

/** The data set without tokens that the Trainer has, where the one with them is at hand. */
function rawGiven(
  reading: IReading
): { readonly given: string; readonly made: string } | null {
  const { source, around } = reading.incident;
  const text = [
    ...(around?.cells.slice(0, around.at).map(cell => cell.source) ?? []),
    source
  ].join('\n');
  const given = GIVEN.exec(text)?.groups?.given;
  const made = [...text.matchAll(TOKENIZED)]
    .map(({ groups }) => groups)
    .find(groups => groups?.raw === given && groups?.made !== given)?.made;
  return given === undefined || made === undefined ? null : { given, made };
}

/** The model itself lacks tokens, or the decoder that it runs after the encoder. */
function kindOfMissing(
  { part }: Values,
  reading: IReading
): {
  kind: 'decoder' | 'nothing' | 'raw';
  given?: string;
  made?: string;
} {
  const { exceptions } = reading;
  const raw = part === undefined ? rawGiven(reading) : null;
  if (raw) {
    return { kind: 'raw', ...raw };
  }
  const isDecoder =
    part !== undefined ||
    exceptions.some(({ frames }) =>
      frames.some(({ code }) => code.includes('self.decoder('))
    );
  return { kind: isDecoder ? 'decoder' : 'nothing' };
}

function byName(trans: ITranslate): IFix {
  return {
    ...check(
      trans.__('Give the model what the tokenizer made, by name'),
      "batch = tokenizer(texts, padding=True, return_tensors='pt')\nout = model(**batch)"
    ),
    edit: givenByName
  };
}

function writeOrTrain(trans: ITranslate): IFix[] {
  return [
    check(
      trans.__('To write a text: generate()'),
      'tokens = model.generate(**batch, max_new_tokens=50)\ntexts = tokenizer.batch_decode(tokens, skip_special_tokens=True)'
    ),
    check(
      trans.__('To train: give the labels'),
      "batch = tokenizer(sources, text_target=targets, padding=True, return_tensors='pt')\nloss = model(**batch).loss"
    )
  ];
}

export default define({
  id: 'model/transformers-inputs',
  refines: [
    'tensor/index-range',
    'tensor/not-a-tensor',
    'python/missing-attribute'
  ],
  values: ['library', 'given', 'made', 'field', 'length', 'limit'],
  answers: [
    'You must specify exactly one of input_ids or inputs_embeds',
    'You have to specify either decoder_input_ids or decoder_inputs_embeds',
    'You have to specify either input_ids or inputs_embeds',
    'You cannot specify both input_ids and inputs_embeds at the same time',
    'not enough values to unpack (expected 2, got 1)',
    'too many values to unpack (expected 2)',
    "'SequenceClassifierOutput' object has no attribute 'last_hidden_state'",
    'Input length of input_ids is 80, but `max_length` is set to 50',
    "argument 'ids': 'list' object cannot be interpreted as an integer"
  ],
  signs: [
    // transformers/models/…/modeling_*.py, in all their wordings.
    ...messageOrLog(
      /You (?:must specify exactly one of|have to specify(?: either)?) (?<part>decoder_)?input_ids(?: or |\b)/,
      { read: kindOfMissing }
    ),
    ...messageOrLog(
      /You cannot specify both (?<part>decoder_)?input_ids and (?:decoder_)?inputs_embeds at the same time/,
      { read: ({ part }) => ({ kind: part ? 'decoder-one' : 'both' }) }
    )
  ],
  kinds: {
    nothing: {
      words: trans => ({
        title: trans.__('The model was given no tokens'),
        cause: trans.__(
          'The model was called without input_ids, and without inputs_embeds in their place. Either they have another name in the batch, or the data lost them.'
        ),
        fixes: [
          byName(trans),
          {
            safety: 'diagnostic',
            title: trans.__('See what the batch holds'),
            code: 'print(batch.keys())'
          }
        ]
      })
    },
    raw: {
      words: (
        trans,
        { given = 'raw_datasets', made = 'tokenized_datasets' }
      ) => ({
        title: trans.__('The Trainer was given data without tokens'),
        cause: trans.__(
          'train_dataset is taken from %1, which still holds texts; Trainer drops columns that the model does not take, and nothing is left. The tokens are in %2.',
          given,
          made
        ),
        fixes: [
          check(
            trans.__('Give it the data that were tokenized'),
            `train_dataset=${made}['train'], eval_dataset=${made}['validation']`
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See the columns of both'),
            code: `print(${given}, ${made})`
          }
        ]
      })
    },
    decoder: {
      words: trans => ({
        title: trans.__(
          'The decoder of the model was given nothing to begin with'
        ),
        cause: trans.__(
          'A model with an encoder and a decoder (T5, BART, Marian) reads a text and writes another. In a call of the model the decoder gets its tokens from labels or decoder_input_ids, and neither was given.'
        ),
        fixes: writeOrTrain(trans)
      })
    },
    'decoder-one': {
      words: trans => ({
        title: trans.__('The decoder takes tokens or embeddings, one of them'),
        cause: trans.__(
          'transformers 5 says so where both were given, and where neither was: in a call of the model the decoder gets its tokens from labels or decoder_input_ids.'
        ),
        fixes: writeOrTrain(trans)
      })
    },
    both: {
      words: trans => ({
        title: trans.__('The model takes tokens or embeddings, one of them'),
        cause: trans.__(
          'input_ids and inputs_embeds are two ways to give the same text, and the model takes one of them. A few models say so where neither was given.'
        ),
        fixes: [
          check(
            trans.__('Leave the tokens out'),
            "embeds = model.get_input_embeddings()(batch['input_ids'])\nout = model(inputs_embeds=embeds, attention_mask=batch['attention_mask'])"
          )
        ]
      })
    },
    flat: {
      signs: [
        {
          where: 'message',
          pattern: /^not enough values to unpack \(expected \d, got 1\)/,
          ename: /^ValueError$/,
          when: reading =>
            TOKENS.test(modelLine(reading)) && between(reading) === undefined,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__(
          'The model was given one text without a batch dimension'
        ),
        cause: trans.__(
          'A model of transformers takes tokens as (batch, length), and these have one dimension only.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Add the dimension of the batch'),
              'out = model(input_ids.unsqueeze(0))'
            ),
            edit: inputThen('.unsqueeze(0)')
          },
          { ...byName(trans), edit: undefined }
        ]
      })
    },
    between: {
      signs: [
        {
          where: 'message',
          pattern:
            /^not enough values to unpack \(expected \d, got 1\)|^Dimension out of range \(expected to be in range of \[-1, 0\], but got 1\)/,
          when: reading =>
            TOKENS.test(modelLine(reading)) && between(reading) !== undefined,
          read: (_, reading) => ({ library: between(reading) }),
          confidence: 'likely'
        }
      ],
      words: (trans, { library = 'sentence_transformers' }) => ({
        title: trans.__('A library calls transformers in an old way'),
        cause: trans.__(
          'Not your code but %1 made the tokens and gave them to the model, without a batch dimension. It was written for another release of transformers than the one that is installed.',
          library
        ),
        fixes: [
          pip({
            title: trans.__('Update both together, then restart the kernel'),
            line: `%pip install --upgrade ${library.replaceAll('_', '-')} transformers`,
            isInUse: true
          }),
          check(
            trans.__('An old project: the release that it names'),
            "%pip install 'transformers==VERSION'  # as in its requirements.txt"
          )
        ]
      })
    },
    image: {
      signs: [
        {
          where: 'message',
          pattern: /^not enough values to unpack \(expected 4, got 3\)/,
          ename: /^ValueError$/,
          when: reading => IMAGES.test(modelLine(reading)),
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__(
          'The model was given one image without a batch dimension'
        ),
        cause: trans.__(
          'A model of transformers takes images as (batch, channels, height, width), and this one has three dimensions.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Add the dimension of the batch'),
              'out = model(pixel_values.unsqueeze(0))'
            ),
            edit: inputThen('.unsqueeze(0)')
          },
          check(
            trans.__('Or let the processor make the batch'),
            "batch = image_processor(image, return_tensors='pt')\nout = model(**batch)"
          )
        ]
      })
    },
    deep: {
      signs: [
        {
          where: 'message',
          pattern: /^too many values to unpack \(expected 2/,
          ename: /^ValueError$/,
          when: reading => TOKENS.test(modelLine(reading)),
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('The tokens have a dimension too many'),
        cause: trans.__(
          'A model of transformers takes tokens as (batch, length). With return_tensors="pt" the tokenizer gives even one text a batch dimension, and a loader adds another.'
        ),
        fixes: [
          check(
            trans.__('In the data set: take it off again'),
            "def __getitem__(self, i):\n    item = self.tokenizer(self.texts[i], truncation=True, padding='max_length', return_tensors='pt')\n    return {k: v.squeeze(0) for k, v in item.items()}"
          ),
          check(
            trans.__('Or tokenize without tensors, and let a collator pad'),
            'loader = DataLoader(dataset, batch_size=16, collate_fn=DataCollatorWithPadding(tokenizer))'
          )
        ]
      })
    },
    lists: {
      signs: [
        {
          where: 'message',
          pattern:
            /^'list' object has no attribute '(?:size|shape|to|device|dim|ndim|view|unsqueeze|new_ones)'/,
          ename: /^AttributeError$/,
          when: isWithoutTensors,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('The tokenizer gave lists, not tensors'),
        cause: trans.__(
          'Without return_tensors= a tokenizer returns lists of numbers. A model takes tensors, with a batch dimension.'
        ),
        fixes: [
          check(
            trans.__('Ask the tokenizer for tensors'),
            "inputs = tokenizer(texts, padding=True, truncation=True, return_tensors='pt')\noutputs = model(**inputs)"
          ),
          check(
            trans.__('A data set: let it give tensors'),
            "dataset.set_format('torch', columns=['input_ids', 'attention_mask', 'labels'])"
          )
        ]
      })
    },
    output: {
      signs: [
        {
          where: 'message',
          pattern: OUTPUT,
          ename: /^AttributeError$/,
          confidence: 'likely'
        }
      ],
      words: (trans, { given = 'ModelOutput', field = 'logits' }) => ({
        title: trans.__('The output of this model has no “%1”', field),
        cause: trans.__(
          'Each class of model returns its own fields: the bare model last_hidden_state, one with a head logits, and loss where labels are given. This is a %1.',
          given
        ),
        fixes: [
          ...insteadOf(trans, given, field),
          {
            safety: 'diagnostic',
            title: trans.__('See what it has'),
            code: 'print(outputs.keys())'
          }
        ]
      })
    },
    whole: {
      signs: [
        {
          where: 'message',
          pattern: WHOLE,
          ename: /^AttributeError$/,
          confidence: 'likely'
        }
      ],
      words: (trans, { given = 'ModelOutput', field = 'argmax' }) => ({
        title: trans.__('The whole output was used in place of a tensor'),
        cause: trans.__(
          'A model of transformers returns its tensors by their names, here as %1, and %2 belongs to one of them.',
          given,
          field
        ),
        fixes: [
          check(
            trans.__('Take the tensor out of it'),
            `outputs = model(**inputs)\nx = outputs.${tensorOf(given, field)}`,
            /WithPooling/.test(given)
              ? trans.__(
                  'One vector for a text or an image: pooler_output. get_image_features() and get_text_features() return such an output since transformers 5.'
                )
              : undefined
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See what it has'),
            code: 'print(outputs.keys())'
          }
        ]
      })
    },
    long: {
      // transformers/generation/utils.py; a warning up to 4.38 or so.
      signs: [
        {
          where: 'message',
          pattern:
            /^Input length of (?:decoder_)?(?:input_ids|inputs_embeds) is (?<length>\d{1,9}), but `?max_length`? is set to (?<limit>-?\d{1,9})/
        }
      ],
      words: (trans, { length = '80', limit = '20' }) => ({
        title: trans.__('The prompt is longer than max_length'),
        cause: trans.__(
          'max_length counts the prompt, too: it has %1 tokens, and %2 are allowed with the answer. Nothing is left to write.',
          length,
          limit
        ),
        fixes: [
          check(
            trans.__('Say how much may be written, whatever the prompt'),
            'out = model.generate(**inputs, max_new_tokens=256)',
            trans.__('Leave max_length out, there and in pipeline().')
          ),
          check(
            trans.__('Or cut the prompt'),
            `inputs = tokenizer(prompt, truncation=True, max_length=${limit}, return_tensors='pt')`
          )
        ]
      })
    },
    decode: {
      signs: [
        {
          where: 'message',
          pattern:
            /^(?:argument 'ids': )?'list' object cannot be interpreted as an integer|^int\(\) argument must be [^\n]{1,60}, not 'list'/,
          ename: /^TypeError$/,
          when: isDecoding,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('decode() got a batch: it takes one text'),
        cause: trans.__(
          'The tokens have a dimension more than decode() takes: those of one text are a flat list of numbers. generate() returns a row for each text.'
        ),
        fixes: [
          check(
            trans.__('Decode all rows'),
            'texts = tokenizer.batch_decode(tokens, skip_special_tokens=True)'
          ),
          check(
            trans.__('Or one of them'),
            'text = tokenizer.decode(tokens[0], skip_special_tokens=True)'
          ),
          check(
            trans.__('Several results for each text: make two dimensions'),
            'texts = tokenizer.batch_decode(tokens.reshape(-1, tokens.shape[-1]), skip_special_tokens=True)'
          )
        ]
      })
    },
    ignored: {
      // tokenizers, of a number below 0; sentencepiece says it otherwise.
      signs: [
        {
          where: 'message',
          pattern:
            /^(?:argument 'ids': )?out of range integral type conversion attempted|^can't convert negative int to unsigned|^piece id is out of range/,
          ename: /^(?:OverflowError|IndexError)$/,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('A number below 0 was to be decoded'),
        cause: trans.__(
          'Labels hold -100 where the loss is not to look, and Trainer fills rows of predictions up with -100. No token has that number.'
        ),
        fixes: [
          check(
            trans.__('Put the padding token there first'),
            'labels = np.where(labels != -100, labels, tokenizer.pad_token_id)\ntexts = tokenizer.batch_decode(labels, skip_special_tokens=True)',
            trans.__('The predictions alike.')
          )
        ]
      })
    },
    encoding: {
      signs: [
        {
          where: 'message',
          pattern: /^$/,
          ename: /^AttributeError$/,
          when: isTakenForTensor,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__("The tokenizer's whole result was given as a tensor"),
        cause: trans.__(
          'A tokenizer returns several tensors by their names: input_ids, attention_mask and others. The function wanted one tensor, and asked the whole for its shape.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Put two stars before it'),
              'tokens = model.generate(**inputs, max_new_tokens=50)'
            ),
            edit: givenByName
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A wrong name of an argument ends in “unexpected keyword argument”.'
      )
    ],
    links: [
      {
        title: trans.__('Transformers: text generation'),
        url: 'https://huggingface.co/docs/transformers/main_classes/text_generation'
      },
      {
        title: trans.__('Transformers: glossary of the inputs'),
        url: 'https://huggingface.co/docs/transformers/glossary'
      }
    ]
  })
});
