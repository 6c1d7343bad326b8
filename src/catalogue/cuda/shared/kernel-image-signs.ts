import type { IReading, ISign, Values } from '../../../diagnosis/types';
import { said } from '../../said';
import { onlyWarned } from '../../version/shared/remark';
import { readCapability } from './capability';
import { cudaErrorSigns } from './cuda-error';
import { mayExplain } from './ours';

/** ROCm's words; `HIP` alone also stands in the name of torch's headers. */
const AMD = /\bHIP error|\bhipError|AMD_SERIALIZE_KERNEL|rocBLAS error/;

const read = (_: Values, reading: IReading): Values => ({
  ...readCapability(reading),
  maker: AMD.test(
    [reading.log, ...reading.exceptions.map(one => one.message)].join(' ')
  )
    ? 'amd'
    : undefined
});

/** Warnings of torch/cuda/__init__.py since 0.2, and of xFormers' kernels. */
const WARNED =
  /is not compatible with the current PyTorch installation|current PyTorch install supports CUDA capabilities|PyTorch no longer supports this GPU because it is too old|which requires CUDA_VERSION >= \d{4,6} (?:for optimal|to work)|does not include kernels for this GPU|No published PyTorch CUDA builds for release|is for sm\d{2,3}(?:-sm\d{2,3})?, but was built for sm\d{2,3}/;

/** What may come of a GPU that this torch has no code for. */
const OF_THE_GPU =
  /CUDA error|cudnn|cublas|nvrtc|kernel (?:image|launch)|\bGPUs?\b|\bsm_\d|find an engine/i;

/** The warning is no news where the error is about something else. */
function explains(reading: IReading): boolean {
  return (
    mayExplain(reading) &&
    reading.exceptions.some(({ message }) => OF_THE_GPU.test(message))
  );
}

/** ROCm's runtime, as it aborts the process (pytorch issues 53738, 73534). */
const NO_HIP_BINARY =
  /hipErrorNoBinaryForGpu: (?:Unable to find code object|Cou\w{1,3}n["']t find binary)/;

/** rocBLAS has its kernels in a file for each GPU, and aborts without one. */
const NO_TENSILE =
  /rocBLAS error: (?:C(?:annot read|ould not load) .{1,300}TensileLibrary|Could not initialize Tensile)/;

/** A call that ROCm's own log (AMD_LOG_LEVEL) shows failing. */
const HIP_LOG =
  /Returned hipError(?:InvalidDeviceFunction|NoBinaryForGpu|InvalidKernelFile)\b/;

/** Triton's LLVM or ptxas, older than the GPU; the kernel fails to compile. */
const UNKNOWN_PROCESSOR =
  /'sm_\d{2,3}[a-z]?' is not (?:a recognized processor for this target|defined for option 'gpu-name')/;

/**
 * What cuDNN's RNNs answer on a GPU newer than the CUDA that torch 0.4 and 1.0
 * were built with (pytorch issue 14260: Tesla T4, CUDA 9).
 */
const FALSE_SUCCESS = /cuDNN error: CUDNN_STATUS_SUCCESS\b/i;

/** The signs of `cuda/no-kernel-image`. */
export const KERNEL_IMAGE_SIGNS: readonly ISign[] = [
  ...cudaErrorSigns(
    {
      text: 'no kernel image is avail(?:able for (?:execution )?on (?:(?:the|this) )?device|[able]{0,4}(?! ?\\w))',
      unmistakable: true,
      name: 'cudaErrorNoKernelImageForDevice',
      numbers: [48, 209]
    },
    { read }
  ),
  ...cudaErrorSigns(
    {
      text: 'invalid device function',
      name: 'cudaErrorInvalidDeviceFunction',
      numbers: [98]
    },
    { read }
  ),
  ...cudaErrorSigns(
    {
      text: 'device kernel image is invalid',
      unmistakable: true,
      name: 'cudaErrorInvalidKernelImage',
      numbers: [200]
    },
    { read, confidence: 'likely' }
  ),
  { where: 'log', pattern: NO_HIP_BINARY, fatal: true, read },
  { where: 'log', pattern: NO_TENSILE, fatal: true, read },
  { where: 'log', pattern: HIP_LOG, confidence: 'likely', read },
  { where: 'message', pattern: WARNED, read },
  { where: 'log', pattern: WARNED, when: onlyWarned, read },
  {
    where: 'log',
    pattern: WARNED,
    when: explains,
    confidence: 'likely',
    read
  },
  ...said(UNKNOWN_PROCESSOR, { when: mayExplain, confidence: 'likely' }),
  ...said(FALSE_SUCCESS, { when: mayExplain, confidence: 'likely' })
];
