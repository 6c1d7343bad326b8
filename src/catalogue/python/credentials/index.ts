import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { isTorchInPlay } from '../../shared/torch-in-play';

/** The variable that a message names, or that its client reads. */
const VARIABLE =
  /\b(?<name>(?:OPENAI|ANTHROPIC|GROQ|COHERE|CO|GOOGLE|GEMINI|MISTRAL|TOGETHER|REPLICATE|WANDB|COMET|HUGGINGFACEHUB|PINECONE|TAVILY|SERPER|DEEPSEEK|DASHSCOPE|ZHIPUAI)_API_(?:KEY|TOKEN))\b/;

/** The first one in a message; of OpenAI's clients where none is named. */
function variableOf({ exceptions }: IReading): string | undefined {
  return VARIABLE.exec(exceptions[0]?.message ?? '')?.groups?.name;
}

export default define({
  id: 'python/credentials',
  answers: [
    'OpenAIError: The api_key client option must be set either by passing api_key to the client or by setting the OPENAI_API_KEY environment variable',
    'MessageError: Error: credential propagation was unsuccessful'
  ],
  values: ['name'],
  kinds: {
    key: {
      signs: [
        {
          where: 'message',
          ename: /^\w{0,20}Error$/,
          pattern:
            /api_key[^\n]{0,120} must be set|Missing credentials\. Please pass|Did not find \w{1,40}_api_(?:key|token), please add|No API key provided|API key (?:is )?required|environment variable \w{1,40}_API_KEY|\w{1,40}_API_KEY[^\n]{0,40} environment variable/,
          when: isTorchInPlay,
          confidence: 'likely',
          read: (_, reading) => ({ name: variableOf(reading) })
        }
      ],
      words: (trans, { name }) => ({
        title: name
          ? trans.__('No key: %1 is not set in this kernel', name)
          : trans.__('The service was given no key'),
        cause: trans.__(
          'The client reads the key when it is made, and neither the call nor the environment of the kernel has one. What a terminal exported, the kernel does not see.'
        ),
        fixes: [
          check(
            trans.__('Set it before the client is made'),
            `import os, getpass\nos.environ['${name ?? 'OPENAI_API_KEY'}'] = getpass.getpass()`,
            trans.__(
              'getpass asks for it, so that it stands in no cell. It is lost with the kernel.'
            )
          ),
          check(
            trans.__('On Colab: from its secrets'),
            `from google.colab import userdata\nos.environ['${name ?? 'OPENAI_API_KEY'}'] = userdata.get('${name ?? 'OPENAI_API_KEY'}')`
          )
        ]
      })
    },
    refused: {
      signs: [
        {
          where: 'message',
          ename: /^(?:AuthenticationError|PermissionDeniedError)$/,
          pattern:
            /\b(?:Incorrect API key provided|invalid_api_key|Invalid API [Kk]ey|invalid x-api-key)/,
          when: isTorchInPlay,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('The service does not know the key'),
        cause: trans.__(
          'It was mistyped, not pasted whole, revoked, or is one of another service or project.'
        ),
        fixes: [
          check(
            trans.__('Make a new key on its page, and set it anew'),
            "import os, getpass\nos.environ['OPENAI_API_KEY'] = getpass.getpass()",
            trans.__('Then make the client again: it keeps the old one.')
          )
        ]
      })
    },
    quota: {
      signs: [
        {
          where: 'message',
          ename: /^(?:RateLimitError|ResourceExhausted|ClientError)$/,
          pattern:
            /\b(?:insufficient_quota|exceeded your current quota|RESOURCE_EXHAUSTED)/,
          when: isTorchInPlay,
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('The account has no quota left at the service'),
        cause: trans.__(
          'The key is right, and what may be asked with it is used up: the account has no credit, or its limit for this month or minute is reached.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('See usage and limits on the page of the account'),
            detail: trans.__(
              'Waiting helps for a limit by the minute alone. A subscription to a chat pays for no calls.'
            )
          }
        ]
      })
    },
    drive: {
      signs: [
        {
          where: 'message',
          ename: /^MessageError$/,
          pattern:
            /^(?:Error: )?(?:credential propagation was unsuccessful|Credential propagation was unsuccessful|RefreshError|.{0,40}\bnot authorized)/,
          when: isTorchInPlay,
          confidence: 'likely'
        },
        {
          where: 'message',
          ename: /^MessageError$/,
          pattern: /^$/,
          when: reading =>
            isTorchInPlay(reading) &&
            /\bdrive\.mount\(/.test(reading.incident.source),
          confidence: 'likely'
        }
      ],
      words: trans => ({
        title: trans.__('Google Drive was not mounted: no permission'),
        cause: trans.__(
          'The window that asks for it was closed, was blocked by the browser, was answered with another account, or not all boxes in it were ticked.'
        ),
        fixes: [
          check(
            trans.__('Run the cell again, and allow all that it asks'),
            "from google.colab import drive\ndrive.mount('/content/drive', force_remount=True)",
            trans.__(
              'Choose the account of the notebook; allow pop-ups and cookies of third parties for colab.research.google.com.'
            )
          ),
          {
            safety: 'check',
            title: trans.__('Or mount it in the list of files at the left'),
            detail: trans.__('The folder with the sign of Drive does the same.')
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'The Hugging Face Hub and gated models answer with 401 or 403, and name the repository.'
      )
    ],
    links: [
      {
        title: trans.__('Python: os.environ'),
        url: 'https://docs.python.org/3/library/os.html#os.environ'
      }
    ]
  })
});
