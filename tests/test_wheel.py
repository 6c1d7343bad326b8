"""The wheel: built from a checkout, installed where there is no Node."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCRIPTS = "Scripts" if os.name == "nt" else "bin"


def checked(command, **options):
    """Run a program that must succeed; what it printed, on both streams."""
    result = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=600, **options
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout + result.stderr


def link_or_copy(source, target):
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of the files under version control, with the packages installed."""
    folder = tmp_path_factory.mktemp("checkout")
    files = checked(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT)
    for name in filter(None, files.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    # Hard links: the packages are many, and npm leaves what fits as it is.
    shutil.copytree(
        ROOT / "node_modules", folder / "node_modules", symlinks=True, copy_function=link_or_copy
    )
    return folder


@pytest.fixture(scope="module")
def wheel(checkout):
    checked(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", "dist", "."],
        cwd=checkout,
    )
    (path,) = (checkout / "dist").glob("*.whl")
    return path


@pytest.fixture(scope="module")
def venv(wheel, tmp_path_factory):
    """A fresh environment that has the wheel, and sees this one's JupyterLab."""
    folder = tmp_path_factory.mktemp("fresh") / "venv"
    checked([sys.executable, "-m", "venv", str(folder)])
    python = folder / SCRIPTS / "python"
    checked([python, "-m", "pip", "install", "--no-deps", "--no-index", str(wheel)], env=without_node())
    site_packages = checked([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"])
    lab = sysconfig.get_path("purelib")
    (Path(site_packages.strip()) / "jupyterlab.pth").write_text(f"{lab}\n")
    return folder


def without_node():
    """This environment with an empty PATH, so without Node."""
    return {**os.environ, "PATH": ""}


def test_the_front_end_is_enabled_without_node(venv):
    listed = checked(
        [venv / SCRIPTS / "python", "-m", "jupyterlab.labextensions", "list"], env=without_node()
    )
    ours = re.search(rf"^{re.escape(str(venv))}.*\n(?:\s+.*\n)*?\s+jupyterlab-torch-triage v(.*)", listed, re.M)
    assert ours, listed
    assert re.search(r"enabled\S*\s.*OK", ours.group(1)), listed
    assert "jupyterlab_torch_triage" in ours.group(1)


def test_the_wheel_holds_a_production_build(venv):
    extension = venv / "share" / "jupyter" / "labextensions" / "jupyterlab-torch-triage"
    names = {path.name for path in extension.rglob("*")}
    assert {"package.json", "install.json", "style.js"} <= names
    assert not [name for name in names if name.endswith(".map")]


def test_the_server_extension_is_enabled_and_brings_its_schema(venv):
    listed = checked(
        [venv / SCRIPTS / "python", "-m", "jupyter_server.extension.serverextension", "list"],
        env=without_node(),
    )
    config = venv / "etc" / "jupyter" / "jupyter_server_config.d" / "jupyterlab_torch_triage.json"
    assert config.is_file()
    assert re.search(r"jupyterlab_torch_triage\S* .*enabled", listed), listed
    schema = "jupyterlab_torch_triage/event_schemas/kernel_exit.yaml"
    assert [*venv.rglob(schema)], "no schema in the package"


def test_the_command_runs_the_bundled_program(venv, tmp_path):
    node = shutil.which("node")
    log = tmp_path / "empty.log"
    log.write_text("nothing went wrong\n")
    command = [venv / SCRIPTS / "torch-triage", "--json", log]
    assert checked(command, env={**os.environ, "PATH": str(Path(node).parent)}).startswith("{")


def test_the_command_says_what_is_missing(venv):
    result = subprocess.run(
        [venv / SCRIPTS / "torch-triage", "x.log"],
        capture_output=True,
        text=True,
        check=False,
        env=without_node(),
    )
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "Node.js" in result.stderr
