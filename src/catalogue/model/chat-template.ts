import type { IEntry, ITranslate } from '../../diagnosis/types';
import { check, told } from '../fix';
import type { Words } from '../fix';
import { ofKind, said } from '../said';

function words(trans: ITranslate, kind: string | undefined): Words {
  switch (kind) {
    case 'roles':
      return [
        trans.__('The roles of the conversation do not take turns'),
        trans.__(
          "This model's template wants user and assistant by turns, the user first. Two messages of one role stand behind each other, or the first is not the user's."
        ),
        [
          check(
            trans.__('Begin with the user, and join what is of one role'),
            "messages = [{'role': 'user', 'content': instructions + '\\n\\n' + question},\n            {'role': 'assistant', 'content': answer}]"
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See the roles'),
            code: "print([message['role'] for message in messages])"
          }
        ]
      ];
    case 'system':
      return [
        trans.__("This model's template knows no system message"),
        trans.__(
          'The conversation has a message of the role “system”, and the template of this model has no place for one.'
        ),
        [
          check(
            trans.__('Put it before the first message of the user'),
            "messages = [{'role': 'user', 'content': system + '\\n\\n' + question}]"
          )
        ]
      ];
    default:
      return [
        trans.__('The tokenizer has no chat template'),
        trans.__(
          'A chat template tells how a conversation becomes one text. Base models come without one; those made for conversations (“-Instruct”, “-Chat”, “-it”) bring theirs.'
        ),
        [
          check(
            trans.__('Load the variant that was made for conversations'),
            "tokenizer = AutoTokenizer.from_pretrained('Qwen/Qwen2.5-0.5B-Instruct')",
            trans.__('Here for a model of Qwen: take that of your model.')
          ),
          check(
            trans.__('Or give the template yourself'),
            'tokenizer.chat_template = """{% for message in messages %}<|im_start|>{{ message[\'role\'] }}\\n{{ message[\'content\'] }}<|im_end|>\\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\\n{% endif %}"""',
            trans.__(
              'A base model has not learned it: to train is needed before it answers well.'
            )
          ),
          check(
            trans.__('Without a conversation: give it plain text'),
            "batch = tokenizer(text, return_tensors='pt')"
          )
        ]
      ];
  }
}

const entry: IEntry = {
  id: 'model/chat-template',
  answers: [
    'Cannot use chat template functions because tokenizer.chat_template is not set and no template argument was passed!',
    'Conversation roles must alternate user/assistant/user/assistant/...',
    'System role not supported'
  ],
  signs: [
    // transformers/tokenization_utils_base.py; apply_chat_template() until 4.43
    ...said(
      /Cannot use (?:chat template functions|apply_chat_template\(\)) because tokenizer\.chat_template is not set/
    ),
    // In the templates of Llama 2, Mistral and Gemma.
    ...said(
      /Conversation roles must alternate user\/assistant|conversation roles must alternate user and assistant/,
      ofKind('roles')
    ),
    {
      where: 'message',
      pattern: /^System role not supported/,
      ename: /TemplateError$/,
      ...ofKind('system')
    }
  ],
  page(trans, { kind }) {
    return {
      ...told(words(trans, kind)),
      notThis: [
        trans.__(
          'A template with a mistake in it is told by jinja2 as “TemplateSyntaxError”.'
        )
      ],
      links: [
        {
          title: trans.__('Transformers: chat templates'),
          url: 'https://huggingface.co/docs/transformers/chat_templating'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue:
        'Cannot use chat template functions because tokenizer.chat_template is not set and no template argument was passed! For information about writing templates and setting the tokenizer.chat_template attribute, please see the documentation at https://huggingface.co/docs/transformers/main/en/chat_templating',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'ValueError',
      evalue:
        'Cannot use apply_chat_template() because tokenizer.chat_template is not set and no template argument was passed!',
      torch: '2.4',
      origin: 'reference'
    },
    {
      ename: 'TemplateError',
      evalue:
        'Conversation roles must alternate user/assistant/user/assistant/...',
      torch: '2.4',
      origin: 'reference',
      values: { kind: 'roles' }
    },
    {
      ename: 'TemplateError',
      evalue: 'System role not supported',
      torch: '2.4',
      origin: 'reference',
      values: { kind: 'system' }
    }
  ],
  nearMisses: [
    { ename: 'ValueError', evalue: 'System role not supported' },
    {
      ename: 'TemplateSyntaxError',
      evalue: "Encountered unknown tag 'endfor'."
    }
  ]
};

export default entry;
