"""What the dry run of a release refuses. What it builds, test_wheel.py tries."""

import io
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

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
     "package/src/a/raises.py", "package/node_modules/a/index.js"],
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
