"""The command ``torch-triage``: runs the bundled JavaScript program with Node."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).with_name("torch-triage.cjs")


def main() -> int:
    """Run the program with this process's arguments and streams.

    Returns its exit status, 128 and the signal's number when a signal ended it
    (as shells do); 2, with one line on stderr, when it cannot be run.
    """
    node = _node()
    if node is None:
        return _refuse("needs Node.js 20 or later on the PATH: install it from https://nodejs.org")
    if not PROGRAM.exists():
        return _refuse("is not built in this checkout: run `npm run build:cli` first")
    try:
        status = subprocess.run([node, str(PROGRAM), *sys.argv[1:]], check=False).returncode
    except KeyboardInterrupt:
        return 130
    return 128 - status if status < 0 else status


def _node():
    """The path of Node, or None.

    It is looked for in the absolute folders of the PATH alone: `shutil.which`
    looks into the current folder first on Windows, and that may be a stranger's.
    """
    name = "node.exe" if os.name == "nt" else "node"
    folders = filter(os.path.isabs, os.get_exec_path())
    found = (shutil.which(os.path.join(folder, name)) for folder in folders)
    return next(filter(None, found), None)


def _refuse(reason: str) -> int:
    print(f"torch-triage {reason}.", file=sys.stderr)
    return 2
