/** What torch's own layers have, and what people call it. */
import { ownValue } from '../../../shared/own-value';
import { bare, isNear } from '../../shared/near';

/** Attributes of layers, by what their classes are called. */
const ATTRIBUTES: readonly (readonly [RegExp, string])[] = [
  [/^(?:Lazy)?Linear$|^Bilinear$/, 'in_features out_features weight bias'],
  [
    /Conv(?:Transpose)?\dd$/,
    'in_channels out_channels kernel_size stride padding dilation groups weight bias'
  ],
  [/^Embedding(?:Bag)?$/, 'num_embeddings embedding_dim padding_idx weight'],
  [
    /^(?:LSTM|GRU|RNN)$/,
    'input_size hidden_size num_layers batch_first dropout bidirectional weight_ih_l0 weight_hh_l0 bias_ih_l0 bias_hh_l0'
  ],
  [
    /(?:Batch|Instance)Norm\dd$/,
    'num_features eps momentum weight bias running_mean running_var'
  ],
  [/^(?:Layer|RMS)Norm$/, 'normalized_shape eps weight bias'],
  [/^GroupNorm$/, 'num_groups num_channels eps weight bias'],
  [
    /^MultiheadAttention$/,
    'embed_dim num_heads head_dim in_proj_weight in_proj_bias out_proj'
  ],
  [/^(?:Alpha)?Dropout\d?d?$/, 'p'],
  [/Pool\dd$/, 'kernel_size stride padding'],
  [/Loss$/, 'reduction weight']
];

const METHODS =
  'add_module apply buffers children cpu cuda double eval float forward half load_state_dict modules named_buffers named_children named_modules named_parameters parameters register_buffer register_parameter requires_grad_ state_dict to train training zero_grad'.split(
    ' '
  );

/** Other words for an attribute; the first that the layer has is meant. */
const SYNONYMS: Readonly<Record<string, string>> = {
  weights: 'weight weight_ih_l0 in_proj_weight',
  weight: 'weight_ih_l0 in_proj_weight',
  W: 'weight',
  kernel: 'weight',
  biases: 'bias bias_ih_l0',
  bias: 'bias_ih_l0 in_proj_bias',
  gamma: 'weight',
  beta: 'bias',
  mean: 'running_mean',
  var: 'running_var',
  variance: 'running_var',
  units: 'out_features hidden_size',
  filters: 'out_channels',
  output_size: 'out_features out_channels',
  output_dim: 'out_features out_channels embedding_dim',
  out_dim: 'out_features out_channels',
  out_channels: 'out_features',
  out_features: 'out_channels',
  input_size: 'in_features in_channels',
  input_dim: 'in_features in_channels input_size num_embeddings',
  in_dim: 'in_features in_channels',
  in_channels: 'in_features',
  in_features: 'in_channels',
  hidden_dim: 'hidden_size embedding_dim',
  n_layers: 'num_layers',
  vocab_size: 'num_embeddings',
  dim: 'embedding_dim embed_dim',
  rate: 'p',
  dropout: 'p'
};

/** The attributes that a class of torch's layers has, beside the methods of all. */
export function attributesOf(module: string): readonly string[] {
  return (
    ATTRIBUTES.find(([layers]) => layers.test(module))?.[1].split(' ') ?? []
  );
}

/** The member of a layer of torch that is meant with a name that it has not. */
export function meantMember(module: string, name: string): string | undefined {
  // `tpu` is no slip of `cpu`.
  if (instead(name) !== undefined) {
    return undefined;
  }
  const own = attributesOf(module);
  return (
    (ownValue(SYNONYMS, name)?.split(' ') ?? []).find(one =>
      own.includes(one)
    ) ?? nearest(name, [...own, ...METHODS])
  );
}

/** A method of all modules that is meant. */
export function meantMethod(name: string): string | undefined {
  return nearest(name, METHODS);
}

/** The one of several names that differs by its case or one slip. */
export function nearest(
  name: string,
  names: readonly string[]
): string | undefined {
  return (
    names.find(one => bare(one) === bare(name)) ??
    (name.length > 2
      ? names.find(one => one.length > 2 && isNear(name, one))
      : undefined)
  );
}

/** What other libraries’ models do by a method of their own. */
const INSTEAD: Readonly<Record<string, string>> = {
  fit: 'for x, y in loader:\n    optimizer.zero_grad()\n    loss = criterion(model(x), y)\n    loss.backward()\n    optimizer.step()',
  predict:
    'model.eval()\nwith torch.no_grad():\n    output = model(x)  # classes: output.argmax(dim=1)',
  predict_proba:
    'model.eval()\nwith torch.no_grad():\n    probabilities = model(x).softmax(dim=1)',
  predict_classes:
    'model.eval()\nwith torch.no_grad():\n    classes = model(x).argmax(dim=1)',
  evaluate:
    'model.eval()\nwith torch.no_grad():\n    right = sum((model(x).argmax(dim=1) == y).sum().item() for x, y in loader)\nprint(right / len(loader.dataset))',
  score:
    'model.eval()\nwith torch.no_grad():\n    right = sum((model(x).argmax(dim=1) == y).sum().item() for x, y in loader)\nprint(right / len(loader.dataset))',
  summary:
    'print(model)  # with shapes: %pip install torchinfo, then torchinfo.summary(model, input_size=(1, 3, 224, 224))',
  save: "torch.save(model.state_dict(), 'model.pt')",
  save_weights: "torch.save(model.state_dict(), 'model.pt')",
  load: "model.load_state_dict(torch.load('model.pt'))",
  load_weights: "model.load_state_dict(torch.load('model.pt'))",
  get_weights: 'weights = model.state_dict()',
  set_weights: 'model.load_state_dict(weights)',
  add: 'model.append(nn.Linear(8, 2))  # of an nn.Sequential',
  layers: 'layers = list(model.children())',
  trainable: 'model.requires_grad_(False)',
  trainable_variables: 'optimizer = torch.optim.Adam(model.parameters())',
  trainable_weights: 'optimizer = torch.optim.Adam(model.parameters())',
  count_params: 'print(sum(p.numel() for p in model.parameters()))',
  backward: 'loss = criterion(model(x), y)\nloss.backward()',
  step: 'optimizer.step()',
  tpu: 'import torch_xla\nmodel = model.to(torch_xla.device())  # in a runtime with a TPU',
  mps: "model = model.to('mps')",
  gpu: "model = model.to('cuda')"
};

export function instead(name: string): string | undefined {
  return ownValue(INSTEAD, name);
}

/** Layers by what people call them. */
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/^(?:bn|norm|batch)/, 'nn.BatchNorm2d(channels)'],
  [/^(?:ln|layer_?norm)/, 'nn.LayerNorm(features)'],
  [/^drop/, 'nn.Dropout(0.5)'],
  [/^(?:relu|act)/, 'nn.ReLU()'],
  [/^soft/, 'nn.Softmax(dim=1)'],
  [/^(?:max_?)?pool/, 'nn.MaxPool2d(2)'],
  [/^flat/, 'nn.Flatten()'],
  [/^emb/, 'nn.Embedding(rows, size)'],
  [/^lstm/, 'nn.LSTM(inputs, hidden, batch_first=True)'],
  [/^(?:gru|rnn)/, 'nn.GRU(inputs, hidden, batch_first=True)'],
  [/^conv/, 'nn.Conv2d(in_channels, out_channels, 3)']
];

/** A layer for a name that says what it is. */
export function layerFor(name: string): string {
  return (
    BY_NAME.find(([like]) => like.test(name.toLowerCase()))?.[1] ??
    'nn.Linear(inputs, outputs)'
  );
}
