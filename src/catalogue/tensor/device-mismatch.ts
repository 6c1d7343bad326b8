import type { IEntry, Values } from '../../diagnosis/types';
import { said } from '../said';
import { DEVICE_MISMATCH_EXAMPLES } from './shared/device-mismatch-examples';
import { deviceCause, deviceFixes, deviceTitle } from './shared/device-words';
import { LINKS } from './shared/links';
import { PLACE_SIGNS } from './shared/place-signs';
import { argumentTypes, deviceOf, deviceSigns } from './shared/types';

/** Where the random generator is the one on another device. */
const readGenerator = (): Values => ({ argument: 'generator' });

const entry: IEntry = {
  id: 'tensor/device-mismatch',
  answers: [
    'Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!',
    'Input type (torch.cuda.FloatTensor) and weight type (torch.FloatTensor) should be the same',
    'Expected object of backend CPU but got backend CUDA for argument #2',
    'Tensor for argument #2 is on CPU, but expected it to be on GPU',
    'expected CPU tensor (got CUDA tensor)',
    'Placeholder storage has not been allocated on MPS device!',
    'index_add(): self, index and source expected to be in the same device, but got (self) cuda:0, (index) cpu, and (source) cuda:0',
    'legacy constructor expects device type: cpu but device type: cuda was passed'
  ],
  signs: [
    ...said(
      /but got (?<argument>\w+) is on (?<given>[\w:]{3,12}), different from other tensors on (?<wanted>[\w:]{3,12})/
    ),
    ...said(
      /found (?:at least )?two (?:different )?devices,? (?<one>[\w:]{3,12})(?: and|,) (?<other>[\w:]{3,12})(?:! \(when checking arg\w{0,5}(?: for argument)? (?<argument>\w+))?/
    ),
    ...said(
      /expected ["'](?<argument>\w+)["'] to be (?:a )?(?<wanted>CUDA|CPU)(?: tensor)?, ?but got (?:an? )?(?:tensor on )?(?<given>[\w:]{3,12})/
    ),
    ...said(
      /["'](?<argument>\w+)["'] is on (?<given>\w{2,8}), but expected (?:it|them) to be on (?<wanted>\w{2,8})/
    ),
    ...said(
      /\b(?:to be|must be|are not|should be) (?:on|at) (?:the )?same (?:device|GPU\b)/i
    ),
    ...said(
      /have the same device as tensor for argument|(?:must be|be) on the current device/
    ),
    ...said(
      /xpected (?:object of )?backend (?<wanted>\w{2,8})(?: and dtype \w+)? but got backend (?!\k<wanted>\b)(?<given>\w{2,8})/
    ),
    ...said(
      /xpected (?:object of )?device(?: type)? (?<wanted>[\w:]{3,12})(?: and dtype \w+)? but got device(?: type)? (?!\k<wanted>\b)(?<given>[\w:]{3,12})/
    ),
    ...said(
      /xpected tensor to have (?<wanted>\w{2,8}) (?:Backend|Device(?:Type)?), but got tensor with (?!\k<wanted>\b)(?<given>\w{2,8}) /
    ),
    // torch/csrc/autograd/engine.cpp, `validate_outputs`.
    ...said(
      /[Ff]unction [\w:]{1,80} returned an invalid gradient at index \d{1,3} - expected device (?<wanted>[\w:]{3,12}) but got (?!\k<wanted>\b)(?<given>[\w:]{3,12})/
    ),
    ...PLACE_SIGNS,
    ...deviceSigns(),
    ...said(
      /found input tensor at (?<given>[\w:]{3,12}) and (?:parameter|hidden) tensor at (?<wanted>[\w:]{3,12})/
    ),
    ...said(
      /indices should be either on (?:the )?cpu or on the same device as the indexed tensor(?: \((?<wanted>[\w:]{3,12})\))?/
    ),
    ...said(
      /Tensor on device (?<given>[\w:]{3,12}) is not on the expected device (?<wanted>[\w:]{3,12})/
    ),
    ...said(
      /xpected a ["'](?<wanted>[\w:]{3,12})["'] (?:device type for generator|generator device) but found ["'](?<given>[\w:]{3,12})["']/,
      { read: readGenerator }
    ),
    ...said(
      /storage of a tensor on device ["'](?<given>[\w:]{3,12})["'] to a storage on different device ["'](?<wanted>[\w:]{3,12})["']/
    ),
    ...said(
      /Tensor for argument (?<argument>\w+) is on (?<given>[\w:]{3,12}) but expected on (?<wanted>[\w:]{3,12})/
    ),
    ...said(
      /Cannot generate a (?<given>\w{2,8}) tensor from a generator of type (?<wanted>\w{2,8})/,
      { read: readGenerator }
    ),
    // DGL.
    ...said(
      /Cannot assign \w{1,20} feature .{1,60} on device (?<given>[\w:]{3,12}) to a graph on device (?<wanted>[\w:]{3,12}\b)/,
      { read: groups => ({ ...groups, argument: 'feature' }) }
    ),
    ...said(
      /Specified device (?<wanted>[\w:-]{3,12}) does not match device of data (?<given>[\w:-]{3,12})/
    ),
    ...said(/Placeholder storage has not been allocated on MPS device/),
    ...said(/Encountered different devices in metric calculation/, {
      read: () => ({ argument: 'metric' })
    }),
    ...said(/Pointer argument \(at \d{1,4}\) cannot be accessed from Triton/),
    ...said(
      /xpected [\w.[\]]+\.(?:is_cuda|device\(\)\.is_cuda)\(\) to be true, but got false|\biter\.device\(arg\)\.is_cuda\(\) INTERNAL ASSERT FAILED|\b\w+ must be a CUDA tensor/
    ),
    ...said(
      /tensors are on different GPUs|weight\/gradient\/input tensors are located on different GPUs/
    ),
    ...said(
      /lengths["'] argument should be a 1D CPU int64 tensor(?!, but got \dD cpu)(?:, but got \dD (?<given>[\w:]{3,12}))?/,
      { read: ({ given }) => ({ argument: 'lengths', given, wanted: 'cpu' }) }
    ),
    ...said(
      /[Oo]utput with (?:device|backend) (?<given>[\w:]{3,12}) doesn["']t match the desired (?:device|backend) (?<wanted>[\w:]{3,12})/
    ),
    ...said(/received an invalid combination of arguments - got \(/, {
      when: reading => new Set(argumentTypes(reading).map(deviceOf)).size > 1
    })
  ],
  page(trans, values) {
    return {
      title: deviceTitle(trans, values),
      cause: deviceCause(trans, values),
      fixes: deviceFixes(trans, values),
      notThis: [
        trans.__(
          'Both types in the message are on one device and only their numbers differ (Half and Float, Double and Float): then it is the number type.'
        ),
        trans.__(
          'The error comes from torch.load() on a machine without GPU: then the checkpoint needs map_location.'
        )
      ],
      links: [LINKS.device(trans), LINKS.to(trans)]
    };
  },
  examples: DEVICE_MISMATCH_EXAMPLES,
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        "'lengths' argument should be a 1D CPU int64 tensor, but got 1D cpu Float tensor"
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Input type (torch.cuda.HalfTensor) and weight type (torch.cuda.FloatTensor) should be the same'
    },
    {
      ename: 'ValueError',
      evalue:
        'Received incompatible devices for jitted computation. Got argument x of f with shape float32[2] and device ids [0] on platform GPU'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      "device = 'cpu'",
      'model = torch.nn.Linear(2, 2)',
      "x = torch.ones(1, 2, device='meta')",
      'model(x)'
    ].join('\n'),
    fixed: [
      'import torch',
      "device = 'cpu'",
      'model = torch.nn.Linear(2, 2).to(device)',
      'x = torch.ones(1, 2)',
      'x = x.to(device)',
      'model(x)'
    ].join('\n')
  }
};

export default entry;
