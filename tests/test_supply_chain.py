"""What others could put into a build or a checkout, and what an audit says."""

import json
import os
import re
import shutil
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

try:
    import tomllib
except ImportError:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
NODE, NPM = shutil.which("node"), shutil.which("npm")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_runs_only_what_a_digest_names(path):
    text = path.read_text()
    used = re.findall(r"^.*\buses:\s*(.*)$", text, re.M)
    assert used
    for one in used:
        assert re.fullmatch(r"[\w-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one), one
    versions = {}
    for one in used:
        digest, version = one.split("@")[1].split(" # ")
        assert versions.setdefault(digest, version) == version


def may_publish(job):
    """Packages, in the name of the workflow; it runs no code of a checkout."""
    assert job["permissions"] == {"id-token": "write"}
    # Whoever looks after this environment says yes first.
    assert job["environment"] == "release"
    assert job["if"] == "github.ref_type == 'tag' && !inputs.dry-run"
    for step in job["steps"]:
        assert not step.get("uses", "").startswith("actions/checkout@")
        assert step.get("run", "npm publish ").startswith("npm publish ")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_read_and_no_more(path):
    workflow = yaml.safe_load(path.read_text())
    assert workflow["permissions"] == {"contents": "read"}
    # PyYAML takes the key `on` for true. This event lends a stranger our token.
    assert "pull_request_target" not in workflow[True]
    for job in workflow["jobs"].values():
        if "permissions" in job:
            assert path.name == "release.yml"
            may_publish(job)
        for step in job["steps"]:
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False


def test_the_build_runs_no_release_that_nobody_has_tried():
    with open(ROOT / "pyproject.toml", "rb") as file:
        needed = [Requirement(one) for one in tomllib.load(file)["build-system"]["requires"]]
    lines = (ROOT / "requirements-dev.txt").read_text().splitlines()
    pinned = {
        one.name: str(next(iter(one.specifier)).version)
        for one in (Requirement(line) for line in lines if line and not line.startswith("#"))
    }
    for one in needed:
        assert any(each.operator == "<" for each in one.specifier), one
        assert one.specifier.contains(pinned[one.name]), one


@pytest.mark.parametrize("folder", [".", "scripts/test/chromium"])
def test_the_lock_names_a_digest_for_each_package_and_no_place(folder):
    packages = json.loads((ROOT / folder / "package-lock.json").read_text())["packages"]
    del packages[""]
    for name, package in packages.items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name


def plain(text):
    """Words as they are in a sentence and in the name of a test."""
    return re.sub(r"[\W_]+", " ", text.replace("'", "")).strip().lower()


def test_what_the_security_page_is_shown_by_exists():
    """Each file that it names, and each test of it that it quotes."""
    page = (ROOT / "SECURITY.md").read_text()
    files = [path for room in ("src", "tests", "ui-tests/tests") for path in (ROOT / room).rglob("*")]
    named = re.findall(r"`([\w./-]+\.(?:spec\.ts|py))`(?:: ([^|;`]+))?", page)
    assert len(named) > 20
    for name, title in named:
        found = [path for path in files if path.as_posix().endswith(f"/{name}")]
        assert len(found) == 1, name
        assert plain(title) in plain(found[0].read_text()), title


def npm(folder, *args):
    """Run npm with the settings of `folder` alone: `npm test` hands ours on in the environment."""
    env = {key: value for key, value in os.environ.items() if key.lower() != "npm_config_ignore_scripts"}
    return subprocess.run(
        [NPM, *args], cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=120
    )


def test_a_package_runs_no_code_because_it_is_installed(tmp_path):
    stranger = tmp_path / "stranger"
    stranger.mkdir()
    script = "node -e \"require('fs').writeFileSync(process.env.INIT_CWD + '/owned', '')\""
    (stranger / "package.json").write_text(
        json.dumps({"name": "stranger", "version": "1.0.0", "scripts": {"postinstall": script}})
    )
    assert npm(stranger, "pack").returncode == 0

    def installed(name, npmrc):
        checkout = tmp_path / name
        checkout.mkdir()
        (checkout / "package.json").write_text("{}")
        (checkout / ".npmrc").write_text(npmrc)
        result = npm(checkout, "install", "--offline", "../stranger/stranger-1.0.0.tgz")
        assert (checkout / "node_modules" / "stranger").is_dir(), result.stderr
        return checkout

    assert not (installed("ours", (ROOT / ".npmrc").read_text()) / "owned").exists()
    # Without our settings it would have.
    assert (installed("other", "") / "owned").exists()


class Registry(BaseHTTPRequestHandler):
    """Answers what `npm audit` asks; `advisories` is the answer."""

    def do_POST(self):
        body = json.dumps(self.server.advisories).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.send_error(404)

    def log_message(self, *args):
        pass


@pytest.fixture
def registry():
    server = HTTPServer(("127.0.0.1", 0), Registry)
    server.advisories = {}
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def advisory(severity):
    return {
        "id": 1,
        "url": "https://github.com/advisories/GHSA-0000",
        "title": "Made up",
        "severity": severity,
        "vulnerable_versions": "*",
        "cwe": [],
        "cvss": {"score": 0, "vectorString": None},
    }


def audit(tmp_path, place, *, pip_audit=None, **env):
    """Run it with a real npm that asks `place`, and a stand-in for pip-audit."""
    programs = tmp_path / "bin"
    programs.mkdir(exist_ok=True)
    for program in (NODE, NPM):
        link = programs / Path(program).name
        if not link.exists():
            link.symlink_to(Path(program).resolve())
    (programs / "pip-audit").unlink(missing_ok=True)
    if pip_audit is not None:
        (programs / "pip-audit").write_text(f"#!/bin/sh\n{pip_audit}\n")
        (programs / "pip-audit").chmod(0o755)
    return subprocess.run(
        [NODE, "scripts/audit.mjs"],
        cwd=ROOT,
        env={
            **os.environ,
            "PATH": f"{programs}{os.pathsep}/usr/bin{os.pathsep}/bin",
            "npm_execpath": "",
            "npm_config_registry": place,
            "npm_config_fetch_retries": "0",
            # npm remembers what it was told once.
            "npm_config_cache": str(tmp_path / "cache"),
            "GITHUB_ACTIONS": "",
            **env,
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


NOTHING_KNOWN = """echo '{"dependencies": [{"name": "notebook", "version": "7.6.3", "vulns": []}]}'"""
FOUND = """echo '{"dependencies": [{"name": "notebook", "version": "7.6.3", "vulns":
  [{"id": "PYSEC-1", "fix_versions": ["7.6.4"]}]}]}'; exit 1"""
UNKNOWN_TO_THE_INDEX = """echo '{"dependencies": [{"name": "notebook", "skip_reason": "not found"}]}'"""
NO_NETWORK = "echo Traceback >&2; echo 'ConnectionError: no route' >&2; exit 1"

posix = pytest.mark.skipif(os.name == "nt", reason="stands in for pip-audit with a shell script")


@posix
@pytest.mark.parametrize(
    ("advisories", "pip_audit", "code", "words"),
    [
        ({}, NOTHING_KNOWN, 0, ["0 known", "1 packages, 0 known"]),
        ({"esbuild": [advisory("high")]}, NOTHING_KNOWN, 1, ["esbuild (high)", "GHSA-0000"]),
        ({"esbuild": [advisory("low")]}, NOTHING_KNOWN, 0, ["esbuild (low)"]),
        ({}, FOUND, 1, ["notebook 7.6.3: PYSEC-1, mended in 7.6.4"]),
        ({}, UNKNOWN_TO_THE_INDEX, 0, ["pip-audit: skipped", "knows none"]),
        ({}, NO_NETWORK, 0, ["pip-audit: skipped (ConnectionError: no route)"]),
        ({}, None, 0, ["pip-audit: skipped (not installed)"]),
    ],
)
def test_what_an_audit_says(tmp_path, registry, advisories, pip_audit, code, words):
    registry.advisories = advisories
    place = f"http://127.0.0.1:{registry.server_port}/"
    result = audit(tmp_path, place, pip_audit=pip_audit)
    assert result.returncode == code, result.stdout + result.stderr
    for word in words:
        assert word in result.stdout


@posix
def test_an_audit_that_reaches_nobody_says_so_and_fails_nothing(tmp_path, registry):
    place = f"http://127.0.0.1:{registry.server_port}/"
    registry.shutdown()
    registry.server_close()
    for env, mark in [({}, "npm audit: skipped ("), ({"GITHUB_ACTIONS": "true"}, "::warning::npm audit: skipped (")]:
        result = audit(tmp_path, place, pip_audit=NOTHING_KNOWN, **env)
        assert result.returncode == 0
        assert result.stdout.startswith(mark), result.stdout
