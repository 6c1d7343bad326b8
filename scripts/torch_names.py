"""The public names of torch's modules, as the catalogue compares others with.

    .venv/bin/python scripts/torch_names.py

Writes `src/catalogue/version/shared/torch-names.json`: the release that was looked
at, and for each module its names, parted by spaces. By them a name that torch does
not have is told to be misspelt, to be of a newer release, or to be of none.
"""

import importlib
import json
import pathlib
import types

import torch

MODULES = (
    "torch",
    "torch.amp",
    "torch.autograd",
    "torch.cuda",
    "torch.distributions",
    "torch.linalg",
    "torch.nn",
    "torch.nn.functional",
    "torch.nn.init",
    "torch.nn.utils",
    "torch.nn.utils.rnn",
    "torch.optim",
    "torch.optim.lr_scheduler",
    "torch.special",
    "torch.utils.data",
)
TABLE = pathlib.Path(__file__).parents[1] / "src/catalogue/version/shared/torch-names.json"


def is_torchs(value):
    """Whether torch itself made a value, and does not only import it."""
    name = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, "__module__", None)
    return (name or "torch").split(".")[0] == "torch"


def names_of(module):
    """Its public names, but for what it imports of others."""
    return [name for name, value in vars(module).items() if not name.startswith("_") and is_torchs(value)]


def main():
    release = ".".join(torch.__version__.split(".")[:2])
    modules = {name: " ".join(sorted(names_of(importlib.import_module(name)))) for name in MODULES}
    TABLE.write_text(json.dumps({"release": release, "modules": modules}, indent=2) + "\n")


if __name__ == "__main__":
    main()
