"""How much of ours every page loads, whether something fails or not."""

import json
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
NODE = shutil.which("node")

# Bytes, gzipped. What only a failure needs belongs behind an import().
STARTUP_LIMIT = 25_000

WEIGH = (
    "import { weighPage } from './scripts/bench/sizes.mjs';"
    "console.log(JSON.stringify(await weighPage()))"
)


def test_a_page_where_nothing_fails_loads_little():
    result = subprocess.run(
        [NODE, "--input-type=module", "-e", WEIGH],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert result.returncode == 0, result.stderr
    assert 0 < json.loads(result.stdout)["gzipped"] <= STARTUP_LIMIT
