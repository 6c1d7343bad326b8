/**
 * What one writes today in place of an argument or member that went, by its
 * class or function. Sources: the release notes and sources of the libraries.
 */
const INSTEAD = new Map<string, string>(
  Object.entries({
    'Cache:seen_tokens': 'past_key_values.get_seq_length()',
    'Cache:get_max_length': 'past_key_values.get_max_cache_shape()',
    'Cache:get_usable_length': 'past_key_values.get_seq_length()',
    'DynamicCache:seen_tokens': 'past_key_values.get_seq_length()',
    'DynamicCache:get_max_length': 'past_key_values.get_max_cache_shape()',
    'DynamicCache:get_usable_length': 'past_key_values.get_seq_length()',
    'Trainer:tokenizer': 'trainer.processing_class',
    'Vocab:stoi': "vocab.get_stoi()['word']  # or vocab['word']",
    'Vocab:itos': 'vocab.get_itos()[0]',
    'Vocab:freqs':
      'from collections import Counter\nfreqs = Counter(token for line in data for token in tokenizer(line))',
    'Vocab:load_vectors':
      'vectors = torchtext.vocab.GloVe().get_vecs_by_tokens(vocab.get_itos())',
    'Vocab:vectors':
      'vectors = torchtext.vocab.GloVe().get_vecs_by_tokens(vocab.get_itos())',
    'hf_hub_download:use_auth_token':
      "path = hf_hub_download('OWNER/NAME', 'config.json', token=token)",
    'snapshot_download:use_auth_token':
      "folder = snapshot_download('OWNER/NAME', token=token)",
    'LlamaAttention:num_heads': 'self.config.num_attention_heads',
    'PreTrainedModel:use_flash_attention_2':
      "model = AutoModelForCausalLM.from_pretrained(name, attn_implementation='flash_attention_2')",
    'PreTrainedModel:dtype':
      "model = AutoModel.from_pretrained(name, torch_dtype='auto')",
    'RandomRotation:resample':
      'transforms.RandomRotation(10, interpolation=InterpolationMode.BILINEAR)',
    'RandomAffine:resample':
      'transforms.RandomAffine(10, interpolation=InterpolationMode.BILINEAR)',
    'affine:resample':
      'image = affine(image, angle, shift, scale, shear, interpolation=InterpolationMode.BILINEAR)',
    'rotate:resample':
      'image = rotate(image, angle, interpolation=InterpolationMode.BILINEAR)',
    'make_grid:range': 'make_grid(images, normalize=True, value_range=(-1, 1))',
    'save_image:range':
      "save_image(images, 'out.png', normalize=True, value_range=(-1, 1))",
    'PreTrainedTokenizerBase:batch_encode_plus':
      "batch = tokenizer(texts, padding=True, return_tensors='pt')",
    'PreTrainedTokenizerBase:encode_plus':
      "batch = tokenizer(text, return_tensors='pt')",
    'PreTrainedTokenizerBase:as_target_tokenizer':
      "labels = tokenizer(text_target=targets)['input_ids']",
    'PreTrainedTokenizerBase:prepare_seq2seq_batch':
      "batch = tokenizer(texts, text_target=targets, return_tensors='pt')",
    'PreTrainedTokenizerBase:additional_special_tokens':
      'tokens = tokenizer.extra_special_tokens',
    'PreTrainedTokenizerBase:additional_special_tokens_ids':
      'ids = tokenizer.extra_special_tokens_ids',
    'PreTrainedTokenizerBase:build_inputs_with_special_tokens':
      "ids = tokenizer(first, second)['input_ids']  # adds them itself",
    'PreTrainedTokenizerBase:create_token_type_ids_from_sequences':
      "types = tokenizer(first, second, return_token_type_ids=True)['token_type_ids']",
    'PreTrainedTokenizerBase:prepare_for_model':
      'batch = tokenizer(first, second, truncation=True)  # texts, not ids',
    'PreTrainedTokenizerBase:special_tokens_map_extended':
      'tokens = tokenizer.special_tokens_map',
    'PreTrainedTokenizerBase:all_special_tokens_extended':
      'tokens = tokenizer.all_special_tokens',
    'GenerationMixin:_extract_past_from_model_output':
      "model_kwargs['past_key_values'] = outputs.past_key_values",
    'PreTrainedModel:get_head_mask':
      'head_mask = [None] * self.config.num_hidden_layers  # where none is given',
    'PreTrainedTokenizer:_tokenize': 'tokens = tokenizer.tokenize(text)',
    'BertTokenizer:ids_to_tokens':
      'ids_to_tokens = {i: token for token, i in tokenizer.get_vocab().items()}',
    'GPT2Tokenizer:encoder': 'vocab = tokenizer.get_vocab()',
    'RobertaTokenizer:encoder': 'vocab = tokenizer.get_vocab()'
  })
);

/** The code of today, where it is known. */
export function insteadOf(
  owner: string | undefined,
  name: string
): string | undefined {
  return INSTEAD.get(`${owner ?? ''}:${name}`);
}
