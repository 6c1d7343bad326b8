import type { ITranslate } from '../../../diagnosis/types';

/** What lies in a state dict beside weights, and who put it there. */
interface IBuffer {
  readonly pattern: RegExp;
  readonly origin: (trans: ITranslate) => string;
  /** The first fixed release below which it was saved, for pip. */
  readonly older?: string;
}

/** Buffers that are computed, and counters of tools: no weight is among them. */
const BUFFERS: readonly IBuffer[] = [
  {
    pattern: /(?:^|\.)position_ids$/,
    origin: trans =>
      trans.__(
        'numbers 0, 1, 2 … that transformers up to 4.30 saved with the weights, and newer ones make by themselves'
      ),
    older: 'transformers<4.31'
  },
  {
    pattern: /(?:^|\.)rotary_emb\.inv_freq$/,
    origin: trans =>
      trans.__(
        'the frequencies of rotary embeddings, which older releases of transformers saved with the weights, and newer ones compute'
      )
  },
  {
    pattern: /\.attn(?:ention)?\.(?:masked_)?bias$/,
    origin: trans =>
      trans.__(
        'the causal mask of attention, which older releases of transformers saved with the weights, and newer ones compute'
      )
  },
  {
    pattern:
      /(?:^|\.)(?:attn_mask|relative_position_index|relative_coords_table)$/,
    origin: trans =>
      trans.__(
        'masks and indices of windows, which timm and others compute from the image size; releases differ in whether they save them'
      )
  },
  {
    pattern: /(?:^|\.)total_(?:ops|params)$/,
    origin: trans =>
      trans.__(
        'counters that thop.profile() left in the model before it was saved'
      )
  },
  {
    pattern:
      /^(?:model\.)?(?:\w{0,20}criterion\w{0,10}|\w{0,12}loss(?:_fn|_func\w{0,5})?)\.(?:pos_)?weight$/,
    origin: trans =>
      trans.__(
        'the class weights of the loss, which is an attribute of the model that was saved'
      )
  }
];

/** The buffer that all of these keys are; undefined where one is something else. */
export function bufferOf(keys: readonly string[]): IBuffer | undefined {
  return keys.length === 0
    ? undefined
    : BUFFERS.find(({ pattern }) => keys.every(key => pattern.test(key)));
}
