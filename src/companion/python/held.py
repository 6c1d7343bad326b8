"""Which of the user's variables hold the memory of tensors.

Runs after `look.py` and `variables.py` in the same namespace. It walks what is
stored, and runs none of the user's code; of a tensor it reads what the
interpreter's side of torch knows without the device.
"""

import inspect
import itertools
import sys
import types

#: So many objects are looked at in all, for one variable, and so deep.
MOST_OBJECTS = 200_000
MOST_OF_ONE = 20_000
MOST_DEPTH = 12
#: So many variables, outputs and names are told.
MOST_TOLD = 12
LONGEST_NAME = 80
#: What holds no tensor.
PLAIN = (str, bytes, bytearray, int, float, bool, complex, type(None))
#: How each plain container gives its items, whatever a class of the user's made of it.
CONTAINERS = (
    (dict, dict.values),
    (list, list.__iter__),
    (tuple, tuple.__iter__),
    (set, set.__iter__),
    (frozenset, frozenset.__iter__),
)
#: What belongs to a program, not to its data.
CODE = (
    types.ModuleType,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.FrameType,
    types.TracebackType,
)


class Holdings:
    """The storages that were found, each counted once: its key to (device, bytes)."""

    def __init__(self, torch, shell):
        # Through these each value would reach all others.
        self.shared = (id(shell), id(shell.user_ns), id(dict.get(shell.user_ns, "_oh")))
        self.tensors = tuple(
            kind
            for kind in (field(torch, "Tensor"), class_of("torch.nn.parameter", "Parameter"),
                         class_of("torch.nn.parameter", "Buffer"))
            if kind is not None
        )
        self.module = class_of("torch.nn.modules.module", "Module")
        self.optimizer = class_of("torch.optim.optimizer", "Optimizer")
        self.looked = 0
        self.complete = True

    def storage(self, tensor):
        """(key, device, bytes) of a tensor's memory, or None where it has none."""
        try:
            if tensor.device.type == "meta":
                return None
            storage = tensor.untyped_storage()
            return storage._cdata, str(tensor.device), storage.nbytes()
        except Exception:
            return None  # sparse, or made by a transform

    def of(self, value, gradients=None):
        """The storages that are reached from a value."""
        found = {}
        seen = set(self.shared)
        waiting = [(value, 0)]
        most = min(MOST_OBJECTS, self.looked + MOST_OF_ONE)
        while waiting:
            each, depth = waiting.pop()
            if id(each) in seen:
                continue
            seen.add(id(each))
            self.looked += 1
            if self.looked > most or depth > MOST_DEPTH:
                self.complete = False
                continue
            if type(each) in self.tensors:
                self.add(found, each)
                # A tensor that is no leaf warns when it is asked for its own.
                if each.is_leaf and each.grad is not None:
                    self.add(found if gradients is None else gradients, each.grad)
                continue
            waiting.extend((part, depth + 1) for part in self.parts(each))
        return found

    def add(self, found, tensor):
        stored = self.storage(tensor)
        if stored is not None and stored[2] > 0:
            found[stored[0]] = stored[1:]

    def parts(self, value):
        """What a value holds that may hold tensors: items, stored attributes."""
        kind = type(value)
        for base, items in CONTAINERS:
            if is_a(value, base):
                parts = items(value)
                break
        else:
            if kind is types.MethodType:
                return [value.__self__]
            if is_a(value, type) or kind in CODE:
                return []
            parts = dict.values(fields(value))
        few = itertools.islice(parts, MOST_OF_ONE)
        return [part for part in few if type(part) not in PLAIN]

    def what(self, value):
        """`tensor`, `model`, `optimizer` or `object`."""
        if type(value) in self.tensors:
            return "tensor"
        if self.module is not None and is_a(value, self.module):
            return "model"
        if self.optimizer is not None and is_a(value, self.optimizer):
            return "optimizer"
        return "object"


def class_of(module, name):
    """A class of a module that is loaded, or None."""
    return field(sys.modules.get(module), name)


def summed(found):
    """Bytes by device."""
    sizes = {}
    for device, size in found.values():
        sizes[device] = sizes.get(device, 0) + size
    return sizes


def outputs_of(shell):
    """The results that IPython keeps, by prompt number."""
    kept = dict.get(shell.user_ns, "_oh")
    if type(kept) is not dict:
        return {}
    return {number: value for number, value in kept.items() if type(number) is int}


def is_of_shell(frame):
    """Whether a frame is IPython's own, which reaches the whole application."""
    module = dict.get(frame.f_globals, "__name__") if type(frame.f_globals) is dict else None
    return type(module) is str and module.partition(".")[0] == "IPython"


