"""What the companion tells of the line of a failure that no entry knows, in a real kernel."""

import pytest
from companion_kernel import LINE

LIMIT = 0.2  # seconds that an answer may take


@pytest.fixture
def told(failing_torch):
    """Makes a cell fail; what the kernel tells of its line."""
    failing_torch.kernel.run("import torch")

    def tell(code, **changed):
        facts = failing_torch(code, question=LINE, **changed)
        tell.took = failing_torch.took
        return facts

    tell.kernel = failing_torch.kernel
    tell.folder = failing_torch.folder
    return tell


def shown(facts):
    """Each value by its name, in one text."""
    parts = ("type", "shape", "dtype", "device", "length", "value")
    return {
        each["name"]: " ".join(str(each[part]) for part in parts if each[part] is not None)
        for each in facts["values"]
    }


BLOCK = """class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(2, 3)
        self.sizes = [2, 3]
    def forward(self, x, scale=2.5):
        mask = x > 1
        return torch.linalg.inv(self.layer(x)) * scale + len(self.sizes)
"""


def test_the_line_in_a_model_and_what_it_called(told):
    told.kernel.run(BLOCK + "block = Block()")
    facts = told("y = 1\nblock(torch.ones(4, 2))")
    version = facts["called"].pop("version")
    assert version.startswith("2.")
    assert facts["called"] == {"function": "torch.linalg.inv", "package": "torch"}
    assert facts["code"] == "return torch.linalg.inv(self.layer(x)) * scale + len(self.sizes)"
    assert shown(facts) == {
        "self.layer": "Linear",
        "x": "Tensor [4, 2] float32 cpu",
        "scale": "float 2.5",
        "len(self.sizes)": "int 2",
    }


def test_the_innermost_call_into_a_package_is_told_with_its_version(told):
    folder = told.folder / "site-packages"
    (folder / "theirs-1.4.2.dist-info").mkdir(parents=True, exist_ok=True)
    (folder / "theirs.py").write_text(
        "class Model:\n"
        "    def fit(self, data): return self.step(data)\n"
        "    def step(self, data): raise RuntimeError('the plan is off')\n"
    )
    told.kernel.run(f"import sys; sys.path.insert(0, {str(folder)!r}); import theirs")
    facts = told("data = {'a': 1}\nmodel = theirs.Model()\nmodel.fit(\n    data\n)")
    assert facts["called"] == {"function": "Model.fit", "package": "theirs", "version": "1.4.2"}
    assert shown(facts) == {"model": "Model", "data": "dict 1"}


def test_a_head_of_a_loop_is_told_without_its_body(told):
    told.kernel.run(
        "class Data(torch.utils.data.Dataset):\n"
        "    def __len__(self): return 4\n"
        "    def __getitem__(self, at):\n"
        "        for part in range(3, at - at, -1 // (at - at)): pass\n"
        "loader = torch.utils.data.DataLoader(Data(), batch_size=2)\n"
    )
    facts = told("inside = 3\nfor batch in loader:\n    inside + 1")
    assert facts["code"] == "for part in range(3, at - at, -1 // (at - at)): pass"
    assert shown(facts) == {"at": "int 0"}
    told.kernel.run("def f(at, n):\n    for x in range(at, 3 // n):\n        inside")
    assert shown(told("f(7, 0)")) == {"at": "int 7", "n": "int 0"}


#: What fails, and the values that are told; `None` where nothing is.
LINES = {
    "x = 3\nraise RuntimeError(f'no {x}')": {"x": "int 3"},
    "raise RuntimeError('plain')": None,
    "name = 'resnet'; size = (2, 3)\nint(name, *size)": {
        "name": "str 6 'resnet'",
        "size": "tuple 2 (2, 3)",
    },
    "old = 1\nold = torch.ones(2).view(old + 2)": {"old": "int 1"},
    "xs = [1]\nxs[0] = 1 / len(xs[1:])": {"xs": "list 1 [1]"},
    "import numpy as np\na = np.ones((2, 3))\nnp.linalg.inv(a)": {"a": "ndarray [2, 3] float64"},
    "pw = 'abc'; hf_token = 'abc'; n = 0\n(pw, hf_token, 1 / n)": {"pw": "str 3", "n": "int 0"},
    "text = 'x' * 50; n = 0\n(text, 1 / n)": {"text": "str 50", "n": "int 0"},
}


@pytest.mark.sampled
@pytest.mark.parametrize("code", LINES)
def test_the_variables_of_a_line(told, code):
    facts = told(code)
    expected = LINES[code]
    assert (facts and shown(facts)) == expected, facts


def test_another_failure_than_the_last_is_not_told(told):
    told.kernel.run("x = 3")
    code = "raise RuntimeError(f'no {x}')"
    assert told(code) is not None
    for changed in ({"number": 1}, {"ename": "ValueError"}, {"evalue": "other"}):
        assert told(code, **changed) is None


def test_without_torch_nothing_is_told(failing):
    assert failing("x = 3\nx / 0", question=LINE) is None


BOMBS = """
ran = []
class Kind(type):
    def __getattribute__(self, name): ran.append(name); return type.__getattribute__(self, name)
class Bomb(Exception, metaclass=Kind):
    def __getattribute__(self, name): ran.append(name); raise SystemError
    def __repr__(self): ran.append("repr"); raise SystemError
    def __len__(self): ran.append("len"); raise SystemError
    def __getattr__(self, name): ran.append(name); raise SystemError
    def __index__(self): ran.append("index"); raise SystemError
    __class__ = property(lambda self: ran.append("class"))
class Own(torch.Tensor):
    @classmethod
    def __torch_function__(cls, *args): ran.append("torch"); return NotImplemented
class Model(torch.nn.Module):
    def __getattr__(self, name): ran.append(name); raise AttributeError(name)
bomb, own, model = Bomb(), torch.ones(2).as_subclass(Own), Model()
many = [Bomb()] * 3
"""


def test_none_of_the_users_code_runs(told):
    told.kernel.run(BOMBS)
    facts = told("ran.clear()\nint(model, bomb, own, [many, 1])")
    assert shown(facts) == {"model": "Model", "bomb": "Bomb", "own": "Own", "many": "list 3"}
    after = "assert ran == [], ran; import sys; assert sys.last_type is TypeError"
    assert told.kernel.run(after)["status"] == "ok"


def test_names_outputs_and_history_stay(told):
    told.kernel.run("before = set(globals())")
    told("x = 3\nx / 0")
    told.kernel.run("new = set(globals()) - before - {'before', 'x'}")
    check = "assert not [n for n in new if not n.startswith('_i')], new"
    assert told.kernel.run(check)["status"] == "ok"


def test_a_long_line_is_read_in_time(told):
    told.kernel.run("for i in range(10_000): globals()[f'n_{i}'] = i")
    told.kernel.run("big = {f'k{n}': n for n in range(1_000_000)}")
    names = ", ".join(f"n_{i}" for i in range(40))
    facts = told(f"(big, {names}, 1 / 0)")
    assert len(facts["values"]) == 12
    assert told.took < LIMIT
