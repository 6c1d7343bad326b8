"""The expression that failed, and the values that it names.

Runs after `look.py` and `installed.py` in the same namespace. Source comes
from what the traceback has already loaded. Names, stored attributes and items
of Python's own containers are looked up; nothing is called.
"""

import ast
import collections
import inspect
import itertools
import linecache
import sys
import types
import warnings

UNKNOWN = object()
WHOLE = 20_000  # characters of a file that is parsed whole
LONGEST_BLOCK = 400  # lines of a function
MOST_ITEMS = 10_000  # of a dict in which a value is looked up
DEEPEST = 8  # attributes and items in one expression
LARGEST = 1 << 62
DICTS = (dict, collections.OrderedDict, collections.defaultdict)
LISTS = (list, tuple)
KEYS = (str, int)
#: What a class may hold in the place of an attribute of its objects.
PLAIN = (*DICTS, *LISTS, str, int, float, bool, type(None))
SUMS = {
    ast.Add: int.__add__,
    ast.Sub: int.__sub__,
    ast.Mult: int.__mul__,
}


def steps(trace):
    """The entries of a traceback, the innermost first."""
    found = []
    while trace is not None:
        found.append(trace)
        trace = trace.tb_next
    return found[::-1]


def source_lines(frame):
    """The lines of the file of a frame, as far as they are loaded."""
    entry = dict.get(linecache.cache, frame.f_code.co_filename)
    return entry[2] if type(entry) is tuple and len(entry) == 4 else []


def tree_of(frame):
    """(syntax tree, lines that stand before it) of the code of a frame, or (None, 0)."""
    lines = source_lines(frame)
    first = 0
    if sum(map(len, lines)) > WHOLE:
        first = frame.f_code.co_firstlineno - 1
        try:
            lines = inspect.getblock(lines[first : first + LONGEST_BLOCK])
        except (SyntaxError, IndexError):  # what `tokenize` raises is among them
            return None, 0
        if lines and lines[0][:1] in (" ", "\t"):
            lines = ["if 1:\n", *lines]
            first -= 1
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse("".join(lines)), first
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None, 0


def position(step):
    """(line, last line, column, last column) of what failed; None before Python 3.11."""
    code = step.tb_frame.f_code
    if not hasattr(code, "co_positions"):
        return None
    found = next(itertools.islice(code.co_positions(), step.tb_lasti // 2, None), (None,))
    return None if None in found else found


def holds_failure(node, before, step):
    """Whether what failed lies in a node of a tree with so many lines before it."""
    line, last = node.lineno + before, node.end_lineno + before
    at = position(step)
    if at is None:
        return line <= step.tb_lineno <= last
    is_after = (line, node.col_offset) <= (at[0], at[2])
    return is_after and (at[1], at[3]) <= (last, node.end_col_offset)


def failed_nodes(step, kinds):
    """(tree, the nodes of these kinds that may be what failed), at best one."""
    tree, before = tree_of(step.tb_frame)
    if tree is None:
        return None, []
    at = position(step)
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, kinds):
            continue
        line, last = node.lineno + before, node.end_lineno + before
        if at is None:
            is_it = line <= step.tb_lineno <= last
        else:
            is_it = at == (line, last, node.col_offset, node.end_col_offset)
        if is_it:
            found.append(node)
    return tree, found


def words_of(node):
    """The names and texts in an expression."""
    names = [each for each in ast.walk(node) if isinstance(each, (ast.Name, ast.Attribute))]
    words = [each.id if isinstance(each, ast.Name) else each.attr for each in names]
    return [*words, *constants(node)]


def written(node):
    """An expression as one writes it; None where it is long or may hold a secret."""
    if node is None:
        return None
    text = ast.unparse(node)
    is_open = all(shown(word) is not None for word in words_of(node))
    return text if len(text) <= 60 and "\n" not in text and is_open else None


def constants(node):
    """The texts that stand in an expression."""
    found = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]
    return [each for each in found if type(each) is str]


def named_value(name, frame):
    """What a name stands for in a frame, or UNKNOWN."""
    code = frame.f_code
    if code.co_flags & inspect.CO_OPTIMIZED:
        if name in (*code.co_varnames, *code.co_cellvars, *code.co_freevars):
            return frame.f_locals.get(name, UNKNOWN)
    elif frame.f_locals is not frame.f_globals:
        return UNKNOWN  # in the body of a class
    for scope in (frame.f_globals, frame.f_builtins):
        if type(scope) is dict and name in scope:
            return scope[name]
    return UNKNOWN


def of_class(kind, name):
    """What a class, or a base of it, stores under a name, or UNKNOWN."""
    return next((NAMES(each)[name] for each in BASES(kind) if name in NAMES(each)), UNKNOWN)


def torch_class(module, name):
    """A class of torch's own, or None."""
    return field(dict.get(sys.modules, module), name)


def parts_of_module(value):
    """(what holds the parts of an `nn.Module`, ...), none for anything else."""
    base = torch_class("torch.nn.modules.module", "Module")
    if base is None or not is_a(value, base):
        return ()
    # A class of the user's may answer for its parts by itself.
    if of_class(type(value), "__getattr__") is not NAMES(base).get("__getattr__"):
        return ()
    held = (field(value, each) for each in ("_parameters", "_buffers", "_modules"))
    return tuple(each for each in held if exactly(each, DICTS))


