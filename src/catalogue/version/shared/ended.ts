/** Packages without a release for years: to update them changes nothing. */
const ENDED = new Set([
  'allennlp',
  'basicsr',
  'd2l',
  'efficientnet_pytorch',
  'fairseq',
  'gfpgan',
  'gym',
  'pretrainedmodels',
  'pytorch_pretrained_bert',
  'pytorch_transformers',
  'realesrgan',
  'tacotron2',
  'taming',
  'torchsummary',
  'torchtext'
]);

/** Whether no newer release of a package is to be had. */
export function isEnded(module: string | undefined): boolean {
  return module !== undefined && ENDED.has(module);
}
