"""Each question about a failure, in a kernel with many names and much that would tell of a look.

What a question may not do stands in `kernel_state.py`: change a name, what `sys` has of the
last exception, the history or anything else of the kernel, publish something, run the user's
code. `fuzz_kernels.py` asks in odder kernels, of one failure.
"""

import sys
import time

import pytest
from companion_kernel import (
    FILES,
    FRAMES,
    HELD,
    LINE,
    MACHINE,
    STACK,
    TENSORS,
    WEIGHTS,
    expression_of,
    failure_question,
)
from fuzz_kernels import RAN, WatchedKernel, differences

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/proc tells what is open")

LIMIT = 0.2  # seconds that an answer may take
TRIES = 8  # a busy machine makes no answer slow

SETUP = f"""
import json, pickle, own, torch
ran = {RAN}
class Kind(type):
    def __getattribute__(cls, name):
        ran("metaclass " + name)
        return super().__getattribute__(name)
class Bomb(metaclass=Kind):
    def __getattribute__(self, name):
        ran("object " + name)
        raise SystemError
    def __repr__(self):
        ran("repr")
        raise SystemError
    __str__ = __eq__ = __len__ = __iter__ = __bool__ = __getitem__ = __repr__
    __hash__ = object.__hash__
class Counter:
    values = 3
    @property
    def value(self):
        ran("property")
        raise SystemError
    def __getattr__(self, name):
        ran("__getattr__")
        raise AttributeError(f"'Counter' object has no attribute '{{name}}'")
class Words(torch.utils.data.Dataset):
    def __init__(self): self.words = [1, 2, 3]
    def __len__(self): return len(self.words)
    def __getitem__(self, at): raise RuntimeError("no word")
    @property
    def dataset(self): ran("data set")
bomb, counter, model = Bomb(), Counter(), torch.nn.Linear(2, 2)
for at in range(10_000):
    globals()[f"layer_{{at:04}}"] = at
table = {{f"key_{{at}}": at for at in range(1_000_000)}}
bombs = {{"a": bomb, "b": counter}}
numbers, three = list(range(1_000_000)), [bomb, counter, table]
left, right = torch.ones(2, 3), torch.ones(4, 5)
def fit(size, rate=1): pass
class Net: pass
old = Net()
class Net: pass
"""

#: kind -> a cell that fails with all of that at hand.
FAILURES = {
    "name": "layer_00x1 + 1",
    "call": "fit(sise=bomb, rate=table)",
    "key": "table['key_x']",
    "key beside objects": "bombs['c']",
    "index": "numbers[1_000_000]",
    "unpacking": "one, two = three",
    "attribute": "counter.valeu, bomb",
    "attribute of nothing": "nothing = None\nnothing.shape",
    "import": "from json import loadz",
    "module": "import torchvison",
    "path": "open('absent/of.txt')",
    "assertion": "assert counter is bomb and table",
    "class twice": "pickle.dumps([old, bomb])",
}

#: question -> (what it asks, its arguments beside the failure, a cell that fails).
OTHERS = {
    "line": (LINE, {"packages": {}}, "[json.loads('{'), bomb, counter, table]"),
    "frames": (FRAMES, {"packages": {}}, "def f(one, two): return 1 / 0\nf(bomb, table)"),
    "files": (FILES, {"packages": {}}, "own.f(bomb, counter)"),
    "tensors": (TENSORS, {}, "torch.matmul(left, right), bomb"),
    "weights": (WEIGHTS, {}, "model.load_state_dict({'fc.weight': torch.ones(2, 2)})"),
}

#: Of the process rather than of a failure.
OF_PROCESS = {
    "stack": (STACK, {"modules": {"torch": "torch"}, "device": True}, "1 / 0"),
    "machine": (MACHINE, {}, "next(iter(torch.utils.data.DataLoader(Words())))"),
    "held": (HELD, {"kind": "cpu"}, "1 / 0"),
}


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """An armed kernel with all of SETUP."""
    runtime = tmp_path_factory.mktemp("runtime")
    kernel = WatchedKernel(runtime)
    (runtime / "own.py").write_text("def f(one, two):\n    return {}[two.values]\n")
    kernel.env["PYTHONPATH"] += f":{runtime}"
    kernel.start()
    try:
        kernel.arm()
        assert kernel.run(SETUP)["status"] == "ok"
        yield kernel
    finally:
        kernel.stop()


def asked(kernel, question, arguments):
    """(the answer, the seconds that the fastest one took); nothing changes meanwhile."""
    kernel.published()
    before, times = kernel.state(), []
    while len(times) < TRIES and min(times, default=LIMIT) >= LIMIT:
        start = time.monotonic()
        answer = kernel.ask(question, **arguments)
        times.append(time.monotonic() - start)
    assert differences(before, kernel.state()) == []
    assert kernel.published() == []
    return answer, min(times)


def failed(kernel, cell):
    """What the front end sends with each question about a failure."""
    reply = kernel.run(cell)
    assert reply["status"] == "error", cell
    return {
        "ename": reply["ename"],
        "evalue": reply["evalue"],
        "number": reply["execution_count"],
    }


@pytest.mark.parametrize("kind", FAILURES)
def test_a_failure_is_told_in_time_and_nothing_changes(full, kind):
    failure = failed(full, FAILURES[kind])
    given = {**failure, "cells": ["layer_00x1 = bomb"], "packages": {}}
    answer, took = asked(full, failure_question(failure["ename"]), given)
    assert answer is not None
    assert took < LIMIT


@pytest.mark.parametrize("name", OTHERS)
def test_another_question_is_answered_in_time_and_nothing_changes(full, name):
    question, more, cell = OTHERS[name]
    answer, took = asked(full, question, {**failed(full, cell), **more})
    assert answer is not None
    assert took < LIMIT


@pytest.mark.parametrize("name", OF_PROCESS)
def test_the_process_is_told_in_time_and_nothing_changes(full, name):
    question, given, cell = OF_PROCESS[name]
    failed(full, cell)
    answer, took = asked(full, question, given)
    assert answer
    assert took < LIMIT


def test_a_look_that_runs_the_users_code_is_noticed(full):
    source = (
        "from IPython import get_ipython\n"
        "def report(): return getattr(get_ipython().user_ns['counter'], 'other', None)\n"
    )
    before = full.state()
    request = full.send(
        "",
        silent=True,
        store_history=False,
        stop_on_error=False,
        user_expressions={"torch_triage": expression_of(source, {})},
    )
    assert full.reply(request)["status"] == "ok"
    assert [each.partition(":")[0] for each in differences(before, full.state())] == ["calls"]
