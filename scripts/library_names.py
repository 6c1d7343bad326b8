"""When libraries on torch dropped names that programs still import.

    .venv/bin/python scripts/library_names.py [LIBRARY ...]

Reads `src/catalogue/version/library-name/names.json`: module, name (empty for the
module itself), and what to write today. Looks into the wheels on PyPI for the last
release that has it and the first that has not, and writes both into that file; what
the newest release has is said, and left out. No wheel is installed or run.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import cache
from itertools import groupby
from pathlib import Path

TABLE = Path(__file__).parents[1] / "src/catalogue/version/library-name/names.json"
DISTRIBUTIONS = {
    "open_clip": "open-clip-torch",
    "pytorch_lightning": "pytorch-lightning",
    "segmentation_models_pytorch": "segmentation-models-pytorch",
    "sentence_transformers": "sentence-transformers",
    "stable_baselines3": "stable-baselines3",
    "torch_geometric": "torch-geometric",
}

# Compiled ones have wheels for the Python of their time.
COMPILED = {"torchaudio", "torchtext", "torchvision"}
OLDER_PYTHONS = [
    ("3.8", "manylinux1_x86_64"),
    ("3.10", "manylinux1_x86_64"),
    ("3.8", "manylinux2014_x86_64"),
    ("3.7", "manylinux1_x86_64"),
]


def kept():
    """The folder for wheels."""
    folder = os.environ.get("WHEELS")
    return nullcontext(folder) if folder else tempfile.TemporaryDirectory()


def pip(*args):
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *args]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@cache
def releases(library):
    """The releases for which there is a wheel, oldest first, without those before them."""
    versions = set()
    for python in ["", "3.8"] if library in COMPILED else [""]:
        for_python = ["--python-version", python, "--only-binary", ":all:"] if python else []
        shown = pip("index", "versions", DISTRIBUTIONS.get(library, library), *for_python).stdout
        listed = re.search(r"Available versions: (.+)", shown)
        versions.update(each for each in listed[1].split(", ") if re.fullmatch(r"[\d.]+", each))
    return sorted(versions, key=lambda version: [int(part) for part in version.split(".")])


def wheel(library, version, folder):
    """The files of a wheel of pure Python, by their paths; None where there is none."""
    name = f"{DISTRIBUTIONS.get(library, library)}=={version}"
    place = Path(folder) / name
    plain = ["download", "-q", "--no-deps", "--only-binary", ":all:", "-d", str(place), name]
    ways = [[], *(["--python-version", python, "--platform", each] for python, each in OLDER_PYTHONS)]
    for way in ways:
        if any(place.glob("*.whl")) or (way and library not in COMPILED):
            break
        pip(*plain, *way)
    for file in place.glob("*.whl"):
        with zipfile.ZipFile(file) as archive:
            return {
                path: archive.read(path).decode(errors="replace")
                for path in archive.namelist()
                if path.startswith(f"{library}/") and path.endswith(".py")
            }
    return None


wheel_once = cache(wheel)


def has(files, module, name):
    path = module.replace(".", "/")
    text = files.get(f"{path}/__init__.py", files.get(f"{path}.py"))
    if text is None or not name:
        return text is not None
    # What a comment says of a name does not bring it.
    word = re.compile(rf"\b{name}\b")
    if word.search(re.sub(r"#.*", "", text)):
        return True
    if "import *" in text:
        made = re.compile(rf"^(?:class|def) {name}\b|^{name} ?=", re.M)
        return any(made.search(other) for other in files.values())
    # Since 4.48 transformers gathers the names of its models from their files.
    return module == "transformers" and any(
        re.search(rf"^__all__ = \[[^\]]*[\"']{name}[\"']", text, re.M)
        for path, text in files.items()
        if path.startswith("transformers/models/") and name in text
    )


def span(module, name, folder):
    """(the last release that has it, the first that has not); None for what is not so."""
    library = module.split(".")[0]
    known = releases(library)

    def holds(at):
        files = wheel_once(library, known[at], folder)
        return None if files is None else has(files, module, name)

    newest = len(known) - 1
    if holds(newest):
        return known[newest], ""
    # Back from the newest in growing steps, to one that has it.
    step, low = 1, newest
    while low >= 0 and not holds(low):
        low, step = low - step, min(step * 2, 16)
    if low < 0:
        return "", known[0]
    absent = newest
    while absent - low > 1:
        middle = next((at for at in between(low, absent) if holds(at) is not None), None)
        if middle is None:
            break
        low, absent = (middle, absent) if holds(middle) else (low, middle)
    return known[low], known[absent]


def between(low, high):
    """The numbers between two, those in the middle first."""
    middle = (low + high) // 2
    return sorted(range(low + 1, high), key=lambda at: abs(at - middle))


def library_of(row):
    return row["module"].split(".")[0]


def main(chosen):
    rows = sorted(json.loads(TABLE.read_text()), key=library_of)

    def complete(mine):
        for row in mine:
            row["last"], row["gone"] = span(row["module"], row["name"], folder)
            print(*row.values(), sep="\t", flush=True)

    with kept() as folder, ThreadPoolExecutor(6) as workers:
        groups = [(library, list(mine)) for library, mine in groupby(rows, library_of)]
        wanted = [mine for library, mine in groups if not chosen or library in chosen]
        list(workers.map(complete, wanted))
    found = [row for row in rows if row["last"] and row["gone"]]
    TABLE.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
