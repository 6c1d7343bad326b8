"""How long a sequence is that was too short, or was unpacked into other names.

Runs after `failed.py` and `keys.py`, beside `flow.py` and `nothing.py`, in the same namespace.
"""

import ast
import dis
import re
import types

RANGE = re.compile(
    r"(?:list|tuple|string|list assignment|pop|range object|deque) index out of range$"
    r"|pop from (?:empty list|an empty deque)$|index -?\d{1,18} is out of range$"
)
UNPACKED = re.compile(
    r"(?:too many|not enough) values to unpack \(expected (?:at least )?(\d{1,6})(?:, got (\d{1,9}))?\)$"
)
#: As NumPy says it, of the first dimension.
OF_ARRAY = re.compile(r"index -?\d{1,18} is out of bounds for axis 0 with size (\d{1,18})$")
MOST_ELEMENTS = 1_000  # of a list whose elements are unpacked
LOOPS = (ast.For, ast.AsyncFor, ast.comprehension)


def module_length(value):
    """How many modules an `nn.ModuleList` or `nn.Sequential` holds, or None."""
    for name in ("ModuleList", "Sequential"):
        kind = torch_class("torch.nn.modules.container", name)
        if kind is not None and is_a(value, kind):
            is_theirs = of_class(type(value), "__getitem__") is not NAMES(kind).get("__getitem__")
            held = field(value, "_modules")
            return None if is_theirs or not exactly(held, DICTS) else len(held)
    return None


def sequence_length(value):
    """The length of what is counted from 0, or None for anything else."""
    if exactly(value, DICTS) or tensor_shape(value) is not None:
        return None  # they raise other errors
    size = size_of(value)
    return module_length(value) if size is None else size


def indexed(node):
    """(sequence, index) of `x[i]`, `x.pop(i)` and `x.pop()`, or None."""
    if isinstance(node, ast.Subscript):
        return node.value, node.slice
    container = looked_up(node) if node.args else popped(node)
    return container and (container, node.args[0] if node.args else ast.Constant(-1))


def popped(call):
    """The sequence of `x.pop()` and `x.popleft()`, or None."""
    function = call.func
    is_pop = isinstance(function, ast.Attribute) and function.attr in ("pop", "popleft")
    return function.value if is_pop else None


def index_facts(message, trace):
    """Facts of an index that a sequence does not have, or None."""
    if not RANGE.match(message):
        return array_facts(message, trace)
    for step in steps(trace):
        frame = step.tb_frame
        _, nodes = failed_nodes(step, (ast.Subscript, ast.Call))
        found = [each for each in (index_in(node, frame) for node in nodes) if each]
        if found or is_own(frame):
            return found[0] if len(found) == 1 else None
    return None


def array_facts(message, trace):
    """The same of an array of NumPy."""
    matched = OF_ARRAY.match(message)
    own = next((each for each in steps(trace) if is_own(each.tb_frame)), None)
    if matched is None or own is None:
        return None
    _, nodes = failed_nodes(own, (ast.Subscript,))
    found = [index_in(node, own.tb_frame, int(matched[1])) for node in nodes]
    found = [each for each in found if each]
    return found[0] if len(found) == 1 else None


def index_in(node, frame, size=None):
    """Facts of one look-up, in an array of this size; None where it would have gone well."""
    parts = indexed(node)
    sequence = value_of(parts[0], frame) if parts else UNKNOWN
    shape = None if size is None or sequence is UNKNOWN else tensor_shape(sequence)
    length = sequence_length(sequence) if size is None else shape[0] if shape else None
    if length != size and size is not None:
        return None
    if length is None:
        return None
    index = value_of(parts[1], frame)
    is_known = type(index) is int and abs(index) < LARGEST
    if is_known and -length <= index < length:
        return None
    expression, kind = owner(parts[0], frame)
    return {
        "kind": "index",
        "container": expression,
        "type": kind,
        "length": length,
        "index": index if is_known else None,
        "written": written(parts[1]) if is_known and is_own(frame) else None,
    }


