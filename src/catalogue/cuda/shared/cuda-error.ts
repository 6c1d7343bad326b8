import type { ISign } from '../../../diagnosis/types';

import { gpuMessageOrLog, mayExplain } from '../../shared/ours';

/**
 * What stands before the words of `cudaGetErrorString`, by who prints them.
 * Sources: c10/cuda/CUDAException.cpp, aten/src/THC/THCGeneral.cpp, reports.
 */
const BEFORE = [
  // CUDA error: / CUDA driver error: / HIP error: / Triton Error [CUDA]: /
  // CUDA kernel failed : / CUDA: Error- / c10::AcceleratorError'
  String.raw`(?:cuda|hip|gpu|triton) (?:driver |runtime |kernel )?(?:error|failed|failure)(?: \[(?:cuda|hip)\])? ?[:,] `,
  String.raw`cuda: error ?[-:] ?|c10::\w{0,12}error['"] `,
  // cuda runtime error (59) : (torch up to about 1.9) / CUDA error 700:
  String.raw`(?:cuda|hip) (?:runtime )?error \(?\d{1,3}\)? ?: `,
  // NCCL: Cuda failure 'X' / Cuda failure 700 'X'; its tests: CUDA failure a.cu:9 'X'
  String.raw`cuda failure (?:\d{1,4} |\S{1,200}\.cuh?:\d{1,5}:? )?['"]`,
  // extensions: cuda failed with error 2 X / in line 194 : X / error in f_cuda: X
  String.raw`cuda failed with error (?:\d{1,4} )?`,
  String.raw` in line \d{1,5} : `,
  '_cuda: ',
  String.raw`\berror in \w{1,40}(?: _ \w{1,20}){0,6} ?: `,
  'gpuassert: ',
  // checks of extensions: cudaCheckError() failed : X
  String.raw`\bcuda\w{0,30}\(\) failed ?: `,
  // FlashInfer: X failed with error:
  'failed with error: ',
  // torch/csrc/jit/fuser/cuda/fused_kernel.cpp:202: / caffe2/core/event_gpu.cc:17:
  String.raw`\.(?:cc|cpp|cuh?):\d{1,5}: `,
  // cuda-gdb: CUDA Exception: Warp / CUDA_EXCEPTION_6, Warp
  String.raw`CUDA[_ ]EXCEPTION(?:_\d{1,2})?[:,] (?:warp|lane) `,
  // torch.cuda.DeferredCudaCallError
  'lazily at initialization with error: ',
  // THCudaCheck FAIL file=x.cu line=36 error=59 : on stderr, torch up to 1.9
  String.raw` error=\d{1,3} : `,
  // thrust: reduce failed to synchronize:
  'failed to synchronize: '
].join('|');

/** Who prints the words first and the place behind them. */
const AFTER: readonly (readonly [string, string])[] = [
  // bitsandbytes, csrc/ops.cuh
  [String.raw`\berror `, String.raw` at line \d{1,5} in file `],
  // MinkowskiEngine, src/gpu.cuh
  ['^', String.raw` at \S{1,200}\.cuh?:\d`]
];

/** One error of the CUDA runtime, in all its spellings. */
export interface ICudaError {
  /** The words of `cudaGetErrorString`, as the source of a pattern. */
  readonly text: string;
  /** Nobody else says these words: they need nothing before them. */
  readonly unmistakable?: boolean;
  /** Names in `driver_types.h`: `cudaErrorAssert`. */
  readonly name: string;
  /**
   * Numbers of the enum up to CUDA 10.0 and after it, where no other error has
   * or had them: a message cut behind `cuda runtime error (59)`.
   */
  readonly numbers?: readonly number[];
}

/** The words of `error` where it is reported, not merely mentioned. */
export function cudaErrorPattern(error: ICudaError): RegExp {
  const numbers = error.numbers
    ? [
        String.raw`(?:cuda runtime error ?\(|\berror=|CUDA error |CUDA kernel failed ?: |cuda execution failed with error )(?:${error.numbers.join('|')})\b`
      ]
    : [];
  const words = error.unmistakable
    ? error.text
    : `(?:${BEFORE})(?:${error.text})`;
  const named = AFTER.map(
    ([before, after]) => `${before}(?:${error.text})${after}`
  );
  return new RegExp(
    [words, ...named, `\\b${error.name}\\b`, ...numbers].join('|'),
    'i'
  );
}

/** The same words in a text that the process printed as it was aborted. */
function abortPattern(error: ICudaError): RegExp {
  return new RegExp(
    `(?:what\\(\\)|exception): (?:CUDA|HIP) error: (?:${error.text})`
  );
}

/**
 * `THCudaCheck FAIL file=x.cu line=36 error=59 : …`: printed for the first
 * failure of a process alone (THCGeneral.cpp), so no remark of an earlier line
 * may stand before it.
 */
function firstFailurePattern(error: ICudaError): RegExp {
  return new RegExp(
    String.raw`THCudaCheck FAIL file=[^ ]+ line=\d+ error=\d+ : \W{0,3}(?:${error.text})`
  );
}

/**
 * The signs of one error of the CUDA runtime: in an exception's message, in a
 * stream, as the first failure of a process, and in the last words of an
 * aborted one.
 *
 * @param more - what the signs have in common beyond the words
 */
export function cudaErrorSigns(
  error: ICudaError,
  more: Pick<ISign, 'read' | 'confidence'> = {}
): ISign[] {
  const pattern = cudaErrorPattern(error);
  return [
    ...gpuMessageOrLog(pattern, more),
    {
      where: 'log',
      pattern: firstFailurePattern(error),
      fatal: true,
      when: mayExplain,
      ...more
    },
    { where: 'log', pattern: abortPattern(error), fatal: true, ...more }
  ];
}
