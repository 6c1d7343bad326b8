"""A small stand-in for an asynchronous device, for people without a GPU.

CUDA runs beside Python: an operation is only queued, and the next call that
needs a result waits for the queue. So a wrong label or index is found late, by
an innocent line. This module behaves the same, on the CPU:

- operations return at once; labels and indices are checked "on the device",
  when `item()`, `tolist()`, `cpu()`, `print` or `synchronize()` waits for it;
- a failed check prints CUDA's assertion lines on file descriptor 2 and raises
  PyTorch's `AcceleratorError` where the program waits;
- the error is sticky: from then on every call raises it, until a new process;
- with `CUDA_LAUNCH_BLOCKING=1`, read once at the first use, each operation waits
  for its own result, and the line that fails is the line that is reported.

It computes nothing on a GPU and is no part of Torch Triage. File names, line
numbers and texts are those of PyTorch 2.10.
"""

import os
from collections import deque

import torch

# A real class of torch 2.8 and later; before that, a plain RuntimeError.
AcceleratorError = getattr(torch, "AcceleratorError", RuntimeError)

CUDA_ERROR_ASSERT = 710
WARP = 32

MESSAGE = (
    "CUDA error: device-side assert triggered\n"
    "Search for `cudaErrorAssert' in https://docs.nvidia.com/cuda/cuda-runtime-api/"
    "group__CUDART__TYPES.html for more information.\n"
)
ASYNCHRONOUS_HINT = (
    "CUDA kernel errors might be asynchronously reported at some other API call, "
    "so the stacktrace below might be incorrect.\n"
    "For debugging consider passing CUDA_LAUNCH_BLOCKING=1\n"
)
DSA_HINT = "Compile with `TORCH_USE_CUDA_DSA` to enable device-side assertions.\n"


class _DeviceAssert(Exception):
    """A check that failed on the device; its argument is what CUDA prints."""


class _Device:
    """A queue of operations, and the error that ends it."""

    def __init__(self):
        self._queue = deque()
        self._failed = False
        self._blocking = None

    def launch(self, operation):
        """Queue an operation; run it at once if launches are blocking."""
        if self._blocking is None:
            self._blocking = os.environ.get("CUDA_LAUNCH_BLOCKING") == "1"
        self._raise_if_failed()
        self._queue.append(operation)
        if self._blocking:
            self.synchronize()

    def synchronize(self):
        """Run what is queued, in order, up to the first failure."""
        self._raise_if_failed()
        while self._queue:
            operation = self._queue.popleft()
            try:
                operation()
            except _DeviceAssert as failure:
                self._failed = True
                self._queue.clear()
                os.write(2, str(failure).encode())
            self._raise_if_failed()

    def _raise_if_failed(self):
        if self._failed:
            hint = "" if self._blocking else ASYNCHRONOUS_HINT
            error = AcceleratorError(MESSAGE + hint + DSA_HINT)
            error.error_code = CUDA_ERROR_ASSERT
            raise error


_device = _Device()


def synchronize():
    """Wait for everything queued, like `torch.cuda.synchronize`."""
    _device.synchronize()


class DeviceTensor:
    """A tensor on the device. Its values exist once the device has run."""

    def __init__(self, compute):
        self._value = None
        _device.launch(lambda: self._fill(compute))

    def _fill(self, compute):
        self._value = compute()

    def argmax(self, dim=None):
        """Queue `torch.argmax`."""
        return DeviceTensor(lambda: self._value.argmax(dim))

    def mean(self):
        """Queue `torch.mean`."""
        return DeviceTensor(lambda: self._value.mean())

    def __add__(self, other):
        return DeviceTensor(lambda: self._value + _value_of(other))

    def __mul__(self, other):
        return DeviceTensor(lambda: self._value * _value_of(other))

    def __matmul__(self, other):
        return DeviceTensor(lambda: self._value @ _value_of(other))

    def cpu(self):
        """Wait for the device; the values as a CPU tensor."""
        synchronize()
        return self._value

    def item(self):
        """Wait for the device; the single value as a Python number."""
        return self.cpu().item()

    def tolist(self):
        """Wait for the device; the values as Python lists."""
        return self.cpu().tolist()

    def __reduce__(self):
        # As torch does: what is saved is read from the device first.
        return to_device, (self.cpu(),)

    def __repr__(self):
        return f"{self.cpu()!r} on the stand-in device"


def _value_of(operand):
    return operand._value if isinstance(operand, DeviceTensor) else operand


def to_device(tensor):
    """Copy a CPU tensor to the device."""
    copy = tensor.clone()
    return DeviceTensor(lambda: copy)


def embedding(index, weight):
    """Queue an embedding look-up: rows of `weight`, (rows, width), by `index`."""

    def compute():
        rows = len(weight._value)
        for block, value in enumerate(index._value.flatten().tolist()):
            if not 0 <= value < rows:
                raise _device_assert(
                    "Indexing.cu:1553: indexSelectLargeIndex",
                    block,
                    range(WARP),
                    "srcIndex < srcSelectDimSize",
                )
        return torch.nn.functional.embedding(index._value, weight._value)

    return DeviceTensor(compute)


def cross_entropy(logits, target):
    """Queue the mean cross entropy of logits, (batch, classes), and labels, (batch,)."""

    def compute():
        classes = logits._value.shape[1]
        labels = target._value.tolist()
        wrong = [i for i, label in enumerate(labels) if not 0 <= label < classes]
        if wrong:
            raise _device_assert(
                "Loss.cu:250: nll_loss_forward_reduce_cuda_kernel_2d",
                0,
                # One warp walks over the whole batch.
                sorted({i % WARP for i in wrong}),
                "t >= 0 && t < n_classes",
            )
        return torch.nn.functional.cross_entropy(logits._value, target._value)

    return DeviceTensor(compute)


def _device_assert(place, block, threads, expression):
    """What CUDA prints for an assertion: one line for each failing thread."""
    return _DeviceAssert(
        "".join(
            f"../aten/src/ATen/native/cuda/{place}: block: [{block},0,0], "
            f"thread: [{thread},0,0] Assertion `{expression}` failed.\n"
            for thread in threads
        )
    )
