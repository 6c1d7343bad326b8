"""The black box of a kernel: what is left to read when the process is gone.

Two files in the user's Jupyter runtime folder: one that faulthandler writes
its last words to, and one of fixed size with the running cell and a ring of
readings. The next process of the same kernel reads and removes them. The box
hangs on its own thread, so that no name of ours is left anywhere.

Runs after `system.py`, `look.py`, `private.py` and `boxes.py` in the same
namespace.
"""

import atexit
import ctypes
import faulthandler
import json
import os
import re
import signal
import sys
import threading
import time
import weakref

THREAD = "torch-triage-black-box"
INTERVAL = 1.0  # seconds between readings
BUDGET = 0.0008  # share of one core that readings may take
LONGEST = 60.0
DEEPEST = 1000  # frames that are looked through for the cell's
KEPT = 3  # deaths that are reported again to whoever asks
#: The signals that faulthandler handles.
FATAL = [
    getattr(signal, name)
    for name in ("SIGSEGV", "SIGFPE", "SIGABRT", "SIGBUS", "SIGILL")
    if hasattr(signal, name)
]


def new_file(path):
    """A descriptor of a fresh file that only this user can read."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return os.open(path, flags, 0o600)


def handlers():
    """The address of the handler of each fatal signal, as the system has it.

    Python's own table does not show those that a library installed.
    """
    ask = ctypes.pythonapi["PyOS_getsig"]
    ask.restype, ask.argtypes = ctypes.c_void_p, [ctypes.c_int]
    return [ask(number) or 0 for number in FATAL]


class LastWords:
    """The file that faulthandler writes to while its handlers are ours.

    Only faulthandler holds the object that lends it the file: the object is
    gone once somebody else enables or disables faulthandler, which does not
    tell its file. Handlers that were there first stay.
    """

    class File:
        def __init__(self, handle):
            self.handle = handle

        def fileno(self):
            return self.handle

        def flush(self):
            pass

    def __init__(self, path):
        self.handle = new_file(path)
        self.held = lambda: None
        if not faulthandler.is_enabled():
            self.enable()

    def enable(self):
        """Take the fatal signals that nobody else handles."""
        theirs = {
            number: signal.getsignal(number)
            for number in FATAL
            if signal.getsignal(number) not in (signal.SIG_DFL, None)
        }
        is_main = threading.current_thread() is threading.main_thread()
        for number, handler in zip(FATAL, handlers()):
            if handler and not (number in theirs and is_main):
                return  # a library's: only the library could install it again
        file = self.File(self.handle)
        # All threads: torch's backward pass crashes in one without Python. The
        # price: one report in a hundred broke off where others ran meanwhile.
        faulthandler.enable(file=file, all_threads=True)
        self.held = weakref.ref(file)
        for number, handler in theirs.items():
            signal.signal(number, handler)
        self.handlers = handlers()

    def is_ours(self):
        """Whether any fatal signal would leave its words here."""
        return self.held() is not None and set(handlers()) == {self.handlers[0]}

    def silence(self):
        """Let what is written go nowhere, in this process alone."""
        if self.held() is not None:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.handle)
            os.close(nowhere)

    def close(self):
        """Give back what is still ours."""
        if self.held() is not None and handlers() == self.handlers:
            faulthandler.disable()
        if self.held() is None:
            os.close(self.handle)
        else:
            # To disable faulthandler would remove a handler that somebody has
            # installed since.
            self.silence()


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
        self.last = self.succeeded = None
        self.closed = threading.Event()
        self.lock = threading.Lock()
        self.file = self.last_words = None
        try:
            self.arm()
        except BaseException:
            self.close()
            raise

    def arm(self):
        """Make the files and begin to note."""
        self.group = memory_group()
        self.file = new_file(self.path)
        os.ftruncate(self.file, BOX_SIZE)
        self.last_words = LastWords(self.fault_path)
        self.head = {
            "pid": self.pid,
            "started": started(),
            "time": round(time.time(), 2),
            "limits": limits(self.group),
            "group": self.group,
            "before": counters(self.group),
            "handlesFaults": self.last_words.is_ours(),
        }
        self.put(HEAD_AT, HEAD_SIZE, self.head)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.in_child)
        atexit.register(self.at_exit)
        for event, hook in self.hooks():
            self.shell.events.register(event, hook)
        self.execution_ended()
        self.thread = threading.Thread(target=self.watch, name=THREAD, daemon=True)
        self.thread.box = self
        self.thread.start()

    def hooks(self):
        """Our hooks, each with IPython's event."""
        if self.shell is None:
            return []
        return [
            ("pre_run_cell", self.cell_started),
            ("post_run_cell", self.cell_ended),
            ("post_execute", self.execution_ended),
        ]

    def put(self, at, size, value):
        """Write `value` into its slot; too long a value is left out."""
        data = json.dumps(value).encode()
        if len(data) < size and os.getpid() == self.pid:
            with self.lock:
                if self.file is not None:
                    os.lseek(self.file, at, os.SEEK_SET)
                    os.write(self.file, data.ljust(size - 1) + b"\n")

    def watch(self):
        """Take readings until closed; what goes wrong ends them unheard."""
        try:
            self.take_readings()
        except Exception:
            pass  # the disk or the memory is full: Python would print it

    def take_readings(self):
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
            self.note_line()
            self.note_handlers()
            self.put(RING_AT + at % LINES * LINE_SIZE, LINE_SIZE, line)
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

    def note_handlers(self):
        """Note when others take the fatal signals: then silence proves nothing."""
        ours = self.last_words.is_ours()
        if ours != self.head["handlesFaults"]:
            self.head["handlesFaults"] = ours
            self.put(HEAD_AT, HEAD_SIZE, self.head)

    def is_ordered(self):
        """Whether somebody asked this kernel to shut down or restart."""
        kernel = getattr(self.shell, "kernel", None)
        return getattr(kernel, "_shutdown_message", None) is not None

    def cell_started(self, info):
        """IPython's `pre_run_cell`: note which cell runs from now on."""
        try:
            self.note_start(info)
        except BaseException:
            pass  # IPython would go on too, and print it into the user's cell

    def note_start(self, info):
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
        self.put(CELL_AT, CELL_SIZE, self.cell)

    def cell_ended(self, result):
        """IPython's `post_run_cell`."""
        try:
            if os.getpid() == self.pid and self.cell:
                self.cell["running"] = False
                self.put(CELL_AT, CELL_SIZE, self.cell)
        except BaseException:
            pass  # as above

    def execution_ended(self):
        """IPython's `post_execute`: a request without code, as ours, ran nothing.

        IPython takes it for the last execution all the same.
        """
        try:
            shell = self.shell
            last = shell.last_execution_result
            if self.last is None or last.info.raw_cell.strip() or not last.info.silent:
                # The shell holds it just as long.
                self.last, self.succeeded = last, shell.last_execution_succeeded
            else:
                shell.last_execution_result = self.last
                shell.last_execution_succeeded = self.succeeded
        except BaseException:
            pass  # as above

    def at_exit(self):
        """The process ends in good order: by request, or by `exit()`."""
        if os.getpid() != self.pid or self.closed.is_set():
            return
        try:
            if self.is_ordered():
                self.close()
            else:
                self.put(END_AT, END_SIZE, {"end": "exit"})
        except Exception:
            pass  # Python would print it

    def in_child(self):
        """A forked worker's crash must not be written into the kernel's box."""
        try:
            if not self.closed.is_set():
                self.last_words.silence()
        except Exception:
            pass  # Python would print it

    def close(self):
        """Disarm and remove the files."""
        if self.closed.is_set():
            return
        self.closed.set()
        atexit.unregister(self.at_exit)
        for event, hook in self.hooks():
            try:
                self.shell.events.unregister(event, hook)
            except (AttributeError, KeyError, ValueError):
                pass  # somebody reset the events, or arming did not come so far
        if self.last_words is not None:
            self.last_words.close()
        with self.lock:
            if self.file is not None:
                os.close(self.file)
                self.file = None
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
        if field(thread, "_name") == THREAD:
            box = field(thread, "box")
            if box is not None and not box.closed.is_set():
                return box
    return None


def new_box(folder, key):
    """A box, or None where it cannot be: a full disk, a read-only folder."""
    from IPython import get_ipython

    try:
        return BlackBox(folder, key, get_ipython())
    except Exception:
        return None


def report(key, keys=(), discard=False, armed=True):
    """Arm the black box of the kernel `key`, or disarm it.

    `keys` are further kernels whose boxes nobody else will read. With
    `discard` the boxes found are removed unread: the user restarted.
    Returns {"pid", "time", "armed", "previous": [box, ...]}.
    """
    key = re.sub(r"[^\w-]", "", key)[:64]
    folder = private_folder()
    box = armed_box()
    try:
        found = collect(folder, {key, *keys}) if folder else []
        rescues_in(folder)  # those of yesterday go
    except Exception:
        found = []  # the folder is gone, or not to be read
    if not armed:
        if box:
            box.close()
            box = None
    elif box is None and folder:
        box = new_box(folder, key)
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
