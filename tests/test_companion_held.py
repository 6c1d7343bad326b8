"""Which variables hold the memory of tensors, and what the notebook lets go."""

import time
from types import SimpleNamespace

import pytest
from companion_kernel import HELD, RELEASE, source_of

MIB = 2**20

MODEL = """
import torch
from torch import nn
model = nn.Linear(512, 512)
optimizer = torch.optim.Adam(model.parameters())
model(torch.rand(4, 512)).sum().backward()
optimizer.step()
"""
WIDTH = 512 * 512 * 4 + 512 * 4


def named(told):
    return {each["name"]: each for each in told["variables"]}


@pytest.fixture
def kernel(kernels):
    return kernels()


def test_the_largest_variables_by_name(kernel):
    kernel.run(MODEL + "big = torch.zeros(8, 2**20, dtype=torch.uint8)\nview = big[:4]")
    kernel.run("data = {'train': [torch.zeros(2**20, dtype=torch.uint8)]}\nplain = [1, 2]")
    told = kernel.ask(HELD)
    variables = named(told)

    assert list(variables)[:2] == ["big", "view"]
    assert variables["big"] == {
        "name": "big",
        "what": "tensor",
        "state": 0,
        "sizes": {"cpu": 8 * MIB},
        "gradients": 0,
        "shape": [8, MIB],
        "dtype": "uint8",
    }
    # A model, its gradients, and the two moments of each weight beside them.
    assert variables["model"]["what"] == "model"
    assert variables["model"]["sizes"] == {"cpu": 2 * WIDTH}
    assert variables["model"]["gradients"] == WIDTH
    assert variables["optimizer"]["what"] == "optimizer"
    assert variables["optimizer"]["sizes"]["cpu"] >= 4 * WIDTH
    assert variables["optimizer"]["state"] == pytest.approx(2 * WIDTH, abs=16)
    assert variables["optimizer"]["gradients"] == WIDTH
    assert variables["data"]["sizes"] == {"cpu": MIB}
    assert "plain" not in variables
    # What two names share counts once.
    assert told["sizes"]["cpu"] == pytest.approx(9 * MIB + 4 * WIDTH, rel=0.01)
    assert told["complete"]
    assert told["allocated"] is None


FAILS = """
def forward(x):
    hidden = x.repeat(4, 1)
    return hidden @ torch.zeros(3, 3)
forward(batch)
"""


def test_what_only_the_notebook_keeps_is_let_go(kernel):
    kernel.run("import torch\nbatch = torch.zeros(2**10, 2**10)")
    kernel.run("batch + 1")
    kernel.run("batch")
    assert kernel.run(FAILS)["ename"] == "RuntimeError"
    told = kernel.ask(HELD)
    assert [each["name"] for each in told["variables"]] == ["batch"]
    # `x` is `batch`, and so is what the third cell showed.
    assert told["failed"] == [{"name": "hidden", "size": 16 * MIB}]
    assert told["outputs"] == [{"number": 2, "size": 4 * MIB}]
    assert told["sizes"] == {"cpu": 24 * MIB}
    assert told["complete"]
    assert (told["outputsSizes"], told["failedSizes"]) == ({"cpu": 4 * MIB}, {"cpu": 16 * MIB})

    left = kernel.ask(RELEASE)
    assert left["sizes"] == {"cpu": 4 * MIB}
    assert left["failed"] == left["outputs"] == []
    checks = """
import gc
assert 2 not in Out and 3 in Out and _3 is batch and batch.shape == (1024, 1024)
assert "_2" not in globals()
large = [each for each in gc.get_objects() if type(each) is torch.Tensor and each.numel() > 2**19]
assert len(large) == 1, len(large)
"""
    assert kernel.run(checks)["status"] == "ok"


def test_the_last_result_is_forgotten_under_each_name(kernel):
    kernel.run("import torch\nkept = 1")
    kernel.run("torch.zeros(2**20)")
    kernel.ask(RELEASE)
    assert kernel.run("assert _ == '' and not Out, (_, Out)")["status"] == "ok"
    # IPython still keeps what comes next.
    kernel.run("41 + 1")
    assert kernel.run("assert _ == 42")["status"] == "ok"


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("cuda", ["on_gpu", "both"]),
        ("cpu", ["data", "both"]),
        # None is there: then all.
        ("mps", ["data", "on_gpu", "both"]),
        (None, ["data", "on_gpu", "both"]),
    ],
)
def test_those_of_the_full_device_are_told(kind, names):
    names_of = {}
    exec(source_of(HELD), names_of)
    variables = [
        ("data", [], {1: ("cpu", 9000)}, {}),
        ("both", [], {2: ("cpu", 10), 3: ("cuda:1", 20)}, {}),
        ("on_gpu", [], {4: ("cuda:0", 100)}, {5: ("cuda:0", 50)}),
    ]
    holdings = SimpleNamespace(what=lambda _: "object", complete=True)
    survey = SimpleNamespace(
        holdings=holdings, variables=variables, named={}, kept={}, failed={}, outputs=[], frames=[]
    )
    told = names_of["facts_of"](survey, None, kind)
    assert [each["name"] for each in told["variables"]] == names


def test_a_cause_keeps_its_frames_too(kernel):
    kernel.run("import torch")
    kernel.run(
        "def inner():\n    lost = torch.zeros(2**20)\n    raise ValueError\n"
        "def outer():\n    try:\n        inner()\n    except ValueError as error:\n"
        "        raise RuntimeError from error\nouter()"
    )
    assert kernel.ask(HELD)["failed"] == [{"name": "lost", "size": 4 * MIB}]


BOMBS = """
import torch
ran = []
class Bomb:
    def __getattribute__(self, name): ran.append(name); raise SystemError
    def __iter__(self): ran.append("iter"); raise SystemError
    def __repr__(self): ran.append("repr"); raise SystemError
    def __hash__(self): ran.append("hash"); raise SystemError
    def __eq__(self, other): ran.append("eq"); raise SystemError
class Own(torch.Tensor):
    @classmethod
    def __torch_function__(cls, *_, **__): ran.append("function"); raise SystemError
class Listed(list):
    def __iter__(self): ran.append("listed"); raise SystemError
bomb, own, listed = Bomb(), torch.zeros(4).as_subclass(Own), Listed([torch.zeros(4)])
object.__setattr__(bomb, "kept", torch.zeros(2**18))
ran.clear()
"""


def test_none_of_the_users_code_runs(kernel):
    assert kernel.run(BOMBS)["status"] == "ok"
    told = kernel.ask(HELD)
    assert named(told)["bomb"]["sizes"] == {"cpu": MIB}
    assert named(told)["listed"]["sizes"] == {"cpu": 16}
    assert kernel.run("assert ran == [], ran")["status"] == "ok"


def test_without_torch_there_is_nothing_to_tell(kernel):
    assert kernel.ask(HELD) is None
    assert kernel.ask(RELEASE) is None
    assert kernel.run("import sys; assert 'torch' not in sys.modules")["status"] == "ok"


def test_a_large_namespace_is_answered_within_a_second(kernel):
    kernel.run(
        "import torch\n"
        "for i in range(5000): globals()[f'plain_{i}'] = {'a': [i] * 10}\n"
        "for i in range(2000): globals()[f'tensor_{i}'] = torch.zeros(8)\n"
        "million = list(range(10**6))"
    )
    kernel.ask(HELD)
    start = time.monotonic()
    told = kernel.ask(HELD)
    assert time.monotonic() - start < 1
    assert told["more"] == 2000 - len(told["variables"])
