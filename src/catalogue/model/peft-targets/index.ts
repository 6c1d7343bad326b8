import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import type { IFix, ITranslate } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { keywordGiven } from '../../shared/edits/calls';

function layerOf({ exceptions }: IReading): string | undefined {
  return exceptions
    .map(
      one =>
        /Target module (?<layer>[A-Z]\w{0,30})\(/.exec(one.message)?.groups
          ?.layer
    )
    .find(layer => layer !== undefined);
}

/** The names alone, as people would say them. */
function names(targets: string | undefined): string | undefined {
  return targets?.match(/[\w.-]{1,60}/g)?.join(', ');
}

/** What the failed cell asks for, where the message does not repeat it. */
function askedFor({ code }: IReading): string | undefined {
  return names(
    /\btarget_modules ?= ?[[({](?<targets>[\w\s.,'"-]{1,200})/.exec(code)
      ?.groups?.targets
  );
}

/** A saved adapter names its layers itself. */
function whoNames({ code }: IReading): 'config' | 'adapter' {
  return /\bPeft\w{0,40}\.from_pretrained\(|\bload_adapter\(/.test(code)
    ? 'adapter'
    : 'config';
}

function notFoundTitle(trans: ITranslate): string {
  return trans.__('target_modules names no layer of this model');
}

function notFoundCause(trans: ITranslate, targets: string | undefined): string {
  return targets
    ? trans.__(
        'target_modules asks for %1, and peft found no such layer to adapt. Each model has its own names: BERT query and value, GPT-2 c_attn, Llama q_proj and v_proj.',
        targets
      )
    : trans.__(
        'peft found no layer to adapt of the names that target_modules gives. Each model has its own: BERT query and value, GPT-2 c_attn, Llama q_proj and v_proj.'
      );
}

function nameOthers(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Let peft take all Linear layers but the last'),
      edit: keywordGiven(['LoraConfig'], 'target_modules', "'all-linear'"),
      detail: trans.__(
        'For models of transformers. More is trained than with two names.'
      ),
      code: "config = LoraConfig(target_modules='all-linear')"
    },
    {
      safety: 'diagnostic',
      title: trans.__('See what the layers of this model are called'),
      code: "print({name.split('.')[-1] for name, layer in model.named_modules()\n       if type(layer).__name__ in ('Linear', 'Conv1D')})"
    },
    {
      safety: 'check',
      title: trans.__('Or name those that are to be adapted'),
      code: "config = LoraConfig(target_modules=['query', 'value'])  # GPT-2: ['c_attn']"
    }
  ];
}

export default define({
  id: 'model/peft-targets',
  answers: [
    "Target modules {'q_proj', 'v_proj'} not found in the base model. Please check the target modules and try again.",
    'No modules were targeted for adaptation. This might be caused by a combination of mismatched target modules and excluded modules.',
    'Please specify `target_modules` in `peft_config`',
    'Target module ReLU() is not supported. Currently, only the following modules are supported: `torch.nn.Linear`'
  ],
  values: ['targets', 'layer'],
  signs: [
    // peft/tuners/tuners_utils.py; a list, a set or one expression.
    ...messageOrLog(
      /Target modules (?<targets>[^\s`,]{1,40}(?:, [^\s`,]{1,40}){0,12}) not found in the base model/,
      {
        read: ({ targets }, reading) => ({
          targets: names(targets),
          kind: whoNames(reading)
        })
      }
    ),
    ...messageOrLog(/^Target modules .{1,2000} not found in the base model/, {
      read: (_, reading) => ({ kind: whoNames(reading) })
    }),
    ...messageOrLog(/No modules were targeted for adaptation/, {
      read: (_, reading) => ({
        targets: askedFor(reading),
        kind: whoNames(reading)
      })
    })
  ],
  kinds: {
    config: {
      words: (trans, { targets }) => ({
        title: notFoundTitle(trans),
        cause: notFoundCause(trans, targets),
        fixes: nameOthers(trans)
      })
    },
    adapter: {
      words: (trans, { targets }) => ({
        title: notFoundTitle(trans),
        cause: notFoundCause(trans, targets),
        fixes: [
          check(
            trans.__('Load the model that the adapter was made for'),
            'config = PeftConfig.from_pretrained(path)\nprint(config.base_model_name_or_path)'
          ),
          ...nameOthers(trans)
        ]
      })
    },
    unset: {
      signs: messageOrLog(
        /Please specify ["'`]target_modules["'`](?: or ["'`]target_parameters["'`])? ?in ["'`]peft_config["'`]/
      ),
      words: trans => ({
        title: trans.__('peft does not know which layers to adapt'),
        cause: trans.__(
          'target_modules is not given, and peft knows the usual layers only of the kinds of model in its own list. This model is not one of them.'
        ),
        fixes: nameOthers(trans)
      })
    },
    type: {
      // The message begins with the layer as it prints itself, of any length.
      signs: messageOrLog(
        /\) is not supported\. Currently, only (?:the following modules are supported: )?["'`]torch\.nn\.Linear/,
        { read: (_, reading) => ({ layer: layerOf(reading) }) }
      ),
      words: (trans, { layer }) => ({
        title: layer
          ? trans.__('peft cannot adapt a %1 layer', layer)
          : trans.__('peft cannot adapt a layer of this type'),
        cause: trans.__(
          'target_modules names a layer of the type %1, and peft adapts Linear, Embedding, convolutions and few others. Often the name is that of a block with Linear layers inside.',
          layer ?? trans.__('that the message shows')
        ),
        fixes: nameOthers(trans)
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Keys of a saved adapter that are missing or unexpected: then the names of its file do not fit.'
      )
    ],
    links: [
      {
        title: trans.__('PEFT: LoRA, target_modules'),
        url: 'https://huggingface.co/docs/peft/package_reference/lora'
      },
      {
        title: trans.__('PEFT: troubleshooting'),
        url: 'https://huggingface.co/docs/peft/developer_guides/troubleshooting'
      }
    ]
  })
});
