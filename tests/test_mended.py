"""Programs that fail in a real kernel run with the first fix that is shown of each."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from conftest import SEED, TAKES_ALL

ROOT = Path(__file__).parents[1]
NODE = shutil.which("node")
#: Of a run of the tests; a number for each of them decides which.
SOME = 30


def test_what_failed_runs_with_the_first_fix():
    sample = [] if TAKES_ALL else [str(SOME), str(SEED)]
    done = subprocess.run(
        [NODE, "scripts/mended.mjs", *sample],
        cwd=ROOT,
        env={**os.environ, "PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=False,
        timeout=540,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
