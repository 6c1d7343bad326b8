import { define } from '../../define';
import { check } from '../../fix';
import { deviceAsThere } from '../../shared/edits/devices';

export default define({
  id: 'cuda/device-string',
  answers: [
    'Expected one of cpu, cuda, ipu, xpu, mkldnn, ... device type at start of device string: gpu',
    "Invalid device string: 'cuda0'",
    "User specified an unsupported autocast device_type 'cuda:0'",
    'device type at start of device string: dml'
  ],
  values: ['given'],
  kinds: {
    name: {
      signs: [
        // c10/core/Device.cpp, `parse_type` and `Device(std::string)`.
        {
          where: 'message',
          pattern:
            /device type at start of device string: (?<given>(?!(?:mps|xpu|hpu|npu|mtia|maia|privateuseone|dml|directml)\b)\w{1,30})/
        },
        {
          where: 'message',
          pattern: /Invalid device string: '(?<given>[\w:-]{1,30})'/
        },
        // torch/cuda/_utils.py
        {
          where: 'message',
          pattern:
            /Expected a torch\.device with a specified index or an integer, but got: ?(?<given>[\w:-]{1,30})/
        }
      ],
      words: (trans, { given }) => ({
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
            code: "device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')",
            edit: deviceAsThere(
              text => given !== undefined && text.slice(1).startsWith(given)
            )
          },
          {
            safety: 'check',
            title: trans.__('One of several GPUs: a colon before its number'),
            code: "device = torch.device('cuda:1')"
          }
        ]
      })
    },
    ctranslate: {
      signs: [
        {
          where: 'message',
          pattern:
            /^unsupported device (?<given>(?:cuda|mps|xpu)(?::\d{1,2})?)/,
          ename: /^ValueError$/
        }
      ],
      words: (trans, { given = 'cuda:0' }) => ({
        title: trans.__('CTranslate2 takes no device “%1”', given),
        cause: trans.__(
          'WhisperX and faster-whisper run on CTranslate2, which knows “cuda”, “cpu” and “auto”; which of several GPUs is told apart, as device_index.'
        ),
        fixes: [
          given.startsWith('cuda')
            ? check(
                trans.__('Give the device without its number'),
                `model = WhisperModel('large-v3', device='cuda', device_index=${given.split(':')[1] ?? '0'})`
              )
            : check(
                trans.__('It has no way to that device: take the CPU'),
                "model = WhisperModel('large-v3', device='cpu', compute_type='int8')"
              )
        ]
      })
    },
    young: {
      signs: [
        {
          where: 'message',
          pattern:
            /device type at start of device string: (?<given>mps|xpu|hpu|npu|mtia|maia|privateuseone)\b/
        }
      ],
      words: (trans, { given = 'mps' }) => ({
        title: trans.__('This PyTorch does not know the device “%1”', given),
        cause:
          given === 'mps'
            ? trans.__(
                'The list in the message holds the devices of the installed release, and mps, the GPU of Apple’s chips, is not among them: it came with PyTorch 1.12.'
              )
            : trans.__(
                'The list in the message holds the devices of the installed release, and “%1” is not among them. The release is older than this kind of device, or the package that registers it was not imported.',
                given
              ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Update PyTorch, then restart the kernel'),
            code: '%pip install --upgrade torch torchvision'
          },
          {
            safety: 'diagnostic',
            title: trans.__('See what is installed'),
            code: 'import torch\nprint(torch.__version__, torch.__file__)'
          }
        ]
      })
    },
    directml: {
      signs: [
        {
          where: 'message',
          pattern:
            /device type at start of device string: (?<given>dml|directml)\b/,
          confidence: 'likely'
        }
      ],
      words: (trans, { given = 'dml' }) => ({
        title: trans.__('This PyTorch does not know “%1”: DirectML', given),
        cause: trans.__(
          'DirectML is Microsoft’s way to any GPU on Windows and WSL, and a package of its own adds it to PyTorch. In this environment it is not installed, or an ordinary torch was installed over it.'
        ),
        fixes: [
          check(
            trans.__('Install torch-directml in this environment'),
            '%pip install torch-directml',
            trans.__(
              'It brings the torch that it fits, and wants a Python of its own time (3.8 to 3.12): best in a new environment.'
            )
          ),
          check(
            trans.__('Take the device from the package, not from a name'),
            'import torch_directml\n\ndevice = torch_directml.device()\nx = x.to(device)',
            trans.__(
              '“dml” is of its predecessor, pytorch-directml, for torch 1.8 and 1.13.'
            )
          )
        ],
        links: [
          {
            title: trans.__('Microsoft: PyTorch with DirectML'),
            url: 'https://learn.microsoft.com/en-us/windows/ai/directml/pytorch-windows'
          }
        ]
      })
    },
    autocast: {
      signs: [
        // torch/amp/autocast_mode.py wants the type alone.
        {
          where: 'message',
          pattern:
            /User specified an unsupported autocast device_type ['"][\w:-]{1,30}['"]/
        },
        {
          where: 'message',
          pattern:
            /User specified autocast device_type must be|Expected `device_type` of type `str`, got/
        }
      ],
      words: trans => ({
        title: trans.__('autocast wants the type of the device alone'),
        cause: trans.__(
          'torch.autocast takes a type such as “cuda” or “cpu”, without a number, and no torch.device. It holds for all devices of the type.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Give the type alone'),
            code: 'with torch.autocast(device_type=torch.device(device).type):\n    output = model(x)'
          }
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
