"""What the companion tells of the data set of a loader that failed, in a real kernel."""

import pytest
from companion_kernel import MACHINE

LIMIT = 0.2  # seconds that an answer may take
SETUP = """
import torch
from torch.utils.data import ConcatDataset, DataLoader, Dataset, Subset, TensorDataset, random_split
ran = []
class Words(Dataset):
    def __init__(self, words): self.words = words
    def __len__(self):
        "How many."
        return len(self.words)
    def __getitem__(self, at): return self.words[at]
class Counted(Dataset):
    def __init__(self, count): self.count = count
    def __len__(self): return self.count
    def __getitem__(self, at): return torch.ones(at % 2 + 1)
class Read(Dataset):
    def __len__(self): ran.append("len"); return 4
    def __getitem__(self, at): return torch.ones(at + 1)
class Shape(Dataset):
    def __init__(self): self.x = torch.ones(6, 2)
    def __len__(self): return self.x.shape[0] - 1
    def __getitem__(self, at): return {"x": self.x} if at else {"y": 1}
def walk(data, **options):
    for batch in DataLoader(data, batch_size=2, **options): pass
"""

#: code that fails → (class, length) of its data set, and what mends it
PROGRAMS = {
    "walk(Words([1, None, 3]))": (("Words", 3), "walk(Words([1, 2, 3]))"),
    "walk(Words([]), shuffle=True)": (("Words", 0), "walk(Words(['a']), shuffle=True)"),
    "walk(Counted(5))": (("Counted", 5), "walk(Counted(5), collate_fn=list)"),
    "walk(Shape())": (("Shape", 5), "walk(Shape(), collate_fn=list)"),
    "walk([torch.ones(1), torch.ones(2)])": (("list", 2), "walk([torch.ones(1)] * 2)"),
    "walk(Subset(Counted(9), [0, 1, 2]))": (("Subset", 3), "walk(Subset(Counted(9), [0, 2, 4]))"),
    "walk(Subset([1], range(2)))": (("Subset", 2), "walk(Subset([1], range(1)))"),
    "walk(TensorDataset(torch.ones(0, 2)), shuffle=True)": (
        ("TensorDataset", 0),
        "walk(TensorDataset(torch.ones(3, 2)), shuffle=True)",
    ),
    "walk(ConcatDataset([Counted(3), [torch.ones(4)]]))": (
        ("ConcatDataset", 4),
        "walk(ConcatDataset([Counted(3), [torch.ones(4)]]), collate_fn=list)",
    ),
    "walk(random_split(Counted(8), [6, 2])[0], shuffle=False, sampler=iter(range(9)))": (
        ("Subset", 6),
        "walk(random_split(Counted(8), [6, 2])[0], sampler=range(6), collate_fn=list)",
    ),
    "walk({0: 1, 1: None})": (("dict", 2), "walk({0: 1, 1: 2})"),
    "walk(torch.ones(3, 2), sampler=[4])": (("Tensor", 3), "walk(torch.ones(3, 2), sampler=[2])"),
    # Its own length runs code of the user's: the class alone.
    "walk(Read())": (("Read", None), "walk(Read(), collate_fn=list)"),
}


@pytest.fixture
def kernel(torch_kernel):
    kernel, _ = torch_kernel
    kernel.run("%reset -f")
    kernel.run(SETUP)
    return kernel


@pytest.mark.sampled
@pytest.mark.parametrize(("code", "told"), PROGRAMS.items())
def test_the_class_and_the_length_of_a_data_set(kernel, code, told):
    dataset, fix = told
    assert kernel.run(code)["status"] == "error", code
    kernel.run("before = len(ran)")
    loader = kernel.ask(MACHINE)["loader"]
    # That cell left the last failure as it was.
    assert (loader["dataset"]["type"], loader["dataset"]["length"]) == dataset
    assert kernel.run("assert len(ran) == before, ran")["status"] == "ok"
    mended = kernel.run(fix)
    assert mended["status"] == "ok", mended


@pytest.mark.parametrize(
    "body",
    [
        "return ran.append(1) or 2",
        "n = 2; return n",
        "return self.property",
        "return -1",
        "return len(self)",
    ],
)
def test_a_length_that_only_the_users_code_could_tell_is_not_told(kernel, body):
    kernel.run(
        "class Odd(Words):\n"
        f"    def __len__(self): {body}\n"
        "    def __getitem__(self, at): return None\n"
        "    @property\n"
        "    def property(self): ran.append(1); return 3"
    )
    assert kernel.run("walk(Odd(['a']), sampler=[0, 1])")["status"] == "error"
    kernel.run("ran.clear()")
    assert kernel.ask(MACHINE)["loader"]["dataset"] == {"type": "Odd", "length": None}
    assert kernel.run("assert ran == [], ran")["status"] == "ok"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("random_split(Counted(8), [6, 3])", {"type": "Counted", "length": 8, "parts": 9}),
        ("random_split(Subset(Counted(9), [0, 2]), [3])", {"type": "Subset", "length": 2, "parts": 3}),
        ("random_split(Read(), (1, 2))", {"type": "Read", "length": None, "parts": 3}),
        ("random_split([1, 2], [torch.tensor(3)])", {"type": "list", "length": 2, "parts": None}),
    ],
)
def test_what_was_to_be_split(kernel, code, told):
    assert "Sum of input lengths" in kernel.run(code)["evalue"]
    kernel.run("before = len(ran)")
    machine = kernel.ask(MACHINE)
    assert (machine["loader"], machine["split"]) == (None, told)
    assert kernel.run("assert len(ran) == before, ran")["status"] == "ok"


def test_a_function_of_the_users_is_no_split(kernel):
    kernel.run("def random_split(dataset, lengths): return 1 / 0")
    assert kernel.run("random_split([1], [2])")["status"] == "error"
    assert kernel.ask(MACHINE)["split"] is None
