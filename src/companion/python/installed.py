"""What is installed where, read from the names of folders: nothing is imported.

Runs after `look.py` in the same namespace.
"""

import importlib.machinery
import os
import re
import sys

MOST_FOLDERS = 60  # of a path that is searched
SUFFIXES = (".py", *importlib.machinery.EXTENSION_SUFFIXES)
INFO = re.compile(r"([\w.]{1,100})-(\d[\w.+!]{0,60}?)(?:-py\d[\d.]*)?\.(?:dist|egg)-info$")
PACKAGES = ("site-packages", "dist-packages")


def same(name):
    """A package's name as pip compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def entries(folder):
    """The names in a folder; none where it cannot be read."""
    try:
        return os.listdir(folder)
    except OSError:
        return []


def searched():
    """The folders that Python searches, in order."""
    found = [path for path in sys.path if type(path) is str]
    return [path or os.getcwd() for path in found][:MOST_FOLDERS]


def version_of(package):
    """(version, its folder) of an installed package as it lies on disk, or (None, None)."""
    wanted = same(package)
    for folder in searched():
        for entry in entries(folder):
            matched = entry.endswith("-info") and INFO.match(entry)
            if matched and same(matched[1]) == wanted:
                return matched[2], os.path.join(folder, entry)
    return None, None


def located(name, folder):
    """Where a folder holds a top-level module of this name, or None."""
    package = os.path.join(folder, name)
    if os.path.isfile(os.path.join(package, "__init__.py")):
        return package
    return next((package + end for end in SUFFIXES if os.path.isfile(package + end)), None)


def is_installed(path):
    """Whether a file is a package's or Python's own, rather than the user's."""
    own = os.path.dirname(os.__file__)
    return any(part in PACKAGES for part in path.split(os.sep)) or path.startswith(own + os.sep)


def elsewhere(name):
    """The folder of another Python on the PATH that has the module, or None."""
    for folder in os.environ.get("PATH", "").split(os.pathsep)[:MOST_FOLDERS]:
        prefix = os.path.dirname(folder)
        if prefix == sys.prefix or not os.path.isfile(os.path.join(folder, "python3")):
            continue
        for version in entries(os.path.join(prefix, "lib")):
            packages = os.path.join(prefix, "lib", version, PACKAGES[0])
            if version.startswith("python3") and located(name, packages):
                return packages
    return None


def below(name):
    """A folder beside the notebook that holds the module, or None."""
    here = os.getcwd()
    for entry in sorted(entries(here))[: 5 * MOST_FOLDERS]:
        if not entry.startswith(".") and located(name, os.path.join(here, entry)):
            return entry
    return None


def began():
    """When this process began, in seconds since 1970, or None."""
    psutil = sys.modules.get("psutil")
    return psutil.Process().create_time() if psutil else None
