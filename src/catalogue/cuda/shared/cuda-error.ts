import type { ISign } from '../../../diagnosis/types';

import { isOurs, mayExplain } from './ours';

/**
 * What stands before the words of `cudaGetErrorString`, by who prints them:
 *
 * - `CUDA error: `, `CUDA driver error: `, `HIP error: `, `Triton Error [CUDA]: `,
 *   `cuda runtime error (59) : ` (torch up to about 1.9), `CUDA call failed
 *   lazily at initialization with error: `, NCCL's `Cuda failure 700 '`,
 *   extensions' `CUDA kernel failed : `, `cuda failed with error 2 `;
 * - `THCudaCheck FAIL file=x.cu line=36 error=59 : ` on stderr, same versions;
 * - thrust's `reduce failed to synchronize: cudaErrorAssert: `;
 * - spconv's `Cuda error in file 'x.cpp' in line 194 : ` and MMCV's
 *   `error in f_cuda: `.
 *
 * Sources: c10/cuda/CUDAException.cpp, aten/src/THC/THCGeneral.cpp, reports.
 */
const BEFORE = [
  String.raw`(?:cuda|hip|rocm|gpu|triton)(?: driver| runtime| kernel| call| launch)? ?(?:error|failure|failed|assert)(?: lazily at initialization)?(?: with error)?(?: \[(?:cuda|hip)\])?[ :(=]{0,4}\d{0,4}[ :)='"]{0,5}`,
  String.raw`THCudaCheck FAIL file=[^ ]{1,300} line=\d{1,7} error=\d{1,4} : `,
  String.raw`failed to synchronize: (?:cudaError\w{1,40}: )?`,
  String.raw`cuda error in file [^ ]{1,300} in line \d{1,7} : `,
  String.raw`cuda failure [^ ]{1,200}:\d{1,7} ['"]`,
  String.raw`error in \w{0,60}cuda\w{0,40}: `
].join('|');

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
        String.raw`(?:cuda runtime error \(|THCudaCheck FAIL .{1,400} error=|CUDA error )(?:${error.numbers.join('|')})\b`
      ]
    : [];
  const words = error.unmistakable
    ? error.text
    : `(?:${BEFORE})(?:${error.text})`;
  return new RegExp([words, `\\b${error.name}\\b`, ...numbers].join('|'), 'i');
}

/** The same words in a text that the process printed as it was aborted. */
function abortPattern(error: ICudaError): RegExp {
  return new RegExp(`what\\(\\): .{0,80}(?:${BEFORE})(?:${error.text})`, 'i');
}

/**
 * The signs of one error of the CUDA runtime: in an exception's message, in a
 * stream, and in the last words of an aborted process.
 *
 * @param more - what the signs have in common beyond the words
 */
export function cudaErrorSigns(
  error: ICudaError,
  more: Pick<ISign, 'read' | 'confidence'> = {}
): ISign[] {
  const pattern = cudaErrorPattern(error);
  return [
    { where: 'message', pattern, when: isOurs, ...more },
    { where: 'log', pattern, when: mayExplain, confidence: 'likely', ...more },
    { where: 'log', pattern: abortPattern(error), fatal: true, ...more }
  ];
}
