/** The parameters of what programs make of torch's own classes, as torch 2.13 has them. */
export const SIGNATURES: Readonly<Record<string, string>> = {
  Linear: 'in_features out_features bias device dtype',
  Bilinear: 'in1_features in2_features out_features bias device dtype',
  Conv1d:
    'in_channels out_channels kernel_size stride padding dilation groups bias padding_mode device dtype',
  Conv2d:
    'in_channels out_channels kernel_size stride padding dilation groups bias padding_mode device dtype',
  Conv3d:
    'in_channels out_channels kernel_size stride padding dilation groups bias padding_mode device dtype',
  ConvTranspose1d:
    'in_channels out_channels kernel_size stride padding output_padding groups bias dilation padding_mode device dtype',
  ConvTranspose2d:
    'in_channels out_channels kernel_size stride padding output_padding groups bias dilation padding_mode device dtype',
  ConvTranspose3d:
    'in_channels out_channels kernel_size stride padding output_padding groups bias dilation padding_mode device dtype',
  BatchNorm1d:
    'num_features eps momentum affine track_running_stats device dtype bias',
  BatchNorm2d:
    'num_features eps momentum affine track_running_stats device dtype bias',
  BatchNorm3d:
    'num_features eps momentum affine track_running_stats device dtype bias',
  LayerNorm: 'normalized_shape eps elementwise_affine bias device dtype',
  GroupNorm: 'num_groups num_channels eps affine device dtype bias',
  InstanceNorm2d:
    'num_features eps momentum affine track_running_stats device dtype bias',
  Embedding:
    'num_embeddings embedding_dim padding_idx max_norm norm_type scale_grad_by_freq sparse _weight _freeze device dtype',
  EmbeddingBag:
    'num_embeddings embedding_dim max_norm norm_type scale_grad_by_freq mode sparse _weight include_last_offset padding_idx device dtype',
  Dropout: 'p inplace',
  Dropout2d: 'p inplace',
  RNN: 'input_size hidden_size num_layers nonlinearity bias batch_first dropout bidirectional device dtype',
  LSTM: 'input_size hidden_size num_layers bias batch_first dropout bidirectional proj_size device dtype',
  GRU: 'input_size hidden_size num_layers bias batch_first dropout bidirectional device dtype',
  LSTMCell: 'input_size hidden_size bias device dtype',
  GRUCell: 'input_size hidden_size bias device dtype',
  MultiheadAttention:
    'embed_dim num_heads dropout bias add_bias_kv add_zero_attn kdim vdim batch_first device dtype',
  SummaryWriter:
    'log_dir comment purge_step max_queue flush_secs filename_suffix',
  Transformer:
    'd_model nhead num_encoder_layers num_decoder_layers dim_feedforward dropout activation custom_encoder custom_decoder layer_norm_eps batch_first norm_first bias device dtype',
  TransformerEncoderLayer:
    'd_model nhead dim_feedforward dropout activation layer_norm_eps batch_first norm_first bias device dtype',
  TransformerEncoder:
    'encoder_layer num_layers norm enable_nested_tensor mask_check',
  TransformerDecoderLayer:
    'd_model nhead dim_feedforward dropout activation layer_norm_eps batch_first norm_first bias device dtype',
  TransformerDecoder: 'decoder_layer num_layers norm',
  MaxPool1d: 'kernel_size stride padding dilation return_indices ceil_mode',
  MaxPool2d: 'kernel_size stride padding dilation return_indices ceil_mode',
  AvgPool2d:
    'kernel_size stride padding ceil_mode count_include_pad divisor_override',
  AdaptiveAvgPool2d: 'output_size',
  AdaptiveMaxPool2d: 'output_size return_indices',
  Flatten: 'start_dim end_dim',
  Unflatten: 'dim unflattened_size',
  Upsample: 'size scale_factor mode align_corners recompute_scale_factor',
  PixelShuffle: 'upscale_factor',
  ReLU: 'inplace',
  LeakyReLU: 'negative_slope inplace',
  GELU: 'approximate',
  ELU: 'alpha inplace',
  PReLU: 'num_parameters init device dtype',
  Softmax: 'dim',
  LogSoftmax: 'dim',
  CrossEntropyLoss: 'weight ignore_index reduction label_smoothing',
  NLLLoss: 'weight ignore_index reduction',
  MSELoss: 'reduction',
  L1Loss: 'reduction',
  SmoothL1Loss: 'reduction beta',
  HuberLoss: 'reduction delta',
  BCELoss: 'weight reduction',
  BCEWithLogitsLoss: 'weight reduction pos_weight',
  KLDivLoss: 'reduction log_target',
  CTCLoss: 'blank reduction zero_infinity',
  TripletMarginLoss: 'margin p eps swap reduction',
  CosineEmbeddingLoss: 'margin reduction',
  DataParallel: 'module device_ids output_device dim',
  DataLoader:
    'dataset batch_size shuffle sampler batch_sampler num_workers collate_fn pin_memory drop_last timeout worker_init_fn multiprocessing_context generator prefetch_factor persistent_workers pin_memory_device in_order',
  TensorDataset: 'tensors',
  WeightedRandomSampler: 'weights num_samples replacement generator',
  Subset: 'dataset indices',
  ConcatDataset: 'datasets',
  StepLR: 'optimizer step_size gamma last_epoch',
  MultiStepLR: 'optimizer milestones gamma last_epoch',
  ExponentialLR: 'optimizer gamma last_epoch',
  CosineAnnealingLR: 'optimizer T_max eta_min last_epoch',
  CosineAnnealingWarmRestarts: 'optimizer T_0 T_mult eta_min last_epoch',
  ReduceLROnPlateau:
    'optimizer mode factor patience threshold threshold_mode cooldown min_lr eps',
  OneCycleLR:
    'optimizer max_lr total_steps epochs steps_per_epoch pct_start anneal_strategy cycle_momentum base_momentum max_momentum div_factor final_div_factor three_phase last_epoch',
  CyclicLR:
    'optimizer base_lr max_lr step_size_up step_size_down mode gamma scale_fn scale_mode cycle_momentum base_momentum max_momentum last_epoch',
  LambdaLR: 'optimizer lr_lambda last_epoch',
  LinearLR: 'optimizer start_factor end_factor total_iters last_epoch'
};
