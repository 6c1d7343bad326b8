"""Which release of a library on torch brought or dropped arguments and members.

    .venv/bin/python scripts/library_arguments.py [LIBRARY ...]

Reads the wheels on PyPI, the last of each minor release, without installing or
running one: what functions, and the calls of public classes, take by name, and what
these classes have. Writes between which two releases each came (`since`) and went
(`gone`), where the function or class itself is in both, into
`src/catalogue/version/shared/arguments.json`: `Trainer:gpus` is an argument,
`Trainer.lr_schedulers` a member, and `f:old>new` went where `f` got `new`.
"""

import ast
import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from library_history import PLACES as OFFERING
from library_history import chosen, numbers, offered
from library_names import kept, wheel

TABLE = Path(__file__).parents[1] / "src/catalogue/version/shared/arguments.json"

# Files, below the library, that nobody calls by hand, or too many to be told.
APART = re.compile(
    r"(?:^|/)(?:tests?|testing\w*|_\w+|vendor\w*|examples?|scripts?|cli|commands?|convert_\w+|"
    r"benchmark\w*|bench|docs|demo)(?:/|\.py$)|test_\w+\.py$"
)
# Of models by the hundred only what all of them share.
PLACES = {
    "diffusers": re.compile(
        r"^diffusers/(?:\w+\.py|utils/\w+\.py|schedulers/\w+\.py|loaders/\w+\.py|"
        r"models/(?:\w+\.py|unets/unet_2d_condition\.py|autoencoders/autoencoder_kl\.py)|"
        r"pipelines/(?:\w+\.py|(?:stable_diffusion|stable_diffusion_xl|controlnet|flux)/pipeline_\w+\.py))$"
    ),
    "transformers": re.compile(
        r"^transformers/(?:\w+\.py|data/\w+\.py|generation/\w+\.py|pipelines/\w+\.py|utils/\w+\.py|"
        r"integrations/\w+\.py|models/auto/\w+\.py|"
        r"models/(?:bert|llama|whisper|clip|vit|gpt2|qwen2_vl)/\w+\.py)$"
    ),
}
# Those whose objects people ask for what went, or came later.
WITH_MEMBERS = {
    "datasets",
    "diffusers",
    "fastai",
    "pytorch_lightning",
    "sentence_transformers",
    "stable_baselines3",
    "torchtext",
    "transformers",
    "ultralytics",
}
# From there on: nobody has older ones today, who asks for what is newer.
EARLIEST = {"diffusers": "0.14", "kornia": "0.6", "transformers": "4.26"}
# Decorators that take older names; those of MONAI leave the arguments to the function.
WRAPPER = re.compile(r"overload|singledispatch|deprecate_|_deprecat|valid|legacy|kwonly|alias")
PUBLIC_CALLS = {"__init__", "__call__"}
# Words that a text shows of any class.
COMMON = {"config", "device", "dtype", "name", "forward"}


def wanted(library, path):
    place = PLACES.get(library)
    return (place is None or place.match(path)) and not APART.search(path.split("/", 1)[1])


class Call:
    """What a function takes by name."""

    def __init__(self, node):
        arguments = node.args
        named = [*arguments.args, *arguments.kwonlyargs]
        self.names = {each.arg for each in named} - {"self", "cls"}
        # It takes the rest itself, or a wrapper takes what it was called before.
        self.rest = arguments.kwarg is not None or any(
            WRAPPER.search(ast.dump(each)) for each in node.decorator_list
        )


class Class:
    def __init__(self, node):
        self.bases = [base.id if isinstance(base, ast.Name) else getattr(base, "attr", "") for base in node.bases]
        self.calls, self.members, fields = {}, set(), set()
        for each in node.body:
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
                self.calls[each.name] = Call(each)
                self.members.add(each.name)
                for part in ast.walk(each):
                    if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store) and isinstance(part.value, ast.Name) and part.value.id == "self":
                        self.members.add(part.attr)
            elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                fields.add(each.target.id)
            elif isinstance(each, ast.Assign):
                self.members.update(part.id for part in each.targets if isinstance(part, ast.Name))
        self.members |= fields
        dynamic = {"__getattr__", "__getattribute__"} & set(self.calls)
        self.open = bool(dynamic)
        if any("dataclass" in ast.dump(each) for each in node.decorator_list) and "__init__" not in self.calls:
            made = Call.__new__(Call)
            made.names, made.rest = fields, False
            self.calls["__init__"] = made
            self.is_data = True
        else:
            self.is_data = False


def definitions(files, library):
    functions, classes = {}, {}
    for path, text in files.items():
        if not wanted(library, path):
            continue
        try:
            tree = ast.parse(text)
        except SyntaxError:
            continue
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                functions.setdefault(node.name, []).append(Call(node))
            elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                classes.setdefault(node.name, []).append(Class(node))
    return functions, classes


