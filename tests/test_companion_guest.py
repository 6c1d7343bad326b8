"""The companion is a guest: what a user did stays, and keeps it from nothing."""

import json
import os
import stat
import sys
import time

import pytest
from companion_kernel import BLACK_BOX, MACHINE, CouldNotAnswer, source_of
from fuzz_kernels import CELLS, check, drawn, odd_files

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="signals, and /proc to see what is open"
)

#: Each broke a question, or ran the user's code, before it stood here.
FOUND = [
    "names of re",
    "built-in names",
    "the names' own builtins",
    "module builtins",
    "formatters",
    "another formatter",
    "odd objects",
    "odd threads",
    "odd modules",
    "odd loaders",
    "an odd last traceback",
    "handlers",
]


@pytest.mark.parametrize("cell", FOUND)
def test_a_question_changes_nothing_after(cell):
    check(["an error", cell])


@pytest.mark.parametrize("cell", ["names of re", "built-in names", "odd objects", "odd modules"])
def test_a_question_about_the_last_failure_changes_nothing_after(cell):
    check([cell, "a lost name"])


@pytest.mark.parametrize("folder", ["read-only", "odd files"])
def test_a_question_changes_nothing_beside_a_folder(folder):
    check(["an error"], folder)


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_question_changes_nothing_after_cells_drawn_at_random(seed):
    print(f"seed {seed}: {drawn(seed)}")
    check(*drawn(seed))


def test_an_error_of_ours_comes_back_as_data(kernels):
    kernel = kernels()
    kernel.run("1 / 0")
    with pytest.raises(CouldNotAnswer) as failed:
        kernel.ask(("history",), failed=None, others=[], is_present=True)
    told = failed.value.args[0]
    assert told["error"] == "TypeError"
    assert told["line"] > 1
    assert kernel.run("import sys; assert sys.last_type is ZeroDivisionError")["status"] == "ok"


def test_a_loader_is_told_without_running_its_code(kernels):
    kernel = kernels()
    kernel.run("calls = []; ran = calls.append")
    kernel.run(CELLS["odd loaders"] + "before = len(calls)")
    # The newest is plain; the tensors of the older one are the user's own.
    assert kernel.ask(MACHINE)["loader"] == {
        "workers": 2,
        "batchSize": 2,
        "prefetch": 2,
        "batchBytes": 2 * 3 * 4,
        "dataset": {"type": "TensorDataset", "length": 4},
    }
    kernel.run("del two")
    assert kernel.ask(MACHINE)["loader"]["batchBytes"] is None
    assert kernel.run("assert 0 < before == len(calls), calls")["status"] == "ok"


CHILD_CRASHES = """
import os, signal
pid = os.fork()
if pid == 0:
    os.kill(os.getpid(), signal.{})
    os._exit(7)
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
"""
OWN_LOG = "import faulthandler; log = open({!r}, 'w'); faulthandler.enable(file=log)"
OWN_HANDLER = "import signal; signal.signal(signal.SIGABRT, lambda *args: None)"
CRASH = "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"


def faults(tmp_path):
    return b"".join(path.read_bytes() for path in tmp_path.glob("torch-triage/*.fault"))


def test_a_users_own_crash_log_gets_what_a_forked_child_says(kernels, tmp_path):
    log = tmp_path / "own.log"
    kernel = kernels()
    kernel.arm()
    kernel.run(OWN_LOG.format(str(log)))
    kernel.run(CHILD_CRASHES.format("SIGSEGV"))
    assert "Segmentation fault" in log.read_text()
    assert faults(tmp_path) == b""


@pytest.mark.parametrize("is_first", [True, False])
def test_a_users_own_handler_outlives_arming_a_fork_and_disarming(kernels, tmp_path, is_first):
    kernel = kernels()
    if is_first:
        kernel.run(OWN_HANDLER)
    kernel.arm()
    if not is_first:
        kernel.run(OWN_HANDLER)
    kernel.run(CHILD_CRASHES.format("SIGABRT"))
    assert kernel.run("assert status == 7, status")["status"] == "ok"
    assert kernel.run("import os; os.kill(os.getpid(), signal.SIGABRT)")["status"] == "ok"
    assert faults(tmp_path) == b""
    kernel.arm(armed=False)
    assert kernel.run("os.kill(os.getpid(), signal.SIGABRT)")["status"] == "ok"
    assert kernel.run("1 + 1")["status"] == "ok"


