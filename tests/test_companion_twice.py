"""What the companion tells of a class that was defined again, in a real kernel."""

import pytest

LIMIT = 0.2  # seconds that an answer may take

START = "import pickle\nimport torch\nfrom torch import nn\n"
NET = """class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.fc = nn.Linear(2, 2)
"""
GROWN = NET + "        self.last = nn.Linear(2, 2)\n    def predict(self): return 3\n"
MODULE = "class Config:\n    size = 3\n"
CHECK = (
    "def use(config):\n"
    "    if not isinstance(config, (dict, Config)):\n"
    "        raise TypeError(f'expected Config, got {type(config).__name__}')\n"
)

#: name → (cells before, the cell that fails, facts, cells that mend it)
PROGRAMS = {
    "super of a class kept under another name": (
        [NET, "Model = Net", NET],
        "Model()",
        ("super", "Net", "__main__"),
        ["Net()"],
    ),
    "super of a derived class": (
        [NET, "class Wide(Net):\n    def __init__(self): super().__init__()", NET],
        "Wide()",
        ("super", "Net", "__main__"),
        ["class Wide(Net):\n    def __init__(self): super().__init__()", "Wide()"],
    ),
    "super in a method that is called later": (
        [
            NET + "    def train(self, mode=True): return super(Net, self).train(mode)\n",
            "net = Net()",
            NET + "    def train(self, mode=True): return super(Net, self).train(mode)\n",
        ],
        "net.train()",
        ("super", "Net", "__main__"),
        ["net = Net()", "net.train()"],
    ),
    "pickle": (
        [NET, "net = Net()", NET],
        "pickle.dumps(net)",
        ("pickle", "Net", "__main__"),
        ["net = Net()", "pickle.dumps(net)"],
    ),
    "torch.save": (
        [NET, "net = Net()", NET],
        "import io\ntorch.save(net, io.BytesIO())",
        ("pickle", "Net", "__main__"),
        ["net = Net()", "torch.save(net, io.BytesIO())"],
    ),
    "a check that raises": (
        [MODULE, "config = Config()", MODULE, CHECK],
        "use(config)",
        ("check", "Config", "__main__"),
        ["config = Config()", "use(config)"],
    ),
    "an assertion": (
        [MODULE, "config = Config()", MODULE],
        "assert isinstance(config, Config)",
        ("check", "Config", "__main__"),
        ["config = Config()", "assert isinstance(config, Config)"],
    ),
    "an assertion with a text, of an attribute": (
        [MODULE, "config = Config()\nclass Run: pass\nrun = Run(); run.config = config", MODULE],
        "assert isinstance(run.config, Config), 'no config'",
        ("check", "Config", "__main__"),
        ["run.config = Config()", "assert isinstance(run.config, Config), 'no config'"],
    ),
    "a layer that only the new class has": (
        [NET, "net = Net()", GROWN],
        "net.last",
        ("stale", "Net", "__main__"),
        ["net = Net()", "net.last"],
    ),
    "a method that only the new class has": (
        [NET, "net = Net()", GROWN],
        "net.predict()",
        ("stale", "Net", "__main__"),
        ["net = Net()", "net.predict()"],
    ),
}


@pytest.fixture
def failing(failing_torch):
    """The shared one, with torch."""
    failing_torch.kernel.run(START)
    return failing_torch


def told(facts):
    return tuple(facts[each] for each in ("state", "name", "module", "input"))


@pytest.mark.sampled
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_class_that_was_defined_again(failing, program):
    before, code, wanted, mended = PROGRAMS[program]
    replies = [failing.kernel.run(cell) for cell in before]
    assert all(each["status"] == "ok" for each in replies)
    again = max(number["execution_count"] for number, cell in zip(replies, before) if f"class {wanted[1]}" in cell)
    facts = failing(code)
    assert (facts["kind"], *told(facts)) == ("twice", *wanted, again)
    assert failing.took < LIMIT
    for cell in mended:
        assert failing.kernel.run(cell)["status"] == "ok"


def test_a_module_that_was_loaded_again(failing):
    (failing.folder / "nets.py").write_text("from torch import nn\n" + NET)
    failing.kernel.run("import importlib, nets\nfrom nets import Net")
    failing.kernel.run("importlib.reload(nets)")
    facts = failing("Net()")
    assert told(facts) == ("super", "Net", "nets", None)
    assert failing.kernel.run("from nets import Net\nNet()")["status"] == "ok"


@pytest.mark.sampled
@pytest.mark.parametrize(
    "code",
    [
        "class A: pass\nclass B:\n    def go(self): super(A, self).go()\nB().go()",
        "assert isinstance(3, str)",
        "pickle.dumps(lambda: 3)",
        "class A: pass\nA().b",
        "raise TypeError('super(type, obj): obj must be an instance or subtype of type')",
    ],
)
def test_one_class_is_not_two(failing, code):
    assert failing(code) is None


BOMBS = """
ran = []
class Kind(type):
    def __getattribute__(self, name): ran.append(name); return type.__getattribute__(self, name)
    def __eq__(self, other): ran.append("kind =="); raise SystemError
    def __instancecheck__(self, other): ran.append("isinstance"); return False
    def __subclasses__(self): ran.append("subclasses"); return []
    __hash__ = type.__hash__
class Bomb(metaclass=Kind):
    def __getattribute__(self, name): ran.append(name); raise SystemError
    def __eq__(self, other): ran.append("eq"); raise SystemError
    def __repr__(self): ran.append("repr"); raise SystemError
"""


def test_none_of_the_users_code_runs(failing):
    failing.kernel.run(BOMBS + "bomb = Bomb()")
    failing.kernel.run("class Bomb(metaclass=Kind): pass")
    facts = failing("assert isinstance(bomb, Bomb) or ran.clear()")
    assert told(facts)[:2] == ("check", "Bomb")
    assert failing.took < LIMIT
    assert failing.kernel.run("assert ran == [], ran")["status"] == "ok"


def test_ten_thousand_names_and_classes_are_read_in_time(failing):
    failing.kernel.run("for n in range(10_000): globals()[f'C{n}'] = n")
    failing.kernel.run("kinds = [type(f'K{n}', (nn.Module,), {}) for n in range(2_000)]")
    for cell in (NET, "net = Net()", NET):
        failing.kernel.run(cell)
    assert failing("pickle.dumps(net)")["state"] == "pickle"
    assert failing.took < LIMIT
