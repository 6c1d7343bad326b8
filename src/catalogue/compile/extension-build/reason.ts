import type { IReading } from '../../../incident/types';
import type { ValuesOf } from '../../define';
import { printedText } from '../../predicates';

/** nvcc, of a GPU that it does not know; `compute_90a`, `sm_120`. */
const CAPABILITY =
  /Unsupported gpu architecture '(?:compute|sm)_(?<digits>\d{2,3})a?'/;

/** The C++ compilers that this nvcc works with. */
const COMPILER =
  /unsupported GNU version! gcc versions later than (?<limit>\d{1,2})/;

/** What g++ 11 and later say of headers that an nvcc before 11.5 reads. */
const PACKS = /parameter packs not expanded with/;

const KILLED =
  /Killed signal terminated program|died due to signal 9|internal compiler error: Killed|\bvirtual memory exhausted/;

/** The first line with which gcc, nvcc or a linker gives up. */
const ERROR =
  /(?:fatal )?error(?: C\d{4})?: (?!subprocess-exited|legacy-install|command |metadata-gen|can't |Microsoft)(?<error>[^:]{8,100}?)(?=:|  ?\d{1,5} \| | ?\^| In file | ninja: | compilation terminated|\n|$)|: \d{1,3}: (?<missing>\w{1,20}: not found)/;

/** A header that no folder of the compiler holds. */
const HEADER = /fatal error: (?<error>[\w/.+-]{1,80}: No such file)/;

/** What torch's C++ side called otherwise once, and calls today. */
const RENAMED: readonly (readonly [RegExp, string, string])[] = [
  [/\bAT_CHECK\b/, 'AT_CHECK', 'TORCH_CHECK'],
  [/\bTHCudaCheck\b/, 'THCudaCheck', 'C10_CUDA_CHECK'],
  [/\bTHCCeilDiv\b/, 'THCCeilDiv', 'at::ceil_div'],
  [
    /\bTHCState_getCurrentStream\b/,
    'THCState_getCurrentStream(state)',
    'at::cuda::getCurrentCUDAStream()'
  ],
  [
    /\bTHCudaMalloc\b/,
    'THCudaMalloc(state, size)',
    'c10::cuda::CUDACachingAllocator::raw_alloc(size)'
  ],
  [
    /\bTHCudaFree\b/,
    'THCudaFree(state, pointer)',
    'c10::cuda::CUDACachingAllocator::raw_delete(pointer)'
  ],
  [
    /DeprecatedTypeProperties/,
    'AT_DISPATCH_FLOATING_TYPES(x.type(), …)',
    'AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), …)'
  ],
  [/\bTHCState\b/, 'extern THCState *state;', '(leave it out)']
];

/** A compiler that is told a standard of C++ older than torch's headers. */
const STANDARD =
  /C\+\+(?<standard>1[47]|20)(?: or later compatible compiler)? (?:is )?required to use PyTorch|You need C\+\+(?<needed>1[47]|20) to compile PyTorch/;

type Reason = ValuesOf<'error' | 'limit' | 'old' | 'anew'> & {
  readonly kind?: 'capability' | 'compiler' | 'memory' | 'renamed' | 'standard';
};

/** `120` as `12.0`. */
function capability(digits: string): string {
  return `${digits.slice(0, -1)}.${digits.slice(-1)}`;
}

/** At what a build stopped, where the compiler's words are at hand. */
export function reasonOf(reading: IReading): Reason {
  const text = printedText(reading);
  const digits = CAPABILITY.exec(text)?.groups?.digits;
  if (digits) {
    return { kind: 'capability', limit: capability(digits) };
  }
  const limit = COMPILER.exec(text)?.groups?.limit;
  if (limit) {
    return { kind: 'compiler', limit };
  }
  if (PACKS.test(text)) {
    return { kind: 'compiler', limit: '10' };
  }
  if (KILLED.test(text)) {
    return { kind: 'memory' };
  }
  const { standard, needed } = STANDARD.exec(text)?.groups ?? {};
  if (standard ?? needed) {
    return { kind: 'standard', limit: standard ?? needed };
  }
  const renamed = RENAMED.find(([sign]) => sign.test(text));
  if (renamed) {
    const [, old, anew] = renamed;
    return { kind: 'renamed', old, anew };
  }
  const groups = (HEADER.exec(text) ?? ERROR.exec(text))?.groups;
  const error = (groups?.error ?? groups?.missing)?.trim();
  return error ? { error } : {};
}
