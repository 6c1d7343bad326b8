import type { IEntry, IReading, Values } from '../../diagnosis/types';
import { told } from '../fix';
import { ofKind, said } from '../said';
import { transformersInputWords } from './shared/transformers-input-words';

/** transformers/models/…/modeling_*.py, in all their wordings. */
const NONE =
  /You (?:must specify exactly one of|have to specify(?: either)?) (?<part>decoder_)?input_ids(?: or |\b)/;
const BOTH =
  /You cannot specify both (?<part>decoder_)?input_ids and (?:decoder_)?inputs_embeds at the same time/;

const MODELING =
  /\btransformers[\\/]models[\\/]\w{1,60}[\\/]modeling_\w{1,60}\.py$/;
const ENCODING = /\btransformers[\\/]tokenization_utils_base\.py$/;

/** The last line of a model of transformers; `''` where another failed. */
function modelLine({ exceptions }: IReading): string {
  const last = exceptions[0]?.frames.slice(-1)[0];
  return last !== undefined && MODELING.test(last.file) ? last.code : '';
}

/** A line that takes the sizes of tokens apart. */
const TOKENS = /=\s*(?:input_shape|input_ids\.(?:shape|size\(\)))/;

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

/** A model of two halves runs its second without anything to begin with. */
function partOf({ part }: Values, reading: IReading): Values {
  const decoder =
    part !== undefined ||
    reading.exceptions.some(({ frames }) =>
      frames.some(({ code }) => code.includes('self.decoder('))
    );
  return { kind: decoder ? 'decoder' : 'nothing' };
}

