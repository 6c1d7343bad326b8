"""What the re-run's companion code tells of a real kernel."""

import os

import pytest


@pytest.fixture(autouse=True)
def not_blocking(monkeypatch):
    monkeypatch.delenv("CUDA_LAUNCH_BLOCKING", raising=False)


def run(kernel, *sources):
    for source in sources:
        kernel.run(source)


BLOCKING = {"variables": {"CUDA_LAUNCH_BLOCKING": "1"}, "names": ["CUDA_LAUNCH_BLOCKING"]}


def test_a_fresh_process_takes_the_variable_and_keeps_no_trace(kernels):
    kernel = kernels()
    told = kernel.ask(["environment"], **BLOCKING)
    assert told["environment"] == {"CUDA_LAUNCH_BLOCKING": "1"}
    assert (told["executed"], told["started"]) == (0, False)
    assert told["pid"] == kernel.pid
    # No input was counted, and no name is left behind.
    kernel.run("names = sorted(name for name in dir() if 'triage' in name or name == 'report')")
    assert kernel.ask(["history"], failed=[1, "?"], cells=[])["basis"] == "none"
    assert kernel.run("assert names == []")["status"] == "ok"
    assert kernel.ask(["environment"], variables={}, names=[])["executed"] == 2


def test_a_process_that_ran_something_does_not_take_it(kernels):
    kernel = kernels()
    kernel.run("1 + 1")
    told = kernel.ask(["environment"], **BLOCKING)
    assert told["executed"] == 1
    assert told["environment"] == {"CUDA_LAUNCH_BLOCKING": None}


def test_a_process_in_which_cuda_has_started_does_not_take_it(kernels):
    startup = "import torch; torch.cuda._initialized = True"  # as with a GPU
    kernel = kernels(extra_arguments=[f"--IPKernelApp.exec_lines={startup}"])
    told = kernel.ask(["environment"], **BLOCKING)
    assert told["started"] is True
    assert told["environment"] == {"CUDA_LAUNCH_BLOCKING": None}


def test_the_record_is_the_process_own(kernels):
    kernel = kernels()
    run(kernel, "a = 1", "!true", "1/0")
    told = kernel.ask(["history"], failed=[3, "1/0\n"], cells=[])
    assert told == {"basis": "process", "inputs": [[1, "a = 1"], [2, "!true"], [3, "1/0"]]}


def test_an_edited_cell_is_found_by_its_neighbours(kernels):
    kernel = kernels()
    run(kernel, "a = 1", "1/0")
    told = kernel.ask(["history"], failed=[2, "1/a"], cells=[[1, "a = 1"], [2, "1/a"]])
    assert told["basis"] == "process"
    assert told["inputs"][1] == [2, "1/0"]


def test_a_process_that_died_left_its_record_in_the_history(kernels):
    other = kernels()
    run(other, "b = 2", "crash()", "1/0")
    dead = kernels()
    run(dead, "a = 1", "crash()")
    dead.process.kill()
    dead.wait_for_end()
    last = kernels()
    cells = [[1, "a = 1"], [2, "crash()"]]
    told = last.ask(["history"], failed=[2, "crash()"], cells=cells)
    assert told == {"basis": "history", "inputs": [[1, "a = 1"], [2, "crash()"]]}
    # A cell that never got its prompt number back is found by its text.
    assert last.ask(["history"], failed=[None, "crash()"], cells=cells) == told


FAKE_SMI = """#!/bin/sh
printf '0, 78000, 81559\\n1, 10, 81559\\n'
"""


def test_the_facts_of_a_kernel(kernels, tmp_path, monkeypatch):
    program = tmp_path / "nvidia-smi"
    program.write_text(FAKE_SMI)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    kernel = kernels()
    plain = kernel.ask(["facts"])
    assert plain["memory"] == [[0, 78000, 81559], [1, 10, 81559]]
    assert not any(plain[key] for key in plain if key != "memory")
    assert kernel.run("import sys; assert 'torch' not in sys.modules")["status"] == "ok"
    run(
        kernel,
        "import torch\n"
        "model = torch.nn.DataParallel(torch.nn.Linear(2, 2))\n"
        "@torch.compile\n"
        "def double(x):\n    return 2 * x",
        "import os; os.environ['CUDA_LAUNCH_BLOCKING'] = '1'; os.environ['CUDA_VISIBLE_DEVICES'] = '1'",
    )
    told = kernel.ask(["facts"])
    assert (told["dataParallel"], told["compiled"], told["blocking"]) == (True, True, True)
    assert (told["nccl"], told["graphs"]) == (False, False)
    assert told["memory"] == [[1, 10, 81559]]


def test_a_machine_without_a_gpu_has_no_gpu_memory(kernels, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert kernels().ask(["facts"])["memory"] == []
