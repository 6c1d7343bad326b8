"""What the kernel that raised a cell's error still knows of it.

Runs after `look.py`, `shown.py`, `near.py` and the files of the single kinds in the same
namespace. Reads stored attributes only: no `repr`, no property, no import.
"""

import sys
import types

#: A class of the user's own could answer anything about itself.
KINDS = (
    NameError,
    ModuleNotFoundError,
    ImportError,
    TypeError,
    KeyError,
    IndexError,
    ValueError,
    FileNotFoundError,
    NotADirectoryError,
    IsADirectoryError,
    AttributeError,
    AssertionError,
    *(each for each in [field(sys.modules.get("pickle"), "PicklingError")] if each is not None),
)
#: Errors that packages raise that do not fit.
OF_VERSIONS = (ImportError, AttributeError, TypeError)
#: States in which another version is the only hint.
LITTLE = ("part", "name", "plain", "near")
ARGUMENTS = BaseException.__dict__["args"].__get__


def innermost(trace):
    """The frame in which the exception was raised."""
    while trace.tb_next is not None:
        trace = trace.tb_next
    return trace.tb_frame


def is_message(value, evalue):
    """Whether an exception of Python's own says this; `str` could run code of its arguments."""
    first = next(iter(ARGUMENTS(value)), "")  # of `assert x`
    if is_a(value, OSError):
        return path_of(value) is not None and str(value) == evalue
    if type(value) is not KeyError:
        return type(first) is str and first == evalue
    if exactly(first, KEYS):
        return repr(first) == evalue
    return tensor_shape(first) is not None and evalue.startswith("tensor(")


def last_failure(ename, evalue):
    """The kernel's last exception with its traceback, if it is the failed cell's."""
    value = getattr(sys, "last_value", None)
    kind = next((each for each in KINDS if type(value) is each), None)
    trace = getattr(sys, "last_traceback", None)
    if kind is None or kind.__name__ != ename or type(trace) is not types.TracebackType:
        return None
    return (value, trace) if is_message(value, evalue) else None


def report(ename, evalue, number, cells, packages):
    """Facts of the cell that failed as input `number`, or None.

    None as well where the kernel's last failure is another, or has run since.
    """
    from IPython import get_ipython

    shell = get_ipython()
    found = last_failure(ename, evalue)
    if found is None or shell.execution_count != number + 1:
        return None
    facts = own_facts(*found, evalue, shell, cells, packages)
    if any(is_a(found[0], each) for each in OF_VERSIONS):
        versions = version_facts(evalue, found[1], facts, packages) if may_differ(facts) else None
        if versions and (says_little(facts) or is_replaced(versions)):
            facts = versions
    return facts and {**facts, "torch": "torch" in sys.modules}


def says_little(facts):
    """Whether facts leave open why a package lacks something, or there are none."""
    return facts is None or facts["kind"] == "call" or facts.get("state") in LITTLE


def may_differ(facts):
    """Whether another version may be behind a failure of which facts tell."""
    # Where a name lives may be a part of a new release, loaded into the old one.
    return says_little(facts) or facts.get("state") == "home"


def is_replaced(versions):
    """Whether what was lacking came with a package that was replaced on disk."""
    return versions["state"] == "upgraded" and versions["proven"]


def own_facts(value, trace, evalue, shell, cells, packages):
    """What is known of a failure by its class, or None."""
    if type(value) is NameError:
        return name_facts(evalue, trace, shell, cells)
    if type(value) is TypeError:
        found = call_facts(evalue, trace) or refused_facts(evalue, trace)
        return found or twice_facts(evalue, trace, shell) or origin_facts(evalue, trace, shell)
    if type(value) is KeyError:
        return key_facts(value, trace)
    if type(value) is IndexError:
        return index_facts(evalue, trace)
    if type(value) is ValueError:
        return unpack_facts(evalue, trace) or refused_facts(evalue, trace)
    if is_a(value, OSError):
        return path_facts(value, trace, shell)
    if type(value) is AttributeError:
        found = attribute_facts(value, evalue, trace, shell, packages)
        return found or lacking_facts(value, evalue, trace, shell)
    if is_a(value, ImportError):
        return import_facts(value, evalue, packages)
    told = twice_facts(evalue, trace, shell)
    return told or (assertion_facts(evalue, trace) if type(value) is AssertionError else None)
