"""What the kernel that raised a cell's error still knows of it.

Runs after `look.py`, `near.py` and the files of the single kinds in the same
namespace. Reads stored attributes only: no `repr`, no property, no import.
"""

import re
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
SECRET = re.compile(
    r"(?:^|[\W_])(?:(?:api|access|private)_?key|secret|pass(?:word|wd|phrase)"
    r"|credentials?|auth|token)$"
    r"|^(?:sk|hf|gh[pousr]|AKIA|xox[abp])[-_]?\w{12,}|[A-Za-z\d+/]{32,}",
    re.I,
)
ARGUMENTS = BaseException.__dict__["args"].__get__


def shown(text):
    """`text`, or None where it may be a secret or its name."""
    return None if text is None or SECRET.search(text) else text


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
    value, trace = found
    if type(value) is NameError:
        facts = name_facts(evalue, trace, shell, cells)
    elif type(value) is TypeError:
        facts = call_facts(evalue, trace) or twice_facts(evalue, trace, shell)
    elif type(value) is KeyError:
        facts = key_facts(value, trace)
    elif type(value) is IndexError:
        facts = index_facts(evalue, trace)
    elif type(value) is ValueError:
        facts = unpack_facts(evalue, trace)
    elif is_a(value, OSError):
        facts = path_facts(value, trace, shell)
    elif type(value) is AttributeError:
        facts = attribute_facts(value, evalue, trace, shell, packages)
    elif not is_a(value, ImportError):
        facts = twice_facts(evalue, trace, shell)
    else:
        facts = import_facts(value, evalue, packages)
    return facts and {**facts, "torch": "torch" in sys.modules}
