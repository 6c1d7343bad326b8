"""Boxes of kernels that are gone: found, read once, removed.

Runs after `system.py` and `private.py` in the same namespace.
"""

import json
import os
import re
import stat
import time

SUFFIX, FAULT = ".box", ".fault"
BOX_NAME = re.compile(r"(?P<key>[\w-]+)\.(?P<pid>[0-9]{1,10})" + re.escape(SUFFIX))

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


def refuse(name):
    """For numbers that JSON does not have: the page could not read them."""
    raise ValueError(name)


def slot(data, at, size):
    """The value of a slot, or None when it is empty or torn."""
    try:
        return json.loads(data[at : at + size], parse_constant=refuse)
    except (ValueError, RecursionError):
        return None


def read_plain(path, size):
    """(the first `size` bytes, time of change) of a plain file, or None.

    Through no link, and without waiting: a pipe would block the kernel.
    """
    flags = os.O_RDONLY
    for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"):
        flags |= getattr(os, name, 0)
    try:
        handle = os.open(path, flags)
    except (OSError, ValueError):
        return None
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            return None
        data = b""
        while len(data) < size:
            more = os.read(handle, size - len(data))
            if not more:
                break
            data += more
        return data, found.st_mtime
    except OSError:
        return None
    finally:
        os.close(handle)


def is_number(value):
    return type(value) in (int, float)


def is_head(head):
    """Whether a head says what `read_box` relies on."""
    if not isinstance(head, dict) or type(head.get("pid")) is not int:
        return False
    group = head.get("group")
    return is_number(head.get("time")) and (
        group is None
        or isinstance(group, dict)
        and group.get("version") in (1, 2)
        and isinstance(group.get("path"), str)
    )


def is_reading(line):
    """Whether a line of the ring begins with its number and its time."""
    return isinstance(line, list) and len(line) > 1 and all(map(is_number, line[:2]))


def read_box(path):
    """The contents of a dead process's box, or None when it is no box."""
    box = read_plain(path, BOX_SIZE)
    last_words = read_plain(path[: -len(SUFFIX)] + FAULT, MAX_FAULT)
    if box is None or last_words is None:
        return None
    data, _ = box
    head = slot(data, HEAD_AT, HEAD_SIZE)
    if not is_head(head):
        return None
    fault = last_words[0].decode("utf-8", "replace")
    fault_time = last_words[1] if fault else None
    lines = (slot(data, RING_AT + n * LINE_SIZE, LINE_SIZE) for n in range(LINES))
    ring = sorted(filter(is_reading, lines), key=lambda line: line[0])
    cell = slot(data, CELL_AT, CELL_SIZE)
    if not isinstance(cell, dict) or not {"id", "running", "time"} <= set(cell):
        cell = None
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
    if not cell or not cell["running"] or not isinstance(seen, dict):
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
        parts = BOX_NAME.fullmatch(name)
        if not parts or int(parts["pid"]) == os.getpid():
            continue
        path = os.path.join(folder, name)
        box = read_plain(path, HEAD_SIZE)
        if box is None:
            continue  # nothing that we made
        head = slot(box[0], HEAD_AT, HEAD_SIZE)
        began = started(int(parts["pid"]))
        if began is None or not isinstance(head, dict) or began != head.get("started"):
            yield path, parts["key"]


def is_stale(path):
    """Whether nobody will ask for a box any more, if it is still there.

    Where several kernels died at once, the next ones read at once too.
    """
    try:
        return time.time() - os.lstat(path).st_mtime > STALE
    except OSError:
        return False


def collect(folder, keys):
    """Read and remove the boxes of dead processes of the kernels `keys`."""
    found = []
    for path, key in boxes_of_the_dead(folder):
        if key in keys:
            try:
                box = read_box(path)
            except Exception:
                box = None  # odd contents: no later box is lost for it
            remove(path)
            if box:
                found.append(box)
        elif is_stale(path):
            remove(path)
    return sorted(found, key=lambda box: box["time"])
