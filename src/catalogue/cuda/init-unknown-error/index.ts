import type { IFix, ITranslate } from '../../../diagnosis/types';
import { define } from '../../define';
import { cudaErrorSigns } from '../shared/cuda-error';
import { gpuMessageOrLog, mayExplain } from '../../shared/ours';

/** c10/cuda/CUDAFunctions.cpp; Caffe2 began with “Found an unknown error”. */
const UNKNOWN = /(?:CUDA|Found an) unknown error(?: - this may be due|$)/;

/** The same file, for every error it has no better words for. */
const ANY = /Unexpected error from cudaGetDeviceCount\(\)/;

/** NVML, the driver's library for management; `nvidia-smi` says the same. */
const NVML =
  /Driver\/library version mismatch|detected an NVML\/RM version mismatch|NVRM: API mismatch|Failed to initialize NVML: Unknown Error/i;

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
      code: "import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '0'\nimport torch",
      action: { kind: 'environment', variables: { CUDA_VISIBLE_DEVICES: '0' } }
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

// Sources of the causes: driver_types.h (CUDA 13), reports.
export default define({
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
  beside: /Usual: power/,
  signs: [
    // Far more often after a fork: cuda/fork-reinit is the likelier one.
    ...cudaErrorSigns(
      { text: 'initialization error', name: 'cudaErrorInitializationError' },
      { confidence: 'possible' }
    ),
    { where: 'message', pattern: ANY, confidence: 'possible' },
    { where: 'log', pattern: ANY, when: mayExplain, confidence: 'possible' }
  ],
  kinds: {
    environment: {
      signs: [
        { where: 'message', pattern: UNKNOWN },
        {
          where: 'log',
          pattern: UNKNOWN,
          when: mayExplain,
          confidence: 'likely'
        },
        ...cudaErrorSigns({
          text: 'unknown error',
          name: 'cudaErrorUnknown',
          numbers: [30, 999]
        }),
        ...cudaErrorSigns(
          {
            text: 'OS call failed or operation not supported on this OS|named symbol not found',
            name: 'cudaErrorOperatingSystem',
            numbers: [63, 304, 500]
          },
          { confidence: 'likely' }
        )
      ],
      words: trans => ({
        title: trans.__('CUDA could not be started in this process'),
        cause: trans.__(
          'The driver refused to start and gave no clear reason. Often the machine slept or its driver was updated, or CUDA_VISIBLE_DEVICES was changed after CUDA had been asked for its GPUs.'
        ),
        fixes: commonFixes(trans)
      })
    },
    fabric: {
      signs: cudaErrorSigns({
        text: 'system not yet initialized',
        unmistakable: true,
        name: 'cudaErrorSystemNotReady',
        numbers: [802]
      }),
      words: trans => ({
        title: trans.__('The NVLink fabric manager is not running'),
        cause: trans.__(
          'On machines whose GPUs hang together by NVSwitch a system service must run before CUDA can start, and it does not, or not yet. No Python code can mend it.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'Start the fabric manager, of the driver’s own version'
            ),
            code: '$ sudo systemctl restart nvidia-fabricmanager && systemctl status nvidia-fabricmanager'
          },
          ...commonFixes(trans)
        ]
      })
    },
    forward: {
      signs: cudaErrorSigns({
        text: 'forward compatibility was attempted on non supported HW',
        unmistakable: true,
        name: 'cudaErrorCompatNotSupportedOnDevice',
        numbers: [804]
      }),
      words: trans => ({
        title: trans.__('A CUDA compatibility package hides the driver'),
        cause: trans.__(
          'The container brings CUDA’s forward compatibility libraries, which work on data-centre GPUs only. On other GPUs they must not be found before the real driver.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Remove the compatibility package from the image'),
            detail: trans.__(
              'Or take an image with an older CUDA, or update the driver of the host.'
            ),
            code: '$ sudo apt-get remove "cuda-compat-*"'
          },
          ...commonFixes(trans)
        ]
      })
    },
    mismatch: {
      signs: [
        ...cudaErrorSigns({
          text: 'system has unsupported display driver / cuda driver combination',
          unmistakable: true,
          name: 'cudaErrorSystemDriverMismatch',
          numbers: [803]
        }),
        { where: 'message', pattern: NVML },
        { where: 'log', pattern: NVML, when: mayExplain }
      ],
      words: trans => ({
        title: trans.__('The loaded driver and its libraries differ'),
        cause: trans.__(
          'The driver in the kernel and the libraries on disk are of different versions. Usually the driver was updated and the machine has not been restarted since.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Restart the machine'),
            detail: trans.__(
              'It loads the driver that is on disk. In a container: the libraries inside must be those of the host’s driver, start it anew.'
            )
          },
          ...commonFixes(trans)
        ]
      })
    },
    mps: {
      signs: cudaErrorSigns({
        text: 'MPS (?:client failed to connect|server is not ready|client has been terminated)',
        unmistakable: true,
        name: 'cudaErrorMps(?:ConnectionFailed|RpcFailure|ServerNotReady|ClientTerminated)'
      }),
      words: trans => ({
        title: trans.__('CUDA’s multi-process service does not answer'),
        cause: trans.__(
          'The process was told to reach the GPU through NVIDIA’s multi-process service (MPS), and its daemon or server is not running.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Start the MPS daemon, or do without it'),
            code: '$ nvidia-cuda-mps-control -d'
          },
          ...commonFixes(trans)
        ]
      })
    },
    stub: {
      signs: cudaErrorSigns({
        text: 'CUDA driver is a stub library',
        unmistakable: true,
        name: 'cudaErrorStubLibrary'
      }),
      words: trans => ({
        title: trans.__('A stub stands in for the NVIDIA driver'),
        cause: trans.__(
          'The library path leads to the toolkit’s empty libcuda, which is made for linking programs only. The real one comes with the driver.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Take the stubs folder out of LD_LIBRARY_PATH'),
            code: '$ echo "$LD_LIBRARY_PATH" | tr ":" "\\n" | grep stubs'
          },
          ...commonFixes(trans)
        ]
      })
    },
    lost: {
      // nvidia-smi, and the kernel's log: NVIDIA's Xid 79.
      signs: gpuMessageOrLog(
        /GPU is lost\. {1,2}Reboot the system|GPU has fallen off the bus|NVRM: Xid \(\S{1,40}\): 79\b/
      ),
      words: trans => ({
        title: trans.__('The GPU no longer answers its driver'),
        cause: trans.__(
          'The driver cannot reach the GPU on the bus any more, and no program can until the machine is restarted. Usual: power, heat, the slot or the card itself, or a fault of the driver.'
        ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what the driver logged, then restart'),
            detail: trans.__(
              'When it comes back under load: watch the power and the temperature with nvidia-smi -q -d POWER,TEMPERATURE.'
            ),
            code: '$ sudo dmesg | grep -i xid'
          }
        ]
      })
    }
  },
  common: trans => ({
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
  })
});
