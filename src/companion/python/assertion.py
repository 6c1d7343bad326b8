"""Which part of an assertion was not met, and by which values.

Runs after `told.py`, `near.py` and `failed.py` in the same namespace. The
condition is weighed again only as far as nothing has to run for it.
"""

import ast
import operator
import sys

MOST_TOLD = 6
LONGEST_CONDITION = 80
MOST_CHOICES = 1_000
NUMBERS = (int, float, bool)
WEIGHED = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
PARTS_OF = {ast.Mod: int.__mod__, ast.FloorDiv: int.__floordiv__}
NONE = type(None)


def failed_assert(step):
    """The assertion at which a frame stopped, or None."""
    tree, before = tree_of(step.tb_frame)
    nodes = (each for each in (ast.walk(tree) if tree else ()) if isinstance(each, ast.Assert))
    # What is marked is the statement, its condition or a part of that.
    return next((each for each in nodes if holds_failure(each, before, step)), None)


def operand(node, frame):
    """The value of one side of a comparison, or UNKNOWN."""
    if isinstance(node, (ast.Tuple, ast.List)):
        parts = [operand(each, frame) for each in node.elts]
        if any(each is UNKNOWN for each in parts):
            return UNKNOWN
        return tuple(parts) if isinstance(node, ast.Tuple) else parts
    if isinstance(node, ast.BinOp) and type(node.op) in PARTS_OF:
        left, right = operand(node.left, frame), operand(node.right, frame)
        if type(left) is type(right) is int and right != 0:
            return PARTS_OF[type(node.op)](left, right)
        return UNKNOWN
    return value_of(node, frame)


def is_same_kind(one, other):
    """Whether two values can be compared with no code but the interpreter's and torch's."""
    if exactly(one, NUMBERS) and exactly(other, NUMBERS):
        return True
    if sizes(one) is not None and sizes(other) is not None:
        # A list equals no tuple; a shape is one.
        return is_a(one, tuple) == is_a(other, tuple)
    return type(one) is type(other) and exactly(one, (str, *torch_classes("dtype", "device")))


def choices(value):
    """The plain values among which one is looked for, or None."""
    if not exactly(value, (*DICTS, *LISTS, set, frozenset)) or len(value) > MOST_CHOICES:
        return None
    found = [*value]
    return found if all(exactly(each, KEYS) for each in found) else None


def compared(sign, one, other):
    """Whether a comparison holds; None where that is not sure."""
    if one is UNKNOWN or other is UNKNOWN:
        return None
    if isinstance(sign, (ast.Is, ast.IsNot)):
        # Of texts and numbers Python may keep several.
        is_sure = any(exactly(each, (NONE, bool)) for each in (one, other))
        return (one is other) == isinstance(sign, ast.Is) if is_sure else None
    if isinstance(sign, (ast.In, ast.NotIn)):
        known = choices(other) if exactly(one, KEYS) else None
        is_in = known is not None and any(type(one) is type(each) and one == each for each in known)
        return None if known is None else is_in == isinstance(sign, ast.In)
    try:
        return WEIGHED[type(sign)](one, other) if is_same_kind(one, other) else None
    except TypeError:
        return None  # number types have no order


def wanted_classes(node, frame):
    """The classes of an `isinstance` that answer as Python's own do, or None."""
    nodes = node.elts if isinstance(node, ast.Tuple) else [node]
    found = [value_of(each, frame) for each in nodes]
    torchs = tensor_classes()[:1]
    is_plain = all(type(each) is type or any(each is one for one in torchs) for each in found)
    return found if found and is_plain else None


def is_instance(call, frame):
    """Whether `isinstance(value, classes)` holds; None where that is not sure."""
    if not isinstance(call.func, ast.Name) or len(call.args) != 2 or call.keywords:
        return None
    if named_value(call.func.id, frame) is not isinstance:
        return None
    value, wanted = value_of(call.args[0], frame), wanted_classes(call.args[1], frame)
    if value is UNKNOWN or wanted is None:
        return None
    return any(is_a(value, each) for each in wanted)


def is_met(node, frame):
    """Whether a condition holds; None where that is not sure."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = is_met(node.operand, frame)
        return None if inner is None else not inner
    if isinstance(node, ast.BoolOp):
        parts = [is_met(each, frame) for each in node.values]
        decisive = isinstance(node.op, ast.Or)
        if decisive in parts:
            return decisive
        return None if None in parts else not decisive
    if isinstance(node, ast.Compare):
        sides = [operand(each, frame) for each in (node.left, *node.comparators)]
        parts = [compared(*each) for each in zip(node.ops, sides, sides[1:])]
        return False if False in parts else None if None in parts else True
    if isinstance(node, ast.Call):
        told = is_instance(node, frame)
        if told is not None:
            return told
    value = value_of(node, frame)
    if exactly(value, (*NUMBERS, str, NONE)):
        return bool(value)
    is_counted = value is not UNKNOWN and tensor_shape(value) is None
    length = size_of(value) if is_counted else None
    return None if length is None else length > 0


def parts_of(node):
    """The conditions that must all hold."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return [part for each in node.values for part in parts_of(each)]
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        sides = [node.left, *node.comparators]
        pairs = zip(sides, node.ops, sides[1:])
        return [ast.Compare(left, [sign], [right]) for left, sign, right in pairs]
    return [node]


