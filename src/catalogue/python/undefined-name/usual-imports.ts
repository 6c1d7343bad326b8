import { BESIDE, NAMES, SHARED, WHOLE, WHOLE_BESIDE } from './names';

/** What a usual name stands for. */
export interface IUsualImport {
  readonly module: string;
  readonly code: string;
}

/** The names under which tutorials of PyTorch import what they need. */
const USUAL: Readonly<Record<string, readonly [module: string, code: string]>> =
  {
    torch: ['torch', 'import torch'],
    nn: ['torch.nn', 'from torch import nn'],
    F: ['torch.nn.functional', 'import torch.nn.functional as F'],
    optim: ['torch.optim', 'from torch import optim'],
    Tensor: ['torch.Tensor', 'from torch import Tensor'],
    DataLoader: ['torch.utils.data', 'from torch.utils.data import DataLoader'],
    TensorDataset: [
      'torch.utils.data',
      'from torch.utils.data import TensorDataset'
    ],
    random_split: [
      'torch.utils.data',
      'from torch.utils.data import random_split'
    ],
    torchvision: ['torchvision', 'import torchvision'],
    transforms: [
      'torchvision.transforms',
      'from torchvision import transforms'
    ],
    torchaudio: ['torchaudio', 'import torchaudio'],
    np: ['numpy', 'import numpy as np'],
    pd: ['pandas', 'import pandas as pd'],
    plt: ['matplotlib.pyplot', 'import matplotlib.pyplot as plt'],
    sns: ['seaborn', 'import seaborn as sns'],
    tqdm: ['tqdm', 'from tqdm.auto import tqdm'],
    Path: ['pathlib', 'from pathlib import Path'],
    Image: ['PIL.Image', 'from PIL import Image'],
    os: ['os', 'import os'],
    sys: ['sys', 'import sys'],
    math: ['math', 'import math'],
    time: ['time', 'import time'],
    json: ['json', 'import json'],
    random: ['random', 'import random'],
    copy: ['copy', 'import copy'],
    partial: ['functools', 'from functools import partial'],
    defaultdict: ['collections', 'from collections import defaultdict'],
    Counter: ['collections', 'from collections import Counter'],
    OrderedDict: ['collections', 'from collections import OrderedDict'],
    deque: ['collections', 'from collections import deque'],
    glob: ['glob', 'from glob import glob'],
    cv2: ['cv2', 'import cv2'],
    Dataset: ['torch.utils.data', 'from torch.utils.data import Dataset'],
    Variable: ['torch.autograd', 'from torch.autograd import Variable'],
    summary: ['torchinfo', 'from torchinfo import summary'],
    // Built in up to Python 2.
    reduce: ['functools', 'from functools import reduce']
  };

const BY_NAME = new Map(Object.entries(USUAL));

/** What Python 2 called otherwise, with the name in Python 3. */
const PYTHON_2: Readonly<Record<string, string>> = {
  xrange: 'range',
  unicode: 'str',
  raw_input: 'input',
  basestring: 'str',
  long: 'int',
  izip: 'zip',
  unichr: 'chr'
};

/** The name in Python 3 of what Python 2 had built in. */
export function today(name: string | undefined): string | undefined {
  return name === undefined
    ? undefined
    : new Map(Object.entries(PYTHON_2)).get(name);
}

/** `from module import name`, for all names of a table. */
function imported(
  table: Readonly<Record<string, string>>
): [name: string, found: IUsualImport][] {
  return Object.entries(table).flatMap(([module, names]) =>
    names
      .split(' ')
      .map((name): [string, IUsualImport] => [
        name,
        module === `PIL.${name}`
          ? { module, code: `from PIL import ${name}` }
          : { module, code: importOf(module, name) }
      ])
  );
}

/** Helpers of fastai come all at once, as its own pages have it. */
function importOf(module: string, name: string): string {
  return `from ${module} import ${module.startsWith('fastai.') ? '*' : name}`;
}

/** Modules that are imported whole. */
function whole(
  table: Readonly<Record<string, string>>
): [name: string, found: IUsualImport][] {
  return Object.entries(table).map(([name, code]) => [
    name,
    { module: code.split(' ')[1], code }
  ]);
}

const TORCHS = new Map([...imported(NAMES), ...whole(WHOLE)]);

const OF_SEVERAL = new Map(imported(SHARED));

const OTHERS = new Map([
  ...imported(BESIDE),
  ...OF_SEVERAL,
  ...whole(WHOLE_BESIDE)
]);

/** What people import under a name; undefined where that is not settled. */
export function usualImport(name: string): IUsualImport | undefined {
  const found = BY_NAME.get(name);
  return found
    ? { module: found[0], code: found[1] }
    : (TORCHS.get(name) ?? OTHERS.get(name));
}

/** Whether libraries other than the usual one have something of that name. */
export function isOfSeveral(name: string): boolean {
  return OF_SEVERAL.has(name);
}

/** Whether a name stands for a part of torch, whatever the failure mentions. */
export function isOfTorch(name: string): boolean {
  return (
    TORCHS.has(name) || BY_NAME.get(name)?.[0].startsWith('torch') === true
  );
}
