"""Which function a call did not fit, and what that function takes.

Runs after `look.py`, `near.py` and `imports.py` in the same namespace. The
function is found among what the failed line may have named, and read from its
code object: `inspect.signature` would run what a user put in its place.
"""

import inspect
import json
import re
import types

MISMATCH = re.compile(
    r"([\w.<>]{1,200})\(\) (?:got an unexpected keyword argument '(\w{1,200})'"
    r"|missing \d{1,3} required (?:positional|keyword-only) arguments?: "
    r"|takes (?:from \d{1,3} to )?\d{1,3} positional arguments? but \d{1,4} (?:was|were) given)"
)
MOST_VALUES = 400  # that are looked at
DEPTH = 6  # `torch.utils.data.DataLoader` is four away from its function
MOST_PARAMETERS = 40
LONGEST_DEFAULT = 20
CALLS = ("__init__", "__new__", "__call__", "forward")

OF_FUNCTION = types.FunctionType.__dict__
QUALIFIED = OF_FUNCTION["__qualname__"].__get__
CODE = OF_FUNCTION["__code__"].__get__
DEFAULTS = OF_FUNCTION["__defaults__"].__get__
KEYWORD_DEFAULTS = OF_FUNCTION["__kwdefaults__"].__get__
GLOBALS = OF_FUNCTION["__globals__"].__get__


def stored(kind, name):
    """What a class, or a base of it, stores under a name, without its wrapping."""
    for each in BASES(kind):
        found = NAMES(each).get(name)
        if exactly(found, (staticmethod, classmethod)):
            return found.__func__
        if found is not None:
            return found
    return None


def parts(value, names):
    """The values that stand under `names` in a module, a class or an object."""
    if is_a(value, type):
        return [stored(value, name) for name in names]
    own = fields(value)
    found = [dict.get(own, name) for name in names]
    if not is_a(value, types.ModuleType):
        found += [stored(type(value), name) for name in names]
    return found


def named(frame):
    """The values that the code of a frame may have called by a name."""
    code = frame.f_code
    if code.co_flags & inspect.CO_OPTIMIZED:
        yield from frame.f_locals.values()
    for scope in (frame.f_globals, frame.f_builtins):
        if type(scope) is dict:
            yield from (scope[name] for name in code.co_names if name in scope)


def functions(frame):
    """The functions that a frame may have called."""
    names = (*frame.f_code.co_names, *CALLS)
    seen, level = {}, [*named(frame)]
    for _ in range(DEPTH):
        following = []
        for value in level:
            if type(value) is types.MethodType:
                value = value.__func__
            if value is None or id(value) in seen or len(seen) >= MOST_VALUES:
                continue
            seen[id(value)] = value
            if type(value) is types.FunctionType:
                yield value
            else:
                following += parts(value, names)
        level = following


def lacks(function, keyword):
    """Whether a function takes no such keyword."""
    code = CODE(function)
    count = code.co_argcount + code.co_kwonlyargcount
    names = code.co_varnames[code.co_posonlyargcount : count]
    return keyword not in names and not code.co_flags & inspect.CO_VARKEYWORDS


def with_default(name, value):
    """A parameter with its default as Python writes it, `...` for what is not plain."""
    written = "..."
    if value is None or exactly(value, (bool, int, float)):
        written = str(value)
    elif type(value) is str and len(value) <= LONGEST_DEFAULT and shown(name) and shown(value):
        written = json.dumps(value)
    return f"{name}={written}"


def parameters(function):
    """(name, text) of what a function takes, `self` left out."""
    code = CODE(function)
    count = code.co_argcount
    names = code.co_varnames
    defaults = DEFAULTS(function) or ()
    first = count - len(defaults)
    told = [
        (name, name if at < first else with_default(name, defaults[at - first]))
        for at, name in enumerate(names[:count])
    ]
    if told and told[0][0] in ("self", "cls"):
        del told[0]
    rest = count + code.co_kwonlyargcount
    variable = names[rest : rest + 1] if code.co_flags & inspect.CO_VARARGS else ()
    told += [(f"*{name}",) * 2 for name in variable or (("",) if rest > count else ())]
    given = KEYWORD_DEFAULTS(function) or {}
    for name in names[count:rest]:
        told.append((name, with_default(name, given[name]) if name in given else name))
    if code.co_flags & inspect.CO_VARKEYWORDS:
        told += [(f"**{names[rest + len(variable)]}",) * 2]
    return told


def passer(frame, keyword):
    """The function that was given a keyword as one of any, and passed it on, or None."""
    code = frame.f_code
    flags = inspect.CO_OPTIMIZED | inspect.CO_VARKEYWORDS
    # nn.Module passes everything on from functions that nobody calls by name.
    if code.co_flags & flags != flags or code.co_name.startswith("_"):
        return None
    rest = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & inspect.CO_VARARGS)
    given = frame.f_locals.get(code.co_varnames[rest])
    return code.co_name if type(given) is dict and keyword in given else None


def call_facts(message, trace):
    """Facts of a call that did not fit the function it reached, or None."""
    matched = MISMATCH.match(message)
    # A method called on its class lacks its object: no other argument is wrong.
    if matched is None or "'self'" in message:
        return None
    name, keyword = matched[1], matched[2]
    frame = innermost(trace)
    found = [
        each
        for each in functions(frame)
        if QUALIFIED(each) == name and (keyword is None or lacks(each, keyword))
    ]
    if len(found) != 1:
        return None  # not found, or which of them would be a guess
    told = parameters(found[0])
    module = dict.get(GLOBALS(found[0]), "__name__")
    top = module.partition(".")[0] if type(module) is str else None
    is_package = is_installed(CODE(found[0]).co_filename)
    version = None
    if is_package:
        # A package that loads its parts late does not store its version.
        version = text(field(loaded(top), "__version__")) or version_of(top)[0]
    names = [each for each, _ in told if "*" not in each]
    texts = [each for _, each in told]
    if len(texts) > MOST_PARAMETERS:
        texts[MOST_PARAMETERS:] = ["..."]
    return {
        "kind": "call",
        "function": name,
        "keyword": keyword,
        "parameters": ", ".join(texts),
        "near": nearest(keyword, names) if keyword else None,
        "package": top if is_package else None,
        "version": version,
        "passedBy": passer(frame, keyword),
    }
