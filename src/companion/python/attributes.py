"""What an attribute was asked of, and where its name is.

Runs after `nothing.py`, `twice.py` and the files before them in the same
namespace. Names are read where they are stored, in modules that are imported.
"""

import ast
import itertools
import os
import re
import sys
import types

LACKS = re.compile(
    r"(?:'[\w.]{1,200}' object|type object '[\w.]{1,200}'"
    r"|(?:partially initialized )?module '[\w.]{1,200}') has no attribute '(\w{1,200})'"
    r"(?: \(most likely due to a circular import\))?$"
)
#: As a package that loads its parts late says it (transformers).
LATE = re.compile(r"module ([\w.]{1,200}) has no attribute (\w{1,200})$")
#: Since Python 3.10.
OBJECT, WANTED = (AttributeError.__dict__.get(each) for each in ("obj", "name"))
#: Of torch; the attribute is that of the model inside.
WRAPPERS = {"DataParallel", "DistributedDataParallel", "FullyShardedDataParallel", "OptimizedModule"}
#: What libraries call the last layer of a model.
HEADS = {"fc", "classifier", "head", "heads"}
PARTS = ("_modules", "_parameters", "_buffers")
MOST_PARTS = 12
GETTER = property.__dict__["fget"].__get__


def top_of(value):
    """The package that a class or a function comes from, or None."""
    if is_a(value, type):
        module = module_of(value)
    else:
        module = dict.get(GLOBALS(value), "__name__") if type(value) is types.FunctionType else None
    return module.partition(".")[0] if type(module) is str else None


def is_module_of_torch(value):
    """Whether something is an nn.Module."""
    return any(
        NAME(each) == "Module" and module_of(each) == "torch.nn.modules.module"
        for each in BASES(type(value))
    )


def keys(value, name):
    """The keys of a dict that an object stores under a name."""
    found = field(value, name)
    return [*dict.keys(found)] if is_a(found, dict) else []


def known_names(value):
    """The names that something has: stored in it, in its class, or as layers."""
    if is_a(value, types.ModuleType):
        # Packages that load their parts late keep a list of them.
        names = [*fields(value), *keys(value, "_class_to_module"), *names_in(value)]
    elif is_a(value, type):
        names = [each for base in BASES(value) for each in NAMES(base)]
    else:
        names = [*fields(value), *known_names(type(value))]
        for part in PARTS if is_module_of_torch(value) else ():
            names += keys(value, part)
    return [each for each in names if type(each) is str]


def home(top, name, under):
    """Where in a package that is imported a name is public, or None.

    What lies below the module that was asked goes first, then the shortest
    path. Of two different things at equal places none is told.
    """
    found = {}
    for path, module in [*sys.modules.items()]:
        if type(path) is not str or not f"{path}.".startswith(f"{top}.") or "._" in path:
            continue
        value = field(module, name) if is_a(module, types.ModuleType) else None
        is_own = top_of(value) in (top, None) if value is not None else False
        if is_own and any(is_a(value, each) for each in CALLABLE):
            rank = (not path.startswith(f"{under}."), path.count("."))
            found[id(value)] = min(found.get(id(value), (rank, path)), (rank, path))
    places = sorted(found.values())
    if not places or (len(places) > 1 and places[0][0] == places[1][0]):
        return None
    return places[0][1]


def changed_line(module, name):
    """The line on which a file of the user's gives a name its value, though the module lacks it."""
    path = text(field(module, "__file__"))
    if path is None or is_installed(path) or not path.endswith(".py"):
        return None
    found = definition(parsed(file_text(path) or "") or [], name)
    return found and found[0]


