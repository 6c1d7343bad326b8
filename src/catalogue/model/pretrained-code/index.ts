import { define } from '../../define';
import { check, pip } from '../../fix';
import { fitting } from '../../shared/fitting';
import { passedThrough } from '../../predicates';
import { messageOrLog } from '../../signs';

/** transformers/models/auto/tokenization_auto.py. */
const TOKENIZER =
  /Tokenizer class (?<type>\w{1,60}) does not exist or is not currently imported/;

/** transformers/dynamic_module_utils.py. */
const NEEDS =
  /This modeling file requires the following packages that were not found in your environment: (?<packages>\w[\w-]{0,40}(?:, \w[\w-]{0,40}){0,8})/;

/** transformers/generation/utils.py. */
const UNUSED =
  /The following `model_kwargs` are not used by the model: \[["'](?<name>\w{1,60})["']/;

/** Past keys and values as tuples, where an object is expected since 4.36. */
const CACHE =
  /["']tuple["'] object has no attribute ["'](?<name>get_seq_length|get_max_length|get_max_cache_shape|update|get_usable_length|is_updated|to_legacy_cache)["']/;

/** What a tokenizer of a model's own code sets after its base class is made. */
const EARLY =
  /["'](?<type>(?!Bert|T5|GPT2|Llama|Roberta)\w{1,40}Tokenizer)["'] object has no attribute ["'](?<name>sp_tokenizer|sp_model|tokenizer|vocab|encoder|mergeable_ranks|special_tokens|vocab_file|spm)["']/;

/** Code that came with a model, or lies beside the program. */
const OWN_FILES =
  /[\\/]transformers_modules[\\/]|(?:^|[\\/])tokenization_\w{1,40}\.py$/;

export default define({
  id: 'model/pretrained-code',
  answers: [
    'ValueError: Tokenizer class LLaMATokenizer does not exist or is not currently imported.',
    'ImportError: This modeling file requires the following packages that were not found in your environment: einops',
    "ValueError: The following `model_kwargs` are not used by the model: ['token_type_ids']",
    "AttributeError: 'tuple' object has no attribute 'get_seq_length'"
  ],
  refines: ['python/missing-attribute', 'version/optional-package'],
  values: ['type', 'packages', 'name'],
  kinds: {
    tokenizer: {
      signs: messageOrLog(TOKENIZER),
      words: (trans, { type = 'LLaMATokenizer' }) => {
        const isSlip = type === 'LLaMATokenizer';
        return {
          title: fitting(type, 26)
            ? trans.__('This transformers has no %1', type)
            : trans.__('This transformers has no such tokenizer'),
          cause: isSlip
            ? trans.__(
                'tokenizer_config.json beside the model names LLaMATokenizer, as the first conversions of Llama wrote it. The class is called LlamaTokenizer.'
              )
            : trans.__(
                'tokenizer_config.json beside the model names %1, which the installed transformers does not have: it came with a later release, or is code of the model’s own repository, or a package that it needs is missing.',
                type
              ),
          fixes: isSlip
            ? [
                check(
                  trans.__('Write the name as it is today into that file'),
                  '"tokenizer_class": "LlamaTokenizer"',
                  trans.__(
                    'In tokenizer_config.json in the folder of the model.'
                  )
                ),
                check(
                  trans.__('Or name the class yourself'),
                  'from transformers import LlamaTokenizer\ntokenizer = LlamaTokenizer.from_pretrained(path)'
                )
              ]
            : [
                pip({
                  title: trans.__('Update transformers, restart the kernel'),
                  line: '%pip install --upgrade transformers sentencepiece tokenizers',
                  isInUse: true
                }),
                check(
                  trans.__('Code of the repository, if you trust it'),
                  'tokenizer = AutoTokenizer.from_pretrained(name, trust_remote_code=True)'
                )
              ]
        };
      }
    },
    needs: {
      signs: messageOrLog(NEEDS),
      words: (trans, { packages = 'einops' }) => ({
        title: trans.__('The model’s own code needs more packages'),
        cause: trans.__(
          'The model brings code of its own from its repository, and this imports %1, which the Python here does not have.',
          packages
        ),
        fixes: [
          check(
            trans.__('Install them, then restart the kernel'),
            packages.includes('flash_attn')
              ? '%pip install flash-attn --no-build-isolation'
              : `%pip install ${packages.replace(/,/g, '')}`,
            packages.includes('flash_attn')
              ? trans.__(
                  'It needs an NVIDIA GPU and is built for minutes; without one, see the next.'
                )
              : undefined
          ),
          check(
            trans.__('Or load the model without that code, where it can be'),
            'model = AutoModelForCausalLM.from_pretrained(\n    name, trust_remote_code=False, attn_implementation="eager")',
            trans.__('transformers has most architectures itself by now.')
          )
        ]
      })
    },
    unused: {
      signs: messageOrLog(UNUSED),
      words: (trans, { name = 'token_type_ids' }) => ({
        title: fitting(name, 26)
          ? trans.__('The model takes no “%1”', name)
          : trans.__('generate() got what the model does not take'),
        cause:
          name === 'token_type_ids'
            ? trans.__(
                'The tokenizer gives token_type_ids, which models such as Llama do not take, and generate() refuses what nothing uses.'
              )
            : trans.__(
                'generate() was given %1, which neither it nor this model takes. It is misspelt, of another model, or came with a later transformers.',
                name
              ),
        fixes: [
          name === 'token_type_ids'
            ? check(
                trans.__('Do not let the tokenizer make it'),
                "inputs = tokenizer(text, return_tensors='pt', return_token_type_ids=False)\noutput = model.generate(**inputs)"
              )
            : check(
                trans.__('Leave it out'),
                `inputs.pop('${name}', None)\noutput = model.generate(**inputs)`
              ),
          check(
            name === 'token_type_ids'
              ? trans.__('Or take it out of the inputs')
              : trans.__('Or update transformers, if it is one of a newer one'),
            name === 'token_type_ids'
              ? "inputs.pop('token_type_ids', None)"
              : '%pip install --upgrade transformers'
          )
        ]
      })
    },
    early: {
      signs: [
        {
          where: 'message',
          ename: /^AttributeError$/,
          pattern: EARLY,
          when: reading =>
            passedThrough(reading, OWN_FILES) &&
            !passedThrough(
              reading,
              /[\\/]transformers[\\/]models[\\/](?!auto[\\/])/
            ),
          confidence: 'likely'
        }
      ],
      words: (trans, { type = 'ChatGLMTokenizer', name = 'sp_tokenizer' }) => ({
        title: fitting(type, 24)
          ? trans.__('%1 is older than this transformers', type)
          : trans.__('The tokenizer’s own code is too old'),
        cause: trans.__(
          'Since 4.34 transformers asks a tokenizer for its vocabulary while the base class is made. The code that came with the model sets “%1” only afterwards.',
          name
        ),
        fixes: [
          pip({
            title: trans.__('Install the last transformers before, restart'),
            line: '%pip install "transformers<4.34"',
            isInUse: true
          }),
          check(
            trans.__('Or fetch the newest code of the model'),
            'tokenizer = AutoTokenizer.from_pretrained(name, trust_remote_code=True, force_download=True)',
            trans.__(
              'By hand: in its tokenization file move super().__init__() below the line that sets it.'
            )
          )
        ]
      })
    },
    cache: {
      signs: messageOrLog(CACHE, { confidence: 'likely' }),
      words: (trans, { name = 'get_seq_length' }) => ({
        title: trans.__('The cache is a tuple, an object is expected'),
        cause: trans.__(
          'The model asks past_key_values for %1(): since 4.36 transformers keeps the cache in objects (DynamicCache), and this one is a tuple, as older code makes it. The code of the model, or a library beside it, is of another time than the installed transformers.',
          name
        ),
        fixes: [
          check(
            trans.__('Code of yours: make the object'),
            'from transformers import DynamicCache\ncache = DynamicCache()\nfor layer, (key, value) in enumerate(past_key_values):\n    cache.update(key, value, layer)'
          ),
          check(
            trans.__('Of a library: bring it and transformers together'),
            '%pip install --upgrade transformers peft accelerate',
            trans.__(
              'A model that brings its own code (trust_remote_code) names in its README the transformers it was written for: install that.'
            )
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__('A file of yours named transformers.py hides the library.')
    ],
    links: [
      {
        title: trans.__('Transformers: models with their own code'),
        url: 'https://huggingface.co/docs/transformers/custom_models'
      },
      {
        title: trans.__('Transformers: caches'),
        url: 'https://huggingface.co/docs/transformers/kv_cache'
      }
    ]
  })
});
