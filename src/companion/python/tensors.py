"""The tensors of a failed call by name, and where they got their values.

Runs after `operation.py` and the files before it in the same namespace. Of a tensor it reads what the interpreter's side of torch knows
without the device; values only of whole numbers that lie in the main memory.
"""

import ast
import inspect
import itertools
import math
import operator
import sys
import types

MOST_FRAMES = 20
MOST_TOLD = 16  # tensors
MOST_OTHERS = 8  # tensors that another call is given
MOST_NAMED = 3  # names of one tensor
MOST_NUMBERS = 8
MOST_READ = 1 << 20  # elements of a tensor whose smallest and largest are told
WHOLE_NUMBERS = ("int64", "int32", "int16", "int8", "uint8")
ARGUMENTS = BaseException.__dict__["args"].__get__
PROPERTIES = ("shape", "dtype", "device", "requires_grad", "layout")


class Table:
    """The tensors that were found, each once, with the names that it has."""

    def __init__(self):
        self.rows = {}

    def add(self, value, name, step, is_operand=False):
        """Take a tensor under one more name."""
        row = self.rows.get(id(value)) or described(value, is_operand)
        if row is None:
            return
        self.rows[id(value)] = row
        name, own = name[:LONGEST], is_own(step.tb_frame)
        known = [(each["name"], each["own"]) for each in row["names"]]
        if (name, own) not in known and len(known) < MOST_NAMED:
            function = step.tb_frame.f_code.co_name
            function = "" if function == "<module>" else function
            row["names"].append({"name": name, "own": own, "function": function})


def described(value, is_operand):
    """What is told of a tensor but its names, or None where it cannot be read."""
    try:
        shape, dtype, device, has_gradient, layout = read_tensor(value, PROPERTIES)
        kind = str(dtype).replace("torch.", "")
        is_here = device.type == "cpu" and str(layout) == "torch.strided"
        values = None
        if is_operand and is_here and kind in WHOLE_NUMBERS:
            values = extremes(value)
        return {
            "names": [],
            "operand": is_operand,
            "shape": [int(each) for each in shape],
            "dtype": kind,
            "device": str(device),
            "gradient": has_gradient,
            "values": values,
            "parts": melted(value, shape) if is_operand else None,
            "given": False,
            "origin": None,
        }
    except Exception:  # of a transform that has ended
        return None


def melted(value, shape):
    """The sizes that the last size of a tensor was flattened from, or None."""
    base, before = read_tensor(value, ["_base"])[0], len(shape) - 1
    whole = tensor_shape(base) or ()
    parts = [*whole[before:]]
    is_flat = before >= 0 and tuple(shape[:before]) == whole[:before] and len(parts) > 1
    return parts if is_flat and math.prod(parts) == shape[before] else None


def extremes(value):
    """[the smallest, the largest] of a tensor of whole numbers, or None."""
    core = dict.get(sys.modules, "torch._C")
    base = field(core, "TensorBase") or field(core, "_TensorBase")

    def of(tensor, name):
        return NAMES(base)[name].__get__(tensor)()

    with field(core, "DisableTorchFunction")(), field(core, "_DisableTorchDispatch")():
        if not 0 < of(value, "numel") <= MOST_READ:
            return None
        return [of(of(value, name), "item") for name in ("min", "max")]


def given_to(step):
    """The values that the function of a step was given, then those of the line under way."""
    code = step.tb_frame.f_code
    if code.co_flags & inspect.CO_OPTIMIZED:
        for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
            yield named_value(name, step.tb_frame)
    yield from (value for _, value in values_in_line(step))


def tell_given(table, own):
    """Mark what the user's innermost call was given and made the operand of."""
    batches = {row["shape"][0] for row in table.rows.values() if row["operand"] and row["shape"]}
    for step in own:
        rows = (table.rows.get(id(value)) for value in given_to(step))
        row = next((row for row in rows if row and row["shape"][1:] and row["shape"][0] in batches), None)
        # A call that was given the operand itself made it of nothing.
        if row and not row["operand"]:
            row["given"] = True
            return


def differs_in_one(shape, other):
    """Whether two shapes are of as many sizes, and all but one are equal."""
    return len(shape) == len(other) and sum(map(operator.ne, shape, other)) == 1


def others(table, own, shell):
    """The name and shape of variables that differ in one size from what the call was given."""
    rows = table.rows.values()
    given = [row["shape"] for row in rows if row["given"] or row["operand"] and named_by_user(row)]
    operands = {key for key, row in table.rows.items() if row["operand"]}
    found, tensors = {}, tensor_classes()

    def is_other(value):
        return exactly(value, tensors) and id(value) not in operands

    for name, value in itertools.chain(names_in_frame(own[0].tb_frame), public_names(shell, is_other)) if own else ():
        shape = is_other(value) and tensor_shape(value)
        if shape and any(differs_in_one(shape, each) for each in given):
            found.setdefault(name[:LONGEST], [*shape])
    return [{"name": name, "shape": found[name]} for name in [*found][:MOST_OTHERS]]


