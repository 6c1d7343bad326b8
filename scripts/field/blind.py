"""Failures as those of a blind sample that was drawn later (ids h-…), for `rebuilt.py`.

Somebody else drew it, and half of it are saved notebooks. Left out is what needs a GPU, Apple's
or Windows' machines, an old torch, or dies without an exception. Where only a GPU's assertion
told it, the CPU's own message stands for it.
"""

from packages import CLS, package, part

CV2 = (
    "class error(Exception): pass\n"
    "def imread(path): return None\n"
    "def resize(image, size):\n"
    "    if image is None: raise error('OpenCV(4.10.0) resize.cpp:4152: error: '\n"
    "        \"(-215:Assertion failed) !ssize.empty() in function 'resize'\\n\")\n"
    "    raise error(\"OpenCV(4.10.0) :-1: error: (-5:Bad argument) in function 'resize'\\n\"\n"
    "        '> Overload resolution failed:\\n'\n"
    "        '>  - src is not a numpy array, neither a scalar\\n')\n"
)


def module(name, version, text):
    """An installed package whose text is its own."""
    return {**package(name, version), f"site-packages/{name}/__init__.py": text}


def raising(name, version, error, words):
    """An installed package with a function `call` that raises, as the real one does."""
    return package(name, version, core=f"def call(*_, **__): raise {error}({words!r})\n")


MODULE = "class {0}(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"

