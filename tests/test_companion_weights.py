"""What the companion tells of a checkpoint that does not fit, in a real kernel with torch."""

import pytest
from companion_kernel import WEIGHTS

LIMIT = 0.2  # seconds that an answer may take
SETUP = """
from collections import OrderedDict
from torch import nn
def net(**parts): return nn.Sequential(OrderedDict(parts))
def body(): return nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
"""

#: model, checkpoint → how the keys differ: renamed, (own, given, common), the first row,
#: and what mends it
PROGRAMS = {
    ("net(encoder=body())", "net(backbone=body())"): (
        ["backbone.", "encoder."],
        (7, 7, 0),
        ("encoder.0.weight", "backbone.0.weight"),
        "state = {'encoder.' + k.removeprefix('backbone.') if k.startswith('backbone.') else k: v"
        " for k, v in state.items()}",
    ),
    ("net(a=body(), head=nn.Linear(3, 4))", "net(a=body(), fc=nn.Linear(3, 4))"): (
        ["fc.", "head."],
        (9, 9, 7),
        ("head.weight", "fc.weight"),
        "state = {'head.' + k.removeprefix('fc.') if k.startswith('fc.') else k: v"
        " for k, v in state.items()}",
    ),
    ("net(a=net(b=nn.Linear(2, 2)))", "net(a=net(c=nn.Linear(2, 2)))"): (
        ["a.c.", "a.b."],
        (2, 2, 0),
        ("a.b.weight", "a.c.weight"),
        "state = {'a.b.' + k.removeprefix('a.c.') if k.startswith('a.c.') else k: v"
        " for k, v in state.items()}",
    ),
    # Another width: the names tell of the same layer, the sizes do not.
    ("net(head=nn.Linear(3, 4))", "net(fc=nn.Linear(3, 5))"): (
        None,
        (2, 2, 0),
        ("head.weight", None),
        "model = net(fc=nn.Linear(3, 5))",
    ),
    ("net(one=nn.Linear(3, 4), two=nn.Linear(4, 5))", "net(fc=nn.Linear(3, 4), out=nn.Linear(4, 5))"): (
        None,
        (4, 4, 0),
        ("one.weight", "fc.weight"),
        "state = dict(zip(model.state_dict(), state.values()))",
    ),
    # Two layers that look alike: which is which would be a guess.
    ("net(one=nn.Linear(3, 3), two=nn.Linear(3, 3))", "net(fc=nn.Linear(3, 3), out=nn.Linear(3, 3))"): (
        None,
        (4, 4, 0),
        ("one.weight", None),
        "state = dict(zip(model.state_dict(), state.values()))",
    ),
    ("net(a=body(), head=nn.Linear(3, 4))", "net(a=body())"): (
        None,
        (9, 7, 7),
        ("head.weight", None),
        "model = net(a=body())",
    ),
    ("net(a=body())", "net(a=body(), head=nn.Linear(3, 4))"): (
        None,
        (7, 9, 7),
        (None, "head.weight"),
        "state = {k: v for k, v in state.items() if not k.startswith('head.')}",
    ),
    ("net(head=nn.Linear(3, 4))", "net(head=nn.Linear(3, 1000))"): (
        None,
        (2, 2, 2),
        ("head.weight", "head.weight"),
        "model = net(head=nn.Linear(3, 1000))",
    ),
    ("net(a=nn.Linear(2, 2, bias=False))", "net(a=nn.Linear(2, 2))"): (
        None,
        (1, 2, 1),
        (None, "a.bias"),
        "del state['a.bias']",
    ),
    ("net(a=nn.Linear(2, 2))", "nn.DataParallel(net(a=nn.Linear(2, 2)))"): (
        None,
        (2, 2, 0),
        ("a.weight", "module.a.weight"),
        "state = {k.removeprefix('module.'): v for k, v in state.items()}",
    ),
    ("net(a=nn.LSTM(2, 3))", "net(a=nn.GRU(2, 3))"): (
        None,
        (4, 4, 4),
        ("a.weight_ih_l0", "a.weight_ih_l0"),
        "model = net(a=nn.GRU(2, 3))",
    ),
}


