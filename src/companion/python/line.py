"""What was at hand at the innermost line of the user's own when a cell failed.

Runs after `look.py`, `shown.py`, `installed.py`, `imports.py`, `failed.py` and
`told.py` in the same namespace.
"""

import ast
import sys
import types

MOST_VARIABLES = 12
LONGEST_LINE = 500
#: Parts of a statement that stand on other lines than its head.
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases", "decorator_list")
ARGUMENTS = BaseException.__dict__["args"].__get__
WORDS = BaseException.__dict__["__str__"]
#: Files that the interpreter and libraries make up; IPython made some for cells.
MADE_UP = ("<frozen", "<string", "<eval", "<attrs", "<stdin", "<torch", "<__array")


def is_message(value, evalue):
    """Whether an exception says this, as far as that is known without asking it."""
    arguments = ARGUMENTS(value)
    if of_class(type(value), "__str__") is not WORDS or len(arguments) != 1:
        return True
    first = arguments[0]
    return type(first) is not str or evalue.startswith(first[:100])


def last_traceback(ename, evalue):
    """The traceback of the kernel's last exception, if it is this one."""
    value = getattr(sys, "last_value", None)
    trace = getattr(sys, "last_traceback", None)
    # The true bases: a class may tell others.
    if not is_a(value, BaseException) or type(trace) is not types.TracebackType:
        return None
    return trace if NAME(type(value)) == ename and is_message(value, evalue) else None


def own_step(trace):
    """(the innermost entry of the user's own, the one that it called), or None for either."""
    called = None
    for step in steps(trace):
        file = step.tb_frame.f_code.co_filename
        if is_own(step.tb_frame) and not file.startswith(MADE_UP):
            return step, called
        called = step
    return None, None


def package_of(top, path, packages):
    """(name, version) of the package of a module, or (None, None)."""
    if path is not None and is_installed(path) and not any(each in path for each in PACKAGES):
        return "Python", ".".join(map(str, sys.version_info[:3]))
    package = packages.get(top, top)
    version = text(field(loaded(top), "__version__")) or version_of(package)[0]
    return (package, version) if version else (None, None)


def told_call(function, top, path, packages):
    """What is told of a call into a package, or None where it is none."""
    package, version = package_of(top, path, packages)
    return package and {"function": function, "package": package, "version": version}


def called_frame(frame, packages):
    """The call that a frame of a library answers, or None."""
    code = frame.f_code
    module = dict.get(frame.f_globals, "__name__") if type(frame.f_globals) is dict else None
    if type(module) is not str:
        return None
    function = getattr(code, "co_qualname", code.co_name)  # since Python 3.11
    return told_call(function, module.partition(".")[0], code.co_filename, packages)


def called_expression(step, packages):
    """The call on a line for which no frame is left, or None: what it called is compiled."""
    _, nodes = failed_nodes(step, (ast.Call,))
    function = written(nodes[0].func) if len(nodes) == 1 else None
    if function is None:
        return None
    root = nodes[0].func
    while isinstance(root, ast.Attribute):
        root = root.value
        value = value_of(root, step.tb_frame)
        if type(value) is types.ModuleType:
            name = text(field(value, "__name__")) or ""
            path = text(field(value, "__file__"))
            return told_call(function, name.partition(".")[0], path, packages)
        if value is not UNKNOWN:
            module = of_class(type(value), "__module__")
            name = module.partition(".")[0] if type(module) is str else ""
            return told_call(function, name, None, packages) if loaded(name) else None
    return None


def head(statement):
    """The expressions of a statement that stand before its block."""
    for name, part in ast.iter_fields(statement):
        if name not in BLOCKS:
            yield from (each for each in (part if type(part) is list else [part])
                        if isinstance(each, ast.AST))


def statement_at(step):
    """The statement at which a frame stopped, or None."""
    tree, before = tree_of(step.tb_frame)
    nodes = (each for each in (ast.walk(tree) if tree else ()) if isinstance(each, ast.stmt))
    # Those inside come after those around them.
    return max(
        (each for each in nodes if holds_failure(each, before, step)),
        key=lambda each: (each.lineno, each.col_offset),
        default=None,
    )


def line_of(step):
    """The line at which a frame stopped, as a traceback shows it."""
    lines = source_lines(step.tb_frame)
    at = step.tb_lineno - 1
    return lines[at].strip() if 0 <= at < len(lines) and type(lines[at]) is str else ""


def report(ename, evalue, number, packages):
    """Facts of the line at which the cell that failed as input `number` stopped, or None.

    None as well where torch is not loaded, or another cell has run since.
    """
    from IPython import get_ipython

    trace = last_traceback(ename, evalue)
    is_last = get_ipython().execution_count == number + 1
    if trace is None or not is_last or "torch" not in sys.modules:
        return None
    step, called = own_step(trace)
    code = line_of(step) if step else ""
    if code == "" or len(code) > LONGEST_LINE:
        return None
    statement = statement_at(step)
    values = told_values([*head(statement)] if statement else [], step.tb_frame, MOST_VARIABLES)
    call = called_frame(called.tb_frame, packages) if called else called_expression(step, packages)
    return {"code": code, "called": call, "values": values} if call or values else None
