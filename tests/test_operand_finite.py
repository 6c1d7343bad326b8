"""The first NaN or Inf of a run is named, in a real kernel; what is meant to be there is not."""

import pytest
from companion_kernel import OPERANDS, CompanionKernel

SETUP = """
import torch
import torch.nn.functional as F
from torch import nn
inf, nan = float('inf'), float('nan')
p = torch.tensor([[.5, 0.], [1., .25]])
scores = torch.tensor([[1., 2.], [3., 4.]])
"""

#: A run, and what is said of the first call in it that gives what is not finite.
FIRST = [
    (
        "q = p + 1\nloss = (p.log() * p).sum()\nloss.item()",
        "log: result[0, 1] is -inf; what went in there is 0 (1 of 4 is not finite: -inf)",
    ),
    (
        "scores / (scores - 3).round()",
        "div: result[1, 0] is inf; what went in there is 3 and 0 (1 of 4 is not finite: inf)",
    ),
    ("1 / (p - p)", "div: result[0, 0] is inf; what went in there is 1 and 0 (4 of 4 are not finite: inf, inf, inf, inf)"),
    ("(scores * 1e5).half()", "half: result[0, 0] is inf; what went in is finite (4 of 4 are not finite: inf, inf, inf, inf)"),
    ("x = scores - 3\nx.sqrt_()", "sqrt: result[0, 0] is nan; what went in is finite (2 of 4 are not finite: nan, nan)"),
    ("torch.empty(0).mean()", "mean: result is nan; what went in is finite (1 of 1 is not finite: nan)"),
    (
        "F.cross_entropy(scores, torch.tensor([-100, -100]))",
        "cross_entropy: result is nan; what went in is finite (1 of 1 is not finite: nan)",
    ),
    (
        "F.batch_norm(scores, torch.zeros(2), torch.zeros(2), eps=0.)",
        "batch_norm: result[0, 0] is nan; what went in is finite (4 of 4 are not finite: nan, nan, nan, nan)",
    ),
    # A mask that leaves a row nothing.
    (
        "F.softmax(scores.masked_fill(torch.tensor([[True, True], [False, True]]), -inf), 1)",
        "softmax: result[0, 0] is nan; what went in has no NaN (2 of 4 are NaN: nan, nan)",
    ),
    ("torch.frexp(scores), (scores - 3).log().max(0)", "log: result[0, 0] is nan; what went in there is -2 (3 of 4 are not finite: nan, nan, -inf)"),
    (
        "torch.slogdet(scores - scores)",
        "slogdet: results[1] is -inf; what went in is finite (1 of 1 is not finite: -inf)",
    ),
    (
        "layer = nn.Sequential(nn.Linear(2, 2), nn.ReLU())\nnn.init.constant_(layer[0].weight, 3e38)\nlayer(scores)",
        "linear: result[0, 0] is inf; what went in is finite (4 of 4 are not finite: inf, inf, inf, inf)",
    ),
]

#: What is meant, or was there before: nothing is said, and nothing is changed.
MEANT = [
    "torch.full((2, 2), -inf), torch.tensor([nan]), scores.new_full((2,), inf), torch.full_like(scores, nan)",
    "scores.masked_fill(p > .6, -inf).softmax(1)",
    "x = scores.clone()\nx[x > 3] = -inf\nx.softmax(1)",
    "torch.where(p > .3, scores, -inf), torch.where(p > .3, scores, torch.tensor(-inf)) + 1",
    "torch.tensor([nan, 1.]) * 2, torch.nan_to_num(torch.tensor([nan])), torch.tensor([inf]).isinf()",
    "junk = torch.full((1000,), nan)\ndel junk\nfor _ in range(20): torch.empty_like(torch.ones(1000)), torch.ones(1).new_empty(1000)",
    "m = nn.TransformerEncoderLayer(4, 2, batch_first=True)\n"
    "m(torch.rand(2, 3, 4), src_mask=nn.Transformer.generate_square_subsequent_mask(3))",
    "model = nn.LSTM(3, 4)\nopt = torch.optim.Adam(model.parameters())\n"
    "for _ in range(2): model(torch.rand(5, 1, 3))[0].sum().backward(); opt.step(); opt.zero_grad()",
    "torch.rand(3).to_sparse() * 2, torch.ones(2, device='meta') / 0",
    "got = torch.vmap(lambda x: x / 0)(scores)\nassert got.isinf().all()",
    "def work():\n    got.append(bool((scores / 0).isinf().all()))\n"
    "import threading\ngot = []\none = threading.Thread(target=work); one.start(); one.join()\nassert got == [True]",
    "compiled = torch.compile(lambda x: x / 2, backend='eager', fullgraph=True)\nassert compiled(scores).tolist() == [[.5, 1.], [1.5, 2.]]",
    "class Own(torch.Tensor):\n    @classmethod\n    def __torch_function__(cls, *_, **__): return 'mine'\n"
    "assert torch.log(scores.as_subclass(Own)) == 'mine'",
]


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    made = CompanionKernel(tmp_path_factory.mktemp("runtime")).start()
    assert made.run(SETUP)["status"] == "ok"
    yield made
    made.stop()


def looked_at(kernel, code, finite=True):
    """The error of a cell that ran with the checks, in one line; None where it passed."""
    assert kernel.ask(OPERANDS, finite=finite) == {"armed": True}
    reply = kernel.run(code)
    return f"{reply['ename']}: {reply['evalue']}" if reply["status"] == "error" else None


@pytest.mark.sampled
@pytest.mark.parametrize(("code", "told"), FIRST)
def test_the_first_call_that_gives_it_is_named(kernel, code, told):
    assert looked_at(kernel, code) == f"OperandError: {told}"
    # Without the option the run is as it would be.
    assert looked_at(kernel, code, finite=False) is None


@pytest.mark.sampled
@pytest.mark.parametrize("code", MEANT)
def test_what_is_meant_or_cannot_be_seen_is_left_alone(kernel, code):
    assert looked_at(kernel, code) is None


TRAINING = """
torch.manual_seed(0)
torch.use_deterministic_algorithms(True)
model = nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.Dropout(), nn.ReLU(inplace=True), nn.Linear(16, 3))
opt = torch.optim.AdamW(model.parameters())
said = []
for step in range(5):
    x, y = torch.randn(12, 8), torch.randint(3, (12,))
    opt.zero_grad(set_to_none=True)
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.)
    opt.step()
    said += [loss.item(), *(q._version for q in model.parameters())]
said += [each.tolist() for each in model.state_dict().values()] + [torch.rand(3).tolist()]
torch.use_deterministic_algorithms(False)
"""


def test_a_training_gives_the_same_bits_with_and_without_it(kernel):
    assert kernel.run(TRAINING + "plain = said")["status"] == "ok"
    assert looked_at(kernel, TRAINING) is None
    assert kernel.run("assert said == plain and len(said) > 20")["status"] == "ok"


def test_an_exception_inside_of_it_harms_nobody(kernel):
    code = (
        "class Broken(list):\n"
        "    def __iter__(self): raise SystemError\n"
        "    def __len__(self): raise SystemError\n"
        "kept = torch.isfinite\n"
        "def fails(*_): raise MemoryError\n"
        "torch.isfinite = fails\n"
        "try: got = scores / 0\n"
        "finally: torch.isfinite = kept\n"
        "assert got.isinf().all()"
    )
    assert looked_at(kernel, code) is None
