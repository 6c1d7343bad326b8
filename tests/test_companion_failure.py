"""What the companion tells of a failure, in a real kernel."""

import pytest
from companion_kernel import FAILURES, source_of

LIMIT = 0.2  # seconds that an answer may take


def lines(facts):
    """(cell, line, whether it is sure, as which input it ran) of each cell told."""
    return [(each["cell"], each["line"], each["sure"], each["ran"]) for each in facts["cells"]]


CELLS = {
    "x = 1": (1, True),
    "import x.y": (1, True),
    "from a import b as x": (1, True),
    "def x(): pass": (1, True),
    "class x: pass": (1, True),
    "a, *x = 1, 2": (1, True),
    "(x := 3)": (1, True),
    "x: int = 3": (1, True),
    "%load_ext x\n!ls $x\nx = !ls": (3, True),
    "%%time\nx = 3": (2, True),
    "x = 1\nx = 2": (2, True),
    "with open(a) as x: pass": (1, True),
    "try:\n    import x\nexcept ImportError:\n    x = None": (2, True),
    "if a:\n    x = 1": (2, False),
    "for x in a: pass": (1, False),
    "while a:\n    x = 1": (2, False),
    "match a:\n    case 1:\n        x = 2": (3, False),
    "from a import *\nx": (None, False),
    "%%bash\nx=1": (None, False),
    "x = = 1": (None, False),
    "def f():\n    x = 1": None,
    "f(x=1)": None,
    "x += 1": None,
    "x: int": None,
    "[x for x in a]": None,
    "lambda x: x": None,
    "del x": None,
}


@pytest.mark.sampled
@pytest.mark.parametrize("source", CELLS)
def test_the_line_of_a_cell_that_gives_a_name_its_value(source):
    names = {}
    exec(source_of(FAILURES["NameError"]), names)
    told = names["told_cell"](0, source, "x", [])
    assert (told and (told["line"], told["sure"])) == CELLS[source]


def test_a_name_is_told_with_the_cells_that_define_it(failing):
    failing.kernel.run("other = 1\nmodel = 2")
    failing.kernel.run("del model")
    facts = failing("a = 1\nmodel + 1", ["model = 3", "other = 1\nmodel = 2", "print(model)"])
    assert lines(facts) == [(0, 1, True, None), (1, 2, True, 1)]
    assert facts["name"] == "model"
    assert facts["stopped"] == 2
    assert facts["torch"] is False


def test_a_name_in_a_function_of_a_cell_and_the_nearest(failing):
    failing.kernel.run("def f():\n    return modle\nmodel = 1\n_modle = 2")
    facts = failing("a = 1\nf()")
    assert (facts["stopped"], facts["near"]) == (2, "model")


def test_of_two_names_that_are_equally_near_none_is_told(failing):
    facts = failing("model1 = model2 = 1\nmodel3")
    assert facts["near"] is None


@pytest.mark.parametrize("near", ["y_train", "layer_2", "train2"])
def test_another_short_word_or_number_is_no_slip(failing, near):
    name = {"y_train": "x_train", "layer_2": "layer_1", "train2": "train1"}[near]
    assert failing(f"{near} = 1\n{name}")["near"] is None


def test_a_name_with_a_syllable_more_is_near(failing):
    facts = failing("custom_preprocessing = 1\ncustom_processing")
    assert facts["near"] == "custom_preprocessing"


def test_where_a_name_is_that_no_cell_defines(failing):
    (failing.folder / "training.py").write_text("import os\n\ndef fit(model): pass\nsize=1\n")
    failing.kernel.run("import math")
    assert failing("sqrt(2)")["member"] == "math.sqrt"
    assert failing("fit(1)")["file"] == "training.py"
    assert failing("size + 1")["file"] == "training.py"
    cells = ["def mask(shape, seed=1):\n    center = shape // 2\n    return center", "print(center)"]
    assert failing("center + 1", cells)["local"] == "mask"
    assert failing("seed + 1", cells)["local"] == "mask"
    facts = failing("centre + 1", cells)
    assert (facts["member"], facts["file"], facts["local"]) == (None, None, None)


def test_what_two_modules_or_functions_have_is_not_told(failing):
    failing.kernel.run("import math, cmath")
    assert failing("sqrt(2)")["member"] is None
    cells = ["def one():\n    size = 1", "def two():\n    size = 2"]
    assert failing("size + 1", cells)["local"] is None


