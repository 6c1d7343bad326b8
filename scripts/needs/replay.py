"""Run notebooks' cells and report how each run ended.

Standard input holds a JSON list of ``{"cells": [...], "run": [...], "watch":
[...]}``: all cells, the places of those to run, and the names to look at in the
end. Standard output gets a JSON list: how each run ended, what those names
hold, and how long each cell took.

With ``"rescue": true`` what the run leaves is rescued as the panel does it, and
the result tells so; with ``"rescue": {"name": ..., "returns": [...]}`` variables
of such a rescue come back before the cells: ``[[names, before], ...]``.

Each run finds an empty folder and always the same random states, in a process
of its own: what it does to modules is not there for the next one.
"""

import contextlib
import io
import json
import os
import random
import re
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))

from companion_kernel import RESCUE, RESTORE, source_of  # noqa: E402

MAX_DEPTH = 12

# What only IPython runs, or gives.
NEEDS_IPYTHON = re.compile(
    r"^\s*(?:\w+ = )?[!%]|^(?:\w+ = )?await |^async (?:for|with) |get_ipython|__main__",
    re.M,
)

# What a rescue may take.
LIMITS = {"seconds": 60, "size": 2**30}

# A program that runs longer does not end.
MAX_SECONDS = 60


def shape_of(value, seen, depth=0):
    """Tell what a value holds, and which parts of it are one object."""
    import numpy

    if isinstance(value, (int, float, str, bool, type(None), bytes)):
        return repr(value)
    if id(value) in seen:
        return f"same as {seen[id(value)]}"
    if depth > MAX_DEPTH:
        return "..."
    seen[id(value)] = len(seen)

    def inner(one):
        return shape_of(one, seen, depth + 1)

    if isinstance(value, (list, tuple)):
        return [type(value).__name__, [inner(one) for one in value]]
    if isinstance(value, dict):
        return ["dict", [[inner(key), inner(one)] for key, one in value.items()]]
    if isinstance(value, (set, frozenset)):
        return ["set", sorted(map(repr, value))]
    if isinstance(value, numpy.ndarray):
        return ["array", value.tolist()]
    torch = sys.modules.get("torch")
    if torch and isinstance(value, torch.Tensor):
        return ["tensor", value.detach().tolist(), inner(value.grad)]
    if torch and isinstance(value, torch.nn.Module):
        state = {key: one.tolist() for key, one in value.state_dict().items()}
        return ["module", type(value).__name__, value.training, state]
    if isinstance(value, type):
        return ["class", value.__name__]
    if hasattr(value, "__next__"):
        try:
            return ["iterator", [inner(one) for _, one in zip(range(20), value)]]
        except Exception as error:
            return ["iterator", type(error).__name__]
    if hasattr(value, "__dict__") and type(value).__module__ == "__main__":
        return ["object", type(value).__name__, inner(vars(value))]
    return type(value).__name__


def failure_of(error, cells):
    """What a failure says, and the lines of which cells it passed."""
    frames = [
        [cells[frame.filename], frame.lineno]
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename in cells
    ]
    return [type(error).__name__, re.sub(r" at 0x\w+", "", str(error)), frames]


def exec_all(cells, run):
    """Run cells as plain Python."""
    names = {"__name__": "__main__"}
    files = {}
    times = []
    for at in run:
        file = f"<cell {at}>"
        files[file] = at
        began = time.perf_counter()
        try:
            exec(compile(cells[at], file, "exec"), names)
        except Exception as error:
            return at, failure_of(error, files), names, times
        times.append(time.perf_counter() - began)
    return None, None, names, times


def told_by(sources, /, **arguments):
    """What a part of the companion reports."""
    space = {}
    exec(source_of(sources), space)
    return space["report"](**arguments)


def shell_all(cells, run, rescue=None):
    """Run cells as IPython does, magics and shell lines among them.

    What is rescued comes back on the way; how long that takes counts.
    """
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell.instance()
    shell.showtraceback = lambda *args, **kwargs: None
    shell.showsyntaxerror = lambda *args, **kwargs: None
    files = {}
    times = []
    last = -1
    for at in run:
        began = time.perf_counter()
        for names, before in rescue["returns"] if rescue else ():
            if last < before <= at:
                wish = {"name": rescue["name"], "names": names, "overwrite": names}
                told = told_by(RESTORE, key="", remove=False, **wish)["variables"]
                if sorted(one["name"] for one in told if one["state"] == "back") != sorted(names):
                    raise LookupError(f"{names} did not come back: {told}")
        last = at
        times.append(time.perf_counter() - began)
        # The name that IPython compiles a text under.
        name = shell.compile.get_code_name(cells[at], cells[at], 0)
        files[name] = at
        keep = shell.compile.cache
        shell.compile.cache = lambda *args, _at=at, **kwargs: _note(
            files, keep(*args, **kwargs), _at
        )
        began = time.perf_counter()
        result = shell.run_cell(cells[at], store_history=False)
        times.append(time.perf_counter() - began)
        shell.compile.cache = keep
        error = result.error_before_exec or result.error_in_exec
        if error:
            return at, failure_of(error, files), shell.user_ns, times
    return None, None, shell.user_ns, times


def _note(files, name, at):
    files[name] = at
    return name


def replay(cells, run, watch, rescue=False):
    """Run some of a notebook's cells; how that ended."""
    random.seed(11)
    for module in ("numpy", "torch"):
        loaded = sys.modules.get(module)
        if module == "numpy":
            loaded.random.seed(11)
        elif loaded:
            loaded.manual_seed(11)
    has_ipython = bool(rescue) or any(NEEDS_IPYTHON.search(cell) for cell in cells)
    signal.alarm(MAX_SECONDS)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        stopped, failure, names, times = (
            shell_all(cells, run, rescue if isinstance(rescue, dict) else None)
            if has_ipython
            else exec_all(cells, run)
        )
        told = told_by(RESCUE, key="needs", **LIMITS) if rescue is True else None
        seen = {}
        values = {
            word: shape_of(names[word], seen) for word in watch if word in names
        }
    signal.alarm(0)
    return {
        "stopped": stopped,
        "failure": failure,
        "values": values,
        "times": times,
        "rescue": told,
    }


def too_long(*_):
    """A program does not end."""
    raise TimeoutError


def in_folder(work):
    """The result of ``work`` in an empty folder."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            return work()
        finally:
            os.chdir(before)


def in_child(work):
    """The result of ``work`` in a process of its own."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        try:
            result = json.dumps(in_folder(work))
        except BaseException as error:
            result = json.dumps({"broken": f"{type(error).__name__}: {error}", "times": []})
        with os.fdopen(write, "w") as pipe:
            pipe.write(result)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        result = pipe.read()
    os.waitpid(child, 0)
    return json.loads(result)


def main():
    asked = json.load(sys.stdin)
    import numpy  # noqa: F401

    if any("torch" in cell for one in asked for cell in one["cells"]):
        import torch

        # A thread pool does not outlive a fork.
        torch.set_num_threads(1)
    signal.signal(signal.SIGALRM, too_long)
    json.dump([in_child(lambda one=one: replay(**one)) for one in asked], sys.stdout)


if __name__ == "__main__":
    main()
