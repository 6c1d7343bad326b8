"""What the re-run's companion code tells of a real kernel."""

import json
import os
import signal
from pathlib import Path

import pytest
from jupyter_client.manager import start_new_kernel

COMPANION = Path(__file__).parents[1] / "src/companion/python"
TIMEOUT = 60


class Kernel:
    """A kernel that is asked as the panel asks: silently, by one expression."""

    def __init__(self, **options):
        self.manager, self.client = start_new_kernel(startup_timeout=120, **options)

    def ask(self, name, **arguments):
        source = (COMPANION / f"{name}.py").read_text()
        expression = (
            f"(lambda ns, json: (exec({source!r}, ns), json.dumps(ns['report']("
            f"**json.loads({json.dumps(arguments)!r}))))[1])({{}}, __import__('json'))"
        )
        message = self.client.execute("", silent=True, user_expressions={"told": expression})
        told = self.client.get_shell_msg(timeout=TIMEOUT)
        while told["parent_header"]["msg_id"] != message:
            told = self.client.get_shell_msg(timeout=TIMEOUT)
        value = told["content"]["user_expressions"]["told"]
        assert value["status"] == "ok", value
        # Python's repr of an ASCII text without quotes inside of it.
        return json.loads(eval(value["data"]["text/plain"]))

    def run(self, *sources):
        for source in sources:
            self.client.execute_interactive(
                source, timeout=TIMEOUT, allow_stdin=False, output_hook=lambda _: None
            )

    def end(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


@pytest.fixture
def start(tmp_path, monkeypatch):
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.delenv("CUDA_LAUNCH_BLOCKING", raising=False)
    kernels = []

    def begin(**options):
        kernels.append(Kernel(**options))
        return kernels[-1]

    yield begin
    for kernel in kernels:
        kernel.end()


BLOCKING = {"variables": {"CUDA_LAUNCH_BLOCKING": "1"}, "names": ["CUDA_LAUNCH_BLOCKING"]}


def test_a_fresh_process_takes_the_variable_and_keeps_no_trace(start):
    kernel = start()
    told = kernel.ask("environment", **BLOCKING)
    assert told["environment"] == {"CUDA_LAUNCH_BLOCKING": "1"}
    assert (told["executed"], told["started"]) == (0, False)
    assert told["pid"] == kernel.manager.provisioner.pid
    # No input was counted, and no name is left behind.
    kernel.run("names = sorted(name for name in dir() if 'triage' in name or name == 'report')")
    assert kernel.ask("history", failed=[1, "?"], cells=[])["basis"] == "none"
    kernel.run("assert names == []")
    assert kernel.ask("environment", variables={}, names=[])["executed"] == 2


def test_a_process_that_ran_something_does_not_take_it(start):
    kernel = start()
    kernel.run("1 + 1")
    told = kernel.ask("environment", **BLOCKING)
    assert told["executed"] == 1
    assert told["environment"] == {"CUDA_LAUNCH_BLOCKING": None}


def test_a_process_in_which_cuda_has_started_does_not_take_it(start):
    startup = "import torch; torch.cuda._initialized = True"  # as with a GPU
    kernel = start(extra_arguments=[f"--IPKernelApp.exec_lines={startup}"])
    told = kernel.ask("environment", **BLOCKING)
    assert told["started"] is True
    assert told["environment"] == {"CUDA_LAUNCH_BLOCKING": None}


def test_the_record_is_the_process_own(start):
    kernel = start()
    kernel.run("a = 1", "!true", "1/0")
    told = kernel.ask("history", failed=[3, "1/0\n"], cells=[])
    assert told == {"basis": "process", "inputs": [[1, "a = 1"], [2, "!true"], [3, "1/0"]]}


def test_an_edited_cell_is_found_by_its_neighbours(start):
    kernel = start()
    kernel.run("a = 1", "1/0")
    told = kernel.ask("history", failed=[2, "1/a"], cells=[[1, "a = 1"], [2, "1/a"]])
    assert told["basis"] == "process"
    assert told["inputs"][1] == [2, "1/0"]


def test_a_process_that_died_left_its_record_in_the_history(start):
    other = start()
    other.run("b = 2", "crash()", "1/0")
    dead = start()
    dead.run("a = 1", "crash()")
    os.kill(dead.manager.provisioner.pid, signal.SIGKILL)
    last = start()
    cells = [[1, "a = 1"], [2, "crash()"]]
    told = last.ask("history", failed=[2, "crash()"], cells=cells)
    assert told == {"basis": "history", "inputs": [[1, "a = 1"], [2, "crash()"]]}
    # A cell that never got its prompt number back is found by its text.
    assert last.ask("history", failed=[None, "crash()"], cells=cells) == told


FAKE_SMI = """#!/bin/sh
printf '0, 78000, 81559\\n1, 10, 81559\\n'
"""


def test_the_facts_of_a_kernel(start, tmp_path, monkeypatch):
    program = tmp_path / "nvidia-smi"
    program.write_text(FAKE_SMI)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    kernel = start()
    plain = kernel.ask("facts")
    assert plain["memory"] == [[0, 78000, 81559], [1, 10, 81559]]
    assert not any(plain[key] for key in plain if key != "memory")
    kernel.run("import sys; assert 'torch' not in sys.modules")
    kernel.run(
        "import torch\n"
        "model = torch.nn.DataParallel(torch.nn.Linear(2, 2))\n"
        "@torch.compile\n"
        "def double(x):\n    return 2 * x",
        "import os; os.environ['CUDA_LAUNCH_BLOCKING'] = '1'; os.environ['CUDA_VISIBLE_DEVICES'] = '1'",
    )
    told = kernel.ask("facts")
    assert (told["dataParallel"], told["compiled"], told["blocking"]) == (True, True, True)
    assert (told["nccl"], told["graphs"]) == (False, False)
    assert told["memory"] == [[1, 10, 81559]]


def test_a_machine_without_a_gpu_has_no_gpu_memory(start, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert start().ask("facts")["memory"] == []
