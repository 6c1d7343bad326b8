"""The Python command `torch-triage`, which runs the bundled program with Node."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="stands in for Node with shell scripts")


def run(folder, *args, path):
    return subprocess.run(
        [sys.executable, "-m", "jupyterlab_torch_triage.cli", *args],
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def stand_in(folder, body):
    folder.mkdir(exist_ok=True)
    program = folder / "node"
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)
    return str(folder)


def test_a_node_in_the_current_folder_is_not_run(tmp_path):
    here = stand_in(tmp_path / "stranger", "echo owned")
    for path in [".", "", f".{os.pathsep}bin"]:
        result = run(here, "x.log", path=path)
        assert (result.returncode, result.stdout) == (2, ""), path
        assert "Node.js" in result.stderr
    # The folder itself is no reason to refuse.
    assert run(tmp_path, path=f".{os.pathsep}{here}").stdout == "owned\n"


def test_a_signal_that_ends_it_is_told_as_shells_do(tmp_path):
    folder = stand_in(tmp_path / "bin", "kill -TERM $$")
    assert run(tmp_path, path=folder).returncode == 128 + 15
