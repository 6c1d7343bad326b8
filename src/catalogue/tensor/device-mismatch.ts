import type { IEntry, IFix, ITranslate, Values } from '../../diagnosis/types';
import { said } from '../said';
import { LINKS } from './shared/links';
import { deviceSigns } from './shared/types';

function title(
  trans: ITranslate,
  { one, other, given, wanted }: Values
): string {
  const first = given ?? one;
  const second = wanted ?? other;
  return first && second
    ? trans.__('Tensors on two devices: %1 and %2', first, second)
    : trans.__('Tensors of one operation are on different devices');
}

function cause(trans: ITranslate, values: Values): string {
  const { argument, one, other, given, wanted } = values;
  if (argument === 'generator') {
    return trans.__(
      'The random generator belongs to %1, the random numbers are wanted on %2. Often torch.set_default_device() was called while a DataLoader or sampler made its generator on the CPU.',
      given ?? 'cpu',
      wanted ?? 'cuda'
    );
  }
  if (argument && given && wanted) {
    return trans.__(
      '“%1” is on %2, the rest is on %3. An operation needs its tensors and the weights of the model on one device.',
      argument,
      given,
      wanted
    );
  }
  if ((given ?? one) && (wanted ?? other)) {
    return trans.__(
      'One tensor is on %1, another on %2. An operation needs its tensors and the weights of the model on one device.',
      given ?? one,
      wanted ?? other
    );
  }
  return trans.__(
    'An operation needs its tensors and the weights of the model on one device. Usually the batch or the model was not moved to the GPU.'
  );
}

function forGenerator(trans: ITranslate, wanted: string): IFix {
  return {
    safety: 'check',
    title: trans.__('Make the generator on the device of the random numbers'),
    code: `generator = torch.Generator(device='${wanted}')\nloader = DataLoader(dataset, shuffle=True, generator=generator)`
  };
}

function fixes(trans: ITranslate, { argument, wanted }: Values): IFix[] {
  return [
    ...(argument === 'generator'
      ? [forGenerator(trans, wanted ?? 'cuda')]
      : []),
    {
      safety: 'check',
      title: trans.__('Put the model and the data on one device'),
      detail: trans.__(
        'Module.to() moves the model in place; Tensor.to() returns a new tensor, so assign its result.'
      ),
      code: "device = 'cuda' if torch.cuda.is_available() else 'cpu'\nmodel = model.to(device)\nx, y = x.to(device), y.to(device)"
    },
    {
      safety: 'diagnostic',
      title: trans.__('See what is where'),
      code: 'print({p.device for p in model.parameters()}, {b.device for b in model.buffers()}, x.device)'
    },
    {
      safety: 'check',
      title: trans.__('Make new tensors on the device of the input'),
      detail: trans.__(
        'In forward(): zeros, ones, arange and masks are made on the CPU unless told otherwise. For constants use register_buffer, for lists of layers nn.ModuleList, so that they move with the model.'
      ),
      code: 'mask = torch.zeros(n, device=x.device)'
    }
  ];
}

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
      /but got (?<argument>\w{1,60}) is on (?<given>[\w:]{3,12}), different from other tensors on (?<wanted>[\w:]{3,12})/
    ),
    ...said(
      /found (?:at least )?two (?:different )?devices,? (?<one>[\w:]{3,12})(?: and|,) (?<other>[\w:]{3,12})(?:! \(when checking arg\w{0,5}(?: for argument)? (?<argument>\w{1,60}))?/
    ),
    ...said(
      /expected ["'](?<argument>\w{1,60})["'] to be (?:a )?(?<wanted>CUDA|CPU)(?: tensor)?, but got (?:tensor on )?(?<given>[\w:]{3,12})/
    ),
    ...said(
      /Tensor for (?:argument #\d{1,2} )?["'](?<argument>\w{1,60})["'] is on (?<given>\w{2,8}), (?:.{1,300} )?but expected (?:it|them) to be on (?<wanted>\w{2,8})/
    ),
    ...said(
      /(?:all tensors|all arguments|\b\w{1,60}) (?:expected )?(?:to be|must be|are not|has to be|should be) (?:on|at) (?:the )?same device/i
    ),
    ...said(
      /xpected (?:\w{1,20} ){1,8}to be on (?:the )?same device|have the same device as tensor for argument|(?:must be|be) on the current device/
    ),
    ...said(
      /xpected (?:object of )?backend (?<wanted>\w{2,8})(?: and dtype \w{1,20})? but got backend (?!\k<wanted>\b)(?<given>\w{2,8})/
    ),
    ...said(
      /xpected (?:object of )?device(?: type)? (?<wanted>[\w:]{3,12})(?: and dtype \w{1,20})? but got device(?: type)? (?!\k<wanted>\b)(?<given>[\w:]{3,12})/
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
    ...said(/Pointer argument \(at \d{1,4}\) cannot be accessed from Triton/),
    ...said(
      /xpected [\w.[\]]{1,60}\.(?:is_cuda|device\(\)\.is_cuda)\(\) to be true, but got false|\b\w{1,60} must be a CUDA tensor/
    ),
    ...said(
      /tensors are on different GPUs|weight\/gradient\/input tensors are located on different GPUs/
    ),
    // Up to torch 0.3 the types of the arguments were listed.
    ...said(
      /invalid combination of arguments - got \((?=[^)]{0,400}torch\.cuda\.\w+Tensor)(?=[^)]{0,400}torch\.[A-Z]\w+Tensor)/
    )
  ],
  page(trans, values) {
    return {
      title: title(trans, values),
      cause: cause(trans, values),
      fixes: fixes(trans, values),
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
      evalue: 'Tensor on device meta is not on the expected device cpu!',
      torch: '2.13',
      origin: 'run',
      values: { given: 'meta', wanted: 'cpu' }
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
