"""What the npm scripts say when something is missing, and how they count."""

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="stands in for programs with shell scripts")


def node(*args, cwd=ROOT, **env):
    return subprocess.run(
        [NODE, *args],
        cwd=cwd,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.fixture
def checkout(tmp_path):
    """A checkout whose npm packages (none) are installed, and an empty PATH."""
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts")
    lock = json.dumps({"packages": {"": {}}})
    (tmp_path / "package-lock.json").write_text(lock)
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / ".package-lock.json").write_text(lock)
    (tmp_path / "bin").mkdir()
    return tmp_path


def setup(checkout, **env):
    return node("scripts/setup.mjs", cwd=checkout, PATH=str(checkout / "bin"), **env)


def pretend(checkout, name, body):
    program = checkout / "bin" / name
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)
    return program


def assert_refused(result, *words):
    """One line that says what is missing, and exit status 1."""
    assert result.returncode == 1
    assert result.stderr.count("\n") == 1, result.stderr
    for word in words:
        assert word in result.stderr


def test_no_python(checkout):
    result = setup(checkout)
    assert_refused(result, "No Python 3.10 or later was found", "install")


def test_an_old_python(checkout):
    pretend(checkout, "python3", "echo 3.8")
    assert_refused(setup(checkout), "`python3` is 3.8", "install")


def test_a_python_that_does_not_exist(checkout):
    pretend(checkout, "python3", "echo 3.12")
    assert_refused(setup(checkout, PYTHON="no-such-python"), "PYTHON is no-such-python")


def test_a_python_without_venv(checkout):
    pretend(checkout, "python3", 'case "$2" in *version*) echo 3.12;; *) exit 1;; esac')
    assert_refused(setup(checkout), "sudo apt install python3.12-venv")


def test_a_newer_python_is_found_behind_an_old_one(checkout):
    pretend(checkout, "python3", "echo 3.8")
    pretend(checkout, "python3.11", 'case "$2" in *version*) echo 3.11;; *) exit 1;; esac')
    assert_refused(setup(checkout), "sudo apt install python3.11-venv")


def test_the_environment_of_another_checkout(checkout, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    (other / "kept").touch()
    (checkout / ".venv").symlink_to(other)
    assert_refused(setup(checkout), ".venv is a link", "remove it")
    assert (other / "kept").exists()


PIP_WITHOUT_TORCH = """\
case "$*" in
  *version_info*) echo 3.12;;
  *ensurepip*|*"install -r"*) ;;
  "-m venv "*) /bin/mkdir -p .venv/bin && /bin/cp "$0" .venv/bin/python;;
  *) echo "ERROR: No matching distribution found for torch" >&2; exit 1;;
esac"""


def test_where_pytorch_is_looked_for(checkout):
    pretend(checkout, "python3", PIP_WITHOUT_TORCH)
    result = setup(checkout)
    assert_refused(result, "pip could not install PyTorch 2.13.0")
    notes = [line for line in result.stdout.splitlines() if "PyTorch" in line]
    expected = ["for the CPU", "https://download.pytorch.org/whl/cpu", "plain wheel"]
    assert len(notes) == len(expected)
    assert all(words in note for words, note in zip(expected, notes, strict=True)), notes


@pytest.mark.parametrize(
    ("version", "fits"),
    [("18.19.0", False), ("20.18.3", False), ("20.19.0", True), ("21.7.0", False),
     ("22.11.0", False), ("22.12.0", True), ("24.1.0", True)],
)  # fmt: skip
def test_the_node_versions_that_run_the_build(version, fits):
    code = f"import {{ checkNode }} from './scripts/setup/node.mjs'; checkNode('{version}')"
    result = node("--input-type=module", "-e", code)
    assert (result.returncode == 0) is fits
    if not fits:
        assert "https://nodejs.org" in result.stderr


FIND_BROWSER = (
    "import { findBrowser } from './scripts/test/browser.mjs';"
    "import { main } from './scripts/setup/tools.mjs';"
    "await main(async () => console.log(await findBrowser('no-such-folder')))"
)


@pytest.mark.skipif(sys.platform == "darwin", reason="looks into /Applications too")
def test_no_browser(tmp_path):
    result = node(
        "--input-type=module",
        "-e",
        FIND_BROWSER,
        CI="",
        CHROMIUM_PATH="",
        PATH=str(tmp_path),
        PLAYWRIGHT_BROWSERS_PATH=str(tmp_path),
        PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD="1",
    )
    assert_refused(result, "npx playwright install", "CHROMIUM_PATH")


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="only root on Linux may use apt-get"
)
def test_a_bare_ci_machine_gets_a_browser(tmp_path):
    (tmp_path / "bin").mkdir()
    chromium = tmp_path / "bin" / "chromium"
    pretend(tmp_path, "apt-get", f'case "$*" in *"install"*chromium*) : > {chromium};; esac')
    result = node(
        "--input-type=module",
        "-e",
        FIND_BROWSER,
        CI="true",
        CHROMIUM_PATH="",
        PATH=str(tmp_path / "bin"),
        PLAYWRIGHT_BROWSERS_PATH=str(tmp_path),
    )
    assert result.stdout.splitlines()[-1] == str(chromium), result.stderr


#: In the place of npm: brings a package that unpacks a browser as @sparticuz/chromium does.
NPM_WITH_CHROMIUM = """\
/bin/mkdir -p node_modules/@sparticuz/chromium
cd node_modules/@sparticuz/chromium
echo '{"type": "module", "exports": "./index.js"}' > package.json
echo 'import { writeFileSync } from "node:fs";
const path = `${process.env.TMPDIR}/chromium`;
export default { executablePath: async () => writeFileSync(path, "") };' > index.js"""


@pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64", reason="the package's browser is for it"
)
def test_npm_brings_a_browser_where_playwright_cannot(checkout):
    playwright = checkout / "node_modules" / "@playwright" / "test"
    playwright.mkdir(parents=True)
    (playwright / "package.json").write_text('{"exports": "./index.mjs"}')
    (playwright / "index.mjs").write_text(
        "export const chromium = { executablePath: () => '/no-such-folder/chromium' };"
    )
    (playwright / "cli.js").write_text("console.error('no answer'); process.exit(1);")
    pretend(checkout, "npm", NPM_WITH_CHROMIUM)
    unpacked = checkout / "unpacked"
    result = node(
        "--input-type=module",
        "-e",
        FIND_BROWSER.replace("no-such-folder", str(unpacked)),
        cwd=checkout,
        CI="",
        CHROMIUM_PATH="",
        PATH=str(checkout / "bin"),
        PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD="",
        npm_execpath="",
    )
    # What is brought is said before each try.
    first, second, path = result.stdout.splitlines()
    assert "downloading Playwright" in first
    assert "no answer" in result.stderr
    assert "npm package @sparticuz/chromium" in second
    assert path == str(unpacked / "chromium")


def test_a_chosen_browser_must_exist(tmp_path):
    chosen = tmp_path / "chromium"
    result = node("--input-type=module", "-e", FIND_BROWSER, CHROMIUM_PATH=str(chosen))
    assert_refused(result, f"CHROMIUM_PATH is {chosen}")
    chosen.touch()
    result = node("--input-type=module", "-e", FIND_BROWSER, CHROMIUM_PATH=str(chosen))
    assert result.stdout.strip() == str(chosen)


@pytest.mark.parametrize(
    ("code", "counted", "judged"),
    [
        (0, {"passed": 3, "failed": 0, "skipped": 1}, {"passed": 3, "failed": 0, "skipped": 1}),
        (1, {"passed": 3, "failed": 2, "skipped": 0}, {"passed": 3, "failed": 2, "skipped": 0}),
        # All tests passed, and yet the tool ended badly.
        (1, {"passed": 3, "failed": 0, "skipped": 0}, {"passed": 3, "failed": 1, "skipped": 0}),
        # No test ran.
        (0, {"passed": 0, "failed": 0, "skipped": 2}, {"passed": 0, "failed": 1, "skipped": 2}),
        # The tool wrote no report.
        (1, {}, {"passed": 0, "failed": 1, "skipped": 0}),
    ],
)
def test_how_a_suite_is_judged(code, counted, judged):
    program = (
        "import { judged } from './scripts/test/suites.mjs';"
        f"console.log(JSON.stringify(judged({code}, {json.dumps(counted)})))"
    )
    result = node("--input-type=module", "-e", program)
    assert json.loads(result.stdout) == judged


def test_a_clean_checkout_draws_by_what_stands_in_it(checkout):
    def git(*args):
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *who, *args], cwd=checkout, check=True, capture_output=True)

    def seed(**env):
        program = "import('./scripts/test/seed.mjs').then(m => console.log(m.seedOfRun()))"
        return int(node("-e", program, cwd=checkout, **{"SEED": "", **env}).stdout)

    git("init", "-q")
    git("add", "scripts")
    (checkout / ".git" / "info" / "exclude").write_text("*")
    git("commit", "-qm", "one")
    first = seed()
    assert first == seed()
    assert seed(SEED="7") == 7
    git("commit", "-q", "--allow-empty", "-m", "the same files")
    assert first == seed()
    (checkout / "scripts" / "test.mjs").write_text("")
    git("commit", "-qam", "others")
    assert seed() not in (first, 0)


def test_coverage_by_room():
    lines = {"a/b.ts": (1, 2), "a/c/d.ts": (3, 4), "e.ts": (5, 6), "../outside.ts": (7, 8)}
    summary = {
        f"/x/src/{name}": {"lines": {"covered": covered, "total": total}}
        for name, (covered, total) in lines.items()
    }
    summary["total"] = {"lines": {"covered": 16, "total": 20}}
    program = (
        "import { linesByRoom } from './scripts/test/suites.mjs';"
        f"const rooms = linesByRoom({json.dumps(summary)}, '/x/src');"
        "console.log(JSON.stringify([...rooms]));"
    )
    result = node("--input-type=module", "-e", program)
    assert json.loads(result.stdout) == [
        [".", {"covered": 5, "total": 6}],
        ["a", {"covered": 4, "total": 6}],
    ]


def test_the_last_line_counts():
    result = node("scripts/test.mjs", "--only", "jest", "no-such-spec")
    assert result.returncode == 1
    assert result.stdout.splitlines()[-1] == "0 passed, 1 failed"


def test_a_look_up_of_a_name_from_outside_is_refused():
    """The lint rule, on a file that it takes for one of ours."""
    source = """\
const TABLE: Record<string, string> = { float: 'Float' };
export const taken = (name: string): string => TABLE[name];
export const known = (name: string): boolean => name in TABLE;
export const written = (name: string): string => (TABLE[name] = '');
export const fixed = (name: 'a' | 'b'): number => ({ a: 1, b: 2 })[name];
export const element = (list: string[], at: number): string => list[at];
"""
    result = subprocess.run(
        [NODE, "node_modules/eslint/bin/eslint.js", "--format=json", "--stdin",
         "--stdin-filename=src/shared/format-bytes.ts"],
        cwd=ROOT,
        # Else types are those of the file on the disk.
        env={**os.environ, "TSESTREE_SINGLE_RUN": "false"},
        input=source,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )  # fmt: skip
    (report,) = json.loads(result.stdout)
    found = [(message["ruleId"], message["line"]) for message in report["messages"]]
    assert found == [("local/no-lookup-by-name", line) for line in (2, 3, 4)]
