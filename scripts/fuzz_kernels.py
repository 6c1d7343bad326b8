"""Asks the companion's questions in kernels whose users did odd things.

    .venv/bin/python scripts/fuzz_kernels.py [RUNS] [SEED]    (100, a random one)

Each run starts a kernel, has it run cells that were drawn at random from
CELLS, beside a runtime folder out of FOLDERS, and asks everything. Each
question must be answered, publish nothing, and leave the kernel as it was.
"""

import ast
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from companion_kernel import (
    BLACK_BOX,
    ENVIRONMENT,
    FACTS,
    FAILURES,
    FILES,
    FRAMES,
    HELD,
    HISTORY,
    LINE,
    MACHINE,
    STACK,
    TENSORS,
    TIMEOUT,
    WEIGHTS,
    CompanionKernel,
    CouldNotAnswer,
)

RAN = "__import__('kernel_state').ran"

#: What users do to their kernels. `ran` is called where their code runs.
CELLS = {
    "an error": "1 / 0",
    "a lost name": "lost",
    "an assertion": "import types\nasked = types.SimpleNamespace(n=1)\nassert asked.n == 2",
    "names of re": "from re import *",
    "names of os": "from os import *",
    "names of torch": "from torch import *",
    "built-in names": (
        "exec = len = 3\n"
        "compile = __import__ = type = dict = list = str = object = 'mine'\n"
        "json = sys = builtins = get_ipython_ = BaseException = Exception = None"
    ),
    "module builtins": """
import builtins
def replace(name):
    theirs = getattr(builtins, name)
    def mine(*args, **kwargs):
        builtins.__import__("kernel_state").called(name)
        return theirs(*args, **kwargs)
    setattr(builtins, name, mine)
for name in ("compile", "print", "open", "sum", "sorted", "iter", "hex"):
    replace(name)
real_import = builtins.__import__
def mine(name, *args, **kwargs):
    real_import("kernel_state").called("__import__ " + name)
    return real_import(name, *args, **kwargs)
builtins.__import__ = mine
builtins.sum = lambda *args: "mine"
builtins.vars = builtins.divmod = None
class bool(int, metaclass=type("Mine", (type,), {"__instancecheck__": lambda *args: True})):
    pass
""",
    "odd objects": """
class Kind(type):
    def __getattribute__(cls, name):
        ran("metaclass " + name)
        return super().__getattribute__(name)
    def __eq__(cls, other):
        ran("metaclass ==")
        raise TypeError
    __hash__ = type.__hash__
class Odd(metaclass=Kind):
    def __getattribute__(self, name):
        ran("object " + name)
        raise RuntimeError(name)
    def __eq__(self, other):
        ran("object ==")
        raise RuntimeError
    __hash__ = object.__hash__
    __dict__ = __class__ = property(lambda self: ran("property") or 3)
    __len__ = __bool__ = __iter__ = lambda self: ran("method")
odd, odd_class, odd_list = Odd(), Odd, [Odd()]
""",
    "an odd last traceback": """
import sys
class Self:
    def __getattribute__(self, name):
        ran(name)
        raise RuntimeError
class Names(dict):
    def get(self, *args):
        ran("get")
        raise RuntimeError
    def __getitem__(self, name):
        if name == "self":
            ran("item")
        return super().__getitem__(name)
try:
    exec("self = Self(); 1 / 0", globals(), Names())
except ZeroDivisionError as error:
    sys.last_traceback = error.__traceback__
""",
    "no last traceback": "import sys; sys.last_traceback = sys.last_value = 3",
    "odd threads": """
import threading
class Odd(threading.Thread):
    name = property(lambda self: ran("name"), lambda self, value: None)
    def __getattr__(self, name):
        ran(name)
        raise RuntimeError
odd_thread = Odd(target=threading.Event().wait, daemon=True)
odd_thread.start()
""",
    "odd modules": """
import sys, types
class Odd(types.ModuleType):
    def __getattribute__(self, name):
        ran(name)
        raise RuntimeError
for name in ("torch.utils.data", "torch.utils.data.dataloader", "torch.cuda.graphs",
             "torch.nn.parallel.data_parallel", "torch._dynamo.eval_frame"):
    sys.modules.setdefault(name, Odd(name))
""",
    "odd loaders": """
import torch
class Loader(torch.utils.data.DataLoader):
    def __getattribute__(self, name):
        ran(name)
        return super().__getattribute__(name)
class Tensor(torch.Tensor):
    @classmethod
    def __torch_function__(cls, *args, **kwargs):
        ran("__torch_function__")
        return super().__torch_function__(*args, **kwargs)
class Mode(torch.overrides.TorchFunctionMode):
    def __torch_function__(self, function, types, args=(), kwargs=None):
        ran(function)
        return function(*args, **(kwargs or {}))
data = torch.zeros(4, 3)
one = Loader(torch.utils.data.TensorDataset(data.as_subclass(Tensor)), num_workers=2)
two = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(data), 2, num_workers=2)
Mode().__enter__()
""",
    "handlers": """
import faulthandler, signal, tempfile
fault_log = tempfile.TemporaryFile()
faulthandler.enable(file=fault_log)
signal.signal(signal.SIGABRT, lambda *args: None)
""",
    "a handler": "import signal; signal.signal(signal.SIGABRT, lambda *args: None)",
    "hooks": """
shell = get_ipython()
for event in ("pre_execute", "pre_run_cell", "post_execute", "post_run_cell"):
    shell.events.register(event, lambda *args: ran(event))
""",
    "formatters": """
formatter = get_ipython().display_formatter.formatters["text/plain"]
def mine(value, *args):
    __import__("kernel_state").calls.append("formatter")
    raise RuntimeError
formatter.for_type(str, mine)
formatter.for_type_by_name("builtins", "dict", mine)
""",
    "another formatter": """
from IPython.core.formatters import BaseFormatter
class Mine(BaseFormatter):
    def __call__(self, value):
        __import__("kernel_state").calls.append("formatter")
        print("mine")
get_ipython().display_formatter.formatters["text/plain"] = Mine()
""",
    "sys's hooks": """
import sys
def mine(*args):
    ran("hook")
sys.displayhook = sys.excepthook = sys.unraisablehook = mine
""",
    "own exceptions": """
def mine(shell, *args, **kwargs):
    ran("custom exception")
get_ipython().set_custom_exc((Exception,), mine)
""",
    "warnings are errors": "import warnings; warnings.simplefilter('error')",
    "no garbage collection": "import gc; gc.disable()",
    "patched modules": "import os; os.listdir = os.statvfs = None",
    "the names' own builtins": "__builtins__ = {'exec': 3}",
}

