import type { IEntry, Values } from '../../diagnosis/types';

/** c10/core/Device.cpp, `parse_type` and `Device(std::string)`. */
const SIGNS = [
  /device type at start of device string: (?<given>\w{1,30})/,
  /Invalid device string: '(?<given>[\w:-]{1,30})'/,
  // torch/cuda/_utils.py
  /Expected a torch\.device with a specified index or an integer, but got: ?(?<given>[\w:-]{1,30})/,
  // torch/amp/autocast_mode.py wants the type alone.
  /User specified an unsupported autocast device_type ['"](?<autocast>[\w:-]{1,30})['"]/,
  /(?<bare>User specified autocast device_type must be|Expected `device_type` of type `str`, got)/
];

const entry: IEntry = {
  id: 'cuda/device-string',
  answers: [
    'Expected one of cpu, cuda, ipu, xpu, mkldnn, ... device type at start of device string: gpu',
    "Invalid device string: 'cuda0'",
    "User specified an unsupported autocast device_type 'cuda:0'"
  ],
  signs: SIGNS.map(pattern => ({
    where: 'message' as const,
    pattern,
    read: ({ given, autocast, bare }: Values) =>
      given === undefined
        ? { given: autocast, kind: (autocast ?? bare) ? 'autocast' : undefined }
        : { given }
  })),
  page(trans, { given, kind }) {
    const autocast = kind === 'autocast';
    return {
      title: autocast
        ? trans.__('autocast wants the type of the device alone')
        : given
          ? trans.__('“%1” is not the name of a device', given)
          : trans.__('This is not the name of a device'),
      cause: autocast
        ? trans.__(
            'torch.autocast takes a type such as “cuda” or “cpu”, without a number, and no torch.device. It holds for all devices of the type.'
          )
        : trans.__(
            'A device is written as its type, and a number after a colon if one is needed: “cpu”, “cuda”, “cuda:1”, “mps”. PyTorch knows no “gpu”.'
          ),
      fixes: autocast
        ? [
            {
              safety: 'safe',
              title: trans.__('Give the type alone'),
              code: 'with torch.autocast(device_type=torch.device(device).type):\n    output = model(x)'
            }
          ]
        : [
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
    },
    {
      ename: 'RuntimeError',
      evalue: "User specified an unsupported autocast device_type 'cuda:0'",
      torch: '2.1',
      origin: 'reference',
      values: { kind: 'autocast', given: 'cuda:0' }
    },
    {
      ename: 'RuntimeError',
      evalue: "User specified autocast device_type must be 'cuda' or 'cpu'",
      torch: '1.11',
      origin: 'reference',
      values: { kind: 'autocast' }
    },
    {
      ename: 'ValueError',
      evalue:
        "Expected `device_type` of type `str`, got: `<class 'torch.device'>`",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'autocast' }
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
