"""A short run of `scripts/kernel_deaths.py`: each kind of death once."""

import sys

import kernel_deaths
import pytest


@pytest.mark.skipif(sys.platform != "linux", reason="the deaths are Linux's")
def test_every_death_is_classified_and_nothing_is_left(capsys):
    how_many = len(kernel_deaths.KINDS) + 1  # and memory, where a cgroup can be made
    failed = kernel_deaths.main(how_many)
    printed = capsys.readouterr().out
    assert not failed, printed
    assert f"{how_many} deaths" in printed
    assert "0 wrong, 0 files left, 0 processes left" in printed
