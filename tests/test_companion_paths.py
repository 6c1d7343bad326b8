"""What the companion tells of a path that does not fit, in a real kernel."""

import os

import pytest

from conftest import failures_of

LIMIT = 0.2  # seconds that an answer may take


@pytest.fixture
def failing(torch_kernel, tmp_path):
    """In a kernel that has torch, at work in a folder of its own with some data."""
    kernel, _ = torch_kernel
    for folder in ("data/train/cat", "data/valid", "notebooks", "runs"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("data/train/cat/one.txt", "model.pth", "labels.csv", "data.zip"):
        (tmp_path / name).write_text("file content\n")
    kernel.run("%reset -f")
    kernel.run(
        "import os, pathlib, torch\n"
        f"os.chdir({str(tmp_path)!r})\n"
        "_dh[:] = [os.getcwd()]\n"
        "from pathlib import Path\n"
        "torch.save({'weight': torch.ones(2)}, 'weights.pt')\n"
        "os.environ['DATA_ROOT'] = os.getcwd() + '/data'; os.environ['HOME'] = os.getcwd()"
    )
    return failures_of(kernel, tmp_path)


def test_the_part_of_a_path_that_is_there(failing):
    facts = failing("open('data/trian/cat/one.txt')")
    assert facts == {
        "kind": "path",
        "state": "near",
        "path": "data/trian/cat/one.txt",
        "there": "data",
        "gone": "trian",
        "better": "'data/train/cat/one.txt'",
        "expands": False,
        "count": 2,
        "names": ["train", "valid"],
        "folder": facts["folder"],
        "writes": False,
        "torch": True,
    }
    assert os.path.realpath(facts["folder"]) == os.path.realpath(failing.folder)


@pytest.mark.parametrize(
    "code, writes",
    [
        ("open('no/one.txt')", False),
        ("open('no/one.txt', 'rb')", False),
        ("open('no/one.txt', mode='w')", True),
        ("Path('no/one.txt').open('a')", True),
        ("Path('no/one.txt').read_text()", False),
        ("os.listdir('no/one')", False),
        ("import numpy as np; np.savez('no/one.npz', x=np.ones(2))", True),
        ("import numpy as np; np.load('no/one.npy')", False),
        ("os.mkdir('no/one')", None),
    ],
)
def test_whether_a_file_was_to_be_written(failing, code, writes):
    assert failing(code)["writes"] is writes


#: What fails, the state, the part that is there, and the line mended.
PATHS = [
    ("torch.load('weigths.pt')", "near", ".", "torch.load('weights.pt')"),
    ("open('model.pt')", "near", ".", "open('model.pth')"),
    ("os.listdir('Data/train')", "near", ".", "os.listdir('data/train')"),
    ("open('~/model.pth')", "home", ".", "open(os.path.expanduser('~/model.pth'))"),
    ("Path('$DATA_ROOT/train').iterdir().__next__()", "variable", ".", "next(Path('data/train').iterdir())"),
    ("os.listdir('${DATA_ROOT}')", "variable", ".", "os.listdir(os.path.expandvars('${DATA_ROOT}'))"),
    ("open(' model.pth')", "space", ".", "open('model.pth')"),
    ("open('model.pth\\n')", "space", ".", "open('model.pth')"),
    (r"open('data\train\cat\one.txt')", "escape", ".", r"open('data/train/cat/one.txt')"),
    (r"open('data\\train\\cat\\one.txt')", "backslash", ".", "open('data/train/cat/one.txt')"),
    ("open('cat/one.txt')", "folder", ".", "open('data/train/cat/one.txt')"),
    ("open('train/cat/one.txt')", "elsewhere", ".", "open('data/train/cat/one.txt')"),
    ("open('/content/data/train/cat/one.txt')", "elsewhere", "/", "open('data/train/cat/one.txt')"),
    ("torch.save(1, open('out/deep/model.pt', 'wb'))", "folder", ".", "os.makedirs('out/deep')"),
    ("os.listdir('data/test')", "file", "data", "os.listdir('data/train')"),
    ("torch.load('data')", "directory", "data", "torch.load('weights.pt')"),
    ("open(Path('data') / 'train')", "directory", "data/train", "open('data/train/cat/one.txt')"),
    ("os.listdir('data.zip/train')", "not-folder", "data.zip", "os.listdir('data/train')"),
    ("os.scandir(Path('labels.csv'))", "not-folder", "labels.csv", "os.scandir('data')"),
]


def test_what_is_told_of_each_path(failing):
    for code, state, there, fixed in PATHS:
        facts = failing(code)
        assert facts is not None, code
        assert (facts["state"], facts["there"]) == (state, there), code
        # The first fix, where it is a path, is one that exists.
        if facts["better"] and state not in ("home", "variable"):
            check = f"import os; assert os.path.exists({facts['better']})"
            assert failing.kernel.run(check)["status"] == "ok", code
        reply = failing.kernel.run(fixed)
        assert reply["status"] == "ok", (fixed, reply)


def test_a_path_of_the_folder_that_was_left(failing):
    failing.kernel.run("%cd -q notebooks")
    facts = failing("open('data/train/cat/one.txt')")
    assert facts["state"] == "elsewhere"
    assert os.path.samefile(eval(facts["better"]), failing.folder / "data/train/cat/one.txt")
    assert facts["folder"].endswith("notebooks")


def test_no_secret_and_no_value_of_a_variable_is_told(failing):
    (failing.folder / "api_key").write_text("x")
    (failing.folder / ".netrc").write_text("x")
    failing.kernel.run("os.environ['PLACE'] = '/srv/hidden'")
    facts = failing("open('$PLACE/x')")
    assert "hidden" not in str(facts)
    assert not {"api_key", ".netrc"} & {*facts["names"]}
    assert "file content" not in str(failing("open('labels.cvs')"))
    assert failing("open('secret')") is None


def test_a_path_of_which_nothing_is_sure(failing):
    codes = [
        "import subprocess; subprocess.run(['no-such-program'])",
        "raise FileNotFoundError('no file')",
        "raise FileNotFoundError(2, 'No such file or directory', 'model.pth')",
        "try:\n    open('late.txt')\nfinally:\n    Path('late.txt').touch()",
        "open(b'model')",
    ]
    assert [code for code in codes if failing(code) is not None] == []


def test_a_folder_of_many_files_is_read_in_time(failing):
    many = failing.folder / "many"
    many.mkdir()
    for n in range(10_000):
        (many / f"image_{n}.png").touch()
    took = []
    for at in range(5):
        facts = failing(f"open('many/imgae_{at}.png')")
        assert (facts["gone"], facts["count"]) == (f"imgae_{at}.png", 3_000)
        took.append(failing.took)
    assert min(took) < LIMIT  # other work on the machine is no cost of the answer


def test_no_code_of_the_users_runs_and_no_file_is_opened(failing):
    failing.kernel.run(
        "ran = []\n"
        "class Own:\n"
        "    def __fspath__(self): ran.append('path'); return 'none.txt'\n"
        "    def __repr__(self): ran.append('repr'); return 'none'\n"
        "own = Own()\n"
        "def hook(event, args):\n"
        "    if event == 'open': ran.append(args[0])\n"
        "import sys; sys.addaudithook(hook)"
    )
    failing("try:\n    open(own)\nfinally:\n    ran.clear()")
    assert failing("try:\n    open('data/x.txt')\nfinally:\n    ran.clear()") is not None
    reply = failing.kernel.run("assert not any('data' in str(each) for each in ran), ran")
    assert reply["status"] == "ok", reply
    assert failing.kernel.run("assert 'path' not in ran and 'repr' not in ran")["status"] == "ok"
