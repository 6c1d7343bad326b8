"""What the dry run of a release refuses. What it builds, test_wheel.py tries."""

import importlib.util
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import jinja2
import pytest
import yaml

ROOT = Path(__file__).parents[1]
NODE = shutil.which("node")


def check(name, *args):
    """The complaints of one of the checks."""
    program = (
        f"import {{ {name} }} from './scripts/release/checks.mjs';"
        f"console.log(JSON.stringify({name}(...{json.dumps(args)})))"
    )
    result = subprocess.run(
        [NODE, "--input-type=module", "-e", program],
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    return json.loads(result.stdout)


READY = {
    "manifest": {"version": "0.2.0", "repository": {"url": "git+https://example.org/it.git"}},
    "changelog": "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-11-30\n\n- New.\n",
    "tag": "v0.2.0",
}


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({}, None),
        ({"tag": "v0.3.0"}, "The tag is v0.3.0"),
        ({"changelog": "## Unreleased\n\n## 0.2.0\n\n- New.\n"}, "needs a heading"),
        ({"changelog": "## Unreleased\n\n- Newer.\n\n## 0.2.0 - 2026-11-30\n\n- New.\n"}, "Unreleased"),
        ({"manifest": {"version": "0.2.0"}}, "repository"),
    ],
)
def test_what_must_be_true_when_it_is_published(changed, complaint):
    problems = check("publishProblems", {**READY, **changed})
    assert len(problems) == (complaint is not None)
    assert complaint is None or complaint in problems[0]


@pytest.mark.parametrize(
    ("changelog", "is_told"),
    [
        ("## Unreleased\n\n- New.\n", True),
        ("## 0.2.0 - 2026-11-30\n\n- New.\n", True),
        ("## Unreleased\n\n## 0.1.0 - 2026-10-01\n\n- Old.\n", False),
    ],
)
def test_a_release_has_something_to_tell(changelog, is_told):
    assert (check("changelogProblems", changelog, "0.2.0") == []) is is_told


def test_versions_agree():
    assert check("versionProblems", "0.2.0", {"wheel": "0.2.0", "npm": "0.2.0"}) == []
    (problem,) = check("versionProblems", "0.2.0", {"wheel": "0.2.0", "npm": "0.1.0"})
    assert problem.startswith("npm says 0.1.0")
    (problem,) = check("versionProblems", "0.2.0-rc.1", {"npm": "0.2.0-rc.1"})
    assert "three numbers" in problem


@pytest.mark.parametrize(
    "stray",
    ["package/lib/index.js.map", "package/src/a/__tests__/a.spec.ts", "package/src/a/cases.yaml",
     "package/src/a/raises.py", "package/node_modules/a/index.js", "package/schema/package.json.orig"],
)  # fmt: skip
def test_what_no_package_holds(stray):
    missing = check("contentProblems", "npm", [])
    needed = [one.removeprefix("The npm lacks ").removesuffix(".") for one in missing]
    assert "package/lib/index.js" in needed
    assert check("contentProblems", "npm", needed) == []
    assert check("contentProblems", "npm", [*needed, stray]) == [f"The npm holds {stray}."]


def test_an_sdist_holds_the_tests():
    problems = check("contentProblems", "sdist", ["it-0.2.0/src/a/__tests__/a.spec.ts"])
    assert not [one for one in problems if "holds" in one]


