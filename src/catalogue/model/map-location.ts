import type { IEntry, IPage, ITranslate } from '../../diagnosis/types';
import { said } from '../said';
import { failedAt } from '../shown';
import { LINKS } from './shared/links';
import { inLoad, movesElsewhere } from './shared/loading';

/** The page where `map_location` is of a type that torch.load() cannot take. */
function refused(trans: ITranslate, argument: string): IPage {
  return {
    title: trans.__('map_location is of type %1', argument.slice(0, 30)),
    cause: trans.__(
      'torch.load() takes the name of a device, a torch.device, a dictionary or a function. Anything else it calls like a function, and %1 is none.',
      argument
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Load to the CPU, then move the model'),
        code: "state = torch.load(path, map_location='cpu')"
      },
      {
        safety: 'check',
        title: trans.__('A GPU by its number: write its name'),
        code: "state = torch.load(path, map_location=f'cuda:{index}')"
      }
    ],
    notThis: [
      trans.__(
        'The line that fails is not in torch/serialization.py: then something else was called.'
      )
    ],
    links: [LINKS.load(trans)]
  };
}

const entry: IEntry = {
  id: 'model/map-location',
  answers: [
    'Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False.',
    'Attempting to deserialize object on CUDA device 3 but torch.cuda.device_count() is 1.',
    "AttributeError: module 'torch._C' has no attribute '_cuda_getDevice'",
    "don't know how to restore data location of torch.FloatStorage (tagged with gpu)",
    "torch.load(path, map_location=0): 'int' object is not callable"
  ],
  signs: [
    ...said(
      /deserialize object on CUDA device (?<index>\d{1,4})(?: but torch\.cuda\.device_count\(\) ?is (?<count>\d{1,4}))?/
    ),
    ...said(
      /(?:Attempting to ?|^)deserialize object on (?:an? )?(?<device>\w+) device/
    ),
    // Its first sentence was cut off.
    ...said(
      /use torch\.load with map_location=torch\.device\('cpu'\) to map your storages/
    ),
    // Python 2 does not name the module.
    ...said(
      /(?:module ["']torch\._C["']|["']module["'] object) has no attribute ["']_cuda_getDevice["']/,
      { when: reading => !movesElsewhere(reading) }
    ),
    // The message is cut, the line that failed says what was missing.
    {
      where: 'message',
      pattern: /^(?:module\b.{0,30})?$/,
      ename: /^AttributeError$/,
      when: reading =>
        inLoad(reading) && failedAt(/\._C\._cuda_getDevice\(/, reading),
      confidence: 'likely'
    },
    {
      where: 'message',
      pattern: /^["'](?<argument>\w{1,40})["'] object is not callable$/,
      ename: /^TypeError$/,
      when: reading => failedAt(/\bmap_location\(storage, location\)/, reading)
    },
    ...said(
      /don["']t know how to restore data location of \S+ \(tagged with (?<tag>[\w:]+)\)/
    ),
    ...said(/The (?<device>\w+) device module is not registered/),
    ...said(/Storage device not recognized: (?<device>\w+)/)
  ],
  page(trans, { index, count, device, tag, argument }) {
    if (argument) {
      return refused(trans, argument);
    }
    const where = index === undefined ? (tag ?? device) : `cuda:${index}`;
    return {
      title: trans.__('The checkpoint was saved on a device missing here'),
      cause:
        index && count
          ? trans.__(
              'The tensors were saved on cuda:%1, and here are %2 GPUs, counted from 0. torch.load() puts them back where they were unless told otherwise.',
              index,
              count
            )
          : trans.__(
              'The tensors were saved on %1, which is not available here. torch.load() puts them back where they were unless told otherwise.',
              where ?? 'GPU'
            ),
      fixes: [
        {
          safety: 'safe',
          title: trans.__('Load to the CPU, then move the model'),
          code: "state = torch.load(path, map_location='cpu')"
        },
        {
          safety: 'safe',
          title: trans.__('Or to the device at hand'),
          code: "device = 'cuda' if torch.cuda.is_available() else 'cpu'\nstate = torch.load(path, map_location=device)"
        },
        {
          safety: 'diagnostic',
          title: trans.__('A GPU should be there: see whether torch finds it'),
          code: 'print(torch.__version__, torch.version.cuda, torch.cuda.is_available(), torch.cuda.device_count())'
        }
      ],
      notThis: [
        trans.__(
          'If torch.cuda.is_available() is wrongly False, the installed torch or the driver is the cause, and map_location only goes round it.'
        )
      ],
      links: [LINKS.load(trans), LINKS.saving(trans)]
    };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        "use torch.load with map_location=torch.device('cpu') to map your storages to the CPU.",
      torch: '1.13',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are running on a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your storages to the CPU.",
      torch: '2.13',
      origin: 'run',
      values: { device: 'CUDA' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Attempting to deserialize object on CUDA device 3 but torch.cuda.device_count() is 1. Please use torch.load with map_location to map your storages to an existing device.',
      torch: '2.4',
      origin: 'reference',
      values: { index: '3', count: '1' }
    },
    {
      ename: 'AttributeError',
      evalue: "module 'torch._C' has no attribute '_cuda_getDevice'",
      torch: '0.3',
      origin: 'reference'
    },
    {
      ename: 'AttributeError',
      evalue: "'module' object has no attribute '_cuda_getDevice'",
      source: "state = torch.load('net.pth')",
      torch: '0.3',
      origin: 'reference'
    },
    {
      ename: 'AttributeError',
      evalue: '',
      traceback:
        'Traceback (most recent call last):\n  File "run.py", line 9, in <module>\n    net = torch.load(path)\n  File "/usr/lib/python3.6/site-packages/torch/serialization.py", line 303, in load\n    return _load(f, map_location, pickle_module)\n  File "/usr/lib/python3.6/site-packages/torch/cuda/__init__.py", line 225, in __enter__\n    self.prev_idx = torch._C._cuda_getDevice()\nAttributeError: module',
      torch: '0.4',
      origin: 'reference'
    },
    {
      ename: 'TypeError',
      evalue: "'int' object is not callable",
      traceback:
        'Traceback (most recent call last):\n  File "run.py", line 9, in <module>\n    state = torch.load(path, map_location=0)\n  File "/usr/lib/python3.11/site-packages/torch/serialization.py", line 2147, in load_tensor\n    wrap_storage = restore_location(storage, location)\n  File "/usr/lib/python3.11/site-packages/torch/serialization.py", line 1956, in restore_location\n    result = map_location(storage, location)\n             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\nTypeError: \'int\' object is not callable',
      torch: '2.13',
      origin: 'run',
      values: { argument: 'int' }
    }
  ],
  nearMisses: [
    { ename: 'TypeError', evalue: "'int' object is not callable" },
    {
      ename: 'AttributeError',
      evalue: "'module' object has no attribute '_cuda_getDevice'",
      traceback:
        'Traceback (most recent call last):\n  File "run.py", line 4, in <module>\n    net.cuda(0)\n  File "/usr/lib/python2.7/site-packages/torch/cuda/__init__.py", line 207, in __enter__\n    self.prev_idx = torch._C._cuda_getDevice()\nAttributeError: \'module\' object has no attribute \'_cuda_getDevice\''
    },
    {
      ename: 'AttributeError',
      evalue: "module 'torch._C' has no attribute '_cuda_setDevice'"
    },
    { ename: 'AssertionError', evalue: 'Torch not compiled with CUDA enabled' }
  ],
  reproduction: {
    raises: [
      'import io',
      'import torch',
      'import torch.serialization as serialization',
      'tag, file = serialization.location_tag, io.BytesIO()',
      "serialization.location_tag = lambda storage: 'cuda:7'  # as if saved on GPU 7",
      'torch.save(torch.ones(2), file)',
      'serialization.location_tag = tag',
      'file.seek(0)',
      'state = torch.load(file)'
    ].join('\n'),
    fixed: [
      'import io',
      'import torch',
      'import torch.serialization as serialization',
      'tag, file = serialization.location_tag, io.BytesIO()',
      "serialization.location_tag = lambda storage: 'cuda:7'  # as if saved on GPU 7",
      'torch.save(torch.ones(2), file)',
      'serialization.location_tag = tag',
      'file.seek(0)',
      "state = torch.load(file, map_location='cpu')"
    ].join('\n')
  }
};

export default entry;
