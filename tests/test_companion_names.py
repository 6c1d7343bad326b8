"""The companion's files share one namespace: none may take a name of another's."""

import ast
import re
from collections import defaultdict

import companion_kernel
import pytest
from companion_kernel import SOURCES

BUNDLES = {
    name: files
    for name, files in vars(companion_kernel).items()
    if name.isupper() and type(files) is tuple
}
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
