"""The wheel: built from a checkout, installed where there is no Node."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
import yaml

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
    assert not [name for name in names if name.endswith((".map", ".orig"))]


def test_the_page_of_the_wheel_has_no_link_that_leads_nowhere(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [one for one in archive.namelist() if one.endswith(".dist-info/METADATA")]
        metadata = archive.read(name).decode()
    head, text = metadata.split("\n\n", 1)
    assert "Description-Content-Type: text/markdown" in head
    assert text.startswith("# Torch Triage")
    assert not re.findall(r"\]\((?!https://)[^)]*\)", text)


def proofs():
    """Texts of cases and lines of snippets, distinctive enough to be searched."""
    folder = ROOT / "src" / "catalogue"
    for path in sorted(folder.glob("*/*/cases.yaml")):
        cases = yaml.safe_load(path.read_text(encoding="utf-8"))
        for case in cases["recognised"] + cases["nearMisses"]:
            for field in ("evalue", "stderr", "traceback", "source"):
                yield from (line for line in case.get(field, "").split("\n") if len(line) > 160)
    for path in sorted(folder.glob("*/*/raises.py")):
        yield from (line for line in path.read_text(encoding="utf-8").split("\n") if len(line) > 60)


def test_no_case_snippet_or_proof_ships(wheel):
    with zipfile.ZipFile(wheel) as archive:
        shipped = {
            name: archive.read(name).decode("utf-8", "replace")
            for name in archive.namelist()
            if name.endswith((".js", ".cjs", ".py", ".json", ".yaml"))
        }
    catalogue = [name for name, text in shipped.items() if "tensor/scalar-index" in text]
    assert len(catalogue) >= 2, "neither the extension nor the command line has the catalogue"
    assert not [name for name, text in shipped.items() if "nearMisses" in text]
    # Entries quote messages, and fixes are the code of a snippet.
    entries = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "src" / "catalogue").rglob("*.ts")
        if "__tests__" not in path.parts
    )
    words = {word for word in proofs() if word not in entries}
    # A bundle spells non-ASCII and quotes in its own way: plain lines are enough.
    plain = [word for word in words if word.isascii() and not set(word) & set("\"'`\\")]
    assert len(plain) > 50
    assert not [word for word in plain if any(word in text for text in shipped.values())]


def test_what_ships_is_minified(wheel):
    with zipfile.ZipFile(wheel) as archive:
        texts = [
            archive.read(name).decode()
            for name in archive.namelist()
            if name.endswith(".cjs") or re.search(r"/static/[^/]+\.js$", name)
        ]
    large = [text for text in texts if len(text) > 30_000]
    assert len(large) > 3
    # A line of code that somebody can read is short.
    assert all(len(text) / (text.count("\n") + 1) > 200 for text in large)


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
