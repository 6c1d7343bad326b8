import type { IFix, Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { ownValue } from '../../../shared/own-value';
import type { Sign, ValuesOf } from '../../define';
import { failedLibrary } from '../shared/libraries';
import { keywordLeftOut, keywordRenamed } from '../../shared/edits/names';
import { ofKeyword } from '../../shared/edits/twins';

/** Arguments that one kind of call no longer takes, with the code of today. */
interface ICall {
  readonly library: string;
  /** The classes, as the source of a pattern. */
  readonly callee: string;
  /** Other code has classes of that name, too. */
  readonly confidence?: 'likely';
  /** What the code calls, where it is not the class itself. */
  readonly called?: string;
  readonly names: Readonly<Record<string, string>>;
}

const option = (code: string) => `args = TrainingArguments('out', ${code})`;
const leave = (why: string) =>
  `args = TrainingArguments('out')  # leave it out: ${why}`;
const sft = (code: string) =>
  `args = SFTConfig('out', ${code})\ntrainer = SFTTrainer(model, args)`;
const dpo = (code: string) =>
  `args = DPOConfig('out', ${code})\ntrainer = DPOTrainer(model, args=args)`;
const quantized = (bits: string) =>
  `from transformers import BitsAndBytesConfig\nmodel = AutoModelForCausalLM.from_pretrained(\n    name, quantization_config=BitsAndBytesConfig(${bits}=True))`;

/**
 * Sources: the migration guide of transformers 5, and what
 * transformers 5.23 and trl 1.16 take and refuse. What has gone without
 * anything in its place, as far as we know, is not here.
 */
const CALLS: Readonly<Record<string, ICall>> = {
  options: {
    library: 'transformers',
    callee: String.raw`\w{0,30}TrainingArguments|(?:SFT|DPO|KTO|GRPO|Reward)Config`,
    names: {
      evaluation_strategy: option("eval_strategy='epoch'"),
      evaluate_during_training: option("eval_strategy='epoch'"),
      no_cuda: option('use_cpu=True'),
      per_gpu_train_batch_size: option('per_device_train_batch_size=8'),
      per_gpu_eval_batch_size: option('per_device_eval_batch_size=8'),
      logging_dir:
        "import os\nos.environ['TENSORBOARD_LOGGING_DIR'] = 'logs'  # before the Trainer is made",
      group_by_length: option("train_sampling_strategy='group_by_length'"),
      warmup_ratio: `${option('warmup_steps=0.1')}  # below 1: a share of all steps`,
      overwrite_output_dir: leave('Trainer did not use it'),
      use_mps_device: leave('MPS is used where there is one'),
      push_to_hub_token: option('hub_token=token'),
      push_to_hub_model_id: option("hub_model_id='name'"),
      include_inputs_for_metrics: option("include_for_metrics=['inputs']"),
      include_tokens_per_second: option('include_num_input_tokens_seen=True'),
      fp16_backend: option('fp16=True'),
      half_precision_backend: option('fp16=True'),
      adafactor: option("optim='adafactor'")
    }
  },
  trainer: {
    library: 'transformers',
    callee: '(?:Seq2Seq)?Trainer',
    confidence: 'likely',
    names: {
      tokenizer: 'trainer = Trainer(model, args, processing_class=tokenizer)',
      prediction_loss_only:
        "args = TrainingArguments('out', prediction_loss_only=True)\ntrainer = Trainer(model, args)",
      tb_writer:
        'from transformers.integrations import TensorBoardCallback\ntrainer = Trainer(model, args, callbacks=[TensorBoardCallback(tb_writer)])'
    }
  },
  pretrained: {
    library: 'transformers',
    callee: String.raw`\w{1,60}Model|\w{1,40}For[A-Z]\w{1,40}`,
    called: 'from_pretrained',
    names: {
      load_in_8bit: quantized('load_in_8bit'),
      load_in_4bit: quantized('load_in_4bit'),
      use_auth_token: 'model = AutoModel.from_pretrained(name, token=token)'
    }
  },
  // accelerate 0.15 to 1.0, accelerator.py: the wheels on PyPI.
  accelerator: {
    library: 'accelerate',
    callee: 'Accelerator',
    names: {
      logging_dir:
        "accelerator = Accelerator(log_with='tensorboard', project_dir='logs')",
      fp16: "accelerator = Accelerator(mixed_precision='fp16')",
      dispatch_batches:
        'from accelerate.utils import DataLoaderConfiguration\naccelerator = Accelerator(\n    dataloader_config=DataLoaderConfiguration(dispatch_batches=True))',
      even_batches:
        'from accelerate.utils import DataLoaderConfiguration\naccelerator = Accelerator(\n    dataloader_config=DataLoaderConfiguration(even_batches=False))'
    }
  },
  sft: {
    library: 'trl',
    callee: 'SFTTrainer',
    names: {
      tokenizer:
        'trainer = SFTTrainer(model, args, processing_class=tokenizer)',
      dataset_text_field: sft("dataset_text_field='text'"),
      max_seq_length: sft('max_length=1024'),
      max_length: sft('max_length=1024'),
      packing: sft('packing=True'),
      dataset_num_proc: sft('dataset_num_proc=4')
    }
  },
  sftOptions: {
    library: 'trl',
    callee: 'SFTConfig',
    names: { max_seq_length: sft('max_length=1024') }
  },
  dpo: {
    library: 'trl',
    callee: 'DPOTrainer',
    names: {
      tokenizer:
        'trainer = DPOTrainer(model, args=args, processing_class=tokenizer)',
      beta: dpo('beta=0.1'),
      max_length: dpo('max_length=1024')
    }
  },
  trl: {
    library: 'trl',
    callee: '(?:KTO|GRPO|Reward)Trainer',
    names: {
      tokenizer:
        'trainer = RewardTrainer(model, args=args, processing_class=tokenizer)'
    }
  }
};

/** Today's code for an argument that is gone, by the call that took it. */
export function argumentToday(
  call: string | undefined,
  name: string | undefined
): string | undefined {
  return ownValue(ownValue(CALLS, call)?.names ?? {}, name);
}

/** Arguments that have another name today, with the same value. */
const RENAMED: Readonly<Record<string, string>> = {
  evaluation_strategy: 'eval_strategy',
  per_gpu_train_batch_size: 'per_device_train_batch_size',
  per_gpu_eval_batch_size: 'per_device_eval_batch_size',
  push_to_hub_token: 'hub_token',
  push_to_hub_model_id: 'hub_model_id',
  tokenizer: 'processing_class'
};

/** Arguments without which the call does the same. */
const IDLE: ReadonlySet<string> = new Set([
  'overwrite_output_dir',
  'use_mps_device'
]);

/** The change of a call that takes an argument which is gone. */
export function argumentEdit(name = ''): Pick<IFix, 'edit' | 'editAll'> {
  const today = ownValue(RENAMED, name);
  return today !== undefined
    ? ofKeyword(name, keywordRenamed(name, today))
    : IDLE.has(name)
      ? ofKeyword(name, keywordLeftOut(name))
      : {};
}

/** The first transformers with an argument, and the name before it. */
interface INewer {
  readonly callee: string;
  readonly confidence?: 'likely';
  readonly since: string;
  readonly before: string;
}

const NEWER: Readonly<Record<string, INewer>> = {
  eval_strategy: {
    callee: String.raw`\w{0,30}TrainingArguments`,
    since: '4.41',
    before: 'evaluation_strategy'
  },
  processing_class: {
    callee: '(?:Seq2Seq)?Trainer',
    confidence: 'likely',
    since: '4.46',
    before: 'tokenizer'
  }
};

/** What is known of an argument that the installed version has not got yet. */
export function argumentSince(name: string | undefined): INewer | undefined {
  return ownValue(NEWER, name);
}

/** Python names the class since 3.10; before, the code must name it. */
function refused<Name extends string>(
  callee: string,
  names: string,
  read: (groups: Values) => ValuesOf<Name>,
  library: string,
  { called = callee, confidence }: Pick<ICall, 'called' | 'confidence'>
): Sign<Name>[] {
  const tail = String.raw`__init__\(\) got an unexpected keyword argument ["'](?<name>${names})["']`;
  const call = new RegExp(String.raw`\b(?:${called})\(`);
  // A class of the user's own by that name.
  const own = new RegExp(String.raw`\bclass (?:${callee})\b`);
  // Another library's line makes the call: no line of the user's is to change.
  const isSameLibrary = (reading: IReading) => {
    const failed = failedLibrary(reading);
    return failed === undefined || failed === library;
  };
  return [
    {
      where: 'message',
      pattern: new RegExp(String.raw`\b(?:${callee})\.${tail}`),
      when: reading => isSameLibrary(reading) && !own.test(reading.code),
      confidence,
      read
    },
    {
      where: 'message',
      pattern: new RegExp(`^${tail}`),
      when: reading =>
        isSameLibrary(reading) &&
        call.test(reading.code) &&
        !own.test(reading.code),
      confidence: 'likely',
      read
    }
  ];
}

/** Signs of an argument that the library no longer takes. */
export const REMOVED_ARGUMENTS: readonly Sign<'library' | 'call' | 'name'>[] =
  Object.entries(CALLS).flatMap(([call, { library, callee, names, ...more }]) =>
    refused(
      callee,
      Object.keys(names).join('|'),
      ({ name }) => ({ library, call, name }),
      library,
      more
    )
  );

/** Names that no other call of an `__init__` is likely to take. */
const TELLING: Readonly<Record<string, string>> = {
  prediction_loss_only: 'trainer',
  tb_writer: 'trainer',
  evaluate_during_training: 'options',
  evaluation_strategy: 'options',
  per_gpu_train_batch_size: 'options'
};

/** The same by the name alone, where no line at hand writes it. */
export const TELLING_ARGUMENTS: readonly Sign<'library' | 'call' | 'name'>[] = [
  {
    where: 'message',
    pattern: new RegExp(
      String.raw`^__init__\(\) got an unexpected keyword argument ["'](?<name>${Object.keys(TELLING).join('|')})["']`
    ),
    // A line that writes the argument shows to whom: the other signs read it.
    when: ({ code, incident }: IReading) =>
      !Object.keys(TELLING).some(name =>
        `${code} ${incident.source}`.includes(name)
      ),
    confidence: 'likely',
    read: ({ name }) => ({
      library: 'transformers',
      call: ownValue(TELLING, name),
      name
    })
  }
];

/** Signs of an argument that only a newer transformers takes. */
export const NEWER_ARGUMENTS: readonly Sign<'name'>[] = Object.entries(
  NEWER
).flatMap(([newer, { callee, confidence }]) =>
  refused(callee, newer, ({ name }) => ({ name }), 'transformers', {
    confidence
  })
);
