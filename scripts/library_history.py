"""Which release of a library on torch brought or dropped its public names.

    .venv/bin/python scripts/library_history.py [LIBRARY ...]

Reads the wheels on PyPI, the last of each minor release, without installing or
running one: the names that `import library` and the modules in PLACES offer, and its
modules. Writes between which two releases each came (`since`, not of what the oldest
one has) and went (`gone`) into `src/catalogue/shared/history.json`.
"""

import ast
import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from library_names import kept, releases, wheel

TABLE = Path(__file__).parents[1] / "src/catalogue/shared/history.json"

# With the release from which on it is read: nobody has older ones today.
OLDEST = {
    "accelerate": "0.5",
    "albumentations": "0.5",
    "d2l": "0.14",
    "datasets": "1.2",
    "diffusers": "0.3",
    "evaluate": "0.1",
    "fastai": "1.0",
    "gymnasium": "0.26",
    "huggingface_hub": "0.0.16",
    "kornia": "0.5",
    "monai": "0.3",
    "peft": "0.1",
    "pytorch_lightning": "1.0",
    "segmentation_models_pytorch": "0.1",
    "sentence_transformers": "2.0",
    "stable_baselines3": "1.0",
    "timm": "0.3",
    "torch_geometric": "2.0",
    "torchaudio": "0.5",
    "torchmetrics": "0.2",
    "torchtext": "0.5",
    "torchvision": "0.5",
    "transformers": "4.10",
    "trl": "0.2",
    "ultralytics": "8.0",
}

# Modules whose names people import from there, and not from the library.
PLACES = {
    "d2l": ["torch"],
    "fastai": [
        "tabular tabular.all text text.all vision vision.all vision.widgets",
    ],
    "gymnasium": ["spaces vector wrappers"],
    "kornia": ["augmentation losses metrics"],
    "monai": [
        "apps bundle config data engines handlers inferers losses metrics networks.blocks",
        "networks.layers networks.nets optimizers transforms utils visualize",
    ],
    "pytorch_lightning": [
        "accelerators callbacks core loggers loops overrides plugins profilers strategies",
        "trainer tuner utilities utilities.distributed utilities.rank_zero utilities.seed",
    ],
    "segmentation_models_pytorch": ["losses metrics utils"],
    "stable_baselines3": ["common.env_util common.monitor common.utils common.vec_env"],
    "timm": ["data loss models.layers optim scheduler utils layers"],
    "torch_geometric": ["data datasets loader nn transforms utils"],
    "torchaudio": ["backend datasets functional io models pipelines transforms utils"],
    "torchmetrics": ["classification functional image text"],
    "torchtext": ["data data.functional data.utils datasets legacy legacy.data vocab"],
    "torchvision": [
        "datasets datasets.utils io models models.detection models.detection.faster_rcnn",
        "models.densenet models.efficientnet models.inception models.mobilenet models.resnet",
        "models.segmentation models.utils models.vgg ops transforms transforms.functional utils",
    ],
    "ultralytics": ["data engine nn.modules nn.tasks utils utils.ops utils.plotting"],
}


# transformers offers parts of its models, too, which nobody imports from there.
PUBLIC = re.compile(
    r"(?<!Text)(?<!Vision)(?<!Audio)(?<!Encoder)(?<!Decoder)(?<!Backbone)"
    r"(?:Config|Model|Tokenizer|TokenizerFast|Processor|ProcessorFast|FeatureExtractor|"
    r"Pipeline|Cache|Callback|Trainer|Arguments|Streamer|StoppingCriteria|Collator|"
    r"For(?:CausalLM|ConditionalGeneration|ObjectDetection|MaskedLM|QuestionAnswering|"
    r"SpeechSeq2Seq|CTC|\w{4,24}Classification|\w{4,24}Segmentation))$"
    r"|^(?:AdamW|Adafactor|LineByLineTextDataset|TextDataset|top_k_top_p_filtering)$"
    r"|^transformers\."
)


def numbers(version):
    return [int(part) for part in version.split(".")]


def chosen(library):
    """The last release of each minor one, oldest first."""
    least = numbers(OLDEST[library])
    last = {}
    for version in releases(library):
        if numbers(version) >= least:
            last[tuple(numbers(version)[:2])] = version
    return list(last.values())


def strings(node):
    """The names that stand as texts in a list below a node."""
    return {
        item.value
        for part in ast.walk(node)
        if isinstance(part, ast.List | ast.Tuple)
        for item in part.elts
        if isinstance(item, ast.Constant)
        and isinstance(item.value, str)
        and item.value.isidentifier()
    }


