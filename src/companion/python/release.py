"""Lets go of what only the notebook holds, when its user asks for that.

Runs after `look.py`, `variables.py` and `held.py` in the same namespace. Variables
stay as they are: what goes are the results of cells that hold tensors nobody
else has, and the variables of the calls in which the last failure happened.
"""

import gc


def drop_output(shell, number):
    """Forget the result of a cell, under each name that IPython gave it."""
    value = dict.pop(dict.get(shell.user_ns, "_oh"), number, None)
    # What IPython pushes itself it keeps a second time, as hidden.
    for names in (shell.user_ns, shell.user_ns_hidden):
        dict.pop(names, f"_{number}", None)
        for last in ("_", "__", "___"):
            if dict.get(names, last) is value:
                dict.__setitem__(names, last, "")
    for last in ("_", "__", "___"):
        if field(shell.displayhook, last) is value:
            setattr(shell.displayhook, last, "")


def report(kind=None):
    """What is held after that, as `held.py` tells it; None without torch."""
    torch, shell = sys.modules.get("torch"), shell_of()
    if torch is None or shell is None:
        return None
    numbers = [number for number, _ in survey_of(torch, shell).outputs]
    for number in numbers:
        drop_output(shell, number)
    for frame in failed_frames():
        try:
            frame.clear()
        except RuntimeError:
            pass  # it still runs
    gc.collect()
    return told(survey_of(torch, shell), torch, kind)
