import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { printedText } from '../../predicates';
import { messageOrLog } from '../../signs';
import { keptEmpty } from '../../shared/edits/devices';

/** Lines of the user's own that make a model without values. */
const MADE_EMPTY =
  /device\(["']meta["']\)|device ?= ?["']meta["']|init_empty_weights|\.to\(["']meta["']\)/;

/** A library that fills the weights itself, or leaves some on the disk. */
const FILLED =
  /device_map|low_cpu_mem_usage|from_pretrained|transformers|accelerate|diffusers|[Cc]ould not load|stable-diffusion|ComfyUI|webui/;

function kindOf(reading: IReading): 'own' | 'loaded' | 'open' {
  return MADE_EMPTY.test(reading.code)
    ? 'own'
    : FILLED.test(printedText(reading))
      ? 'loaded'
      : 'open';
}

export default define({
  id: 'tensor/meta-tensor',
  answers: [
    'Cannot copy out of meta tensor; no data!',
    'Tensor.item() cannot be called on meta tensors'
  ],
  signs: [
    // Of torch's own operators: another lacks its form for torch.compile.
    ...messageOrLog(
      /^aten::[\w.]{1,60}: attempted to run this operator with Meta tensors/,
      {
        when: reading => !reading.mentions('fake tensors'),
        confidence: 'likely',
        read: (_, reading) => ({ kind: kindOf(reading) })
      }
    ),
    ...messageOrLog(
      /Cannot copy out of meta tensor; no data|\.item\(\) cannot be called on meta tensors|Could not run 'aten::[\w.]{1,60}' with arguments from the 'Meta' backend|Cannot inplace into non-meta tensor with meta tensor argument/,
      { read: (_, reading) => ({ kind: kindOf(reading) }) }
    )
  ],
  kinds: {
    own: {
      words: trans => ({
        title: trans.__('The weights are on “meta”: shapes without values'),
        cause: trans.__(
          'The model was made without values, to be filled from a checkpoint (device_map, low_cpu_mem_usage, init on “meta”), and some weights never were. They cannot be moved, since there is nothing to copy.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Give it memory, then load the weights'),
            detail: trans.__(
              'to_empty() leaves random rubbish in the weights until they are loaded.'
            ),
            code: "model = model.to_empty(device='cpu')\nmodel.load_state_dict(state)",
            edit: keptEmpty
          },
          {
            safety: 'check',
            title: trans.__(
              'With transformers: do not call to() after device_map'
            ),
            detail: trans.__(
              'Weights that did not fit were left on the disk; let the library place them, or load without device_map.'
            ),
            code: "model = AutoModel.from_pretrained(name)\nmodel = model.to('cuda')"
          },
          {
            safety: 'diagnostic',
            title: trans.__('List the weights that are empty'),
            code: 'print([n for n, p in model.named_parameters() if p.is_meta])'
          }
        ]
      })
    },
    loaded: {
      words: trans => ({
        title: trans.__('Part of the model was never loaded into memory'),
        cause: trans.__(
          'Usually the model does not fit: with device_map="auto" the rest of the weights stays on the CPU or the disk, as “meta” tensors without values that to() or a Trainer cannot move. Else the checkpoint is incomplete, or low_cpu_mem_usage left weights unfilled.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'Let all of it fit: smaller, or in 4 bits, on one GPU'
            ),
            detail: trans.__(
              'Where the GPU is too small, the load then says so. Leave out later calls of to() and cuda().'
            ),
            code: "model = AutoModelForCausalLM.from_pretrained(\n    name, device_map={'': 0}, quantization_config=BitsAndBytesConfig(load_in_4bit=True))"
          },
          {
            safety: 'check',
            title: trans.__('Or load it whole into main memory, then move it'),
            detail: trans.__(
              'It needs as much memory as the file is large. If that fails too, download the checkpoint again.'
            ),
            code: "model = AutoModel.from_pretrained(name, low_cpu_mem_usage=False, device_map=None)\nmodel = model.to('cuda')"
          },
          {
            safety: 'diagnostic',
            title: trans.__('List the weights that are empty'),
            code: 'print([n for n, p in model.named_parameters() if p.is_meta][:8])\nprint(getattr(model, "hf_device_map", None))'
          }
        ]
      })
    },
    open: {
      words: trans => ({
        title: trans.__('The weights are on “meta”: shapes without values'),
        cause: trans.__(
          'The model was made without values, and some weights were never filled: usually device_map left them on the disk as memory is too small, or the checkpoint was not loaded, or not whole. They cannot be moved, since there is nothing to copy.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Load it whole, without device_map, then move it'),
            detail: trans.__(
              'It needs as much memory as the file is large; a smaller or quantized model needs less.'
            ),
            code: "model = AutoModel.from_pretrained(name, low_cpu_mem_usage=False, device_map=None)\nmodel = model.to('cuda')"
          },
          {
            safety: 'check',
            title: trans.__(
              'Or keep device_map, and leave out to() and cuda()'
            ),
            detail: trans.__(
              'A Trainer moves the model as well: there all of it must fit, with device_map={"": 0}, or in 4 bits.'
            )
          },
          {
            safety: 'diagnostic',
            title: trans.__('List the weights that are empty'),
            code: 'print([n for n, p in model.named_parameters() if p.is_meta])'
          }
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'Two real devices in one operation, cuda:0 and cpu, give another message.'
      )
    ],
    links: [
      {
        title: trans.__('PyTorch: the meta device'),
        url: 'https://docs.pytorch.org/docs/stable/meta.html'
      },
      {
        title: trans.__('PyTorch: Module.to_empty'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html#torch.nn.Module.to_empty'
      }
    ]
  })
});
