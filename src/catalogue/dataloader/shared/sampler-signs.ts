import type { IReading, ISign, Values } from '../../../diagnosis/types';
import { said } from '../../said';

function of(option: string): { read: () => Values } {
  return { read: () => ({ option }) };
}

/** `torch.multinomial` says it too. */
function drawn({ code, exceptions }: IReading): boolean {
  return (
    /Sampler\(/.test(code) ||
    exceptions.some(({ frames }) =>
      frames.some(({ file }) => /data[\\/]sampler\.py$/.test(file))
    )
  );
}

/** Of torch up to 1.8, which had no words. */
function unworded({ code }: IReading): boolean {
  return /\btensors\[0\]\.size\(0\) == tensor\.size\(0\)/.test(code);
}

/** Checks of datasets and samplers, and of a loader that is made already. */
export const samplerSigns: readonly ISign[] = [
  {
    where: 'message',
    pattern: /^Size mismatch between (?:tensors|datasets)$/,
    ...of('tensors')
  },
  {
    where: 'log',
    pattern:
      /(?:Assertion|Value)Error: Size mismatch between (?:tensors|datasets)(?: |$)/,
    ...of('tensors')
  },
  {
    where: 'message',
    pattern: /^$/,
    ename: /^AssertionError$/,
    when: unworded,
    ...of('tensors')
  },
  ...said(
    /\b(?:batch_size|batch_sampler|sampler|drop_last|dataset|persistent_workers) attribute should not be set after \w{1,40} is initialized/,
    of('after')
  ),
  ...said(
    /num_samples should be a positive integ\w{1,6} value, but got num_samples=(?!0(?![\d.]))/,
    of('num_samples')
  ),
  ...said(
    /cannot sample n_sample > prob_dist\.size\(-?\d\) samples without replacement/,
    { when: drawn, ...of('draw') }
  ),
  ...said(
    /(?<option>multiprocessing_context) (?:can only be used with multi-process loading|option should specify a valid start method)/
  ),
  ...said(
    /batch_size=None option disables auto-batching and is mutually exclusive with/,
    of('drop_last')
  )
];
