"""The operand checks name the value that a call may not have, in a real kernel."""

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from companion_kernel import OPERANDS

SCRIPTS = Path(__file__).parents[1] / "scripts"
SETUP = """
import threading
import torch
import torch.nn.functional as F
from torch import nn
scores = torch.rand(4, 10)
table = torch.rand(6, 3)
data = torch.arange(12.).reshape(4, 3)
"""

#: A call that fails and what is said of it, then one that passes.
CALLS = [
    (
        "F.cross_entropy(scores, torch.tensor([1, 10, 255, 9]))",
        "cross_entropy: target[1] is 10; with 10 classes labels are 0 … 9 "
        "(2 of 4 are out of range: 10, 255)",
        "F.cross_entropy(scores, torch.tensor([1, -100, 0, 9]))",
    ),
    (
        "nn.CrossEntropyLoss(ignore_index=255)(torch.rand(2, 3, 4, 5), torch.full((2, 4, 5), 3))",
        "cross_entropy: target[0, 0, 0] is 3; with 3 classes labels are 0 … 2, or 255 "
        "(ignore_index) (40 of 40 are out of range: 3, 3, 3, 3, 3, …)",
        "nn.CrossEntropyLoss(ignore_index=255)(torch.rand(2, 3, 4, 5), torch.full((2, 4, 5), 255))",
    ),
    (
        "F.nll_loss(scores[0], torch.tensor(-1))",
        "nll_loss: target is -1; with 10 classes labels are 0 … 9 (1 of 1 is out of range: -1)",
        "F.cross_entropy(scores, scores.softmax(1))",
    ),
    (
        "nn.Embedding(6, 3, padding_idx=0)(torch.tensor([[0, 5], [6, -1]]))",
        "embedding: input[1, 0] is 6; with 6 rows ids are 0 … 5 (2 of 4 are out of range: 6, -1)",
        "nn.Embedding(6, 3, padding_idx=0)(torch.tensor([[0, 5], [1, 2]]))",
    ),
    (
        "nn.EmbeddingBag(6, 3)(torch.tensor([0, 7]), torch.tensor([0]))",
        "embedding_bag: input[1] is 7; with 6 rows ids are 0 … 5 (1 of 2 is out of range: 7)",
        "nn.EmbeddingBag(6, 3)(torch.tensor([0, 5]), torch.tensor([0]))",
    ),
    # What stands behind the last offset is in no bag.
    (
        "F.embedding_bag(torch.tensor([0, 6, 9]), torch.rand(6, 3), torch.tensor([0, 2]), include_last_offset=True)",
        "embedding_bag: input[1] is 6; with 6 rows ids are 0 … 5 (1 of 2 is out of range: 6)",
        "F.embedding_bag(torch.tensor([0, 5, 9]), torch.rand(6, 3), torch.tensor([0, 2]), include_last_offset=True)",
    ),
    (
        "nn.EmbeddingBag(6, 3, padding_idx=-1)(torch.tensor([[0, 5], [-1, 1]]))",
        "embedding_bag: input[1, 0] is -1; with 6 rows ids are 0 … 5 (1 of 4 is out of range: -1)",
        "nn.EmbeddingBag(6, 3, padding_idx=-1)(torch.tensor([[0, 5], [5, 1]]))",
    ),
    (
        "F.embedding(torch.tensor([6]), torch.arange(12).reshape(6, 2))",
        "embedding: input[0] is 6; with 6 rows ids are 0 … 5 (1 of 1 is out of range: 6)",
        "F.embedding(torch.tensor([5]), torch.arange(12).reshape(6, 2))",
    ),
    (
        "torch.empty(0, 3).gather(0, torch.zeros(1, 3, dtype=torch.long))",
        "gather: index[0, 0] is 0; dimension 0 has no entry (3 of 3 are out of range: 0, 0, 0)",
        "torch.empty(0, 3).gather(0, torch.zeros(0, 3, dtype=torch.long)), torch.empty(0, 3)[torch.tensor([]).long()]",
    ),
    (
        "F.cross_entropy(torch.rand(2, 0), torch.tensor([0, 1]))",
        "cross_entropy: target[0] is 0; there are scores for no class (2 of 2 are out of range: 0, 1)",
        "F.cross_entropy(torch.rand(0, 3), torch.tensor([]).long(), reduction='sum')",
    ),
    (
        "data.gather(1, torch.tensor([[0, 3]]))",
        "gather: index[0, 1] is 3; dimension 1 has 3 entries, so indices are 0 … 2 "
        "(1 of 2 is out of range: 3)",
        "data.gather(1, torch.tensor([[0, 2]]))",
    ),
    (
        "torch.scatter_add(data, 0, torch.tensor([[-1]]), torch.ones(1, 1))",
        "scatter_add: index[0, 0] is -1; dimension 0 has 4 entries, so indices are 0 … 3 "
        "(1 of 1 is out of range: -1)",
        "data.scatter_(-1, torch.tensor([[2]]), 1.)",
    ),
    (
        "torch.index_select(data, 0, torch.tensor([0, 4]))",
        "index_select: index[1] is 4; dimension 0 has 4 entries, so indices are 0 … 3 "
        "(1 of 2 is out of range: 4)",
        "torch.index_select(data, dim=0, index=torch.tensor([0, 3]))",
    ),
    (
        "data.take(torch.tensor([12, -12]))",
        "take: index[0] is 12; the flat tensor has 12 entries, so indices are -12 … 11 "
        "(1 of 2 is out of range: 12)",
        "data.take(torch.tensor([11, -12]))",
    ),
    (
        "data[:, None, torch.tensor([2, 3])]",
        "indexing: indices[2][1] is 3; dimension 1 has 3 entries, so indices are -3 … 2 "
        "(1 of 2 is out of range: 3)",
        "data[..., torch.tensor([2, -3])], data[[0, 3]], data[data > 3]",
    ),
    (
        "data[torch.tensor([[[0, 1], [4, 2]]]), torch.tensor([0])]",
        "indexing: indices[0][0, 1, 0] is 4; dimension 0 has 4 entries, so indices are -4 … 3 "
        "(1 of 4 is out of range: 4)",
        "data[torch.tensor([[[0, 1], [3, 2]]]), torch.tensor([0])]",
    ),
    # Each way to write an index beside a tensor.
    (
        "import numpy\ndata[numpy.int64(1), [[0, 3]]]",
        "indexing: indices[1][0, 1] is 3; dimension 1 has 3 entries, so indices are -3 … 2 "
        "(1 of 2 is out of range: 3)",
        "data[range(4)], data[(0, 3), :], data[[True, False, True, True], torch.tensor([0, 1, 2])], data[[[0, 3], [1, 2]]]",
    ),
    (
        "data.clone()[[0, 4]] = 1.",
        "indexing: index[1] is 4; dimension 0 has 4 entries, so indices are -4 … 3 "
        "(1 of 2 is out of range: 4)",
        "data.clone()[[0, 3]] = 1.",
    ),
    (
        "F.one_hot(torch.tensor([0, 5]), 5)",
        "one_hot: input[1] is 5; with 5 classes values are 0 … 4 (1 of 2 is out of range: 5)",
        "F.one_hot(torch.tensor([0, 4]), 5), F.one_hot(torch.tensor([7]))",
    ),
    (
        "F.binary_cross_entropy(torch.tensor([.5, 1.25]), torch.ones(2))",
        "binary_cross_entropy: input[1] is 1.25; values are 0 … 1 (1 of 2 is out of range: 1.25)",
        "F.binary_cross_entropy(torch.tensor([.5, 1.]), torch.tensor([1., 0.]))",
    ),
    (
        "F.binary_cross_entropy(torch.tensor([.5, 1.]), torch.tensor([1., 2.]))",
        "binary_cross_entropy: target[1] is 2; values are 0 … 1 (1 of 2 is out of range: 2)",
        "F.binary_cross_entropy_with_logits(torch.tensor([5., -1.]), torch.tensor([1., 2.]))",
    ),
    (
        "torch.bernoulli(torch.tensor([.5, float('nan')]))",
        "bernoulli: input[1] is nan; values are 0 … 1 (1 of 2 is out of range: nan)",
        "torch.bernoulli(torch.tensor([.5, 0])), torch.empty(2).bernoulli_(0.5)",
    ),
    (
        "torch.multinomial(torch.tensor([[1., -2.], [0., 1.]]), 1)",
        "multinomial: input[0, 1] is -2; weights are finite and 0 or more "
        "(1 of 4 is out of range: -2)",
        "torch.multinomial(torch.tensor([[1., 2.], [0., 1.]]), 1)",
    ),
    (
        "torch.multinomial(torch.tensor([[1., 2.], [0., 0.]]), 1)",
        "multinomial: input[1] sums to 0; each row has a weight above 0",
        "torch.multinomial(torch.tensor([0., 2.]), 1)",
    ),
    (
        "F.multi_margin_loss(scores, torch.tensor([0, 1, 10, 3]))",
        "multi_margin_loss: target[2] is 10; with 10 classes labels are 0 … 9 "
        "(1 of 4 is out of range: 10)",
        "F.multi_margin_loss(scores, torch.tensor([0, 1, 9, 3]))",
    ),
    (
        "nn.Linear(512, 10)(torch.rand(32, 784))",
        "linear: input is [32, 784], weight is [10, 512]; the layer takes 512 in the last "
        "dimension and gets 784",
        "nn.Linear(784, 10)(torch.rand(32, 784))",
    ),
    (
        "torch.rand(2, 3) @ torch.rand(4, 5)",
        "matmul: input is [2, 3], other is [4, 5]; the inner sizes are the same, "
        "and here they are 3 and 4",
        "torch.rand(2, 4) @ torch.rand(4, 5), torch.rand(4) @ torch.rand(4)",
    ),
    (
        "torch.addmm(torch.rand(2), torch.rand(2, 3), torch.rand(4, 2))",
        "addmm: mat1 is [2, 3], mat2 is [4, 2]; the inner sizes are the same, and here they are 3 and 4",
        "torch.addmm(torch.rand(2), torch.rand(2, 4), torch.rand(4, 2)), torch.rand(2, 3).mv(torch.rand(3))",
    ),
    (
        "nn.Conv2d(3, 4, 3)(torch.rand(1, 3, 8, 8, dtype=torch.float64))",
        "conv2d: input is float64, weight is float32; both have one dtype",
        "with torch.autocast('cpu'): nn.Conv2d(3, 4, 3)(torch.rand(1, 3, 8, 8).half())",
    ),
    # Warnings of torch's own are errors here, and none is ours.
    (
        "import warnings\nwith warnings.catch_warnings():\n    warnings.simplefilter('error')\n"
        "    F.linear(torch.rand(2, 3), torch.rand(4, 3), torch.rand(4, dtype=torch.float64))",
        "linear: input is float32, bias is float64; both have one dtype",
        "F.linear(torch.rand(2, 3), torch.rand(4, 3), torch.rand(4))",
    ),
    (
        "nn.Linear(3, 4)(torch.rand(2, 3, dtype=torch.float64))",
        "linear: input is float64, weight is float32; both have one dtype",
        "with torch.autocast('cpu'): nn.Linear(3, 4)(torch.rand(2, 3).half())",
    ),
]


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """One kernel for all: what a run of checks leaves is what the next one finds."""
    from companion_kernel import CompanionKernel

    made = CompanionKernel(tmp_path_factory.mktemp("runtime")).start()
    assert made.run(SETUP)["status"] == "ok"
    yield made
    made.stop()


