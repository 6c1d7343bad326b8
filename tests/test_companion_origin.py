"""Which line gave a name the value that cannot do what the failed line wants of it."""

import pytest

#: cells of which the last fails, and what is told beside the class of the value.
TOLD = [
    (
        ["accuracy = 0.5", "accuracy(3)"],
        {"state": "bound", "want": "call", "held": "accuracy", "code": "accuracy = 0.5", "line": 1},
    ),
    (
        ["def load():\n    config = {}", "config = load()", "config['lr']"],
        {"state": "bound", "want": "index", "type": "NoneType", "code": "config = load()"},
    ),
    (
        ["epochs = 5", "for epoch in epochs:\n    pass"],
        {"state": "bound", "want": "loop", "type": "int", "code": "epochs = 5"},
    ),
    (["n = 3", "len(n)"], {"state": "bound", "want": "length", "held": "n"}),
    (
        ["x = 1\nloss = 0.3\nloss, rest = loss"],
        {"state": "bound", "want": "unpack", "line": 2, "input": None},
    ),
    (
        ["text = 'lr: 1'", "text.get('lr')"],
        {"state": "bound", "want": "attribute", "attribute": "get", "type": "str"},
    ),
    (
        ["def step(pair):\n    data, target = pair", "a = 1\nstep(None)"],
        {"state": "passed", "function": "step", "held": "pair", "line": 2, "code": "step(None)"},
    ),
    (
        ["def build(name):\n    return name.lower()", "build(2048)"],
        {"state": "passed", "function": "build", "code": "build(2048)", "attribute": "lower"},
    ),
    (
        ["rows = ['a', 0.5]", "[each.strip() for each in rows]"],
        {"state": "item", "held": "each", "place": "rows[1]", "type": "float"},
    ),
    (
        ["rows = ['a', 0.5]", "for row in rows:\n    row.strip()"],
        {"state": "item", "held": "row", "place": "rows[1]"},
    ),
    (
        ["def train():\n    loss = 0.5\n    return loss", "loss, accuracy = train()"],
        {"state": "returned", "function": "train", "place": "loss", "held": None},
    ),
    (
        ["def train():\n    loss = 0.5", "loss, accuracy = train()"],
        {"state": "returned", "function": "train", "place": None, "type": "NoneType"},
    ),
]


@pytest.mark.parametrize(("cells", "wanted"), TOLD)
def test_where_a_value_came_from_is_told(failing, cells, wanted):
    for cell in cells[:-1]:
        assert failing.kernel.run(cell)["status"] == "ok"
    facts = failing(cells[-1])
    assert facts["kind"] == "origin"
    assert {name: facts.get(name) for name in wanted} == wanted


#: What is not known for sure, and what may be a secret.
SILENT = [
    ["if len('a') > 1:\n    loss = 1\nelse:\n    loss = 0.3\nloss, rest = loss"],
    ["import json", "json.loads(3)"],
    ["api_key = 3", "api_key.lower()"],
    ["a, b = max(3, 4)"],
]


@pytest.mark.parametrize("cells", SILENT)
def test_what_is_not_sure_is_not_told(failing, cells):
    for cell in cells[:-1]:
        assert failing.kernel.run(cell)["status"] == "ok"
    assert failing(cells[-1]) is None


def test_a_line_that_may_hold_a_secret_is_told_without_its_text(failing):
    failing.kernel.run("login = {'token': 'a'}['token']")
    facts = failing("login.get('a')")
    assert (facts["held"], facts["line"], facts["code"]) == ("login", 1, None)


def test_none_of_the_users_code_runs(failing):
    failing.kernel.run(
        "ran = []\n"
        "class Bomb:\n"
        "    def __getattribute__(self, name): ran.append(name); raise SystemError\n"
        "    def __eq__(self, other): ran.append('eq'); raise SystemError\n"
        "    def __repr__(self): ran.append('repr'); raise SystemError\n"
        "bomb = Bomb()\n"
        "rows = [bomb, bomb, 3]\n"
        "def use(one): return one.strip()"
    )
    for code in ("for row in rows:\n    if type(row) is int: row.strip()", "use(3)"):
        assert failing(code)["kind"] == "origin"
    assert failing.kernel.run("assert ran == [], ran")["status"] == "ok"
