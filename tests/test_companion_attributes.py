"""What the companion tells of a missing attribute, in a real kernel."""

import pytest

LIMIT = 0.2  # seconds that an answer may take

START = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"

NET = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 4, 3)
        self.fc = nn.Linear(4, 2)
    @property
    def width(self):
        return self.fc.out_featurs
    @property
    def height(self):
        return self.hieght
    def forward(self, x):
        x = self.fc(x)
    def good(self, x):
        return self.fc(x)
net = Net()
x = torch.ones(4)
"""


@pytest.fixture
def failing(failing_torch):
    """The shared one, with a model."""
    failing_torch.kernel.run(START + NET)
    return failing_torch


def told(facts, *names):
    return tuple(facts[each] for each in names)


#: code → (facts, what the first fix makes of it)
PROGRAMS = {
    "nn.Liner(2, 2)": ({"state": "near", "near": "Linear"}, "nn.Linear(2, 2)"),
    "x.unsqeeze(0)": ({"state": "near", "near": "unsqueeze", "type": "Tensor"}, "x.unsqueeze(0)"),
    "net.load_state_dct({})": (
        {"state": "near", "near": "load_state_dict", "package": "__main__"},
        "net.load_state_dict(net.state_dict())",
    ),
    "torch.utils.data.DataLoader([1]).datset": (
        {"state": "near", "near": "dataset", "type": "DataLoader", "package": "torch"},
        "torch.utils.data.DataLoader([1]).dataset",
    ),
    "torch.optim.SGD(net.parameters()).zero_gard()": (
        {"state": "near", "near": "zero_grad"},
        "torch.optim.SGD(net.parameters()).zero_grad()",
    ),
    "nn.Linear.from_pretrained": ({"state": "plain", "package": "torch", "type": "Linear"}, None),
    "torch.DataLoader([1])": (
        {"state": "home", "place": "torch.utils.data"},
        "from torch.utils.data import DataLoader\nDataLoader([1])",
    ),
    "torch.Adam(net.parameters())": (
        {"state": "home", "place": "torch.optim"},
        "from torch.optim import Adam\nAdam(net.parameters())",
    ),
    "nn.relu(x)": (
        {"state": "home", "place": "torch.nn.functional", "module": "torch.nn"},
        "from torch.nn.functional import relu\nrelu(x)",
    ),
    "torch.optim.StepLR(torch.optim.SGD(net.parameters()), 1)": (
        {"state": "home", "place": "torch.optim.lr_scheduler"},
        "from torch.optim.lr_scheduler import StepLR\nStepLR(torch.optim.SGD(net.parameters()), 1)",
    ),
    "x.gelu()": (
        {"state": "function", "place": "torch.nn.functional"},
        "torch.nn.functional.gelu(x)",
    ),
    "torch.nn.utils.prune.l1_unstructured": (
        {"state": "submodule", "module": "torch.nn.utils", "name": "prune"},
        "import torch.nn.utils.prune\ntorch.nn.utils.prune.l1_unstructured",
    ),
    "xml.dom.minidom": (
        {"state": "submodule", "module": "xml", "name": "dom"},
        "import xml.dom.minidom\nxml.dom.minidom",
    ),
    "net.classifier": (
        {"state": "parts", "near": "fc", "parts": ["conv1", "fc"]},
        "net.fc",
    ),
    "net.conv2": ({"state": "parts", "near": None, "parts": ["conv1", "fc"]}, None),
    "net.height": ({"state": "property", "near": "hieght"}, "net.hieght = 3\nnet.height"),
    "net.width": ({"state": "property", "type": "Net", "near": None}, None),
}


@pytest.mark.sampled
@pytest.mark.parametrize("code", PROGRAMS)
def test_where_a_name_is(failing, code):
    failing.kernel.run("import xml")
    wanted, fixed = PROGRAMS[code]
    facts = failing(code)
    assert {key: facts[key] for key in wanted} == wanted
    assert failing.took < LIMIT
    assert fixed is None or failing.kernel.run(fixed)["status"] == "ok"


#: code → (state, what was called, line, whether it is sure), the code of a fix
NOTHING = {
    "layers = []\nlayers = layers.append(nn.ReLU())\nlayers.append(3)": (
        ("inplace", "layers.append", 2, True),
        "layers = []\nlayers.append(nn.ReLU())\nlayers.append(3)",
    ),
    "loss = net.good(x).sum()\nloss = loss.backward()\nloss.item()": (
        ("inplace", "loss.backward", 2, True),
        "loss = net.good(x).sum()\nloss.backward()\nloss.item()",
    ),
    "out = net(x)\nout.sum()": (("returns", "Net.forward", 1, True), None),
    "Net()(x).sum()": (("returns", "Net.forward", 1, True), None),
    "def build():\n    m = Net()\nmodel = build()\nmodel.eval()": (
        ("returns", "build", 3, True),
        "def build():\n    m = Net()\n    return m\nmodel = build()\nmodel.eval()",
    ),
    "def step(m):\n    for _ in range(2):\n        out = m(x)\n        out.sum()\nstep(net)": (
        ("returns", "Net.forward", 3, True),
        None,
    ),
    "best = None\nbest.eval()": (("given", None, 1, True), "best = net\nbest.eval()"),
    "found = {}.get('a')\nfound.shape": (
        ("call", "{}.get", 1, True),
        "found = {'a': x}.get('a')\nfound.shape",
    ),
    "if x.sum() > 0:\n    y = [].sort()\ny.shape": (("inplace", "[].sort", 2, False), None),
}


@pytest.mark.sampled
@pytest.mark.parametrize("code", NOTHING)
def test_the_line_that_made_something_none(failing, code):
    wanted, fixed = NOTHING[code]
    facts = failing(code)
    assert told(facts, "state", "made", "line", "sure") == wanted
    assert facts["code"] == code.split("\n")[facts["line"] - 1].strip()
    assert failing.took < LIMIT
    assert fixed is None or failing.kernel.run(fixed)["status"] == "ok"


@pytest.mark.parametrize(
    "code",
    [
        # Two lines may have given the value.
        "best = None\nfor n in []:\n    best = net\nbest.eval()",
        "y = x\nfor _ in range(2):\n    y.sum()\n    y = [].sort()",
        # The caller gave it.
        "def use(m):\n    m.eval()\nuse(None)",
        "for m in [None]:\n    m.eval()",
        "m, n = None, 3\nm.eval()",
        "x.grad.data",
        # A class of the user's, or of Python's, that has no name like it.
        "class Plain: pass\nPlain().anything",
        "[].reshape(2)",
        "raise AttributeError(\"'Net' object has no attribute 'load_state_dct'\")",
        "nn.DataParallel(net).conv1",
    ],
)
def test_what_cannot_be_told_for_sure_is_not(failing, code):
    assert failing(code) is None


def test_the_cell_that_made_something_none(failing):
    number = failing.kernel.run("model = net\nmodel = print()")["execution_count"]
    failing.kernel.run("other = 1")
    facts = failing("model.eval()")
    assert told(facts, "state", "made", "line", "input", "code") == (
        "call",
        "print",
        2,
        number,
        "model = print()",
    )


def test_a_function_of_another_cell(failing):
    reply = failing.kernel.run("def train(m):\n    out = m(x)\n    return out.sum()")
    facts = failing("train(net)")
    assert told(facts, "state", "line", "input") == ("returns", 2, reply["execution_count"])


def test_a_module_without_its_setup(failing):
    failing.kernel.run("class Bare(nn.Module):\n    def __init__(self): self.n = 3")
    assert told(failing("Bare()(x)"), "state", "type") == ("setup", "Bare")
    assert failing("Bare().to('cpu')")["state"] == "setup"


def test_a_file_that_changed_since_it_was_imported(failing):
    helpers = failing.folder / "helpers.py"
    helpers.write_text("def first(): pass\n")
    failing.kernel.run("import helpers")
    helpers.write_text("def first(): pass\n\ndef second(): pass\n")
    facts = failing("helpers.second()")
    assert told(facts, "state", "module", "line") == ("changed", "helpers", 3)
    fix = "import importlib, sys\nimportlib.reload(sys.modules['helpers'])\nhelpers.second()"
    assert failing.kernel.run(fix)["status"] == "ok"


def test_a_file_in_the_place_of_a_module(failing, tmp_path):
    packages = tmp_path / "site-packages"
    packages.mkdir()
    (packages / "drawing.py").write_text("def draw(): pass\n")
    own = failing.folder / "drawing.py"
    own.touch()
    failing.kernel.run(f"import sys; sys.path.append({str(packages)!r})")
    facts = failing("import drawing\ndrawing.draw()")
    assert told(facts, "state", "module") == ("shadowed", "drawing")
    assert facts["place"].endswith("drawing.py")
    own.unlink()
    fixed = "del sys.modules['drawing']\nimport importlib; importlib.invalidate_caches()"
    failing.kernel.run(fixed)
    assert failing.kernel.run("import drawing\ndrawing.draw()")["status"] == "ok"


def test_a_file_of_the_same_name_that_was_not_taken(failing):
    (failing.folder / "tools.py").touch()
    (failing.folder / "theirs").mkdir()
    (failing.folder / "theirs" / "tools.py").write_text("class Logger: pass\n")
    failing.kernel.run("import sys; sys.path.append('theirs'); import tools")
    facts = failing("tools.Logger()")
    assert told(facts, "state", "module") == ("twin", "tools")
    assert facts["place"] == "theirs/tools.py"
    assert failing("tools.Other()")["state"] == "plain"


#: code → (facts, what the first fix makes of it)
PLAIN = {
    "from time import time\ntime.time()": (("itself", "time"), "time()"),
    "from random import random\nrandom.randint(1, 2)": (
        ("hidden", "random"),
        "import random\nrandom.randint(1, 2)",
    ),
    "from datetime import datetime\ndatetime.timedelta(1)": (
        ("hidden", "datetime"),
        "import datetime\ndatetime.timedelta(1)",
    ),
    "from glob import glob\nglob.glob('*')": (("itself", "glob"), "glob('*')"),
    "[1].len()": (("taken", "builtins"), "len([1])"),
    "(i for i in 'ab').islice(1)": (("taken", "itertools"), None),
    "d = {'size': 1, 'text': 2}\nd.size": (("dict", None), "d['size']"),
}


@pytest.mark.parametrize("code", PLAIN)
def test_what_is_asked_of_an_object_of_pythons_own(failing, code):
    (state, where), fixed = PLAIN[code]
    facts = failing(code)
    told_place = facts.get("module") or facts.get("place")
    assert (facts["state"], told_place) == (state, where)
    assert fixed is None or failing.kernel.run(fixed)["status"] == "ok"


def test_keys_that_may_be_secrets_are_not_told(failing):
    facts = failing("d = {'api_key': 1}\nd.size")
    assert facts["kind"] == "origin"
    assert "api_key" not in str(facts)


def test_secrets_are_not_told(failing):
    failing.kernel.run("net.hf_token = 3")
    assert failing("net.hf_tokn")["state"] != "near"
    facts = failing("key = {}.get('sk-abcdefghijklmnop')\nkey.lower()")
    assert facts["code"] is None


BOMBS = """
ran = []
class Kind(type):
    def __getattribute__(self, name): ran.append(name); return type.__getattribute__(self, name)
    def __eq__(self, other): ran.append("kind =="); raise SystemError
    __hash__ = type.__hash__