def whole_module(path, name, folder, trace):
    """The module that an expression names, as far as its parts lie on disk: `xml.dom.minidom`."""
    tree, nodes = failed_nodes(steps(trace)[0], (ast.Attribute,))
    found = next((each for each in nodes if each.attr == name), None)
    if found is None:
        return f"{path}.{name}"
    while found is not None:
        path, folder = f"{path}.{name}", os.path.join(folder, name)
        found = next((each for each in ast.walk(tree) if getattr(each, "value", None) is found), None)
        name = found.attr if isinstance(found, ast.Attribute) else ""
        found = found if name and located(name, folder) else None
    return path


def twin(module, name):
    """The user's file of the same module name that Python did not take, and that has `name`."""
    own, path = text(field(module, "__file__")), text(field(module, "__name__"))
    if own is None or "." in path or is_installed(own):
        return None
    for folder in searched():
        other = located(path, folder)
        if other and other.endswith(".py") and not is_installed(other) and not os.path.samefile(other, own):
            if definition(parsed(file_text(other) or "") or [], name):
                return other
    return None


def of_module(module, name, trace, packages):
    """Facts of a module that lacks a name."""
    path = text(field(module, "__name__"))
    if path is None:
        return None
    top = path.partition(".")[0]
    package = packages.get(top, top)
    place, line = shadowing(top), changed_line(module, name)
    version = text(field(loaded(top), "__version__")) or version_of(package)[0]
    facts = {"module": path, "package": package, "version": version}
    if place:
        return {**facts, "state": "shadowed", "place": place}
    if line:
        return {**facts, "state": "changed", "place": text(field(module, "__file__")), "line": line}
    other = twin(module, name)
    if other:
        return {**facts, "state": "twin", "place": other, "held": text(field(module, "__file__"))}
    folder = os.path.dirname(text(field(module, "__file__")) or "")
    if field(module, "__path__") is not None and located(name, folder):
        return {**facts, "state": "submodule", "place": whole_module(path, name, folder, trace)}
    return {**facts, **elsewhere_or_near(top, name, path, known_names(module))}


def elsewhere_or_near(top, name, under, names):
    """Where a package has a name, else the one that is nearest among `names`."""
    place = home(top, name, under)
    if place:
        return {"state": "home", "place": place}
    public = [each for each in names if each[:1] != "_" or name[:1] == "_"]
    near = shown(nearest(name, public))
    return {"state": "plain"} if near is None else {"state": "near", "near": near}


def hidden_error(value, name):
    """The name that a property of this name asks its object for in vain, `""` if unknown.

    None where no property has the name.
    """
    found = stored(type(value), name)
    getter = GETTER(found) if type(found) is property else field(found, "func")
    if type(getter) is not types.FunctionType:
        return None
    steps = [*dis.get_instructions(CODE(getter))]
    own = CODE(getter).co_varnames[:1]
    asked = {
        after.argval
        for before, after in zip(steps, steps[1:])
        if (before.argval,) == own and after.opname in ("LOAD_ATTR", "LOAD_METHOD")
    }
    lacking = sorted(asked.difference(known_names(value)))
    return lacking[0] if len(lacking) == 1 else ""


def layer_facts(value, name):
    """The layers of an nn.Module that lacks a name, and the one that may be meant."""
    layers = [each for each in keys(value, "_modules") if type(each) is str]
    parts_told = [*layers[: MOST_PARTS - 1], *layers[MOST_PARTS - 1 :][-1:]]
    last = layers[-1] if layers and name in HEADS else None
    return {"state": "parts", "parts": parts_told, "near": last}


def of_object(value, kind, name, shell, packages):
    """Facts of an object, or a class, that lacks a name."""
    top = top_of(kind) or ""
    version = text(field(loaded(top), "__version__")) if is_library(top) else None
    facts = {"type": NAME(kind), "package": packages.get(top, top), "version": version}
    if not is_a(value, type):
        hidden = hidden_error(value, name)
        if hidden is not None:
            return {**facts, "state": "property", "near": hidden or None}
    newer = newer_class(kind, name, shell)
    if newer:
        return newer
    is_layer = is_module_of_torch(value)
    if is_layer and field(value, "_modules") is None:
        return {**facts, "state": "setup"}
    if top == "torch" and NAME(kind) == "Tensor" and home("torch", name, "torch"):
        return {**facts, "state": "function", "place": home("torch", name, "torch")}
    found = elsewhere_or_near("", name, "", known_names(value))
    if found["state"] == "plain" and is_layer and keys(value, "_modules"):
        found = layer_facts(value, name)
    return None if found["state"] == "plain" and version is None else {**facts, **found}


