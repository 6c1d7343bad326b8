import type { IEntry, Values } from '../../diagnosis/types';
import { said } from '../said';
import { deviceCause, deviceFixes, deviceTitle } from './shared/device-words';
import { LINKS } from './shared/links';
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
    'Placeholder storage has not been allocated on MPS device!'
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
    ...said(/xpected tensor to have \w{2,8} Backend, but got/),
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
    ...said(/Placeholder storage has not been allocated on MPS device/),
    ...said(/Encountered different devices in metric calculation/, {
      read: () => ({ argument: 'metric' })
    }),
    ...said(/Pointer argument \(at \d{1,4}\) cannot be accessed from Triton/),
    ...said(
      /xpected [\w.[\]]+\.(?:is_cuda|device\(\)\.is_cuda)\(\) to be true, but got false|\b\w+ must be a CUDA tensor/
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
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'Encountered different devices in metric calculation (see stacktrace for details). This could be due to the metric class not being on the same device as input. Instead of `metric=MulticlassAccuracy(...)` try to do `metric=MulticlassAccuracy(...).to(device)` where device corresponds to the device of the input.',
      torch: '2.0',
      origin: 'reference',
      values: { argument: 'metric' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'Tensor on device meta is not on the expected device cpu!',
      torch: '2.13',
      origin: 'run',
      values: { given: 'meta', wanted: 'cpu' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "'lengths' argument should be a 1D CPU int64 tensor, but got 1D meta Long tensor",
      torch: '2.13',
      origin: 'run',
      values: { argument: 'lengths', given: 'meta', wanted: 'cpu' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "All input tensors need to be on the same GPU, but found some tensors to not be on a GPU:\n [(torch.Size([1, 4]), device(type='cpu'))]",
      torch: '2.5',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue: "output with device cuda:0 doesn't match the desired device cpu",
      torch: '1.2',
      origin: 'reference',
      values: { given: 'cuda:0', wanted: 'cpu' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Expected all tensors to be on the same device, but got mat1 is on cpu, different from other tensors on cuda:0 (when checking argument in method wrapper_CUDA_addmm)',
      torch: '2.13',
      origin: 'reference',
      values: { argument: 'mat1', given: 'cpu', wanted: 'cuda:0' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu! (when checking argument for argument mat1 in method wrapper_CUDA_addmm)',
      torch: '2.4',
      origin: 'reference',
      values: { one: 'cuda:0', other: 'cpu', argument: 'mat1' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Tensor for argument #2 'mat2' is on CPU, but expected it to be on GPU (while checking arguments for addmm)",
      torch: '1.8',
      origin: 'reference',
      values: { argument: 'mat2', given: 'CPU', wanted: 'GPU' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Input type (torch.cuda.FloatTensor) and weight type (torch.FloatTensor) should be the same',
      torch: '1.4',
      origin: 'reference',
      values: { given: 'GPU', wanted: 'CPU' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Expected all tensors to be on the same device. addmm: expected 'mat1' to be a CUDA tensor, but got a CPU tensor",
      torch: '1.8',
      origin: 'reference',
      values: { argument: 'mat1', wanted: 'CUDA', given: 'CPU' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Expected object of type Variable[torch.cuda.FloatTensor] but found type Variable[torch.FloatTensor] for argument #1 'mat2'",
      torch: '0.3',
      origin: 'reference',
      values: { wanted: 'GPU', given: 'CPU' }
    },
    {
      evalue: '',
      stderr:
        "RuntimeError: Expected object of type torch.cuda.FloatTensor but found type torch.FloatTensor for argument #2 'mat2'",
      torch: '0.4',
      origin: 'reference',
      values: { wanted: 'GPU', given: 'CPU' }
    }
  ],
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
