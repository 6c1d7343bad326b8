import type { ISign } from '../../../diagnosis/types';

import { isOurs, mayExplain } from '../../shared/ours';

/** Lines in which TensorFlow reports the same status. */
const TENSORFLOW =
  /[Cc]ould not create cudnn handle|failed to create cublas handle|failed to run (?:cuBLAS|cublas)|Blas GEMM launch failed|Failed to get convolution algorithm/;

/**
 * The signs of a status that cuBLAS or cuDNN returned. torch prints
 * ``CUDA error: CUBLAS_STATUS_X when calling `cublasSgemm( … )` `` and
 * `cuDNN error: CUDNN_STATUS_X`, the latter bare before 0.4
 * (ATen/cuda/Exceptions.h).
 *
 * @param status - source of a pattern that follows `CUBLAS_STATUS_` …
 * @param also - source of a pattern: other words that mean the same
 */
export function statusSigns(
  library: 'CUBLAS' | 'CUDNN',
  status: string,
  also?: string
): ISign[] {
  // ROCm's hipBLAS has the same codes.
  const name = library === 'CUBLAS' ? '(?:CU|HIP)BLAS' : library;
  const named = `${name}_STATUS_(?:${status})`;
  const pattern = new RegExp(also ? `${named}|${also}` : named, 'i');
  return [
    {
      where: 'message',
      pattern,
      when: reading =>
        isOurs(reading) &&
        !reading.exceptions.some(raised => TENSORFLOW.test(raised.message))
    },
    {
      where: 'log',
      pattern,
      confidence: 'likely',
      when: reading => mayExplain(reading) && !TENSORFLOW.test(reading.log)
    }
  ];
}

/**
 * A status in words: THCBlas.cu up to about torch 1.9, before a status had a
 * name; `cublasGetStatusString`, as Transformer Engine prints it.
 */
export function inWords(text: string): string {
  return `cublas (?:runtime )?error ?: (?:${text})`;
}