def unpacking(tree, target):
    """(form, node) of what is unpacked into these names, or None.

    The form is `value`, or `each` where a loop unpacks one after the other.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and target in node.targets:
            return "value", node.value
        if isinstance(node, LOOPS) and node.target is target:
            return "each", node.iter
    return None


def built_in(call, frame):
    """The built-in function that is called by its name, or None."""
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.keywords:
        return None
    if any(isinstance(each, ast.Starred) for each in call.args):
        return None
    function = named_value(call.func.id, frame)
    return next((each for each in (enumerate, zip) if function is each), None)


def items_of(node, frame):
    """(form, expression, type, how many values each item has) of a loop, or None."""
    function = built_in(node, frame)
    if function is not None:
        inner = node.args[0] if node.args else None
        is_one = function is enumerate
        return NAME(function), written(inner), None, 2 if is_one else len(node.args)
    value = value_of(node, frame)
    if exactly(value, DICTS):
        return "keys", written(node), type_name(value), None
    shape = tensor_shape(value)
    if shape is not None and len(shape) > 1:
        return "rows", written(node), type_name(value), shape[1]
    parts = batch_parts(value)
    return parts and ("batches", written(node), type_name(value), parts)


def batch_parts(value):
    """How many tensors a DataLoader of a TensorDataset gives at a time, or None."""
    loader = torch_class("torch.utils.data.dataloader", "DataLoader")
    tensors = torch_class("torch.utils.data.dataset", "TensorDataset")
    collate = torch_class("torch.utils.data._utils.collate", "default_collate")
    if loader is None or type(value) is not loader:
        return None
    if field(value, "collate_fn") is not collate or field(value, "batch_size") is None:
        return None
    data = field(value, "dataset")
    if type(data) is tensors:
        return size_of(field(data, "tensors"))
    if exactly(data, LISTS):
        return len(data[0]) if data and exactly(data[0], LISTS) else None
    getter = stored(type(data), "__getitem__") if data is not None else None
    return returned_size(getter) if type(getter) is types.FunctionType else None


def returned_size(function):
    """How many values a function returns whatever happens in it, or None."""
    if CODE(function).co_flags & ENDLESS:
        return None
    before, sizes = None, set()
    for each in dis.get_instructions(CODE(function)):
        if each.opname in ("RETURN_VALUE", "RETURN_CONST"):
            given = before if each.opname == "RETURN_VALUE" else each
            is_built = given.opname == "BUILD_TUPLE"
            sizes.add(given.argval if is_built else size_of(given.argval) if type(given.argval) is tuple else None)
        before = each
    return sizes.pop() if len(sizes) == 1 else None


def returned_whole(function):
    """The one expression, no tuple, that every `return` of a function gives, or None."""
    tree = parsed(text_of(CODE(function)) or "") or []
    path = path_to(tree, CODE(function).co_firstlineno)
    definition_of = path[-1][0][path[-1][1]] if path else None
    if not isinstance(definition_of, DEFINED):
        return None
    rest, found = [*definition_of.body], set()
    while rest:
        node = rest.pop()
        if isinstance(node, ast.Return):
            found.add(None if isinstance(node.value, (ast.Tuple, type(None))) else written(node.value))
        elif not isinstance(node, (*FUNCTIONS, ast.Lambda)):
            rest += ast.iter_child_nodes(node)
    return found.pop() if len(found) == 1 else None


def called_whole(node, frame):
    """As `whole`, of what a function of the user's returned."""
    function = called_function(node.func, frame) if isinstance(node, ast.Call) else None
    if function is None or is_installed(CODE(function).co_filename):
        return None
    size, one = returned_size(function), returned_whole(function)
    if size is None and one is None:
        return None
    form = "returned" if size is None else "value"
    name = QUALIFIED(function)
    # A lambda, or a function in one, is known by what it is called as.
    name = written(node.func) if "<" in name else name
    return name and (form, f"{name}()", one, size, None)


def whole(node, frame):
    """(form, expression, type, how many values, sizes) of what is unpacked at once, or None."""
    value = value_of(node, frame)
    form, inner = "value", node
    if isinstance(node, ast.Attribute) and node.attr == "shape":
        form, inner = "shape", node.value
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        form, inner = "shape", node.func.value
    size = size_of(value)
    if size is None and not (form == "shape" and is_a(value, tuple)):
        return called_whole(node, frame)
    shape = tensor_shape(value_of(inner, frame))
    return form, written(inner), type_name(value_of(inner, frame)), size, shape


def unpack_facts(message, trace):
    """Facts of values that do not fit their names, or None."""
    matched = UNPACKED.match(message)
    if matched is None:
        return None
    expected, got = int(matched[1]), matched[2] and int(matched[2])
    step = steps(trace)[0]
    tree, targets = failed_nodes(step, (ast.Tuple, ast.List))
    targets = [each for each in targets if isinstance(each.ctx, ast.Store)]
    found = unpacking(tree, targets[0]) if len(targets) == 1 else None
    if found is None:
        return None
    if found[0] == "each":
        told = items_of(found[1], step.tb_frame)
        told = told and (*told, None)
    else:
        told = whole(found[1], step.tb_frame)
    if told is None:
        return None
    form, expression, kind, size, shape = told
    # Another thread may have changed it since, or this is not what failed.
    if size == expected or (None not in (size, got) and size != got):
        return None
    return {
        "kind": "unpack",
        "form": form,
        "expected": expected,
        "got": size if got is None else got,
        "source": expression,
        "type": kind,
        "shape": shape and list(shape),
        "names": written(targets[0]) if is_own(step.tb_frame) else None,
    }
