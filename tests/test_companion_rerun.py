"""What the re-run's companion code tells of a real kernel."""

import os
import zlib

import pytest
from companion_kernel import ENVIRONMENT, FACTS, HISTORY


@pytest.fixture(autouse=True)
def not_blocking(monkeypatch):
    monkeypatch.delenv("CUDA_LAUNCH_BLOCKING", raising=False)


def run(kernel, *sources):
    for source in sources:
        kernel.run(source)


def kill(kernel):
    """End the process once IPython, which saves its history beside, has saved it."""
    save = "get_ipython().history_manager.writeout_cache()"
    # For a moment after an error ipykernel drops what it is asked.
    status = "aborted"
    while status == "aborted":
        status = kernel.reply(kernel.send(save, silent=True, store_history=False))["status"]
    assert status == "ok"
    kernel.process.kill()
    kernel.wait_for_end()


def record(kernel, failed, others=(), is_present=False, is_past=False):
    """The record as the page asks for it: of each cell [prompt number, digest]."""

    def marked(cell):
        data = cell[1].strip().encode()
        return [cell[0], [len(data), zlib.crc32(data)]]

    return kernel.ask(
        ["history"],
        failed=marked(failed),
        others=[marked(cell) for cell in others],
        is_present=is_present,
        is_past=is_past,
    )


NONE = {"basis": "none", "inputs": []}

BLOCKING = {"variables": {"CUDA_LAUNCH_BLOCKING": "1"}, "names": ["CUDA_LAUNCH_BLOCKING"]}


def test_a_fresh_process_takes_the_variable_and_keeps_no_trace(kernels):
    kernel = kernels()
    told = kernel.ask(ENVIRONMENT, **BLOCKING)
    assert told["environment"] == {"CUDA_LAUNCH_BLOCKING": "1"}
    assert (told["executed"], told["started"]) == (0, False)
    assert told["pid"] == kernel.pid
    # No input was counted, and no name is left behind.
    kernel.run("names = sorted(name for name in dir() if 'triage' in name or name == 'report')")
    assert record(kernel, [1, "?"]) == NONE
    assert kernel.run("assert names == []")["status"] == "ok"
    assert kernel.ask(ENVIRONMENT, variables={}, names=[])["executed"] == 2


def test_a_process_that_ran_something_does_not_take_it(kernels):
    kernel = kernels()
    kernel.run("1 + 1")
    told = kernel.ask(ENVIRONMENT, **BLOCKING)
    assert told["executed"] == 1
    assert told["environment"] == {"CUDA_LAUNCH_BLOCKING": None}


def test_a_process_in_which_cuda_has_started_does_not_take_it(kernels):
    startup = "import torch; torch.cuda._initialized = True"  # as with a GPU
    kernel = kernels(extra_arguments=[f"--IPKernelApp.exec_lines={startup}"])
    told = kernel.ask(ENVIRONMENT, **BLOCKING)
    assert told["started"] is True
    assert told["environment"] == {"CUDA_LAUNCH_BLOCKING": None}


def test_the_record_is_the_process_own(kernels):
    kernel = kernels()
    run(kernel, "a = 1", "!true", "1/0")
    own = {"basis": "process", "inputs": [[1, "a = 1"], [2, "!true"], [3, "1/0"]]}
    assert record(kernel, [3, "1/0\n"], is_present=True) == own
    # After a reload of the page the other cells tell that it is this process.
    assert record(kernel, [3, "1/0\n"], [[1, "a = 1"]]) == own


def test_an_edited_cell_is_found_by_its_neighbours(kernels):
    kernel = kernels()
    run(kernel, "a = 1", "1/0")
    told = record(kernel, [2, "1/a"], [[1, "a = 1"]])
    assert told["basis"] == "process"
    assert told["inputs"][1] == [2, "1/0"]