def test_packages_are_read_as_they_are(tmp_path):
    metadata = b"Metadata-Version: 2.4\nName: it\nVersion: 0.2.0\n"
    with zipfile.ZipFile(tmp_path / "it.whl", "w") as archive:
        archive.writestr("it-0.2.0.dist-info/METADATA", metadata)
        archive.writestr("it/a.js", "built in /home/somebody/it")
    with tarfile.open(tmp_path / "it.tgz", "w:gz") as archive:
        content = b'{"version": "0.1.0"}'
        member = tarfile.TarInfo("package/package.json")
        member.size = len(content)
        archive.addfile(member, io.BytesIO(content))
    result = subprocess.run(
        [sys.executable, "scripts/release/archives.py", f"wheel={tmp_path / 'it.whl'}",
         f"npm={tmp_path / 'it.tgz'}", "--", "/home/somebody"],
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    told = json.loads(result.stdout)
    assert told["wheel"]["versions"] == {"it-0.2.0.dist-info/METADATA": "0.2.0"}
    assert told["wheel"]["found"] == ["it/a.js"]
    assert told["npm"] == {
        "names": ["package/package.json"],
        "versions": {"package/package.json": "0.1.0"},
        "found": [],
    }


@pytest.fixture(scope="module")
def page():
    """The module that fills in the Python package's page."""
    spec = importlib.util.spec_from_file_location("page", ROOT / "scripts" / "release" / "page.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


README = (ROOT / "README.md").read_text(encoding="utf-8")
TARGET = re.compile(r'\]\(([^)\s]+)\)|\b(?:src|srcset)="([^"\s]+)"')


def targets(text):
    """Where the links and the pictures of a page lead."""
    return [one or other for one, other in TARGET.findall(text)]


@pytest.mark.parametrize(
    "repository",
    ["https://example.org/a/it", {"url": "git+https://example.org/a/it.git"}, {"url": "https://example.org/a/it/"}],
)
def test_the_page_has_whole_addresses_once_there_is_one(page, repository):
    address = page.address_of({"repository": repository})
    assert address == "https://example.org/a/it"
    text = page.description_of(README, address, "0.2.0")
    found = targets(text)
    inside = [one for one in found if one.startswith(f"{address}/")]
    assert len(found) == len(targets(README)) > 5
    # Each leads to a file of this version, in a form that can be looked at.
    for one in inside:
        kind, version, path = one.removeprefix(f"{address}/").split("/", 2)
        assert (ROOT / path).is_file()
        assert version == "v0.2.0"
        assert kind == ("raw" if path.endswith(".png") else "blob")
    assert all(one.startswith("https://") for one in found)
    assert all(url.startswith(address) for url in page.urls_of(address).values())


@pytest.mark.parametrize("manifest", [{}, {"repository": {"url": "git@example.org:a/it.git"}}])
def test_without_an_address_the_page_leads_nowhere_false(page, manifest):
    address = page.address_of(manifest)
    assert address is None
    assert page.urls_of(address) == {}
    text = page.description_of(README, address, "0.2.0")
    assert [one for one in targets(text) if not one.startswith("https://")] == []
    assert "listed with their pages and by error text" in text
    assert "```mermaid" not in text


def metadata_with(folder, **manifest):
    """What hatchling says of the package, with changes in package.json."""
    for name in ("pyproject.toml", "README.md", "LICENSE", "scripts/release/page.py"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    known = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    known.pop("repository", None)
    (folder / "package.json").write_text(json.dumps({**known, **manifest}), encoding="utf-8")
    result = subprocess.run(
        [sys.executable, "-m", "hatchling", "metadata"],
        cwd=folder, capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    return json.loads(result.stdout)


def test_the_build_fills_in_the_page_from_one_place(tmp_path):
    address = "https://example.org/a/it"
    told = metadata_with(tmp_path, version="0.2.0", repository={"url": f"git+{address}.git"})
    assert set(told["urls"]) == {"Repository", "Issues", "Changelog", "Catalogue"}
    assert all(url.startswith(address) for url in told["urls"].values())
    found = targets(told["readme"]["text"])
    assert any(one.startswith(f"{address}/raw/v0.2.0/") for one in found)
    assert all(one.startswith("https://") for one in found)
    assert "Framework :: Jupyter :: JupyterLab :: Extensions :: Prebuilt" in told["classifiers"]


def test_the_build_names_no_address_before_there_is_one(tmp_path):
    told = metadata_with(tmp_path)
    assert not told.get("urls")
    found = targets(told["readme"]["text"])
    assert [one for one in found if not one.startswith("https://")] == []


def test_the_conda_recipe_asks_for_what_the_build_asks_for():
    template = jinja2.Template((ROOT / "conda" / "meta.yaml").read_text(encoding="utf-8"))
    manifest = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    recipe = yaml.safe_load(
        template.render(
            PYTHON="python",
            load_file_data=lambda name, from_recipe_dir: json.loads(
                (ROOT / "conda" / name).read_text(encoding="utf-8")
            ),
        )
    )
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    block = re.search(r"^requires = \[(.*?)^\]", project, re.M | re.S)[1]
    wanted = [re.sub(r"([<>=])", r" \1", one, count=1) for one in re.findall(r'"([^"]+)"', block)]
    assert len(wanted) == 3
    host = recipe["requirements"]["host"]
    assert set(wanted) <= set(host)
    assert f"nodejs {manifest['engines']['node']}" in host
    python = f"python {re.search('requires-python = .(.*?).$', project, re.M)[1]}"
    assert python in host
    assert recipe["requirements"]["run"] == [python]
    assert recipe["package"]["version"] == manifest["version"]
    assert recipe["about"]["license"] == manifest["license"]
    (entry,) = recipe["build"]["entry_points"]
    name, function = entry.split(" = ")
    assert f'{name} = "{function}"' in project


def test_the_container_starts_the_demo_as_people_do():
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    scripts = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["scripts"]
    (command,) = [json.loads(line.removeprefix("CMD ")) for line in lines if line.startswith("CMD ")]
    assert command[:3] == ["npm", "start", "--"]
    assert "start" in scripts
    assert any(line.startswith("RUN npm run setup") for line in lines)
    # What the container makes for itself must not come from the checkout.
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {"node_modules", ".venv", "lib", "jupyterlab_torch_triage/labextension"} <= set(ignored)
