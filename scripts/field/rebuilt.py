"""Failures as those of the field sample, rebuilt so that they fail in a real kernel.

Each stands for one failure of the sample, by its id: packages that are too large, or gone,
are made here with what made it fail. `useful` is what an answer has to name, written before
it was asked for. Prints a line of JSON each: the failure as a notebook shows it, and what
its kernel told. `scripts/field-rebuilt.mjs` reads them.
"""

import json
import re
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from blind import PROGRAMS as BLIND
from companion_kernel import STACK, TENSORS, WEIGHTS, CompanionKernel, failure_question
from packages import CLS, package, part

TORCH = "import torch"
NAMES = Path(__file__).parents[2] / "src" / "shared" / "package-names.ts"
#: The packages that bring a module, as the page sends them.
PACKAGES = dict(re.findall(r"^  (\w+): '([\w-]+)'", NAMES.read_text(), re.M))

#: id → (files, cells of which the last fails, what a useful answer names)
PROGRAMS = {
    "r1-001": ({}, ["def step(sample):\n    data, target = sample\nstep(None)"], r"None"),
    "r1-003": ({}, ["sizes = [3, 4]", "device = torch.device('cpu')"], r"import torch"),
    "r1-006": ({}, [
        "class Matting(torch.nn.Module):\n    def forward(self, img, inference): return img",
        "Matting()(torch.ones(2))"], r"inference"),
    "r1-011": ({}, ["import torch_geometric"], r"torch.geometric.*not installed|%pip install"),
    "r1-012": (part("torch_geometric", "1.7.2", "data"),
               ["import torch_geometric.data.storage"], r"1\.7\.2"),
    "r1-013": (part("torch_geometric_temporal", "0.0.4", "nn"),
               ["from torch_geometric_temporal.nn.recurrent import GConvGRU"], r"0\.0\.4"),
    "r1-016": (package("ultralytics", "8.0.1", trainer=CLS.format("DetectionTrainer")),
               ["from ultralytics.trainer import DetectionTrainer",
                "DetectionTrainer().on_plot('a.png')"], r"ultralytics.*8\.0\.1"),
    "r1-017": (package("super_gradients", "3.1.0", trainer=CLS.format("Trainer")),
               ["from super_gradients.trainer import Trainer",
                "len(Trainer().train_loader)"], r"super.gradients.*3\.1\.0"),
    "r1-021": ({"callbacks.py": CLS.format("Callbacks")},
               ["from callbacks import Callbacks", "Callbacks().stop_training"], r"Callbacks"),
    "r1-023": ({}, ["hyp = 'lr0: 0.01'", "hyp.get('lr0')"], r"hyp = |a text|str"),
    "r1-026": ({}, ["label_map = {'person': 0, 'car': 1}", "label_map['train']"], r"'person'"),
    "r1-027": ({}, ["record = {'file_name': 'a.jpg', 'id': 3}",
                    "size = record['height'], record['width']"], r"'file_name'"),
    "r1-028": ({}, ["results = {'img': 1, 'gt_bboxes': [2]}", "results['masks']"], r"'gt_bboxes'"),
    "r1-031": ({}, ["cat2label = {'dog': 0, 'cat': 1}",
                    "labels = [cat2label[name] for name in ['dog', 'w']]"], r"'dog'"),
    "r1-032": ({}, ["target = {'boxes': torch.ones(1, 4), 'labels': [1]}",
                    "target['keypoints']"], r"'boxes'"),
    "r1-033": (package("fastai", "2.7.12", learner=CLS.format("TabularLearner")),
               ["from fastai.learner import TabularLearner",
                "TabularLearner().fit_one_cycle(3)"], r"fastai.*2\.7\.12"),
    "r1-034": ({}, ["import numpy as np\naccuracy = np.float64(0.5)",
                    "accuracy(torch.ones(2), 3)"], r"accuracy"),
    "r1-040": ({}, ["steps, processes = 5, 2", "assert steps % processes == 0"],
               r"steps = 5|processes = 2"),
    "r1-042": ({}, ["state = {'head.fc.weight': torch.ones(2), 'head.fc.bias': 1}",
                    "state['fc.weight']"], r"head\.fc\.weight"),
    "r1-043": (package("setfit", "0.7.0", trainer="def on_init_end(args, state, trainer): pass\n"),
               ["from setfit.trainer import on_init_end", "on_init_end(1, 2)"],
               r"args, state, trainer"),
    "r1-059": (package("transformers", "4.28.0", llama=(
        "class LlamaForCausalLM:\n    def __init__(self, config): pass\n"
        "def load(**options): return LlamaForCausalLM(1, **options)\n")),
               ["from transformers.llama import load", "load(peft_config=3)"],
               r"transformers.*4\.28\.0"),
    "r1-063": ({}, ["coeffs = torch.ones(5, 16, 3)", "assert coeffs.shape[1] == 4"],
               r"coeffs\.shape"),
    "r1-064": (package("gsplat", "1.0.0"),
               ["from gsplat.compute_cumulative_intersects import compute"], r"gsplat.*1\.0\.0"),
    "r1-069": ({}, ["def build(name):\n    return name.lower()", "build(2048)"], r"int|2048"),
    "r1-079": ({**package("easyocr", "1.7.0"), "easyocr.py": "import torch\n"},
               ["import easyocr\nreader = easyocr.Reader(['en'])"], r"easyocr\.py"),
    "r1-080": (package("easyocr", "1.7.0"), ["from easyocr import EasyOCR"], r"1\.7\.0"),
    "r1-081": ({**package("easyocr", "1.7.0", module=""), "easyocr.py": "import torch\n"},
               ["import easyocr.module"], r"easyocr\.py"),
    "r1-082": ({}, ["class Pipeline:\n    def __call__(self, text_inputs, **options): pass",
                    "Pipeline()(max_length=3)"], r"text_inputs"),
    "r1-084": (package("peft", "0.6.0", model=(
        "class PeftModel:\n    def generate(self, **kwargs): pass\n")),
               ["from peft.model import PeftModel", "PeftModel().generate(torch.ones(2))"],
               r"\*\*kwargs"),
    "r1-085": ({}, ["class Neo(torch.nn.Module):\n    def forward(self, input_ids, mask=None): pass",
                    "Neo()(input_ids=1, position_ids=2)"], r"input_ids, mask"),
    "r1-086": ({}, ["adaptive_softmax = None", "assert adaptive_softmax is not None"],
               r"adaptive_softmax = None|adaptive_softmax is"),
    "r1-087": ({}, ["import argparse\nargs = argparse.Namespace(ngpu=1, dist=False)",
                    "args.use_ddp"], r"ngpu|Namespace"),
    "r1-089": ({}, ["length = 1", "assert length > 1, length"], r"length = 1"),
    "r1-090": ({"gfpgan/__init__.py": "from gfpgan.version import VERSION\n",
                "gfpgan/setup.py": ""}, ["import gfpgan"], r"gfpgan"),
    "r1-092": (part("basicsr", "1.4.2", "losses"),
               ["from basicsr.losses.losses import L1Loss"], r"basicsr.*1\.4\.2"),
    "r1-095": ({"repository/basicsr/__init__.py": ""}, ["import basicsr"], r"repository"),
    "r1-096": ({}, ["import RealESRGAN"], r"not installed"),
    "r1-103": ({}, ["import numpy as np\npaths = np.zeros(37)", "paths[1957]"], r"37"),
    "r1-108": ({}, ["docs = ['a', float('nan')]", "[each.strip() for each in docs]"],
               r"float"),
    "r1-125": ({}, ["checkpoint = {'conv1.weight': torch.ones(2)}",
                    "weights = checkpoint['state_dict']"], r"conv1\.weight"),
    "r1-127": ({}, ["registry = {'dqn': 1, 'a2c': 2}", "registry['ppo']"], r"'dqn'"),
    "r1-136": ({}, ["def f(x: torch.Any): pass"], r"torch 2|installed torch|typing"),
    "r1-141": ({}, ["from torch.utils.data import DataLoader\n"
                    "class Data:\n    def __len__(self): return 2\n"
                    "    def __getitem__(self, at): return torch.tensor_as([at])",
                    "for batch in DataLoader(Data(), num_workers=1): pass"],
               r"tensor_as"),
    "r1-002": ({**package("torchvision", "0.16.0"),
                "site-packages/torchvision/__init__.py": "import torch._ops_of_later\n"},
               ["import torchvision"], r"torchvision.*0\.16\.0"),
    "r1-007": ({}, ["conv = torch.nn.Conv2d(3, 4, 1)", "conv(torch.ones(1, 3, 4, 4).half())"],
               r"\.float\(\)|float32"),
    "r1-014": ({"data.py": "size = 3\n"}, ["from .data import size"], r"without|dot|relative"),
    "r1-018": (package("ultralytics", "8.2.0", block="class A2C2f: pass\n"),
               ["import pickle, ultralytics.block as block\n"
                "saved = pickle.dumps(block.A2C2f())\ndel block.A2C2f", "pickle.loads(saved)"],
               r"ultralytics.*8\.2\.0"),
    "r1-019": ({"models/common.py": "class RepConv: pass\n"},
               ["import pickle, models.common as common\n"
                "saved = pickle.dumps(common.RepConv())\ndel common.RepConv", "pickle.loads(saved)"],
               r"models\.common|common\.py"),
    "r1-022": ({"yolo.py": "import torch\nclass Model(torch.nn.Module): pass\n"},
               ["from yolo import Model\nmodel = Model()", "model.yaml"], r"yolo\.py"),
    "r1-024": ({}, ["z = torch.zeros(2) / 0", "torch.distributions.Normal(0.0, 1.0).log_prob(z)"],
               r"NaN"),
    "r1-029": ({"registry.py": "class Registry:\n    def __init__(self): self.known = {'coco': 1}\n"
                "    def get(self, name):\n        if name not in self.known:\n"
                "            raise KeyError(f'{name} is not in the dataset registry')\n"},
               ["from registry import Registry", "Registry().get(None)"], r"name = None|'coco'"),
    "r1-041": ({}, ["net = torch.nn.Sequential()\nnet.add_module('head', torch.nn.Linear(3, 4))",
                    "net.load_state_dict({'head.weight': torch.ones(9, 3), 'head.bias': torch.ones(9)})"],
               r"head"),
    "r1-044": (package("transformers", "4.51.0", tensor_parallel="def plan(): return Replicate()\n"),
               ["from transformers.tensor_parallel import plan", "plan()"], r"transformers.*4\.51\.0"),
    "r1-050": ({**package("dgl", "2.1.0", graph=""), "dgl.py": "import torch\n"},
               ["import dgl.graph"], r"dgl\.py"),
    "r1-052": ({"data/readme.txt": ""}, ["open('data/wavs/1.wav')"], r"wavs"),
    "r1-055": ({}, ["def run(rank):\n    if rank == 0:\n        logger = print\n    logger('go')",
                    "run(1)"], r"rank == 0|line 3|if"),
    "r1-060": ({**package("peft", "0.4.0"), **package("transformers", "4.40.0", utils=(
                "def check(): raise ValueError('The version of PEFT you are using is not compatible, "
                "please use a version that is greater than 0.5.0')\n"))},
               ["import peft\nfrom transformers.utils import check", "check()"], r"0\.4\.0"),
    "r1-065": ({}, ["cameras = [1, 2]", "assert len(cameras) == 1, 'Only one camera at a time'"],
               r"len\(cameras\) = 2"),
    "r1-066": (part("gsplat", "1.4.0", "cuda"), ["from gsplat import csrc"], r"gsplat.*1\.4\.0"),
    "r1-088": ({}, ["import argparse\nargs = argparse.Namespace(elayers=4, eunits=3)",
                    "args.etype"], r"elayers|eunits"),
    "r1-091": ({"realesrgan/__init__.py": "from realesrgan.version import number\n",
                "setup.py": "write = 'realesrgan/version.py'\n"},
               ["import realesrgan"], r"install"),
    "r1-093": ({**part("torchvision", "0.17.1", "transforms"),
                **package("basicsr", "1.4.2", data=(
                    "import torchvision.transforms.functional_tensor\n"))},
               ["import basicsr.data"], r"0\.17"),
    "r1-094": (part("gfpgan", "1.3.0", "archs"),
               ["import gfpgan.archs.stylegan2_cleanonnx_arch"], r"gfpgan.*1\.3\.0"),
    "r1-100": ({}, ["loss = torch.ones(3).sum()", "loss.backward()"], r"requires_grad|detach"),
    "r1-101": ({}, ["from torch.utils.data import DataLoader\nclass Data:\n"
                    "    def __len__(self): return 2\n    def __getitem__(self, at):\n"
                    "        if at < 1: raise IndexError('no negative index')\n        return at",
                    "for batch in DataLoader(Data(), num_workers=1): pass"],
               r"__getitem__|num_workers=0"),
    "r1-102": ({}, ["segments = torch.ones(0, 3)", "segments[0]"], r"empty|no (?:rows|elements)"),
    "r1-105": ({}, ["import numpy as np\nmask = np.ones(2)", "torch.mul(torch.ones(2), mask)"],
               r"from_numpy|as_tensor|torch\.tensor"),
    "r1-106": ({}, ["def convert(value):\n"
                    "    raise Exception(f'Do not know this type : {type(value)}')",
                    "convert(torch.ones(2))"], r"numpy"),
    "r1-109": (package("transformers", "4.40.0", bert=(
        "class BertEncoder:\n    def forward(self): return self.gradient_checkpointing\n")),
               ["from transformers.bert import BertEncoder", "BertEncoder().forward()"],
               r"transformers.*4\.40\.0"),
    "r1-110": (package("sentence_transformers", "3.0.0", models=(
        "class Transformer:\n    def tokenize(self): return self.do_lower_case\n")),
               ["from sentence_transformers.models import Transformer", "Transformer().tokenize()"],
               r"sentence.transformers.*3\.0\.0"),
    "r1-114": ({}, ["x = torch.ones(2, 5, 4)", "x.view(30, 1)"], r"-1|40"),
    "r1-115": ({}, ["out, x = torch.ones(2, 608), torch.ones(2, 600)", "out - x"],
               r"out is \[2, 608\]"),
    "r1-116": ({}, ["vectors, empty = torch.ones(2, 64), torch.ones(2, 0)", "vectors + empty"],
               r"empty is \[2, 0\]|no elements"),
    "r1-117": ({}, ["gates, hidden = torch.ones(1, 2, 512), torch.ones(1, 2, 128)",
                    "gates + hidden"], r"gates is \[1, 2, 512\]"),
    "r1-118": ({}, ["lstm = torch.nn.LSTM(100, 8)\nx = torch.ones(2, 3, 250)", "lstm(x)"],
               r"x is \[2, 3, 250\]|input_size=250|LSTM\(250"),
    "r1-119": ({}, ["weights = torch.ones(4000)", "weights.view(4000000, 1)"], r"4000\b"),
    "r1-120": ({}, ["class Double(torch.autograd.Function):\n    def forward(self, x): return 2 * x",
                    "Double()(torch.ones(2))"], r"staticmethod"),
    "r1-122": ({}, ["model = torch.nn.Linear(2, 3)\n"
                    "state = {f'module.{key}': value for key, value in model.state_dict().items()}",
                    "model.load_state_dict(state)"], r"module\."),
    "r1-130": ({}, ["from torch.utils.data import DataLoader\n"
                    "data = [torch.ones(256), torch.ones(345)]",
                    "for batch in DataLoader(data, batch_size=2): pass"], r"pad|collate_fn"),
    "r1-131": ({}, ["w = torch.ones(3, requires_grad=True)\nx = torch.sigmoid(w)\nx += 1",
                    "x.sum().backward()"], r"x = x \+|clone\(\)|in place"),
    "r1-132": ({}, ["norm = torch.nn.BatchNorm1d(38)\nx = torch.ones(4, 36)", "norm(x)"],
               r"36.*38|38.*36"),
    "r1-134": ({}, ["x = torch.ones(2, 3, 4)", "x.conv_tbc(torch.ones(1, 4, 2))"],
               r"torch\.conv_tbc"),
    "r1-143": ({}, ["masks = torch.ones(4, 8, 8, 3, dtype=torch.long)\nscores = torch.ones(4, 2, 8, 8)",
                    "torch.nn.functional.cross_entropy(scores, masks)"], r"channel|one-hot|\[4, 8, 8\]"),
    "r1-145": (package("pytorch_lightning", "2.2.0", progress=(
        "class ProgressBar:\n    def __init__(self, refresh_rate=1): pass\n")),
               ["from pytorch_lightning.progress import ProgressBar",
                "ProgressBar(show_progress_bar=True)"], r"[Ll]ightning.*2\.2\.0"),
    "r1-149": ({}, ["image, tower = torch.ones(2, 2), torch.ones(2, 2).half()", "image @ tower"],
               r"tower"),
    "r1-150": ({}, ["def scale(): return 0.5\nvalue = scale()", "value.shape"],
               r"value = scale\(\)|scale returns"),
}