def failed_frames():
    """The frames that the last failure keeps, its causes' too; the outermost first."""
    error = getattr(sys, "last_value", None)
    frames = []
    seen = set()
    while BASES(type(error))[-2:-1] == (BaseException,) and id(error) not in seen:
        seen.add(id(error))
        trace = BaseException.__traceback__.__get__(error)
        while type(trace) is types.TracebackType:
            frames.append(trace.tb_frame)
            trace = trace.tb_next
        error = BaseException.__cause__.__get__(error) or BaseException.__context__.__get__(error)
    # In a module or a class body the names are a mapping, which may be the user's.
    optimized = (frame for frame in frames if frame.f_code.co_flags & inspect.CO_OPTIMIZED)
    return [frame for frame in optimized if not is_of_shell(frame)]


def without(found, *others):
    """The storages that none of the others holds."""
    return {key: each for key, each in found.items() if not any(key in other for other in others)}


def state_of(holdings, optimizer, found):
    """Bytes of what an optimizer remembers of the weights that it trains."""
    weights = {}
    trained = holdings.of(dict.get(fields(optimizer), "param_groups"), weights)
    return total(without(found, trained, weights))


class Survey:
    """What holds tensors: the variables, and what only the notebook keeps."""

    def __init__(self, torch, shell):
        self.holdings = Holdings(torch, shell)
        self.variables = []
        self.named = {}
        for name, value in variables_of(shell):
            gradients = {}
            found = self.holdings.of(value, gradients)
            if found or gradients:
                self.variables.append((name, value, found, gradients))
                self.named.update(found)
                self.named.update(gradients)
        self.outputs = []
        kept = {}
        for number, value in outputs_of(shell).items():
            found = without(self.holdings.of(value), self.named)
            if found:
                self.outputs.append((number, found))
                kept.update(found)
        self.frames = []
        self.failed = {}
        for frame in failed_frames():
            for name, value in list(frame.f_locals.items()):
                found = without(self.holdings.of(value), self.named, kept)
                if found:
                    self.frames.append((name, found))
                    self.failed.update(found)
        self.kept = kept


def largest(entries, size):
    return sorted(entries, key=size, reverse=True)[:MOST_TOLD]


def total(found, kind=None):
    """Bytes on all devices, or on those of a kind."""
    return sum(size for device, size in found.values() if kind in (None, device.split(":")[0]))


def allocated(torch):
    """Bytes of torch's tensors on the GPUs by its own count; None without one."""
    cuda = field(torch, "cuda")
    started = field(cuda, "is_initialized")
    count = field(cuda, "memory_allocated")
    devices = field(cuda, "device_count")
    try:
        if not (started and count and started()):
            return None
        return sum(count(each) for each in range(devices()))
    except Exception:
        return None


def without_modes(torch):
    """A context with no mode of the user's in the way of a tensor's methods."""
    return field(field(torch, "_C"), "DisableTorchFunction")()


def survey_of(torch, shell):
    """What holds tensors, looked at without a mode of the user's."""
    with without_modes(torch):
        return Survey(torch, shell)


def told(survey, torch, kind):
    """A survey as it is told; a tensor is asked for its sizes here, too."""
    with without_modes(torch):
        return facts_of(survey, torch, kind)


def facts_of(survey, torch, kind):
    holdings = survey.holdings
    every = {**survey.named, **survey.kept, **survey.failed}
    there = [each for each in survey.variables if total({**each[2], **each[3]}, kind) > 0]
    # Where no memory of that kind is held, what there is.
    of_kind, kind = (there, kind) if there else (survey.variables, None)
    variables = []
    for name, value, found, gradients in largest(
        of_kind, lambda each: total({**each[2], **each[3]}, kind)
    ):
        what = holdings.what(value)
        is_tensor = what == "tensor"
        variables.append(
            {
                "name": name[:LONGEST_NAME],
                "what": what,
                "state": state_of(holdings, value, found) if what == "optimizer" else 0,
                "sizes": summed({**found, **gradients}),
                "gradients": total(without(gradients, found)),
                "shape": list(value.shape) if is_tensor else None,
                "dtype": str(value.dtype).replace("torch.", "") if is_tensor else None,
            }
        )
    locals_ = {}
    for name, found in survey.frames:
        locals_[name] = max(locals_.get(name, 0), total(found))
    return {
        "sizes": summed(every),
        "variables": variables,
        "more": max(len(of_kind) - MOST_TOLD, 0),
        "outputs": [
            {"number": number, "size": total(found)}
            for number, found in largest(survey.outputs, lambda each: total(each[1]))
        ],
        "outputsSizes": summed(survey.kept),
        "failed": [
            {"name": name[:LONGEST_NAME], "size": size}
            for name, size in largest(locals_.items(), lambda each: each[1])
        ],
        "failedSizes": summed(survey.failed),
        "allocated": allocated(torch),
        "complete": holdings.complete,
    }


def report(kind=None):
    """The variables that hold most, and what only the notebook keeps; None without torch.

    Of a kind of device, `cuda` or `cpu`, where one is given and something lies there.
    """
    torch, shell = sys.modules.get("torch"), shell_of()
    if torch is None or shell is None:
        return None
    return told(survey_of(torch, shell), torch, kind)
