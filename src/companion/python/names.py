"""Where a name that is not defined would get its value.

Runs after `look.py` and `near.py` in the same namespace. The notebook's cells
that hold the name come from the page; Python's own parser reads them.
"""

import ast
import builtins
import os
import re
import types
import warnings

MAGIC = re.compile(r"^(\s*)[%!?].*$", re.M)
ASSIGNED_MAGIC = re.compile(r"^(\s*[\w, ]{1,100}=)\s*[%!].*$", re.M)
#: Magics of a whole cell that run it among the user's names.
HARMLESS = ("%%time", "%%capture", "%%prun")
BODIES = ("body", "orelse", "finalbody", "handlers", "cases")
#: Statements whose parts of these names run, if nothing is raised.
RUNS = (ast.With, ast.AsyncWith, ast.Try)
SURE = ("body", "finalbody")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
MOST_FILES = 40  # of the user's, in which a name is looked for
LONGEST_SOURCE = 100_000  # bytes of such a file


def parsed(source):
    """The statements of a cell, or None where it is not Python."""
    first, _, rest = source.partition("\n")
    if first.startswith("%%"):
        if not first.startswith(HARMLESS):
            return None
        source = "\n" + rest
    source = MAGIC.sub(r"\1pass", ASSIGNED_MAGIC.sub(r"\1 None", source))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of an odd escape, to the user's hook
            return ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def bound_by(statement):
    """The names that one statement itself gives a value, `*` for any."""
    if isinstance(statement, FUNCTIONS):
        return {statement.name}
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return {(each.asname or each.name).split(".")[0] for each in statement.names}
    # `x: int` alone gives no value, `x += 1` needs one.
    if isinstance(statement, ast.AugAssign) or getattr(statement, "value", 0) is None:
        return set()
    names, rest = set(), list(own_parts(statement))
    while rest:
        node = rest.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif not isinstance(node, (ast.Lambda, ast.comprehension)):
            rest += ast.iter_child_nodes(node)
    return names


def own_parts(statement):
    """What stands in a statement, but for the statements inside it."""
    for part, value in ast.iter_fields(statement):
        if part not in BODIES:
            nodes = value if type(value) is list else [value]
            yield from (each for each in nodes if isinstance(each, ast.AST))


def definition(statements, name, is_sure=True):
    """(line, whether it runs whenever the cell does) of what gives the value.

    The last sure one, else the last at all; None without.
    """
    found = None
    for statement in statements:
        bound = bound_by(statement)
        one = None
        if name in bound:
            # A loop may have nothing to go through.
            one = (statement.lineno, is_sure and not isinstance(statement, (ast.For, ast.AsyncFor)))
        if not isinstance(statement, FUNCTIONS):
            for part in BODIES:
                runs = is_sure and part in SURE and isinstance(statement, RUNS)
                one = better(one, definition(listed(statement, part), name, runs))
        found = better(found, one)
    return found


def better(one, other):
    """Of two definitions, the earlier first, the later one unless only that is sure."""
    return other if other and (one is None or other[1] or not one[1]) else one


def listed(statement, part):
    """The statements of one part, those of handlers and cases among them."""
    for each in getattr(statement, part, ()):
        if isinstance(each, ast.stmt):
            yield each
        else:
            yield from each.body


def imports_all(statements):
    """Whether something is imported from a module under unknown names."""
    return any(
        isinstance(node, ast.ImportFrom) and node.names[0].name == "*"
        for statement in statements
        for node in ast.walk(statement)
    )


def told_cell(at, source, name, inputs):
    """What one cell says of `name`, or None."""
    statements = parsed(source)
    if statements is None:
        return {"cell": at, "line": None, "sure": False, "ran": None}
    found = definition(statements, name)
    if found is None and not imports_all(statements):
        return None
    text = source.strip()
    ran = [count for count, each in inputs if each.strip() == text]
    return {
        "cell": at,
        "line": found and found[0],
        "sure": bool(found and found[1]),
        "ran": max(ran, default=None),
    }


def stopped_line(trace, names):
    """The line of the cell at which it stopped: of the outermost frame among `names`."""
    while trace is not None:
        frame = trace.tb_frame
        if frame.f_globals is names and frame.f_code.co_name == "<module>":
            return trace.tb_lineno
        trace = trace.tb_next
    return None


def function_with(name, statements):
    """The function that alone gives a value to `name`, for itself, or None."""
    found = set()
    for statement in statements:
        for node in ast.walk(statement):
            if isinstance(node, FUNCTIONS[:2]):
                arguments = node.args
                given = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
                if any(each.arg == name for each in given) or definition(node.body, name):
                    found.add(node.name)
    return found.pop() if len(found) == 1 else None


def module_with(name, names):
    """How the user's names write what one module among them alone has, or None."""
    found = {}
    for alias, module in [*names.items()]:
        is_module = type(alias) is str and alias[:1] != "_" and is_a(module, types.ModuleType)
        value = field(module, name) if is_module else None
        # A part of torch such as `cuda` is called like many a variable.
        if any(is_a(value, each) for each in CALLABLE) or NAME(type(value)) == "ufunc":
            found.setdefault(id(value), f"{alias}.{name}")
    return [*found.values()][0] if len(found) == 1 else None


def file_with(name):
    """A file beside the notebook that defines `name` for others, or None."""
    defines = re.compile(rf"^(?:(?:async )?def {name}\b|class {name}\b|{name} *=(?!=))", re.M)
    folder = os.getcwd()
    files = sorted(each for each in entries(folder) if each.endswith(".py"))[:MOST_FILES]
    found = []
    for each in files:
        path = os.path.join(folder, each)
        if each[:-3].isidentifier() and defines.search(file_text(path, LONGEST_SOURCE) or ""):
            found.append(each)
    return found[0] if len(found) == 1 else None


def homes(name, names, cells):
    """Where a name is that no cell gives to all: in a module, a file, a function."""
    parsed_cells = (parsed(source) or () for source in cells)
    functions = {function_with(name, statements) for statements in parsed_cells} - {None}
    return {
        "member": shown(module_with(name, names)),
        "file": shown(file_with(name)),
        "local": functions.pop() if len(functions) == 1 else None,
    }


def name_facts(message, trace, shell, cells):
    """Facts of a NameError among the user's own names, or None."""
    matched = re.match(r"name '(\w{1,200})' is not defined", message)
    names = shell.user_ns
    frame = innermost(trace)
    if matched is None or type(names) is not dict or frame.f_globals is not names:
        return None
    name = matched[1]
    if name in names or name in vars(builtins) or name not in frame.f_code.co_names:
        return None
    inputs = list(enumerate(shell.history_manager.input_hist_raw))
    told = [told_cell(at, source, name, inputs) for at, source in enumerate(cells)]
    told = [each for each in told if each]
    known = [*names, *vars(builtins)]
    public = [each for each in known if type(each) is str and not each.startswith("_")]
    return {
        "kind": "name",
        "name": name,
        "stopped": stopped_line(trace, names),
        "cells": told,
        "near": shown(nearest(name, public) or with_more(name, public)),
        **({} if told else homes(name, names, cells)),
    }