def lists(node):
    """Whether a statement fills `__all__`, or what a package loads when asked."""
    targets = getattr(node, "targets", [getattr(node, "target", getattr(node, "value", None))])
    return any(
        isinstance(part, ast.Name) and part.id in {"__all__", "_import_structure"}
        for target in targets
        if target is not None
        for part in ast.walk(target)
    )


def file_of(files, module):
    path = module.replace(".", "/")
    for file in (f"{path}/__init__.py", f"{path}.py"):
        if file in files:
            return file
    return None


def offered(files, module, seen):
    """The public names of a module, those of its star imports among them."""
    file = file_of(files, module)
    if file is None or file in seen:
        return set()
    seen.add(file)
    try:
        tree = ast.parse(files[file])
    except SyntaxError:
        return set()
    package = module if file.endswith("__init__.py") else module.rpartition(".")[0]
    found = set()

    def visit(statements):
        for node in statements:
            if isinstance(node, ast.If | ast.Try | ast.With):
                for part in ("body", "orelse", "finalbody"):
                    visit(getattr(node, part, []))
                for handler in getattr(node, "handlers", []):
                    visit(handler.body)
            elif isinstance(node, ast.ImportFrom):
                base = package.split(".")
                base = base[: len(base) - node.level + 1] if node.level else []
                source = ".".join([*base, *filter(None, [node.module])])
                for alias in node.names:
                    if alias.name == "*":
                        if source.startswith(module.split(".")[0]):
                            found.update(offered(files, source, seen))
                    elif node.level or source.startswith(module.split(".")[0]):
                        found.add(alias.asname or alias.name)
            elif isinstance(node, ast.ClassDef | ast.FunctionDef):
                found.add(node.name)
            elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr):
                if lists(node):
                    found.update(strings(node))
                for target in getattr(node, "targets", []):
                    if isinstance(target, ast.Name):
                        found.add(target.id)

    visit(tree.body)
    return {name for name in found if not name.startswith("_")}


def modules(files):
    """Its modules, down to the third level, without tests."""
    paths = [path.removesuffix("/__init__.py").removesuffix(".py") for path in files]
    dotted = {path.replace("/", ".") for path in paths}
    return {
        name
        for name in dotted
        if 1 <= name.count(".") <= 2
        and not any(part.startswith("_") or "test" in part for part in name.split("."))
        and all(part.isidentifier() for part in name.split("."))
    }


def members(library, version, folder):
    """What a release has: names as `name`, modules as `library.module`."""
    files = wheel(library, version, folder)
    if not files:
        return None
    found = offered(files, library, set())
    # Since 4.48 transformers gathers the names of its models from their files.
    if library == "transformers" and numbers(version) >= [4, 48]:
        for path, text in files.items():
            if path.startswith("transformers/models/"):
                for names in re.findall(r"^__all__ \+?= \[(.*?)\]", text, re.M | re.S):
                    found.update(re.findall(r"[\"'](\w+)[\"']", names))
    for place in " ".join(PLACES.get(library, [])).split():
        found.update(f"{library}.{place}.{name}" for name in offered(files, f"{library}.{place}", set()))
    found |= modules(files)
    return {name for name in found if library != "transformers" or PUBLIC.search(name)}


def history(library, folder):
    versions = chosen(library)
    with ThreadPoolExecutor(4) as workers:
        found = list(workers.map(lambda each: members(library, each, folder), versions))
    known = [(each, has) for each, has in zip(versions, found, strict=True) if has]
    since, gone = {}, {}
    first, newest = known[0][1], known[-1][1]
    for name in sorted(set().union(*(has for _, has in known))):
        present = [name in has for _, has in known]
        begins = present.index(True)
        # What came or went with the module that it stands in needs no line.
        module = name.rpartition(".")[0]
        inside = module.count(".") > 0
        if name not in first and not (inside and module not in known[begins - 1][1]):
            since.setdefault(f"{known[begins - 1][0]} {known[begins][0]}", []).append(name)
        if name not in newest:
            last = len(present) - 1 - present[::-1].index(True)
            if inside and module not in known[last + 1][1]:
                continue
            span = f"{known[last][0]} {known[last + 1][0]}"
            gone.setdefault(span, []).append(name)
    print(library, len(known), len(newest), file=sys.stderr, flush=True)
    return {
        "since": {span: " ".join(names) for span, names in since.items()},
        "gone": {span: " ".join(names) for span, names in gone.items()},
    }


def main(libraries):
    table = json.loads(TABLE.read_text()) if TABLE.exists() else {}
    with kept() as folder:
        for library in libraries or OLDEST:
            table[library] = history(library, folder)
            text = json.dumps(table, separators=(",", ":"), sort_keys=True)
            TABLE.write_text(text + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
