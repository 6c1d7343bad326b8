/**
 * What PyTorch's and CUDA's words say of a failure beyond its cause: whether it
 * was reported late, whether the CUDA context is lost, which facts of the
 * machine belong to it. The rooms that show and re-run failures ask here and
 * know no such word themselves.
 */
import { lastException } from '../incident/incident';
import type { IIncident } from '../incident/types';
import type { IFinding } from './types';

/** Texts of CUDA, its libraries and its relatives (ATen/cuda/Exceptions.h). */
const DEVICE =
  /\b(?:CUDA (?:driver )?error|cuda runtime error|cublas runtime error|CUBLAS_STATUS_|CUDNN_STATUS_|cuDNN error|cusolver error|HIP error|Triton Error \[|NCCL error)|Unable to find a valid cuDNN algorithm/;

/**
 * Errors that end the process's CUDA context: those after which NVIDIA's
 * `driver_types.h` (CUDA 11.8, 12.9 and 13.5) says that the process must be
 * relaunched, and memory that can no longer be trusted.
 */
const CONTEXT_LOST =
  /device-side assert triggered|an illegal memory access was encountered|the launch timed out and was terminated|hardware stack error|an illegal instruction was encountered|misaligned address|operation not supported on global\/shared address space|invalid program counter|unspecified launch failure|tensor memory not completely freed|the MPS client has been terminated|async error has occured in external entity|uncorrectable (?:ECC|NVLink) error|Invalid access of peer GPU memory/;

/** Found by a kernel that runs beside Python, so reported at a later call. */
const LIBRARY =
  /CUBLAS_STATUS_(?:EXECUTION_FAILED|INTERNAL_ERROR|MAPPING_ERROR|ALLOC_FAILED|NOT_INITIALIZED)|CUDNN_STATUS_(?:EXECUTION_FAILED|INTERNAL_ERROR|MAPPING_ERROR)/;

/** Some causes have a form that CUDA reports and one that Python raises. */
const FROM_GPU = /\b(?:CUDA|HIP|CUBLAS|CUDNN|device-side assert)/i;

/** Words of failures that the limits of the machine may explain. */
const ABOUT_WORKERS =
  /DataLoader|utils[\\/]data[\\/]|ancdata|Too many open files|shared memory|\/torch_\d|paging file/;

/** Entries that need the kernel's own word to say more than the traceback. */
const LIVE_FAMILY = /^python\//;

/** Words of torch's allocators where a device has no memory left. */
const OUT_OF_MEMORY =
  /out of memory|DefaultCPUAllocator: (?:can["']?t allocate|not enough) memory/;

/** Entries of which the variables that hold the memory are a part. */
const MEMORY_ENTRIES = /^(?:cuda\/out-of-memory|tensor\/cpu-out-of-memory)$/;

/** Entries whose causes the facts of the DataLoader's workers explain. */
const WORKER_FAMILY = /^dataloader\//;

/** A limit of the machine was reached, to which everything before it added. */
const EXHAUSTED =
  /out of memory|ALLOC_FAILED|[Cc]annot allocate memory|can't allocate memory|Too many open files|No space left on device|unable to (?:mmap|open shared memory)/;

/** When and where a failure's report can be trusted. */
export interface IFailureTraits {
  /** It was reported later than it happened, or may have been. */
  readonly isLate: boolean;
  /** It took the process's CUDA context with it. */
  readonly isSticky: boolean;
  /** What ran before may have its share in it, whatever the failed cell uses. */
  readonly isExhausted: boolean;
}

/** Whether an error comes from the device at all. */
export function isDeviceError(incident: IIncident): boolean {
  const { ename, evalue } = lastException(incident);
  return ename === 'AcceleratorError' || DEVICE.test(evalue);
}

/** Whether the operand checks raised it, in place of the call that would fail. */
export function isOperandError(incident: IIncident): boolean {
  return lastException(incident).ename === 'OperandError';
}

/** What torch raises where it refuses a value or a shape itself. */
const REFUSAL = /^(?:IndexError|RuntimeError|ValueError)$/;

/** Whether an error may be the one that the operand checks raise earlier. */
export function mayHideOperand(incident: IIncident): boolean {
  return (
    incident.kind === 'kernel' ||
    isDeviceError(incident) ||
    REFUSAL.test(lastException(incident).ename)
  );
}

function hasLostContext(
  incident: IIncident,
  findings: readonly IFinding[]
): boolean {
  return (
    findings[0]?.entry.sticky === true ||
    (isDeviceError(incident) &&
      CONTEXT_LOST.test(lastException(incident).evalue))
  );
}

/**
 * Read a failure's traits from its text and its findings. The text alone is
 * enough: the catalogue may not know the error.
 */
export function failureTraits(
  incident: IIncident,
  findings: readonly IFinding[]
): IFailureTraits {
  const isLost = hasLostContext(incident, findings);
  const isLate =
    incident.kind === 'kernel' ||
    findings[0]?.entry.late === true ||
    isLost ||
    LIBRARY.test(lastException(incident).evalue);
  // A program's context ended with the program.
  const { ename, evalue } = lastException(incident);
  const isExhausted =
    /^(?:MemoryError|OutOfMemoryError)$/.test(ename) || EXHAUSTED.test(evalue);
  return { isLate, isSticky: isLost && !incident.program, isExhausted };
}

/**
 * Whether every later call into CUDA fails alike until the process ends, since
 * this failure came from the device and lost the context.
 */
export function isFollowedByEchoes(
  incident: IIncident,
  findings: readonly IFinding[]
): boolean {
  return FROM_GPU.test(incident.evalue) && hasLostContext(incident, findings);
}

/** Whether facts of the machine and of its DataLoader workers may explain it. */
export function isAboutWorkers({
  ename,
  evalue,
  traceback,
  stdout,
  stderr,
  program
}: IIncident): boolean {
  // What a cell prints itself is about anything; a program's words are here.
  const printed = program ? `${stdout}\n${stderr}` : stderr;
  return [ename, evalue, traceback, printed].some(text =>
    ABOUT_WORKERS.test(text)
  );
}

/** Whether a card shows the facts of the workers with this finding. */
export function showsWorkerFacts({ id }: IFinding): boolean {
  return WORKER_FAMILY.test(id);
}

/** Whether memory ran out in the kernel itself, which can tell who holds it. */
export function isOutOfMemory(incident: IIncident): boolean {
  return (
    incident.kind === 'cell' &&
    !incident.program &&
    OUT_OF_MEMORY.test(lastException(incident).evalue)
  );
}

/** The kind of device whose memory ran out, as torch calls it. */
export function fullDevice(incident: IIncident): string {
  const { evalue } = lastException(incident);
  return evalue.includes('DefaultCPUAllocator')
    ? 'cpu'
    : /\bMPS backend\b/.test(evalue)
      ? 'mps'
      : 'cuda';
}

/** Whether a card shows with this finding who holds the memory. */
export function showsMemory({ id }: IFinding): boolean {
  return MEMORY_ENTRIES.test(id);
}

/**
 * Whether the panel opens by itself for what was found: not for an ordinary
 * error of Python's, unless the kernel has proven what to do.
 */
export function isWorthOpening(findings: readonly IFinding[]): boolean {
  return findings.some(
    ({ id, confidence }) => !LIVE_FAMILY.test(id) || confidence === 'certain'
  );
}
