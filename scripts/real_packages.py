"""Programs on packages that the tests do not install: each fails, is mended as told, and runs.

Run it with a Python that has them beside ipykernel and jupyter_client: torchvision,
transformers, lightning, accelerate, timm, torchmetrics. What is not there is left out. The
program that runs in the end is made of what the kernel told of the one that failed.
"""

import importlib.util
import tempfile
from pathlib import Path

from companion_kernel import FAILURE, CompanionKernel

#: PyPI's torchvision beside a torch for the CPU finds none of its operators; it is imported,
#: by others too, where those are declared that it names while it is.
OPERATORS = """
try:
    import torchvision
except ImportError:
    pass
except RuntimeError:
    import sys
    for name in ("nms", "qnms"):
        schema = "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor"
        torch.library.define(f"torchvision::{name}", schema)
    for name in [each for each in sys.modules if each.startswith("torchvision")]:
        del sys.modules[name]
"""

#: package → (what comes first, programs that fail)
PROGRAMS = {
    "torchvision": (
        "import os, torchvision\nfrom torchvision import transforms\n"
        "os.makedirs('train/cat', exist_ok=True)\n"
        "from PIL import Image; Image.new('RGB', (4, 4)).save('train/cat/1.png')",
        [
            "from torchvision import transform",
            "from torchvision.models import resnet19x",
            "torchvision.models.resnet18(weigths=None)",
            "transforms.Resize(size=4, interpolaton=2)",
            "transforms.ToTenser()",
            "torchvision.datasets.ImageFolder('trian')",
            "import torchvision.transfroms",
        ],
    ),
    "transformers": (
        "import transformers",
        [
            "from transformers import BertModle",
            "transformers.BertConfg()",
            "from transformers import AutoTokeniser",
            "transformers.BertConfig().to_json_file(json_file_pth='o.json')",
            "transformers.set_seed(seeed=1)",
            "transformers.AutoConfg",
        ],
    ),
    "lightning": (
        "import lightning",
        [
            "lightning.Trainer(max_epoch=1, accelerator='cpu', logger=False)",
            "from lightning import LightningModul",
            "lightning.seed_evrything(1)",
            "import lightning.pytroch",
        ],
    ),
    "accelerate": (
        "import accelerate",
        [
            "accelerate.Accelerator(mixed_precison='no', cpu=True)",
            "from accelerate import Acelerator",
            "accelerate.init_empty_weigths()",
        ],
    ),
    "timm": (
        "import timm",
        [
            "timm.create_modle('resnet18')",
            "timm.create_model('resnet18', num_clases=3)",
            "from timm import list_modls",
            "import timm.layrs",
        ],
    ),
    "torchmetrics": (
        "import torchmetrics",
        [
            "torchmetrics.classification.BinaryAccuracy(treshold=0.5)",
            "torchmetrics.MeanMetrik()",
            "from torchmetrics import Acuracy",
            "import torchmetrics.functionl",
        ],
    ),
}


def mended(code, facts):
    """The program with what the kernel told in the place of what was wrong, or None."""
    near = (facts or {}).get("near") or (facts or {}).get("better")
    if not near:
        return None
    if facts["kind"] == "call":
        return code.replace(f"{facts['keyword']}=", f"{near}=")
    if facts["kind"] == "path":
        return code.replace(repr(facts["path"]), repr(near.strip("'\"")))
    wrong = facts.get("name") or facts["module"].rpartition(".")[2]
    return code.replace(wrong, near.rpartition(".")[2])


def told(kernel, code):
    """What the kernel tells of a program that fails."""
    reply = kernel.run(code)
    assert reply["status"] == "error", code
    return kernel.ask(
        FAILURE,
        ename=reply["ename"],
        evalue=reply["evalue"],
        number=reply["execution_count"],
        cells=[],
        packages={},
    )


def main():
    total = [0, 0]
    for package, (setup, programs) in PROGRAMS.items():
        if importlib.util.find_spec(package) is None:
            print(f"{package}: not installed, left out")
            continue
        with tempfile.TemporaryDirectory() as base:
            work = Path(base) / "work"
            work.mkdir()
            kernel = CompanionKernel(base).start(cwd=str(work))
            try:
                reply = kernel.run(f"import torch\n{OPERATORS}\n{setup}")
                if reply["status"] == "error":
                    print(f"{package}: cannot be imported here, left out: {reply['evalue']}")
                    continue
                ran = 0
                for code in programs:
                    facts = told(kernel, code)
                    fixed = mended(code, facts)
                    is_mended = fixed is not None and kernel.run(fixed)["status"] == "ok"
                    ran += is_mended
                    if not is_mended:
                        print(f"  not mended: {code}\n    told: {facts}")
            finally:
                kernel.stop()
        print(f"{package}: {len(programs)} failed, {ran} ran once they were mended")
        total = [total[0] + len(programs), total[1] + ran]
    print(f"\n{total[0]} programs failed, {total[1]} ran with what the kernel told")


if __name__ == "__main__":
    main()
