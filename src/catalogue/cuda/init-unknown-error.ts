import type { IEntry, IFix, ITranslate, Values } from '../../diagnosis/types';

import { cudaErrorSigns } from './shared/cuda-error';
import { gpuSaid, mayExplain } from './shared/ours';
import { startCause, startFixes, startTitle } from './shared/start-failure';
import type { StartFailure } from './shared/start-failure';

const is = (kind: StartFailure) => (): Values => ({ kind });

/** NVML, the driver's library for management; `nvidia-smi` says the same. */
const NVML =
  /Driver\/library version mismatch|detected an NVML\/RM version mismatch|NVRM: API mismatch|Failed to initialize NVML: Unknown Error/i;

/** nvidia-smi, and the kernel's log: NVIDIA's Xid 79. */
const LOST =
  /GPU is lost\. {1,2}Reboot the system|GPU has fallen off the bus|NVRM: Xid \(\S{1,40}\): 79\b/;

/** The same file; Caffe2 began with “Found an unknown error”. */
const UNKNOWN = /(?:CUDA|Found an) unknown error(?: - this may be due|$)/;

/** c10/cuda/CUDAFunctions.cpp, for every error it has no better words for. */
const ANY = /Unexpected error from cudaGetDeviceCount\(\)/;

/** What is worth a try whatever kept CUDA from starting. */
function commonFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Restart the kernel; if that is not enough, the machine'),
      detail: trans.__(
        'It loads the driver afresh, also after an update or a suspend. Nothing in Python can do that.'
      )
    },
    {
      safety: 'diagnostic',
      title: trans.__('See whether the driver answers outside Python'),
      detail: trans.__(
        'If nvidia-smi fails too, the driver is at fault and not PyTorch.'
      ),
      code: '$ nvidia-smi; python -c "import torch; print(torch.cuda.is_available())"'
    },
    {
      safety: 'check',
      title: trans.__('Set CUDA_VISIBLE_DEVICES before importing torch'),
      detail: trans.__(
        'In the first cell of a fresh kernel. Later changes are not read, and can bring this error.'
      ),
      code: "import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '0'\nimport torch"
    },
    {
      safety: 'check',
      title: trans.__(
        'Linux, after suspend: load the driver’s memory module anew'
      ),
      detail: trans.__('Stop every process that uses the GPU first.'),
      code: '$ sudo rmmod nvidia_uvm && sudo modprobe nvidia_uvm'
    }
  ];
}

