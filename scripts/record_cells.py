"""Record what failing cells leave in a notebook: `python scripts/record_cells.py [KERNEL]`.

Writes src/notebook/__tests__/cells.json, which the tests of the lines that a
failure is told for read. Run it with the Python that holds the kernel (python3, or
xeus-python's xpython and xpython-raw); what that Python lacks keeps its earlier recording.
Behind the kernel's name may stand what the names of cells hold, to record those only.
"""

import importlib.util
import json
import os
import re
import sys
import sysconfig
import tempfile
from importlib.metadata import version
from pathlib import Path

from jupyter_client.manager import KernelManager

OUT = Path(__file__).parent.parent / "src/notebook/__tests__/cells.json"

DEFINED = "def f(x):\n    y = x - x\n    return x / y"
BODY = "a = 1\n\nf(a)"

# The last cell of each fails. What a magic or a mode changes stays in its kernel.
PLAIN = {
    "plain": [DEFINED, BODY],
    "syntax": ["a = 1\nx = = 3"],
    "blank lines": [DEFINED, f"\n  \n{BODY}"],
    "continued": [DEFINED, f"%time \\\n  b = 3\n{BODY}"],
}
MAGICS = {
    "%%time": [DEFINED, f"%%time\n{BODY}"],
    "%%time, blank lines": [DEFINED, f"\n%%time\n\n\n{BODY}\n"],
    "%%time, one expression": [DEFINED, "%%time\nf(1)"],
    "%%time, own function": ["%%time\ndef g(x):\n    return x / 0", "%%time\na = 1\ng(a)"],
    "%time": [DEFINED, "a = 1\n%time f(a)\nb = 2"],
    "%time, own error": ["a = 1\n%time a / 0\nb = 2"],
    "%%timeit": [DEFINED, f"%%timeit -n 2 -r 1 s = 3\n{BODY}"],
    "%timeit": [DEFINED, "a = 1\n%timeit -n 1 -r 1 f(a)\nb = 2"],
    "%%capture": [DEFINED, f"%%capture out\n{BODY}"],
    "%%prun": [DEFINED, f"%%prun -q\n{BODY}"],
    "%prun": [DEFINED, "a = 1\n%prun -q f(a)"],
    "%%capture %%time": [DEFINED, f"%%capture\n\n%%time\n{BODY}"],
    "%%time %%timeit": [DEFINED, f"%%time\n\n%%timeit\n{BODY}"],
    "%%time, syntax": ["%%time\na = 1\nx = = 3"],
    "%%python": ["%%python\nimport sys\n1 / 0"],
    "%run": ["a = 1\n%run script.py\nb = 2"],
    "%run -i": ["a = 1\n\n%run -i ./script"],
    "%run of a notebook": ["a = 1\n%run book.ipynb"],
    "import": ["a = 1\nimport script"],
    "exec": ["a = 1\nexec('b = 2\\n1 / 0')"],
}
# Later ones print each of a thousand frames.
FOLDED = {"recursion": ["def r(n):\n    return r(n - 1)\n\nr(9)"]}
MODES = ("Plain", "Context", "Verbose", "Minimal", "Docs")
#: What runs code in a form of its own, told in each mode and by rich.
IN_MODES = ("%%time", "%%timeit", "%%capture", "%%prun", "%run")
RICH = {
    "rich": ["from rich.traceback import install\n_ = install()", DEFINED, BODY],
    "rich, locals": [
        "from rich.traceback import install\n_ = install(show_locals=True)", DEFINED, BODY
    ],
    "rich, caught": [
        "from rich.console import Console\nconsole = Console()",
        "try:\n    1 / 0\nexcept ZeroDivisionError:\n    console.print_exception()",
    ],
    "rich, syntax": [
        "from rich.traceback import install\n_ = install()", "a = 1\nx = = 3"
    ],
    "rich, interrupted": [
        "from rich.traceback import install\n_ = install()", "raise KeyboardInterrupt"
    ],
}
# The user's own line lies in an earlier cell, which a library calls.
NET = """import torch
from torch.utils.data import DataLoader, Dataset

class Data(Dataset):
    def __len__(self):
        return 4
    def __getitem__(self, i):
        return {"x": torch.zeros(4), "labels": torch.tensor(0)}

class Broken(Data):
    def __getitem__(self, i):
        return torch.zeros(2, 3) @ torch.zeros(2, 3)

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(5, 2)
    def forward(self, x, labels=None):
        return {"loss": self.fc(x).sum()}
"""
LIGHT = """import lightning

class Light(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = Net()
    def training_step(self, batch, i):
        return self.net(batch["x"][:, :1] @ batch["x"])["loss"]
    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), 0.1)
"""
FIT = """trainer = lightning.Trainer(
    max_epochs=1, accelerator="cpu", logger=False,
    enable_checkpointing=False, enable_progress_bar=False)
trainer.fit(Light(), DataLoader(Data(), batch_size=2))"""
TRAIN = """from transformers import Trainer, TrainingArguments
args = TrainingArguments(output_dir="o", report_to=[], use_cpu=True, max_steps=1)
Trainer(model=Net(), args=args, train_dataset=Data()).train()"""
PREPARE = """from accelerate import Accelerator
accelerator = Accelerator(cpu=True)
net, loader = accelerator.prepare(Net(), DataLoader(Data(), batch_size=2))
for batch in loader:
    net(**batch)"""
