"""The example notebooks fail as they say, in a real kernel with the real torch."""

import os
import re
import subprocess
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLES = Path(__file__).parents[1] / "examples"

# Cell id: the exception's name, and words of the traceback. (A dead worker's signal
# stands in the last line or in the chained cause, whichever came first.)
DEMO_ERRORS = {
    "bus-error": ("RuntimeError", "is killed by signal: Bus error."),
    "worker-exit": ("RuntimeError", "exited unexpectedly with exit code 3."),
    "matmul-shape": ("RuntimeError", "cannot be multiplied (64x784 and 512x10)"),
    "state-dict": ("RuntimeError", 'Unexpected key(s) in state_dict: "module.weight"'),
    "batch-sizes": ("RuntimeError", "stack expects each tensor to be equal size"),
    "late-error": ("AcceleratorError", "device-side assert triggered"),
}


def run(name, prepend=None):
    """The cells of an example by their ids, after running all of them."""
    notebook = nbformat.read(EXAMPLES / name, as_version=4)
    if prepend:
        notebook.cells.insert(0, nbformat.v4.new_code_cell(prepend))
    # Under pytest a kernel does not pass on what is written to its descriptors.
    env = {k: v for k, v in os.environ.items() if k != "PYTEST_CURRENT_TEST"}
    NotebookClient(
        notebook,
        allow_errors=True,
        kernel_name="python3",
        resources={"metadata": {"path": str(EXAMPLES)}},
        timeout=120,
    ).execute(env=env)
    return {cell.id: cell for cell in notebook.cells}


def errors(cells):
    return {
        cell_id: output
        for cell_id, cell in cells.items()
        for output in cell.get("outputs", [])
        if output.output_type == "error"
    }


def plain(error):
    """The traceback without its colours."""
    return re.sub(r"\x1b\[[\d;]*m", "", "\n".join(error.traceback))


def failing_line(error):
    """The line in the cell that the traceback names."""
    return int(re.search(r"Cell In\[\d+\], line (\d+)", plain(error)).group(1))


@pytest.fixture(scope="module")
def demo():
    return run("demo.ipynb")


@pytest.fixture(scope="module")
def late_error():
    return run("late-error.ipynb")


@pytest.mark.parametrize("name", ["demo.ipynb", "late-error.ipynb"])
def test_committed_without_outputs(name):
    # As git has it: whoever tried the demo has outputs in their own copy.
    committed = subprocess.run(
        ["git", "show", f":./{name}"], cwd=EXAMPLES, capture_output=True, check=True, text=True
    )
    notebook = nbformat.reads(committed.stdout, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None


def test_only_the_announced_cells_of_the_demo_fail(demo):
    assert set(errors(demo)) == set(DEMO_ERRORS)


@pytest.mark.parametrize("cell_id", DEMO_ERRORS)
def test_a_cell_of_the_demo_fails_as_announced(demo, cell_id):
    name, words = DEMO_ERRORS[cell_id]
    error = errors(demo)[cell_id]
    assert error.ename == name
    assert words in plain(error)


def test_the_late_error_is_reported_at_an_innocent_line(late_error):
    assert list(errors(late_error)) == ["train"]
    assert failing_line(errors(late_error)["train"]) == 3


def test_with_launch_blocking_it_is_reported_where_it_happens():
    cells = run(
        "late-error.ipynb",
        prepend="import os; os.environ['CUDA_LAUNCH_BLOCKING'] = '1'",
    )
    assert failing_line(errors(cells)["train"]) == 1


def test_the_assertion_lines_reach_the_cell(late_error):
    stderr = "".join(
        output.text
        for output in late_error["train"].outputs
        if output.output_type == "stream" and output.name == "stderr"
    )
    assert stderr.count("Assertion `t >= 0 && t < n_classes` failed.") == 3