const entry: IEntry = {
  id: 'model/transformers-inputs',
  answers: [
    'You must specify exactly one of input_ids or inputs_embeds',
    'You have to specify either decoder_input_ids or decoder_inputs_embeds',
    'You have to specify either input_ids or inputs_embeds',
    'You cannot specify both input_ids and inputs_embeds at the same time',
    'not enough values to unpack (expected 2, got 1)',
    'too many values to unpack (expected 2)'
  ],
  signs: [
    ...said(NONE, { read: partOf }),
    ...said(BOTH, {
      read: ({ part }) => ({ kind: part ? 'decoder-one' : 'both' })
    }),
    {
      where: 'message',
      pattern: /^not enough values to unpack \(expected \d, got 1\)/,
      ename: /^ValueError$/,
      when: reading => TOKENS.test(modelLine(reading)),
      confidence: 'likely',
      ...ofKind('flat')
    },
    {
      where: 'message',
      pattern: /^not enough values to unpack \(expected 4, got 3\)/,
      ename: /^ValueError$/,
      when: reading => IMAGES.test(modelLine(reading)),
      confidence: 'likely',
      ...ofKind('image')
    },
    {
      where: 'message',
      pattern: /^too many values to unpack \(expected 2/,
      ename: /^ValueError$/,
      when: reading => TOKENS.test(modelLine(reading)),
      confidence: 'likely',
      ...ofKind('deep')
    },
    {
      where: 'message',
      pattern: /^$/,
      ename: /^AttributeError$/,
      when: isTakenForTensor,
      confidence: 'likely',
      ...ofKind('encoding')
    }
  ],
  page(trans, { kind }) {
    return {
      ...told(transformersInputWords(trans, kind)),
      notThis: [
        trans.__(
          'A wrong name of an argument is told as “unexpected keyword argument”.'
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
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue: 'You must specify exactly one of input_ids or inputs_embeds',
      traceback: [
        'Traceback (most recent call last):',
        '  File "/home/me/translate.py", line 8, in <module>',
        '    out = model(input_ids=ids)',
        '  File "/opt/lib/python3.11/site-packages/transformers/models/t5/modeling_t5.py", line 1085, in forward',
        '    decoder_outputs = self.decoder(',
        '  File "/opt/lib/python3.11/site-packages/transformers/models/t5/modeling_t5.py", line 675, in forward',
        '    raise ValueError("You must specify exactly one of input_ids or inputs_embeds")',
        'ValueError: You must specify exactly one of input_ids or inputs_embeds'
      ].join('\n'),
      torch: '2.13',
      origin: 'run',
      values: { kind: 'decoder' }
    },
    {
      ename: 'ValueError',
      evalue:
        'You have to specify either decoder_input_ids or decoder_inputs_embeds',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'decoder' }
    },
    {
      ename: 'ValueError',
      evalue: 'You have to specify either input_ids or inputs_embeds',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'nothing' }
    },
    {
      ename: 'ValueError',
      evalue:
        'You cannot specify both input_ids and inputs_embeds at the same time',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'both' }
    },
    {
      ename: 'ValueError',
      evalue: 'not enough values to unpack (expected 2, got 1)',
      traceback: [
        'Traceback (most recent call last):',
        '  File "/home/me/classify.py", line 8, in <module>',
        '    logits = model(input_ids=ids).logits',
        '  File "/opt/lib/python3.11/site-packages/transformers/models/bert/modeling_bert.py", line 81, in forward',
        '    batch_size, seq_length = input_shape',
        'ValueError: not enough values to unpack (expected 2, got 1)'
      ].join('\n'),
      torch: '2.13',
      origin: 'run',
      values: { kind: 'flat' }
    },
    {
      ename: 'ValueError',
      evalue: 'too many values to unpack (expected 2)',
      traceback: [
        'Traceback (most recent call last):',
        '  File "/home/me/classify.py", line 8, in <module>',
        '    out = model(**batch)',
        '  File "/opt/lib/python3.11/site-packages/transformers/models/bert/modeling_bert.py", line 81, in forward',
        '    batch_size, seq_length = input_shape',
        'ValueError: too many values to unpack (expected 2)'
      ].join('\n'),
      torch: '2.13',
      origin: 'run',
      values: { kind: 'deep' }
    },
    {
      ename: 'ValueError',
      evalue: 'not enough values to unpack (expected 4, got 3)',
      traceback: [
        'Traceback (most recent call last):',
        '  File "/home/me/classify.py", line 8, in <module>',
        '    logits = model(pixel_values=x).logits',
        '  File "/opt/lib/python3.11/site-packages/transformers/models/vit/modeling_vit.py", line 151, in forward',
        '    batch_size, num_channels, height, width = pixel_values.shape',
        'ValueError: not enough values to unpack (expected 4, got 3)'
      ].join('\n'),
      torch: '2.13',
      origin: 'run',
      values: { kind: 'image' }
    },
    {
      ename: 'ValueError',
      evalue:
        'You cannot specify both decoder_input_ids and decoder_inputs_embeds at the same time',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'decoder-one' }
    },
    {
      ename: 'AttributeError',
      evalue: '',
      traceback: [
        'Traceback (most recent call last):',
        '  File "/home/me/write.py", line 3, in <module>',
        '    outputs = model.generate(inputs, max_new_tokens=10)',
        '  File "/opt/lib/python3.11/site-packages/transformers/generation/utils.py", line 2842, in generate',
        '    batch_size = inputs_tensor.shape[0]',
        '  File "/opt/lib/python3.11/site-packages/transformers/tokenization_utils_base.py", line 294, in __getattr__',
        '    raise AttributeError',
        'AttributeError'
      ].join('\n'),
      torch: '2.13',
      origin: 'run',
      values: { kind: 'encoding' }
    }
  ],
  nearMisses: [
    {
      ename: 'ValueError',
      evalue: 'not enough values to unpack (expected 4, got 1)',
      traceback: [
        'Traceback (most recent call last):',
        '  File "/home/me/classify.py", line 8, in <module>',
        '    logits = model(pixel_values=x).logits',
        '  File "/opt/lib/python3.11/site-packages/transformers/models/vit/modeling_vit.py", line 151, in forward',
        '    batch_size, num_channels, height, width = pixel_values.shape',
        'ValueError: not enough values to unpack (expected 4, got 1)'
      ].join('\n')
    },
    {
      ename: 'ValueError',
      evalue: 'not enough values to unpack (expected 2, got 1)',
      traceback: [
        'Traceback (most recent call last):',
        '  File "/home/me/read.py", line 3, in <module>',
        '    name, value = line.split("=")',
        'ValueError: not enough values to unpack (expected 2, got 1)'
      ].join('\n')
    },
    {
      ename: 'AttributeError',
      evalue: '',
      traceback: [
        'Traceback (most recent call last):',
        '  File "/home/me/write.py", line 3, in <module>',
        '    inputs.inputids',
        '  File "/opt/lib/python3.11/site-packages/transformers/tokenization_utils_base.py", line 294, in __getattr__',
        '    raise AttributeError',
        'AttributeError'
      ].join('\n')
    }
  ]
};

export default entry;
