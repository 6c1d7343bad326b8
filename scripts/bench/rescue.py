"""How fast variables are rescued: 1 GiB of CPU tensors beside one `torch.save` of the same.

    .venv/bin/python scripts/bench/rescue.py [--rounds 3] [--gib 1]

Both write to one folder, in turns, in one kernel; the ratio is that of the
fastest rounds, above 1 where the rescue is faster. The disk needs room for both.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from companion_kernel import RESCUE, RESTORE, CompanionKernel

TENSORS = 16
MADE = "import os, time, torch\ntensors = [torch.rand({}) for _ in range({})]"
SAVED = """
start = time.monotonic()
torch.save(tensors, {path!r})
took = time.monotonic() - start
os.unlink({path!r})
"""


def number(kernel, name):
    reply = kernel.reply(kernel.send("", silent=True, user_expressions={"value": name}))
    return float(reply["user_expressions"]["value"]["data"]["text/plain"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--gib", type=float, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        kernel = CompanionKernel(folder).start()
        kernel.run(MADE.format(int(given.gib * 2**30 / 4 / TENSORS), TENSORS))
        saves, rescues = [], []
        for each in range(given.rounds):
            kernel.run(SAVED.format(path=str(Path(folder) / "saved.pt")))
            saves.append(number(kernel, "took"))
            told = kernel.ask(RESCUE, key=f"key{each}", seconds=600, size=2**40)
            rescues.append(told["took"])
            if each < given.rounds - 1:
                (rescued,) = Path(folder).glob("torch-triage/rescue-*")
                for path in rescued.iterdir():
                    path.unlink()
                rescued.rmdir()
        kernel.start_again()
        kernel.run("import torch")
        start = time.monotonic()
        kernel.ask(RESTORE, key=f"key{given.rounds - 1}")
        restored = time.monotonic() - start
        kernel.stop()
    print(f"{given.gib} GiB of CPU tensors, the fastest of {given.rounds} rounds")
    print(f"torch.save  {min(saves):.2f} s")
    print(f"rescue      {min(rescues):.2f} s")
    print(f"restore     {restored:.2f} s")
    print(f"throughput of the rescue: {min(saves) / min(rescues):.2f} of torch.save's")


if __name__ == "__main__":
    main()
