"""What the companion tells after a DataLoader failed, in a real kernel."""

import os
import sys

import pytest
from companion_kernel import MACHINE

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="workers are forked, /dev/shm is Linux's"
)

# The last batch kills its worker: by then, the main process has started every
# thread that feeds one. A death before that can end Thread.start() with a KeyError.
KILLED = """
import os, signal, torch
from torch.utils.data import DataLoader, TensorDataset
def dies(rows):
    if rows[0][0][0] == 48: os.kill(os.getpid(), signal.SIGKILL)
    return rows
data = TensorDataset(torch.arange(64.0).repeat(8, 1).T)
for batch in DataLoader(data, batch_size=16, num_workers=2, collate_fn=dies): pass
"""
OWN = """
from torch.utils.data import DataLoader
class Own:
    def __len__(self): return 4
    def __getitem__(self, index): raise SystemError("the user's code ran")
loader = DataLoader(Own(), batch_size=2, num_workers=3)
"""


def test_the_loader_that_failed_and_its_machine(kernels):
    kernel = kernels()
    reply = kernel.run(KILLED)
    assert "DataLoader worker" in reply["evalue"]
    told = kernel.ask(MACHINE)

    assert told["loader"] == {
        "workers": 2,
        "batchSize": 16,
        "prefetch": 2,
        "batchBytes": 16 * 8 * 4,
        "dataset": {"type": "TensorDataset", "length": 64},
    }
    shared = os.statvfs("/dev/shm")
    limits = told["limits"]
    assert limits["sharedMemory"] == shared.f_blocks * shared.f_frsize
    assert limits["cpus"] == len(os.sched_getaffinity(0))
    assert 0 < told["openFiles"] < limits["openFiles"]
    assert 0 < told["memoryUsed"] < (limits["memory"] or limits["machine"])


def test_a_data_set_of_the_users_own_is_not_run(kernels):
    kernel = kernels()
    kernel.run(OWN)
    told = kernel.ask(MACHINE)
    assert told["loader"] == {
        "workers": 3,
        "batchSize": 2,
        "prefetch": 2,
        "batchBytes": None,
        # Its text says it: nothing has run.
        "dataset": {"type": "Own", "length": 4},
    }


def test_without_torch_none_is_imported(kernels):
    kernel = kernels()
    assert kernel.ask(MACHINE)["loader"] is None
    assert kernel.run("import sys; assert 'torch' not in sys.modules")["status"] == "ok"
