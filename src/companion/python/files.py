"""The user's own files that the last failure went through, as the kernel ran them.

Runs after `line.py` and the files before it in the same namespace. The text is
the one that the traceback has loaded: nothing is read from the disk.
"""

import os
import sys

MOST_FILES = 3
LONGEST_FILE = 30_000  # characters


def is_file(frame):
    """Whether a frame runs a file of the user's, rather than a cell or a package."""
    path = frame.f_code.co_filename
    folder = os.path.basename(os.path.dirname(path))
    is_cell = folder.startswith("ipykernel_")
    return path.endswith(".py") and os.path.isabs(path) and not is_cell and is_own(frame)


def report(ename, evalue, number, packages):
    """[{path, text}] of the files under input `number`, the innermost first, or None.

    None as well where torch is not loaded, or another cell has run since.
    """
    from IPython import get_ipython

    trace = last_traceback(ename, evalue)
    is_last = get_ipython().execution_count == number + 1
    if trace is None or not is_last or "torch" not in sys.modules:
        return None
    texts = {}
    for step in steps(trace):
        path = step.tb_frame.f_code.co_filename
        if is_file(step.tb_frame) and path not in texts:
            texts[path] = "".join(source_lines(step.tb_frame))
    fitting = [path for path in texts if 0 < len(texts[path]) <= LONGEST_FILE]
    return [{"path": path, "text": texts[path]} for path in fitting[:MOST_FILES]] or None
