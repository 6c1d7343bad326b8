import type { IEntry } from '../../diagnosis/types';

/** c10/core/Device.cpp, `parse_type` and `Device(std::string)`. */
const SIGNS = [
  /device type at start of device string: (?<given>\w{1,30})/,
  /Invalid device string: '(?<given>[\w:-]{1,30})'/,
  // torch/cuda/_utils.py
  /Expected a torch\.device with a specified index or an integer, but got: ?(?<given>[\w:-]{1,30})/
];

const entry: IEntry = {
  id: 'cuda/device-string',
  answers: [
    'Expected one of cpu, cuda, ipu, xpu, mkldnn, ... device type at start of device string: gpu',
    "Invalid device string: 'cuda0'"
  ],
  signs: SIGNS.map(pattern => ({ where: 'message' as const, pattern })),
  page(trans, { given }) {
    return {
      title: given
        ? trans.__('“%1” is not the name of a device', given)
        : trans.__('This is not the name of a device'),
      cause: trans.__(
        'A device is written as its type, and a number after a colon if one is needed: “cpu”, “cuda”, “cuda:1”, “mps”. PyTorch knows no “gpu”.'
      ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Name the device as PyTorch does'),
          code: "device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')"
        },
        {
          safety: 'check',
          title: trans.__('One of several GPUs: a colon before its number'),
          code: "device = torch.device('cuda:1')"
        }
      ],
      notThis: [
        trans.__(
          'A well-formed name of a GPU that is not there says “invalid device ordinal”.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: torch.device'),
          url: 'https://docs.pytorch.org/docs/stable/tensor_attributes.html#torch-device'
        }
      ]
    };
  },
  examples: [
    {
      ename: 'ValueError',
      evalue:
        'Expected a torch.device with a specified index or an integer, but got:None',
      torch: '2.13',
      origin: 'run',
      values: { given: 'None' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, mps, meta, hpu, mtia, privateuseone device type at start of device string: gpu',
      torch: '2.13',
      origin: 'run',
      values: { given: 'gpu' }
    },
    {
      ename: 'RuntimeError',
      evalue: "Invalid device string: 'cuda0'",
      torch: '2.13',
      origin: 'run',
      values: { given: 'cuda0' }
    }
  ],
  nearMisses: [
    { ename: 'RuntimeError', evalue: 'CUDA error: invalid device ordinal' },
    {
      ename: 'ValueError',
      evalue: 'Invalid device type in the list of sensors'
    }
  ],
  reproduction: {
    raises: ['import torch', "x = torch.zeros(3, device='gpu')"].join('\n'),
    fixed: [
      'import torch',
      "device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')",
      'x = torch.zeros(3, device=device)'
    ].join('\n')
  }
};

export default entry;
