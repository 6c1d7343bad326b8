import type { ISign } from '../../../diagnosis/types';
import { onlyNumber } from './device-assert';

/** Rows of an embedding, as written: `nn.Embedding(30522, 768)`. */
const ROWS =
  /\b(?:Embedding\(\s?(?:num_embeddings ?= ?)?|vocab_size ?= ?)(?<n>\d{1,9})\b/g;

/** The operation, and the rows of the embedding where the code tells. */
function operation(op: string): NonNullable<ISign['read']> {
  return (groups, { code }) => ({
    op,
    rows: op === 'lookup' ? onlyNumber(code, ROWS) : undefined
  });
}

/**
 * Conditions by operation (aten/src/ATen/native/cuda: Indexing.cu,
 * IndexKernel.cu, IndexKernelUtils.cu, ScatterGatherKernel.cu,
 * EmbeddingBag.cu; THC before torch 1.9; Inductor).
 */
const CONDITIONS: readonly [string, RegExp][] = [
  ['lookup', /srcIndex ?< ?srcSelectDimSize|index_select\(\): index out of/],
  ['lookup', /input\[emb\] ?< ?numRows|\bend ?>= ?begin\b/],
  [
    'gather',
    /idx_dim ?>= ?0|scatter gather kernel index|indexValue ?>= ?0|tma scatter \w{1,10} index/
  ],
  ['gather-any', /vectorized gather kernel/],
  [
    'write',
    /dst(?:Index|Index_) ?< ?dst\w{3,4}DimSize|index_copy_\(\)|\bidx ?>= ?-?self_dim_size/
  ],
  [
    'indexing',
    /-sizes\[i\]|\bindex ?< ?sizes\[i\]|cuda_take_put_kernel|linearIndex ?< ?size|\bidx ?>= ?-(?:size|numel)\b|baseSizes\[dim\]/
  ],
  [
    'unpool',
    /(?:maxind|index) ?>= ?0 ?&& ?(?:maxind|index) ?< ?outputImageSize/
  ],
  ['indexing', /index out of bounds: \(?0 <= [^<]+< \(?(?<size>\d+)/]
];

/** Pieces of such lines that were cut or glued to others. */
const KERNEL =
  /srcIndex ?< ?srcSelectDimSize|indexSelect(?:Large|Small)Index: block: ?\[|vectorized gather kernel index out of|sizes\[i\] ?&& ?"index out of|idx_dim ?< ?index_size ?&& ?"/;

/** The value behind the condition (CUDA_KERNEL_ASSERT_VERBOSE). */
const VERBOSE =
  /ind_dim_size ?\((?<size>\d{1,19})\), but got index = (?<index>-?\d{1,19})/;

/**
 * Any other condition on something called an index; but `index >= 0` alone is
 * the overflow check of Loss.cu.
 */
const SOME_INDEX =
  /index out of (?:bounds|range)|^\W{0,3}(?!index >= 0$)(?:ind|idx|index|indices)\w*(?:\[\w+\])? ?(?:>=?|<=?) ?[\w.-]/i;

/** All that says that an index, and not a label, was out of range on the GPU. */
export const indexSigns: readonly ISign[] = [
  ...CONDITIONS.map(([op, pattern]): ISign => ({
    where: 'assertion',
    pattern,
    read: operation(op)
  })),
  {
    where: 'assertion',
    pattern: SOME_INDEX,
    file: /\.(?:cuh?|hip)$/,
    confidence: 'likely'
  },
  { where: 'log', pattern: KERNEL, fatal: true },
  { where: 'log', pattern: VERBOSE, fatal: true }
];
