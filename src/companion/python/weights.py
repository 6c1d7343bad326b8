"""The keys of a model and of what was loaded into it, where they do not fit.

Runs after `look.py`, `installed.py` and `failed.py` in the same namespace. Both are read
where torch keeps them: in its own frame, in the dictionaries of the modules.
"""

import collections
import sys
import types

MOST_WEIGHTS = 20_000
MOST_ROWS = 12
LONGEST_NAME = 200
ARGUMENTS = BaseException.__dict__["args"].__get__
PARTS = ("_parameters", "_buffers")


def weights_of(model, prefix=""):
    """name → tensor of a model's parameters and of the buffers that it saves."""
    found, left = {}, collections.deque([(prefix, model)])
    while left and len(found) < MOST_WEIGHTS:
        before, module = left.popleft()
        own = fields(module)
        unsaved = dict.get(own, "_non_persistent_buffers_set")
        unsaved = unsaved if type(unsaved) is set else ()
        for part in PARTS:
            for name, value in plain_items(dict.get(own, part)):
                if value is not None and not (part == "_buffers" and name in unsaved):
                    found[before + name] = value
        inner = plain_items(dict.get(own, "_modules"))
        left.extend((f"{before}{name}.", each) for name, each in inner if each is not None)
    return found


def plain_items(held):
    """(text, value) of what one of Python's own dictionaries holds."""
    if not exactly(held, DICTS):
        return []
    return [(key, value) for key, value in [*held.items()][:MOST_WEIGHTS] if type(key) is str]


def loading(trace):
    """The names in the frame of torch's `load_state_dict`, or None."""
    for step in steps(trace):
        frame = step.tb_frame
        module = dict.get(frame.f_globals, "__name__") if type(frame.f_globals) is dict else None
        if module == "torch.nn.modules.module" and frame.f_code.co_name == "load_state_dict":
            return frame.f_locals
    return None


def sizes_of(weights):
    """name → sizes of its tensor as a list, None where it is no tensor of torch's own."""
    core = dict.get(sys.modules, "torch._C")
    base = field(core, "TensorBase") or field(core, "_TensorBase")
    classes, shape = {id(each) for each in tensor_classes()}, NAMES(base)["shape"].__get__
    # A mode, such as that of a default device, could be the user's.
    with field(core, "DisableTorchFunction")():
        found = {
            name: [*shape(each)] if id(type(each)) in classes else None
            for name, each in weights.items()
        }
    # Of a transform or an export sizes may be symbols.
    return {
        name: None if each is None or any(type(n) is not int for n in each) else each
        for name, each in found.items()
    }


def row(name, other, own, given):
    """A row of the two lists of keys: those that stand beside each other, and their sizes."""
    return {
        "model": name and name[:LONGEST_NAME],
        "checkpoint": other and other[:LONGEST_NAME],
        "modelShape": own.get(name),
        "checkpointShape": given.get(other),
    }


def renamed(lacking, extra, own, given):
    """[the beginning in the checkpoint, in the model] by which all keys differ, or None.

    Only where each key that one lacks is the other's of the same sizes. Counters of
    BatchNorm are not among those that torch calls missing.
    """
    if not lacking:
        return None
    first, ends = lacking[0], {}
    for each in extra:
        ends.setdefault(each.rpartition(".")[2], []).append(each)
    for other in ends.get(first.rpartition(".")[2], ()):
        ours, theirs = first.split("."), other.split(".")
        while ours and theirs and ours[-1] == theirs[-1]:
            ours.pop()
            theirs.pop()
        old, new = "".join(f"{each}." for each in theirs), "".join(f"{each}." for each in ours)
        if not old or not new or not all(each.startswith(old) for each in extra):
            continue
        changed = {new + each[len(old) :]: each for each in extra}
        same = (own.get(name) == given.get(changed[name]) for name in changed)
        if set(lacking) <= changed.keys() <= own.keys() and all(same):
            return [old, new]
    return None


def pairs(lacking, extra, own, given, change):
    """(key of the model, key of the checkpoint) that stand for one weight, as far as it shows."""
    if change:
        old, new = change
        return [(name, old + name[len(new) :]) for name in lacking]
    places = {}
    for each in extra:
        places.setdefault((each.rpartition(".")[2], repr(given.get(each))), []).append(each)
    mine = {}
    for each in lacking:
        mine.setdefault((each.rpartition(".")[2], repr(own.get(each))), []).append(each)
    # Of several that look alike none is told.
    alone = [kind for kind, names in mine.items() if len(names) == len(places.get(kind, ())) == 1]
    found = {mine[kind][0]: places[kind][0] for kind in alone}
    return [(name, found.get(name)) for name in lacking]


def told_by_torch(names, key):
    """A list of keys that torch has made of what does not fit."""
    found = names.get(key)
    return [each for each in found if type(each) is str] if type(found) is list else []


def fit(names):
    """How the keys of a model and those that were loaded into it stand to each other."""
    own = sizes_of(weights_of(names["self"]))
    given = sizes_of(dict(plain_items(names.get("state_dict"))))
    lacking = told_by_torch(names, "missing_keys")
    extra = told_by_torch(names, "unexpected_keys")
    resized = [each for each in own if each in given and own[each] != given[each]]
    change = renamed(lacking, extra, own, given)
    beside = pairs(lacking, extra, own, given, change)
    taken = {other for _, other in beside}
    found = [
        *((name, other) for name, other in beside if other),
        *((each, each) for each in resized),
        *((name, None) for name, other in beside if not other),
        *((None, each) for each in extra if each not in taken),
    ]
    return {
        "model": type_name(names["self"]),
        "own": len(own),
        "given": len(given),
        "common": sum(each in given for each in own),
        "renamed": change,
        "rows": [row(name, other, own, given) for name, other in found[:MOST_ROWS]],
        "more": max(len(found) - MOST_ROWS, 0),
    }


def report(ename, evalue, number):
    """The keys of the model and of the checkpoint in the cell that failed as input `number`.

    None where that is not the kernel's last failure, or no keys are at hand.
    """
    from IPython import get_ipython

    value, trace = getattr(sys, "last_value", None), getattr(sys, "last_traceback", None)
    is_last = get_ipython().execution_count == number + 1
    if type(value) is not RuntimeError or not is_last or type(trace) is not types.TracebackType:
        return None
    if ename != "RuntimeError" or next(iter(ARGUMENTS(value)), None) != evalue:
        return None
    names = loading(trace)
    if names is None or not is_a(names.get("self"), torch_class("torch.nn.modules.module", "Module")):
        return None
    told = fit(names)
    return told if told["rows"] else None
