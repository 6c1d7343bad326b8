import { ownValue } from '../../../shared/own-value';
import { PACKAGE_NAMES } from '../../../shared/package-names';

/** What `version/not-installed` and `version/removed-api` explain without facts. */
const OF_TORCH =
  /^(?:torch(?:vision|audio|text|data|codec)?|pytorch|functorch)$/;

/** Names that every second repository gives a folder of its own. */
const OF_PROJECTS =
  /^(?:_init_paths?|utils?|models?|modules?|src|lib|libs|config|configs|commons?|core|data|dataset|datasets?_?utils|data_?loaders?|helpers?|layers|loss(?:es)?|metrics|nets?|networks?|ops?|opts?|options|args|hparams|tools|scripts|text|train|trainer|training|infer|inference|engine|eval(?:uation)?|backbones?|generators?|discriminators?|agents?|envs?|preprocess(?:ing)?|third_?party|submodules|external|(?:models?|utils?|datasets?|configs?|nets?|networks?|train|eval|my|custom)_[a-z]\w{0,40}|[a-z]\w{0,40}_(?:utils?|dataset|config|loader|train|inference))$/;

/** The first name of a dotted one. */
export function topOf(module: string): string {
  return module.split('.')[0];
}

/** Whether a module is PyTorch's own, or a part of it. */
export function isOfTorch(module: string): boolean {
  return OF_TORCH.test(topOf(module));
}

/** Whether a module is a project's own file rather than a package. */
export function isOfProject(module: string): boolean {
  return OF_PROJECTS.test(topOf(module));
}

/** Packages that people import beside torch, torch among them. */
const OFTEN_IMPORTED = [
  'torch',
  'torchvision',
  'torchaudio',
  'torchtext',
  'torchmetrics',
  'torchinfo',
  'transformers',
  'accelerate',
  'diffusers',
  'lightning',
  'numpy',
  'pandas',
  'matplotlib',
  'seaborn',
  'sklearn',
  'PIL'
];

/** Packages beside PyTorch that have the name of their module. */
const SAME_NAMES: ReadonlySet<string> = new Set(
  (
    'accelerate addict aiohttp albumentations ale_py altair anndata astropy ' +
    'audiomentations av basicsr beartype bert_score bertopic bitarray ' +
    'bitsandbytes bokeh botorch brevitas captum cartopy chardet chromadb ' +
    'clearml click colorama comet_ml contractions cornac cvxpy d2l dash dask ' +
    'datasets deap decord deepchem deepspeed demucs dgl diffusers dill dlib ' +
    'easydict easyocr editdistance einops emoji evaluate face_recognition ' +
    'facenet_pytorch facexlib fairscale fairseq fastai fastcore ' +
    'faster_whisper fasttext filelock fire flair flwr folium foolbox fsspec ' +
    'ftfy funasr fvcore g2p_en gdown geopandas gguf GPUtil gpytorch gradio ' +
    'graphviz gym gymnasium h5py hdbscan higher hmmlearn hnswlib ' +
    'huggingface_hub igraph imageio imageio_ffmpeg imgaug implicit imutils ' +
    'inflect insightface iopath ipdb ipywidgets jaxtyping jieba jiwer joblib ' +
    'jsonlines jsonschema kaggle kagglehub keras_ocr konlpy kornia langdetect ' +
    'learn2learn Levenshtein librosa lightning lime litellm lmdb loguru ' +
    'loralib lpips lvis lxml matplotlib mediapipe medmnist mido minigrid ' +
    'mir_eval ml_collections mlflow mlxtend mne monai moviepy mpi4py msgpack ' +
    'mtcnn mujoco munch music21 natsort nbdev neptune netCDF4 networkx ' +
    'neuralforecast nibabel ninja nltk nnsight noisereduce numba numexpr ' +
    'numpy numpyro ogb omegaconf onnx onnxruntime onnxscript opacus open3d ' +
    'openai opendatasets openpyxl optimum optuna orjson paddleocr pandas ' +
    'pathos pdfplumber pedalboard peft pesq pettingzoo phonemizer plotly ' +
    'plotnine polars portalocker pretrainedmodels pretty_midi prettytable ' +
    'prophet psutil ptflops pyarrow pybullet pycm pycocotools pydicom pydot ' +
    'pydub pygame pyglet pykeen pymongo pymoo pynvml pyod PyPDF2 pypinyin ' +
    'pyrender pyspark pysptk pystoi pytesseract pytorch3d pytorch_forecasting ' +
    'pytorch_msssim pytorch_tabnet pytube pyvirtualdisplay pyworld rapidfuzz ' +
    'rasterio ray rdkit recbole redis regex requests resampy rich roboflow ' +
    'rouge_score rtree sacrebleu sacremoses sae_lens safetensors ' +
    'scikit_posthocs scipy seaborn selenium sentencepiece seqeval setfit shap ' +
    'shapely SimpleITK simpletransformers sklearn_crfsuite skorch sktime ' +
    'snntorch sounddevice soundfile spacy speechbrain spikingjelly ' +
    'stable_baselines3 stanza streamlit super_gradients supervision sympy ' +
    'tables tabulate tenacity tensorboard tensorboard_logger tensorboardX ' +
    'tensordict tensorly termcolor textblob textstat thefuzz thop tifffile ' +
    'tiktoken timm tokenizers toml torch_cluster torch_fidelity torch_scatter ' +
    'torch_sparse torch_spline_conv torchattacks torchcde torchdiffeq ' +
    'torcheval torchgeo torchinfo torchio torchmetrics torchprofile torchrl ' +
    'torchsde torchsummary torchviz torchxrayvision tqdm transformer_lens ' +
    'transformers trimesh trl tsfresh tslearn typeguard typer ujson ' +
    'ultralytics underthesea unidecode unsloth visdom vit_pytorch vllm wandb ' +
    'webrtcvad wget whisperx wordcloud xarray xformers xlrd xlsxwriter yacs ' +
    'yfinance yolov5 yt_dlp zarr zstandard ' +
    'attr attrs charset_normalizer certifi cloudpickle click cycler decorator ' +
    'fontTools idna jinja2 kiwisolver markupsafe mpmath multiprocess packaging ' +
    'pkg_resources platformdirs pygments pyparsing sentry_sdk setuptools six ' +
    'triton typing_extensions typing_inspection urllib3 werkzeug xxhash'
  ).split(' ')
);

