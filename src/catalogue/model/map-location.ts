import type { IEntry } from '../../diagnosis/types';
import { said } from '../said';
import { LINKS } from './shared/links';

const entry: IEntry = {
  id: 'model/map-location',
  answers: [
    'Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False.',
    'Attempting to deserialize object on CUDA device 3 but torch.cuda.device_count() is 1.',
    "AttributeError: module 'torch._C' has no attribute '_cuda_getDevice'",
    "don't know how to restore data location of torch.FloatStorage (tagged with gpu)"
  ],
  signs: [
    ...said(
      /Attempting to deserialize object on CUDA device (?<index>\d{1,4}) but torch\.cuda\.device_count\(\) is (?<count>\d{1,4})/
    ),
    ...said(
      /Attempting to deserialize object on (?:an? )?(?<device>\w{1,12}) device/
    ),
    ...said(
      /module ["']torch\._C["'] has no attribute ["']_cuda_getDevice["']/
    ),
    ...said(
      /don["']t know how to restore data location of \S{1,80} \(tagged with (?<tag>[\w:]{1,40})\)/
    ),
    ...said(/The (?<device>\w{1,12}) device module is not registered/),
    ...said(/Storage device not recognized: (?<device>\w{1,12})/)
  ],
  page(trans, { index, count, device, tag }) {
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
    }
  ],
  nearMisses: [
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
