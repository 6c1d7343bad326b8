"""What the kernel-side tests share."""

import os
import random
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts"))

#: Draws what a run takes of the sampled tests; ALL_CASES=1 takes all.
#: Processes that share a run inherit it, and so draw the same.
SEED = int(os.environ.get("SEED") or time.time_ns() % 2**31)
os.environ["SEED"] = str(SEED)
TAKES_ALL = os.environ.get("ALL_CASES") == "1"


def drawn(cases):
    """A quarter of the cases, by the seed, or all."""
    cases = list(cases)
    return cases if TAKES_ALL else random.Random(SEED).sample(cases, -(-len(cases) // 4))


def pytest_configure(config):
    config.addinivalue_line("markers", "sampled: a run takes a quarter of the cases, by a seed")


def pytest_report_header():
    return None if TAKES_ALL else f"sampled tests are drawn with SEED={SEED}"


def pytest_collection_modifyitems(config, items):
    sampled = [item for item in items if item.get_closest_marker("sampled")]
    kept = set(map(id, drawn(sampled)))
    left = [item for item in sampled if id(item) not in kept]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in left]


@pytest.fixture
def kernels(tmp_path):
    """Makes kernels that are stopped at the end, with one runtime folder."""
    from companion_kernel import CompanionKernel

    made = []

    def make(key="key", **options):
        made.append(CompanionKernel(tmp_path, key).start(**options))
        return made[-1]

    yield make
    for kernel in made:
        kernel.stop()


def failures_of(kernel, folder):
    """Makes a cell fail in a kernel that works in `folder`; what it tells of that."""
    from companion_kernel import FILES, FRAMES, LINE, WEIGHTS, failure_question

    def fail(code, cells=(), question=None, **changed):
        reply = kernel.run(code)
        assert reply["status"] == "error", code
        asks = question or failure_question(reply["ename"])
        asked = {
            "ename": reply["ename"],
            "evalue": reply["evalue"],
            "number": reply["execution_count"],
            **({} if question is WEIGHTS else {"packages": {"cv2": "opencv-python"}}),
            **({} if question in (FILES, FRAMES, LINE, WEIGHTS) else {"cells": list(cells)}),
            **changed,
        }
        times = []
        # A busy machine makes no answer slow: the fastest of three counts.
        while len(times) < 3 and min(times, default=1) > 0.1:
            start = time.monotonic()
            facts = kernel.ask(asks, **asked)
            times.append(time.monotonic() - start)
        fail.took = min(times)
        return facts

    fail.kernel = kernel
    fail.folder = folder
    return fail


@pytest.fixture
def failing(kernels, tmp_path):
    """Makes a cell fail in a kernel that works in a folder of its own; what it tells of that."""
    folder = tmp_path / "work"
    folder.mkdir()
    return failures_of(kernels(cwd=str(folder)), folder)


@pytest.fixture(scope="module")
def torch_kernel(tmp_path_factory):
    """(a kernel that has imported torch, its folder): the import takes seconds."""
    from companion_kernel import CompanionKernel

    folder = tmp_path_factory.mktemp("work")
    kernel = CompanionKernel(tmp_path_factory.mktemp("runtime")).start(cwd=str(folder))
    kernel.run("import torch")
    yield kernel, folder
    kernel.stop()


@pytest.fixture
def failing_torch(torch_kernel):
    """As `failing`, in a kernel with torch that the tests of a file share, its names removed."""
    kernel, folder = torch_kernel
    kernel.run("%reset -f")
    return failures_of(kernel, folder)
