"""What the program stands on: the build of torch, the driver, the GPUs, versions of packages.

Runs after `look.py`, `installed.py` and `imports.py` in the same namespace. Nothing here
calls CUDA: the driver is read from the system's own files, a GPU's properties only where
torch has kept them since it started CUDA.
"""

import io
import os
import re
import types

DRIVER = "/proc/driver/nvidia"
NUMBER = re.compile(r"\b\d{3}\.\d{1,3}(?:\.\d{1,3})?\b")
MODEL = re.compile(r"^Model:\s{0,40}(\S[^\n]{0,80})", re.M)
ARCHITECTURE = re.compile(r"(?:sm|compute)_(\d{2,3})[af]?$")
MOST_GPUS = 16


def head_of(path):
    """The first bytes of a small file as a text; `""` where it cannot be read."""
    try:
        # Not the built-in name, which the user may have given another value.
        with io.open(path, encoding="utf-8", errors="replace") as file:
            return file.read(2000)
    except OSError:
        return ""


def driver_version():
    """The version of NVIDIA's driver, as Linux tells it, or None."""
    found = NUMBER.search(head_of(os.path.join(DRIVER, "version")))
    return found and found[0]


def driver_gpus():
    """The names of the GPUs that the driver knows, as Linux tells them."""
    folder = os.path.join(DRIVER, "gpus")
    texts = [head_of(os.path.join(folder, each, "information")) for each in sorted(entries(folder))]
    return [found[1].strip() for found in map(MODEL.search, texts[:MOST_GPUS]) if found]


def built_for(core):
    """The architectures in a build (`75`, `120`), from the first to the last; none if unknown."""
    flags = field(core, "_cuda_getArchFlags")
    words = (flags() or "").split() if type(flags) is types.BuiltinFunctionType else []
    return sorted({int(found[1]) for found in map(ARCHITECTURE.match, words) if found})


def seen_gpus(cuda):
    """(name, capability as in `86`) of the GPUs that torch has looked at in this process."""
    properties = field(cuda, "_get_device_properties")
    # One for each GPU, made when CUDA started; torch kept the properties of each then.
    generators = field(cuda, "default_generators")
    if type(properties) is not types.BuiltinFunctionType or type(generators) is not tuple:
        return None
    found = [properties(each) for each in range(min(len(generators), MOST_GPUS))]
    return [[each.name, 10 * each.major + each.minor] for each in found]


def versions(modules):
    """module → its version: the one in use, else that of its package on disk."""
    wanted = {same(package): module for module, package in modules.items()}
    found = {}
    for folder in searched():
        for entry in entries(folder):
            matched = entry.endswith("-info") and INFO.match(entry)
            module = matched and wanted.get(same(matched[1]))
            if module:
                found.setdefault(module, matched[2])
    used = {module: text(field(loaded(module), "__version__")) for module in modules}
    return {**found, **{module: version for module, version in used.items() if version}}


def report(modules, device):
    """What this process stands on; `modules` gives the package of each module to look for.

    `device` is whether torch's notes on the GPUs are read: not after an error that lasts.
    """
    torch = loaded("torch")
    cuda, version = loaded("torch.cuda"), loaded("torch.version")
    has_started = field(cuda, "_initialized") is True
    gpus = None
    try:
        gpus = seen_gpus(cuda) if has_started and device else None
    except Exception:
        gpus = None  # another torch: its private names may differ
    return {
        "torch": text(field(torch, "__version__")),
        "cuda": text(field(version, "cuda")),
        "hip": text(field(version, "hip")),
        # The list is a constant of the build, but asking marks forks as unsafe for CUDA.
        "architectures": built_for(loaded("torch._C")) if has_started else [],
        "driver": driver_version(),
        "gpus": gpus if gpus is not None else [[name, None] for name in driver_gpus()],
        "seen": gpus is not None,
        "visible": os.environ.get("CUDA_VISIBLE_DEVICES"),
        "packages": versions(modules),
    }