def asked_name(name, trace):
    """How the user's line writes what the attribute was asked of, or None."""
    frame = trace.tb_frame
    if is_installed(frame.f_code.co_filename):
        return None
    path = path_to(parsed(text_of(frame.f_code) or "") or [], trace.tb_lineno)
    node = asked_of(path[-1][0][path[-1][1]], name, trace) if path else None
    return written(node)


def hidden_module(value, name, trace):
    """Facts of what stands under a module's name in the place of the module, or None.

    `from time import time` makes `time.time` a function of a function.
    """
    held = asked_name(name, trace)
    module = loaded(held) if held and held.isidentifier() else None
    if module is None or not any(is_a(value, each) for each in CALLABLE) or name not in fields(module):
        return None
    is_itself = field(module, name) is value
    return {"state": "itself" if is_itself else "hidden", "held": held, "module": held}


def of_plain_object(value, name, trace):
    """Facts of an object of Python's own that lacks a name: a function of it, or its keys."""
    if not exactly(value, (*DICTS, *LISTS, set, str, int, float, types.GeneratorType, range)):
        return None
    facts = {"type": NAME(type(value)), "held": asked_name(name, trace)}
    for place in ("builtins", "itertools", "functools", "math"):
        if isinstance(field(loaded(place), name), (types.BuiltinFunctionType, type)):
            return {**facts, "state": "taken", "place": place}
    if not exactly(value, DICTS):
        return None
    keys_told = [shown(each) for each in itertools.islice(value, MOST_PARTS) if type(each) is str]
    is_open = len(keys_told) > 0 and None not in keys_told and facts["held"]
    return {**facts, "state": "dict", "parts": keys_told, "line": len(value)} if is_open else None


def is_library(top):
    """Whether a package that is imported is not the user's own."""
    path = text(field(loaded(top), "__file__"))
    return top != "__main__" and path is not None and is_installed(path)


def asking(trace):
    """The part of the traceback in which the attribute was asked for."""
    found = trace
    while trace is not None:
        if trace.tb_frame.f_code.co_name not in ("__getattr__", "__getattribute__"):
            found = trace
        trace = trace.tb_next
    return found


def attribute_facts(value, message, trace, shell, packages):
    """Facts of an attribute that is missing, or None."""
    late = LATE.match(message)
    if late and loaded(late[1]) is not None and shown(late[2]) is not None:
        module, name = loaded(late[1]), late[2]
        found = None if name in known_names(module) else of_module(module, name, trace, packages)
        return found and {"kind": "attribute", "name": name, **found}
    matched = LACKS.match(message)
    if not matched or not OBJECT or not WANTED:
        return None
    name, asked = matched[1], OBJECT.__get__(value)
    if text(WANTED.__get__(value)) != name or shown(name) is None:
        return None
    if asked is None:
        found = nothing_facts(name, asking(trace), shell)
    elif is_a(asked, types.ModuleType):
        found = of_module(asked, name, trace, packages)
    elif hidden := hidden_module(asked, name, asking(trace)):
        found = hidden
    elif is_a(asked, type):
        found = of_object(asked, asked, name, shell, packages)
    elif NAME(type(asked)) in WRAPPERS:
        return None
    else:
        found = of_object(asked, type(asked), name, shell, packages)
        found = found or of_plain_object(asked, name, asking(trace))
    return found and {"kind": "attribute", "name": name, **found}
