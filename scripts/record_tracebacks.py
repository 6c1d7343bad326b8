"""Record how the same failures look in every form: `python scripts/record_tracebacks.py`.

Writes src/incident/traceback/__tests__/tracebacks.json, which the parser's tests read.
IPython's forms are recorded under the version that is installed; to record an
older one, put it before torch's environment:
`pip install --target old ipython==7.34` and `PYTHONPATH=old python scripts/…`.
What is not installed (rich, pytest) keeps its earlier recording.
"""

import json
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import IPython
import torch  # noqa: F401  (cells and forked children use it)
from IPython.core.interactiveshell import InteractiveShell

OUT = Path(__file__).parent.parent / "src/incident/traceback/__tests__/tracebacks.json"

CELLS = {
    "nested": [
        "import torch\nlayer = torch.nn.Linear(512, 10)",
        "def step(x):\n    def inner(y):\n        return layer(y)\n    return inner(x)",
        "x = torch.zeros(32, 784)\nfor _ in range(1):\n    step(x)",
    ],
    "cause": [
        "try:\n    torch.zeros(2, 3) @ torch.zeros(2, 3)\n"
        "except RuntimeError as error:\n    raise ValueError('training failed') from error"
    ],
    "context": ["try:\n    {}['a']\nexcept KeyError:\n    torch.zeros(2) + torch.zeros(3)"],
    "worker": [
        "from torch.utils.data import Dataset, DataLoader\nclass D(Dataset):\n"
        "    def __len__(self):\n        return 4\n    def __getitem__(self, i):\n"
        "        return torch.zeros(i + 1)",
        "for batch in DataLoader(D(), batch_size=2, num_workers=1):\n    pass",
    ],
    "killed": [
        "import os, signal\nclass K(Dataset):\n    def __len__(self):\n        return 4\n"
        "    def __getitem__(self, i):\n        os.kill(os.getpid(), signal.SIGKILL)",
        "for batch in DataLoader(K(), batch_size=2, num_workers=1):\n    pass",
    ],
    "syntax": ["x = = 3"],
}

NET = """import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(512, 10)
    def forward(self, x):
        return self.fc(x)
def train():
    net = Net()
    net(torch.zeros(32, 784))
"""

PROGRAMS = {
    "plain": "import net\nnet.train()\n",
    "rich": "from rich.traceback import install\ninstall(show_locals=True)\nimport net\nnet.train()\n",
    "group": "import net\ntry:\n    net.train()\nexcept RuntimeError as error:\n"
    "    raise ExceptionGroup('two failed', [error, ValueError('other')]) from None\n",
    "spawn": "import torch.multiprocessing as mp, net\ndef f(i): net.train()\n"
    "if __name__ == '__main__': mp.spawn(f, nprocs=1)\n",
    "elastic": "import os, time, net\n"
    "from torch.distributed.elastic.multiprocessing.errors import record\n@record\n"
    "def main():\n    if os.environ['RANK'] == '0': time.sleep(60)\n    net.train()\n"
    "if __name__ == '__main__': main()\n",
    "logging": "import logging, net\n"
    "logging.basicConfig(format='%(asctime)s - %(levelname)s - %(name)s - %(message)s')\n"
    "try: net.train()\nexcept Exception as error: logging.error('failed: %r', error)\n",
    "segfault": "import faulthandler, ctypes\nfaulthandler.enable()\n"
    "def crash():\n    ctypes.string_at(0)\ncrash()\n",
    "test_net": "import net\ndef test_train():\n    net.train()\n",
}

COMMANDS = {
    "test_net": {
        "pytest": ["-m", "pytest", "-q", "run_test_net.py"],
        "pytest-short": ["-m", "pytest", "-q", "--tb=short", "run_test_net.py"],
    },
    "elastic": {
        "torchrun": [
            "-m", "torch.distributed.run", "--nproc-per-node", "2", "--tee", "3",
            "--log-dir", "logs", "run_elastic.py",
        ]
    },
}


def ipython_forms() -> dict:
    """The traceback of each case's last cell, as a notebook would store it."""
    shell = InteractiveShell.instance()
    forms = {}
    for name, cells in CELLS.items():
        shown = {}

        def show(etype, evalue, stb) -> None:
            shown.update(ename=etype.__name__, evalue=str(evalue), traceback="\n".join(stb))

        shell._showtraceback = show
        for cell in cells:
            shell.run_cell(cell, store_history=True)
        forms[name] = shown
    return forms


def program_forms(folder: str) -> dict:
    """What each program prints when it fails."""
    forms = {}
    Path(folder, "net.py").write_text(NET)
    for name, source in PROGRAMS.items():
        Path(folder, f"run_{name}.py").write_text(source)
        for form, arguments in COMMANDS.get(name, {name: [f"run_{name}.py"]}).items():
            done = subprocess.run(
                [sys.executable, *arguments], cwd=folder, timeout=120, check=False,
                capture_output=True, text=True, env={**os.environ, "COLUMNS": "80"},
            )
            text = done.stdout + done.stderr
            if not re.search(r"No module named '?(?:rich|pytest)", text):
                forms[form] = text
    return forms


def without_paths(value, folder: str):
    """The same with the paths of this machine replaced by usual ones."""
    if isinstance(value, dict):
        return {key: without_paths(one, folder) for key, one in value.items()}
    for path, usual in (
        (folder, "/home/user/project"),
        (sysconfig.get_path("purelib"), "/usr/lib/python3.11/site-packages"),
        (sysconfig.get_path("stdlib"), "/usr/lib/python3.11"),
        (sys.executable, "/usr/bin/python"),
        (os.path.expanduser("~"), "~"),
    ):
        value = value.replace(path, usual)
        value = value.replace(path.replace(os.path.expanduser("~"), "~"), usual)
    return value


def main() -> None:
    known = json.loads(OUT.read_text()) if OUT.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        forms = {f"ipython-{IPython.__version__}": ipython_forms()}
        if IPython.version_info >= (9,):
            forms.update(program_forms(folder))
        known.update(without_paths(forms, folder))
    OUT.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
