import type { IEntry } from '../../diagnosis/types';
import {
  computeSanitizer,
  LINKS,
  rerunBlocking,
  restartKernel
} from './shared/advice';
import { cudaErrorSigns } from './shared/cuda-error';

/**
 * cudaErrorLaunchFailure: 719, and 4 up to CUDA 10.0. The number 4 now means
 * another error, so that it is not a sign.
 */
const entry: IEntry = {
  id: 'cuda/launch-failure',
  answers: [
    'CUDA error: unspecified launch failure',
    'cuda runtime error (4) : unspecified launch failure',
    'cuda runtime error (719) : unspecified launch failure',
    'Returning 719 (CUDA_ERROR_LAUNCH_FAILED) from cuCtxSynchronize_v2',
    "Search for `cudaErrorLaunchFailure' in the CUDA documentation"
  ],
  sticky: true,
  late: true,
  signs: cudaErrorSigns({
    text: 'unspecified launch failure',
    unmistakable: true,
    name: '(?:(?:cuda|hip)ErrorLaunchFailure|CUDA_ERROR_LAUNCH_FAILED)',
    numbers: [719]
  }),
  page(trans) {
    return {
      title: trans.__('A GPU kernel crashed, CUDA does not say why'),
      cause: trans.__(
        'It is the GPU’s segmentation fault: a kernel used an invalid pointer or shared memory, or the GPU itself failed. CUDA reports it late, so the line shown is usually a later one.'
      ),
      fixes: [
        rerunBlocking(trans),
        computeSanitizer(trans),
        {
          safety: 'diagnostic',
          title: trans.__('Look for hardware messages of the driver'),
          detail: trans.__(
            'Failures at random places, in code that worked, point to heat, power, overclocking or the driver.'
          ),
          code: '$ sudo dmesg | grep -i xid'
        },
        {
          safety: 'check',
          title: trans.__('Extensions: rebuild them for this torch and GPU')
        },
        {
          safety: 'diagnostic',
          title: trans.__('Run without torch.compile and without cuDNN'),
          code: 'torch.backends.cudnn.enabled = False\nmodel = getattr(model, "_orig_mod", model)'
        },
        restartKernel(trans)
      ],
      notThis: [
        trans.__(
          'A line “Assertion … failed” in the output names the real condition: then that is the cause.'
        ),
        trans.__(
          'If an earlier cell failed with a CUDA error, that one is the cause and this is its echo.'
        )
      ],
      links: [
        LINKS.errors(trans),
        LINKS.sanitizer(trans),
        LINKS.xid(trans),
        LINKS.asynchronous(trans)
      ]
    };
  },
  examples: [
    {
      ename: 'AcceleratorError',
      evalue:
        "CUDA error: unspecified launch failure\nSearch for `cudaErrorLaunchFailure' in https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html for more information.\nCUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1\nThe CUDA driver logged these messages, which may provide useful details:\nReturning 719 (CUDA_ERROR_LAUNCH_FAILED) from cuCtxSynchronize_v2\n",
      torch: '2.14',
      origin: 'reference'
    },
    {
      ename: 'RuntimeError',
      evalue:
        'cuda runtime error (4) : unspecified launch failure at /pytorch/aten/src/THC/generic/THCTensorCopy.cpp:20',
      torch: '1.0',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      kind: 'text',
      stderr: '[TRT] Error Code 1: Cuda Runtime (unspecified launch failure)'
    },
    {
      kind: 'text',
      stderr:
        "CUDA error in func 'ethash_cuda_miner::search' at line 365 : unspecified launch failure."
    },
    {
      ename: 'AcceleratorError',
      evalue: 'CUDA error: too many resources requested for launch'
    },
    {
      ename: 'InternalError',
      evalue: 'Blas GEMM launch failed : a.shape=(64, 784), b.shape=(784, 10)'
    }
  ]
};

export default entry;
