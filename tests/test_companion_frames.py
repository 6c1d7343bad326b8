"""The frames of a failure that the companion tells where `%xmode` shows none, in a real kernel."""

import pytest
from companion_kernel import FRAMES, CompanionKernel

#: Cells that fail at `f(a)`, and the place of that call by (file, line); of IPython's
#: names for cells the prompt number counts.
CELLS = {
    "a = 1\n\nf(a)": ("cell", 3),
    "%%time\na = 1\n\nf(a)": ("<timed exec>", 3),
    "%%timeit -n 1 -r 1\na = 1\n\nf(a)": ("<magic-timeit>", 3),
    "%%capture out\na = 1\n\nf(a)": ("cell", 3),
    "%%prun -q\na = 1\n\nf(a)": ("<string>", 3),
    "%run script.py": ("script.py", 3),
}
FAILURE = {"ename": "ZeroDivisionError", "evalue": "division by zero", "packages": {}}


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """A kernel beside a script that fails as the cells do."""
    folder = tmp_path_factory.mktemp("work")
    (folder / "script.py").write_text("def f(x): return x / 0\na = 1\nf(a)\n")
    kernel = CompanionKernel(tmp_path_factory.mktemp("runtime")).start(cwd=str(folder))
    kernel.run("def f(x):\n    y = x - x\n    return x / y")
    yield kernel
    kernel.stop()


@pytest.mark.parametrize("mode", ["Minimal", "Docs"])
@pytest.mark.parametrize("code", CELLS)
def test_the_frames_of_each_magic(kernel, mode, code):
    kernel.run(f"%xmode {mode}")
    number = kernel.run(code)["execution_count"]
    frames = kernel.ask(FRAMES, number=number, **FAILURE)
    if "%run" not in code:
        assert frames[0]["cell"] == number
        assert frames[-1]["code"] == "return x / y"
    caller, innermost = frames[-2:]
    assert innermost["function"] == "f"
    where = "cell" if caller["cell"] == number else caller["file"].rpartition("/")[2]
    assert (where, caller["line"]) == CELLS[code]


def test_no_frames_of_another_failure(kernel):
    number = kernel.run("f(1)")["execution_count"]
    assert kernel.ask(FRAMES, number=number - 1, **FAILURE) is None
    assert kernel.ask(FRAMES, number=number, **{**FAILURE, "evalue": "other"}) is None
    kernel.run("1")
    assert kernel.ask(FRAMES, number=number, **FAILURE) is None


def test_a_deep_recursion_keeps_both_ends(kernel):
    kernel.run("def g(n):\n    return 1 / n if n == 0 else g(n - 1)")
    number = kernel.run("g(500)")["execution_count"]
    frames = kernel.ask(FRAMES, number=number, **FAILURE)
    assert len(frames) == 60
    assert frames[0]["cell"] == number
    assert frames[0]["code"] == "g(500)"
    assert frames[-1]["function"] == "g"
