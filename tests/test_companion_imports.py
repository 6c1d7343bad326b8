"""What the companion tells of an import that failed, in a real kernel."""

import sys
from pathlib import Path

import pytest

LIMIT = 0.2  # seconds that an answer may take


@pytest.fixture
def failing(failing):
    """The shared one, with what the cells of these tests use."""
    failing.kernel.run("import sys; from pathlib import Path")
    return failing


def installed(folder, name, package, version, source=""):
    """A package of this name and version in a folder of packages; its module's file."""
    (folder / f"{package.replace('-', '_')}-{version}.dist-info").mkdir(parents=True)
    (folder / f"{name}.py").write_text(f"__version__ = {version!r}\n{source}")
    return folder / f"{name}.py"


def test_a_module_that_is_not_installed(failing):
    facts = failing("import cv2")
    assert facts == {
        "kind": "import",
        "module": "cv2",
        "name": None,
        "package": "opencv-python",
        "executable": facts["executable"],
        "state": "missing",
        "known": True,
        "version": None,
        "place": None,
        "near": None,
        "torch": False,
    }
    own = f"assert sys.executable == {facts['executable']!r}"
    assert failing.kernel.run(own)["status"] == "ok"
    assert failing.took < LIMIT


def test_a_module_whose_name_is_mistyped(failing):
    facts = failing("import ipykernle")
    assert (facts["state"], facts["near"]) == ("missing", "ipykernel")


def test_a_package_that_is_installed_without_its_module(failing, tmp_path):
    (tmp_path / "site-packages" / "opencv_python-4.9.0.dist-info").mkdir(parents=True)
    failing.kernel.run(f"sys.path.append({str(tmp_path / 'site-packages')!r})")
    facts = failing("import cv2")
    assert (facts["state"], facts["version"]) == ("empty", "4.9.0")


def test_a_module_of_another_environment(failing, tmp_path):
    packages = tmp_path / "other" / "lib" / "python3.11" / "site-packages"
    (tmp_path / "other" / "bin").mkdir(parents=True)
    (tmp_path / "other" / "bin" / "python3").symlink_to(sys.executable)
    installed(packages, "only_there", "only-there", "1.0")
    failing.kernel.run(f"import os; os.environ['PATH'] = {str(tmp_path / 'other' / 'bin')!r}")
    facts = failing("import only_there")
    assert (facts["state"], facts["place"]) == ("elsewhere", str(packages))


def test_a_module_of_a_folder_beside_the_notebook(failing):
    (failing.folder / "cloned" / "layers").mkdir(parents=True)
    (failing.folder / "cloned" / "layers" / "__init__.py").touch()
    facts = failing("from layers import Block")
    assert (facts["state"], facts["place"]) == ("below", "cloned")


def test_a_file_of_the_users_in_the_place_of_a_package(failing, tmp_path):
    installed(tmp_path / "site-packages", "shown", "shown", "1.0", "def show(): pass")
    failing.kernel.run(f"sys.path.append({str(tmp_path / 'site-packages')!r})")
    own = failing.folder / "shown.py"
    own.touch()
    facts = failing("from shown import show")
    assert facts["state"] == "shadowed"
    assert Path(facts["place"]).resolve() == own.resolve()
    own.unlink()
    failing.kernel.run("del sys.modules['shown']")
    assert failing.kernel.run("from shown import show")["status"] == "ok"


