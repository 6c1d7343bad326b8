import type { IFix, ISign, ITranslate, Values } from '../../../diagnosis/types';

/**
 * Attributes that torch's own layers have in one release and not in another,
 * and names that every module got in a later one: a whole model was saved.
 * Each stands in the `__init__` or `__setstate__` of torch/nn/modules.
 */
const LAYER =
  /["'](?:Upsample|ReLU6?|GELU|SiLU|Hardtanh|Conv[123]d|ConvTranspose[123]d|BatchNorm[123]d|InstanceNorm[123]d|LSTM|GRU|AvgPool2d|MultiheadAttention|TransformerEncoder\w{0,5}|Softmax|LeakyReLU|CrossEntropyLoss)["'] object has no attribute ["'](?<name>recompute_scale_factor|threshold|approximate|padding_mode|_reversed_padding_repeated_twice|proj_size|_flat_weights_names|_flat_weights|divisor_override|batch_first|norm_first|enable_nested_tensor|num_batches_tracked|track_running_stats|output_padding|label_smoothing)["']/;

const MODULE =
  /["']\w{1,60}["'] object has no attribute ["'](?<name>_non_persistent_buffers_set|_is_full_backward_hook|_(?:load_)?state_dict_pre_hooks|_load_state_dict_post_hooks|_backward_pre_hooks|_forward_(?:pre_)?hooks_with_kwargs|_forward_hooks_always_called)["']/;

/** Signs of a model that another version of PyTorch has saved whole. */
export const SAVED_SIGNS: readonly ISign[] = [LAYER, MODULE].flatMap(
  pattern => {
    const read: ISign['read'] = ({ name }) => ({ name, kind: 'saved' });
    return [
      { where: 'message', pattern, read },
      { where: 'log', pattern, read, confidence: 'likely' }
    ];
  }
);

export function savedTitle(trans: ITranslate): string {
  return trans.__('The model was saved by another PyTorch version');
}

export function savedCause(trans: ITranslate, { name }: Values): string {
  return trans.__(
    'The file holds whole layer objects, made by another version of PyTorch. The layers of the installed version look for “%1”, which those do not have.',
    name ?? ''
  );
}

export function savedFixes(trans: ITranslate): IFix[] {
  return [
    {
      safety: 'check',
      title: trans.__('Make the model anew and load only its weights'),
      code: 'model = Net()\nmodel.load_state_dict(loaded.state_dict())'
    },
    {
      safety: 'check',
      title: trans.__('Or install the version it was saved with'),
      detail: trans.__(
        'Once there, save the weights: torch.save(model.state_dict(), path).'
      )
    }
  ];
}
