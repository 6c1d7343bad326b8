"""The black box of a kernel: what is left to read when the process is gone.

Two files in the user's Jupyter runtime folder: one that faulthandler writes
its last words to, and one of fixed size with the running cell and a ring of
readings. The next process of the same kernel reads and removes them. The box
hangs on its own thread, so that no name of ours is left anywhere.

Runs after `system.py` and `boxes.py` in the same namespace.
"""

import atexit
import faulthandler
import json
import os
import re
import sys
import threading
import time

THREAD = "torch-triage-black-box"
INTERVAL = 1.0  # seconds between readings
BUDGET = 0.0008  # share of one core that readings may take
LONGEST = 60.0
DEEPEST = 1000  # frames that are looked through for the cell's
KEPT = 3  # deaths that are told again to whoever asks


def new_file(path):
    """A fresh file that only this user can read, unbuffered."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, flags, 0o600), "r+b", buffering=0)


class BlackBox:
    """One armed box: its files, its thread, its hooks."""

    def __init__(self, folder, key, shell):
        self.pid = os.getpid()
        self.shell = shell
        self.path = os.path.join(folder, f"{key}.{self.pid}{SUFFIX}")
        self.fault_path = self.path[: -len(SUFFIX)] + FAULT
        self.previous = []
        self.cell = None
        self.seen = None
        self.most_shared = 0
        self.closed = threading.Event()
        self.lock = threading.Lock()
        self.group = memory_group()
        self.file = new_file(self.path)
        self.fault = new_file(self.fault_path)
        self.file.truncate(BOX_SIZE)
        self.put(
            HEAD_AT,
            HEAD_SIZE,
            {
                "pid": self.pid,
                "started": started(),
                "time": round(time.time(), 2),
                "limits": limits(self.group),
                "group": self.group,
                "before": counters(self.group),
            },
        )
        self.had_handler = faulthandler.is_enabled()
        # All threads: torch's backward pass crashes in one without Python. The
        # price: one report in a hundred broke off where others ran meanwhile.
        faulthandler.enable(file=self.fault, all_threads=True)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.in_child)
        atexit.register(self.at_exit)
        if shell is not None:
            shell.events.register("pre_run_cell", self.cell_started)
            shell.events.register("post_run_cell", self.cell_ended)
        self.thread = threading.Thread(target=self.watch, name=THREAD, daemon=True)
        self.thread.box = self
        self.thread.start()

    def put(self, at, size, value):
        """Write `value` into its slot; too long a value is left out."""
        data = json.dumps(value).encode()
        if len(data) < size and os.getpid() == self.pid:
            with self.lock:
                self.file.seek(at)
                self.file.write(data.ljust(size - 1) + b"\n")

    def watch(self):
        """Take readings until closed, never above the budget."""
        at = 0
        spent = time.thread_time()
        while not self.closed.is_set():
            if self.is_ordered():
                self.close()
                return
            facts = reading(self.group)
            self.most_shared = max(self.most_shared, facts[6] or 0)
            line = [at, *facts, round(time.thread_time(), 4)]
            try:
                self.note_line()
                self.put(RING_AT + at % LINES * LINE_SIZE, LINE_SIZE, line)
            except (OSError, ValueError):
                return  # the disk is full, or the box was closed meanwhile
            at += 1
            # From pause to pause: waking up costs something, too.
            before, spent = spent, time.thread_time()
            cost = spent - before
            self.closed.wait(min(max(INTERVAL, cost / BUDGET), LONGEST))

    def note_line(self):
        """Note the line that the running cell is at: a kill leaves no stack."""
        cell = self.cell
        if cell and cell["running"] and cell["file"]:
            seen = {"cell": cell["time"], "line": line_in(cell["file"])}
            if seen != self.seen:
                self.put(SEEN_AT, SEEN_SIZE, seen)
                self.seen = seen

    def is_ordered(self):
        """Whether somebody asked this kernel to shut down or restart."""
        kernel = getattr(self.shell, "kernel", None)
        return getattr(kernel, "_shutdown_message", None) is not None

    def cell_started(self, info):
        """IPython's `pre_run_cell`: note which cell runs from now on."""
        cell_id = getattr(info, "cell_id", None)
        if os.getpid() != self.pid or not (cell_id or info.store_history):
            return  # a worker, or another extension's own code
        self.cell = {
            "id": cell_id,
            "file": cell_file(self.shell, info.raw_cell),
            "time": round(time.time(), 2),
            "running": True,
        }
        # A death whose cell runs again is no news any more.
        self.previous = [
            box
            for box in self.previous
            if box["cell"]
            and box["cell"]["running"]
            and box["cell"]["id"] != self.cell["id"]
        ]
        self.put_cell()

    def cell_ended(self, result):
        """IPython's `post_run_cell`."""
        if os.getpid() == self.pid and self.cell:
            self.cell["running"] = False
            self.put_cell()

    def put_cell(self):
        """Write the cell's slot; a hook must never disturb the user's cell."""
        try:
            self.put(CELL_AT, CELL_SIZE, self.cell)
        except (OSError, ValueError):
            pass

    def at_exit(self):
        """The process ends in good order: by request, or by `exit()`."""
        if os.getpid() != self.pid or self.closed.is_set():
            return
        if self.is_ordered():
            self.close()
        else:
            self.put(END_AT, END_SIZE, {"end": "exit"})

    def in_child(self):
        """A forked worker's crash must not be written into the kernel's box."""
        if not self.closed.is_set():
            self.release_handler()

    def release_handler(self):
        """Leave faulthandler as it was found."""
        faulthandler.disable()
        if self.had_handler:
            faulthandler.enable()

    def close(self):
        """Disarm and remove the files."""
        if self.closed.is_set():
            return
        self.closed.set()
        self.release_handler()
        atexit.unregister(self.at_exit)
        if self.shell is not None:
            for event, hook in (
                ("pre_run_cell", self.cell_started),
                ("post_run_cell", self.cell_ended),
            ):
                try:
                    self.shell.events.unregister(event, hook)
                except ValueError:
                    pass  # somebody reset the events
        for handle in (self.file, self.fault):
            handle.close()
        remove(self.path)


