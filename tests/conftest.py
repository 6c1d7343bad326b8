"""What the kernel-side tests share."""

import sys
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
