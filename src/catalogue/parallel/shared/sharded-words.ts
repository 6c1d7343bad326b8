import type { ITranslate, Values } from '../../../diagnosis/types';

/** The title of a weight that is not whole here. */
export function shardedTitle(trans: ITranslate, { kind }: Values): string {
  switch (kind) {
    case 'load':
      return trans.__('Weights are loaded into an emptied parameter');
    case 'unallocated':
      return trans.__('A tensor is used whose memory was given back');
    case 'unique':
      return trans.__('ZeRO-3 gathers tensors of different kinds');
    case 'dimensions':
      return trans.__('The weight has the wrong number of dimensions');
    default:
      return trans.__('A sharded weight is used while it is empty');
  }
}

/** Why it is not whole: at most two sentences. */
export function shardedCause(
  trans: ITranslate,
  { kind, shape }: Values
): string {
  switch (kind) {
    case 'load':
      return trans.__(
        'The file holds a weight of shape %1, but the parameter it belongs to has no elements: DeepSpeed ZeRO-3 keeps its shards elsewhere. The weights were loaded without gathering the parameter first.',
        shape ? `[${shape}]` : trans.__('its full size')
      );
    case 'unallocated':
      return trans.__(
        'The tensor has a shape but no memory behind it. FSDP frees a weight when its module’s forward ends; torch.compile and export use such tensors too, while they trace a custom kernel.'
      );
    case 'unique':
      return trans.__(
        'DeepSpeed joins parameters into one buffer, and those it was given differ in number type or device. Usually an adapter or a new layer was added in another dtype, or after the model was sharded.'
      );
    case 'dimensions':
      return trans.__(
        'An embedding needs a weight of two dimensions, a convolution one of three or more. Usually ZeRO-3 or FSDP keeps only a flat or empty shard of it here; else something of another shape was put in its place by hand.'
      );
    default:
      return trans.__(
        'ZeRO-3 and FSDP keep only a shard of each weight and gather the whole one while its module’s forward runs; outside it has no elements or is flat. This layer met its weight in that state.'
      );
  }
}
