"""The public names of torch's modules, as the catalogue compares others with.

    .venv/bin/pip download --no-deps -d wheels torchvision
    .venv/bin/python scripts/torch_names.py wheels/torchvision-*.whl

Of torchvision, which the tests do not install, the sources in its wheel are read.
Writes `src/catalogue/shared/torch-names.json`: the release that was looked
at, and for each module its names, parted by spaces. By them a name that torch does
not have is told to be misspelt, to be of a newer release, or to be of none.
"""

import ast
import importlib
import json
import pathlib
import sys
import types
import zipfile

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
VISION = (
    "torchvision.datasets",
    "torchvision.io",
    "torchvision.models",
    "torchvision.ops",
    "torchvision.transforms",
    "torchvision.transforms.functional",
    "torchvision.utils",
)
TABLE = pathlib.Path(__file__).parents[1] / "src/catalogue/shared/torch-names.json"


def is_torchs(value):
    """Whether torch itself made a value, and does not only import it."""
    name = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, "__module__", None)
    return (name or "torch").split(".")[0] == "torch"


def names_of(module):
    """Its public names, but for what it imports of others."""
    return [name for name, value in vars(module).items() if not name.startswith("_") and is_torchs(value)]


def exported(wheel, module):
    """The names that a module of a wheel defines, takes from its neighbours, or has as parts."""
    files = set(wheel.namelist())
    path = module.replace(".", "/")
    is_folder = f"{path}/__init__.py" in files
    tree = ast.parse(wheel.read(f"{path}/__init__.py" if is_folder else f"{path}.py"))
    names = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.ImportFrom) and node.level == 1 and is_folder:
            for alias in node.names:
                if alias.name == "*":
                    names |= exported(wheel, f"{module}.{node.module}")
                else:
                    names.add(alias.asname or alias.name)
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            try:
                return {name for name in ast.literal_eval(node.value) if not name.startswith("_")}
            except ValueError:
                continue
    return {name for name in names if not name.startswith("_")}


def main():
    release = ".".join(torch.__version__.split(".")[:2])
    modules = {name: " ".join(sorted(names_of(importlib.import_module(name)))) for name in MODULES}
    # People look for methods in torch itself, and misspell those of tensors.
    for owner in (torch.Tensor, torch.nn.Module):
        methods = {name for name in dir(owner) if not name.startswith("_")}
        if owner is torch.nn.Module:
            methods -= set(dir(torch))
        modules[f"{owner.__module__.removesuffix('.modules.module')}.{owner.__name__}"] = " ".join(sorted(methods))
    wheel = zipfile.ZipFile(sys.argv[1])
    vision = ".".join(pathlib.Path(sys.argv[1]).name.split("-")[1].split(".")[:2])
    modules |= {name: " ".join(sorted(exported(wheel, name))) for name in VISION}
    table = {"releases": {"torch": release, "torchvision": vision}, "modules": modules}
    TABLE.write_text(json.dumps(table, indent=2) + "\n")


if __name__ == "__main__":
    main()
