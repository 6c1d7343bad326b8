"""What can be seen of a user's kernel, told without a message to it.

A kernel of the tests imports this at its start and writes the state to the
file named in KERNEL_STATE at each SIGUSR1: a request would itself fire hooks
and reset what the last cell left.
"""

import builtins

# What the tests put into the module `builtins` does not reach this file.
__builtins__ = dict(vars(builtins))

import ctypes
import faulthandler
import gc
import os
import random
import signal
import sys
import threading
import warnings

FATAL = ("SIGSEGV", "SIGBUS", "SIGABRT", "SIGFPE", "SIGILL")
LAST = ("last_type", "last_value", "last_traceback", "last_exc")
HOOKS = ("excepthook", "displayhook", "stdout", "stderr", "unraisablehook")
OURS = "torch_triage"  # the `__module__` of the companion's classes
FILE = "<torch-triage>"
#: Our code, and what starts it.
FILES = (FILE, "<string>")

calls = []
listdir = os.listdir


def ran(what):
    """Note that code of the user's ran, where it is our code that calls it."""
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename == FILE:
            calls.append(what)
            return
        frame = frame.f_back


def called(name):
    """Note that a built-in function of the user's was called by our own code."""
    if sys._getframe(2).f_code.co_filename in FILES:
        calls.append(name)


def is_ours(value):
    owner = type(getattr(value, "__self__", None))
    return type.__getattribute__(owner, "__module__") == OURS


def state():
    """All of it, as plain data. Objects are told by their ids."""
    from IPython import get_ipython

    shell = get_ipython()
    history = shell.history_manager
    formatters = shell.display_formatter.formatters
    threads = [thread for thread in threading.enumerate() if type(thread) is threading.Thread]
    return {
        "names": {name: id(value) for name, value in shell.user_ns.items()},
        "last": {name: id(getattr(sys, name, None)) for name in LAST},
        "execution": (
            shell.execution_count,
            shell.last_execution_succeeded,
            id(shell.last_execution_result),
        ),
        "history": (list(history.input_hist_raw), sorted(history.output_hist)),
        "events": {
            event: [id(each) for each in hooks if not is_ours(each)]
            for event, hooks in shell.events.callbacks.items()
        },
        "hooks": {name: id(getattr(sys, name)) for name in HOOKS},
        "custom": [each.__name__ for each in shell.custom_exceptions],
        "formatters": {
            kind: (id(each), each.enabled, len(each.type_printers))
            for kind, each in formatters.items()
        },
        "builtins": {name: id(value) for name, value in vars(builtins).items()},
        "signals": {name: id(signal.getsignal(getattr(signal, name))) for name in FATAL},
        "environment": (sorted(os.environ.items()), os.getcwd(), os.umask(os.umask(0o77))),
        "random": hash(random.getstate()),
        "settings": (sys.getrecursionlimit(), gc.isenabled(), gc.get_threshold()),
        "filters": len(warnings.filters),
        "trace": (id(sys.gettrace()), id(sys.getprofile())),
        "torch": "torch" in sys.modules,
        "calls": list(calls),
        # What the armed box changes, and gives back when it is disarmed.
        "armed": {
            "enabled": faulthandler.is_enabled(),
            "handlers": [ctypes.pythonapi.PyOS_getsig(getattr(signal, name)) for name in FATAL],
            "events": [len(each) for each in shell.events.callbacks.values()],
            "threads": sorted(thread.name for thread in threads),
            "files": sorted(files()),
        },
    }


def files():
    """What the process has open of ours, or of the user's."""
    for number in listdir("/proc/self/fd"):
        try:
            target = os.readlink(f"/proc/self/fd/{number}")
        except OSError:
            continue
        if target.startswith("/") and "/ipython/" not in target + "/":
            yield target


def write(signum, frame):
    path = os.environ["KERNEL_STATE"]
    text = repr(state())
    with open(path + ".new", "w") as file:
        file.write(text)
    os.rename(path + ".new", path)


ctypes.pythonapi.PyOS_getsig.restype = ctypes.c_void_p
signal.signal(signal.SIGUSR1, write)
