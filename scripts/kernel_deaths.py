"""Kill real kernels many times over and check what is said of each death.

    .venv/bin/python scripts/kernel_deaths.py [HOW_MANY]     (200 when left out)

Each death is diagnosed twice, with its exit status and without. Fails when one
is not classified, when memory is claimed without proof, or when a file or a
process is left.
"""

import collections
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from companion_kernel import CompanionKernel

ROOT = Path(__file__).parents[1]
KERNELS = 2

RAISE = "import os, signal\nos.kill(os.getpid(), signal.{})"

#: kind: (code of the cell, ids allowed with the exit status, and without)
KINDS = {
    "SIGKILL": (RAISE.format("SIGKILL"), {"kernel/killed"}, {"kernel/killed"}),
    "SIGSEGV": (
        "import ctypes\nctypes.string_at(0)",
        {"kernel/segfault"},
        {"kernel/segfault"},
    ),
    "SIGBUS": (
        "import mmap, tempfile\nfile = tempfile.TemporaryFile()\n"
        "file.truncate(8192)\nview = mmap.mmap(file.fileno(), 8192)\n"
        "file.truncate(0)\nview[4096]",
        {"kernel/bus-error"},
        {"kernel/bus-error"},
    ),
    "SIGABRT": ("import os\nos.abort()", {"kernel/aborted"}, {"kernel/aborted"}),
    "SIGILL": (
        RAISE.format("SIGILL"),
        {"kernel/illegal-instruction"},
        {"kernel/illegal-instruction"},
    ),
    "SIGFPE": (
        RAISE.format("SIGFPE"),
        {"kernel/floating-point"},
        {"kernel/floating-point"},
    ),
    "SIGTERM": (RAISE.format("SIGTERM"), {"kernel/killed"}, {"kernel/killed"}),
    "os._exit(3)": ("import os\nos._exit(3)", {"kernel/exited"}, {"kernel/exited"}),
    "exit()": ("exit()", {"kernel/exited"}, {"kernel/exited"}),
    "worker killed, then SIGKILL": (
        "import os, signal, time\nchild = os.fork()\n"
        "if child == 0:\n    time.sleep(60)\n"
        "os.kill(child, signal.SIGKILL)\nos.waitpid(child, 0)\n"
        "os.kill(os.getpid(), signal.SIGKILL)",
        {"kernel/killed"},
        {"kernel/killed"},
    ),
}
MEMORY = "out of memory (cgroup)"
GROW = "import time\nx = []\nwhile True:\n    x.append(bytearray(b'x') * (20 << 20))\n    time.sleep(0.05)"
OOM = {"kernel/oom-killed"}


def make_group():
    """A cgroup (v1) of 320 MB, or None where the machine allows none."""
    group = Path(f"/sys/fs/cgroup/memory/torch-triage-{os.getpid()}")
    try:
        group.mkdir()
        (group / "memory.limit_in_bytes").write_text(str(320 << 20))
    except OSError:
        return None
    return group


def one_death(kernel, kind, group):
    """Let the kernel die; what the next process and the server know of it."""
    if kind == MEMORY:
        (group / "cgroup.procs").write_text(str(kernel.pid))
        code = GROW
    else:
        code = KINDS[kind][0]
    assert kernel.arm()["armed"]
    pid, status = kernel.pid, kernel.die(code)
    kernel.start_again()
    (box,) = kernel.arm()["previous"]
    assert box["pid"] == pid
    name = signal.Signals(-status).name if status < 0 else None
    death = {"box": box, "source": code, "earlier": ""}
    # So that the next death finds none of it.
    kernel.run("pass", "cell")
    return pid, [
        {**death, "exit": {"code": status, "signal": name}},
        {**death, "exit": None},
    ]


def diagnosed(deaths):
    """The ids that the product gives for each death, best first."""
    result = subprocess.run(
        ["node", str(ROOT / "scripts" / "classify_deaths.mjs")],
        input="\n".join(map(json.dumps, deaths)) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in result.stdout.splitlines()]


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def main(how_many):
    group = make_group()
    kinds = [*KINDS, *([MEMORY] if group else [])]
    counts, wrong, deaths, expected, pids = collections.Counter(), [], [], [], []
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as runtime:
        kernels = [CompanionKernel(runtime, f"k{n}").start() for n in range(KERNELS)]
        for number in range(how_many):
            kind = kinds[number % len(kinds)]
            pid, both = one_death(kernels[number % KERNELS], kind, group)
            pids.append(pid)
            deaths.extend(both)
            counts[kind] += 1
            expected.extend([(kind, ids) for ids in KINDS.get(kind, (0, OOM, OOM))[1:]])
        pids.extend(kernel.pid for kernel in kernels)
        for kernel in kernels:
            kernel.stop()
        left = sorted(path.name for path in Path(runtime, "torch-triage").iterdir())
    if group:
        group.rmdir()
    for (kind, allowed), ids in zip(expected, diagnosed(deaths), strict=True):
        claims_memory = "kernel/oom-killed" in ids and kind != MEMORY
        if not ids or ids[0] not in allowed or claims_memory:
            wrong.append((kind, ids))
    alive = [pid for pid in pids if is_alive(pid)]
    for kind, count in counts.items():
        print(f"{count:4}  {kind}")
    if not group:
        print("no cgroup can be made here: memory was not exhausted")
    print(
        f"{how_many} deaths in {time.monotonic() - began:.0f} s, "
        f"{len(deaths)} diagnoses, {len(wrong)} wrong, "
        f"{len(left)} files left, {len(alive)} processes left"
    )
    for each in [*wrong, *left, *alive]:
        print(each)
    return 1 if wrong or left or alive else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