def checked(kernel, code, cell=None, **arguments):
    """Run a cell with the checks armed; its reply."""
    assert kernel.ask(OPERANDS, **arguments) == {"armed": True}
    return kernel.run(code, cell)


def said(reply):
    """The error of a reply in one line, or None."""
    return f"{reply['ename']}: {reply['evalue']}" if reply["status"] == "error" else None


def nothing_left(kernel):
    """Whether neither a mode nor an event nor a finder of ours is there."""
    reply = kernel.run(
        "import sys\n"
        "assert not any('Checks' in repr(each) for each in sys.meta_path)\n"
        "for _name in ('pre_run_cell', 'post_run_cell'):\n"
        "    for _one in get_ipython().events.callbacks[_name]:\n"
        "        assert 'Checks' not in _one.__qualname__, _one\n"
        "assert 'torch' not in sys.modules or not torch._C._len_torch_function_stack()"
    )
    return reply["status"] == "ok"


@pytest.mark.sampled
@pytest.mark.parametrize(("fails", "told", "passes"), CALLS)
def test_the_value_is_named(kernel, fails, told, passes):
    assert said(checked(kernel, fails)) == f"OperandError: {told}"
    assert said(checked(kernel, passes)) is None
    assert nothing_left(kernel)


def test_exactly_one_run_of_the_cell_is_looked_at(kernel):
    fails = "F.cross_entropy(scores, torch.tensor([1, 1, 1, 10]))"
    assert said(checked(kernel, fails)).startswith("OperandError")
    kernel.ask(OPERANDS, armed=False)
    assert said(kernel.run(fails)).startswith("IndexError")
    # Another cell, and a run that nobody sees, are not the one.
    kernel.ask(OPERANDS, cell="mine")
    assert said(kernel.run(fails, "other")).startswith("IndexError")
    kernel.ask(("look", "environment"), variables={}, names=[])
    assert said(kernel.run(fails, "mine")).startswith("OperandError")
    # Armed twice is armed once, and disarmed is disarmed.
    kernel.ask(OPERANDS)
    kernel.ask(OPERANDS)
    kernel.ask(OPERANDS, armed=False)
    assert nothing_left(kernel)
    assert said(kernel.run(fails)).startswith("IndexError")


