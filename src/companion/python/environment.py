"""Environment variables of this process: set some, report all that were asked."""

import os


def report(variables, names):
    """Set `variables`, then say which process this is and what is in force.

    Returns {"pid": int, "environment": {name: value or None}}.
    """
    os.environ.update(variables)
    return {
        "pid": os.getpid(),
        "environment": {name: os.environ.get(name) for name in names},
    }
