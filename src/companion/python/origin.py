"""Which line gave a name the value that cannot do what the failed line wants of it.

Runs after `nothing.py`, `sequences.py` and the files before them in the same namespace.
"""

import ast
import re

#: What Python says of a value that cannot be used in this way, by the way.
CANNOT = {
    "call": r"'(?P<type>[\w.]+)' object is not callable",
    "index": r"'(?P<type>[\w.]+)' object is not subscriptable",
    "loop": r"'(?P<type>[\w.]+)' object is not iterable",
    "unpack": r"cannot unpack non-iterable (?P<type>[\w.]+) object",
    "length": r"object of type '(?P<type>[\w.]+)' has no len\(\)",
}
#: What stands where such a value is used.
USES = {
    "call": (ast.Call,),
    "index": (ast.Subscript,),
    "loop": (ast.For, ast.Call, ast.Name),
    "length": (ast.Call,),
}
#: Values of Python's own: what they lack was meant for another one.
SIMPLE = (str, bytes, int, float, bool, list, tuple, dict, set)
OWN_FRAMES = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")  # until Python 3.12


def used(step, want):
    """The expression whose value was used in that way, or None."""
    if want == "unpack":
        tree, targets = failed_nodes(step, (ast.Tuple, ast.List))
        targets = [each for each in targets if isinstance(each.ctx, ast.Store)]
        found = unpacking(tree, targets[0]) if len(targets) == 1 else None
        return found[1] if found and found[0] != "each" else None
    _, nodes = failed_nodes(step, USES[want])
    node = nodes[0] if len(nodes) == 1 else None
    if want == "call":
        return node and node.func
    if isinstance(node, ast.Call):
        return node.args[0] if len(node.args) == 1 else None
    return getattr(node, "iter", None) or getattr(node, "value", None) or node


def told_code(code):
    """A line as it is told; None where it is long or may hold a secret."""
    code = code.partition("\n")[0].strip()
    return None if code == "" or len(code) > LONGEST_CODE or PRIVATE.search(code) else code


def of_call(node, frame):
    """What a function of the user's returns, where that is no parts, or None."""
    function = called_function(node.func, frame) if isinstance(node, ast.Call) else None
    if function is None or is_installed(CODE(function).co_filename):
        return None
    one = returned_whole(function)
    if one is None and not never_returns(function):
        return None
    return {"state": "returned", "function": QUALIFIED(function), "place": one}


def of_argument(name, around, shell):
    """The call that gave a parameter its value, or None."""
    frame = around[0].tb_frame
    code = frame.f_code
    if name not in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
        return None
    if len(around) < 2 or is_installed(around[1].tb_frame.f_code.co_filename):
        return None
    caller = around[1]
    lines = source_lines(caller.tb_frame)
    at = caller.tb_lineno - 1
    return {
        "state": "passed",
        "function": getattr(code, "co_qualname", code.co_name),  # since Python 3.11
        "line": caller.tb_lineno,
        "input": input_of(caller.tb_frame.f_code, shell),
        "code": told_code(lines[at]) if at < len(lines) and type(lines[at]) is str else None,
    }


def of_item(name, value, around):
    """The place in a list that a loop has come to, or None."""
    step = around[0]
    frame = step.tb_frame
    outer = around[1].tb_frame if frame.f_code.co_name in OWN_FRAMES and around[1:] else frame
    tree, before = tree_of(frame)
    loops = (each for each in (ast.walk(tree) if tree else ()) if hasattr(each, "lineno"))
    found = []
    for node in loops:
        if node.lineno + before <= step.tb_lineno <= node.end_lineno + before:
            parts_told = getattr(node, "generators", [node] if isinstance(node, ast.For) else [])
            found += [each.iter for each in parts_told if getattr(each.target, "id", None) == name]
    items = value_of(found[0], outer) if len(found) == 1 else UNKNOWN
    if not exactly(items, LISTS) or len(items) > MOST_ITEMS or written(found[0]) is None:
        return None
    at = next((at for at, each in enumerate(items) if each is value), None)
    return None if at is None else {"state": "item", "place": f"{written(found[0])}[{at}]"}


def of_name(name, value, around, shell):
    """Which line gave a name its value, or None."""
    frame = around[0].tb_frame
    path = path_to(parsed(text_of(frame.f_code) or "") or [], around[0].tb_lineno)
    found = given_by(path, name, frame, shell) if path else None
    if found is None:
        return of_argument(name, around, shell) or of_item(name, value, around)
    statement, number, is_sure = found
    return is_sure and {
        "state": "bound",
        "line": statement.lineno,
        "input": number or input_of(frame.f_code, shell),
        "code": told_code(ast.unparse(statement)),
    }


def origin_of(node, want, kind, around, shell):
    """Facts of an expression whose value is of that class, or None."""
    frame = around[0].tb_frame
    if node is None or is_installed(frame.f_code.co_filename):
        return None
    if not isinstance(node, ast.Name):
        found = of_call(node, frame)
    else:
        value = value_of(node, frame)
        is_it = value is not UNKNOWN and type_name(value) == kind
        found = of_name(node.id, value, around, shell) if is_it and shown(node.id) else None
    held = node.id if isinstance(node, ast.Name) else None
    return {"kind": "origin", "want": want, "held": held, "type": kind, **found} if found else None


def origin_facts(message, trace, shell):
    """Facts of a value that cannot be called, gone over or taken apart, or None."""
    around = steps(trace)
    for want, words in CANNOT.items():
        matched = re.fullmatch(words, message)
        if matched:
            kind = matched["type"].rpartition(".")[2]
            return origin_of(used(around[0], want), want, kind, around, shell)
    return None


def lacking_facts(error, message, trace, shell):
    """Facts of a simple value that has not the attribute of what was meant, or None."""
    matched = LACKS.match(message)
    value = OBJECT.__get__(error) if matched and OBJECT else UNKNOWN
    if not exactly(value, SIMPLE) or shown(matched[1]) is None:
        return None
    around = steps(trace)
    path = path_to(parsed(text_of(around[0].tb_frame.f_code) or "") or [], around[0].tb_lineno)
    node = asked_of(path[-1][0][path[-1][1]], matched[1], around[0]) if path else None
    found = origin_of(node, "attribute", type_name(value), around, shell)
    return found and {**found, "attribute": matched[1]}
