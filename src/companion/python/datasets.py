"""What a data set is and how many samples it has, without running any of its code.

Runs after `look.py`, `installed.py` and `failed.py` in the same namespace.
"""

import ast
import builtins
import types

CODE_OF = types.FunctionType.__dict__["__code__"].__get__
NAMES_OF = types.FunctionType.__dict__["__globals__"].__get__
#: The attribute whose length is that of the data set, by the class that says so.
KEPT_IN = {
    ("torch.utils.data.dataset", "Subset"): "indices",
    ("torchvision.datasets.folder", "DatasetFolder"): "samples",
    ("torchvision.datasets.mnist", "MNIST"): "data",
    ("torchvision.datasets.cifar", "CIFAR10"): "data",
    ("torchvision.datasets.fakedata", "FakeData"): "size",
}


class Call:
    """What a frame of `__len__` would know, had it been called."""

    def __init__(self, function, value):
        self.f_code = CODE_OF(function)
        self.f_globals = NAMES_OF(function)
        self.f_builtins = vars(builtins)
        self.f_locals = {self.f_code.co_varnames[0]: value} if self.f_code.co_argcount else {}


def returned(function):
    """The expression that a function of one line returns, or None."""
    frame = Call(function, None)
    tree, before = tree_of(frame)
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.FunctionDef) and node.lineno + before == frame.f_code.co_firstlineno:
            body = node.body[ast.get_docstring(node) is not None :]
            is_one = len(body) == 1 and isinstance(body[0], ast.Return)
            return body[0].value if is_one else None
    return None


def count(value):
    """A number of samples: a whole number, or the length of what holds them; else None."""
    if type(value) is int:
        return value if value >= 0 else None
    return None if value is UNKNOWN else size_of(value)


def own_length(value):
    """What a `__len__` of one line would give, read from its text, or None."""
    function = of_class(type(value), "__len__")
    expression = returned(function) if type(function) is types.FunctionType else None
    found = UNKNOWN if expression is None else value_of(expression, Call(function, value))
    return found if type(found) is int and found >= 0 else None


def length_of_dataset(value):
    """How many samples a data set has, or None where only its own code could tell."""
    if size_of(value) is not None:
        return size_of(value)
    says = of_class(type(value), "__len__")
    for each in BASES(type(value)):
        if NAMES(each).get("__len__") is not says:
            continue
        place = (module_of_class(each), NAME(each))
        if place in KEPT_IN:
            return count(attribute(value, KEPT_IN[place]))
        if place == ("torch.utils.data.dataset", "TensorDataset"):
            return count(item(attribute(value, "tensors"), 0))
        if place == ("torch.utils.data.dataset", "ConcatDataset"):
            return count(item(attribute(value, "cumulative_sizes"), -1))
    return own_length(value)


def module_of_class(kind):
    """The module that a class says it comes from, if it says so plainly."""
    module = NAMES(kind).get("__module__")
    return module if type(module) is str else None


def dataset_facts(value):
    """The class of a data set and its length; None where there is none."""
    if value is None:
        return None
    return {"type": type_name(value), "length": length_of_dataset(value)}
