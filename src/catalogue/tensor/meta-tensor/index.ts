import { define } from '../../define';
import { messageOrLog } from '../../signs';
import { keptEmpty } from '../../shared/edits/devices';

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
        confidence: 'likely'
      }
    ),
    ...messageOrLog(
      /Cannot copy out of meta tensor; no data|\.item\(\) cannot be called on meta tensors|Could not run 'aten::[\w.]{1,60}' with arguments from the 'Meta' backend|Cannot inplace into non-meta tensor with meta tensor argument/
    )
  ],
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
        title: trans.__('With transformers: do not call to() after device_map'),
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
  }),
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
