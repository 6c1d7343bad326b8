"""The command ``torch-triage``: runs the bundled JavaScript program with Node."""

import shutil
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).with_name("torch-triage.cjs")


def main() -> int:
    """Run the program with this process's arguments and streams.

    Returns its exit status; 2, with one line on stderr, when it cannot be run.
    """
    node = shutil.which("node")
    if node is None:
        return _refuse("needs Node.js 20 or later on the PATH: install it from https://nodejs.org")
    if not PROGRAM.exists():
        return _refuse("is not built in this checkout: run `npm run build:cli` first")
    try:
        return subprocess.run([node, str(PROGRAM), *sys.argv[1:]], check=False).returncode
    except KeyboardInterrupt:
        return 130


def _refuse(reason: str) -> int:
    print(f"torch-triage {reason}.", file=sys.stderr)
    return 2
