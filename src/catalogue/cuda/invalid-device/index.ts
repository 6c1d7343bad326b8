import type { Values } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { firstGpu } from '../../shared/edits/devices';

import { cudaErrorSigns } from '../shared/cuda-error';
import {
  countsGpus,
  readAskedDevice,
  readVisibleDevices
} from '../shared/visible';

const read = (groups: Values, reading: IReading): Values => ({
  ...readVisibleDevices(reading),
  ...readAskedDevice(reading),
  ...(groups.device === undefined ? {} : { device: groups.device })
});

export default define({
  id: 'cuda/invalid-device',
  answers: [
    'CUDA error: invalid device ordinal',
    'cuda runtime error (10) : invalid device ordinal',
    'AssertionError: Invalid device id',
    'device >= 0 && device < num_gpus INTERNAL ASSERT FAILED',
    'GPU device may be out of range, do you have enough GPUs?'
  ],
  values: ['device', 'visible', 'count', 'gpus'],
  known: ({ incident: { stack } }) =>
    stack?.isSeen
      ? {
          count: String(stack.gpus.length),
          gpus: stack.gpus.map(({ name }) => name).join(', ')
        }
      : {},
  signs: [
    ...cudaErrorSigns(
      {
        text: 'invalid device ordinal',
        name: '(?:cuda|hip)ErrorInvalidDevice',
        numbers: [10, 101]
      },
      { read }
    ),
    {
      where: 'message',
      pattern:
        /\bError 101: |GPU device may be out of range, do you have enough GPUs|^Device index must not be negative$/,
      read
    },
    // torch/cuda/__init__.py, get_device_properties and can_device_access_peer.
    {
      where: 'message',
      pattern: /^Invalid device id$/,
      ename: /^AssertionError$/,
      read
    },
    {
      where: 'message',
      pattern:
        /device >= 0 && device < num_gpus ?INTERNAL ASSERT FAILED|device_index >= 0 && device_index < num_gpus/,
      confidence: 'likely',
      read
    },
    {
      where: 'message',
      pattern: /Invalid CUDA '(?:--)?device[= ](?<device>\d{1,3})' requested/,
      when: countsGpus,
      read
    },
    {
      where: 'message',
      pattern:
        /You requested gpu: \[[\d, ]{1,60}\] But your machine only has: \[[\d, ]{0,60}\]/,
      read
    }
  ],
  words: (trans, { device, visible, count, gpus }) => ({
    title: device
      ? trans.__('There is no GPU number %1 here', device)
      : trans.__('There is no GPU with the number asked for'),
    cause:
      count && gpus
        ? trans._n(
            'This process sees %1 GPU (%2), which is number 0. Only those that CUDA_VISIBLE_DEVICES names are counted.',
            'This process sees %1 GPUs (%2), counted from 0. Only those that CUDA_VISIBLE_DEVICES names are counted.',
            Number(count),
            gpus
          )
        : visible
          ? trans.__(
              'The code sets CUDA_VISIBLE_DEVICES to “%1”: inside the process these GPUs are counted from 0 anew. A number beyond them does not exist, whatever nvidia-smi shows.',
              visible
            )
          : trans.__(
              'GPUs are counted from 0, and only those that CUDA_VISIBLE_DEVICES names are counted. The number asked for is not below their count.'
            ),
    fixes: [
      {
        safety: 'diagnostic',
        title: trans.__('Count the GPUs this process sees'),
        detail: trans.__('The valid numbers are 0 up to one less than this.'),
        code: "import os, torch\nprint(torch.cuda.device_count(), os.environ.get('CUDA_VISIBLE_DEVICES'))"
      },
      {
        safety: 'check',
        title: trans.__('Use a GPU that is there'),
        detail: trans.__(
          'With one visible GPU it is always number 0, also when nvidia-smi calls it 3.'
        ),
        code: "device = torch.device('cuda:0')",
        edit: firstGpu
      },
      {
        safety: 'check',
        title: trans.__('Code from a larger machine: shorten its list of GPUs'),
        code: 'device_ids = list(range(torch.cuda.device_count()))'
      },
      {
        safety: 'check',
        title: trans.__(
          'Started with torchrun: one process for each GPU, no more'
        ),
        code: '$ torchrun --nproc-per-node=gpu train.py'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        'A checkpoint saved on another GPU says “Attempting to deserialize object on CUDA device”: use map_location.'
      ),
      trans.__(
        'CUDA_VISIBLE_DEVICES was changed after CUDA had started: it has no effect then, restart the kernel.'
      )
    ],
    links: [
      {
        title: trans.__(
          'NVIDIA: CUDA_VISIBLE_DEVICES and how GPUs are numbered'
        ),
        url: 'https://docs.nvidia.com/cuda/cuda-programming-guide/05-appendices/environment-variables.html'
      },
      {
        title: trans.__('PyTorch: torch.cuda.set_device'),
        url: 'https://docs.pytorch.org/docs/stable/generated/torch.cuda.set_device.html'
      },
      {
        title: trans.__('PyTorch: torchrun'),
        url: 'https://docs.pytorch.org/docs/stable/elastic/run.html'
      }
    ]
  })
});
