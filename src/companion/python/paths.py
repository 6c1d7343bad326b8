"""Which part of a path exists, and what lies beside the part that does not.

Runs after `near.py` and `keys.py` in the same namespace. Folders are listed up
to a number of entries; no file is opened, and no variable's value is told.
"""

import ast
import itertools
import os
import pathlib
import re

FILENAME = OSError.__dict__["filename"].__get__
CODES = OSError.__dict__["errno"].__get__
PATHS = (pathlib.PosixPath, pathlib.WindowsPath)
MOST_ENTRIES = 3_000  # of a folder
MOST_FOLDERS_BESIDE = 60
SHOWN_ENTRIES = 6
LONGEST_PATH = 400
#: Calls that look at what is there.
READS = {"listdir", "scandir", "stat", "lstat", "chdir", "walk", "remove", "unlink", "rmdir"}
VARIABLE = re.compile(r"\$\w|\$\{\w|%\w+%")
CONTROL = re.compile(r"[\a\b\f\n\r\t\v]")


def path_of(value):
    """The path that an error of the system names, as a text, or None."""
    name = FILENAME(value)
    text = str(name) if exactly(name, PATHS) else name
    return text if type(text) is str and 0 < len(text) <= LONGEST_PATH else None


def listed_names(folder):
    """Names in a folder, in order; hidden ones are left out."""
    try:
        with os.scandir(folder) as found:
            names = [each.name for each in itertools.islice(found, MOST_ENTRIES)]
    except OSError:
        return []
    return sorted(each for each in names if each[:1] != ".")


def first_missing(path):
    """(what exists of a path, the first part that does not), where something is missing."""
    there, gone = os.path.abspath(path), ""
    for _ in range(LONGEST_PATH):
        if os.path.lexists(there):
            break
        parent, gone = os.path.split(there)
        if parent == there:
            break
        there = parent
    return there, gone


def as_given(path, there):
    """An existing part of a path, as the path itself writes it where it can."""
    if os.path.isabs(path):
        return there
    relative = os.path.relpath(there)
    return relative if not relative.startswith("..") else there


def other_ending(name, names):
    """The one name that differs from `name` in what follows the last dot, or None."""
    stem = os.path.splitext(name)[0]
    alike = (each for each in names if each.startswith(stem + ".") and each != name)
    found = [each for each in alike if os.path.splitext(each)[0] == stem]
    return found[0] if stem and len(found) == 1 else None


def bases(shell):
    """Folders to which a path may have been meant: with words for each."""
    here = os.getcwd()
    visited = dict.get(shell.user_ns, "_dh")
    for each in visited if type(visited) is list else ():
        if type(each) is str or exactly(each, PATHS):
            yield str(each)
    session = os.environ.get("JPY_SESSION_NAME", "")
    if os.path.isabs(session):
        yield os.path.dirname(session)
    folder = here
    for _ in range(3):
        folder = os.path.dirname(folder)
        yield folder
    for name in listed_names(here)[:MOST_FOLDERS_BESIDE]:
        yield os.path.join(here, name)


def elsewhere_found(path, shell):
    """The path at which the same file does exist, or None."""
    here = os.getcwd()
    if not os.path.isabs(path):
        found = (os.path.join(base, path) for base in bases(shell) if base != here)
        return next((os.path.normpath(each) for each in found if os.path.exists(each)), None)
    parts = path.strip("/\\").replace("\\", "/").split("/")
    # A single name may be anybody's; the path of another machine has more in common.
    tails = ("/".join(parts[at:]) for at in range(len(parts) - (len(parts) > 1)))
    return next((each for each in tails if each and os.path.exists(each)), None)


