"""Whether a class was defined again, and what is left of the one before.

Runs after `nothing.py` and the files before it in the same namespace. Two
classes of one name and module that are not the same object prove it.
"""

import ast
import re
import sys

CLASS_PATH = type.__dict__["__qualname__"].__get__
SUPER = re.compile(r"super\(type, obj\): obj (?:must be|\(instance of [\w.]{1,200}\) is not) an ")
PICKLED = re.compile(
    r"Can't pickle <class '([\w.]{1,200})'>: it's not the same object as ([\w.]{1,200})$"
)


def module_of(kind):
    """The name of the module in which a class was defined, or None."""
    return text(NAMES(kind).get("__module__"))


def is_twin(one, other):
    """Whether two classes are of one name and module, but not the same."""
    return (
        one is not other
        and CLASS_PATH(one) == CLASS_PATH(other)
        and module_of(one) is not None
        and module_of(one) == module_of(other)
    )


def present(kind):
    """The class that is called as `kind` now, or None."""
    value = loaded(module_of(kind))
    for name in CLASS_PATH(kind).split("."):
        value = None if value is None else parts(value, (name,))[0]
    return value if value is not None and is_a(value, type) else None


def attributes_set(kind):
    """The attributes that the `__init__` of a class sets or uses."""
    made = stored(kind, "__init__")
    return CODE(made).co_names if type(made) is types.FunctionType else ()


def told_class(state, kind, shell):
    """Facts of a class that was defined again."""
    name = CLASS_PATH(kind)
    module = module_of(kind)
    # The input that failed is among them: its class may have replaced the one before.
    inputs = [*enumerate(shell.history_manager.input_hist_raw)] if module == "__main__" else []
    defined = (
        number
        for number, source in inputs[: -MOST_INPUTS - 1 : -1]
        if f"class {name}" in source and last_binding(parsed(source) or [], name)
    )
    return {
        "kind": "twice",
        "state": state,
        "name": shown(name),
        "module": module,
        "input": next(defined, None),
    }


def newer_class(kind, name, shell):
    """Facts of a class whose successor has an attribute that it lacks, or None."""
    now = present(kind)
    if now is None or not is_twin(kind, now):
        return None
    known = name in attributes_set(now) or stored(now, name) is not None
    return told_class("stale", kind, shell) if known else None


def of_super(frame, shell):
    """Facts of a `super(Net, self)` whose class is not that of the object."""
    code = frame.f_code
    value = frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
    used = [value] if is_a(value, type) else [type(value)]
    for other in named(frame):
        for each in BASES(used[0]) if is_a(other, type) else ():
            if is_twin(each, other):
                return told_class("super", other, shell)
    return None


def of_pickle(matched, shell):
    """Facts of an object that cannot be pickled, as its class was replaced."""
    module, _, name = matched[1].rpartition(".")
    now = parts(loaded(module), (name,))[0] if loaded(module) else None
    if now is None or not is_a(now, type) or matched[1] != matched[2]:
        return None
    for base in BASES(now)[1:]:
        if any(is_twin(each, now) for each in type.__subclasses__(base)):
            return told_class("pickle", now, shell)
    return None


def checks(path):
    """The calls of isinstance on which a statement depends."""
    tests = [
        each.test
        for suite, at in path
        for each in (suite[at],)
        if isinstance(each, (ast.If, ast.Assert))
    ]
    for node in (each for test in tests for each in ast.walk(test)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "isinstance" and len(node.args) == 2:
                yield node.args


def of_check(frame, line, shell):
    """Facts of an isinstance that fails between classes of one name."""
    if "isinstance" not in frame.f_code.co_names:
        return None
    path = path_to(parsed(text_of(frame.f_code) or "") or [], line)
    if not path or not isinstance(path[-1][0][path[-1][1]], (ast.Raise, ast.Assert)):
        return None
    for value, wanted in checks(path):
        value = resolved(value, frame)
        for each in wanted.elts if isinstance(wanted, ast.Tuple) else [wanted]:
            other = resolved(each, frame)
            if is_a(other, type) and any(is_twin(base, other) for base in BASES(type(value))):
                return told_class("check", other, shell)
    return None


def twice_facts(message, trace, shell):
    """Facts of a failure between two classes of one name, or None."""
    while trace.tb_next is not None:
        trace = trace.tb_next
    matched = PICKLED.match(message)
    if matched:
        return of_pickle(matched, shell)
    if SUPER.match(message):
        return of_super(trace.tb_frame, shell)
    return of_check(trace.tb_frame, trace.tb_lineno, shell)
