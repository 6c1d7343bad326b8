"""Which line made something `None` of which an attribute was asked.

Runs after `flow.py` and the files before it in the same namespace.
"""

import ast
import re
import types

MOST_INPUTS = 200  # of the process, the last first
LONGEST_CODE = 100  # characters of a line that is told
#: What stands in the line of a secret or of a call that takes one.
PRIVATE = re.compile(r"key|secret|passw|token|credential|auth", re.I)
#: Methods that change their object and give nothing, as those of lists do.
IN_PLACE = {
    *("append", "extend", "insert", "sort", "reverse", "clear", "remove", "update", "add"),
    *("discard", "backward", "step", "zero_grad", "shuffle", "seed", "manual_seed"),
}


def resolved(node, frame):
    """The value of a name or of stored attributes of one, as a frame has it now."""
    if isinstance(node, ast.Name):
        for scope in (frame.f_locals, frame.f_globals):
            if type(scope) is dict and node.id in scope:
                return scope[node.id]
    if isinstance(node, ast.Attribute):
        value = resolved(node.value, frame)
        parts_of = () if value is None else parts(value, (node.attr,))
        return next((each for each in parts_of if each is not None), None)
    return None


def called_function(node, frame):
    """The function that a call reaches: that of a method, and `forward` of a module."""
    value = resolved(node, frame)
    if type(value) is types.MethodType:
        value = value.__func__
    kind = type(value)
    if isinstance(node, ast.Call):  # Net()(x)
        kind = resolved(node.func, frame)
    if type(value) is not types.FunctionType and is_a(kind, type):
        value = stored(kind, "forward") or stored(kind, "__call__")
    return value if type(value) is types.FunctionType else None


def why_none(node, frame):
    """(why, what was called) for an expression that gave None, or None."""
    if isinstance(node, ast.Constant):
        return ("given", None) if node.value is None else None
    if isinstance(node, ast.Await):
        node = node.value
    if not isinstance(node, ast.Call):
        return None
    function = called_function(node.func, frame)
    name = ast.unparse(node.func)
    name = name if len(name) <= LONGEST_CODE else "..."
    if function and never_returns(function) and not is_installed(CODE(function).co_filename):
        return "returns", QUALIFIED(function)
    if isinstance(node.func, ast.Attribute) and node.func.attr in IN_PLACE:
        return "inplace", name
    return "call", name


def value_in(statement, name):
    """The expression that a statement gives to a name as it is, or None."""
    if isinstance(statement, ast.Assign):
        is_whole = any(isinstance(each, ast.Name) and each.id == name for each in statement.targets)
        return statement.value if is_whole else None
    is_one = isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
    return statement.value if is_one else None


def earlier_inputs(shell, name):
    """(prompt number, statements) of what this process ran before and that holds a name."""
    inputs = list(enumerate(shell.history_manager.input_hist_raw))[:-1]
    for number, source in inputs[: -MOST_INPUTS - 1 : -1]:
        if name in source:
            statements = parsed(source)
            if statements:
                yield number, statements


def given_by(path, name, frame, shell):
    """(statement, its prompt number or None, whether it is sure) of what gave a name its value."""
    found = giver(path, name)
    if found:
        return found[0], None, found[1]
    is_global = frame.f_globals is shell.user_ns and name not in frame.f_code.co_varnames
    if not is_global or frame.f_code.co_name != "<module>":
        return None  # what ran between the call of a function and its failure is not known
    for number, statements in earlier_inputs(shell, name):
        statement = last_binding(statements, name)
        if statement:
            return statement, number, statement in statements and not isinstance(statement, REPEATED)
    return None


def input_of(code, shell):
    """The prompt number of the cell that a code object is of, None for the one that failed."""
    number = dict.get(field(shell.compile, "_filename_map") or {}, code.co_filename)
    return number if type(number) is int and number != shell.execution_count - 1 else None


def nothing_facts(name, trace, shell):
    """Facts of an attribute of None: the line that made it so; None where that is not known."""
    frame = trace.tb_frame
    if is_installed(frame.f_code.co_filename):
        return None
    path = path_to(parsed(text_of(frame.f_code) or "") or [], trace.tb_lineno)
    if not path:
        return None
    statement = path[-1][0][path[-1][1]]
    node, number, is_sure = asked_of(statement, name, trace), None, True
    held = node.id if isinstance(node, ast.Name) else None
    if held:
        found = given_by(path, held, frame, shell)
        if found is None:
            return None
        statement, number, is_sure = found
        node = value_in(statement, held)
    why = node and why_none(node, frame)
    if not why:
        return None
    code = ast.unparse(statement).partition("\n")[0]
    return {
        "state": why[0],
        "held": held,
        "made": shown(why[1]),
        "line": statement.lineno,
        "input": number or input_of(frame.f_code, shell),
        "code": None if len(code) > LONGEST_CODE or PRIVATE.search(code) else code,
        "sure": is_sure,
    }
