/**
 * The packages that bring a module, by the module's name: where the two differ,
 * or where another package has the module's name.
 */
export const PACKAGE_NAMES: Readonly<Record<string, string>> = {
  PIL: 'pillow',
  TTS: 'coqui-tts',
  attr: 'attrs',
  auto_gptq: 'auto-gptq',
  awq: 'autoawq',
  Bio: 'biopython',
  bs4: 'beautifulsoup4',
  coqpit: 'coqpit-config',
  cv2: 'opencv-python',
  dateutil: 'python-dateutil',
  docx: 'python-docx',
  dotenv: 'python-dotenv',
  efficientnet_pytorch: 'efficientnet-pytorch',
  face_alignment: 'face-alignment',
  faiss: 'faiss-cpu',
  ffmpeg: 'ffmpeg-python',
  fitz: 'PyMuPDF',
  flash_attn: 'flash-attn',
  git: 'GitPython',
  hydra: 'hydra-core',
  ignite: 'pytorch-ignite',
  imblearn: 'imbalanced-learn',
  mamba_ssm: 'mamba-ssm',
  mpl_toolkits: 'matplotlib',
  nemo: 'nemo_toolkit',
  openslide: 'openslide-python',
  pkg_resources: 'setuptools',
  pptx: 'python-pptx',
  pyannote: 'pyannote.audio',
  pyro: 'pyro-ppl',
  pytorch_lightning: 'pytorch-lightning',
  pywt: 'PyWavelets',
  segmentation_models_pytorch: 'segmentation-models-pytorch',
  sentence_transformers: 'sentence-transformers',
  serial: 'pyserial',
  skimage: 'scikit-image',
  sklearn: 'scikit-learn',
  skopt: 'scikit-optimize',
  skvideo: 'scikit-video',
  slugify: 'python-slugify',
  speech_recognition: 'SpeechRecognition',
  taming: 'taming-transformers',
  torch_directml: 'torch-directml',
  torch_geometric: 'torch-geometric',
  torchcrf: 'pytorch-crf',
  umap: 'umap-learn',
  whisper: 'openai-whisper',
  cleanfid: 'clean-fid',
  espnet2: 'espnet',
  llama_cpp: 'llama-cpp-python',
  IPython: 'ipython',
  surprise: 'scikit-surprise',
  yaml: 'pyyaml'
};

const BY_MODULE = new Map(Object.entries(PACKAGE_NAMES));

/** The package to install for a module: its own name where none is known. */
export function packageOf(module: string): string {
  const [top] = module.split('.');
  return BY_MODULE.get(top) ?? top;
}

const BY_PACKAGE = new Map(
  Object.entries(PACKAGE_NAMES).map(([module, name]) => [name, module])
);

/** The module that a package brings: its own name, as Python writes one, where none is known. */
export function moduleOf(name: string): string {
  return BY_PACKAGE.get(name) ?? name.replace(/-/g, '_');
}
