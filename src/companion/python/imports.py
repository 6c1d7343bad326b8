"""Why something could not be imported.

Runs after `look.py`, `near.py` and `installed.py` in the same namespace.
"""

import os
import re
import sys
import types

NAMED = ImportError.__dict__["name"].__get__
MISSING = re.compile(r"No module named '([\w.]{1,200})'(; '[\w.]{1,200}' is not a package)?$")
LACKING = re.compile(r"cannot import name '(\w{1,200})' from '([\w.]{1,200})'")


def text(value):
    """`value` as a plain text if it is one, else None; torch's version is a kind of its own."""
    return str.__str__(value) if is_a(value, str) else None


def loaded(name):
    """A module that is imported, or None for what only pretends to be one."""
    module = sys.modules.get(name)
    return module if is_a(module, types.ModuleType) else None


def upgraded(top, version, folder):
    """(version in use, version on disk) of a package that was replaced since it was imported.

    `version` and `folder` are those of its metadata, or None.
    """
    used = text(field(loaded(top), "__version__"))
    start = began()
    if used is None or version is None or start is None or release(used) == release(version):
        return None
    return (used, version) if os.stat(folder).st_ctime > start else None


def release(version):
    """The numbers of a version, without what builds and candidates add."""
    return [int(part) for part in re.match(r"[\d.]*", version)[0].split(".") if part]


def shadowing(top):
    """The user's file that stands in the place of an installed package, or None."""
    path = text(field(loaded(top), "__file__"))
    if path is None or is_installed(path):
        return None
    others = (located(top, folder) for folder in searched())
    return path if any(other and is_installed(other) for other in others) else None


def names_in(package):
    """The modules of a package that is imported, as they lie on disk."""
    folders = field(package, "__path__")
    path = text(field(package, "__file__"))
    if folders is None or path is None:
        return []
    return [entry.split(".")[0] for entry in entries(os.path.dirname(path))]


def own_modules(folder):
    """The user's files and folders in a folder that Python searches."""
    names = [each for each in entries(folder)[: 5 * MOST_FOLDERS] if each[:1] not in "._"]
    return [
        each
        for each in names
        if each.endswith(".py") or ("." not in each and os.path.isdir(os.path.join(folder, each)))
    ]


def missing_top(top, package, is_known):
    """Facts of a module that Python does not find."""
    version, _ = version_of(package)
    folder = None if version else below(top)
    other = None if version or folder else elsewhere(top)
    state = "empty" if version else "below" if folder else "elsewhere" if other else "missing"
    known = [*sys.stdlib_module_names] if hasattr(sys, "stdlib_module_names") else []
    for each in searched():
        names = entries(each) if is_installed(each + os.sep) else own_modules(each)
        known += (entry.split(".")[0] for entry in names)
    return {
        "state": state,
        "known": is_known,
        "version": version,
        "place": folder or other,
        "near": nearest(top, sorted({each for each in known if each.isidentifier()})),
    }


def lacking_name(name, wanted):
    """Facts of a name that an imported module does not have, None where it has."""
    module = loaded(name)
    # Packages that load their parts late keep a list of them.
    late = field(module, "_class_to_module")
    names = [*fields(module), *names_in(module), *(dict.keys(late) if is_a(late, dict) else ())]
    return None if wanted in names else {"state": "name", "near": shown(nearest(wanted, names))}


def missing_part(name):
    """Facts of a part that an imported package does not have, None where it has."""
    parent, _, part = name.rpartition(".")
    names = names_in(loaded(parent))
    return None if part in names else {"state": "part", "near": nearest(part, names)}


def bare_folder(top):
    """The user's folder that Python took for a package that nothing brings, or None.

    A folder without `__init__.py` counts only where no package of its name is found.
    """
    module = loaded(top)
    folders = None if module is None else field(field(module, "__path__"), "_path")
    is_bare = text(field(module, "__file__")) is None and type(folders) is list
    own = [each for each in folders if type(each) is str and not is_installed(each + os.sep)] if is_bare else []
    return own[0] if own else None


def own_part(name):
    """Facts of a part that a package of the user's does not have, None where it has."""
    found = missing_part(name)
    folders = field(loaded(name.rpartition(".")[0]), "__path__")
    first = next(iter(folders), None) if type(folders) is list else None
    return found and first and {**found, "state": "own", "place": first}


def import_facts(value, message, packages):
    """Facts of an import that failed, or None.

    `packages` names the package of a module where it is not called so too.
    """
    missing, lacking = MISSING.match(message), LACKING.match(message)
    name = missing[1] if missing else lacking[2] if lacking else None
    if name is None or name != text(NAMED(value)):
        return None
    top = name.partition(".")[0]
    package = packages.get(top, top)
    facts = {
        "kind": "import",
        "module": name,
        "name": lacking and lacking[1],
        "package": package,
        "executable": sys.executable,
    }
    if loaded(top) is None:
        is_top = missing and name == top
        return {**facts, **missing_top(top, package, top in packages)} if is_top else None
    path, versions = shadowing(top), upgraded(top, *version_of(package))
    if path:
        return {**facts, "state": "shadowed", "place": path}
    if versions:
        module, wanted = (name, lacking[1]) if lacking else name.rpartition(".")[::2]
        told = {"state": "upgraded", "used": versions[0], "version": versions[1]}
        return {**facts, **told, "proven": has_by_now(module, wanted)}
    folder = bare_folder(top)
    if missing and folder:
        setups = ("setup.py", "pyproject.toml")
        is_project = any(os.path.isfile(os.path.join(folder, each)) for each in setups)
        return {**facts, "state": "folder", "place": folder, "project": is_project}
    found = lacking_name(name, lacking[1]) if lacking else missing_part(name)
    # What the user's own file lacks is no matter of versions.
    if found is None or not is_installed(text(field(loaded(top), "__file__")) or ""):
        part = own_part(name) if missing and loaded(name.rpartition(".")[0]) else None
        return part and {**facts, **part}
    version = text(field(loaded(top), "__version__")) or version_of(package)[0]
    return {**facts, "version": version, **found}