@pytest.mark.parametrize("code", ["1 / 0", "not python", "raise KeyboardInterrupt", ""])
def test_they_end_however_the_run_ends(kernel, code):
    kernel.ask(OPERANDS)
    kernel.run(code)
    kernel.ask(OPERANDS, armed=False)
    assert nothing_left(kernel)


def test_torch_may_be_imported_in_the_run(kernels):
    kernel = kernels()
    before = kernel.run("before = set(globals())")
    assert before["status"] == "ok"
    fails = "import torch\ntorch.arange(3.)[torch.tensor([0, 3])]"
    assert said(checked(kernel, fails)).startswith("OperandError: indexing: index[1] is 3")
    kernel.ask(OPERANDS, armed=False)
    assert nothing_left(kernel)
    loaders = "torch.__loader__, torch.__spec__.loader"
    assert said(kernel.run(f"assert all('torch_triage' not in repr(type(x)) for x in ({loaders}))")) is None
    added = kernel.run("assert {x for x in set(globals()) - before if x[0] != '_'} <= {'before', 'torch', 'sys'}")
    assert said(added) is None


def test_a_cell_that_never_imports_torch_stays_as_it_was(kernels):
    kernel = kernels()
    assert said(checked(kernel, "import sys; assert 'torch' not in sys.modules")) is None
    assert nothing_left(kernel)