@pytest.fixture
def failing(failing_torch):
    failing_torch.kernel.run(SETUP)
    return failing_torch


@pytest.mark.sampled
@pytest.mark.parametrize(("program", "told"), PROGRAMS.items())
def test_the_keys_of_model_and_checkpoint(failing, program, told):
    model, saved = program
    renamed, counts, (first, other), fix = told
    made = f"model = {model}\nstate = {saved}.state_dict()\n"
    facts = failing(f"{made}model.load_state_dict(state)", question=WEIGHTS)
    assert facts["renamed"] == renamed
    assert (facts["own"], facts["given"], facts["common"]) == counts
    assert (facts["rows"][0]["model"], facts["rows"][0]["checkpoint"]) == (first, other)
    assert failing.took < LIMIT
    mended = failing.kernel.run(f"{made}{fix}\nmodel.load_state_dict(state)")
    assert mended["status"] == "ok", mended


def test_the_sizes_stand_beside_the_keys(failing):
    code = "net(h=nn.Linear(3, 4)).load_state_dict(net(h=nn.Linear(3, 9)).state_dict())"
    facts = failing(code, question=WEIGHTS)
    assert facts["rows"][0] == {
        "model": "h.weight",
        "checkpoint": "h.weight",
        "modelShape": [4, 3],
        "checkpointShape": [9, 3],
    }
    assert facts["model"] == "Sequential"


def test_a_buffer_that_is_not_saved_is_no_key(failing):
    code = (
        "a = net(a=nn.Linear(1, 1))\n"
        "a.register_buffer('mask', torch.ones(2), persistent=False)\n"
        "a.load_state_dict({})"
    )
    failing.kernel.run("import torch")
    assert failing(code, question=WEIGHTS)["own"] == 2


def test_a_large_model_is_read_in_time(failing):
    failing.kernel.run(
        "import torch\n"
        "big = nn.ModuleList(nn.BatchNorm1d(1) for _ in range(1000))\n"
        "state = {f'layers.{k}': v for k, v in big.state_dict().items()}"
    )
    facts = failing("big.load_state_dict(state)", question=WEIGHTS)
    assert (facts["own"], facts["given"], facts["common"]) == (5000, 5000, 0)
    assert facts["more"] > 4000
    assert failing.took < LIMIT


BOMBS = """
import torch
ran = []
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(1, 1)
    def __getattr__(self, name):
        ran.append(name)
        return super().__getattr__(name)
    def __repr__(self): ran.append("repr"); raise SystemError
    def state_dict(self, *args, **kwargs): ran.append("state_dict"); raise SystemError
    @property
    def head(self): ran.append("head"); raise SystemError
class State(dict):
    def __iter__(self): ran.append("iter"); return dict.__iter__(self)
model, state = Net(), State()
"""


def test_none_of_the_users_code_runs(failing):
    failing.kernel.run(BOMBS)
    code = "try:\n    model.load_state_dict(state)\nfinally:\n    ran.clear()"
    facts = failing(code, question=WEIGHTS)
    assert (facts["own"], facts["given"]) == (2, 0)
    after = "assert ran == [], ran; import sys; assert sys.last_type is RuntimeError"
    assert failing.kernel.run(after)["status"] == "ok"


@pytest.mark.parametrize(
    "code",
    [
        'raise RuntimeError("Error(s) in loading state_dict for Net: Missing key(s)")',
        "nn.Linear(2, 2)(torch.ones(3))",
    ],
)
def test_of_another_failure_nothing_is_told(failing, code):
    failing.kernel.run("import torch")
    assert failing(code, question=WEIGHTS) is None
