"""The companion's files share one namespace: none may take a name of another's."""

import ast
import re
from collections import defaultdict

import companion_kernel
import pytest
from companion_kernel import FAILURES, PARTS, SOURCES

BUNDLES = {
    name: files
    for name, files in vars(companion_kernel).items()
    if name.isupper() and type(files) is tuple
} | FAILURES
FRONT_END = SOURCES.parent


def defined(file):
    """(names that a file defines, names of what it imports) at its top level."""
    own, imported = set(), set()
    for node in ast.parse((SOURCES / f"{file}.py").read_text()).body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            imported |= {(each.asname or each.name).partition(".")[0] for each in node.names}
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            own.add(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [each for target in targets for each in ast.walk(target)]
            own |= {each.id for each in names if isinstance(each, ast.Name)}
    return own, imported


@pytest.mark.parametrize("bundle", BUNDLES)
def test_no_file_takes_a_name_of_another(bundle):
    owners, modules = defaultdict(list), set()
    for file in BUNDLES[bundle]:
        own, imported = defined(file)
        modules |= imported
        for name in own - {"report"}:  # the last file's is asked
            owners[name].append(file)
    assert {name: files for name, files in owners.items() if len(files) > 1} == {}
    assert modules & set(owners) == set()


def sent():
    """The bundles that the front end sends, by the constants of its modules."""
    found = set()
    for path in FRONT_END.glob("*.ts"):
        text = path.read_text()
        files = dict(re.findall(r"import (\w+Source) from '[./]+/python/(\w+)\.py\?raw'", text))
        files |= dict(re.findall(r"import (\w+Source) from '[^']*companion/python/(\w+)\.py\?raw'", text))
        for names in re.findall(r"\[\s*((?:\w+Source,?\s*){2,})\]\.join", text):
            found.add(tuple(files[name] for name in re.findall(r"\w+", names)))
    return found


def test_the_tests_ask_what_the_front_end_asks():
    assert len(sent()) >= 5
    assert sorted(sent() - set(BUNDLES.values())) == []


def test_the_front_end_has_each_part_of_a_question_about_a_failure():
    text = (FRONT_END / "failure.ts").read_text()
    assert tuple(re.findall(r"^  (\w+): \1Source\b", text, re.M)) == PARTS


#: Where `failure.py` goes on by the class of the exception.
ASKS = {
    "NameError": {"name_facts"},
    "TypeError": {"call_facts", "refused_facts", "twice_facts", "origin_facts", "version_facts"},
    "KeyError": {"key_facts"},
    "IndexError": {"index_facts"},
    "ValueError": {"unpack_facts", "refused_facts"},
    "AttributeError": {"attribute_facts", "lacking_facts", "version_facts"},
    "ImportError": {"import_facts", "version_facts"},
    "PicklingError": {"twice_facts"},
    "AssertionError": {"twice_facts", "assertion_facts"},
}
ASKS["ModuleNotFoundError"] = ASKS["ImportError"]
for ename in ("FileNotFoundError", "NotADirectoryError", "IsADirectoryError"):
    ASKS[ename] = {"path_facts"}
#: Names that `report` and what it calls leave to ASKS.
CHOSEN = set().union(*ASKS.values())


def read_by(node):
    """The names of others that a piece of code reads."""
    names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
    arguments = {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
    own = {each.id for each in names if isinstance(each.ctx, ast.Store)} | arguments
    return {each.id for each in names} - (own if isinstance(node, ast.FunctionDef) else set())


def needs():
    """(name -> the file that defines it, name -> names that it needs) of all parts."""
    homes, read = {}, defaultdict(set)
    for file in PARTS:
        own, _ = defined(file)
        homes |= dict.fromkeys(own, file)
        for node in ast.parse((SOURCES / f"{file}.py").read_text()).body:
            name = getattr(node, "name", None)
            # What stands beside functions runs whenever the file is there.
            for each in [name] if name else own:
                read[each] |= read_by(node) - (CHOSEN if file == "failure" else set())
    return homes, read


@pytest.mark.parametrize("ename", FAILURES)
def test_what_a_question_about_a_failure_needs_is_sent_with_it(ename):
    homes, read = needs()
    seen, left = set(), [*ASKS[ename], "report"]
    while left:
        name = left.pop()
        if name in homes and name not in seen:
            seen.add(name)
            left += read[name]
    assert {homes[name] for name in seen} - set(FAILURES[ename]) == set()