#: Cells after which hardly any other can run.
LAST = ("module builtins", "the names' own builtins")

#: Cells and folders with which no box can be; this is told, and no more.
WITHOUT_BOX = {"patched modules", "read-only"}

#: After these a question may fail, as long as it leaves nothing behind.
UNANSWERED = {"patched modules"}


def read_only(folder):
    """Where boxes would lie, there is a file."""
    (folder / "torch-triage").write_text("")


def odd_files(folder):
    """Files of other makers, with the names of boxes."""
    boxes = folder / "torch-triage"
    boxes.mkdir(mode=0o700)
    os.mkfifo(boxes / "key.4000001.box")
    (boxes / "key.4000002.box").symlink_to("/dev/zero")
    (boxes / "key.4000003.box").mkdir()
    for number, head in enumerate(ODD_HEADS, 4000004):
        (boxes / f"key.{number}.box").write_bytes(head.ljust(4096))
        (boxes / f"key.{number}.fault").touch()
    for name in (b"key.\xff.box", "key.².box".encode(), b"key." + b"9" * 200 + b".box", b".box"):
        (Path(os.fsdecode(os.fsencode(boxes) + b"/" + name))).write_bytes(b"{}")


ODD_HEADS = [
    b"[1]",
    b"3",
    b"{}",
    b'{"started": 1, "pid": [], "time": "now", "group": 7}',
    b'{"started": 1, "pid": 1, "time": 1e999, "group": {"version": 9, "path": 3}}',
    b'{"started": 1, "pid": 1, "time": NaN, "group": null}',
    b"[" * 4000,
    b"\xff\xfe",
]

FOLDERS = {"plain": lambda folder: None, "read-only": read_only, "odd files": odd_files}

#: Asked of whatever failed last, mostly of something else.
FAILED = {
    "ename": "NameError",
    "evalue": "name 'lost' is not defined",
    "number": 3,
    "cells": ["lost = ran", "if ran: lost = 1"],
    "packages": {},
}

#: Of the line of the same failure.
LINE_OF = {key: value for key, value in FAILED.items() if key != "cells"}

QUESTIONS = {
    "arm": (BLACK_BOX, {"key": "key"}),
    "machine": (MACHINE, {}),
    "facts": (FACTS, {}),
    "history": (HISTORY, {"failed": [1, [1, 0]], "others": [], "is_present": True}),
    "failure": (FAILURES["NameError"], FAILED),
    "tensors": (TENSORS, {key: FAILED[key] for key in ("ename", "evalue", "number")}),
    "assertion": (
        FAILURES["AssertionError"],
        {**FAILED, "ename": "AssertionError", "evalue": ""},
    ),
    "line": (LINE, LINE_OF),
    "files": (FILES, LINE_OF),
    "frames": (FRAMES, LINE_OF),
    "held": (HELD, {"kind": "cpu"}),
    "stack": (STACK, {"modules": {"numpy": "numpy", "torch": "torch"}, "device": True}),
    "weights": (WEIGHTS, {key: FAILED[key] for key in ("ename", "evalue", "number")}),
    "environment": (ENVIRONMENT, {"variables": {}, "names": ["PATH"]}),
}