def way_meant(path, gone, shell):
    """(state, path) of what the text of a path may have meant, or None."""
    if path[0] == "~" and gone[0] == "~":
        return "home", path
    if VARIABLE.search(gone):
        return "variable", path
    stripped = path.strip()
    if stripped != path and stripped and os.path.exists(stripped):
        return "space", stripped
    if CONTROL.search(path):
        return "escape", None
    turned = path.replace("\\", "/")
    if turned != path and os.path.exists(turned):
        return "backslash", turned
    other = elsewhere_found(path, shell)
    return ("elsewhere", other) if other else None


def is_expanded_there(path, state):
    """Whether a path exists once `~` or its variables are put in."""
    if state == "home":
        return os.path.exists(os.path.expanduser(path))
    return state == "variable" and os.path.exists(os.path.expandvars(path))


def missing_state(path, there, gone, names, shell):
    """(state, the path that may have been meant) of a path that does not exist."""
    meant = way_meant(path, gone, shell)
    if meant:
        return meant
    rest = os.path.relpath(os.path.abspath(path), os.path.join(there, gone))
    near = nearest(gone, names) or (other_ending(gone, names) if rest == "." else None)
    if near:
        part = os.path.join(as_given(path, there), near)
        whole = os.path.join(part, rest)
        return "near", os.path.normpath(whole if os.path.exists(whole) else part)
    return ("file" if rest == "." else "folder"), None


def is_open(path):
    """Whether no part of a path looks like a secret."""
    return all(shown(part) is not None for part in re.split(r"[/\\]", path))


def runs_program(trace):
    """Whether a program was to be started, rather than a file opened."""
    modules = (dict.get(each.tb_frame.f_globals, "__name__") for each in steps(trace))
    return any(type(each) is str and each == "subprocess" for each in modules)


def is_written(trace):
    """Whether the call that failed was to write; None where that cannot be told.

    IPython has an `open` of its own around Python's: what calls it is asked, too.
    """
    for step in steps(trace):
        _, nodes = failed_nodes(step, (ast.Call,))
        names = [getattr(each.func, "attr", getattr(each.func, "id", None)) for each in nodes]
        opening = [node for node, name in zip(nodes, names) if name == "open"]
        if opening:
            return is_for_writing(opening[0], step.tb_frame) if len(opening) == 1 else None
        if is_own(step.tb_frame):
            return False if names and all(each in READS for each in names) else None
    return None


def is_for_writing(call, frame):
    """Whether a call of `open` asks for a file to write, or None."""
    at = 0 if looks_like_mode(call.args[:1]) else 1  # of `path.open("w")`
    given = [each.value for each in call.keywords if each.arg == "mode"] or call.args[at : at + 1]
    mode = value_of(given[0], frame) if given else "r"
    return bool(set(mode) & set("wax")) if type(mode) is str else None


def looks_like_mode(arguments):
    """Whether an argument is the mode of a file, and no path."""
    value = getattr(arguments[0], "value", None) if arguments else None
    return type(value) is str and re.fullmatch(r"[rwaxbt+]{1,4}", value) is not None


def path_facts(value, trace, shell):
    """Facts of a path that the system refused, or None."""
    path = path_of(value)
    if path is None or "\0" in path or "://" in path or not is_open(path) or runs_program(trace):
        return None
    there, gone = first_missing(path)
    is_folder = os.path.isdir(there)
    names = listed_names(there)
    state = meant = None
    if type(value) is FileNotFoundError and gone and is_folder:
        state, meant = missing_state(path, there, gone, names, shell)
    elif type(value) is IsADirectoryError and not gone and is_folder:
        state = "directory"
    elif type(value) is NotADirectoryError and not is_folder:
        state = "not-folder"
    if state is None:
        return None  # it has changed since
    return {
        "kind": "path",
        "state": state,
        "path": path,
        "there": as_given(path, there),
        "gone": gone or None,
        "better": repr(meant) if meant and is_open(meant) else None,
        "expands": is_expanded_there(path, state),
        "count": len(names),
        "names": list(filter(shown, names[: 4 * SHOWN_ENTRIES]))[:SHOWN_ENTRIES],
        "folder": os.getcwd(),
        "writes": is_written(trace),
    }
