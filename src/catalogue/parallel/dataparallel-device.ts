import type { IEntry, IReading, Values } from '../../diagnosis/types';

import { textFrom } from '../dataloader/shared/text-from';
import { ofKind, said } from '../said';
import { failedAt } from '../shown';
import { ddpPage } from './shared/ddp-device-page';
import { LINKS } from './shared/links';

function inReplica(reading: IReading): boolean {
  return (
    reading.mentions('DataParallel') ||
    reading.mentions('in replica ') ||
    reading.mentions('parallel_apply')
  );
}

function readDevices(_: Values, reading: IReading): Values {
  const text = textFrom(reading, 'module must have its parameters');
  return {
    wanted: /on device (\S+)/.exec(text)?.[1],
    found: /on device: ?(\S+)/.exec(text)?.[1]
  };
}

/** DistributedDataParallel's check of its module, in the words of each era. */
const DDP =
  /device_ids and output_device arguments only work with single-device.{0,240}?module parameters? \{(?:device\(type=)?'(?<device>\w+)'(?:, index=\d+)?\)?(?<others>, )?|DistributedDataParallel's input module must be on the same type of devices|module must have its parameters.{0,40}on the same type of devices/;

const GATHERS = /assert all\(map\(lambda i: i\.is_cuda, inputs\)\)/;

const GATHERED = ofKind('gathered');

const entry: IEntry = {
  id: 'parallel/dataparallel-device',
  answers: [
    'module must have its parameters and buffers on device cuda:0 (device_ids[0]) but found one of them on device: cpu',
    'all tensors must be on devices[0]',
    'Broadcast function not implemented for CPU tensors',
    'arguments are located on different GPUs',
    'data not on the same GPU under DataParallel'
  ],
  refines: ['parallel/replica-exception', 'tensor/device-mismatch'],
  signs: [
    ...said(DDP, {
      read: ({ device, others }) => ({
        kind: 'ddp',
        found: device,
        others: others && 'yes'
      })
    }),
    ...said(
      /to have the same device as tensor for argument #\d|tensors? (?:are|is) on (?:a )?different GPUs/,
      { when: inReplica, confidence: 'likely' }
    ),
    ...said(/module must have its parameters(?: and buffers)? on device/, {
      read: readDevices
    }),
    ...said(
      /all tensors must be on devices\[0\]|Broadcast function not implemented for CPU tensors|arguments are located on different GPUs/
    ),
    // A tensor that forward() makes on a fixed GPU, in the replica of another.
    {
      where: 'message',
      pattern:
        /at least two devices, (?<wanted>cuda:\d+) and (?<found>cuda:\d+)|tensors are (?:located )?on different GPUs/,
      when: inReplica,
      confidence: 'likely'
    },
    // torch/nn/parallel/_functions.py, Gather: what a replica returned.
    {
      where: 'message',
      ename: /^AssertionError$/,
      pattern: /^/,
      when: reading => failedAt(GATHERS, reading),
      ...GATHERED
    },
    { where: 'log', pattern: GATHERS, confidence: 'likely', ...GATHERED },
    ...said(/Gather function not implemented for CPU tensors/, GATHERED),
    ...said(/not on the same GPU (?:under|with|in) (?:nn\.)?DataParallel/, {
      confidence: 'likely'
    })
  ],
  page(trans, values) {
    const { kind, wanted, found } = values;
    if (kind === 'ddp') {
      return ddpPage(trans, values);
    }
    const gathered = kind === 'gathered';
    return {
      title: gathered
        ? trans.__('forward() returned a tensor on the CPU')
        : wanted === undefined || found === undefined
          ? trans.__('DataParallel found the model on the wrong GPU')
          : trans.__('DataParallel wants %1, found %2', wanted, found),
      cause: gathered
        ? trans.__(
            'DataParallel gathers what each copy of the model returned on the first GPU, and can do so only with tensors on GPUs. One came from .cpu() or was made without a device.'
          )
        : trans.__(
            'DataParallel copies the model from the first of its device_ids to the others, so all parameters and the input must be on that first GPU before the call. A tensor that forward() makes must follow the device of its input.'
          ),
      fixes: [
        gathered
          ? {
              safety: 'safe',
              title: trans.__('Return it on the input’s device'),
              detail: trans.__(
                'Move results to the CPU after the call, not in forward().'
              ),
              code: 'return loss.to(x.device)'
            }
          : {
              safety: 'safe',
              title: trans.__('Put the model and the input on the first GPU'),
              code: "device = torch.device('cuda:0')\nmodel = nn.DataParallel(model, device_ids=[0, 1]).to(device)\noutput = model(x.to(device))"
            },
        {
          safety: 'check',
          title: trans.__('Other GPUs: let device_ids start with the model’s'),
          detail: trans.__(
            'Or choose the GPUs with CUDA_VISIBLE_DEVICES before Python starts; they are then 0, 1, …'
          ),
          code: 'model = nn.DataParallel(model.to("cuda:2"), device_ids=[2, 3])'
        },
        {
          safety: 'check',
          title: trans.__('In forward(), make tensors on the input’s device'),
          detail: trans.__(
            'No .cuda() and no fixed device there; register constants with register_buffer.'
          ),
          code: 'mask = torch.zeros(x.shape[1], device=x.device)'
        },
        {
          safety: 'check',
          title: trans.__('Better: one process per GPU'),
          detail: trans.__(
            'PyTorch recommends DistributedDataParallel, on one machine too.'
          ),
          code: '$ torchrun --nproc_per_node=2 train.py'
        }
      ],
      notThis: [
        trans.__(
          'There is no DataParallel in the program: then a tensor was left on another device.'
        )
      ],
      links: [
        {
          title: trans.__('PyTorch: DataParallel, where the module must be'),
          url: LINKS.dataParallel
        },
        {
          title: trans.__('PyTorch: DistributedDataParallel'),
          url: LINKS.ddp
        }
      ]
    };
  },
  examples: [
    {
      ename: 'AssertionError',
      evalue: 'Gather function not implemented for CPU tensors',
      torch: '1.9',
      origin: 'reference'
    },
    {
      ename: 'AssertionError',
      evalue: '',
      traceback:
        '  File "/env/lib/python3.6/site-packages/torch/nn/parallel/_functions.py", line 54, in forward\n    assert all(map(lambda i: i.is_cuda, inputs))\nAssertionError',
      torch: '1.4',
      origin: 'reference'
    },
    {
      ename: 'ValueError',
      evalue:
        "DistributedDataParallel device_ids and output_device arguments only work with single-device/multiple-device GPU modules, but got device_ids [0], output_device 0, and module parameter {device(type='cuda', index=0), device(type='cuda', index=1)}.",
      torch: '1.12',
      origin: 'reference',
      values: { kind: 'ddp', found: 'cuda', others: 'yes' }
    },
    {
      ename: 'ValueError',
      evalue:
        "DistributedDataParallel device_ids and output_device arguments only work with single-device/multiple-device GPU modules or CPU modules, but got device_ids [0], output_device 0, and module parameters {device(type='cpu')}.",
      torch: '2.13',
      origin: 'reference',
      values: { kind: 'ddp', found: 'cpu' }
    },
    {
      ename: 'AssertionError',
      evalue:
        "DistributedDataParallel device_ids and output_device arguments only work with single-device GPU modules, but got device_ids [1], output_device 1, and module parameters {device(type='cuda', index=0), device(type='cuda', index=1)}.",
      torch: '1.6',
      origin: 'reference',
      values: { kind: 'ddp', found: 'cuda', others: 'yes' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'Caught RuntimeError in replica 1 on device 1.',
      stderr:
        "RuntimeError: Expected tensor for argument #1 'input' to have the same device as tensor for argument #2 'weight'; but device 1 does not equal 0 (while checking arguments for cudnn_convolution)\n",
      torch: '1.4',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'module must have its parameters and buffers on device cuda:0 (device_ids[0]) but found one of them on device: cpu',
      torch: '2.13',
      origin: 'reference',
      values: { wanted: 'cuda:0', found: 'cpu' }
    },
    {
      ename: 'RuntimeError',
      evalue: 'Broadcast function not implemented for CPU tensors',
      torch: '1.0',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'arguments are located on different GPUs at /pytorch/aten/src/THC/generic/THCTensorIndex.cu:519',
      torch: '1.0',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        "Expected tensor for argument #1 'input' to have the same device as tensor for argument #2 'weight'; but device 1 does not equal 0 (while checking arguments for cudnn_convolution)"
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!'
    },
    {
      ename: 'AttributeError',
      evalue: "'DataParallel' object has no attribute 'fc'"
    }
  ]
};

export default entry;
