"""What speaks for or against a blocking re-run, without touching the GPU.

Runs after `look.py` in the same namespace.
"""

import os
import subprocess
import sys
import types

QUERY = [
    "nvidia-smi",
    "--query-gpu=index,memory.used,memory.total",
    "--format=csv,noheader,nounits",
]
PATIENCE = 3  # seconds


def visible(index):
    """Whether this process may use the GPU with this number."""
    chosen = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    numbers = [part.strip() for part in chosen.split(",")]
    return not all(part.isdigit() for part in numbers) or str(index) in numbers


def gpu_memory():
    """[[index, MiB in use, MiB in all], ...] as the driver tells from outside.

    CUDA itself would raise in a process whose context is lost, and would make
    a context of some hundred MB in one that has none.
    """
    try:
        done = subprocess.run(QUERY, capture_output=True, text=True, timeout=PATIENCE)
        rows = [line.split(",") for line in done.stdout.splitlines()]
        memory = [[int(part) for part in row] for row in rows if len(row) == 3]
        return [row for row in memory if visible(row[0])]
    except Exception:
        return []  # no driver, no answer in time, or patched modules


def held(*kinds):
    """Whether a variable of the user's is an instance of one of `kinds`.

    Each is (module, name) of a class; a module that is not loaded has none.
    """
    from IPython import get_ipython

    wanted = [field(sys.modules.get(module), name) for module, name in kinds]
    values = list(dict.values(get_ipython().user_ns))
    return any(
        kind is not None and is_a(value, kind) for kind in wanted for value in values
    )


def compiled_function():
    """Whether a variable of the user's is a compiled function."""
    from IPython import get_ipython

    values = list(dict.values(get_ipython().user_ns))
    return any(
        type(value) is types.FunctionType
        and "_torchdynamo_orig_callable" in fields(value)
        for value in values
    )


def uses_nccl():
    """Whether this process is one of a group that speaks through NCCL."""
    distributed = sys.modules.get("torch.distributed")
    # A build without it has no such functions.
    is_initialized = field(distributed, "is_initialized")
    get_backend = field(distributed, "get_backend")
    try:
        return bool(is_initialized and is_initialized() and "nccl" in get_backend())
    except Exception:
        return False  # the group is gone, or the function not torch's


def report():
    """Facts of this process. Never imports torch.

    Returns {"nccl": bool, "dataParallel": bool, "compiled": bool,
    "graphs": bool, "blocking": bool, "memory": see gpu_memory}.
    """
    return {
        "nccl": uses_nccl(),
        "dataParallel": held(
            ("torch.nn.parallel.data_parallel", "DataParallel"),
            ("torch.nn.parallel.distributed", "DistributedDataParallel"),
        ),
        "compiled": compiled_function()
        or held(("torch._dynamo.eval_frame", "OptimizedModule")),
        "graphs": held(("torch.cuda.graphs", "CUDAGraph")),
        "blocking": os.environ.get("CUDA_LAUNCH_BLOCKING") == "1",
        "memory": gpu_memory(),
    }
