"""Looks at the user's objects without running any of their code.

`isinstance`, `getattr` and even `==` may be theirs. A class's true bases and
an object's stored attributes are read through the interpreter's descriptors.
"""

import types

BASES = type.__dict__["__mro__"].__get__
NAMES = type.__dict__["__dict__"].__get__
NAME = type.__dict__["__name__"].__get__
#: How the interpreter itself makes `__dict__`, of instances and of modules.
STORED = (types.GetSetDescriptorType, types.MemberDescriptorType)
CALLABLE = (type, types.FunctionType, types.BuiltinFunctionType)


def exactly(value, kinds):
    """Whether the class of `value` is one of `kinds`; `in` would ask the class itself."""
    return any(type(value) is each for each in kinds)


def is_a(value, kind):
    """Whether `kind` is the class of `value` or a base of it."""
    return any(each is kind for each in BASES(type(value)))


def fields(value):
    """The attributes stored in an object or a module: a dict, maybe empty."""
    for each in BASES(type(value)):
        stored = NAMES(each).get("__dict__")
        if exactly(stored, STORED):
            own = stored.__get__(value)
            return own if is_a(own, dict) else {}
    return {}


def field(value, name):
    """An attribute stored in an object or a module, or None."""
    return dict.get(fields(value), name)
