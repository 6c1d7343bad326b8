/** Which architecture the names of weights belong to. */

/**
 * Names that one implementation gives its weights, and no other of those that
 * people mix up. Sources: the state dicts of torchvision, timm, transformers,
 * YOLOv5 and diffusers.
 */
const SIGNATURES: readonly (readonly [name: string, RegExp])[] = [
  ['MobileNetV2', /^features\.\d{1,2}\.conv\.[0-3]\./],
  [
    'MobileNetV3 or EfficientNet',
    /^features\.\d{1,2}\.(?:\d{1,2}\.)?block\.\d/
  ],
  ['DenseNet', /^features\.(?:denseblock|transition)\d/],
  ['SqueezeNet', /^features\.\d{1,2}\.(?:squeeze|expand[13]x[13])\./],
  ['VGG or AlexNet', /^features\.\d{1,2}\.(?:weight|bias)$/],
  ['ResNet', /^layer[1-4]\.\d{1,2}\.(?:conv|bn|downsample)/],
  ['Inception v3', /^(?:Conv2d_\d[ab]_|Mixed_[567][a-e])/],
  ['GoogLeNet', /^inception[345][a-e]\./],
  ['ShuffleNet', /^stage[234]\.\d{1,2}\.branch/],
  ['EfficientNet of efficientnet_pytorch', /^_(?:conv_stem|blocks\.\d)/],
  [
    'EfficientNet of timm',
    /^blocks\.\d\.\d{1,2}\.(?:conv_pw|conv_dw|conv_pwl|bn[123]|se)\b/
  ],
  [
    'ViT of timm',
    /^(?:blocks\.\d{1,2}\.attn\.(?:qkv|proj)|patch_embed\.proj)\./
  ],
  ['ViT of torchvision', /^(?:encoder\.layers\.encoder_layer_\d|conv_proj\.)/],
  ['Swin Transformer', /^layers\.\d\.blocks\.\d{1,2}\.attn\./],
  [
    'BERT of transformers',
    /^(?:bert\.)?encoder\.layer\.\d{1,2}\.attention\.self\./
  ],
  [
    'GPT-2 of transformers',
    /^(?:transformer\.)?h\.\d{1,2}\.(?:attn\.c_attn|mlp\.c_fc)\./
  ],
  [
    'Llama of transformers',
    /^(?:model\.)?layers\.\d{1,2}\.self_attn\.q_proj\./
  ],
  ['YOLOv5 or v8', /^model\.(?:model\.)?\d{1,2}\.(?:conv|cv\d|m|bn)\b/],
  [
    'U-Net of segmentation_models_pytorch',
    /^(?:decoder\.blocks\.\d\.conv\d|segmentation_head)\./
  ],
  [
    'U-Net with double_conv',
    /^(?:inc|down\d|up\d|outc)\.(?:double_conv|maxpool_conv|conv)\b/
  ],
  [
    'a Stable Diffusion checkpoint',
    /^(?:model\.diffusion_model|first_stage_model|cond_stage_model)\./
  ],
  ['a U-Net of diffusers', /^(?:down_blocks|up_blocks|mid_block)\.\d?/],
  ['a detector of torchvision', /^(?:rpn\.head|roi_heads|backbone\.body)\./],
  ['DeepLab or FCN of torchvision', /^backbone\.(?:conv1|layer[1-4])\./]
];

/** What most of these names are of; undefined where they tell nothing. */
export function architectureOf(names: readonly string[]): string | undefined {
  const counts = SIGNATURES.map(
    ([name, pattern]) =>
      [name, names.filter(each => pattern.test(each)).length] as const
  ).filter(([, count]) => count > 0);
  const [best] = counts.sort((one, other) => other[1] - one[1]);
  return best && best[1] * 4 >= names.length ? best[0] : undefined;
}

/** The first part of a name, with the numbers left out: `layer.conv`. */
function beginningOf(name: string): string {
  return /^[^\d.]*/.exec(name)?.[0] ?? name;
}

/** Whether no name of one list begins like one of the other. */
export function beginApart(
  one: readonly string[],
  other: readonly string[]
): boolean {
  const begun = new Set(one.map(beginningOf));
  return (
    one.length > 2 &&
    other.length > 2 &&
    !other.some(name => begun.has(beginningOf(name)))
  );
}
