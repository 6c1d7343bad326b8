"""Which function a call did not fit, and what that function takes.

Runs after `look.py`, `near.py`, `imports.py` and `failed.py` in the same namespace.
The function is found among what the failed line may have named, and read from its
code object: `inspect.signature` would run what a user put in its place.
"""

import ast
import inspect
import json
import re
import sys
import types

MISMATCH = re.compile(
    r"([\w.<>]{1,200})\(\) (?:got an unexpected keyword argument '(\w{1,200})'"
    r"|missing \d{1,3} required (?:positional|keyword-only) arguments?: "
    r"|takes (?:from \d{1,3} to )?\d{1,3} positional arguments? but \d{1,4} (?:was|were) given)"
)
COUNTS = re.compile(r"takes (?:from \d{1,3} to )?(\d{1,3}) positional arguments? but (\d{1,4}) (?:was|were)")
#: As libraries say it that take any keyword (torchmetrics, transformers).
REFUSED = re.compile(r"[Uu]nexpected keyword arguments?:? ['\"`\[{]{0,2}(\w{1,200})['\"`\]}]{1,2}\.?$")
#: Of a class of Python's own kind.
TAKES_NONE = re.compile(r"(\w{1,200})\(\) takes no arguments$")
#: What is known of every call.
OF_CALL = {
    "kind": "call",
    "state": "misfit",
    "keyword": None,
    "near": None,
    "package": None,
    "version": None,
    "passedBy": None,
    "held": None,
}
MOST_VALUES = 400  # that are looked at
DEPTH = 6  # `torch.utils.data.DataLoader` is four away from its function
MOST_PARAMETERS = 40
LONGEST_DEFAULT = 20
#: Methods that run though no code names them.
CALLS = (
    *("__init__", "__new__", "__call__", "forward", "__getitem__", "__setitem__", "__len__"),
    *("__iter__", "__next__", "__contains__", "__enter__", "__exit__"),
)

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
    if "super" in code.co_names and code.co_argcount:
        # What a class stores hides what those below it do.
        kinds = BASES(type(frame.f_locals.get(code.co_varnames[0])))
        yield from (NAMES(each).get(name) for each in kinds for name in code.co_names)


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


def passers(trace, keyword):
    """The frames of functions that were given a keyword as one of any, the innermost first."""
    found = []
    flags = inspect.CO_OPTIMIZED | inspect.CO_VARKEYWORDS
    for frame in (each.tb_frame for each in steps(trace)):
        code = frame.f_code
        if code.co_flags & flags != flags:
            break
        rest = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & inspect.CO_VARARGS)
        given = frame.f_locals.get(code.co_varnames[rest])
        if type(given) is not dict or keyword not in given:
            break
        found.append(frame)
    return found


def passer_name(frames):
    """The outermost of some frames by which a person knows it: a function, or a class; or None."""
    names = []
    for frame in frames:
        # nn.Module passes everything on from functions that nobody calls by name.
        name = frame.f_code.co_name
        if name == "__init__":
            names.append(NAME(type(frame.f_locals.get("self"))))
        elif not name.startswith("_"):
            names.append(name)
    return names[-1] if names else None


def function_of(frame):
    """The function that a frame runs, where its class or its module has it, maybe wrapped."""
    code = frame.f_code
    first = frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
    known = [NAMES(each).get(code.co_name) for each in BASES(type(first))]
    value = dict.get(frame.f_globals, code.co_name) if type(frame.f_globals) is dict else None
    for _ in range(DEPTH):
        known.append(value)
        value = field(value, "__wrapped__") if type(value) is types.FunctionType else None
    return next((each for each in known if type(each) is types.FunctionType and CODE(each) is code), None)


def meant_of_passer(frames, keyword):
    """(function, its argument) that a keyword is near to, of those that passed it on, or None."""
    for function in map(function_of, frames):
        near = nearest(keyword, told_parameters(function)[1]) if function else None
        if near:
            return function, near
    return None


def is_package_class(kind):
    """Whether a class is defined in a package, rather than by the user."""
    path = text(field(loaded(text(NAMES(kind).get("__module__")) or ""), "__file__"))
    return path is not None and is_installed(path)


def unmade(trace, name):
    """(how the code calls a class, the class) where a class stands for an object of it, or None.

    `name` is that of the function that was reached.
    """
    step = next((each for each in steps(trace) if is_own(each.tb_frame)), None)
    _, nodes = failed_nodes(step, (ast.Call,)) if step else (None, [])
    if len(nodes) != 1:
        return None
    (node,) = nodes
    is_method = isinstance(node.func, ast.Attribute)
    asked = node.func.value if is_method else node.func
    kind = value_of(asked, step.tb_frame) if isinstance(asked, ast.Name) else None
    wanted = node.func.attr if is_method else "__init__"
    if kind is None or kind is UNKNOWN or not is_a(kind, type) or name.rpartition(".")[2] != wanted:
        return None
    if is_method:
        # With an object of the class it is as it should be.
        is_it = not may_give(kind, node.args[:1], step.tb_frame)
        is_it = is_it and type(of_class(kind, wanted)) is types.FunctionType
    else:
        # Under another name a class may well be called; with tensors a model is.
        has_tensor = any(gives_tensor(each, step.tb_frame) for each in node.args)
        is_it = asked.id != NAME(kind) and has_tensor and stored(kind, "forward") is not None
    return (asked.id, kind) if is_it else None


def gives_tensor(node, frame):
    """Whether an argument is a tensor, or a call of torch that makes one."""
    if tensor_shape(value_of(node, frame)) is not None:
        return True
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    torch = dict.get(sys.modules, "torch")
    is_torchs = is_call and torch is not None and value_of(node.func.value, frame) is torch
    return is_torchs and type(field(torch, node.func.attr)) is types.BuiltinFunctionType