def test_the_modes_of_the_user_stay(kernel):
    code = """
from torch.overrides import TorchFunctionMode
class Mine(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        seen.append(func.__name__)
        return func(*args, **(kwargs or {}))
seen = []
mine = Mine()
mine.__enter__()
torch.ones(2)[torch.tensor([1])]
"""
    assert said(checked(kernel, code)) is None
    left = "assert torch._C._len_torch_function_stack() == 1\nmine.__exit__(None, None, None)"
    assert said(kernel.run(left)) is None
    # What the checks themselves call is not the user's.
    assert said(kernel.run("assert seen.count('__getitem__') == 1 and 'sum' not in seen, seen")) is None
    assert nothing_left(kernel)


#: Calls that the checks cannot read, or must not disturb: what they do is torch's own.
UNHARMED = {
    "vmap": (
        "F.cross_entropy(scores, torch.tensor([1, 0, 0, 9]))\n"
        "got = torch.vmap(lambda row, at: row.gather(0, at))(data, torch.tensor([[0], [1], [2], [0]]))\n"
        "assert got.flatten().tolist() == [0., 4., 8., 9.]"
    ),
    "fake tensors": (
        "from torch._subclasses.fake_tensor import FakeTensorMode\n"
        "with FakeTensorMode():\n"
        "    F.cross_entropy(torch.empty(3, 4), torch.empty(3, dtype=torch.long))"
    ),
    "meta": (
        "F.cross_entropy(scores.to('meta'), torch.tensor([1, 2, 3, 4], device='meta'))\n"
        "assert data.to('meta')[torch.tensor([9])].shape == (1, 3)"
    ),
    "a trace": (
        "import warnings\n"
        "def f(s, t): return F.cross_entropy(s, t) + s[t].sum()\n"
        "with warnings.catch_warnings(record=True) as said:\n"
        "    warnings.simplefilter('always')\n"
        "    torch.jit.trace(f, (scores, torch.tensor([0, 1, 2, 3])))\n"
        "assert not [each for each in said if each.category is torch.jit.TracerWarning]"
    ),
    "what must not warn": (
        "import warnings\n"
        "with warnings.catch_warnings():\n"
        "    warnings.simplefilter('error')\n"
        "    torch.vmap(lambda p, at: F.binary_cross_entropy(p, p) + p[at].sum())"
        "(torch.rand(2, 3), torch.tensor([[0], [1]]))\n"
        "    torch.func.grad(lambda s: F.cross_entropy(s, torch.tensor([0, 1, 2, 3])))(scores)\n"
        "    with torch.autocast('cpu'): torch.rand(2, 3) @ torch.rand(3, 2).bfloat16()"
    ),
    "ids that an index_add of nothing does not use": (
        "torch.empty(0, 3).index_add(0, torch.tensor([7]), torch.ones(1, 3))"
    ),
}


