"""What the call of torch that failed was given, by the names that it has there.

Runs after `failed.py` in the same namespace. Calls of torch's C++ have no frame
of their own: then the expression that failed names them.
"""

import ast
import collections
import inspect
import sys

CHECKS = "<torch-triage>"  # the frames of the operand checks
MOST_NAMES = 60  # of one frame that are looked up
MOST_LISTED = 20  # of one list of tensors
MOST_MODULES = 2_000  # that are searched for one layer
OPERATIONS = (ast.BinOp, ast.AugAssign, ast.Compare, ast.Subscript, ast.Call)
READ = (ast.Name, ast.Attribute)


def is_of_checks(frame):
    """Whether a frame is there only because operands were checked."""
    code = frame.f_code
    return code.co_filename == CHECKS or code.co_name == "handle_torch_function"


def steps_below_cell(trace):
    """The entries of a traceback that the user's code began, the innermost first."""
    found = [each for each in steps(trace) if not is_of_checks(each.tb_frame)]
    while found and not is_own(found[-1].tb_frame):
        found.pop()
    return found


def is_tensor(value):
    """Whether a value is a tensor that no class of the user's answers for."""
    return exactly(value, tensor_classes())


def operand_nodes(node):
    """The expressions that an operation computes with."""
    if isinstance(node, ast.BinOp):
        found = [node.left, node.right]
    elif isinstance(node, ast.AugAssign):
        found = [node.target, node.value]
    elif isinstance(node, ast.Compare):
        found = [node.left, *node.comparators]
    elif isinstance(node, ast.Subscript):
        found = [node.value, node.slice]
    else:
        owner = [node.func.value] if isinstance(node.func, ast.Attribute) else []
        found = [*owner, *node.args, *(each.value for each in node.keywords)]
    for each in found:
        if isinstance(each, (ast.List, ast.Tuple)):
            yield from each.elts[:MOST_LISTED]
        else:
            yield each.value if isinstance(each, ast.Starred) else each


def named_tensors(name, value):
    """(name, tensor) of a tensor, or of those in a list."""
    if is_tensor(value):
        yield name, value
    elif exactly(value, LISTS):
        for at, each in enumerate(value[:MOST_LISTED]):
            if is_tensor(each):
                yield f"{name}[{at}]", each


def operands_in_expression(step):
    """(name, tensor) of what the failed expression computed with."""
    _, nodes = failed_nodes(step, OPERATIONS)
    for node in operand_nodes(nodes[0]) if len(nodes) == 1 else ():
        name = written(node)
        if name:
            yield from named_tensors(name, value_of(node, step.tb_frame))


def operands_in_frame(frame):
    """(name, tensor) of what a function of a library was given."""
    for name, value in names_in_frame(frame):
        yield from named_tensors(name, value)


def names_in_frame(frame):
    """(name, value) of the variables of a frame, and of what its code names beside them."""
    code, found = frame.f_code, []
    if code.co_flags & inspect.CO_OPTIMIZED:
        found = [*code.co_varnames, *code.co_cellvars, *code.co_freevars]
    names = dict.fromkeys([*found, *(code.co_names if is_own(frame) else ())])
    for name in [*names][:MOST_NAMES]:
        value = named_value(name, frame)
        if value is not UNKNOWN and shown(name):
            yield name, value


def read_nodes(step):
    """The names and attributes that the line under way reads.

    What it only assigns has still the value of another line.
    """
    tree, before = tree_of(step.tb_frame)
    nodes = [*ast.walk(tree)] if tree else []
    updated = [node.target for node in nodes if isinstance(node, ast.AugAssign)]
    for node in nodes:
        if isinstance(node, READ) and (isinstance(node.ctx, ast.Load) or node in updated):
            if node.lineno + before <= step.tb_lineno <= node.end_lineno + before:
                yield node


def values_in_line(step):
    """(text, value) of the names and attributes of the line under way."""
    for node in read_nodes(step):
        value, text = value_of(node, step.tb_frame), written(node)
        if value is not UNKNOWN and text:
            yield text, value


def layer_name(layer, own):
    """How the user's lines reach a layer, `self.fc` or `model.2`; its class without a way."""
    base = torch_class("torch.nn.modules.module", "Module")
    waiting = collections.deque(each for step in own for each in values_in_line(step))
    seen = set()
    while waiting and len(seen) < MOST_MODULES:
        text, value = waiting.popleft()
        if value is layer:
            return text
        if id(value) in seen or not is_a(value, base):
            continue
        seen.add(id(value))
        for held in parts_of_module(value)[2:]:
            waiting.extend((f"{text}.{name}", each) for name, each in held.items() if each is not None)
    return type_name(layer)


def layer_tensors(step, own):
    """(name, tensor) of the parameters and buffers of the layer whose method a frame runs."""
    layer = named_value("self", step.tb_frame)
    held = [each for each in parts_of_module(layer)[:2] if each]
    name = held and layer_name(layer, own)
    for part, value in (each for parts in held for each in parts.items()):
        if type(part) is str and is_tensor(value):
            yield f"{name}.{part}", value


def operands_of(below, own):
    """(name, tensor) of what the operation that failed was given."""
    if not own:
        return []
    if below[0] is own[0]:
        return [*operands_in_expression(below[0])]
    return [*operands_in_frame(below[0].tb_frame), *layer_tensors(below[0], own)]
