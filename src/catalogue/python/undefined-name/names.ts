/** Names that programs on torch take from a module, by the module. */
export const NAMES: Readonly<Record<string, string>> = {
  'torch.utils.data':
    'Dataset DataLoader TensorDataset IterableDataset Subset ConcatDataset random_split default_collate WeightedRandomSampler SubsetRandomSampler RandomSampler SequentialSampler BatchSampler DistributedSampler',
  'torch.utils.tensorboard': 'SummaryWriter',
  'torch.optim.lr_scheduler':
    'StepLR MultiStepLR ExponentialLR CosineAnnealingLR CosineAnnealingWarmRestarts ReduceLROnPlateau OneCycleLR CyclicLR LambdaLR LinearLR',
  'torch.optim': 'lr_scheduler',
  'torch.nn':
    'Parameter ModuleList ModuleDict CrossEntropyLoss BCELoss BCEWithLogitsLoss MSELoss NLLLoss L1Loss',
  'torch.nn.utils': 'clip_grad_norm_',
  'torch.nn.utils.rnn':
    'pad_sequence pack_padded_sequence pad_packed_sequence pack_sequence PackedSequence',
  'torch.nn.parallel': 'DistributedDataParallel DataParallel',
  'torch.autograd': 'Variable',
  'torch.amp': 'autocast GradScaler',
  'torchvision.datasets':
    'ImageFolder MNIST FashionMNIST CIFAR10 CIFAR100 CocoDetection VOCDetection',
  'torchvision.transforms':
    'ToTensor ToPILImage RandomHorizontalFlip RandomResizedCrop CenterCrop RandomCrop ColorJitter',
  'torchvision.transforms.functional': 'to_pil_image to_tensor',
  'torchvision.models':
    'resnet18 resnet34 resnet50 resnet101 vgg16 vgg19 densenet121 alexnet mobilenet_v2 efficientnet_b0 ResNet18_Weights ResNet50_Weights EfficientNet_B0_Weights',
  'torchvision.io': 'read_image decode_image read_video',
  'torchvision.utils': 'make_grid save_image draw_bounding_boxes',
  torchinfo: 'summary',
  torchmetrics: 'MetricCollection',
  'torch_geometric.nn': 'GCNConv GATConv SAGEConv GINConv global_mean_pool',
  'torch_geometric.utils': 'to_networkx',
  transformers:
    'AutoTokenizer AutoModel AutoConfig AutoProcessor AutoImageProcessor AutoFeatureExtractor AutoModelForCausalLM AutoModelForSequenceClassification AutoModelForTokenClassification AutoModelForSeq2SeqLM AutoModelForQuestionAnswering AutoModelForMaskedLM AutoModelForImageClassification BertTokenizer BertTokenizerFast BertModel BertConfig BertForSequenceClassification BertForMaskedLM DistilBertTokenizer DistilBertTokenizerFast DistilBertModel DistilBertForSequenceClassification RobertaTokenizer RobertaModel RobertaForSequenceClassification GPT2Tokenizer GPT2LMHeadModel GPT2Config T5Tokenizer T5ForConditionalGeneration ViTModel ViTForImageClassification ViTImageProcessor CLIPModel CLIPProcessor WhisperProcessor WhisperForConditionalGeneration Wav2Vec2Processor Wav2Vec2ForCTC LlamaTokenizer LlamaForCausalLM TrainingArguments Seq2SeqTrainer Seq2SeqTrainingArguments BitsAndBytesConfig GenerationConfig DataCollatorWithPadding DataCollatorForSeq2Seq DataCollatorForLanguageModeling DataCollatorForTokenClassification EarlyStoppingCallback StoppingCriteria StoppingCriteriaList TextStreamer get_linear_schedule_with_warmup get_cosine_schedule_with_warmup get_scheduler',
  peft: 'LoraConfig PeftModel PeftConfig TaskType get_peft_model prepare_model_for_kbit_training',
  trl: 'SFTTrainer SFTConfig DPOTrainer DPOConfig GRPOTrainer GRPOConfig',
  accelerate: 'Accelerator notebook_launcher',
  diffusers:
    'StableDiffusionPipeline StableDiffusionXLPipeline DiffusionPipeline DDPMPipeline DDPMScheduler DDIMScheduler UNet2DModel UNet2DConditionModel AutoencoderKL',
  ultralytics: 'YOLO',
  unsloth: 'FastLanguageModel is_bfloat16_supported',
  sentence_transformers: 'SentenceTransformer',
  huggingface_hub: 'hf_hub_download snapshot_download notebook_login',
  'fastai.vision.widgets': 'ImageClassifierCleaner ImagesCleaner',
  'fastai.vision.all':
    'untar_data URLs ImageDataLoaders vision_learner cnn_learner unet_learner DataBlock ImageBlock CategoryBlock MultiCategoryBlock MaskBlock PILImage PILMask get_image_files verify_images load_learner aug_transforms ClassificationInterpretation error_rate RandomSplitter GrandparentSplitter parent_label ImageDataLoader Learner SaveModelCallback'
};

