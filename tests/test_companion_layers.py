"""What the layers of a Sequential got and gave, and the tensors of a replica, of a checked run that failed."""

import pytest
from companion_kernel import OPERANDS, TENSORS

SETUP = """
import torch
import torch.nn.functional as F
from torch import nn
"""

NET = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 16, 3), nn.ReLU(inplace=True), nn.MaxPool2d(2))
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(2704, 32), nn.Sequential(nn.ReLU(), nn.Linear(30, 10)))

    def forward(self, images):
        return self.head(self.features(images))

net = Net()
images = torch.rand(8, 3, 28, 28)
"""

HOOKS = (
    "hooks = torch.nn.modules.module\n"
    "assert not hooks._has_any_global_hook() and not hooks._global_forward_hooks_always_called\n"
    "assert not torch._C._len_torch_function_stack()"
)
KEPT = (
    "kept = [each.__qualname__ for each in get_ipython().events.callbacks['pre_run_cell']]\n"
    "assert not {'Kept.forget', 'Checks.begin'} & {*kept}, kept"
)


@pytest.fixture
def kernel(torch_kernel):
    """A kernel that the tests of this file share, its names removed."""
    made, _ = torch_kernel
    made.run("%reset -f")
    assert made.run(SETUP)["status"] == "ok"
    return made


def after(kernel, code, layers=True):
    """(the reply, what is told of the tensors) of a cell that ran with the checks."""
    assert kernel.ask(OPERANDS, layers=layers) == {"armed": True}
    reply = kernel.run(code)
    if reply["status"] == "ok":
        return reply, None
    asked = {key: reply[key] for key in ("ename", "evalue")}
    return reply, kernel.ask(TENSORS, number=reply["execution_count"], **asked)


def passes(kernel, code):
    reply = kernel.run(code)
    assert reply["status"] == "ok", reply


def told(table):
    layers = table["layers"]
    rows = [(row["name"], row["kind"], row["gets"], row["gives"]) for row in layers["rows"]]
    return layers["name"], rows, layers["more"]


def test_each_layer_is_told_with_what_it_got_and_gave(kernel):
    passes(kernel, NET)
    reply, table = after(kernel, "net(images)")
    assert reply["ename"] == "OperandError"
    # The innermost one, up to the layer that failed.
    assert told(table) == (
        "self.head.2",
        [("0", "ReLU", "[8, 32]", "[8, 32]"), ("1", "Linear", "[8, 32]", None)],
        0,
    )
    passes(kernel, HOOKS)
    passes(kernel, KEPT)
    # Torch's own error of another kind, in the other Sequential.
    _, table = after(kernel, "net.features(images[:, :2])")
    assert told(table) == ("net.features", [("0", "Conv2d", "[8, 2, 28, 28]", None)], 0)
    _, table = after(kernel, "net.features.append(nn.Linear(3, 1))\nnet(images)")
    assert told(table) == (
        "self.features",
        [
            ("0", "Conv2d", "[8, 3, 28, 28]", "[8, 16, 26, 26]"),
            ("1", "ReLU", "[8, 16, 26, 26]", "[8, 16, 26, 26]"),
            ("2", "MaxPool2d", "[8, 16, 26, 26]", "[8, 16, 13, 13]"),
            ("3", "Linear", "[8, 16, 13, 13]", None),
        ],
        0,
    )


def test_a_long_one_is_bounded_and_parts_are_written_out(kernel):
    _, table = after(kernel, "same = nn.Identity()\nnn.Sequential(*[same] * 100, nn.Linear(3, 1))(torch.rand(2, 4))")
    name, rows, more = told(table)
    assert (name, len(rows), more) == ("Sequential", 40, 61)
    assert rows[0][:2] == ("61", "Identity")
    assert rows[-1] == ("100", "Linear", "[2, 4]", None)
    _, table = after(kernel, "net = nn.Sequential(nn.LSTM(4, 5), nn.Linear(5, 1))\nnet(torch.rand(2, 3, 4))")
    assert table is None or told(table)[1] == [
        ("0", "LSTM", "[2, 3, 4]", "([2, 3, 5], ([1, 3, 5], [1, 3, 5]))"),
        ("1", "Linear", "([2, 3, 5], ([1, 3, 5], [1, 3, 5]))", None),
    ]


#: Runs in which nothing is told of layers.
WITHOUT = [
    # It was handled, and another call failed.
    "try: net.head(images[:, :1])\nexcept RuntimeError: pass\nimages @ torch.rand(3)",
    "try: net.head(images[:, :1])\nexcept RuntimeError: nn.Identity()(images)\nraise ValueError(images.shape)",
    # No Sequential was under way.
    "nn.Linear(3, 4)(torch.rand(2, 5))",
    "net.features(images)\ntorch.rand(2, 3) @ torch.rand(4, 5)",
]


@pytest.mark.sampled
@pytest.mark.parametrize("code", WITHOUT)
def test_what_did_not_fail_in_a_sequential_is_not_told(kernel, code):
    passes(kernel, NET)
    reply, table = after(kernel, code)
    assert reply["status"] == "error"
    assert table is None or table["layers"] is None
    passes(kernel, HOOKS)


#: Runs that the hooks must not change.
UNHARMED = [
    "fast = torch.compile(nn.Sequential(nn.Linear(3, 3), nn.ReLU()), backend='eager', fullgraph=True)\nfast(torch.rand(2, 3))",
    # What failed and was handled is not kept alive.
    "import gc, weakref\n"
    "class Marked(torch.Tensor): pass\n"
    "marked = images[:, :1].as_subclass(Marked)\nalive = weakref.ref(marked)\n"
    "try: net.head(marked)\nexcept RuntimeError: pass\n"
    "del marked; gc.collect()\nassert alive() is None",
    "one, many = nn.Linear(2, 2), nn.Sequential(nn.ReLU())\n"
    "one.register_forward_pre_hook(lambda module, args: (args[0] + 1,))\n"
    "one.register_forward_hook(lambda module, args, out: out * 0)\n"
    "assert one(torch.rand(3, 2)).sum() == 0 and many(torch.rand(2)) is not None",
    "import copy\nassert not copy.deepcopy(net)._forward_hooks and not net._forward_hooks",
    "x = images.clone().requires_grad_()\nnet.features(x).sum().backward()\nassert x.grad.shape == x.shape",
    "from concurrent.futures import ThreadPoolExecutor\n"
    "with ThreadPoolExecutor(2) as pool: assert len([*pool.map(net.features, [images] * 4)]) == 4",
]


@pytest.mark.sampled
@pytest.mark.parametrize("code", UNHARMED)
def test_the_runs_of_the_user_stay_as_they_are(kernel, code):
    passes(kernel, NET)
    reply, _ = after(kernel, code)
    assert reply["status"] == "ok", reply
    passes(kernel, HOOKS)
    passes(kernel, KEPT)


def test_what_is_kept_goes_with_the_next_run(kernel):
    passes(kernel, NET)
    kernel.ask(OPERANDS, layers=True)
    assert kernel.run("net(images)")["status"] == "error"
    passes(kernel, KEPT)
    # Unasked, and without the wish, there is nothing.
    reply, table = after(kernel, "net(images)", layers=False)
    assert reply["status"] == "error" and table["layers"] is None


#: DataParallel's own threads, with the accelerator replaced where there is none.
REPLICAS = """
import contextlib
from unittest import mock
from torch.nn.parallel.parallel_apply import parallel_apply

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(12, 4)

    def forward(self, rows):
        wide = rows.repeat(1, 2)
        return self.fc(wide)

net = Net()

def apply():
    device = mock.Mock(type="cpu")
    names = dict(current_stream=lambda _: contextlib.nullcontext(), is_available=lambda: True,
                 current_accelerator=lambda: device, device_index=lambda _: contextlib.nullcontext())
    with mock.patch.multiple(torch.accelerator, **names):
        return parallel_apply([net, net], [torch.rand(8, 6), torch.rand(8, 5)], devices=[0, 1])
"""


def test_the_tensors_of_a_replica_are_those_of_its_thread(kernel):
    passes(kernel, REPLICAS)
    reply, table = after(kernel, "apply()")
    assert "Caught RuntimeError in replica 1 on device 1." in reply["evalue"]
    rows = {row["names"][0]["name"]: row["shape"] for row in table["tensors"]}
    assert rows["input"] == [8, 10]
    assert rows["self.fc.weight"] == [4, 12]
    assert rows["rows"] == [8, 5]
    passes(kernel, HOOKS)
    passes(kernel, KEPT)
    # Without the hooks torch hands on no more than the text.
    _, table = after(kernel, "apply()", layers=False)
    assert table is None or "rows" not in str(table)
