import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';

const entry: IEntry = {
  id: 'tensor/meta-tensor',
  answers: [
    'Cannot copy out of meta tensor; no data!',
    'Tensor.item() cannot be called on meta tensors'
  ],
  signs: [
    // Of torch's own operators: another lacks its form for torch.compile.
    ...said(
      /^aten::[\w.]{1,60}: attempted to run this operator with Meta tensors/,
      {
        when: reading => !reading.mentions('fake tensors'),
        confidence: 'likely'
      }
    ),
    ...said(
      /Cannot copy out of meta tensor; no data|\.item\(\) cannot be called on meta tensors|Could not run 'aten::[\w.]{1,60}' with arguments from the 'Meta' backend|Cannot inplace into non-meta tensor with meta tensor argument/
    )
  ],
  page(trans) {
    return {
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
          code: "model = model.to_empty(device='cpu')\nmodel.load_state_dict(state)"
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
      ],
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
    };
  },
  examples: [
    {
      ename: 'NotImplementedError',
      evalue:
        "Could not run 'aten::masked_select' with arguments from the 'Meta' backend. This could be because the operator doesn't exist for this backend, or was omitted during the selective/custom build process (if using custom build).",
      torch: '1.12',
      origin: 'run'
    },
    {
      ename: 'NotImplementedError',
      evalue:
        "aten::masked_select: attempted to run this operator with Meta tensors, but there was no fake impl or Meta kernel registered. You may have run into this message while using an operator with PT2 compilation APIs (torch.compile/torch.export); in order to use this operator with those APIs you'll need to add a fake impl. Please see the following for next steps:  https://pytorch.org/tutorials/advanced/custom_ops_landing_page.html",
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'NotImplementedError',
      evalue: 'Cannot inplace into non-meta tensor with meta tensor argument',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'NotImplementedError',
      evalue:
        'Cannot copy out of meta tensor; no data! Please use torch.nn.Module.to_empty() instead of torch.nn.Module.to() when moving module from meta to a different device.',
      torch: '2.13',
      origin: 'run'
    }
  ],
  nearMisses: [
    {
      ename: 'NotImplementedError',
      evalue:
        'mylib::blur: attempted to run this operator with Meta tensors, but there was no fake impl or Meta kernel registered.'
    },
    {
      ename: 'RuntimeError',
      evalue: 'Tensor on device meta is not on the expected device cpu!'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'state = torch.nn.Linear(2, 1).state_dict()',
      "model = torch.nn.Linear(2, 1, device='meta')",
      "model = model.to('cpu')",
      'model.load_state_dict(state)'
    ].join('\n'),
    fixed: [
      'import torch',
      'state = torch.nn.Linear(2, 1).state_dict()',
      "model = torch.nn.Linear(2, 1, device='meta')",
      "model = model.to_empty(device='cpu')",
      'model.load_state_dict(state)'
    ].join('\n')
  }
};

export default entry;
