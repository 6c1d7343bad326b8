"""The stand-in device, in a process of its own: it reads its environment once."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"

ASSERTION = re.compile(
    r"^\.\./aten/src/ATen/native/cuda/(\w+\.cu):\d+: (\w+): "
    r"block: \[\d+,0,0\], thread: \[(\d+),0,0\] Assertion `(.+)` failed\.$",
    re.MULTILINE,
)
ASYNCHRONOUS = "might be asynchronously reported"

SETUP = """\
import os, torch
import async_device as device
logits = device.to_device(torch.zeros(4, 3))
wrong = device.to_device(torch.tensor([0, 3, 2, -1]))
right = device.to_device(torch.tensor([0, 1, 2, 0]))
"""


def run(code, **env):
    return subprocess.run(
        [sys.executable, "-c", SETUP + code],
        cwd=EXAMPLES,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def failing_line(result):
    """The line after SETUP that the traceback names first."""
    line = int(re.search(r'File "<string>", line (\d+)', result.stderr).group(1))
    return line - SETUP.count("\n")


def test_right_labels_give_the_real_loss():
    result = run("print(device.cross_entropy(logits, right).item())")
    assert result.returncode == 0, result.stderr
    assert float(result.stdout) == pytest.approx(1.0986, abs=1e-4)


def test_operations_compute_what_torch_computes():
    result = run(
        "weight = device.to_device(torch.arange(6.0).reshape(3, 2))\n"
        "rows = device.embedding(right, weight)\n"
        "print((rows * 2 + rows).mean().item(), rows.argmax(dim=1).tolist())\n"
        "print(rows @ torch.ones(2, 1))"
    )
    assert result.stdout.startswith("6.0 [1, 1, 1, 1]\ntensor([[1.]"), result.stderr


@pytest.mark.parametrize(
    "wait", ["loss.item()", "print(loss)", "logits.tolist()", "device.synchronize()"]
)
def test_a_wrong_label_is_reported_where_the_program_waits(wait):
    result = run(f"loss = device.cross_entropy(logits, wrong)\nlogits.argmax(dim=1)\n{wait}")
    assert failing_line(result) == 3
    assert ASYNCHRONOUS in result.stderr


def test_launch_blocking_reports_the_true_line_without_the_hint():
    result = run(
        "loss = device.cross_entropy(logits, wrong)\nloss.item()",
        CUDA_LAUNCH_BLOCKING="1",
    )
    assert failing_line(result) == 1
    assert "device-side assert triggered" in result.stderr
    assert ASYNCHRONOUS not in result.stderr


def test_launch_blocking_is_read_once():
    result = run(
        "os.environ['CUDA_LAUNCH_BLOCKING'] = '1'\n"
        "loss = device.cross_entropy(logits, wrong)\n"
        "loss.item()"
    )
    assert failing_line(result) == 3


def test_wrong_labels_print_one_line_for_each_failing_thread():
    result = run("device.cross_entropy(logits, wrong).item()")
    assert ASSERTION.findall(result.stderr) == [
        ("Loss.cu", "nll_loss_forward_reduce_cuda_kernel_2d", thread, "t >= 0 && t < n_classes")
        for thread in ("1", "3")
    ]


def test_a_wrong_index_prints_a_warp():
    result = run(
        "weight = device.to_device(torch.zeros(3, 2))\n"
        "device.embedding(wrong, weight).cpu()"
    )
    lines = ASSERTION.findall(result.stderr)
    assert len(lines) == 32
    assert {line[3] for line in lines} == {"srcIndex < srcSelectDimSize"}


def test_the_error_is_sticky():
    result = run(
        "def attempt(call):\n"
        "    try:\n"
        "        call()\n"
        "    except RuntimeError as error:\n"
        "        print(type(error).__name__, error.error_code, str(error).splitlines()[0])\n"
        "attempt(lambda: device.cross_entropy(logits, wrong).item())\n"
        "attempt(lambda: device.cross_entropy(logits, right))\n"
        "attempt(lambda: logits.tolist())\n"
        "attempt(lambda: device.to_device(torch.zeros(1)))"
    )
    expected = "AcceleratorError 710 CUDA error: device-side assert triggered"
    assert result.stdout.splitlines() == [expected] * 4
    # Printed by the device that failed, so once.
    assert len(ASSERTION.findall(result.stderr)) == 2