@pytest.mark.parametrize("armed", [True, False])
def test_a_crash_log_of_ipythons_start_is_kept(kernels, tmp_path, armed):
    log = tmp_path / "own.log"
    startup = OWN_LOG.format(str(log))
    kernel = kernels(extra_arguments=[f"--IPKernelApp.exec_lines={startup}"])
    assert kernel.arm()["armed"]
    kernel.arm(armed=armed)
    kernel.die(CRASH)
    assert "Segmentation fault" in log.read_text()


@pytest.mark.parametrize("cell", ["pass", OWN_HANDLER])
def test_a_box_says_whether_it_would_have_heard_of_a_fatal_signal(kernels, tmp_path, cell):
    kernel = kernels()
    kernel.arm()
    kernel.run(cell)
    (box,) = tmp_path.glob("torch-triage/*.box")
    expected = b'"handlesFaults": ' + (b"true" if cell == "pass" else b"false")
    end = time.monotonic() + 30
    while expected not in box.read_bytes():
        assert time.monotonic() < end, box.read_bytes()[:1000]
        time.sleep(0.05)


def test_without_a_handler_of_the_users_the_last_words_are_ours(kernels, tmp_path):
    kernel = kernels()
    kernel.arm()
    kernel.run(CHILD_CRASHES.format("SIGSEGV"))
    assert faults(tmp_path) == b""
    kernel.die(CRASH)
    assert b"Segmentation fault" in faults(tmp_path)


def test_a_box_is_read_though_others_are_odd(kernels, tmp_path):
    odd_files(tmp_path)
    folder = tmp_path / "torch-triage"
    head = {"pid": 1, "started": 0, "time": 1.0, "group": None}
    whole = folder / "key.4000099.box"
    whole.write_bytes(json.dumps(head).encode().ljust(4096))
    whole.with_suffix(".fault").write_text("last words")
    kernel = kernels()
    told = kernel.arm()
    assert told["armed"]
    assert [box["fault"] for box in told["previous"]] == ["last words"]
    left = {path.name for path in folder.iterdir()}
    # What nobody can have made as a box is left alone; the others are gone.
    assert {f"key.400000{n}.box" for n in (1, 2, 3)} <= left
    assert not {f"key.400000{n}.box" for n in range(4, 10)} & left


def test_a_fault_file_that_is_a_pipe_does_not_block(tmp_path):
    names = {}
    exec(source_of(BLACK_BOX), names)
    (tmp_path / "key.1.box").write_bytes(b'{"pid": 1, "started": 0, "time": 1, "group": null}')
    os.mkfifo(tmp_path / "key.1.fault")
    assert names["collect"](str(tmp_path), {"key"}) == []


def test_a_folder_that_others_may_write_to_is_not_used(kernels, tmp_path):
    folder = tmp_path / "torch-triage"
    folder.mkdir()
    folder.chmod(0o770)
    assert not kernels().arm()["armed"]
    assert list(folder.iterdir()) == []
    assert stat.S_IMODE(folder.stat().st_mode) == 0o770


def test_a_link_in_the_folders_place_is_not_followed(kernels, tmp_path):
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "torch-triage").symlink_to(tmp_path / "elsewhere")
    assert not kernels().arm()["armed"]


def test_a_full_memory_in_our_hooks_prints_nothing(kernels):
    kernel = kernels()
    kernel.arm()
    kernel.run(
        "import threading\n"
        "(box,) = [t.box for t in threading.enumerate() if hasattr(t, 'box')]\n"
        "def full(*args): raise MemoryError\n"
        "box.put = full"
    )
    seen = []
    kernel.client.execute_interactive("1", output_hook=seen.append, timeout=60)
    assert {message["msg_type"] for message in seen} <= {"status", "execute_input", "execute_result"}
    assert kernel.run("import sys; assert not hasattr(sys, 'last_type')")["status"] == "ok"