#: id → (files, cells of which the last fails, what a useful answer names)
PROGRAMS = {
    "h-001": ({}, ["values, action = torch.ones(1, 4), torch.zeros(200, 1).long()",
                   "values.gather(1, action)"], r"values is \[1, 4\]"),
    "h-002": ({}, ["margins = torch.ones(3, 2).long()", "torch.mean(torch.sum(margins, 1))"],
              r"\.float\(\)|dtype=torch\.float"),
    "h-005": ({}, ["class FashionMNIST(torch.utils.data.Dataset): pass",
                   "train = FashionMNIST().to('cpu')"], r"batch|each (?:tensor|sample)"),
    "h-006": ({}, ["data = [(torch.ones(2, 3), 1), (torch.ones(2, 3), 1)]", "data[0] == data[1]"],
              r"torch\.equal|\.all\(\)"),
    "h-007": ({"agent.py": "def step(at):\n    if at > 10: raise Exception('stop here')\n"},
              ["from agent import step", "step(11)"], r"agent\.py"),
    "h-008": ({}, ["import numpy as np\nyhat = np.ones(125)", "yhat.reshape(43, 57)"],
              r"2451|2,451"),
    "h-009": ({}, ["data = [1, 2, 3]", "train, test = train_test_split(data)"],
              r"from sklearn\.model_selection import train_test_split"),
    "h-010": ({}, ["import monai"], r"pip install.*monai"),
    "h-011": ({}, ["torch.save(torch.ones(2), 'features/0.pt')"], r"makedirs|mkdir"),
    "h-013": (raising("transformers", "4.56.0", "ValueError",
                      "Using a `device_map`, `tp_plan`, `torch.device` context manager or setting "
                      "`torch.set_default_device(device)` requires `accelerate`. You can install "
                      "it with `pip install accelerate`"),
              ["from transformers.core import call", "call('a', device_map='auto')"],
              r"pip install.*accelerate"),
    "h-014": ({}, ["layer = torch.nn.Linear(2, 2)", "layer.to(device='cuda')"],
              r"mps|['\"]cpu['\"]"),
    "h-015": (module("cv2", "4.10.0", CV2),
              ["import cv2", "cv2.resize(cv2.imread('1_front.jpg'), (8, 8))"],
              r"imread|could not be read|path"),
    "h-016": ({}, [
        "import threading, urllib.request\nfrom http.server import BaseHTTPRequestHandler, HTTPServer\n"
        "class Refuses(BaseHTTPRequestHandler):\n"
        "    def do_GET(self): self.send_error(403)\n"
        "    def log_message(self, *_): pass\n"
        "server = HTTPServer(('127.0.0.1', 0), Refuses)\n"
        "threading.Thread(target=server.serve_forever, daemon=True).start()",
        "urllib.request.urlopen(f'http://127.0.0.1:{server.server_port}/data.zip')"],
        r"User-Agent|refuse"),
    "h-018": ({}, ["torch.load('../../Brisbane.pt')"], r"working directory|getcwd|relative"),
    "h-020": ({"out/try1/autoencoder_epoch10.ckpt": ""},
              ["torch.load('out/try1/autoencoder_epoch30.ckpt')"], r"epoch10"),
    "h-021": ({}, ["import sklearn.metrics"], r"scikit-learn"),
    "h-022": ({}, ["q, k = torch.ones(4, 3, 2), torch.ones(2, 2, 3)", "torch.bmm(q, k)"],
              r"k is \[2, 2, 3\]"),
    "h-023": (package("autogluon", "1.4.0", predictor=(
        "class Predictor:\n    def __init__(self): self.config = None\n"
        "    def fit(self, data): raise ValueError('one label column only')\n"
        "    def predict(self, data): return self.config.resolve('optimization')\n")),
              ["from autogluon.predictor import Predictor\npredictor = Predictor()\n"
               "try: predictor.fit(3)\nexcept ValueError as error: print(error)",
               "predictor.predict(3)"], r"fit\b|self\.config"),
    "h-024": ({}, ["mask = torch.full((1, 4, 4), 255)\nscores = torch.ones(1, 2, 4, 4)",
                   "torch.nn.functional.cross_entropy(scores, mask)"], r"ignore_index|classes"),
    "h-026": (raising("peft", "0.11.0", "ValueError",
                      "Target modules {'q_proj', 'v_proj'} not found in the base model. Please "
                      "check the target modules and try again."),
              ["from peft.core import call", "call(torch.nn.Linear(2, 2))"],
              r"named_modules|names of"),
    "h-028": ({}, ["vocabulary = ' ab'\nids = torch.tensor([vocabulary.find(each) for each in 'az'])\n"
                   "embedding = torch.nn.Embedding(3, 4)", "embedding(ids)"], r"-1\b"),
    "h-029": ({}, ["conv = torch.nn.Conv1d(80, 8, 3)\nfeatures = torch.ones(2, 70, 30)",
                   "conv(features)"], r"features is \[2, 70, 30\]|in_channels=70|70 channels"),
    "h-031": (part("torch_geometric", "1.7.0", "data"),
              ["import pickle", "pickle.loads(b'ctorch_geometric.data.storage\\nStore\\n.')"],
              r"1\.7\.0"),
    "h-032": ({}, [
        "class GCN(torch.nn.Module):\n    def forward(self, data): return data.edge_index\n"
        "loader = torch.utils.data.DataLoader(torch.ones(4, 3))",
        "for data in loader: GCN()(data)"], r"[Gg]eometric|loader"),
    "h-033": ({}, ["edges = [torch.ones(2, 5), torch.ones(5, 2)]", "torch.cat(edges, dim=0)"],
              r"\[5, 2\]|transpose|\.t\(\)|\.T\b"),
    "h-034": (package("monai", "0.3.0", losses=(
        "class DiceLoss:\n    def __init__(self, sigmoid=False): pass\n")),
              ["from monai.losses import DiceLoss", "DiceLoss(to_onehot_y=True)"],
              r"monai.*0\.3\.0"),
    "h-035": (raising("monai", "1.3.0", "RuntimeError",
                      "LoadImage cannot find a suitable reader for file: a.nii.gz.\n    Please "
                      "install the reader libraries, see also the installation instructions:\n"
                      "    The current registered: [NumpyReader, PILReader].\n"),
              ["from monai.core import call", "call('a.nii.gz')"], r"nibabel|itk"),
    "h-036": ({}, ["batch = [{'t2': torch.ones(2), 'label': 1}]",
                   "[item['t2_meta_dict'] for item in batch]"], r"'t2'"),
    "h-037": ({}, ["labels = torch.full((2, 1), 5)", "torch.zeros(2, 3).scatter_(1, labels, 1)"],
              r"classes|largest|0 to 2|max\(\)"),
    "h-038": (raising("evaluate", "0.4.0", "FileNotFoundError",
                      "Couldn't find a module script at /content/wer/wer.py. Module 'wer' doesn't "
                      "exist on the Hugging Face Hub either."),
              ["from evaluate.core import call", "call('wer')"], r"network|upgrade|0\.4\.0"),
    "h-040": ({"renderer.py": "try:\n    from pyassimp import load\nexcept Exception:\n    pass\n"
               "def scene(path):\n    return load(path)\n"},
              ["from renderer import scene", "scene('a.dae')"], r"pyassimp"),
    "h-041": (module("cv2", "4.10.0", CV2),
              ["import cv2\nimg = cv2.imread('street.mp4')", "img.transpose(2, 0, 1)"], r"imread"),
    "h-042": ({"weights.pt": "<!DOCTYPE html><html></html>"},
              ["torch.load('weights.pt', weights_only=False)"], r"HTML|web page|download"),
    "h-043": ({}, ["def model():\n    if torch.cuda.is_available():\n        n_gpus = 1\n"
                   "    return {each: 1 for each in range(n_gpus)}", "model()"], r"is_available"),
    "h-045": ({"logs/hello/2-name2text-1.txt": ""}, ["open('logs/hello/2-name2text-0.txt')"],
              r"2-name2text-1"),
    "h-046": ({}, ["import nemo"], r"nemo.toolkit"),
    "h-047": ({**module("transformers", "5.1.0", ""), **package("sentence_transformers", "3.2.0",
               core="from transformers import HybridCache\n")},
              ["from sentence_transformers.core import Any"], r"transformers.*5\.1\.0"),
    "h-050": ({}, ["model = torch.nn.Linear(2, 2, device='meta')", "model.to('cpu')"],
              r"to_empty|low_cpu_mem_usage"),
    "h-052": ({}, ["losses = [1, 2]", "pd.Series(losses).plot()"], r"import pandas as pd"),
    "h-053": (package("unityagents", "0.4.0", core="def receive(data): return data.decode()\n"),
              ["from unityagents.core import receive", "receive(b'\\xff\\xfe')"],
              r"unityagents.*0\.4\.0"),
    "h-054": ({}, ["a, b = torch.ones(2, 3), torch.ones(3, 2)", "a * b"], r"a @ b|matmul"),
    "h-055": ({}, ["w = torch.ones(3, requires_grad=True)\noptimizer = torch.optim.SGD([w], lr=0.1)\n"
                   "w.sum().backward()\noptimizer.zero_grad()", "w.grad[0]"],
              r"zero_grad|set_to_none"),
    "h-056": ({}, ["batches = iter(torch.utils.data.DataLoader([1, 2], num_workers=1))",
                   "batches.next()"], r"next\("),
    "h-057": ({}, ["loss = torch.tensor(0.5)", "loss.data[0]"], r"\.item\(\)"),
    "h-058": ({}, [
        "class Output(dict): pass\n"
        "bert = lambda: Output(last_hidden_state=torch.ones(2), pooler_output=torch.ones(2))",
        "_, pooled = bert()\ntorch.nn.functional.dropout(pooled)"],
        r"return_dict|keys|pooler_output"),
    "h-059": (module("cv2", "4.10.0", CV2),
              ["import cv2", "cv2.resize(torch.ones(3, 4, 4), (8, 8))"], r"\.numpy\(\)"),
    "h-060": (raising("torchaudio", "0.10.0", "RuntimeError",
                      "Error loading audio file: failed to open file test.opus"),
              ["from torchaudio.core import call", "call('test.opus')"],
              r"soundfile|ffmpeg|backend"),
    "h-061": (raising("torchaudio", "0.6.0", "RuntimeError",
                      "Error reading audio file: unknown length"),
              ["from torchaudio.core import call", "call('a.mp3')"],
              r"[Uu]pgrade|ffmpeg|[Cc]onvert"),
    "h-062": ({}, ["def train():\n    tr_loss = 0\n    for step in range(2): tr_loss += step\n"
                   "    return tr_loss / nb_tr_steps", "train()"],
              r"nb_tr_steps =|never assigned|no cell"),
    "h-063": ({"site-packages/tritonclient/__init__.py": "", "site-packages/tritonclient/core.py": (
        "class InferenceServerException(Exception): pass\n"
        "def load(name): raise InferenceServerException(\n"
        "    f\"[400] Request for unknown model: '{name}' is not found\")\n")},
              ["from tritonclient.core import load", "load('simple')"], r"model repository"),
    "h-064": ({}, ["w = torch.ones(3, requires_grad=True)\nout = (w * w).sum()\nout.backward()",
                   "out.backward()"], r"again|retain_graph"),
    "h-065": ({"site-packages/graphviz/__init__.py": (
        "class ExecutableNotFound(RuntimeError): pass\n"
        "def render(): raise ExecutableNotFound(\"failed to execute 'dot', make sure the \"\n"
        "    \"Graphviz executables are on your systems' PATH\")\n")},
              ["import graphviz", "graphviz.render()"], r"apt|conda install|brew"),
    "h-066": ({}, ["images = [torch.ones(3, 414, 500), torch.ones(3, 375, 500)]",
                   "for batch in torch.utils.data.DataLoader(images, batch_size=2): pass"],
              r"[Rr]esize|same size"),
    "h-067": ({}, ["import os\nfrom concurrent.futures import ProcessPoolExecutor",
                   "with ProcessPoolExecutor(1) as pool: pool.submit(os._exit, 1).result()"],
              r"workers|one process|in this process"),
    "h-068": ({}, [
        "class Items:\n    def __init__(self): self.items = [1, 2]\n"
        "    def __getitem__(self, idx):\n        if isinstance(idx, int): return self.items[idx]\n"
        "        return [self.items[each] for each in idx[0]]",
        "Items()[torch.tensor(1)]"], r"\.item\(\)|int\(|tolist"),
    "h-069": ({}, ["param = torch.ones(2, 3)", "f'{param.shape:19}'"], r"str\(|tuple\("),
    "h-070": ({}, ["t1, t2 = torch.ones(2, 3, 4), torch.ones(4, 5)", "torch.mm(t1, t2)"],
              r"matmul|t1 @ t2"),
    "h-071": ({}, ["layers = torch.nn.ModuleDict({f'hidden{at}': torch.nn.Linear(2, 2) "
                   "for at in range(4)})", "for at in range(5): layers[f'hidden{at}']"],
              r"hidden3"),
    "h-072": (raising("torchvision", "0.4.0", "RuntimeError", "File not found or corrupted."),
              ["from torchvision.core import call", "call('emnist')"], r"download"),
    "h-073": (raising("matplotlib", "3.8.0", "TypeError",
                      "Invalid shape (3, 224, 224) for image data"),
              ["from matplotlib.core import call as imshow", "imshow(torch.ones(3, 224, 224))"],
              r"permute"),
    "h-074": ({}, ["image, mean = torch.ones(1, 28, 28), torch.ones(3, 1, 1)", "image.sub_(mean)"],
              r"channel|Normalize|image - mean|mean is \[3, 1, 1\]"),
    "h-075": ({}, ["from time import time", "start = time.time()"],
              r"import time|from time|time\(\)"),
    "h-076": ({}, ["crops = [torch.ones(1, 6, 5), torch.ones(1, 5, 5)]", "torch.stack(crops)"],
              r"[Rr]esize|same size|crops\[0\]"),
    "h-077": (package("torchvision", "0.20.0", transforms=(
        "class ToTensor:\n    def __call__(self, pic):\n"
        "        raise TypeError(f'pic should be PIL Image or ndarray. Got {type(pic)}')\n")),
              ["from torchvision.transforms import ToTensor", "ToTensor()((1, 2, 3, 4, 5))"],
              r"Lambda|each|tuple"),
    "h-078": ({}, ["features = torch.nn.Sequential(torch.nn.Linear(2, 2))\n"
                   "saved = {'convolution.weight': torch.ones(2, 2), 'convolution.bias': torch.ones(2)}",
                   "features.load_state_dict(saved)"], r"another|other|different"),
    "h-079": ({}, ["class Decoder(torch.nn.Module):\n    def forward(self, x, y): return x",
                   "Decoder()(*torch.ones(64, 2))"], r"x, y|\*"),
    "h-080": ({}, ["vocab = ['a', 'b']", "vocab.save('vocab.pkl')"], r"vocab = |pickle|torch\.save"),
    "h-081": (module("fastai", "2.7.12", "def vision_learner(): pass\n"),
              ["from fastai import *", "learn = create_cnn(3)"],
              r"vision_learner|cnn_learner"),
    "h-082": ({"models/f60k/first.pth": ""}, ["open('models/f60k/data_save.pkl', 'rb')"],
              r"first\.pth"),
    "h-084": ({}, ["bare = torch.nn.Sequential(torch.nn.Linear(2, 2))\n"
                   "model = torch.nn.DataParallel(bare)",
                   "model.load_state_dict(bare.state_dict())"], r"module\."),
    "h-085": ({}, [
        "import os, signal\nclass Data:\n    def __len__(self): return 2\n"
        "    def __getitem__(self, at): os.kill(os.getpid(), signal.SIGILL)",
        "for batch in torch.utils.data.DataLoader(Data(), num_workers=1): pass"],
        r"processor|CPU"),
    "h-086": ({"crops.py": "def pad(x): return x\n"},
              ["import importlib, crops\nfrom torch.utils.data import DataLoader\n"
               "def loader(pad): return DataLoader([1, 2], num_workers=1, collate_fn=pad,\n"
               "                                   multiprocessing_context='spawn')\n"
               "batches = loader(crops.pad)\nimportlib.reload(crops)",
               "for batch in batches: pass"], r"reload|[Rr]estart|once more"),
    "h-087": (package("fastai", "2.7.12", widgets="class ImageClassifierCleaner: pass\n"),
              ["from fastai import *", "ImageClassifierCleaner(3)"], r"fastai.*widgets"),
    "h-088": ({}, ["w = torch.ones(3, requires_grad=True)\nloss = torch.exp(w).sum()\nloss.backward()",
                   "loss.backward()"], r"again|retain_graph"),
    "h-089": (module("fastbook", "0.0.29", "def plot_function(f): pass\n"),
              ["import fastbook", "plot_function(torch.sin)"], r"fastbook"),
    "h-090": ({}, [MODULE.format("RNN") + "rnn = RNN()", "rnn.is_cuda"],
              r"parameters\(\)"),
    "h-092": ({}, ["class Net(torch.nn.Module):\n"
                   "    def __init__(self.input_dim, output_dim): super().__init__()"], r"comma"),
    "h-095": (package("pytorch_lightning", "1.9.0", trainer=CLS.format("Trainer")),
              ["from pytorch_lightning.trainer import Trainer", "Trainer().accelerator_backend"],
              r"1\.9\.0"),
    "h-096": (raising("pytorch_lightning", "1.8.6", "RuntimeError",
                      "The `Callback.on_batch_end` hook was removed in v1.8. Please use "
                      "`Callback.on_train_batch_end` instead."),
              ["from pytorch_lightning.core import call", "call()"], r"1\.8\.6|[Rr]ename"),
    "h-097": (package("pytorch_lightning", "2.0.0", trainer=(
        "class Trainer:\n    def __init__(self, devices=1): pass\n")),
              ["from pytorch_lightning.trainer import Trainer", "Trainer(gpus=1)"],
              r"2\.0\.0|devices"),
    "h-098": (raising("pytorch_lightning", "1.6.0", "ValueError",
                      "You are trying to `self.log()` but it is not managed by the `Trainer` "
                      "control flow"),
              ["from pytorch_lightning.core import call", "call('loss', 3)"],
              r"1\.6\.0|attached|\.fit\("),
    "h-099": (package("pytorch_lightning", "2.0.0", trainer=CLS.format("Trainer")),
              ["from pytorch_lightning.trainer import Trainer", "Trainer().lr_schedulers"],
              r"2\.0\.0"),
    "h-100": ({}, ["x = torch.ones(2)", "x.cuda()"], r"mps|['\"]cpu['\"]"),
    "h-103": ({"infer.py": "import torch\ndef grid(n): return torch.arange(n).cuda()\n"},
              ["from infer import grid", "grid(3)"], r"\.to\(|device"),
    "h-104": ({"logs/run/config.json": ""}, ["open('logs/mute/0_gt_wavs/mute40k.wav')"],
              r"\bmute\b(?!/)|\blogs\b(?!/)"),
    "h-105": ({}, ["parts = ['infer.py', '--path', 'HORROR', 'Stories']", "rate = int(parts[2])"],
              r"parts\[2\]|space|quot"),
    "h-106": ({}, ["bos, eos = torch.arange(11), torch.arange(10)", "assert (bos == eos).all()"],
              r"bos is \[11\]"),
    "h-107": ({}, ["class Config(dict):\n    def __getattr__(self, name):\n"
                   "        if name in self: return self[name]\n        raise AttributeError(name)\n"
                   "cfg = Config(MODEL=1, INPUT=2)", "cfg.EXPORT_CAFFE2"], r"MODEL|Config\b"),
    "h-108": ({"models/yolo.py": "import torch\nclass Detect(torch.nn.Module): pass\n"},
              ["from models.yolo import Detect\nhead = Detect()", "head.export"],
              r"version|saved|yolo\.py"),
    "h-110": ({}, ["positions = torch.nn.Embedding(10, 4)\nat = torch.arange(12)", "positions(at)"],
              r"Embedding\(10|11\b|10\b"),
    "h-112": ({}, ["from op import FusedLeakyReLU"], r"repository|clone|folder"),
    "h-116": ({}, ["parts = {'train.freeze_trainable_layers': 1, 'train.lr': 2}",
                   "parts['train.num_layer_trainable']"], r"train\.freeze_trainable_layers"),
    "h-117": ({}, ["import bdb", "raise bdb.BdbQuit"], r"debugger"),
    "h-118": ({"Ses AI/a.wav": ""}, ["open('Ses/extract.log', 'a+')"], r"Ses AI"),
    "h-160": ({}, ["model = lambda samples: (torch.ones(2), torch.ones(3))",
                   "outputs, before, targets = model([1])"], r"model\b.*(?:return|give)|tuple of"),
    "h-161": ({}, ["class Tracker:\n    def track(self, frame, idx, v_idx): pass\n"
                   "tracker = Tracker()", "tracker.track(torch.ones(2))"], r"frame, idx, v_idx"),
    "h-162": ({"qdtrack-main/qdtrack/__init__.py": "", "qdtrack-main/setup.py": ""},
              ["import qdtrack"], r"qdtrack-main"),
}
