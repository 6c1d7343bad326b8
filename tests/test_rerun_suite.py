"""Ten notebooks that fail late: the comparison names the true line of each."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import drawn

ROOT = Path(__file__).parents[1]
NODE = shutil.which("node")
ALL = sorted(path.stem for path in (ROOT / "tests/rerun/notebooks").glob("*.py"))
#: Each takes some ten seconds.
NOTEBOOKS = sorted(drawn(ALL))


def run(*args, json_lines=True):
    form = ["--json"] if json_lines else []
    return subprocess.run(
        [NODE, "scripts/rerun-suite.mjs", *form, *args],
        cwd=ROOT,
        env={**os.environ, "PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=False,
        timeout=540,
    )


def results_of(done):
    return {one["name"]: one for one in map(json.loads, done.stdout.splitlines())}


@pytest.fixture(scope="module")
def suite():
    done = run(*NOTEBOOKS)
    return done, results_of(done)


def test_every_notebook_ran(suite):
    done, results = suite
    assert done.returncode == 0, done.stdout + done.stderr
    assert sorted(results) == NOTEBOOKS
    assert len(ALL) == 10


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_the_comparison_names_the_true_line(suite, name):
    result = suite[1][name]
    assert "error" not in result, result
    assert result["told"] == result["truth"], result
    # Were the report true, the re-run would prove nothing.
    assert result["reported"] != result["truth"], result
    # A sticky error has already cost the kernel.
    assert result["way"] == "notebook"


#: A backward pass and a kernel of one's own are not seen by the checks.
UNSEEN = {"backward", "illegal_access"}


#: How what is named begins: a GPU draws other numbers.
NAMED = {
    "binary_cross_entropy": "input[",
    "embedding": "input[",
    "gather": "index[",
    "index_put": "index[2] = 100",
    "labels": "target[9] = 10",
    "late_item": "target[",
    "multinomial": "input[2",
    "one_hot": "input[2] = 5",
}


@pytest.mark.parametrize("name", [each for each in NOTEBOOKS if each not in UNSEEN])
def test_the_comparison_names_the_value(suite, name):
    result = suite[1][name]
    assert result["finding"] == "tensor/checked-operand", result
    assert result["named"].startswith(NAMED[name]), result


@pytest.mark.parametrize("name", [each for each in NOTEBOOKS if each in UNSEEN])
def test_what_the_checks_cannot_see_is_told_by_cuda(suite, name):
    result = suite[1][name]
    assert result["finding"].startswith("cuda/"), result
    assert result["named"] is None


def test_a_person_is_told_the_share_and_the_device():
    done = run("embedding", json_lines=False)
    *_, device, share = done.stdout.splitlines()
    assert device in (
        "On a GPU: 1 of 1.",
        "PyTorch finds no GPU here: all ran on the asynchronous stand-in.",
    )
    assert share == "The comparison names the true line in 1 of 1 notebooks."


def test_a_second_kernel_tells_the_same():
    done = run("--way", "beside", "labels")
    assert results_of(done)["labels"]["way"] == "beside"
    assert done.returncode == 0, done.stdout + done.stderr