class Difference(AssertionError):
    """A question changed something, or was not answered."""


class WatchedKernel(CompanionKernel):
    """A kernel that tells its state by a signal, see `kernel_state.py`."""

    def __init__(self, runtime):
        super().__init__(runtime)
        self.state_file = Path(runtime) / "state"
        paths = [str(Path(__file__).parent), self.env.get("PYTHONPATH", "")]
        self.env["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
        self.env["KERNEL_STATE"] = str(self.state_file)

    def start(self):
        line = "__import__('kernel_state')"
        return super().start(extra_arguments=[f"--IPKernelApp.exec_lines={line}"])

    def state(self):
        """The kernel's state between two requests."""
        self.state_file.unlink(missing_ok=True)
        end = time.monotonic() + TIMEOUT
        asked = 0.0
        while not self.state_file.exists():
            now = time.monotonic()
            if now > end or self.process.poll() is not None:
                raise Difference("the kernel does not tell its state")
            # A signal right before the event loop waits is handled only when
            # the loop wakes again, as a second one makes it.
            if now > asked + 1:
                self.process.send_signal(signal.SIGUSR1)
                asked = now
            time.sleep(0.01)
        return ast.literal_eval(self.state_file.read_text())

    def published(self):
        """The types of what has been published, up to now."""
        request = self.client.kernel_info()
        types = []
        while True:
            message = self.client.get_iopub_msg(timeout=TIMEOUT)
            if message["parent_header"].get("msg_id") == request:
                if message["content"].get("execution_state") == "idle":
                    return types
            elif message["msg_type"] != "status":
                types.append(message["msg_type"])


def differences(before, after, ignored=()):
    """What two states differ in."""
    return [
        f"{name}: {before[name]} became {after[name]}"
        for name in before
        if name not in ignored and before[name] != after[name]
    ]


def check(cells, folder="plain", ask_first=False):
    """Ask everything in one kernel after `cells`; raises Difference."""
    with tempfile.TemporaryDirectory() as runtime:
        kernel = WatchedKernel(runtime)
        FOLDERS[folder](Path(runtime))
        kernel.start()
        try:
            may_fail = not UNANSWERED.isdisjoint(cells)
            can_arm = WITHOUT_BOX.isdisjoint([*cells, folder])
            examine(kernel, cells, ask_first, may_fail, can_arm)
        finally:
            kernel.process.kill()  # what a user did may keep it from ending
            kernel.stop()


def examine(kernel, cells, ask_first, may_fail, can_arm):
    unarmed = kernel.state()["armed"]
    for question in QUESTIONS if ask_first else ():
        ask(kernel, question, False)
    kernel.run(f"ran = {RAN}")
    for name in sorted(cells, key=LAST.__contains__):
        kernel.run(CELLS[name])
    kernel.published()
    if not ask_first:
        unarmed = kernel.state()["armed"]
    for question in QUESTIONS:
        before = kernel.state()
        answer = ask(kernel, question, may_fail)
        ignored = ["armed"]
        if question == "arm" or not can_arm:
            ignored.append("execution")  # only an armed box restores what ran last
        found = differences(before, kernel.state(), ignored)
        found += [f"published: {kind}" for kind in kernel.published()]
        if question == "arm" and not ask_first and answer and answer["armed"] != can_arm:
            found.append(f"armed: {answer['armed']}")
        if found:
            raise Difference(f"{question}: {'; '.join(found)}")
    wanted = {**kernel.state(), "armed": unarmed}
    kernel.arm(armed=False)
    ignored = ["armed"] if ask_first else []  # the cells changed it, too
    if not can_arm:
        ignored.append("execution")
    end = time.monotonic() + TIMEOUT
    while found := differences(wanted, kernel.state(), ignored):
        if time.monotonic() > end:  # the box's thread takes its time to end
            raise Difference(f"disarm: {'; '.join(found)}")
        time.sleep(0.05)


def ask(kernel, question, may_fail):
    names, arguments = QUESTIONS[question]
    try:
        return kernel.ask(names, **arguments)
    except CouldNotAnswer as error:
        if may_fail:
            return None
        raise Difference(f"{question}: {error!r}") from error
    except Exception as error:
        raise Difference(f"{question}: {error!r}") from error


def drawn(seed):
    """What the run with this seed does."""
    chance = random.Random(seed)
    cells = chance.sample(sorted(CELLS), chance.randint(1, 6))
    return cells, chance.choice(sorted(FOLDERS)), chance.random() < 0.5


def main(runs, seed):
    failed = 0
    for number in range(seed, seed + runs):
        try:
            check(*drawn(number))
        except Exception as error:
            failed += 1
            print(f"seed {number}, {drawn(number)}: {error!r}", flush=True)
    print(f"seeds {seed} to {seed + runs - 1}: {runs - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    runs = given[0] if given else 100
    sys.exit(main(runs, given[1] if len(given) > 1 else random.randrange(10**6)))