CLUSTER = """import ipyparallel
view = ipyparallel.Cluster(n=2).start_and_connect_sync()[:]
view.block = True"""
LIBRARIES = {
    "ipyparallel": ("ipyparallel", [CLUSTER, DEFINED, "view.map_sync(f, [0, 1])"]),
    "%%px": ("ipyparallel", [CLUSTER, "%%px --targets 1\na = 1\na / 0"]),
    "workers": ("torch", [NET, "for _ in DataLoader(Broken(), num_workers=1):\n    pass"]),
    "lightning": ("lightning", [NET, LIGHT, FIT]),
    "transformers": ("transformers", [NET, TRAIN]),
    "accelerate": ("accelerate", [NET, PREPARE]),
}
SCRIPT = "def main():\n    a = 1\n    return a / 0\n\nmain()\n"


def scenarios(kernel: str) -> dict:
    """The cells to run in a kernel, by name."""
    if kernel == "xpython-raw":
        return {name: PLAIN[name] for name in ("plain", "syntax")}
    folded = FOLDED if version("ipython") < "9" else {}
    cells = {**PLAIN, **MAGICS, **folded}
    for mode in MODES:
        for name in ("plain", *IN_MODES):
            cells[f"%xmode {mode}, {name}"] = [f"%xmode {mode}", *({**PLAIN, **MAGICS})[name]]
    if importlib.util.find_spec("rich"):
        cells.update(RICH)
        for name in IN_MODES:
            cells[f"rich, {name}"] = [RICH["rich"][0], *MAGICS[name]]
    for name, (library, sources) in LIBRARIES.items():
        if importlib.util.find_spec(library):
            cells[name] = sources
    return cells


def output(message: dict) -> dict | None:
    """A message as a notebook's file would hold it; None where it holds none."""
    kind, content = message["msg_type"], message["content"]
    fields = {
        "stream": ("name", "text"),
        "error": ("ename", "evalue", "traceback"),
        "display_data": ("data", "metadata"),
        "execute_result": ("data", "metadata"),
    }
    if kind not in fields:
        return None
    kept = {name: content[name] for name in fields[kind]}
    if "data" in kept:
        # The same once more, as HTML, is long and not read.
        kept["data"] = {"text/plain": kept["data"].get("text/plain", "")}
    return {"output_type": kind, **kept}


def run(kernel: str, folder: str, cells: list) -> dict:
    """What the last of `cells` leaves, in a kernel of its own."""
    manager = KernelManager(kernel_name=kernel)
    manager.start_kernel(cwd=folder)
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=60)
        for source in cells:
            outputs = []

            def keep(message: dict, outputs: list = outputs) -> None:
                shown = output(message)
                if shown:
                    outputs.append(shown)

            reply = client.execute_interactive(
                source, output_hook=keep, allow_stdin=False, timeout=120
            )
        errors = [shown for shown in outputs if shown["output_type"] == "error"]
        return {
            # What libraries print besides is long and not read.
            "outputs": errors if cells[0] in (NET, CLUSTER) else outputs,
            "earlier": cells[:-1],
            "source": source,
            "executionCount": reply["content"]["execution_count"],
        }
    finally:
        client.stop_channels()
        manager.shutdown_kernel()


def without_paths(text: str, folder: str) -> str:
    """The same with the paths of this machine replaced by usual ones."""
    home = os.path.expanduser("~")
    for path, usual in (
        (folder, "/home/user/project"),
        (sysconfig.get_path("stdlib"), "/usr/lib/python3.11"),
        (sys.executable, "/usr/bin/python"),
    ):
        text = text.replace(path, usual).replace(path.replace(home, "~"), usual)
    return re.sub(r"[~/][\w./-]*/site-packages", "/usr/lib/python3.11/site-packages", text)


def main() -> None:
    kernel, only = (*sys.argv[1:], *("python3", "")[len(sys.argv) - 1 :])
    known = json.loads(OUT.read_text()) if OUT.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "script.py").write_text(SCRIPT)
        book = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [
            {"cell_type": "code", "source": "a = 1\na / 0", "metadata": {},
             "outputs": [], "execution_count": None}
        ]}
        Path(folder, "book.ipynb").write_text(json.dumps(book))
        forms = {
            name: run(kernel, folder, cells)
            for name, cells in scenarios(kernel).items()
            if only in name
        }
        recorded = json.loads(without_paths(json.dumps(forms), folder))
    name = f"{kernel}, IPython {version('ipython')}"
    known[name] = {**known.get(name, {}), **recorded}
    OUT.write_text(json.dumps(known, indent=2, sort_keys=True, ensure_ascii=True) + "\n")


if __name__ == "__main__":
    main()
