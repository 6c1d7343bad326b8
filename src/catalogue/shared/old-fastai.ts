import type { IReading } from '../../incident/types';

/** Modules of fastai 0.7 alone, and its manner to take all of learner.py. */
const OF_07 =
  /\bfrom fastai\.(?:(?:conv_learner|column_data|structured|dataset|sgdr|torch_imports|rnn_reg) import|learner import \*)/;

/**
 * Whether the code was written for fastai 0.7: its learner.py came back in
 * version 2 under the same name, with other contents.
 */
export function isForFastai07({ code, log }: IReading): boolean {
  return OF_07.test(code) || OF_07.test(log);
}