def lineage(name, classes, seen=()):
    """A class and its bases, as far as they are of the library."""
    if name not in classes or name in seen:
        return []
    found = list(classes[name])
    for each in classes[name]:
        for base in each.bases:
            found += lineage(base, classes, (*seen, name))
    return found


def is_closed(name, classes, seen=()):
    """Whether all bases are of the library, or have no members that matter."""
    if name in seen:
        return True
    if name not in classes:
        return name in {"object", "ABC", "Module", "LightningModule", "Dataset", "Protocol", "Generic", "str", "Exception", "PushToHubMixin"}
    return all(not each.open and all(is_closed(base, classes, (*seen, name)) for base in each.bases) for each in classes[name])


def names_of(library, files):
    """What people import: the names that it offers, and its best known modules."""
    places = " ".join(OFFERING.get(library, [])).split()
    modules = [library, *(f"{library}.{place}" for place in places)]
    return set().union(*(offered(files, module, set()) for module in modules))


def taken(calls):
    """The names of arguments; None where one of the calls takes all."""
    return None if any(each.rest for each in calls) else set().union(*(each.names for each in calls))


def snapshot(library, version, folder):
    """(by each call and class what it takes, or has, itself; the same with its bases)."""
    files = wheel(library, version, folder)
    if not files:
        return None
    functions, classes = definitions(files, library)
    shown = names_of(library, files)
    own, all_of = {}, {}
    for name, calls in functions.items():
        if name in shown:
            own[f"{name}:"] = all_of[f"{name}:"] = taken(calls)
    for name, defined in classes.items():
        if name not in shown:
            continue
        family = lineage(name, classes)
        if library in WITH_MEMBERS and is_closed(name, classes):
            own[f"{name}."] = set().union(*(each.members for each in defined))
            all_of[f"{name}."] = set().union(*(each.members for each in family))
        data = [each for each in family if each.is_data]
        for method in {method for each in defined for method in each.calls} - {"forward"}:
            if method.startswith("_") and method not in PUBLIC_CALLS:
                continue
            mark = f"{name}:" if method == "__init__" else f"{name}.{method}:"
            calls = [each.calls[method] for each in defined if method in each.calls]
            own[mark] = all_of[mark] = taken(calls)
            if method == "__init__" and data:
                all_of[mark] = taken([each.calls[method] for each in data])
    return own, all_of


def public(name):
    return not name.startswith("_") and name not in COMMON and len(name) > 2


def history(library, folder):
    least = numbers(EARLIEST.get(library, "0"))
    versions = [each for each in chosen(library) if numbers(each) >= least]
    with ThreadPoolExecutor(2) as workers:
        read = list(workers.map(lambda each: snapshot(library, each, folder), versions))
    known = [(each, *found) for each, found in zip(versions, read, strict=True) if found]
    since, gone = {}, {}
    for owner in sorted(set().union(*(own for _, own, _ in known))):
        steps = [(version, own[owner], has[owner]) for version, own, has in known if owner in own]
        for name in sorted(set().union(*(own or set() for _, own, _ in steps))):
            if not public(name):
                continue
            # Where anything goes, it goes without being named.
            present = [has is None or name in has for _, _, has in steps]
            if True not in present:
                continue
            begins = present.index(True)
            if begins > 0 and present[-1] and known[-1][0] == steps[-1][0]:
                span = f"{steps[begins - 1][0]} {steps[begins][0]}"
                since.setdefault(span, []).append(f"{owner}{name}")
            if not present[-1]:
                at = len(present) - 1 - present[::-1].index(True)
                (last, before, _), (first, after, _) = steps[at], steps[at + 1]
                if before is None or after is None or name not in before:
                    continue
                gone.setdefault(f"{last} {first}", []).append(f"{owner}{name}{became(owner, before, after)}")
    count = [sum(map(len, each.values())) for each in (since, gone)]
    print(library, len(known), *count, file=sys.stderr, flush=True)
    return {
        "since": {span: " ".join(marks) for span, marks in since.items()},
        "gone": {span: " ".join(marks) for span, marks in gone.items()},
    }


def became(owner, before, after):
    """The only argument that came, where only one went."""
    got = [each for each in after - before if public(each)]
    lost = [each for each in before - after if public(each)]
    return f">{got[0]}" if owner.endswith(":") and len(got) == len(lost) == 1 else ""


def main(libraries):
    table = json.loads(TABLE.read_text()) if TABLE.exists() else {}
    with kept() as folder:
        for library in libraries:
            table[library] = history(library, folder)
            TABLE.write_text(json.dumps(table, separators=(",", ":"), sort_keys=True) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
