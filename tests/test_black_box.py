"""The black box in a real kernel: what it leaves, and what it does not."""

import json
import os
import signal
import stat
import sys
import time

import pytest
from companion_kernel import BLACK_BOX, source_of

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="the signals are those of POSIX"
)

CRASH = "import ctypes\nx = 1\nctypes.string_at(0)\n"
RAISES = "import os, signal\n\nos.kill(os.getpid(), signal.{})\n"
WAITS = "import time\n\ndef wait():\n    time.sleep(60)\nwait()\n"
OWN_LINE = "File \"{}\", line 3 in <module>"


def boxes(tmp_path):
    folder = tmp_path / "torch-triage"
    return sorted(folder.iterdir()) if folder.exists() else []


def eventually(condition, seconds=20):
    """Poll until `condition()` holds; its value."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError("it never came true")


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("SIGSEGV", "Segmentation fault"),
        ("SIGBUS", "Bus error"),
        ("SIGABRT", "Aborted"),
        ("SIGILL", "Illegal instruction"),
        ("SIGFPE", "Floating point exception"),
    ],
)
def test_a_fatal_signal_leaves_the_line_of_the_cell(kernels, tmp_path, name, error):
    kernel = kernels()
    kernel.arm()
    status = kernel.die(RAISES.format(name), "the-cell")
    kernel.start_again()
    (box,) = kernel.arm()["previous"]

    assert status == -getattr(signal, name)
    assert box["fault"].startswith(f"Fatal Python error: {error}")
    assert box["cell"]["id"] == "the-cell"
    assert box["cell"]["running"]
    assert OWN_LINE.format(box["cell"]["file"]) in box["fault"]


def test_a_kill_leaves_the_cell_and_the_readings_but_no_fault(kernels):
    kernel = kernels()
    kernel.arm()
    kernel.run("a = 1", "first")
    eventually(lambda: kernel.arm() and len_of_ring(kernel) >= 2)
    kernel.send(WAITS, "second")
    eventually(lambda: line_seen(kernel) == 4)
    kernel.process.kill()
    kernel.wait_for_end()
    kernel.start_again()
    (box,) = kernel.arm()["previous"]

    assert box["fault"] == ""
    assert not box["exited"]
    assert box["cell"]["id"] == "second"
    assert box["seenLine"] == 4
    assert len(box["samples"]) >= 2
    time_of_reading, resident = box["samples"][-1][:2]
    assert abs(time_of_reading - time.time()) < 60
    assert 10e6 < resident < 10e9


def box_file(kernel):
    folder = kernel.env["JUPYTER_RUNTIME_DIR"]
    return os.path.join(folder, "torch-triage", f"key.{kernel.pid}.box")


def slot_of(kernel, start, end=None):
    with open(box_file(kernel), "rb") as file:
        return file.read()[start:end]


def line_seen(kernel):
    text = slot_of(kernel, 33984).strip(b"\0 \n")
    return json.loads(text)["line"] if text else None


def len_of_ring(kernel):
    return slot_of(kernel, 5184, 33984).count(b"\n")


def test_a_line_is_told_of_the_cell_that_ran_alone():
    names = {}
    exec(source_of(BLACK_BOX), names)
    cell = {"running": True, "time": 5.0}
    assert names["seen_line"](cell, {"cell": 5.0, "line": 3}) == 3
    assert names["seen_line"](cell, {"cell": 4.0, "line": 3}) is None
    assert names["seen_line"](cell, None) is None
    assert names["seen_line"](None, {"cell": 5.0, "line": 3}) is None
    ended = {**cell, "running": False}
    assert names["seen_line"](ended, {"cell": 5.0, "line": 3}) is None


def test_exit_and_an_ordered_end_are_told_apart_from_a_death(kernels, tmp_path):
    kernel = kernels()
    kernel.arm()
    assert kernel.die("exit()", "leaves") == 0
    kernel.start_again()
    (box,) = kernel.arm()["previous"]
    assert box["exited"]
    assert box["cell"]["id"] == "leaves"
    assert not box["cell"]["running"]

    kernel.client.stop_channels()
    kernel.manager.restart_kernel()
    kernel._connect()
    assert kernel.arm()["previous"] == []

    kernel.stop()
    eventually(lambda: boxes(tmp_path) == [])


def test_a_crashed_worker_writes_nothing_into_the_kernels_box(kernels, tmp_path):
    kernel = kernels()
    kernel.arm()
    reply = kernel.run(
        "import os, signal\n"
        "pid = os.fork()\n"
        "if pid == 0:\n"
        "    os.abort()\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))"
    )
    assert reply["status"] == "ok"
    (fault,) = [path for path in boxes(tmp_path) if path.suffix == ".fault"]
    assert fault.read_bytes() == b""


def test_a_forked_child_that_exits_does_not_end_the_box(kernels):
    kernel = kernels()
    kernel.arm()
    kernel.run(
        "import os, threading\n"
        "(box,) = [t.box for t in threading.enumerate() if hasattr(t, 'box')]\n"
        "pid = os.fork()\n"
        "if pid == 0:\n"
        "    box.at_exit()\n"
        "    os._exit(0)\n"
        "os.waitpid(pid, 0)"
    )
    kernel.die("import os; os._exit(3)")
    kernel.start_again()
    (box,) = kernel.arm()["previous"]
    assert not box["exited"]


def test_files_are_private_fixed_in_size_and_gone_when_read(kernels, tmp_path):
    kernel = kernels()
    kernel.arm()
    first = {path.name: path.stat() for path in boxes(tmp_path)}
    assert len(first) == 2
    assert all(stat.S_IMODE(each.st_mode) == 0o600 for each in first.values())
    assert stat.S_IMODE((tmp_path / "torch-triage").stat().st_mode) == 0o700
    eventually(lambda: len_of_ring(kernel) >= 3)
    kernel.run("'x' * 100_000")
    assert {p.name: p.stat().st_size for p in boxes(tmp_path)} == {
        name: each.st_size for name, each in first.items()
    }

    kernel.die(CRASH)
    kernel.start_again()
    kernel.arm()
    assert {path.name for path in boxes(tmp_path)}.isdisjoint(first)


def test_other_kernels_boxes_wait_until_they_are_stale(kernels, tmp_path):
    kernels("other").arm()
    other = kernels("dead")
    other.arm()
    other.process.kill()
    other.wait_for_end()
    kernel = kernels()
    kernel.arm()
    assert any(path.name.startswith("dead.") for path in boxes(tmp_path))

    for path in boxes(tmp_path):
        if path.name.startswith("dead."):
            os.utime(path, (0, time.time() - 25 * 3600))
    kernel.arm()
    names = [path.name.split(".")[0] for path in boxes(tmp_path)]
    assert "dead" not in names
    assert names.count("other") == names.count("key") == 2


def test_a_box_that_another_kernel_reads_meanwhile_loses_none(tmp_path):
    names = {}
    exec(source_of(BLACK_BOX), names)
    own = tmp_path / "key.1.box"
    head = {"pid": 1, "started": 0, "time": 0.0, "group": None}
    own.write_bytes(json.dumps(head).encode().ljust(names["BOX_SIZE"]))
    own.with_suffix(".fault").touch()
    gone = tmp_path / "other.2.box"
    names["boxes_of_the_dead"] = lambda _: [(str(gone), "other"), (str(own), "key")]
    (box,) = names["collect"](str(tmp_path), {"key"})
    assert box["pid"] == 1


def test_a_second_page_is_told_the_same_until_the_cell_runs_again(kernels):
    kernel = kernels()
    kernel.arm()
    kernel.die(CRASH, "crashing")
    kernel.start_again()
    assert len(kernel.arm()["previous"]) == 1
    assert len(kernel.arm()["previous"]) == 1
    kernel.run("1", "another")
    assert len(kernel.arm()["previous"]) == 1
    kernel.run("1", "crashing")
    assert kernel.arm()["previous"] == []


def test_a_restart_by_the_user_discards_what_a_forced_end_left(kernels):
    kernel = kernels()
    kernel.arm()
    kernel.process.kill()
    kernel.wait_for_end()
    kernel.start_again()
    assert kernel.arm(discard=True)["previous"] == []
    assert kernel.arm()["previous"] == []


def test_disarming_leaves_the_process_as_it_was(kernels, tmp_path):
    kernel = kernels()
    look = (
        "import faulthandler, threading\n"
        "state = [faulthandler.is_enabled(), sorted(t.name for t in threading.enumerate()),\n"
        "         [len(get_ipython().events.callbacks[e]) for e in ('pre_run_cell', 'post_run_cell')]]\n"
    )
    kernel.run(look + "before = state")
    assert kernel.arm()["armed"]
    assert not kernel.arm(armed=False)["armed"]
    assert boxes(tmp_path) == []
    kernel.run(look)

    def same():
        kernel.run(look)
        return values(kernel, "state == before") == "True"

    eventually(same)


def values(kernel, expression):
    request = kernel.send(
        "", silent=True, store_history=False, user_expressions={"v": expression}
    )
    return kernel.reply(request)["user_expressions"]["v"]["data"]["text/plain"]


STATE = """[
    sorted(get_ipython().user_ns), get_ipython().execution_count,
    list(get_ipython().history_manager.get_range()), sorted(__import__('sys').modules),
    get_ipython().run_line_magic('who_ls', ''),
]"""


def test_nothing_is_left_in_the_users_namespace_or_history(kernels):
    kernel = kernels()
    kernel.run("x = 1")
    # Modules that answering any request loads are not the companion's.
    values(kernel, STATE)
    before = values(kernel, STATE)
    kernel.arm()
    after = values(kernel, STATE)
    assert without_modules(after) == without_modules(before)
    new = set(modules(after)) - set(modules(before))
    assert not [name for name in new if "triage" in name or name == "torch"]
    assert kernel.run("x")["execution_count"] == 2


def without_modules(text):
    names, count, history, _, who = eval(text)
    return names, count, history, who


def modules(text):
    return eval(text)[3]


def test_it_costs_less_than_a_thousandth_of_a_core(kernels):
    kernel = kernels()
    kernel.run("import threading\nfor _ in range(32):\n    threading.Thread(target=threading.Event().wait, daemon=True).start()")
    kernel.arm()
    eventually(lambda: len_of_ring(kernel) >= 8, seconds=60)
    kernel.process.kill()
    kernel.wait_for_end()
    kernel.start_again()
    (box,) = kernel.arm()["previous"]
    samples = box["samples"]
    # The pause that pays for a reading follows it: the last one's is missing.
    used = samples[-2][-1] - samples[0][-1]
    share = used / (samples[-1][0] - samples[1][0])
    print(f"black box: {share:.5%} of one core over {len(samples)} readings")
    assert 0 < share < 0.001


def test_the_sources_are_ascii_and_need_no_torch():
    source = source_of(BLACK_BOX)
    assert source.isascii()
    assert "import torch" not in source
