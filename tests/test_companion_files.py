"""What the companion tells of the user's own files that a failure went through."""

import pytest
from companion_kernel import FILES

HELPER = """import torch


def joined(a, b):
    return torch.cat([a, b])
"""


@pytest.fixture
def told(failing_torch):
    """Makes a cell fail; the user's files that the kernel tells of."""
    failing_torch.kernel.run("import torch")
    return lambda code, **changed: failing_torch(code, question=FILES, **changed)


def test_a_module_of_the_users_with_the_text_that_ran(told, failing_torch):
    path = failing_torch.folder / "helper_of_mine.py"
    path.write_text(HELPER)
    facts = told("import helper_of_mine\nhelper_of_mine.joined(torch.ones(2), torch.ones(1, 2))")
    assert facts == [{"path": str(path), "text": HELPER}]


def test_a_cell_and_a_package_are_no_files_of_the_users(told):
    assert told("def inner():\n    torch.ones(2) @ torch.ones(3)\ninner()") is None


def test_nothing_is_told_of_another_failure(told, failing_torch):
    (failing_torch.folder / "other_of_mine.py").write_text(HELPER)
    code = "import other_of_mine\nother_of_mine.joined(torch.ones(2), torch.ones(1, 2))"
    assert told(code, ename="KeyError") is None
    assert told(code, number=1) is None


def test_a_file_that_is_too_long_is_left_out(told, failing_torch):
    (failing_torch.folder / "long_of_mine.py").write_text(HELPER + "#\n" * 20_000)
    code = "import long_of_mine\nlong_of_mine.joined(torch.ones(2), torch.ones(1, 2))"
    assert told(code) is None
