"""Which installed packages do not fit one another, or what was imported of them.

Runs after `attributes.py` and the files before it in the same namespace. What a
package requires stands in its metadata on disk.
"""

import io
import os
import re

MOST_PACKAGES = 8  # of the traceback, the innermost first
#: They run the cell.
OURS = ("", "IPython", "ipykernel", "importlib")
LONGEST_METADATA = 200_000  # bytes that are read
REQUIRED = re.compile(r"Requires-Dist: ([\w.-]{1,100})\s*(?:\[[^\]]*\])?\s*\(?([^;()]{0,100})\)?\s*$")
CLAUSE = re.compile(r"(==|!=|~=|<=|>=|<|>)\s*(\d[\d.]*?)(\.\*)?$")
#: Not of candidates, whose order is another.
RELEASED = re.compile(r"\d+(?:\.\d+)*(?:\.post\d+)?(?:\+[\w.]+)?$")


def installed_packages():
    """name as pip compares it → (version, folder of its metadata), of the first in the path."""
    found = {}
    for folder in searched():
        for entry in entries(folder):
            matched = entry.endswith("-info") and INFO.match(entry)
            if matched:
                where = os.path.join(folder, entry)
                found.setdefault(same(matched[1]), (matched[2], where))
    return found


def requirements(folder):
    """(package, its versions as written) that a package needs whatever the machine."""
    try:
        # Not the built-in name, which the user may have given another value.
        with io.open(os.path.join(folder, "METADATA"), encoding="utf-8") as file:
            head = file.read(LONGEST_METADATA).partition("\n\n")[0]
    except (OSError, ValueError):
        return []
    return [matched.groups() for matched in map(REQUIRED.match, head.splitlines()) if matched]


def padded(one, other):
    """Two releases, made equally long with zeros."""
    length = max(len(one), len(other))
    return [each + [0] * (length - len(each)) for each in (one, other)]


def meets(version, clause):
    """Whether a released version meets one clause (`>=2.0`); None where that is not sure."""
    matched = CLAUSE.match(clause.strip())
    if matched is None or not RELEASED.match(version):
        return None
    sign, wanted = matched[1], release(matched[2])
    has = release(version)
    if matched[3] or sign == "~=":
        kept = len(wanted) - (sign == "~=")
        is_same = padded(has, wanted)[0][:kept] == wanted[:kept]
        if sign == "~=":
            return is_same and has >= wanted
        return {"==": is_same, "!=": not is_same}.get(sign)
    has, wanted = padded(has, wanted)
    return {
        "==": has == wanted,
        "!=": has != wanted,
        "<=": has <= wanted,
        ">=": has >= wanted,
        "<": has < wanted,
        ">": has > wanted,
    }[sign]


def direction(version, clause):
    """Whether a version is `older` or `newer` than a clause that it does not meet wants, or None."""
    matched = CLAUSE.match(clause.strip())
    if matched[1] == "!=":
        return None
    has, wanted = padded(release(version), release(matched[2]))
    return "older" if has < wanted or matched[1] == ">" else "newer"


def passed_through(trace):
    """The packages of the frames of a traceback, the innermost first."""
    found = []
    while trace is not None:
        frame = trace.tb_frame
        name = dict.get(frame.f_globals, "__name__") if is_a(frame.f_globals, dict) else None
        top = name.partition(".")[0] if type(name) is str else ""
        # A module whose import failed is not there any more, but its frame is.
        if top not in OURS and is_installed(frame.f_code.co_filename):
            found.insert(0, top)
        trace = trace.tb_next
    return [*dict.fromkeys(found)][:MOST_PACKAGES]


def wanted_of(message, facts):
    """(package that lacks something, its module, the name or argument that it lacks)."""
    lacking = LACKING.match(message)
    if lacking:
        return lacking[2].partition(".")[0], lacking[2], lacking[1]
    missing = MISSING.match(message)
    if missing and "." in missing[1]:
        parent, _, name = missing[1].rpartition(".")
        return missing[1].partition(".")[0], parent, name
    module = facts and facts.get("module")
    if facts and facts["kind"] == "attribute" and module:
        return module.partition(".")[0], module, facts["name"]
    if facts and facts["kind"] == "call" and facts["package"]:
        return facts["package"], None, facts["keyword"]
    return None, None, None


def has_by_now(module, name):
    """Whether the file of a module, as it lies on disk, gives a name its value."""
    path = text(field(loaded(module), "__file__")) or ""
    if not path.endswith(".py"):
        return False
    if field(loaded(module), "__path__") is not None and located(name, os.path.dirname(path)):
        return True
    return definition(parsed(file_text(path) or "") or [], name) is not None


def replaced(tops, module, name, packages, known):
    """Facts of a package that was replaced on disk since it was imported, or None."""
    for top in tops:
        package = packages.get(top, top)
        versions = upgraded(top, *known.get(same(package), (None, None)))
        if versions:
            is_proven = bool(module) and module.partition(".")[0] == top
            return {
                "kind": "versions",
                "state": "upgraded",
                "package": package,
                "used": versions[0],
                "version": versions[1],
                "proven": is_proven and has_by_now(module, name),
            }
    return None


def contradiction(tops, other, packages, known):
    """Facts of a package that needs another version of one that it called, or None."""
    called = {same(packages.get(each, each)): each for each in (other, *tops) if each}
    for at, top in enumerate(tops):
        version, folder = known.get(same(packages.get(top, top)), (None, None))
        for name, needs in requirements(folder) if folder else ():
            has = known.get(same(name), ("",))[0]
            clauses = [each for each in needs.split(",") if each.strip()]
            unmet = [each for each in clauses if meets(has, each) is False]
            if same(name) in called and unmet:
                return {
                    "kind": "versions",
                    "state": "clash",
                    "package": packages.get(top, top),
                    "version": version,
                    "other": name,
                    "needs": needs.strip(),
                    "has": has,
                    "direction": direction(has, unmet[0]),
                    # The package itself asked for what that version lacks.
                    "proven": at == 0 and called[same(name)] == other,
                }
    return None


def version_facts(message, trace, facts, packages):
    """Facts of versions that do not fit and may be behind a failure, or None."""
    other, module, name = wanted_of(message, facts)
    tops = passed_through(trace)
    involved = [*dict.fromkeys([*([other] if other else []), *tops])]
    if not involved:
        return None
    known = installed_packages()
    found = replaced(involved, module, name, packages, known)
    callers = [each for each in tops if each != other]
    return found or contradiction(callers, other, packages, known)