def test_what_may_be_a_secret_is_not_told(failing):
    facts = failing("hf_token = 1\nhf_tokn")
    assert facts["near"] is None


#: Made up; each looks like what a service gives out, or is called as people call it.
SECRETS = [
    *("api_key", "OPENAI_API_KEY", "my_secret_key", "wandb_key", "apiKey", "ssh_key", "api_keys"),
    *("hf_token", "password", "db_password2", "pwd", "client_secret", "secrets", "bearer", "cookie"),
    *("hf_abcdefghijklmnopq", "sk-proj-abc-defghijklm", "github_pat_11ABCDEFG0abc"),
    *("glpat-abcdefghijklmno", "AIzaSyA-1234567890abc", "eyJhbGciOiJI.eyJzdWIi.abc"),
    "https://me:abc@example.org/data",
]
OPEN = [
    *("tokens", "token_id", "tokenizer", "label_key", "primary_key", "key", "author", "passes"),
    *("eyJs", "username", "https://example.org/data", "skip_connection", "layer1.0.conv1.weight"),
]


@pytest.mark.parametrize("text", [*SECRETS, *OPEN])
def test_what_looks_like_a_secret_is_not_shown(text):
    names = {}
    exec(source_of(("shown",)), names)
    assert names["shown"](text) == (text if text in OPEN else None)


def test_a_name_of_a_file_is_none_of_the_notebooks(failing, tmp_path):
    (tmp_path / "theirs.py").write_text("def f(): return model")
    failing.kernel.run(f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import theirs")
    assert failing("theirs.f()", ["model = 1"]) is None


def test_a_raised_name_error_is_none_of_a_name(failing):
    assert failing("raise NameError(\"name 'model' is not defined\")", ["model = 1"]) is None


@pytest.mark.sampled
@pytest.mark.parametrize(
    "changed", [{"number": 7}, {"evalue": "name 'other' is not defined"}, {"ename": "KeyError"}]
)
def test_another_failure_than_the_last_is_not_told(failing, changed):
    assert failing("model", **changed) is None


def test_after_another_cell_nothing_is_told(failing):
    reply = failing.kernel.run("model")
    failing.kernel.run("1 + 1")
    asked = {"number": reply["execution_count"], "cells": [], "packages": {}}
    assert failing.kernel.ask(FAILURES["NameError"], ename="NameError", evalue=reply["evalue"], **asked) is None


BOMBS = """
ran = []
class Kind(type):
    def __getattribute__(self, name): ran.append(name); return type.__getattribute__(self, name)
    def __instancecheck__(self, other): ran.append("isinstance"); return False
class Bomb(metaclass=Kind):
    def __getattribute__(self, name): ran.append(name); raise SystemError
    def __repr__(self): ran.append("repr"); raise SystemError
    def __eq__(self, other): ran.append("eq"); raise SystemError
    def __hash__(self): ran.append("hash"); return 1
    @property
    def value(self): ran.append("value"); raise SystemError
model = modal = Bomb()
ran.clear()
"""


def test_none_of_the_users_code_runs(failing):
    failing.kernel.run(BOMBS)
    failing.kernel.run("import sys")
    facts = failing("mode1", ["mode1 = Bomb()"])
    assert lines(facts) == [(0, 1, True, None)]
    after = "assert ran == [], ran; assert sys.last_type is NameError"
    assert failing.kernel.run(after)["status"] == "ok"


def test_an_exception_of_the_users_own_is_not_asked(failing):
    failing.kernel.run(
        "ran = []\n"
        "class Own(NameError):\n"
        "    @property\n"
        "    def args(self): ran.append('args'); raise SystemError\n"
        "    def __str__(self): return \"name 'model' is not defined\"\n"
        "Own.__name__ = 'NameError'"
    )
    assert failing("raise Own()", ["model = 1"]) is None
    assert failing.kernel.run("assert ran == []")["status"] == "ok"


def test_ten_thousand_names_and_long_cells_are_read_in_time(failing):
    failing.kernel.run("for i in range(10_000): globals()[f'layer_{i:04}'] = i")
    cells = ["\n".join(f"layer_{i} = layer_00x({i})" for i in range(700))] * 2
    failing("layer_00x1", cells)
    facts = failing("layer_00x2", [*cells, "layer_00x2 = 1"])
    assert lines(facts) == [(2, 1, True, None)]
    assert failing.took < LIMIT
