"""Which keys there are, where one is missing.

Runs after `near.py` and `failed.py` in the same namespace. The container's own
look-up is not asked again: a user may have written it.
"""

import ast
import itertools

SHOWN_KEYS = 6
LONGEST_KEY = 60
MOST_KEYS = 50_000  # that are compared


def table_columns(value):
    """The columns of a table of pandas, or None for anything else."""
    kind = field(dict.get(sys.modules, "pandas"), "DataFrame")
    if kind is None or type(value) is not kind:
        return None
    return list(value.columns)[:MOST_ITEMS]


def keys_of(value):
    """The keys of one of Python's own dictionaries, or of a table, else None."""
    return list(value) if exactly(value, DICTS) else table_columns(value)


def owner(node, frame):
    """(expression, type) of the container, as one who called a library knows it."""
    value = value_of(node, frame)
    if not is_own(frame):
        inner = node.value if isinstance(node, ast.Attribute) else None
        is_self = isinstance(inner, ast.Name) and inner.id == "self"
        return None, type_name(named_value("self", frame) if is_self else value)
    return written(node), type_name(value)


def looked_up(node):
    """The container in `d[key]` and in `d.pop(key)`, or None."""
    if isinstance(node, ast.Subscript):
        return node.value
    function = node.func
    is_pop = isinstance(function, ast.Attribute) and function.attr == "pop"
    return function.value if is_pop and len(node.args) == 1 else None


def without(trace, key):
    """(expression, type, keys) of what lacks a key, or None where that is not sure."""
    for step in steps(trace):
        _, nodes = failed_nodes(step, (ast.Subscript, ast.Call))
        found = []
        for node in filter(None, map(looked_up, nodes)):
            keys = keys_of(value_of(node, step.tb_frame))
            if keys is not None and not holds(keys, key):
                found.append((*owner(node, step.tb_frame), keys))
        if found or is_own(step.tb_frame):
            return found[0] if len(found) == 1 else None
    return None


def holds(keys, key):
    """Whether a key is among others, by what Python itself can tell."""
    same = (each for each in itertools.islice(keys, MOST_KEYS) if type(each) is type(key))
    return exactly(key, KEYS) and any(each == key for each in same)


def as_key(key):
    """A key as one writes it; None for a secret and what is not plain."""
    if type(key) is int:
        return str(key) if abs(key) < LARGEST else None
    is_open = type(key) is str and len(key) <= LONGEST_KEY and shown(key)
    return repr(key) if is_open else None


def relative(key, keys):
    """(state, key) of the one among `keys` that is `key` in another way, or None."""
    texts, numbers = split(keys)
    if type(key) is int:
        return ("typed", str(key)) if str(key) in texts else None
    if key.lstrip("-").isdecimal() and key.isascii() and len(key) < 19 and int(key) in numbers:
        return "typed", int(key)
    longer = [each for each in texts if each.endswith("." + key)]
    if len(longer) == 1:
        return "prefix", longer[0]
    rest = key
    while "." in rest:
        rest = rest.partition(".")[2]
        if rest in texts:
            return "unprefixed", rest
    near = nearest(key, texts)
    return None if near is None else ("near", near)


def split(keys):
    """(texts, numbers) among keys, each once; what else there is is left out."""
    if len(keys) > MOST_KEYS:
        return {}, {}  # which one is nearest would be a guess
    texts = {each: None for each in keys if type(each) is str}
    return texts, {each: None for each in keys if type(each) is int}


def key_facts(value, trace):
    """Facts of a key that a container does not have, or None."""
    key = ARGUMENTS(value)[0]
    found = without(trace, key)
    if found is None:
        return None
    expression, kind, keys = found
    is_tensor = not exactly(key, KEYS)
    told = as_key(key)
    if not is_tensor and told is None:
        return None
    other = None if is_tensor else relative(key, keys)
    near = as_key(other[1]) if other else None
    texts = [as_key(each) for each in keys[: 4 * SHOWN_KEYS]]
    return {
        "kind": "key",
        "state": "tensor" if is_tensor else "empty" if not keys else other[0] if near else "keys",
        "key": told,
        "container": expression,
        "type": kind,
        "count": len(keys),
        "keys": [each for each in texts if each][:SHOWN_KEYS],
        "near": near,
    }