@pytest.mark.parametrize("what", UNHARMED)
def test_what_they_cannot_read_goes_on_as_it_would(kernel, what):
    assert said(checked(kernel, UNHARMED[what])) is None
    assert nothing_left(kernel)


@pytest.mark.parametrize(
    "code",
    [
        "with torch.no_grad(): F.cross_entropy(scores, bad)",
        "with torch.inference_mode(): F.cross_entropy(scores, bad)",
        "class Kind(torch.Tensor): pass\nF.cross_entropy(scores, bad.as_subclass(Kind))",
        "torch.set_default_device('cpu')\nF.cross_entropy(scores, bad)",
        "from torch.nn.functional import cross_entropy as loss\nloss(target=bad, input=scores)",
    ],
)
def test_neither_modes_nor_names_hide_a_value(kernel, code):
    reply = checked(kernel, f"bad = torch.tensor([0, 1, 2, 10])\n{code}")
    assert said(reply).startswith("OperandError: cross_entropy: target[3] is 10"), reply
    kernel.ask(OPERANDS, armed=False)
    assert said(kernel.run("torch.set_default_device(None)")) is None
    assert nothing_left(kernel)


def test_compiled_code_is_compiled_once_for_all_checked_runs(kernel):
    code = (
        "compiled = []\n"
        "def backend(graph, inputs): compiled.append(graph); return graph.forward\n"
        "twice = torch.compile(lambda x: x * 2, backend=backend)\n"
        "twice(data)"
    )
    assert kernel.run(code)["status"] == "ok"
    for _ in range(9):  # beyond the limit of torch
        assert said(checked(kernel, "twice(data)")) is None
    assert said(kernel.run("assert len(compiled) == 2, len(compiled)")) is None


def test_a_large_index_is_read_without_a_copy(kernel):
    kernel.run("many = torch.zeros(2**26, dtype=torch.int32); import resource")
    kernel.run("used = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\nbefore = used()")
    # 256 MiB; what it looks up has no size.
    assert said(checked(kernel, "F.embedding(many, torch.empty(4, 0))")) is None
    assert said(kernel.run("grown = used() - before\nassert grown < 2**17, grown")) is None
    assert said(kernel.run("del many")) is None


@pytest.mark.skipif(sys.platform != "linux", reason="forks")
@pytest.mark.parametrize("context", ["fork", "spawn"])
def test_workers_of_a_loader_are_left_alone(kernel, tmp_path, context):
    (tmp_path / "rows_for_workers.py").write_text(
        "import os, torch\n"
        "class Rows(torch.utils.data.Dataset):\n"
        "    def __len__(self): return 4\n"
        "    def __getitem__(self, at):\n"
        "        try: torch.arange(3.)[torch.tensor([at])]\n"
        "        except Exception as error: return type(error).__name__\n"
        "        return 'ok'\n"
    )
    reply = checked(
        kernel,
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from rows_for_workers import Rows\n"
        f"loader = torch.utils.data.DataLoader(Rows(), num_workers=1, multiprocessing_context={context!r})\n"
        "got = [each for batch in loader for each in batch]\n"
        "del sys.modules['rows_for_workers'], sys.path[0]\n"
        "assert got == ['ok', 'ok', 'ok', 'IndexError'], got",
    )
    assert said(reply) is None, reply
    assert nothing_left(kernel)


def test_random_calls_agree_with_torch():
    """A sample; `scripts/operand_calls.py` makes 10,000 of each."""
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    ran = subprocess.run(
        [sys.executable, str(SCRIPTS / "operand_calls.py"), "30", str(seed)], capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count(" 0 disagree") == 21


def test_the_error_inputs_of_torch_raise_its_error_or_ours():
    ran = subprocess.run(
        [sys.executable, str(SCRIPTS / "operand_error_inputs.py")], capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    counted = re.fullmatch(r"(\d+) as torch alone, (\d+) named by the checks, 0 others\n", ran.stdout)
    assert int(counted[1]) > 100
    assert int(counted[2]) > 10