def unmet(test, frame):
    """(the condition that was not met, whether that is sure)."""
    parts = [(each, is_met(each, frame)) for each in parts_of(test)]
    for part, answer in parts:
        if answer is False:
            return part, True
    # Where only one is left that may have failed, it did.
    left = [part for part, answer in parts if not answer]
    return (left[0] if len(left) == 1 else test), False


def state_of(node, is_sure, frame):
    """(in which way a condition was not met, what may have been meant, what was wanted)."""
    if not is_sure:
        return "values", None, None
    if isinstance(node, ast.Call):
        wanted = wanted_classes(node.args[1], frame) if len(node.args) == 2 else None
        return ("class", None, ", ".join(map(NAME, wanted))) if wanted else ("empty", None, None)
    if isinstance(node, ast.Compare):
        return state_of_comparison(node, frame)
    if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)):
        value = value_of(node, frame)
        state = "none" if value is None else "compared" if exactly(value, NUMBERS) else "empty"
        return state, None, None
    return "compared", None, None


def state_of_comparison(node, frame):
    """As `state_of`."""
    one, other = operand(node.left, frame), operand(node.comparators[0], frame)
    sign = node.ops[0]
    if isinstance(sign, ast.In):
        known = choices(other)
        near = nearest(one, known) if type(one) is str else None
        texts = [plain_text(each, "") for each in known[:MOST_TOLD]]
        is_open = known and None not in texts
        more = ", ..." if len(known) > MOST_TOLD else ""
        return "choice", shown(near), ", ".join(texts) + more if is_open else None
    if one is None or other is None:
        return "none" if isinstance(sign, (ast.IsNot, ast.NotEq)) else "compared", None, None
    if isinstance(sign, ast.Eq):
        for state in ("dtype", "device"):
            if exactly(one, torch_classes(state)):
                return state, None, None
        if sizes(one) is not None:
            return "shape", None, None
    measures = [each for each in (node.left, *node.comparators) if is_length(each, frame)]
    if measures and 0 in (one, other):
        return "empty", None, None
    return "compared", None, None


def is_length(node, frame):
    """Whether an expression is `len(x)`."""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    return is_call and named_value(node.func.id, frame) is len


def tensor_of(node):
    """The expression of the tensor whose shape, dtype or device is asked, or None."""
    if isinstance(node, ast.Call) and not node.args:
        node = node.func
    return written(node.value) if isinstance(node, ast.Attribute) else None


def order(one, other):
    """The order of its dimensions in which a shape becomes another, or None."""
    if sorted(one) != sorted(other) or len(set(one)) != len(one) or one == other:
        return None
    return [one.index(each) for each in other]


def turned(node, frame):
    """The code that gives a tensor the shape that it is compared with, or None."""
    left, right = node.left, node.comparators[0]
    if tensor_of(left) is None:
        left, right = right, left
    tensor, (one, other) = tensor_of(left), (sizes(operand(each, frame)) for each in (left, right))
    found = order(one, other)
    if tensor is None or found is None:
        return None
    return f"{tensor} = {tensor}.permute({', '.join(map(str, found))})"


def as_tensor(call, frame):
    """The code that makes a tensor of plain numbers, or None."""
    value = value_of(call.args[0], frame)
    first = value[:MOST_CHOICES] if type(value) is list else []
    is_plain = first != [] and all(exactly(each, NUMBERS) for each in first)
    name, torch = written(call.args[0]), dict.get(sys.modules, "torch")
    has_torch = torch is not None and named_value("torch", frame) is torch
    wanted = wanted_classes(call.args[1], frame)
    is_wanted = any(each is one for each in wanted for one in tensor_classes()[:1])
    is_known = has_torch and is_wanted and (is_plain or type(value) is array_class())
    return f"{name} = torch.as_tensor({name})" if is_known and name else None


def change_of(state, node, near, frame):
    """The code after which the condition is met, where that is plain, or None."""
    if state == "class":
        return as_tensor(node, frame)
    if state not in ("shape", "dtype", "device", "choice"):
        return None
    name = written(node.left) if near else tensor_of(node.left)
    if state == "choice":
        return f"{name} = {near!r}" if near and name else None
    if state == "shape":
        return turned(node, frame)
    target = written(node.comparators[0])
    return f"{name} = {name}.to({target})" if name and target else None


def says_all(message, values):
    """Whether a message shows the values already."""
    texts = [each["value"] or str(each["shape"]) for each in values]
    return message != "" and all(each.strip("([',)]") in message for each in texts)


def assertion_facts(message, trace):
    """Facts of an assertion that was not met, or None."""
    step = steps(trace)[0]
    frame = step.tb_frame
    # What a library says of its own assertion is known, or is enough.
    if message != "" and not is_own(frame):
        return None
    node = failed_assert(step)
    if node is None or any(shown(each) is None for each in words_of(node.test)):
        return None
    part, is_sure = unmet(node.test, frame)
    values = told_values([part], frame, MOST_TOLD)
    if not values or says_all(message, values):
        return None
    condition = ast.unparse(part)
    state, near, wanted = state_of(part, is_sure, frame)
    return {
        "kind": "assertion",
        "state": state,
        "condition": condition if len(condition) <= LONGEST_CONDITION else None,
        "values": values,
        "near": near and repr(near),
        "wanted": wanted,
        # Names of a library's are none that a cell could set.
        "code": change_of(state, part, near, frame) if is_own(frame) else None,
    }
