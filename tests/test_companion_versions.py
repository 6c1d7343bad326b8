"""What the companion tells of packages that do not fit, in a real kernel.

The packages are made here, each with its metadata: a real pair would take
hundreds of megabytes.
"""

import shutil

import pytest
from companion_kernel import FAILURES, source_of

LIMIT = 0.2  # seconds that an answer may take

OLD = "def load(path): pass\n"
NEW = "def load(path, device=None): pass\ndef fast(): pass\nclass Config: pass\n"


def install(folder, name, version, source, *needs):
    """A package of one module in a folder of packages."""
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir(parents=True)
    head = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
    head += [f"Requires-Dist: {each}" for each in needs]
    (info / "METADATA").write_text("\n".join(head) + "\n\nRequires-Dist: nothing>=9\n")
    (folder / f"{name}.py").write_text(f"__version__ = {version!r}\n{source}")


def remove(folder, name, version):
    shutil.rmtree(folder / f"{name}-{version}.dist-info")
    (folder / f"{name}.py").unlink()
    shutil.rmtree(folder / "__pycache__", ignore_errors=True)


@pytest.fixture
def failing(failing_torch, tmp_path):
    """The shared one, with a folder of packages of its own."""
    failing_torch.packages = tmp_path / "site-packages"
    failing_torch.packages.mkdir()
    failing_torch.kernel.run(
        "import importlib, sys\n"
        "for name in ('under', 'over'): sys.modules.pop(name, None)\n"
        f"sys.path[:] = [each for each in sys.path if 'test_' not in each] + [{str(tmp_path / 'site-packages')!r}]"
    )
    return failing_torch


def told(facts, *names):
    return tuple(facts[each] for each in names)


#: the source of `over`, what it needs → the code that fails
CLASHES = {
    ("from under import fast\n", "under>=2.0"): "import over",
    ("from under import fast\n", "under (>=2.0,<3)"): "import over",
    ("import under\nunder.Config\n", "under~=2.0"): "import over",
    ("import under\ndef go(): under.fast()\n", "under==2.*"): "import over\nover.go()",
    ("import under\ndef go(): under.load('x', device=3)\n", "under!=1.4.0"): (
        "import over\nover.go()"
    ),
    ("import under\ndef go(): under.Config()\n", "under>1.4"): "import over\nover.go()",
}


@pytest.mark.sampled
@pytest.mark.parametrize(("over", "code"), CLASHES.items())
def test_a_package_that_needs_another_version(failing, over, code):
    source, needs = over
    install(failing.packages, "under", "1.4.0", OLD)
    install(failing.packages, "over", "0.9", source, "numpy", needs)
    facts = failing(code)
    assert told(facts, "kind", "state", "package", "version") == ("versions", "clash", "over", "0.9")
    assert told(facts, "other", "has", "proven") == ("under", "1.4.0", True)
    assert facts["needs"] in needs
    assert facts["direction"] == (None if "!=" in needs else "older")
    assert failing.took < LIMIT
    # The first fix: the version that it needs, and a new process.
    remove(failing.packages, "under", "1.4.0")
    install(failing.packages, "under", "2.1.0", NEW)
    failing.kernel.run("for name in ('under', 'over'): sys.modules.pop(name, None)")
    failing.kernel.run("importlib.invalidate_caches()")
    assert failing.kernel.run(code)["status"] == "ok"


@pytest.mark.sampled
@pytest.mark.parametrize(
    "needs",
    [
        "under>=1.0",
        "under",
        'under>=2.0; extra == "all"',
        'under>=2.0; sys_platform == "aix"',
        "other>=2.0",
        "under @ file:///under.whl",
    ],
)
def test_what_fits_or_is_not_sure_is_not_told(failing, needs):
    install(failing.packages, "under", "1.4.0", OLD)
    install(failing.packages, "over", "0.9", "import under\nunder.fast\n", needs)
    assert failing("import over")["kind"] == "attribute"


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("version", "clause", "direction"),
    [
        ("2.5.0", "==2.4.0", "newer"),
        ("2.3", "==2.4.*", "older"),
        ("3.0", "<3", "newer"),
        ("1.9", ">=1.10", "older"),
        ("3.0", "~=2.2", "newer"),
        ("2.0", ">2.0", "older"),
        ("2.0", "<2.0", "newer"),
        ("2.0", "!=2.0", None),
    ],
)
def test_on_which_side_of_a_clause_a_version_lies(version, clause, direction):
    names = {}
    exec(source_of(FAILURES["ImportError"]), names)
    assert names["direction"](version, clause) == direction


UPGRADED = {
    "under.fast()": ("versions", True),
    "under.Config": ("versions", True),
    "from under import fast": ("import", True),
    "from under import Config": ("import", True),
    "from under import nothing": ("import", False),
    "under.nothing": ("versions", False),
    "under.load('x', device=3)": ("versions", False),
}


@pytest.mark.parametrize("code", UPGRADED)
def test_a_package_that_was_replaced_since_it_was_imported(failing, code):
    install(failing.packages, "under", "1.4.0", OLD)
    failing.kernel.run("importlib.invalidate_caches(); import under")
    remove(failing.packages, "under", "1.4.0")
    install(failing.packages, "under", "2.1.0", NEW)
    facts = failing(code)
    assert told(facts, "state", "used", "version") == ("upgraded", "1.4.0", "2.1.0")
    assert told(facts, "kind", "proven") == UPGRADED[code]
    assert failing.took < LIMIT
    # As after a restart.
    failing.kernel.run("del sys.modules['under']; importlib.invalidate_caches(); import under")
    assert "nothing" in code or failing.kernel.run(code)["status"] == "ok"


@pytest.mark.parametrize("export", [True, False])
def test_a_part_of_the_new_release_in_the_old_one(failing, export):
    # As packages do that import their parts late.
    folder = failing.packages / "under"
    install(failing.packages, "under", "1.4.0", "")
    (failing.packages / "under.py").unlink()
    folder.mkdir()
    (folder / "__init__.py").write_text("__version__ = '1.4.0'\n")
    failing.kernel.run("importlib.invalidate_caches(); import under")
    shutil.rmtree(failing.packages / "under-1.4.0.dist-info")
    install(failing.packages, "under", "2.1.0", NEW)
    (failing.packages / "under.py").rename(folder / "speed.py")
    exported = "from .speed import fast\n" if export else ""
    (folder / "__init__.py").write_text(f"__version__ = '2.1.0'\n{exported}")
    failing.kernel.run("importlib.invalidate_caches(); import under.speed")
    facts = failing("under.fast()")
    if export:
        assert told(facts, "kind", "state", "proven") == ("versions", "upgraded", True)
    else:
        assert told(facts, "kind", "state") == ("attribute", "home")


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("version", "clause", "meets"),
    [
        ("1.10", ">=1.9", True),
        ("1.9", ">=1.10", False),
        ("2.0.0", "==2.0", True),
        ("2.0.1", "==2.0", False),
        ("2.0.1", "==2.0.*", True),
        ("2.1", "!=2.0.*", True),
        ("2.4.1", "~=2.2", True),
        ("3.0", "~=2.2", False),
        ("2.1", "~=2.2", False),
        ("2.13.0+cpu", "<2.14", True),
        ("2.13.0", ">2.13", False),
        ("2.0rc1", ">=2.0", None),
        ("2.0", ">=2.0rc1", None),
        ("2.0", "===2.0", None),
    ],
)
def test_whether_a_version_meets_a_clause(version, clause, meets):
    names = {}
    exec(source_of(FAILURES["ImportError"]), names)
    assert names["meets"](version, clause) is meets