/** What programs on torch import for comparison, with the name of its module. */
const BESIDE_TORCH: ReadonlySet<string> = new Set([
  'xgboost',
  'lightgbm',
  'catboost',
  'keras',
  'tensorflow',
  'jax',
  'fastbook',
  'fastapi',
  'flask',
  'uvicorn',
  'pydantic',
  'starlette',
  'langchain',
  'gensim',
  'statsmodels',
  'numba'
]);

/** Whether it is known which package brings a module. */
export function isKnownPackage(module: string): boolean {
  const top = topOf(module);
  return (
    SAME_NAMES.has(top) ||
    BESIDE_TORCH.has(top) ||
    ownValue(PACKAGE_NAMES, top) !== undefined
  );
}

/** Modules that programs on models have, and hardly any other. */
const OF_MODELS: ReadonlySet<string> = new Set(
  (
    'TTS accelerate animatediff apex audiocraft auto_gptq awq bark basicsr bitsandbytes botorch captum ' +
    'clip coqpit ctranslate2 deepspeed deepxde detectron2 demucs dgl diff_gaussian_rasterization diffusers ' +
    'einops esm face_alignment facexlib fairscale fairseq fastai faster_whisper flash_attn ' +
    'fvcore gfpgan gpytorch groundingdino gsplat insightface kaolin k_diffusion kornia ldm lightning ' +
    'llama_cpp llamafactory llava lpips mamba_ssm mmcv mmdet mmengine mmseg monai nerfstudio nnunet nnunetv2 ' +
    'nuscenes nvdiffrast open_clip openfold peft pyannote pyro pytorch3d pytorch_lightning rdkit ' +
    'realesrgan recbole retinaface sam2 safetensors segment_anything segmentation_models_pytorch ' +
    'sentence_transformers sgm simple_knn speechbrain spconv stable_baselines3 taming thop timm ' +
    'tinycudann tokenizers tortoise trl ultralytics unsloth vllm whisper whisperx xformers yolov5 yolox pcdet mmdet3d mmpose mmpretrain mmocr mmaction det3d cldm maskrcnn_benchmark fastreid torchreid ' +
    'saicinpainting fish_speech cosyvoice f5_tts ChatTTS openvoice melo pointnet2 pointnet2_ops'
  ).split(' ')
);

/** Whether a module tells of a program on models, which are torch’s mostly. */
export function isOfModels(module: string): boolean {
  return OF_MODELS.has(topOf(module)) || /torch/.test(module);
}

/** A name, and it without one of its letters. */
function withoutALetter(name: string): string[] {
  return [
    name,
    ...Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1))
  ];
}

/** The package whose name one slip of the finger turns into this module. */
export function mistypedPackage(module: string): string | undefined {
  if (OFTEN_IMPORTED.includes(module)) {
    return undefined;
  }
  const near = new Set(withoutALetter(module));
  return OFTEN_IMPORTED.find(name =>
    withoutALetter(name).some(each => near.has(each))
  );
}
