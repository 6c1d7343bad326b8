import { bareName } from '../../predicates';
import type { ISign } from '../../../diagnosis/types';
import type { IReading } from '../../../incident/types';

/**
 * Attributes that torch's own layers have in one release and not in another,
 * by class, from their `__init__`.
 */
const LAYERS: readonly (readonly [string, string])[] = [
  ['Upsample', 'recompute_scale_factor'],
  [
    '(?:Leaky|R)?ReLU6?|Hard(?:swish|sigmoid|tanh)|SiLU|Mish|C?ELU|SELU',
    'threshold|inplace'
  ],
  ['GELU', 'approximate'],
  [
    'Conv(?:Transpose)?[123]d',
    'padding_mode|_reversed_padding_repeated_twice|output_padding'
  ],
  ['(?:Batch|Instance)Norm[123]d', 'num_batches_tracked|track_running_stats'],
  ['LSTM|GRU', 'proj_size|_flat_weights_names|_flat_weights'],
  ['AvgPool2d', 'divisor_override'],
  ['MultiheadAttention', 'batch_first|_qkv_same_embed_dim'],
  [
    String.raw`TransformerEncoder\w{0,5}`,
    'batch_first|norm_first|enable_nested_tensor'
  ],
  ['CrossEntropyLoss', 'label_smoothing']
];

/**
 * Names that every module got in a later release. Where `super().__init__()`
 * was forgotten, another name is asked for first.
 */
const OF_ALL =
  '_non_persistent_buffers_set|_load_state_dict_post_hooks|_backward_pre_hooks|_forward_(?:pre_)?hooks_with_kwargs|_forward_hooks_always_called';

const PATTERNS = [...LAYERS, [String.raw`\w{1,60}`, OF_ALL]].map(
  ([layers, names]) =>
    new RegExp(
      `["'](?:${layers})["'] object has no attribute ["'](?<name>${names})["']`
    )
);

/** Whether the frames show that the user's own code asked for it. */
function askedByUser({ exceptions }: IReading): boolean {
  return exceptions.some(({ frames }) => {
    const [asking, answering] = frames.slice(-2);
    return (
      answering !== undefined &&
      bareName(answering) === '__getattr__' &&
      !/[\\/]torch[\\/]/.test(asking.file)
    );
  });
}

/** Signs of a model that another version of PyTorch has saved whole. */
export const SAVED_SIGNS: readonly ISign[] = PATTERNS.flatMap(pattern => {
  const sign = {
    pattern,
    when: (reading: IReading) => !askedByUser(reading)
  };
  return [
    { ...sign, where: 'message' },
    { ...sign, where: 'log', confidence: 'likely' }
  ];
});