const entry: IEntry = {
  id: 'cuda/init-unknown-error',
  answers: [
    'CUDA unknown error - this may be due to an incorrectly set up environment, e.g. changing env variable CUDA_VISIBLE_DEVICES after program start',
    'Unexpected error from cudaGetDeviceCount()',
    'Error 802: system not yet initialized',
    'Error 804: forward compatibility was attempted on non supported HW',
    'Error 803: system has unsupported display driver / cuda driver combination',
    'Failed to initialize NVML: Driver/library version mismatch',
    'GPU is lost. Reboot the system to recover this GPU',
    'cuda runtime error (30) : unknown error',
    'CUDA error: initialization error'
  ],
  signs: [
    { where: 'message', pattern: UNKNOWN, read: is('environment') },
    {
      where: 'log',
      pattern: UNKNOWN,
      when: mayExplain,
      confidence: 'likely',
      read: is('environment')
    },
    ...cudaErrorSigns(
      { text: 'unknown error', name: 'cudaErrorUnknown', numbers: [30, 999] },
      { read: is('environment') }
    ),
    ...cudaErrorSigns(
      {
        text: 'system not yet initialized',
        unmistakable: true,
        name: 'cudaErrorSystemNotReady',
        numbers: [802]
      },
      { read: is('fabric') }
    ),
    ...cudaErrorSigns(
      {
        text: 'forward compatibility was attempted on non supported HW',
        unmistakable: true,
        name: 'cudaErrorCompatNotSupportedOnDevice',
        numbers: [804]
      },
      { read: is('forward') }
    ),
    ...cudaErrorSigns(
      {
        text: 'system has unsupported display driver / cuda driver combination',
        unmistakable: true,
        name: 'cudaErrorSystemDriverMismatch',
        numbers: [803]
      },
      { read: is('mismatch') }
    ),
    ...cudaErrorSigns(
      {
        text: 'MPS (?:client failed to connect|server is not ready|client has been terminated)',
        unmistakable: true,
        name: 'cudaErrorMps(?:ConnectionFailed|RpcFailure|ServerNotReady|ClientTerminated)'
      },
      { read: is('mps') }
    ),
    ...cudaErrorSigns(
      {
        text: 'CUDA driver is a stub library',
        unmistakable: true,
        name: 'cudaErrorStubLibrary'
      },
      { read: is('stub') }
    ),
    // Far more often after a fork: cuda/fork-reinit is the likelier one.
    ...cudaErrorSigns(
      { text: 'initialization error', name: 'cudaErrorInitializationError' },
      { confidence: 'possible' }
    ),
    ...cudaErrorSigns(
      {
        text: 'OS call failed or operation not supported on this OS|named symbol not found',
        name: 'cudaErrorOperatingSystem',
        numbers: [63, 304, 500]
      },
      { confidence: 'likely', read: is('environment') }
    ),
    { where: 'message', pattern: NVML, read: is('mismatch') },
    { where: 'log', pattern: NVML, when: mayExplain, read: is('mismatch') },
    ...gpuSaid(LOST, { read: is('lost') }),
    { where: 'message', pattern: ANY, confidence: 'possible' },
    { where: 'log', pattern: ANY, when: mayExplain, confidence: 'possible' }
  ],
  page(trans, { kind }) {
    return {
      title: startTitle(trans, kind),
      cause: startCause(trans, kind),
      fixes: [
        ...startFixes(trans, kind),
        ...(kind === 'lost' ? [] : commonFixes(trans))
      ],
      notThis: [
        trans.__(
          '“Initialization error” in a worker or a child process: CUDA cannot be used after a fork, that is another page.'
        ),
        trans.__(
          'The text gives a plain reason (no device, driver too old, out of memory): then that is the cause.'
        )
      ],
      links: [
        {
          title: trans.__(
            'NVIDIA: what the error numbers 802 to 807 and 999 mean'
          ),
          url: 'https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html'
        },
        {
          title: trans.__(
            'NVIDIA: forward compatibility and the GPUs it supports'
          ),
          url: 'https://docs.nvidia.com/deploy/cuda-compatibility/forward-compatibility.html'
        },
        {
          title: trans.__('NVIDIA: Fabric Manager'),
          url: 'https://docs.nvidia.com/datacenter/tesla/fabric-manager-user-guide/index.html'
        },
        {
          title: trans.__('PyTorch: CUDA_VISIBLE_DEVICES set too late'),
          url: 'https://github.com/pytorch/pytorch/issues/40618'
        }
      ]
    };
  },
  examples: [
    {
      kind: 'text',
      stderr:
        'Unable to determine the device handle for GPU 0000:1A:00.0: GPU is lost.  Reboot the system to recover this GPU\n',
      torch: '1.10',
      origin: 'reference',
      values: { kind: 'lost' }
    },
    {
      kind: 'text',
      stderr:
        'NVRM: API mismatch: the client has the version 470.57.02, but\nNVRM: this kernel module has the version 460.91.03.\n',
      torch: '1.10',
      origin: 'reference',
      values: { kind: 'mismatch' }
    },
    {
      ename: 'NVMLError_LibRmVersionMismatch',
      evalue: 'RM has detected an NVML/RM version mismatch.',
      torch: '2.4',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr:
        'E0101 10:00:00.000000  8217 common_gpu.cc:55] Found an unknown error - this may be due to an incorrectly set up environment, e.g. changing env variable CUDA_VISIBLE_DEVICES after program start. I will set the available devices to be zero.\n',
      torch: '1.5',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'CUDA unknown error - this may be due to an incorrectly set up environment, e.g. changing env variable CUDA_VISIBLE_DEVICES after program start. Setting the available devices to be zero.',
      torch: '2.13',
      origin: 'reference',
      values: { kind: 'environment' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'Unexpected error from cudaGetDeviceCount(). Did you run some cuda functions before calling NumCudaDevices() that might have already set an error? Error 802: system not yet initialized',
      torch: '1.8',
      origin: 'reference',
      values: { kind: 'fabric' }
    },
    {
      kind: 'text',
      stderr:
        'site-packages/torch/cuda/__init__.py:52: UserWarning: CUDA initialization: Unexpected error from cudaGetDeviceCount(). Did you run some cuda functions before calling NumCudaDevices() that might have already set an error? Error 804: forward compatibility was attempted on non supported HW (Triggered internally at  /pytorch/c10/cuda/CUDAFunctions.cpp:100.)\n  return torch._C._cuda_getDeviceCount() > 0\n',
      torch: '1.8',
      origin: 'reference',
      values: { kind: 'forward' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cuda runtime error (30) : unknown error at /pytorch/aten/src/THC/THCGeneral.cpp:51',
      torch: '1.0',
      origin: 'reference'
    },
    {
      kind: 'text',
      stderr: 'Failed to initialize NVML: Driver/library version mismatch\n',
      origin: 'reference',
      values: { kind: 'mismatch' }
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'Unexpected error from cudaGetDeviceCount(). Did you run some cuda functions before calling NumCudaDevices() that might have already set an error? Error 100: no CUDA-capable device is detected'
    },
    { ename: 'RuntimeError', evalue: 'CUDA error: initialization error' },
    {
      ename: 'OSError',
      evalue: '[Errno 5] unknown error while reading the file'
    }
  ]
};

export default entry;