/** The same of modules that have to do with torch only where it is in play. */
export const BESIDE: Readonly<Record<string, string>> = {
  'sklearn.metrics':
    'accuracy_score precision_score recall_score f1_score precision_recall_fscore_support confusion_matrix classification_report roc_auc_score roc_curve auc average_precision_score precision_recall_curve ConfusionMatrixDisplay mean_squared_error mean_absolute_error r2_score balanced_accuracy_score cohen_kappa_score',
  'sklearn.model_selection':
    'train_test_split KFold StratifiedKFold GroupKFold StratifiedShuffleSplit GridSearchCV cross_val_score',
  'sklearn.preprocessing':
    'StandardScaler MinMaxScaler LabelEncoder OneHotEncoder',
  'sklearn.decomposition': 'PCA',
  'sklearn.manifold': 'TSNE',
  'sklearn.cluster': 'KMeans',
  'sklearn.linear_model': 'LogisticRegression LinearRegression',
  'sklearn.ensemble': 'RandomForestClassifier',
  'sklearn.feature_extraction.text': 'TfidfVectorizer CountVectorizer',
  'sklearn.datasets': 'make_moons make_circles make_blobs make_classification',
  functools: 'reduce partial wraps lru_cache',
  collections: 'defaultdict Counter OrderedDict deque namedtuple',
  itertools: 'chain product islice',
  typing: 'List Dict Tuple Optional Union Callable Any Iterable',
  dataclasses: 'dataclass',
  datetime: 'datetime timedelta',
  copy: 'deepcopy',
  glob: 'glob',
  'tqdm.auto': 'tqdm trange',
  'tqdm.notebook': 'tqdm_notebook',
  timeit: 'default_timer',
  'IPython.display': 'display clear_output',
  'scipy.io': 'loadmat',
  'urllib.request': 'urlretrieve urlopen',
  'PIL.Image': 'Image',
  einops: 'rearrange repeat',
  datasets: 'load_dataset DatasetDict load_from_disk concatenate_datasets'
};

/** Names that several libraries have: another one may be imported. */
export const SHARED: Readonly<Record<string, string>> = {
  'torchvision.transforms': 'Compose Normalize',
  'torch.optim': 'Adam AdamW SGD RMSprop',
  'torch.nn': 'Sequential Linear Conv2d Module Dropout',
  transformers: 'Trainer pipeline'
};

/** Modules that one imports whole, and the usual names of some. */
export const WHOLE: Readonly<Record<string, string>> = {
  pl: 'import pytorch_lightning as pl',
  T: 'import torchvision.transforms as T',
  TF: 'import torchvision.transforms.functional as TF',
  dist: 'import torch.distributed as dist',
  mp: 'import torch.multiprocessing as mp',
  torchtext: 'import torchtext',
  torchmetrics: 'import torchmetrics',
  timm: 'import timm',
  transformers: 'import transformers'
};

