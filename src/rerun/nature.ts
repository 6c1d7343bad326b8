import type { IFinding } from '../diagnosis/types';
import { lastException } from '../incident/incident';
import type { IIncident } from '../incident/types';

/** Texts of CUDA, its libraries and its relatives (ATen/cuda/Exceptions.h). */
const DEVICE =
  /\b(?:CUDA (?:driver )?error|cuda runtime error|cublas runtime error|CUBLAS_STATUS_|CUDNN_STATUS_|cuDNN error|cusolver error|HIP error|Triton Error \[|NCCL error)|Unable to find a valid cuDNN algorithm/;

/**
 * Errors that end the process's CUDA context: those after which NVIDIA's
 * `driver_types.h` says the process must be relaunched.
 */
const STICKY =
  /device-side assert triggered|an illegal memory access was encountered|the launch timed out and was terminated|hardware stack error|an illegal instruction was encountered|misaligned address|operation not supported on global\/shared address space|invalid program counter|unspecified launch failure|tensor memory not completely freed|the MPS client has been terminated|async error has occured in external entity|uncorrectable (?:ECC|NVLink) error/;

/** Found by a kernel that runs beside Python, so reported at a later call. */
const LIBRARY =
  /CUBLAS_STATUS_(?:EXECUTION_FAILED|INTERNAL_ERROR|MAPPING_ERROR|ALLOC_FAILED|NOT_INITIALIZED)|CUDNN_STATUS_(?:EXECUTION_FAILED|INTERNAL_ERROR|MAPPING_ERROR)/;

/** Whether an error comes from the device at all. */
export function isDeviceError(incident: IIncident): boolean {
  const { ename, evalue } = lastException(incident);
  return ename === 'AcceleratorError' || DEVICE.test(evalue);
}

/** What kind of failure a re-run starts from. */
export interface INature {
  /** It was reported later than it happened, or may have been. */
  readonly isLate: boolean;
  /** It took the process's CUDA context with it. */
  readonly isSticky: boolean;
}

/**
 * Tell a failure's nature from its text and its findings. The text alone is
 * enough: the error may be one that the catalogue does not know.
 */
export function natureOf(
  incident: IIncident,
  findings: readonly IFinding[]
): INature {
  const { evalue } = lastException(incident);
  const hasBroken =
    findings[0]?.entry.sticky === true ||
    (isDeviceError(incident) && STICKY.test(evalue));
  const isLate =
    incident.kind === 'kernel' ||
    findings[0]?.entry.late === true ||
    hasBroken ||
    LIBRARY.test(evalue);
  // A program's context ended with the program.
  return { isLate, isSticky: hasBroken && !incident.program };
}
