import type { IChange } from './arguments';

type Row = readonly [
  library: string,
  change: IChange['change'],
  what: IChange['what'],
  before: string,
  after: string,
  marks: string
];

/**
 * What scripts/library_arguments.py cannot see: arguments that go through
 * `**kwargs`, and members of bases elsewhere. Read by hand from the wheels of the
 * two releases.
 */
const ROWS: readonly Row[] = [
  [
    'facexlib',
    'since',
    'argument',
    '0.2.0.3',
    '0.2.2',
    'FaceRestoreHelper.get_face_landmarks_5:eye_dist_threshold'
  ],
  [
    'torchvision',
    'since',
    'argument',
    '0.12.0',
    '0.13.1',
    'ResNet:weights VGG:weights DenseNet:weights AlexNet:weights MobileNetV2:weights MobileNetV3:weights EfficientNet:weights Inception3:weights GoogLeNet:weights SqueezeNet:weights VisionTransformer:weights FasterRCNN:weights MaskRCNN:weights'
  ],
  [
    'torchvision',
    'gone',
    'argument',
    '0.13.1',
    '0.14.1',
    'make_grid:range save_image:range'
  ],
  [
    'transformers',
    'since',
    'argument',
    '4.55.4',
    '4.56.2',
    'PreTrainedModel:dtype'
  ],
  [
    'transformers',
    'since',
    'argument',
    '4.35.2',
    '4.36.2',
    'PreTrainedModel:attn_implementation'
  ],
  [
    'transformers',
    'gone',
    'argument',
    '4.52.4',
    '4.53.3',
    'PreTrainedModel:use_flash_attention_2'
  ],
  [
    'transformers',
    'gone',
    'member',
    '4.48.3',
    '4.49.0',
    'Cache:get_max_length'
  ],
  [
    'transformers',
    'gone',
    'member',
    '4.53.3',
    '4.54.1',
    'Cache:get_usable_length'
  ],
  [
    'transformers',
    'gone',
    'member',
    '4.57.6',
    '5.0.0',
    'Cache:from_legacy_cache Cache:to_legacy_cache PreTrainedTokenizerBase:batch_encode_plus PreTrainedTokenizerBase:encode_plus PreTrainedTokenizerBase:as_target_tokenizer PreTrainedTokenizerBase:additional_special_tokens PreTrainedTokenizerBase:additional_special_tokens_ids PreTrainedTokenizerBase:build_inputs_with_special_tokens PreTrainedTokenizerBase:create_token_type_ids_from_sequences PreTrainedTokenizerBase:prepare_for_model PreTrainedTokenizerBase:truncate_sequences PreTrainedTokenizerBase:prepare_seq2seq_batch PreTrainedTokenizerBase:sanitize_special_tokens PreTrainedTokenizerBase:special_tokens_map_extended PreTrainedTokenizerBase:all_special_tokens_extended PreTrainedTokenizerBase:_switch_to_input_mode PreTrainedTokenizer:_tokenize BertTokenizer:ids_to_tokens BertTokenizer:basic_tokenizer BertTokenizer:wordpiece_tokenizer GPT2Tokenizer:encoder RobertaTokenizer:encoder'
  ],
  [
    'transformers',
    'gone',
    'member',
    '4.47.1',
    '4.48.3',
    'LlamaAttention:num_heads'
  ],
  [
    'transformers',
    'since',
    'member',
    '4.33.3',
    '4.34.1',
    'PreTrainedTokenizerBase:apply_chat_template'
  ],
  [
    'transformers',
    'gone',
    'member',
    '4.48.3',
    '4.49.0',
    'GenerationMixin:_extract_past_from_model_output'
  ],
  [
    'transformers',
    'gone',
    'member',
    '4.57.6',
    '5.0.0',
    'PreTrainedModel:get_head_mask PreTrainedModel:_convert_head_mask_to_5d PreTrainedModel:_tie_or_clone_weights'
  ],
  [
    'huggingface_hub',
    'gone',
    'argument',
    '0.36.2',
    '1.0.1',
    'hf_hub_download:use_auth_token snapshot_download:use_auth_token HfApi.model_info:use_auth_token HfApi.dataset_info:use_auth_token HfApi.list_models:use_auth_token HfApi.create_repo:use_auth_token HfApi.upload_folder:use_auth_token Repository:use_auth_token'
  ]
];

export const KNOWN_CHANGES: readonly IChange[] = ROWS.flatMap(
  ([library, change, what, before, after, marks]) =>
    marks.split(' ').map((mark): IChange => {
      const [owner, name] = mark.split(':');
      return { library, change, what, before, after, owner, name };
    })
);
