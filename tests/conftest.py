"""What the kernel-side tests share."""

import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts"))


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


@pytest.fixture
def failing(kernels, tmp_path):
    """Makes a cell fail in a kernel that works in a folder of its own; what it tells of that."""
    from companion_kernel import FAILURE

    folder = tmp_path / "work"
    folder.mkdir()
    kernel = kernels(cwd=str(folder))

    def fail(code, cells=(), **changed):
        reply = kernel.run(code)
        assert reply["status"] == "error", code
        asked = {
            "ename": reply["ename"],
            "evalue": reply["evalue"],
            "number": reply["execution_count"],
            "cells": list(cells),
            "packages": {"cv2": "opencv-python"},
            **changed,
        }
        start = time.monotonic()
        facts = kernel.ask(FAILURE, **asked)
        fail.took = time.monotonic() - start
        return facts

    fail.kernel = kernel
    fail.folder = folder
    return fail