export const WHOLE_BESIDE: Readonly<Record<string, string>> = {
  wandb: 'import wandb',
  pickle: 'import pickle',
  shutil: 'import shutil',
  warnings: 'import warnings',
  gc: 'import gc',
  re: 'import re',
  logging: 'import logging',
  itertools: 'import itertools',
  functools: 'import functools',
  collections: 'import collections',
  requests: 'import requests',
  zipfile: 'import zipfile',
  tarfile: 'import tarfile',
  argparse: 'import argparse',
  string: 'import string',
  csv: 'import csv',
  cv2: 'import cv2',
  nltk: 'import nltk',
  spacy: 'import spacy',
  librosa: 'import librosa',
  h5py: 'import h5py',
  gym: 'import gym',
  evaluate: 'import evaluate',
  einops: 'import einops',
  tf: 'import tensorflow as tf',
  sklearn: 'import sklearn',
  scipy: 'import scipy',
  albumentations: 'import albumentations',
  joblib: 'import joblib',
  imageio: 'import imageio',
  skimage: 'import skimage',
  psutil: 'import psutil',
  optuna: 'import optuna',
  networkx: 'import networkx',
  nx: 'import networkx as nx',
  px: 'import plotly.express as px',
  gdown: 'import gdown',
  yaml: 'import yaml',
  gymnasium: 'import gymnasium',
  xgb: 'import xgboost as xgb',
  lgb: 'import lightgbm as lgb',
  tiktoken: 'import tiktoken',
  sentencepiece: 'import sentencepiece',
  peft: 'import peft',
  accelerate: 'import accelerate',
  // Of the standard library those that are nobody's variable.
  ast: 'import ast',
  asyncio: 'import asyncio',
  base64: 'import base64',
  bisect: 'import bisect',
  contextlib: 'import contextlib',
  ctypes: 'import ctypes',
  dataclasses: 'import dataclasses',
  decimal: 'import decimal',
  enum: 'import enum',
  fnmatch: 'import fnmatch',
  fractions: 'import fractions',
  getpass: 'import getpass',
  gzip: 'import gzip',
  hashlib: 'import hashlib',
  heapq: 'import heapq',
  importlib: 'import importlib',
  inspect: 'import inspect',
  io: 'import io',
  multiprocessing: 'import multiprocessing',
  operator: 'import operator',
  pathlib: 'import pathlib',
  pprint: 'import pprint',
  shlex: 'import shlex',
  socket: 'import socket',
  sqlite3: 'import sqlite3',
  statistics: 'import statistics',
  struct: 'import struct',
  subprocess: 'import subprocess',
  tempfile: 'import tempfile',
  textwrap: 'import textwrap',
  threading: 'import threading',
  timeit: 'import timeit',
  traceback: 'import traceback',
  typing: 'import typing',
  unicodedata: 'import unicodedata',
  uuid: 'import uuid',
  zlib: 'import zlib',
  urllib: 'import urllib.request'
};

/** Helpers of the book of fastai, of its package fastbook. */
export const OF_THE_BOOK: ReadonlySet<string> = new Set(
  'gv plot_function draw_tree cluster_columns search_images_bing search_images_ddg setup_book'.split(
    ' '
  )
);

/** What fastai had up to version 1, and the first version without it. */
export const OF_OLD_FASTAI: ReadonlyMap<string, string> = new Map([
  ...'ImageDataBunch ImageList ImageItemList create_cnn open_image get_transforms TextLMDataBunch TextClasDataBunch TextList ImageCleaner SegmentationItemList ObjectItemList pil2tensor'
    .split(' ')
    .map(name => [name, '2'] as const),
  ...'ConvLearner ImageClassifierData tfms_from_model tfms_from_stats ColumnarModelData LanguageModelData TextData'
    .split(' ')
    .map(name => [name, '1'] as const)
]);
