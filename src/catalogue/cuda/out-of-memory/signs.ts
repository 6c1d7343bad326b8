import type { ISign } from '../../../diagnosis/types';
import { messageOrLog } from '../../signs';
import { cudaErrorSigns } from '../shared/cuda-error';
import { readMemory } from './memory-figures';
import { isOurs, mayExplain } from '../../shared/ours';

/** The allocator's own words, of every back end (torch 1.0 and later). */
const ALLOCATOR =
  /\b(?:CUDA|HIP|XPU|MPS|NPU|MUSA|GPU)(?: backend)? out of (?:the )?mem{1,2}ory\b|Allocation on device(?: \d{1,3})? would exceed allowed memory/i;

/**
 * ComfyUI shows the first words of the allocator's message alone, or tries in
 * smaller parts; fairseq tries the batch again.
 */
const HANDLED =
  /\bAllocation on device(?= |$)|attempting to recover from OOM|Ran out of memory when regular|ran out of memory, (?:retrying|skipping) batch/;

/** The figures of its message, where its first sentence was cut off. */
const FIGURES =
  /\bTried to allocate \d[\d.]{0,12} (?:bytes|[KMGT]i?B)(?: \(GPU \d|\. GPU \d{1,3} has a total capac)/;

/**
 * The allocator failed, and so did the question to NVML which process holds
 * the memory, before its message was made (CUDACachingAllocator.cpp).
 */
const DISGUISED = /NVML_SUCCESS == [^ ]+ INTERNAL ASSERT FAILED/;

/** The signs that leave it to the figures which kind it is. */
export const MEMORY_SIGNS: readonly ISign[] = [
  {
    where: 'message',
    pattern: ALLOCATOR,
    when: isOurs,
    read: readMemory
  },
  {
    where: 'message',
    pattern: /^(?:Allocation on device\b.{0,200})?$/,
    ename: /^OutOfMemoryError$/,
    when: isOurs,
    read: readMemory
  },
  {
    where: 'message',
    pattern: DISGUISED,
    confidence: 'likely',
    read: readMemory
  },
  {
    where: 'log',
    pattern: ALLOCATOR,
    when: mayExplain,
    confidence: 'likely',
    read: readMemory
  },
  {
    where: 'log',
    pattern: HANDLED,
    when: mayExplain,
    confidence: 'likely',
    read: readMemory
  },
  ...messageOrLog(FIGURES, {
    when: mayExplain,
    confidence: 'likely',
    read: readMemory
  }),
  // accelerate, which tried ever smaller batches.
  ...messageOrLog(/No executable batch size found, reached zero/, {
    confidence: 'likely',
    read: readMemory
  }),
  // Intel's runtime.
  ...messageOrLog(/UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY/, {
    when: mayExplain,
    read: readMemory
  }),
  // TensorRT's allocator, which may try another way.
  ...messageOrLog(
    /Requested amount of GPU memory \(\d{1,20} bytes\) could not be allocated/,
    { when: mayExplain, confidence: 'likely', read: readMemory }
  ),
  // DirectML.
  ...messageOrLog(/not enough GPU video memory available/, {
    read: readMemory
  }),
  // cudaErrorMemoryAllocation, where the message ends behind its number.
  ...messageOrLog(
    /cuda runtime error \(2\)$|cuda execution failed with error 2\b/,
    {
      read: readMemory
    }
  ),
  ...cudaErrorSigns(
    { text: 'out of memory', name: '(?:cuda|hip)ErrorMemoryAllocation' },
    { read: readMemory }
  )
];
