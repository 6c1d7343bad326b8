"""Boxes of kernels that are gone: found, read once, removed.

Runs after `system.py` in the same namespace.
"""

import json
import os
import re
import stat
import time

SUFFIX, FAULT = ".box", ".fault"

# Layout of a box: fixed slots, so that it can never grow.
HEAD_AT, HEAD_SIZE = 0, 4096
CELL_AT, CELL_SIZE = 4096, 1024
END_AT, END_SIZE = 5120, 64
RING_AT, LINE_SIZE, LINES = 5184, 160, 180
SEEN_AT, SEEN_SIZE = RING_AT + LINE_SIZE * LINES, 128
BOX_SIZE = SEEN_AT + SEEN_SIZE

STALE = 24 * 3600.0  # seconds after which nobody will ask any more
MAX_FAULT = 65536
#: The machine's own process numbers (PROC_PID_INIT_INO in the Linux source).
FIRST_NAMESPACE = "pid:[4026531836]"


def folder_of_boxes():
    """The folder for boxes, made when needed, or None where it is unsafe."""
    from jupyter_core.paths import jupyter_runtime_dir

    folder = os.path.join(jupyter_runtime_dir(), "torch-triage")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    owner = os.stat(folder)
    if hasattr(os, "getuid") and (
        owner.st_uid != os.getuid() or owner.st_mode & stat.S_IWOTH
    ):
        return None
    return folder


def counters(group):
    """What is compared before and after a death."""
    return {
        "kills": group_kills(group),
        "systemKills": system_kills(),
        "peak": group_peak(group),
    }


def remove(path):
    """Remove a box and its faulthandler file."""
    for each in (path, path[: -len(SUFFIX)] + FAULT):
        try:
            os.unlink(each)
        except OSError:
            pass


def slot(data, at, size):
    """The value of a slot, or None when it is empty or torn."""
    try:
        return json.loads(data[at : at + size])
    except ValueError:
        return None


def read_box(path):
    """The contents of a dead process's box, or None when it is no box."""
    try:
        with open(path, "rb") as file:
            data = file.read(BOX_SIZE)
        with open(path[: -len(SUFFIX)] + FAULT, "rb") as file:
            fault = file.read(MAX_FAULT).decode("utf-8", "replace")
            fault_time = os.fstat(file.fileno()).st_mtime if fault else None
    except OSError:
        return None
    head = slot(data, HEAD_AT, HEAD_SIZE)
    if not isinstance(head, dict):
        return None
    lines = (slot(data, RING_AT + n * LINE_SIZE, LINE_SIZE) for n in range(LINES))
    ring = sorted(line for line in lines if isinstance(line, list))
    cell = slot(data, CELL_AT, CELL_SIZE)
    group = head["group"]
    last = ring[-1][1] if ring else head["time"]
    return {
        **head,
        "fault": fault,
        "faultTime": fault_time,
        "cell": cell,
        "seenLine": seen_line(cell, slot(data, SEEN_AT, SEEN_SIZE)),
        "exited": slot(data, END_AT, END_SIZE) is not None,
        "samples": [line[1:] for line in ring],
        "after": counters(group),
        "systemLog": kill_line(head["pid"], last),
        "readTime": round(time.time(), 2),
    }


def seen_line(cell, seen):
    """The line of the running cell at the last look, or None."""
    if not cell or not cell["running"] or not seen:
        return None
    # An earlier cell's, when this one was not looked at yet.
    return seen["line"] if seen["cell"] == cell["time"] else None


def kill_line(pid, since):
    """The kernel log's line on `pid` killed for want of memory.

    "" when the log has none, None where it does not tell: this user may not
    read it, or a container gives the process another number than the log.
    `since` is a `time.time()`: older lines may speak of another process.
    """
    try:
        if os.readlink("/proc/self/ns/pid") != FIRST_NAMESPACE:
            return None
        handle = os.open("/dev/kmsg", os.O_RDONLY | os.O_NONBLOCK)
    except (OSError, AttributeError):
        return None
    pattern = re.compile(rf"Killed process {pid} \(.*")
    earliest = time.monotonic() - (time.time() - since) - 2
    found = ""
    try:
        while True:
            try:
                record = os.read(handle, 8192).decode("utf-8", "replace")
            except BrokenPipeError:
                continue  # a record was overwritten while we read
            head, _, text = record.partition(";")
            if int(head.split(",")[2]) / 1e6 >= earliest and pattern.search(text):
                found = text.splitlines()[0][:300]
    except BlockingIOError:
        return found
    except (OSError, ValueError, IndexError):
        return None
    finally:
        os.close(handle)


def boxes_of_the_dead(folder):
    """(path, key) of each box whose process is gone."""
    for name in os.listdir(folder):
        key, _, pid = name[: -len(SUFFIX)].rpartition(".")
        if not name.endswith(SUFFIX) or not pid.isdigit() or int(pid) == os.getpid():
            continue
        path = os.path.join(folder, name)
        try:
            with open(path, "rb") as file:
                head = slot(file.read(HEAD_SIZE), HEAD_AT, HEAD_SIZE)
        except OSError:
            continue
        began = started(int(pid))
        if began is None or not head or began != head["started"]:
            yield path, key


def is_stale(path):
    """Whether nobody will ask for a box any more, if it is still there.

    Where several kernels died at once, the next ones read at once too.
    """
    try:
        return time.time() - os.path.getmtime(path) > STALE
    except OSError:
        return False


def collect(folder, keys):
    """Read and remove the boxes of dead processes of the kernels `keys`."""
    found = []
    for path, key in boxes_of_the_dead(folder):
        if key in keys:
            box = read_box(path)
            remove(path)
            if box:
                found.append(box)
        elif is_stale(path):
            remove(path)
    return sorted(found, key=lambda box: box["time"])
