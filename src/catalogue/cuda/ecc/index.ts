import { define } from '../../define';
import { cudaErrorSigns } from '../shared/cuda-error';

export default define({
  id: 'cuda/ecc',
  answers: [
    'CUDA error: uncorrectable ECC error encountered',
    'cuda runtime error (39) : uncorrectable ECC error encountered',
    'uncorrectable NVLink error detected during the execution',
    'Xid 48, double bit ECC error'
  ],
  sticky: true,
  late: true,
  signs: [
    ...cudaErrorSigns({
      text: 'uncorrectable ECC error(?: encountered)?',
      unmistakable: true,
      name: 'cudaErrorECCUncorrectable',
      numbers: [39, 214]
    }),
    ...cudaErrorSigns({
      text: 'uncorrectable NVLink error|Invalid access of peer GPU memory over nvlink or a hardware error',
      unmistakable: true,
      name: 'cudaError(?:NvlinkUncorrectable|Contained)',
      numbers: [220, 226]
    }),
    // The kernel's log: 48, 63, 64, 94, 95 are memory faults.
    {
      where: 'log',
      pattern: /NVRM: Xid \([^)]{1,40}\): (?:48|63|64|94|95),/,
      confidence: 'likely'
    }
  ],
  words: trans => ({
    title: trans.__('The GPU’s memory or link is faulty'),
    cause: trans.__(
      'The hardware noticed damaged data that it cannot put right, and stopped the program. It is not an error of the code: the same cell may pass on another GPU.'
    ),
    fixes: [
      {
        safety: 'safe',
        title: trans.__('Go on with another GPU, in a fresh kernel'),
        action: {
          kind: 'environment',
          variables: { CUDA_VISIBLE_DEVICES: '1' }
        },
        code: "import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '1'  # before importing torch"
      },
      {
        safety: 'diagnostic',
        title: trans.__('Read the GPU’s error counters'),
        detail: trans.__(
          'Uncorrectable errors, pending page retirements or row remappings mean a fault.'
        ),
        code: '$ nvidia-smi -q -d ECC,PAGE_RETIREMENT,ROW_REMAPPER; sudo dmesg | grep -i xid'
      },
      {
        safety: 'check',
        title: trans.__('Tell whoever runs the machine: the GPU needs a reset'),
        detail: trans.__(
          'A reset or a restart lets the driver set the bad memory aside. If it comes again, the card must be replaced.'
        )
      },
      {
        safety: 'check',
        title: trans.__(
          'Do not trust results or checkpoints written just before'
        ),
        detail: trans.__(
          'Go back to the last checkpoint that loads and evaluates well.'
        )
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__(
        '“Illegal memory access” is nearly always an index or a kernel’s error, not the hardware.'
      )
    ],
    links: [
      {
        title: trans.__('NVIDIA: Xid errors and what they ask for'),
        url: 'https://docs.nvidia.com/deploy/xid-errors/index.html'
      },
      {
        title: trans.__('NVIDIA: how GPUs deal with memory errors'),
        url: 'https://docs.nvidia.com/deploy/a100-gpu-mem-error-mgmt/index.html'
      }
    ]
  })
});