def test_a_package_that_was_upgraded_since_it_was_imported(failing, tmp_path):
    packages = tmp_path / "site-packages"
    installed(packages, "grown", "grown", "1.2.0+cpu")
    failing.kernel.run(f"sys.path.append({str(packages)!r}); import grown")
    facts = failing("from grown import leaf")
    assert (facts["state"], facts["version"]) == ("name", "1.2.0+cpu")
    (packages / "grown-1.2.0+cpu.dist-info").rmdir()
    installed(packages, "grown", "grown", "1.10.0", "leaf = 1")
    facts = failing("from grown import leaf")
    assert (facts["state"], facts["used"], facts["version"]) == ("upgraded", "1.2.0+cpu", "1.10.0")


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("code", "state", "near"),
    [
        ("import torch.nn.functionals", "part", "functional"),
        ("import torch.no.such", "part", None),
        ("from torch.utils.data import DataLoadr", "name", "DataLoader"),
        ("from torch import nothing_like_it", "name", None),
    ],
)
def test_what_an_installed_package_lacks(failing, code, state, near):
    facts = failing(code)
    assert (facts["package"], facts["state"], facts["near"]) == ("torch", state, near)
    version = f"import torch; assert torch.__version__ == {facts['version']!r}"
    assert failing.kernel.run(version)["status"] == "ok"
    assert failing.took < LIMIT


def test_what_the_users_own_file_lacks_is_no_matter_of_packages(failing):
    (failing.folder / "helpers.py").touch()
    assert failing("from helpers import one") is None
    assert failing("import helpers.two") is None


def test_a_folder_that_python_took_for_a_package(failing):
    (failing.folder / "fastai").mkdir()
    facts = failing("import fastai.vision")
    assert (facts["state"], facts["project"]) == ("folder", False)
    assert facts["place"].endswith("fastai")
    (failing.folder / "fastai" / "setup.py").touch()
    assert failing("from fastai.metrics import accuracy")["project"] is True


def test_what_the_users_own_package_lacks(failing):
    (failing.folder / "nets").mkdir()
    for name in ("__init__", "paths", "layers"):
        (failing.folder / "nets" / f"{name}.py").touch()
    facts = failing("import nets.layer")
    assert (facts["state"], facts["near"]) == ("own", "layers")
    assert facts["place"].endswith("nets")
    assert failing.kernel.run("import nets.layers")["status"] == "ok"


def test_a_module_near_to_a_file_of_the_users(failing):
    (failing.folder / "dlutils").mkdir()
    assert failing("import kdlutils")["near"] == "dlutils"


def test_no_module_that_only_looks_like_one_is_read(failing):
    failing.kernel.run(
        "ran = []\n"
        "class Odd:\n"
        "    def __getattribute__(self, name):\n"
        "        if sys._getframe(1).f_code.co_filename == '<torch-triage>': ran.append(name)\n"
        "        raise AttributeError(name)\n"
        "sys.modules['odd'] = Odd()"
    )
    failing("from odd import thing")
    assert failing.kernel.run("assert ran == [], ran")["status"] == "ok"


def test_nothing_is_imported(failing):
    failing.kernel.run("import cv2")  # IPython loads what it prints an error with
    failing.kernel.run("before = {*sys.modules}")
    failing("import cv2")
    failing.kernel.run("new = {*sys.modules} - before")
    reply = failing.kernel.run("assert not new, new")
    assert reply["status"] == "ok", reply["evalue"]


LATE = """
import sys, types

def build(size): pass

class Late(types.ModuleType):
    def __getattr__(self, name):
        raise AttributeError(f"module {self.__name__} has no attribute {name}")

module = Late(__name__)
module.__file__, module.__path__ = __file__, __path__
module._class_to_module = {"BertModel": "bert", "AutoTokenizer": "auto"}
module.build = build
sys.modules[__name__] = module
"""


@pytest.mark.parametrize(
    ("code", "kind", "near"),
    [
        ("from late import BertModle", "import", "BertModel"),
        ("import late\nlate.AutoTokeniser", "attribute", "AutoTokenizer"),
        ("import late\nlate.build(sise=3)", "call", "size"),
    ],
)
def test_a_package_that_loads_its_parts_late(failing, tmp_path, code, kind, near):
    packages = tmp_path / "site-packages"
    (packages / "late").mkdir(parents=True)
    (packages / "late" / "__init__.py").write_text(LATE)
    (packages / "late-5.1.dist-info").mkdir()
    failing.kernel.run(f"import torch, sys; sys.path.insert(0, {str(packages)!r})")
    facts = failing(code)
    assert (facts["kind"], facts["near"], facts["version"]) == (kind, near, "5.1")