def attribute(value, name):
    """An attribute that Python would find without running any code, or UNKNOWN."""
    kind = type(value)
    if tensor_shape(value) is not None:
        return of_tensor(value, name)
    if kind is types.ModuleType:
        return dict.get(fields(value), name, UNKNOWN)
    if kind is type:
        found = of_class(value, name)
        return found if exactly(found, PLAIN) else UNKNOWN
    if of_class(kind, "__getattribute__") is not object.__getattribute__:
        return UNKNOWN
    found = of_class(kind, name)
    if type(found) is types.MemberDescriptorType:
        try:
            return found.__get__(value)
        except AttributeError:
            return UNKNOWN
    if found is not UNKNOWN and not exactly(found, PLAIN):
        return UNKNOWN
    own = dict.get(fields(value), name, UNKNOWN)
    if own is not UNKNOWN or found is not UNKNOWN:
        return found if own is UNKNOWN else own
    parts = (dict.get(each, name, UNKNOWN) for each in parts_of_module(value))
    return next((each for each in parts if each is not UNKNOWN), UNKNOWN)


def of_tensor(value, name):
    """What a tensor or a NumPy array tells of itself under a name, or UNKNOWN."""
    shape = tensor_shape(value)
    if name in ("shape", "ndim"):
        return shape if name == "shape" else len(shape)
    is_torchs = name in ("dtype", "device") and exactly(value, tensor_classes())
    return read_tensor(value, [name])[0] if is_torchs else UNKNOWN


def item(value, key):
    """An item of one of Python's own containers, or UNKNOWN."""
    if exactly(value, LISTS):
        return value[key] if type(key) is int and -len(value) <= key < len(value) else UNKNOWN
    if not exactly(value, DICTS) or not exactly(key, KEYS) or len(value) > MOST_ITEMS:
        return UNKNOWN
    # A key of the user's own class could be asked whether it is the same.
    same = (each for each in [*value] if type(each) is type(key) and each == key)
    return next((value[each] for each in same), UNKNOWN)


def value_of(node, frame, depth=DEEPEST):
    """The value of an expression, where nothing has to run for it, or UNKNOWN."""
    if depth == 0:
        return UNKNOWN
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return named_value(node.id, frame)
    if isinstance(node, ast.Attribute):
        owner = value_of(node.value, frame, depth - 1)
        return UNKNOWN if owner is UNKNOWN else attribute(owner, node.attr)
    if isinstance(node, ast.Subscript):
        owner = value_of(node.value, frame, depth - 1)
        return UNKNOWN if owner is UNKNOWN else item(owner, value_of(node.slice, frame, depth - 1))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = value_of(node.operand, frame, depth - 1)
        return -value if exactly(value, (int, float)) else UNKNOWN
    if isinstance(node, ast.BinOp) and type(node.op) in SUMS:
        sides = [value_of(each, frame, depth - 1) for each in (node.left, node.right)]
        if all(type(each) is int and abs(each) < LARGEST for each in sides):
            return SUMS[type(node.op)](*sides)
    if isinstance(node, ast.Call):
        return length_of(node, frame, depth)
    return UNKNOWN


def length_of(call, frame, depth):
    """What `len(x)`, `x.size()`, `x.size(0)` or `x.dim()` gives, or UNKNOWN."""
    if call.keywords or len(call.args) > 1:
        return UNKNOWN
    if isinstance(call.func, ast.Attribute) and call.func.attr in ("size", "dim"):
        shape = tensor_shape(value_of(call.func.value, frame, depth - 1))
        if shape is None:
            return UNKNOWN
        if call.args:
            return item(tuple(shape), value_of(call.args[0], frame, depth - 1))
        return shape if call.func.attr == "size" else len(shape)
    if call.args and isinstance(call.func, ast.Name) and named_value(call.func.id, frame) is len:
        length = size_of(value_of(call.args[0], frame, depth - 1))
        return UNKNOWN if length is None else length
    return UNKNOWN


def array_class():
    """NumPy's arrays, if it is imported."""
    return field(dict.get(sys.modules, "numpy"), "ndarray")


def tensor_classes():
    """Torch's own kinds of tensors; a user's kind may answer in its own way."""
    found = torch_class("torch", "Tensor"), torch_class("torch.nn.parameter", "Parameter")
    return [each for each in found if each is not None]


def read_tensor(value, names):
    """What stands under `names` in a tensor of torch's own: no kernel is started for it."""
    core = dict.get(sys.modules, "torch._C")
    base = field(core, "TensorBase") or field(core, "_TensorBase")
    # A mode, such as that of a default device, could be the user's.
    with field(core, "DisableTorchFunction")():
        return [NAMES(base)[name].__get__(value) for name in names]


def tensor_shape(value):
    """The sizes of a tensor or of a NumPy array, or None for anything else."""
    if exactly(value, tensor_classes()):
        shape = tuple(read_tensor(value, ["shape"])[0])
    elif value is not UNKNOWN and type(value) is array_class():
        shape = NAMES(type(value))["shape"].__get__(value)
    else:
        return None
    return shape if all(type(each) is int for each in shape) else None


def size_of(value):
    """How many items a container of Python's or a tensor has, or None."""
    if exactly(value, (*DICTS, *LISTS, str, set, frozenset, range, collections.deque)):
        return len(value)
    shape = tensor_shape(value)
    return shape[0] if shape else None


def is_own(frame):
    """Whether a frame runs the user's code rather than a package's."""
    return not is_installed(frame.f_code.co_filename)


def type_name(value):
    """The name of the class of a value."""
    return NAME(type(value))