class Bomb(nn.Module, metaclass=Kind):
    def __getattr__(self, name): ran.append(name); raise AttributeError(name)
    def __repr__(self): ran.append("repr"); raise SystemError
    def __eq__(self, other): ran.append("eq"); raise SystemError
    def __bool__(self): ran.append("bool"); raise SystemError
    def __len__(self): ran.append("len"); raise SystemError
    @property
    def value(self): ran.append("value"); raise SystemError
    forward = value
class Dear:
    held = Bomb()
    def __getattr__(self, name): raise AttributeError(f"'Dear' object has no attribute '{name}'")
    @property
    def value(self): ran.append("value"); return self
bomb = held = Bomb()
dear = Dear()
dear.bomb = bomb
dear.values = {n: n for n in range(10_000)}
vars(dear).update((f"name_{n}", n) for n in range(10_000))
"""


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("code", "near"),
    [("ran.clear()\ndear.bom", "bomb"), ("ran.clear()\nm = bomb.held = None\nm.eval()", None)],
)
def test_none_of_the_users_code_runs(failing, code, near):
    failing.kernel.run(BOMBS)
    failing.kernel.run("import sys; before = {*dir()}")
    facts = failing(code)
    assert facts["near"] == near if near else facts["state"] == "given"
    assert failing.took < LIMIT
    after = (
        "assert ran == [], ran\n"
        "assert sys.last_type is AttributeError\n"
        "new = {each for each in dir() if not each.startswith('_i')} - before\n"
        "assert new <= {'before', 'm'}, new"
    )
    reply = failing.kernel.run(after)
    assert reply["status"] == "ok", reply["evalue"]
