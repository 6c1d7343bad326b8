"""What the companion tells of a call that did not fit, in a real kernel."""

import pytest

LIMIT = 0.2  # seconds that an answer may take
LINEAR = "in_features, out_features, bias=True, device=None, dtype=None"


def test_an_argument_that_torch_does_not_have(failing_torch):
    facts = failing_torch("import torch\ntorch.nn.Linear(3, 4, bais=False)")
    assert facts == {
        "kind": "call",
        "state": "misfit",
        "function": "Linear.__init__",
        "keyword": "bais",
        "parameters": LINEAR,
        "near": "bias",
        "package": "torch",
        "version": facts["version"],
        "passedBy": None,
        "held": None,
        "torch": True,
    }
    version = f"assert torch.__version__ == {facts['version']!r}"
    assert failing_torch.kernel.run(version)["status"] == "ok"
    assert failing_torch.kernel.run("torch.nn.Linear(3, 4, bias=False)")["status"] == "ok"
    assert failing_torch.took < LIMIT


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("code", "function", "near"),
    [
        ("torch.utils.data.DataLoader([1], batchsize=2)", "DataLoader.__init__", "batch_size"),
        ("F.interpolate(x, size=4, mod='nearest')", "interpolate", "mode"),
        ("optim.SGD([x], lrr=1)", "SGD.__init__", "lr"),
        ("optim.Adam([x], learning_rate=1)", "Adam.__init__", None),
        ("optim.lr_scheduler.StepLR(optim.SGD([x]), 1, verbose=True)", "StepLR.__init__", None),
        ("Net()(x, maks=None)", "Net.forward", "mask"),
        ("net.head.fit(stesp=3)", "Head.fit", "steps"),
        ("Head.make(stesp=3)", "Head.make", "steps"),
        ("fit(x)", "fit", None),
        ("fit(x, 1, 2)", "fit", None),
        ("(lambda: fit(x, steps=1, stesp=2))()", "fit", "steps"),
    ],
)
def test_the_function_is_found_by_what_the_line_names(failing_torch, code, function, near):
    failing_torch.kernel.run(
        "import torch, torch.nn.functional as F\n"
        "from torch import nn, optim\n"
        "x = torch.ones(1, 1, 2, 2, requires_grad=True)\n"
        "class Net(nn.Module):\n"
        "    def forward(self, x, mask): return x\n"
        "class Head:\n"
        "    def fit(self, steps): pass\n"
        "    @staticmethod\n"
        "    def make(steps): pass\n"
        "def fit(data, steps): pass\n"
        "net = Net(); net.head = Head()"
    )
    facts = failing_torch(code)
    assert (facts["function"], facts["near"]) == (function, near)
    assert failing_torch.took < LIMIT


@pytest.mark.parametrize(
    ("signature", "told"),
    [
        ("a, b=1, *, c='x', d=None", "a, b=1, *, c=\"x\", d=None"),
        ("a, /, b, *more, c=0.5", "a, b, *more, c=0.5"),
        ("a, b=(1, 2), c=x, d='a' * 99", "a, b=..., c=..., d=..."),
        ("a, api_key='abc', hub='hf_abcdefghijklmnop'", "a, api_key=..., hub=..."),
        (", ".join(f"a{n}" for n in range(50)), ", ".join(f"a{n}" for n in range(40)) + ", ..."),
    ],
)
def test_what_a_function_takes(failing, signature, told):
    facts = failing(f"x = object()\ndef f({signature}): pass\nf(nothing_like_it=1)")
    assert facts["parameters"] == told


def test_who_passed_an_argument_on(failing):
    code = "def inner(size): pass\ndef outer(**options): inner(**options)\nouter(sizes=1)"
    facts = failing(code)
    assert (facts["function"], facts["near"], facts["passedBy"]) == ("inner", "size", "outer")


CLASSES = """
import torch
from torch import nn
class Plain:
    def _init_(self, size, steps=3): pass
    def run(size): pass
    @staticmethod
    def make(size): pass
class Odd(nn.Module):
    def __int__(self, size): super().__init__()
class Bare(nn.Module):
    def forward(self, x): return x
class Net(nn.Module):
    def __init__(self, width=2): super().__init__()
    def forward(x): return x
    def step(self, x, y): return x
Kind = model = Net
x = torch.ones(2)
"""


@pytest.mark.parametrize(
    ("code", "state", "function", "near", "held", "parameters"),
    [
        ("Plain(3)", "misnamed", "Plain", "_init_", None, "size, steps=3"),
        ("Odd(size=3)", "misnamed", "Odd", "__int__", None, "size"),
        ("Bare(3)", "bare", "Bare", None, None, ""),
        ("Net()(x)", "selfless", "Net.forward", None, None, "x"),
        ("Plain().run(3)", "selfless", "Plain.run", None, None, "size"),
        ("model(x, 1)", "unmade", "Net", None, "model", "width=2"),
        ("model.step(x, 1)", "unmade", "Net", None, "model", "width=2"),
        ("Net.step(x=x, y=1)", "unmade", "Net", None, "Net", "width=2"),
        ("Net.state_dict()", "unmade", "Net", None, "Net", "width=2"),
        # Not the same, though near.
        ("Plain.make(1, 2)", "many", "Plain.make", None, None, "size"),
        ("Kind(1, 2)", "many", "Net.__init__", None, None, "width=2"),
        ("Net.step(Net(), x)", "misfit", "Net.step", None, None, "x, y"),
    ],
)
def test_a_class_that_is_not_used_as_it_was_meant(
    failing_torch, code, state, function, near, held, parameters
):
    failing_torch.kernel.run(CLASSES)
    facts = failing_torch(code)
    told = [facts[each] for each in ("state", "function", "near", "held", "parameters")]
    assert told == [state, function, near, held, parameters]
    assert failing_torch.took < LIMIT


@pytest.mark.parametrize(
    "code",
    [
        # Two functions of that name: which of them it was is not known.
        "def make():\n    def f(a): pass\n    return f\nf, g = make(), make()\nf(b=g)",
        "raise TypeError(\"f() got an unexpected keyword argument 'b'\")",
        "def f(**any): pass\nf() and raised if f() else 1 + ''",
        "len(1, 2)",
    ],
)
def test_what_cannot_be_told_for_sure_is_not(failing, code):
    assert failing(code) is None


BOMBS = """
ran = []
class Kind(type):
    def __getattribute__(self, name): ran.append(name); return type.__getattribute__(self, name)
class Bomb(metaclass=Kind):
    def __getattr__(self, name): ran.append(name); raise SystemError
    def __repr__(self): ran.append("repr"); raise SystemError
    def __eq__(self, other): ran.append("eq"); raise SystemError
    def __bool__(self): ran.append("bool"); raise SystemError
    @property
    def fit(self): ran.append("fit"); return fit
bomb = Bomb()
bomb.inner = Bomb()
def fit(data, steps=bomb): pass
fit.__signature__ = bomb
big = {n: n for n in range(1_000_000)}
"""


def test_none_of_the_users_code_runs(failing):
    failing.kernel.run(BOMBS)
    facts = failing("ran.clear()\n(bomb, Bomb, big, fit(stesp=3)).fit.inner")
    assert facts["parameters"] == "data, steps=..."
    assert failing.took < LIMIT
    assert failing.kernel.run("assert ran == [], ran")["status"] == "ok"