def may_give(kind, nodes, frame):
    """Whether the first of some arguments may be an object of a class."""
    values = [value_of(each, frame) for each in nodes if not gives_tensor(each, frame)]
    return any(each is UNKNOWN or is_a(each, kind) for each in values)


def defining(function):
    """The class in which a function is a plain method, where a module has it, or None."""
    *path, name = QUALIFIED(function).split(".")
    owner = loaded(dict.get(GLOBALS(function), "__name__"))
    for each in path:
        owner = parts(owner, (each,))[0]
        if owner is None or not is_a(owner, type):
            return None
    return owner if path and NAMES(owner).get(name) is function else None


def lacks_self(message, function):
    """Whether a method has no parameter for its object, which it is given as one too many."""
    counts = COUNTS.search(message)
    code = CODE(function)
    first = code.co_varnames[0] if code.co_argcount else ""
    return (
        counts is not None
        and int(counts[1]) + 1 == int(counts[2])
        and first not in ("self", "cls")
        and defining(function) is not None
    )


def without_init(message, trace):
    """The class whose missing `__init__` the arguments were meant for, or None."""
    frame = innermost(trace)
    found = TAKES_NONE.match(message)
    if found:
        kinds = [each for each in named(frame) if is_a(each, type) and NAME(each) == found[1]]
        kind = kinds[0] if len({id(each) for each in kinds}) == 1 else None
        base = object
    else:
        # Of torch: it names the class of the object, not its own.
        base = torch_class("torch.nn.modules.module", "Module")
        is_its = base is not None and CODE(NAMES(base)["__init__"]) is frame.f_code
        kind = type(frame.f_locals.get("self")) if is_its else None
    if kind is None or is_package_class(kind) or kind is base:
        return None
    return kind if stored(kind, "__init__") is NAMES(base)["__init__"] else None


def init_facts(message, trace):
    """Facts of a class without `__init__` that was given arguments, or None."""
    kind = without_init(message, trace)
    if kind is None:
        return None
    mangled = f"_{NAME(kind).lstrip('_')}__"
    # As they are written: Python changes names that begin with two underscores.
    own = {
        f"__{each[len(mangled):]}" if each.startswith(mangled) else each: value
        for each, value in [*NAMES(kind).items()]
        if type(value) is types.FunctionType
    }
    alike = (each for each in own if each.strip("_") == "init")
    meant = next(alike, None) or nearest("__init__", own)
    return {
        **OF_CALL,
        "state": "misnamed" if meant else "bare",
        "function": NAME(kind),
        "parameters": told_parameters(own[meant])[0] if meant else "",
        "near": meant,
    }


def told_parameters(function):
    """(what a function takes as one writes it, the names of its parameters)."""
    told = parameters(function)
    texts = [each for _, each in told]
    if len(texts) > MOST_PARAMETERS:
        texts[MOST_PARAMETERS:] = ["..."]
    return ", ".join(texts), [each for each, _ in told if "*" not in each]


def unmade_facts(held, kind):
    """Facts of a class that is called, or asked for a method, as if it were an object of it."""
    made = stored(kind, "__init__")
    takes = told_parameters(made)[0] if type(made) is types.FunctionType else ""
    told = {"state": "unmade", "function": NAME(kind), "parameters": takes, "held": held}
    return {**OF_CALL, **told}


def call_facts(message, trace):
    """Facts of a call that did not fit the function it reached, or None."""
    matched = MISMATCH.match(message)
    if matched is None:
        return init_facts(message, trace) if TAKES_NONE.match(message) else None
    name, keyword = matched[1], matched[2]
    held = unmade(trace, name)
    if held:
        return unmade_facts(*held)
    # A method called on its class lacks its object: no other argument is wrong.
    if "'self'" in message:
        return None
    found = [
        each
        for each in functions(innermost(trace))
        if QUALIFIED(each) == name and (keyword is None or lacks(each, keyword))
    ]
    if len(found) != 1:
        # Not found, or which of them would be a guess.
        return init_facts(message, trace)
    (function,) = found
    if keyword is not None:
        return keyword_facts(function, keyword, passers(trace, keyword))
    facts = of_function(function)
    is_own_method = facts["package"] is None and lacks_self(message, function)
    if is_own_method:
        return {**facts, "state": "selfless"}
    return {**facts, "state": "many"} if COUNTS.search(message) else facts


def refused_facts(message, trace):
    """Facts of a keyword that a library refuses in words of its own, or None."""
    matched = REFUSED.match(message)
    keyword = matched and matched[1]
    frames = passers(trace, keyword) if keyword else []
    function = function_of(frames[0]) if frames else None
    return keyword_facts(function, keyword, frames[1:]) if function else None


def keyword_facts(function, keyword, frames):
    """Facts of a keyword that a function does not take and that came through some frames."""
    near = nearest(keyword, told_parameters(function)[1])
    if near is None:
        # Who passed it on may have the one that was meant.
        meant = meant_of_passer(frames, keyword)
        (function, near), frames = (meant, []) if meant else ((function, None), frames)
    return {**of_function(function), "keyword": keyword, "near": near, "passedBy": passer_name(frames)}


def of_function(function):
    """What is known of a function, whatever it was called with."""
    module = dict.get(GLOBALS(function), "__name__")
    top = module.partition(".")[0] if type(module) is str else None
    is_package = is_installed(CODE(function).co_filename)
    version = None
    if is_package:
        # A package that loads its parts late does not store its version.
        version = text(field(loaded(top), "__version__")) or version_of(top)[0]
    return {
        **OF_CALL,
        "function": QUALIFIED(function),
        "parameters": told_parameters(function)[0],
        "package": top if is_package else None,
        "version": version,
    }
