"""How a value is told: a plain one as it is written, any other by its class and its sizes.

Runs after `shown.py` and `failed.py` in the same namespace. Nothing prints itself: a `repr`
could be the user's.
"""

import ast
import re
import types

LONGEST_VALUE = 40  # characters of a text
MOST_SIZES = 12
#: A text under such a name is kept to oneself, whatever it looks like.
GUARDED = re.compile(r"key|pass|pw|secret|token|auth|cred|cookie|session|login|user|mail", re.I)
#: They are of the program, not of its data.
CODE_KINDS = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType)
#: Names inside of them are none of the frame's.
SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
ARRAY_KINDS = {"b": "bool", "i": "int", "u": "uint", "f": "float", "c": "complex"}


def tensor_facts(value):
    """(dtype, device) of a tensor or of a NumPy array; None for what it does not have."""
    if exactly(value, tensor_classes()):
        return [str(each).replace("torch.", "") for each in read_tensor(value, ["dtype", "device"])]
    dtype = NAMES(type(value))["dtype"].__get__(value)
    kind, size = (of_class(type(dtype), each).__get__(dtype) for each in ("kind", "itemsize"))
    return [f"{ARRAY_KINDS[kind]}{8 * size}" if kind in ARRAY_KINDS else None, None]


def plain_text(value, name):
    """A plain value as Python writes it, or None for any other and for what may be a secret."""
    if value is None or exactly(value, (bool, float)):
        return repr(value)
    if type(value) is int:
        return repr(value) if abs(value) < LARGEST else None
    if type(value) is str:
        is_open = len(value) <= LONGEST_VALUE and shown(value) and not GUARDED.search(name)
        return repr(value) if is_open or value == "" else None
    if sizes(value) is not None:
        return repr(sizes(value) if type(value) is list else tuple(sizes(value)))
    return str(value) if exactly(value, torch_classes("dtype", "device")) else None


def torch_classes(*names):
    """Those of torch's own classes that are there."""
    found = (torch_class("torch", each) for each in names)
    return [each for each in found if each is not None]


def sizes(value):
    """The few whole numbers in a shape, a tuple or a list, or None for anything else."""
    if not exactly(value, (*LISTS, *torch_classes("Size"))) or len(value) > MOST_SIZES:
        return None
    found = [*value]
    is_shape = all(type(each) is int and abs(each) < LARGEST for each in found)
    return found if is_shape else None


def told_value(value, name):
    """What is told of a value that has this name; None for a secret and for code."""
    if shown(name) is None or exactly(value, CODE_KINDS) or is_a(value, type):
        return None
    shape = tensor_shape(value)
    dtype, device = (None, None) if shape is None else tensor_facts(value)
    return {
        "name": name,
        "type": type_name(value),
        "shape": None if shape is None else list(shape),
        "dtype": dtype,
        "device": device,
        "length": size_of(value) if shape is None else None,
        "value": plain_text(value, name),
    }


def called(node, frame):
    """What a call is made with: its arguments, and the object or the model that is called."""
    value = value_of(node.func, frame)
    model = torch_class("torch.nn.modules.module", "Module")
    inner = []
    if model is not None and value is not UNKNOWN and is_a(value, model):
        inner = [node.func]
    elif isinstance(node.func, ast.Attribute):
        inner = [node.func.value]
    return [*inner, *node.args, *(each.value for each in node.keywords)]


def atoms(node, frame):
    """(node, value) of each largest part of an expression whose value is at hand."""
    if isinstance(node, (ast.Constant, *SCOPES)):
        return
    is_assigned = isinstance(getattr(node, "ctx", None), ast.Store)
    if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript, ast.Call)) and not is_assigned:
        value = value_of(node, frame)
        if value is not UNKNOWN:
            yield node, value
            return
    inner = called(node, frame) if isinstance(node, ast.Call) else ast.iter_child_nodes(node)
    for each in inner:
        yield from atoms(each, frame)


def told_values(nodes, frame, most):
    """What is told of the values in some expressions, each once."""
    found = {}
    for node, value in (each for node in nodes for each in atoms(node, frame)):
        name = written(node)
        told = told_value(value, name) if name and name not in found else None
        if told and len(found) < most:
            found[name] = told
    return [*found.values()]
