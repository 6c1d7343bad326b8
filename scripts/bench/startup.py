"""How much the black box delays a kernel's start: a ratio in one run.

    .venv/bin/python scripts/bench/startup.py [ROUNDS]     (10 when left out)

From the start of the process to the reply to the first cell, as a page sees
it: with the request that arms the box before that cell, and without it.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion_kernel import BLACK_BOX, CompanionKernel, expression_of, source_of


def first_cell(runtime, armed):
    """Seconds until the first cell of a new kernel has run."""
    expression = expression_of(source_of(BLACK_BOX), {"key": "bench"})
    began = time.perf_counter()
    kernel = CompanionKernel(runtime, "bench").start()
    try:
        if armed:
            kernel.send(
                "",
                silent=True,
                store_history=False,
                user_expressions={"torch_triage": expression},
            )
        kernel.run("1")
        return time.perf_counter() - began
    finally:
        kernel.stop()


def main(rounds):
    """Alternate, so that a busy machine disturbs both alike."""
    times = {True: [], False: []}
    with tempfile.TemporaryDirectory() as runtime:
        first_cell(runtime, False)  # the first start reads the disk
        for number in range(rounds):
            for armed in (True, False) if number % 2 else (False, True):
                times[armed].append(first_cell(runtime, armed))
    with_box, without = (statistics.median(times[armed]) for armed in (True, False))
    ratios = [a / b for a, b in zip(times[True], times[False], strict=True)]
    print(
        f"start to first cell, median of {rounds}: {with_box:.3f} s with the black "
        f"box, {without:.3f} s without; ratio {with_box / without:.3f}, "
        f"median of pairs {statistics.median(ratios):.3f}"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
