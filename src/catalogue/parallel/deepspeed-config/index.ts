import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { keywordLeftOut } from '../../shared/edits/names';

export default define({
  id: 'parallel/deepspeed-config',
  answers: [
    'AssertionError: Check batch related parameters. train_batch_size is not equal to micro_batch_per_gpu * gradient_acc_step * world_size',
    'ValueError: Please correct the following DeepSpeed config values that mismatch TrainingArguments values',
    'ValueError: DeepSpeed Zero-3 is not compatible with `low_cpu_mem_usage=True` or with passing a `device_map`.'
  ],
  values: ['total', 'micro', 'steps', 'world', 'key', 'given', 'wanted'],
  kinds: {
    // deepspeed/runtime/config.py
    batch: {
      signs: messageOrLog(
        /train_batch_size is not equal to micro_batch_per_gpu \* gradient_acc_step \* world_size ?(?:(?<total>\d{1,7}) != (?<micro>\d{1,7}) \* (?<steps>\d{1,7}) \* (?<world>\d{1,7}))?/
      ),
      words: (trans, { total, micro, steps, world }) => ({
        title: trans.__('DeepSpeed’s three batch sizes do not fit'),
        cause: total
          ? trans.__(
              'train_batch_size is %1, and %2 per GPU times %3 steps of accumulation times %4 processes is another number.',
              total,
              micro,
              steps,
              world
            )
          : trans.__(
              'train_batch_size must be the batch per GPU times the steps of accumulation times the number of processes.'
            ),
        fixes: [
          check(
            trans.__('Give two of them, and let DeepSpeed work out the third'),
            `"train_micro_batch_size_per_gpu": ${micro ?? '4'},\n"gradient_accumulation_steps": ${steps ?? '1'}`,
            trans.__(
              'Take train_batch_size out of the config. With Trainer write "auto" for all three.'
            )
          ),
          {
            safety: 'diagnostic',
            title: trans.__('See whether all processes were started'),
            detail: trans.__(
              'Fewer than were meant change the product: --num_gpus, --nproc_per_node or the visible GPUs.'
            ),
            code: "import os\nprint(os.environ.get('WORLD_SIZE'), os.environ.get('CUDA_VISIBLE_DEVICES'))"
          }
        ]
      })
    },
    // transformers/integrations/deepspeed.py
    arguments: {
      signs: messageOrLog(
        /Please correct the following DeepSpeed config values that mismatch TrainingArguments values: ?(?:- ds (?<key>[\w.]{1,60})=(?<given>[^ ]{1,30}) vs hf [\w (/)]{1,60}=(?<wanted>[^ ]{1,30}))?/
      ),
      words: (trans, { key, given, wanted }) => ({
        title: trans.__('DeepSpeed’s config and the arguments disagree'),
        cause: key
          ? trans.__(
              'The config of DeepSpeed says %1=%2, and TrainingArguments come to %3.',
              key,
              given,
              wanted
            )
          : trans.__(
              'A value stands in the config of DeepSpeed and in TrainingArguments, and the two differ. The message lists them.'
            ),
        fixes: [
          check(
            trans.__('Let Trainer fill in the config'),
            `"${key?.split('.').pop() ?? 'train_batch_size'}": "auto"`
          )
        ]
      })
    },
    // transformers/modeling_utils.py
    placed: {
      signs: messageOrLog(
        /DeepSpeed Zero-3 is not compatible with (?:`low_cpu_mem_usage=True` or with )?passing a `device_map`/
      ),
      words: trans => ({
        title: trans.__('ZeRO-3 places the weights: no device_map beside it'),
        cause: trans.__(
          'With ZeRO-3 DeepSpeed spreads each weight over all processes while the model is loaded, so neither device_map nor low_cpu_mem_usage can say where it lies.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Leave both out where the model is loaded'),
              'model = AutoModelForCausalLM.from_pretrained(name, dtype=torch.bfloat16)'
            ),
            edit: keywordLeftOut('device_map')
          },
          check(
            trans.__('Or ZeRO-2, each process with a model on its GPU'),
            '"zero_optimization": {"stage": 2}'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A batch that is too large for the GPU ends in “CUDA out of memory”; here only the numbers of the config do not fit.'
      )
    ],
    links: [
      {
        title: trans.__('DeepSpeed: configuration of the batch size'),
        url: 'https://www.deepspeed.ai/docs/config-json/#batch-size-related-parameters'
      },
      {
        title: trans.__('Transformers: DeepSpeed'),
        url: 'https://huggingface.co/docs/transformers/deepspeed'
      }
    ]
  })
});
