"""Which line gave a name the value that it has, read from the source around it.

Runs after `look.py`, `names.py` and `calls.py` in the same namespace.
"""

import ast
import dis
import inspect
import io
import os
import sys

LONGEST_FILE = 400_000  # bytes of a source that is parsed
REPEATED = (ast.For, ast.AsyncFor, ast.While)
DEFINED = (ast.FunctionDef, ast.AsyncFunctionDef)
ENDLESS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


def file_text(path, longest=LONGEST_FILE):
    """The text of a file of at most so many bytes; None where it cannot be read."""
    try:
        if os.path.getsize(path) > longest:
            return None
        # Not the built-in name, which the user may have given another value.
        with io.open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, ValueError):
        return None


def text_of(code):
    """The text that a code object was compiled from, as IPython keeps it of a cell."""
    kept = field(sys.modules.get("linecache"), "cache")
    entry = dict.get(kept, code.co_filename) if is_a(kept, dict) else None
    if type(entry) is tuple and len(entry) == 4 and type(entry[2]) is list:
        return "".join(each for each in entry[2] if type(each) is str)
    return file_text(code.co_filename)


def suites(statement):
    """The lists of statements inside a statement."""
    for part in BODIES:
        nodes = getattr(statement, part, ())
        if nodes and isinstance(nodes[0], ast.stmt):
            yield nodes
        else:
            yield from (each.body for each in nodes)


def path_to(suite, line):
    """(suite, index) of the statement at a line, after those of the statements around it."""
    for at, statement in enumerate(suite):
        first = min([statement.lineno, *(each.lineno for each in decorators(statement))])
        if first <= line <= statement.end_lineno:
            inner = (path_to(each, line) for each in suites(statement))
            return [(suite, at), *next((each for each in inner if each), [])]
    return []


def decorators(statement):
    """The decorators of a function or a class."""
    return getattr(statement, "decorator_list", ())


def last_binding(suite, name):
    """The last statement, in a suite or inside its statements, that gives a name its value."""
    for statement in reversed(suite):
        inner = () if isinstance(statement, FUNCTIONS) else reversed([*suites(statement)])
        for each in inner:
            found = last_binding(each, name)
            if found:
                return found
        if name in bound_by(statement):
            return statement
    return None


def giver(path, name):
    """(statement, whether it is sure) that gave a name its value before the end of a path.

    It is sure where the statement has run if the end was reached. None where a
    loop or a parameter gives the value, or nothing does.
    """
    is_sure = True
    for depth in range(len(path) - 1, -1, -1):
        suite, at = path[depth]
        for index in range(at - 1, -1, -1):
            found = last_binding(suite[index : index + 1], name)
            if found:
                return found, is_sure and found is suite[index] and not isinstance(found, REPEATED)
        owner = path[depth - 1][0][path[depth - 1][1]] if depth else None
        if isinstance(owner, FUNCTIONS) or name in (bound_by(owner) if owner else ()):
            return None
        # In a loop what follows may have run the last time.
        if isinstance(owner, REPEATED) and last_binding(suite[at:], name):
            is_sure = False
    return None


def asked_of(statement, name, trace):
    """The expression whose attribute was asked for in a statement, or None.

    Python tells the columns since 3.11; before, it must be the only one.
    """
    found = [
        each
        for each in ast.walk(statement)
        if isinstance(each, ast.Attribute) and each.attr == name
    ]
    code = trace.tb_frame.f_code
    if len(found) > 1 and hasattr(code, "co_positions"):
        _, line, _, column = [*code.co_positions()][trace.tb_lasti // 2]
        found = [each for each in found if (each.end_lineno, each.end_col_offset) == (line, column)]
    return found[0].value if len(found) == 1 else None


def never_returns(function):
    """Whether a function gives None whatever happens in it."""
    code = CODE(function)
    if code.co_flags & ENDLESS:
        return False
    before = None
    for each in dis.get_instructions(code):
        given = before if each.opname == "RETURN_VALUE" else each
        if each.opname in ("RETURN_VALUE", "RETURN_CONST") and (
            "CONST" not in given.opname or given.argval is not None
        ):
            return False
        before = each
    return True
