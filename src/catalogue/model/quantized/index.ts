import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';
import { keywordGiven } from '../../shared/edits/calls';
import { methodLeftOut } from '../../shared/edits/expressions';

export default define({
  id: 'model/quantized',
  answers: [
    'You cannot perform fine-tuning on purely quantized models. Please attach trainable adapters on top of the quantized model',
    '`.to` is not supported for `4-bit` or `8-bit` bitsandbytes models.',
    'Some modules are dispatched on the CPU or the disk. Make sure you have enough GPU RAM to fit the quantized model.',
    "You can't train a model that has been loaded in 8-bit precision on a different device than the one you're training on."
  ],
  values: ['method'],
  kinds: {
    training: {
      // transformers/trainer_utils.py, trainer.py until 4.57
      signs: messageOrLog(
        /You cannot perform fine-tuning on purely quantized models|The model you want to train is loaded in 8-bit precision/
      ),
      words: trans => ({
        title: trans.__('The weights of a quantized model cannot be trained'),
        cause: trans.__(
          'Weights of 4 or 8 bits have no gradients. Small layers of full precision are put beside them (adapters, as LoRA), and those are trained.'
        ),
        fixes: [
          check(
            trans.__('Put adapters on the model before Trainer gets it'),
            "from peft import LoraConfig, get_peft_model, prepare_model_for_kbit_training\nmodel = prepare_model_for_kbit_training(model)\nmodel = get_peft_model(model, LoraConfig(r=16, lora_alpha=32, task_type='CAUSAL_LM'))"
          ),
          check(
            trans.__('Or load the model without quantization'),
            'model = AutoModelForCausalLM.from_pretrained(name, dtype=torch.bfloat16)',
            trans.__('In transformers before 4.56: torch_dtype.')
          )
        ]
      })
    },
    method: {
      signs: messageOrLog(
        /The model you are trying to fine-tune is quantized with (?<method>\S{1,40}) but that quantization method do(?:es)? not support training/
      ),
      words: (trans, { method }) => ({
        title: trans.__('This way of quantization cannot be trained'),
        cause: trans.__(
          'The model is quantized with %1, and transformers has no training for it, with adapters neither.',
          method ?? trans.__('a method')
        ),
        fixes: [
          check(
            trans.__('Load it in 4 bits by bitsandbytes, from the full model'),
            'config = BitsAndBytesConfig(load_in_4bit=True, bnb_4bit_compute_dtype=torch.bfloat16)\nmodel = AutoModelForCausalLM.from_pretrained(full_name, quantization_config=config)'
          )
        ]
      })
    },
    move: {
      // transformers/modeling_utils.py
      signs: messageOrLog(
        /[`"']?\.(?<method>to|half|float)(?:\(\))?[`"']? is not supported for (?:[`"']?[48]-bit[`"']? (?:or [`"']?8-bit[`"']? )?bitsandbytes|quantized) models?|You cannot cast a bitsandbytes model in a new [`"']dtype|Calling [`"'](?<called>cuda|to)\(\)[`"'] is not supported for [`"'][48]-bit[`"']/,
        { read: ({ method, called }) => ({ method: method ?? called }) }
      ),
      words: (trans, { method = 'to' }) => ({
        title: trans.__('A quantized model cannot be moved or cast'),
        cause: trans.__(
          'bitsandbytes put the weights on their device when the model was loaded, in a form of 4 or 8 bits. to(), half() and float() cannot change that afterwards.'
        ),
        fixes: [
          check(
            trans.__('Name the device where the model is loaded'),
            "model = AutoModelForCausalLM.from_pretrained(name, quantization_config=config, device_map={'': 0})"
          ),
          {
            ...check(
              trans.__('And take the line with .to() out'),
              'inputs = inputs.to(model.device)',
              trans.__('Only the inputs are moved.')
            ),
            edit: methodLeftOut(method)
          },
          check(
            trans.__('Where a library moves it: update bitsandbytes'),
            '%pip install --upgrade bitsandbytes transformers accelerate',
            trans.__(
              'Models of 4 bits can be moved since bitsandbytes 0.43.2. Restart the kernel.'
            )
          )
        ]
      })
    },
    memory: {
      // transformers/quantizers/quantizer_bnb_4bit.py
      signs: messageOrLog(
        /Some modules are dispatched on the CPU or the disk\b/
      ),
      words: trans => ({
        title: trans.__('The quantized model does not fit on the GPU'),
        cause: trans.__(
          'device_map="auto" wanted to leave a part of the model in the main memory or on disk, and bitsandbytes does not run such parts unless told to.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what else holds memory of the GPU'),
            code: '$ nvidia-smi'
          },
          check(
            trans.__('8 bits: allow parts on the CPU, which is slow'),
            'config = BitsAndBytesConfig(load_in_8bit=True, llm_int8_enable_fp32_cpu_offload=True)'
          ),
          check(
            trans.__('Or fewer bits'),
            'config = BitsAndBytesConfig(load_in_4bit=True, bnb_4bit_compute_dtype=torch.bfloat16)'
          )
        ]
      })
    },
    device: {
      // accelerate/accelerator.py
      signs: messageOrLog(
        /You can["']t train a model that has been loaded in [48]-bit (?:or [48]-bit )?precision on (?:a different device|(?<several>multiple devices))/,
        {
          read: ({ several }) => ({ method: several && 'several' })
        }
      ),
      words: (trans, { method }) => ({
        title:
          method === 'several'
            ? trans.__('The quantized model is spread over several GPUs')
            : trans.__('The quantized model lies on another device'),
        cause:
          method === 'several'
            ? trans.__(
                'device_map laid its layers on several GPUs, and several processes train. Each process needs a whole model, on a GPU of its own.'
              )
            : trans.__(
                'A model of 4 or 8 bits stays on the device that it was loaded on, and the training runs on another one.'
              ),
        fixes: [
          {
            ...check(
              trans.__('Load it on the device that trains'),
              "model = AutoModelForCausalLM.from_pretrained(name, quantization_config=config, device_map={'': torch.cuda.current_device()})",
              trans.__(
                'With several processes: device_map={"": int(os.environ["LOCAL_RANK"])}.'
              )
            ),
            edit: keywordGiven(
              ['from_pretrained'],
              'device_map',
              "{'': torch.cuda.current_device()}"
            )
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'A bitsandbytes that finds no GPU says so when it is imported or first used.'
      )
    ],
    links: [
      {
        title: trans.__('Transformers: bitsandbytes'),
        url: 'https://huggingface.co/docs/transformers/quantization/bitsandbytes'
      },
      {
        title: trans.__('PEFT: quantization'),
        url: 'https://huggingface.co/docs/peft/developer_guides/quantization'
      }
    ]
  })
});