def named_by_user(row):
    """Whether the user's code has a name for a tensor."""
    return any(each["own"] for each in row["names"])


def origin(name, step, shell):
    """The line that gave a name its value, where it has surely run; None where it is not known."""
    frame = step.tb_frame
    path = path_to(parsed(text_of(frame.f_code) or "") or [], step.tb_lineno)
    statement, number, is_sure = (path and given_by(path, name, frame, shell)) or (None, None, False)
    if not is_sure:
        return None
    code = ast.unparse(statement).partition("\n")[0]
    return {
        "name": name,
        "line": statement.lineno,
        "input": number or input_of(frame.f_code, shell),
        "code": None if len(code) > LONGEST_CODE or PRIVATE.search(code) else code,
    }


def public_names(shell, is_wanted):
    """(name, value) of the notebook's variables with a wanted value, but for IPython's own and secrets."""
    names = shell.user_ns
    for name, value in [*names.items()] if type(names) is dict else ():
        # The value first: a name costs a search, and a session has thousands.
        if is_wanted(value) and type(name) is str and not name.startswith("_") and shown(name):
            yield name, value


def numbers(own, shell, sizes):
    """(name, number) of plain variables: those of the calls, and those that are a size."""
    found = {}
    for step in own:
        for name, value in names_in_frame(step.tb_frame):
            if type(value) is int and abs(value) < LARGEST:
                found.setdefault(name, value)
    for name, value in public_names(shell, lambda each: type(each) is int and each in sizes):
        found.setdefault(name, value)
    return [{"name": name[:LONGEST], "value": found[name]} for name in [*found][:MOST_NUMBERS]]


def is_last(error, ename, evalue, number, shell):
    """Whether the kernel's last failure is the one that is asked about."""
    if not is_a(error, Exception) or type_name(error) != ename:
        return False
    said = next(iter(ARGUMENTS(error)), None)
    return type(said) is str and said == evalue and shell.execution_count == number + 1


def report(ename, evalue, number):
    """The tensors of the call that failed as input `number`; None where there are none.

    None as well where the kernel's last failure is another, or has run since.
    """
    from IPython import get_ipython

    shell = get_ipython()
    error, trace = getattr(sys, "last_value", None), getattr(sys, "last_traceback", None)
    is_asked = is_last(error, ename, evalue, number, shell)
    if not is_asked or "torch" not in sys.modules or type(trace) is not types.TracebackType:
        return None
    kept = kept_of_run(shell)
    if kept and kept.replica is not None:
        trace = kept.replica.__traceback__
    below = steps_below_cell(trace)[:MOST_FRAMES]
    own = [each for each in below if is_own(each.tb_frame)]
    table = Table()
    for name, value in operands_of(below, own):
        table.add(value, name, below[0], is_operand=True)
    for step in below[: len(below) - len(own)]:
        for name, value in layer_tensors(step, own):
            if id(value) in table.rows:
                table.add(value, name, step)
    for step in own:
        for name, value in itertools.chain(names_in_frame(step.tb_frame), values_in_line(step)):
            for each, tensor in named_tensors(name, value):
                table.add(tensor, each, step)
                row = table.rows.get(id(tensor))
                if row and (row["operand"] or step is own[0]):
                    tell_origin(row, each, step, shell)
    tell_given(table, own)
    operands = {key for key, row in table.rows.items() if row["operand"]}
    for name, value in public_names(shell, lambda each: id(each) in operands) if own else ():
        table.add(value, name, own[-1])
    return told_table(table, own, shell, kept and told_layers(kept, below, own))


def kept_of_run(shell):
    """What the checks kept of the last run, now forgotten there; None without."""
    for callback in [*shell.events.callbacks["pre_run_cell"]]:
        if type(callback) is types.MethodType and type(callback.__func__) is types.FunctionType:
            code = CODE(callback.__func__)
            if code.co_filename == CHECKS and QUALIFIED(callback.__func__) == "Kept.forget":
                callback()
                return callback.__self__
    return None


def told_layers(kept, below, own):
    """The layers of the Sequential that the failure went through, or None."""
    module = kept.module and kept.module()
    if module is None or all(named_value("self", each.tb_frame) is not module for each in below):
        return None
    return {
        "name": layer_name(module, own),
        "rows": kept.rows,
        "more": max(kept.count - len(kept.rows), 0),
    }


def tell_origin(row, name, step, shell):
    """Say of a tensor where the innermost of the user's names got it."""
    if row["origin"] is None and name.isidentifier():
        row["origin"] = origin(name, step, shell)


def told_table(table, own, shell, layers):
    """The rows, those of the failed call first, and the numbers beside them."""
    rows = sorted(table.rows.values(), key=lambda row: not row["operand"])
    if not rows:
        return None
    operands = [row for row in rows if row["operand"]]
    sizes = {size for row in operands for size in row["shape"] if size > 1}
    return {
        "tensors": rows[:MOST_TOLD],
        "more": max(len(rows) - MOST_TOLD, 0),
        "numbers": numbers(own, shell, sizes),
        "others": others(table, own, shell),
        "layers": layers,
    }
