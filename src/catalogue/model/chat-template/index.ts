import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';

export default define({
  id: 'model/chat-template',
  answers: [
    'Cannot use chat template functions because tokenizer.chat_template is not set and no template argument was passed!',
    'Conversation roles must alternate user/assistant/user/assistant/...',
    'System role not supported'
  ],
  kinds: {
    unset: {
      // transformers/tokenization_utils_base.py; apply_chat_template() until 4.43
      signs: messageOrLog(
        /Cannot use (?:chat template functions|apply_chat_template\(\)) because tokenizer\.chat_template is not set/
      ),
      words: trans => ({
        title: trans.__('The tokenizer has no chat template'),
        cause: trans.__(
          'A chat template tells how a conversation becomes one text. Base models come without one; those made for conversations (“-Instruct”, “-Chat”, “-it”) bring theirs.'
        ),
        fixes: [
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
      })
    },
    roles: {
      // In the templates of Llama 2, Mistral and Gemma.
      signs: messageOrLog(
        /Conversation roles must alternate user\/assistant|conversation roles must alternate user and assistant/
      ),
      words: trans => ({
        title: trans.__('The roles of the conversation do not take turns'),
        cause: trans.__(
          "This model's template wants user and assistant by turns, the user first. Either two messages of one role stand behind each other, or the first is not the user's."
        ),
        fixes: [
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
      })
    },
    system: {
      signs: [
        {
          where: 'message',
          pattern: /^System role not supported/,
          ename: /TemplateError$/
        }
      ],
      words: trans => ({
        title: trans.__("This model's template knows no system message"),
        cause: trans.__(
          'The conversation has a message of the role “system”, and the template of this model has no place for one.'
        ),
        fixes: [
          check(
            trans.__('Put it before the first message of the user'),
            "messages = [{'role': 'user', 'content': system + '\\n\\n' + question}]"
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'jinja2 reports a template with a mistake in it as “TemplateSyntaxError”.'
      )
    ],
    links: [
      {
        title: trans.__('Transformers: chat templates'),
        url: 'https://huggingface.co/docs/transformers/chat_templating'
      }
    ]
  })
});
