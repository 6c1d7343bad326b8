import type {
  IEntry,
  IReading,
  ITranslate,
  Values
} from '../../diagnosis/types';
import { said } from '../said';

/** peft/tuners/tuners_utils.py; a list, a set or one expression. */
const NOT_FOUND =
  /Target modules (?<targets>[^\s`,]{1,40}(?:, [^\s`,]{1,40}){0,12}) not found in the base model/;

const NONE = /No modules were targeted for adaptation/;

const UNSET =
  /Please specify ["'`]target_modules["'`](?: or ["'`]target_parameters["'`])? ?in ["'`]peft_config["'`]/;

/** Behind a layer as it prints itself, of any length. */
const TYPE =
  /\) is not supported\. Currently, only (?:the following modules are supported: )?["'`]torch\.nn\.Linear/;

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
function loadsAdapter({ code }: IReading): string | undefined {
  return /\bPeft\w{0,40}\.from_pretrained\(|\bload_adapter\(/.test(code)
    ? 'adapter'
    : undefined;
}

function title(trans: ITranslate, { kind, layer }: Values): string {
  switch (kind) {
    case 'unset':
      return trans.__('peft does not know which layers to adapt');
    case 'type':
      return layer
        ? trans.__('peft cannot adapt a %1 layer', layer)
        : trans.__('peft cannot adapt a layer of this type');
    default:
      return trans.__('target_modules names no layer of this model');
  }
}

function cause(trans: ITranslate, { kind, layer, targets }: Values): string {
  switch (kind) {
    case 'unset':
      return trans.__(
        'target_modules is not given, and peft knows the usual layers only of the kinds of model in its own list. This model is not one of them.'
      );
    case 'type':
      return trans.__(
        'target_modules names a layer of the type %1, and peft adapts Linear, Embedding, convolutions and few others. Often the name is that of a block with Linear layers inside.',
        layer ?? trans.__('that the message shows')
      );
    default:
      return targets
        ? trans.__(
            'target_modules asks for %1, and peft found no such layer to adapt. Each model has its own names: BERT query and value, GPT-2 c_attn, Llama q_proj and v_proj.',
            targets
          )
        : trans.__(
            'peft found no layer to adapt of the names that target_modules gives. Each model has its own: BERT query and value, GPT-2 c_attn, Llama q_proj and v_proj.'
          );
  }
}

const entry: IEntry = {
  id: 'model/peft-targets',
  answers: [
    "Target modules {'q_proj', 'v_proj'} not found in the base model. Please check the target modules and try again.",
    'No modules were targeted for adaptation. This might be caused by a combination of mismatched target modules and excluded modules.',
    'Please specify `target_modules` in `peft_config`',
    'Target module ReLU() is not supported. Currently, only the following modules are supported: `torch.nn.Linear`'
  ],
  signs: [
    ...said(NOT_FOUND, {
      read: ({ targets }, reading) => ({
        targets: names(targets),
        kind: loadsAdapter(reading)
      })
    }),
    ...said(/^Target modules .{1,2000} not found in the base model/, {
      read: (_, reading) => ({ kind: loadsAdapter(reading) })
    }),
    ...said(NONE, {
      read: (_, reading) => ({
        targets: askedFor(reading),
        kind: loadsAdapter(reading)
      })
    }),
    ...said(UNSET, { read: () => ({ kind: 'unset' }) }),
    ...said(TYPE, {
      read: (_, reading) => ({ kind: 'type', layer: layerOf(reading) })
    })
  ],
  page(trans, values) {
    return {
      title: title(trans, values),
      cause: cause(trans, values),
      fixes: [
        ...(values.kind === 'adapter'
          ? [
              {
                safety: 'check' as const,
                title: trans.__('Load the model that the adapter was made for'),
                code: 'config = PeftConfig.from_pretrained(path)\nprint(config.base_model_name_or_path)'
              }
            ]
          : []),
        {
          safety: 'check',
          title: trans.__('Let peft take all Linear layers but the last'),
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
      ],
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
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue:
        "Target modules {'q_proj', 'v_proj'} not found in the base model. Please check the target modules and try again.",
      torch: '2.13',
      origin: 'run',
      values: { targets: 'q_proj, v_proj' }
    },
    {
      ename: 'NoMatchingPeftModuleError',
      evalue:
        'Target modules q_proj not found in the base model. Please check the target modules and try again.',
      torch: '2.13',
      origin: 'run',
      values: { targets: 'q_proj' }
    },
    {
      ename: 'NoMatchingPeftModuleError',
      evalue:
        'No modules were targeted for adaptation. This might be caused by a combination of mismatched target modules and excluded modules. Please check your `target_modules` and `exclude_modules` configuration. You may also have only targeted modules that are marked to be saved (`modules_to_save`).',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'NoMatchingPeftModuleError',
      evalue:
        'No modules were targeted for adaptation. This might be caused by a combination of mismatched target modules and excluded modules. Please check your `target_modules` and `exclude_modules` configuration. You may also have only targeted modules that are marked to be saved (`modules_to_save`).',
      source:
        'config = LoraConfig(\n    r=8,\n    target_modules=["q_proj", "v_proj"],\n)\nmodel = get_peft_model(base, config)',
      torch: '2.13',
      origin: 'run',
      values: { targets: 'q_proj, v_proj' }
    },
    {
      ename: 'ValueError',
      evalue:
        'Please specify `target_modules` or `target_parameters`in `peft_config`',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'unset' }
    },
    {
      ename: 'ValueError',
      evalue: 'Please specify `target_modules` in `peft_config`',
      torch: '2.0',
      origin: 'reference',
      values: { kind: 'unset' }
    },
    {
      ename: 'ValueError',
      evalue:
        'Target module ReLU() is not supported. Currently, only the following modules are supported: `torch.nn.Linear`, `torch.nn.Embedding`, `torch.nn.Conv1d`, `torch.nn.Conv2d`, `torch.nn.Conv3d`, `transformers.pytorch_utils.Conv1D`, `torch.nn.MultiheadAttention.`.',
      torch: '2.13',
      origin: 'run',
      values: { kind: 'type', layer: 'ReLU' }
    }
  ],
  nearMisses: [
    {
      ename: 'ValueError',
      evalue: 'Target modules directory not found in the base image'
    },
    {
      ename: 'ValueError',
      evalue: 'Please specify `target_modules` in the configuration'
    }
  ]
};

export default entry;