def told_of(kernel, reply, files):
    """What the kernel tells of its last failure, by question."""
    asked = {"ename": reply["ename"], "evalue": reply["evalue"], "number": reply["execution_count"]}
    modules = {path.split("/")[1] for path in files if path.endswith("/__init__.py")}
    return {
        "live": kernel.ask(
            failure_question(reply["ename"]), **asked, cells=[], packages=PACKAGES
        ),
        "tensors": kernel.ask(TENSORS, **asked),
        "weights": kernel.ask(WEIGHTS, **asked),
        "stack": kernel.ask(
            STACK, modules={each: each for each in ("torch", "numpy", *modules)}, device=True
        ),
    }


def fails(kernel, folder, files, cells):
    """Run the cells of a program; the reply of the last."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    kernel.run(f"import sys; sys.path[:0] = ['', {str(folder / 'site-packages')!r}]")
    for cell in cells[:-1]:
        assert kernel.run(cell)["status"] == "ok", cell
    reply = kernel.run(cells[-1])
    assert reply["status"] == "error", cells[-1]
    return reply


def main():
    for name, (files, cells, useful) in {**PROGRAMS, **BLIND}.items():
        with tempfile.TemporaryDirectory() as base:
            folder = Path(base) / "work"
            folder.mkdir()
            kernel = CompanionKernel(Path(base) / "runtime").start(cwd=str(folder))
            try:
                # One of the sample lacks this very import.
                first = [] if name == "r1-003" else [TORCH]
                reply = fails(kernel, folder, files, [*first, *cells])
                print(
                    json.dumps(
                        {
                            "id": name,
                            "useful": useful,
                            "ename": reply["ename"],
                            "evalue": reply["evalue"],
                            "traceback": reply["traceback"],
                            "source": cells[-1],
                            "told": told_of(kernel, reply, files),
                        }
                    ),
                    flush=True,
                )
            finally:
                kernel.stop()


if __name__ == "__main__":
    main()
