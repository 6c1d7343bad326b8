"""Environment variables of this process: set some, report all that were asked.

Runs after `look.py` in the same namespace.
"""

import ctypes
import os
import sys

NOT_INITIALIZED = 3  # CUDA_ERROR_NOT_INITIALIZED, CUDA Driver API


def driver_started():
    """Whether CUDA has started here, so that its variables have been read.

    `torch.cuda.is_available()` starts the driver and leaves
    `torch.cuda.is_initialized()` False, so the driver itself is asked too. It
    is never loaded for that.
    """
    is_initialized = field(sys.modules.get("torch.cuda"), "is_initialized")
    if is_initialized and is_initialized():
        return True
    if not hasattr(os, "RTLD_NOLOAD"):
        return False
    try:
        driver = ctypes.CDLL("libcuda.so.1", mode=os.RTLD_NOLOAD)
        context = ctypes.c_void_p()
        return driver.cuCtxGetCurrent(ctypes.byref(context)) != NOT_INITIALIZED
    except (OSError, AttributeError):
        return False


def report(variables, names):
    """Set `variables` if they can still take effect, then say what is in force.

    They are set only before any input was run and before CUDA has started.
    Returns {"pid": int, "executed": inputs run so far, "started": bool,
    "environment": {name: value or None}}.
    """
    from IPython import get_ipython

    executed = get_ipython().execution_count - 1
    started = driver_started()
    if executed == 0 and not started:
        os.environ.update(variables)
    return {
        "pid": os.getpid(),
        "executed": executed,
        "started": started,
        "environment": {name: os.environ.get(name) for name in names},
    }