def reading(group):
    """One line of facts, in the order that `blackbox.ts` names."""
    alive = [size for size in map(resident, children()[:MAX_CHILDREN]) if size]
    return [
        round(time.time(), 2),
        resident(),
        len(alive),
        sum(alive),
        group_use(group),
        group_kills(group),
        shared_memory()[1],
        meminfo("MemAvailable"),
    ]


def cell_file(shell, source):
    """The name under which frames show a cell's code, or None."""
    try:
        return shell.compile.get_code_name(source, source, shell.execution_count)
    except Exception:
        return None


def line_in(file):
    """The line of `file` that the main thread is at, or None."""
    frame = sys._current_frames().get(threading.main_thread().ident)
    for _ in range(DEEPEST):
        if frame is None or frame.f_code.co_filename == file:
            break
        frame = frame.f_back
    else:
        return None
    return frame and frame.f_lineno


def armed_box():
    """The box of this process, or None."""
    for thread in threading.enumerate():
        if thread.name == THREAD:
            box = getattr(thread, "box", None)
            if box is not None and not box.closed.is_set():
                return box
    return None


def report(key, keys=(), discard=False, armed=True):
    """Arm the black box of the kernel `key`, or disarm it.

    `keys` are further kernels whose boxes nobody else will read. With
    `discard` the boxes found are removed unread: the user restarted.
    Returns {"pid", "time", "armed", "previous": [box, ...]}.
    """
    key = re.sub(r"[^\w-]", "", key)[:64]
    folder = folder_of_boxes()
    box = armed_box()
    found = collect(folder, {key, *keys}) if folder else []
    if not armed:
        if box:
            box.close()
            box = None
    elif box is None and folder:
        from IPython import get_ipython

        box = BlackBox(folder, key, get_ipython())
    previous = found
    if box:
        box.previous = [] if discard else [*box.previous, *found][-KEPT:]
        previous = box.previous
    return {
        "pid": os.getpid(),
        "time": round(time.time(), 2),
        "armed": box is not None,
        "previous": [] if discard else previous,
    }