def test_a_process_that_died_left_its_record_in_the_history(kernels):
    other = kernels()
    run(other, "b = 2", "crash()", "1/0")
    dead = kernels()
    run(dead, "a = 1", "crash()")
    kill(dead)
    last = kernels()
    told = record(last, [2, "crash()"], [[1, "a = 1"]])
    assert told == {"basis": "history", "inputs": [[1, "a = 1"], [2, "crash()"]]}
    # A cell that never got its prompt number back is found by its text.
    assert record(last, [None, "crash()"], [[1, "a = 1"]]) == told


def test_an_earlier_process_is_asked_for_although_this_one_fits(kernels):
    past = kernels()
    run(past, "a = 1", "b = a", "print(b)")
    kill(past)
    present = kernels()
    run(present, "a = 1", "print(b)")
    cells = [[1, "a = 1"]]
    assert record(present, [None, "print(b)"], cells)["basis"] == "process"
    told = record(present, [None, "print(b)"], cells, is_past=True)
    assert told["basis"] == "history"
    assert told["inputs"] == [[1, "a = 1"], [2, "b = a"], [3, "print(b)"]]
    assert record(present, [None, "never"], cells, is_past=True) == NONE


SECRET = "key = 'sk-of-another-notebook'"


@pytest.mark.parametrize(
    "others",
    [
        pytest.param([], id="the failed cell alone"),
        pytest.param([[1, "import torch"], [2, "a = 1"]], id="half of the cells"),
        pytest.param([[1, "a = 1"], [9, SECRET]], id="a cell that ran later"),
    ],
)
def test_another_notebook_is_no_record_of_this_one(kernels, others):
    past = kernels()
    run(past, "import torch", SECRET, "train()")
    # Of another session, and of a process that the page did not see it fail in.
    for kernel in (kernels(), past):
        assert record(kernel, [3, "train()"], others) == NONE


def test_most_of_the_cells_tell_the_session(kernels):
    past = kernels()
    run(past, "import torch", "a = 1", "b = 2", "train()")
    edited = [[1, "import torch"], [2, "a = 1"], [3, "b = 3"]]
    told = record(kernels(), [4, "train()"], edited)
    assert told["basis"] == "history"
    assert told["inputs"][2] == [3, "b = 2"]


def test_long_texts_are_told_by_their_place(kernels):
    kernel = kernels()
    texts = [f"x{at} = '{str(at) * 1_000_000}'" for at in range(3)]
    run(kernel, *texts, "1/0", "typed = 1")
    told = record(kernel, [3, texts[2]], [[1, texts[0]], [4, "1/0"]], is_present=True)
    # Others come first, then the failed cell; what no cell has comes as it is.
    assert told["inputs"] == [[1, 0], [2, texts[1]], [3, 2], [4, "1/0"], [5, "typed = 1"]]


def test_a_text_has_the_digest_that_the_page_gives_it(kernels):
    # As in src/companion/__tests__/digest.spec.ts.
    data = "print('ü € 💥')".encode()
    assert [len(data), zlib.crc32(data)] == [20, 220303271]
    kernel = kernels()
    run(kernel, "print('ü € 💥')")
    told = kernel.ask(["history"], failed=[1, [20, 220303271]], others=[], is_present=True)
    assert told["basis"] == "process"


FAKE_SMI = """#!/bin/sh
printf '0, 78000, 81559\\n1, 10, 81559\\n'
"""


def test_the_facts_of_a_kernel(kernels, tmp_path, monkeypatch):
    program = tmp_path / "nvidia-smi"
    program.write_text(FAKE_SMI)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    kernel = kernels()
    plain = kernel.ask(FACTS)
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
    told = kernel.ask(FACTS)
    assert (told["dataParallel"], told["compiled"], told["blocking"]) == (True, True, True)
    assert (told["nccl"], told["graphs"]) == (False, False)
    assert told["memory"] == [[1, 10, 81559]]


def test_a_machine_without_a_gpu_has_no_gpu_memory(kernels, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert kernels().ask(FACTS)["memory"] == []
